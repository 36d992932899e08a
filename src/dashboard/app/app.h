#ifndef JPD_APP_APP_H
#define JPD_APP_APP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/line-log.h"
#include "src/dashboard/app/attachment.h"
#include "src/dashboard/app/draft.h"
#include "src/dashboard/app/effect.h"
#include "src/dashboard/app/layer.h"
#include "src/dashboard/app/options.h"
#include "src/dashboard/app/say.h"
#include "src/dashboard/app/state.h"
#include "src/dashboard/hosts/hosts.h"
#include "src/store/rules.h"
#include "src/store/search.h"
#include "src/store/store.h"
#include "ui/dialog/dialog-approval.h"
#include "ui/dialog/dialog-inquiry.h"
#include "ui/dialog/prompt-desk.h"
#include "ui/transcript/transcript.h"
#include "ui/view/canvas.h"
#include "ui/view/editor.h"
#include "ui/view/key.h"
#include "ui/view/keymap.h"
#include "ui/view/layout.h"
#include "ui/view/line-history.h"
#include "ui/view/picker.h"
#include "ui/view/theme.h"

/*
 * The whole program but its I/O: bytes of hosts, keys, pastes, sizes and the
 * time go in; lines to send, cells to draw and the next time to wake up come
 * out. The loop, a recorded session, a case file and a fuzzer drive the same
 * code.
 *
 * `now_ms` is a monotonic clock in milliseconds; what people see of times
 * is `now_ms + wall_offset_ms`.
 */
#define APP_PANES_MAX 64

struct pane {
	int id;
	struct conversation *conv; /* or NULL */
	struct app_remembered was; /* without one: what it showed before */
	struct transcript *view;
	unsigned hidden;     /* groups that are not shown */
	struct search *only; /* only what it matches is; or NULL */
	int64_t only_again_ms;
};

/* The pattern that is searched for in a pane. */
struct app_find {
	struct search search;
	int pane;    /* its id; -1: none */
	size_t from; /* item from which it is searched */
	bool wanted; /* go to the first hit when it is known */
	bool has_hit;
	struct search_hit hit; /* that one went to */
	uint32_t hit_id;       /* its item */
	int64_t again_ms;      /* when to look at what came meanwhile */
};

/* What is written in the person's own editor, and what it is for. */
struct app_edit {
	const struct editor *editor; /* to be compared only */
	uint64_t serial;             /* of the prompt; 0: none */
	uint32_t revision;
};

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
	bool trust_seen; /* the end of what the workspace wishes for was shown */
	int64_t now_ms, wall_offset_ms;
	int cols, rows;
	enum theme_ground ground; /* the terminal's */

	struct layout layout;
	struct pane panes[APP_PANES_MAX];
	size_t pane_count;
	int last_pane_id, focus; /* pane id; -1: none */
	bool zoomed, sidebar, started;

	struct keymap keymap;
	const struct layer_ops *const *layers; /* LAYER_COUNT */
	void *layer_data[LAYER_COUNT];
	enum app_layer layer;              /* that has the keys */
	enum app_layer under[LAYER_COUNT]; /* have them when it closes, the
					      last one first */
	size_t under_count;
	struct strbuf terminal; /* what :doctor shows of it */
	struct host_log log;    /* messages that the bottom line had */

	bool unfocused; /* the terminal says so */
	struct prompt_desk desk;
	struct rules rules;
	char **stored; /* lines of the file of rules that are rules */
	size_t stored_count;
	struct app_state state;
	struct drafts drafts;
	struct dialog_approval approval;
	struct dialog_inquiry inquiry;

	struct line_history patterns, commands; /* that were typed */
	struct app_find find;

	struct app_measures measures;
	uint64_t keys;         /* so many were pressed */
	bool welcome;          /* the first start: a hint, until a key comes */
	struct strbuf message; /* of the bottom line */
	enum face message_face;
	int64_t message_until_ms; /* 0: none */
	bool in_key;              /* one is being handled */
	bool message_of_key; /* what one came to: the next one makes it old */

	bool dirty;
	int64_t wake_ms; /* kept by app_draw() for what moves by itself */
	struct effect_queue effects;
	/* Told of each line that is sent; NULL: nobody asks. */
	void (*on_sent)(void *data, int host, struct slice line, bool secret);
	void *on_sent_data;
	struct app_reading reading; /* what EFFECT_READ is for */
	struct app_edit edit;
	struct strbuf title;

	bool leaves; /* as soon as no query of ours runs and nothing waits */
	bool exiting;
	int exit_code;
	char *exit_reason; /* or NULL */
};

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

/* What the file of rules holds; once, at the start. */
void app_rules_loaded(struct app *app, struct slice text);
/* Or why it was not read. */
void app_rules_unread(struct app *app, const char *why);

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

/* What is typed now is an answer that is not to be seen. */
bool app_hides_input(const struct app *app);

/* What the terminal is and can, for people: "name: value" a line. */
void app_terminal(struct app *app, struct slice text);

#endif
