#ifndef JPD_TERM_TERM_INPUT_H
#define JPD_TERM_TERM_INPUT_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "ui/term/term.h"

/*
 * From the bytes of a terminal to events; no descriptor, no clock. How the
 * bytes are cut into pieces makes no difference, but for pauses, which the
 * caller tells by term_input_idle().
 */
struct term_input;

struct term_input_options {
	const char *term; /* terminal's name in terminfo */
	bool utf8;        /* else characters are single bytes of the locale */
	int esc_ms;       /* how long after an Esc a key may follow for Alt */
};

/* NULL where the terminal's name is not known. */
struct term_input *term_input_new(const struct term_input_options *options);
void term_input_free(struct term_input *in);

/* Bytes that came; they are copied. */
void term_input_feed(struct term_input *in, struct slice bytes);
/* The next event of what was fed; its text lives until the next call. */
bool term_input_next(struct term_input *in, struct term_event *event);

/*
 * Milliseconds without input after which to call term_input_idle(), or -1
 * while nothing is incomplete. All events were taken before.
 */
int term_input_timeout_ms(const struct term_input *in);
/* The time-out passed: what is incomplete stays so; take its events. */
void term_input_idle(struct term_input *in);

/* What of the terminal's own may still come. */
enum term_expect {
	TERM_EXPECT_NOTHING,
	/* About its background, from behind a multiplexer: an Esc is a key, but
	 * what began as that answer goes on, however long it takes. */
	TERM_EXPECT_GROUND,
	/* To what it was asked: even an Esc may begin it, and no byte of it is
	 * a key, however it is cut. */
	TERM_EXPECT_ANSWER,
};
void term_input_expect(struct term_input *in, enum term_expect what);
/*
 * Since the last byte longer than that of an Esc passed: the Esc that was it
 * is a key, unless what follows makes an answer of it.
 */
void term_input_pause(struct term_input *in);
/* What it said. */
enum theme_ground term_input_ground(const struct term_input *in);

/* What the terminal said that it can do. */
struct term_knows {
	bool sync;             /* synchronized output (2026) */
	bool kitty;            /* kitty's keyboard protocol */
	enum term_focus focus; /* reports of the focus (1004) */
};
const struct term_knows *term_input_knows(const struct term_input *in);

#endif
