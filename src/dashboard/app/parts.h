#ifndef JPD_APP_PARTS_H
#define JPD_APP_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/host-message.h"
#include "src/base/line-log.h"
#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/dashboard/app/effect.h"
#include "src/dashboard/app/layer.h"
#include "src/dashboard/app/options.h"
#include "src/dashboard/app/pane.h"
#include "src/dashboard/app/say.h"
#include "src/dashboard/hosts/hosts.h"
#include "src/store/rules.h"
#include "src/store/store.h"
#include "ui/dialog/dialog-approval.h"
#include "ui/dialog/dialog-inquiry.h"
#include "ui/dialog/prompt-desk.h"
#include "ui/view/canvas.h"
#include "ui/view/keymap.h"
#include "ui/view/layout.h"
#include "ui/view/line-history.h"
#include "ui/view/theme.h"

/*
 * The whole program except its I/O. Input: bytes of hosts, keys, pastes, sizes
 * and the time; output: lines to send, cells to draw and the next time to wake
 * up. The loop, a recorded session, a case file and a fuzzer drive the same
 * code.
 *
 * This is what other rooms see of it. The rest of its state is in app.h, for
 * this room only.
 */

/* Measurements by the loop for :status; 0 means unknown. */
struct app_measures {
	uint64_t frames;
	int64_t frame_us, frame_max_us; /* of the last and the slowest one */
	uint64_t memory;                /* resident bytes */
};

struct app {
	struct options options;
	struct hosts *hosts;
	const struct store *store; /* that of `hosts`, read-only */
	/* Monotonic; their sum is the wall clock that users see. */
	int64_t now_ms, wall_offset_ms;
	int cols, rows;
	enum theme_ground ground; /* the terminal's */

	struct layout layout;
	struct pane panes[APP_PANES_MAX];
	size_t pane_count;
	int focus; /* pane id; -1: none */

	struct keymap keymap;
	enum app_layer layer; /* the one that has the keys */
	uint64_t keys;        /* number of keys pressed */
	bool clicked;         /* the current key is a click on its hint */
	struct line_history patterns, commands; /* typed before */

	struct prompt_desk desk;
	struct dialog_approval approval;
	struct dialog_inquiry inquiry;
	struct rules rules;
	bool trust_drawn;      /* the end of the workspace's wishes */
	int64_t trust_seen_ms; /* when it was first written; -1: never */

	struct strbuf message;  /* in the bottom line */
	struct line_log log;    /* its earlier messages */
	struct strbuf terminal; /* the terminal's properties, for :doctor */
	struct app_measures measures;

	bool dirty; /* a frame is needed */
	struct effect_queue effects;
	/* Called for each line that is sent; NULL: not called. */
	void (*on_sent)(void *data, int host, struct slice line, bool secret);
	void *on_sent_data;

	bool leaves; /* once none of our queries runs or is pending */
	bool exiting;
	int exit_code;
	char *exit_reason; /* or NULL */

	struct app_own *own; /* app.h */
};

static inline int64_t app_wall_ms(const struct app *app)
{
	return app->now_ms + app->wall_offset_ms;
}

/* `layers`: LAYER_COUNT of them, which outlive the app (layers/layers.h). */
struct app *app_new(const struct options *options,
		    const struct layer_ops *const *layers, int64_t now_ms,
		    int64_t wall_offset_ms);
void app_free(struct app *app);

/* Add the host that started us, then those of the options. `init` is moved
 * from. */
void app_add_host(struct app *app, const char *name, struct host_message *init);
/* As hosts_remove(); refused if there are unsent drafts or running queries. */
int app_host_remove(struct app *app, struct slice name, struct strbuf *err);

/* Remove and move out the next effect. False if there is none. */
bool app_take_effect(struct app *app, struct effect *effect);
/* Whether another program, or the shell, is to get the terminal: later keys are
 * for what is shown then. */
bool app_wants_terminal(const struct app *app);

/*
 * Do a little deferred work (a search): well under a millisecond, except for
 * inherently slow patterns. False if there is nothing to do now; call it
 * between other work as long as there is time.
 */
bool app_work(struct app *app);

/* When to tick next, or -1. */
int64_t app_wake_ms(const struct app *app);
/* Draw a frame; resizes the canvas. INPUT_FRAME_WRITTEN must follow. */
void app_draw(struct app *app, struct canvas *cv);
/*
 * Draw only what is above the panes, at the app's size; false if there is
 * nothing.
 */
bool app_draw_top(struct app *app, struct canvas *cv);

/* Set the terminal's properties, for users: one "name: value" per line. */
void app_terminal(struct app *app, struct slice text);

#endif
