#ifndef JPD_APP_LAYER_H
#define JPD_APP_LAYER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/dashboard/app/effect.h"
#include "ui/view/bars.h"
#include "ui/view/canvas.h"
#include "ui/view/command.h"
#include "ui/view/key.h"

struct app;

/*
 * What can have the keys, one at a time. This is the one list: the enum and
 * layers/layers.c come from it. The panes are what is below all others.
 */
#define LAYERS(X)                   \
	X(PANES, layer_panes)       \
	X(COMPOSER, layer_composer) \
	X(PROMPT, layer_prompt)     \
	X(PICKER, layer_picker)     \
	X(HELP, layer_help)         \
	X(TEXT, layer_text)         \
	X(RULES, layer_rules)       \
	X(QUIT, layer_quit)         \
	X(LINE, layer_line)         \
	X(FILTER, layer_filter)     \
	X(TIMELINE, layer_timeline) \
	X(PALETTE, layer_palette)   \
	X(SEARCH_ALL, layer_search_all)

enum app_layer {
#define X(name, ops) LAYER_##name,
	LAYERS(X)
#undef X
		LAYER_COUNT,
};

/* `what` of LAYER_TEXT: which one. */
enum app_text { TEXT_STATUS, TEXT_LOG, TEXT_DOCTOR, TEXT_TRUST };

/* `what` of LAYER_QUIT: what is to be sure. */
enum app_sure { SURE_LEAVE, SURE_CANCEL };

/* `what` of LAYER_LINE: what is typed. `what` of LAYER_PICKER: in a new pane. */
enum app_ask {
	ASK_SEARCH,
	ASK_SEARCH_ALL,
	ASK_SAVE,
	ASK_FILTER,
	ASK_COMMAND,
};

/* What a line that is said (--plain) is to a layer. */
enum layer_said {
	SAID_TYPED,   /* its keys */
	SAID_ENTERED, /* and Enter behind them */
	SAID_CLOSES,  /* it is over, and the line is for the panes */
};

/* A layer; of what is NULL nothing is done, but where it is said. */
struct layer_ops {
	/* Untranslated; those of the panes are frame-bars.c's. */
	const struct hint *hints;
	size_t hint_count;
	enum layer_said said;
	/* Its state: layer_data(). It lives as long as the app. */
	void *(*init)(void);
	void (*release)(void *data);
	/* -1, with a sentence in `err` where there is something to say, and
	 * nothing opened. */
	int (*open)(struct app *app, int what, struct slice text,
		    struct strbuf *err);
	void (*key)(struct app *app, struct key key);
	void (*paste)(struct app *app, struct slice text);
	/* NULL: the pane below the mouse scrolls. */
	void (*wheel)(struct app *app, int rows);
	/* A click on a row of what it shows as a list. */
	void (*click)(struct app *app, size_t row);
	/* Press, drag and release elsewhere. `fresh`: nothing else came just before. */
	void (*mouse)(struct app *app, const struct mouse *mouse, bool fresh);
	/* NULL: nothing is on top of the panes. `room` is without the bars.
	 * Returns when it changes by itself, or -1. */
	int64_t (*draw)(struct app *app, struct canvas *cv, struct rect room);
	/* A little of what can wait, while it is on top; false where there is
	 * none. */
	bool (*work)(struct app *app);
	/* The host's conversations go: close, or drop what points to them. */
	void (*forget)(struct app *app, int host);
	/* Something went wrong, which is in the bottom line; on top or not.
	 * True: it has the sentence now. */
	bool (*complained)(struct app *app, struct slice why);
	/* What came of an effect; on top or not. */
	void (*done)(struct app *app, const struct effect_done *done);
};

void *layer_data(const struct app *app, enum app_layer layer);
/* Put it on top, in place of what is there. As `open` fails. */
int app_layer_open(struct app *app, enum app_layer layer, int what,
		   struct slice text, struct strbuf *err);
/* Likewise, as it was left. */
void app_layer_return(struct app *app, enum app_layer layer);
/* Likewise, anew or as it was left; when it closes, what has the keys now has
 * them again, as it is. */
void app_layer_over(struct app *app, enum app_layer layer);
void app_layer_return_over(struct app *app, enum app_layer layer);
/* What it was put over has the keys, or else the panes. */
void app_layer_close(struct app *app);
/* It is not to come back. */
void app_layer_drop(struct app *app, enum app_layer layer);

/* Likewise, and say what there is to say. */
void app_layer_try(struct app *app, enum app_layer layer, int what,
		   struct slice text);

/* Rows that a key moves by where `page` of them show; LAYER_ENDS and more is
 * all the way, 0 that it is no such key. */
#define LAYER_ENDS (1L << 30)
long layer_step(struct key key, int page);
/* The place of one of `count` behind such a step, which ends at the ends. */
size_t layer_moved(size_t at, long step, size_t count);

/* A text that is scrolled. */
struct layer_scroll {
	int top, rows; /* the first that shows, and how many there are */
	int page;      /* that showed when it was drawn */
};

void layer_scroll_by(struct layer_scroll *scroll, long step);
/* A key that is nothing else in a text or list: Esc, q, Enter and what opened
 * it close it; any other says so, and goes to nobody else. */
void layer_last_key(struct app *app, struct key key, enum command_id opener);
/* For what the wheel moves nothing in: nor does it move what is below. */
void layer_still(struct app *app, int rows);

/* For app.c. */
void layers_init(struct app *app, const struct layer_ops *const *layers);
void layers_release(struct app *app);
void layers_forget(struct app *app, int host);
void layers_done(struct app *app, const struct effect_done *done);
bool layers_complained(struct app *app, struct slice why);

#endif
