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
 * Everything that can happen to the app, as one value: the loop makes it, a
 * recording writes it, a case reads it, a fuzzer generates it.
 */
enum input_kind {
	INPUT_KEY,
	INPUT_LET_GO, /* the key was released */
	INPUT_MOUSE,
	INPUT_PASTE,
	INPUT_FOCUS, /* the terminal has it or not */
	INPUT_SIGHT, /* its window is in front or not; some terminals that do
			not report the focus can be queried */
	INPUT_RESIZE,
	INPUT_RESUME, /* back from a suspension or another program: what was
			 seen may have disappeared */
	INPUT_NOISE,  /* meaningless bytes, but from the user */
	INPUT_QUIET,  /* no input is left to read: later keys are pressed after
			 this time, not only read after it */
	INPUT_GROUND, /* the terminal reported its background */
	INPUT_FRAME_WRITTEN, /* the last frame was written to the terminal */
	INPUT_FRAME_ASKED,   /* at the start: whether frames are confirmed */
	INPUT_FRAME_ARRIVED, /* it does; all up to the next query is on it */
	INPUT_HOST_BYTES,
	INPUT_HOST_STDERR,
	INPUT_HOST_GONE,   /* it exited, or closed its pipe */
	INPUT_HOST_CLOSED, /* it closed its stdin; then hosts_is_deaf() says
			      whether it is still useful */
	INPUT_HOST_FAILED, /* it could not be started */
	INPUT_EFFECT_DONE,
	INPUT_TICK,
};

/* Members that a kind does not mention are ignored. */
struct input {
	enum input_kind kind;
	int host; /* HOST_* */
	struct key key;
	struct mouse mouse;
	struct slice text; /* PASTE, HOST_STDERR; HOST_FAILED: why */
	bool flag;         /* KEY: the terminal reports that it is held; PASTE:
			      its end never came; FOCUS, SIGHT: it is there;
			      HOST_FAILED: permanently */
	int cols, rows;
	enum theme_ground ground;
	char *bytes; /* HOST_BYTES; may be changed */
	size_t byte_count;
	struct effect_done done;
	int64_t wall_offset_ms; /* TICK */
	struct strbuf own;      /* of a parsed one: its texts */
};

/* The input happens now; nothing else sets the time. */
void app_input(struct app *app, struct input *input, int64_t now_ms);

/*
 * Append it as a line of a case, without its end (doc/HACKING, "Recordings").
 * False if it has none: QUIET, GROUND and TICK, bytes that are not one whole
 * line, and the result of a STATE or a THEME that did not fail.
 */
bool input_format(struct strbuf *out, const struct input *input);
/* Parse such a line; false for other lines. The host is not part of it. */
bool input_parse(struct input *input, struct slice line);
void input_release(struct input *input); /* a parsed one */

#endif
