#ifndef JPD_TERM_TERM_INPUT_H
#define JPD_TERM_TERM_INPUT_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "ui/term/term.h"

/*
 * Turns the bytes of a terminal into events; no descriptor, no clock. It makes
 * no difference how the bytes are split, except for pauses, which the caller
 * reports by term_input_idle().
 */
struct term_input;

struct term_input_options {
	const char *term; /* terminfo name */
	bool utf8;        /* else characters are single bytes of the locale */
	int esc_ms;       /* how long after an Esc a key still makes Alt */
};

/* NULL if the terminal's name is unknown. */
struct term_input *term_input_new(const struct term_input_options *options);
void term_input_free(struct term_input *in);

/* Add bytes that came; they are copied. */
void term_input_feed(struct term_input *in, struct slice bytes);
/* The next event in the bytes; its text is valid until the next call. */
bool term_input_next(struct term_input *in, struct term_event *event);

/*
 * Milliseconds without input after which to call term_input_idle(), or -1 if
 * nothing is incomplete. Take all events first.
 */
int term_input_timeout_ms(const struct term_input *in);
/* The timeout passed: what is incomplete is taken as it is; take its events. */
void term_input_idle(struct term_input *in);

/* Answers of the terminal that may still come. */
enum term_expect {
	TERM_EXPECT_NOTHING,
	/* About its background, from behind a multiplexer: an Esc is a key, but
	 * what began as that answer continues, however long it takes. */
	TERM_EXPECT_GROUND,
	/* To a query: even an Esc may begin it, and none of its bytes is a key,
	 * however it is split. */
	TERM_EXPECT_ANSWER,
};
void term_input_expect(struct term_input *in, enum term_expect what);
/*
 * Since the last byte, more time than that for an Esc passed: if it was an Esc,
 * it is a key, unless what follows makes it an answer.
 */
void term_input_pause(struct term_input *in);
/* The background that it reported. */
enum theme_ground term_input_ground(const struct term_input *in);

/* Features that the terminal reported. */
struct term_knows {
	bool sync;             /* synchronized output (2026) */
	bool kitty;            /* kitty's keyboard protocol */
	enum term_focus focus; /* focus reports (1004) */
};
const struct term_knows *term_input_knows(const struct term_input *in);

#endif
