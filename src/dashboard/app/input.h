#ifndef JPD_APP_INPUT_H
#define JPD_APP_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/dashboard/app/effect.h"
#include "ui/view/key.h"
#include "ui/view/theme.h"

struct app;

/*
 * All that can happen to the app, as one value: the loop makes it, a recording
 * writes it, a case reads it, a fuzzer draws it.
 */
enum input_kind {
	INPUT_KEY,
	INPUT_LET_GO, /* the key is not down any more */
	INPUT_MOUSE,
	INPUT_PASTE,
	INPUT_FOCUS, /* the terminal has it, or has not */
	INPUT_SIGHT, /* its window is in front, or is not: of those that do not
			report the focus, some can be asked */
	INPUT_RESIZE,
	INPUT_RESUME, /* back from a suspension or another program: what was
			 seen may be gone */
	INPUT_NOISE,  /* bytes that mean nothing, but came from the person */
	INPUT_QUIET,  /* nothing is left to be read: keys from now on were
			 pressed after this time, not only read after it */
	INPUT_GROUND, /* the terminal has said what its background is */
	INPUT_FRAME_WRITTEN, /* what was drawn last is on the terminal */
	INPUT_FRAME_ASKED,   /* at the start: whether the terminal tells that */
	INPUT_FRAME_ARRIVED, /* it does; all up to the next ask is on it */
	INPUT_HOST_BYTES,
	INPUT_HOST_STDERR,
	INPUT_HOST_GONE,   /* it ended, or its pipe did */
	INPUT_HOST_CLOSED, /* its end for our words is; hosts_is_deaf() then
			      tells whether it can go on without them */
	INPUT_HOST_FAILED, /* it could not be started */
	INPUT_EFFECT_DONE,
	INPUT_TICK,
};

/* Members that a kind does not name are not looked at. */
struct input {
	enum input_kind kind;
	int host; /* HOST_* */
	struct key key;
	struct mouse mouse;
	struct slice text; /* PASTE, HOST_STDERR; HOST_FAILED: why */
	bool flag;         /* KEY: the terminal says that it is still down;
		      PASTE: its end never came; FOCUS, SIGHT: it is there;
		      HOST_FAILED: nor ever can be */
	int cols, rows;
	enum theme_ground ground;
	char *bytes; /* HOST_BYTES; they may be changed */
	size_t byte_count;
	struct effect_done done;
	int64_t wall_offset_ms; /* TICK */
	struct strbuf own;      /* of one that was parsed: its texts */
};

/* It happens now: the only place that sets the time. */
void app_input(struct app *app, struct input *input, int64_t now_ms);

/*
 * Append it as a line of a case, without its end (doc/HACKING, "Recordings").
 * False where there is none: QUIET, GROUND and TICK, bytes that are not one
 * whole line, and what came of a STATE or a THEME that did not fail.
 */
bool input_format(struct strbuf *out, const struct input *input);
/* And back; what is not a line of one is false. The host is not in it. */
bool input_parse(struct input *input, struct slice line);
void input_release(struct input *input); /* one that was parsed */

#endif
