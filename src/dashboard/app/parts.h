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
 * The whole program but its I/O: bytes of hosts, keys, pastes, sizes and the
 * time go in; lines to send, cells to draw and the next time to wake up come
 * out. The loop, a recorded session, a case file and a fuzzer drive the same
 * code.
 *
 * This is what the rooms above see of it. The rest of its state is in app.h,
 * for this room alone.
 */

/* What the loop measures for :status; 0 is not known. */
struct app_measures {
	uint64_t frames;
	int64_t frame_us, frame_max_us; /* of the last one, of the slowest */
	uint64_t memory;                /* bytes that are resident */
};

struct app {
	struct options options;
	struct hosts *hosts;
	const struct store *store; /* theirs, to look at */
	/* A monotonic clock; what people see of times is the sum of both. */
	int64_t now_ms, wall_offset_ms;
	int cols, rows;
	enum theme_ground ground; /* the terminal's */

	struct layout layout;
	struct pane panes[APP_PANES_MAX];
	size_t pane_count;
	int focus; /* pane id; -1: none */

	struct keymap keymap;
	enum app_layer layer; /* that has the keys */
	uint64_t keys;        /* so many were pressed */
	bool clicked; /* the one that is handled is a click on what shows it */
	struct line_history patterns, commands; /* that were typed */

	struct prompt_desk desk;
	struct dialog_approval approval;
	struct dialog_inquiry inquiry;
	struct rules rules;
	bool trust_seen; /* the end of what the workspace wishes for was shown */

	struct strbuf message;  /* of the bottom line */
	struct host_log log;    /* those that it had */
	struct strbuf terminal; /* what :doctor shows of it */
	struct app_measures measures;

	bool dirty; /* a frame is wanted */
	struct effect_queue effects;
	/* Told of each line that is sent; NULL: nobody asks. */
	void (*on_sent)(void *data, int host, struct slice line, bool secret);
	void *on_sent_data;

	bool leaves; /* as soon as no query of ours runs and nothing waits */
	bool exiting;
	int exit_code;
	char *exit_reason; /* or NULL */

	struct app_own *own; /* app.h */
};

static inline int64_t app_wall_ms(const struct app *app)
{
	return app->now_ms + app->wall_offset_ms;
}

/* `layers`: LAYER_COUNT of them, which outlive it (layers/layers.h). */
struct app *app_new(const struct options *options,
		    const struct layer_ops *const *layers, int64_t now_ms,
		    int64_t wall_offset_ms);
void app_free(struct app *app);

/* The host that started us, then those of the options. `init` is moved out
 * of. */
void app_add_host(struct app *app, const char *name, struct host_message *init);
/* As hosts_remove(); drafts that were not sent, and queries that
 * run, forbid it. */
int app_host_remove(struct app *app, struct slice name, struct strbuf *err);

/* The next that is to be done; moved out. False where there is none. */
bool app_take_effect(struct app *app, struct effect *effect);
/* Another program, or the shell, gets the terminal: keys that come behind are
 * for what shows then. */
bool app_wants_terminal(const struct app *app);

/*
 * Do a little of what can wait (a search): well under a millisecond, but for
 * patterns that are slow by themselves. False where there is nothing to do
 * now; call it between other work as long as there is time.
 */
bool app_work(struct app *app);

/* When to tick next, or -1. */
int64_t app_wake_ms(const struct app *app);
/* Make the frame; the canvas is resized. INPUT_FRAME_WRITTEN comes next. */
void app_draw(struct app *app, struct canvas *cv);
/*
 * Draw only what is on top of the panes, at the app's size; false
 * where nothing is.
 */
bool app_draw_top(struct app *app, struct canvas *cv);

/* What the terminal is and can, for people: "name: value" a line. */
void app_terminal(struct app *app, struct slice text);

#endif
