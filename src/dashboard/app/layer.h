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
 * What can have the keys, one at a time. The only list: the enum and
 * layers/layers.c come from it. The panes are below all others.
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

/* `what` of LAYER_TEXT: which text. */
enum app_text { TEXT_STATUS, TEXT_LOG, TEXT_DOCTOR, TEXT_TRUST };

/* `what` of LAYER_QUIT: what to confirm. */
enum app_sure { SURE_LEAVE, SURE_CANCEL };

/* `what` of LAYER_LINE: what is typed. `what` of LAYER_PICKER: a new pane. */
enum app_ask {
	ASK_SEARCH,
	ASK_SEARCH_ALL,
	ASK_SAVE,
	ASK_FILTER,
	ASK_COMMAND,
};

/* What an input line (--plain) means to a layer. */
enum layer_said {
	SAID_TYPED,   /* its keys */
	SAID_ENTERED, /* the same, followed by Enter */
	SAID_CLOSES,  /* it closes, and the line is for the panes */
};

/* A layer. Members that are NULL do nothing, unless stated otherwise. */
struct layer_ops {
	/* Untranslated; those of the panes are in frame-bars.c. */
	const struct hint *hints;
	size_t hint_count;
	/* The word of one as things are, untranslated; NULL: it is left out.
	 * NULL itself: all are as they are. */
	const char *(*hint_word)(struct app *app, size_t i);
	enum layer_said said;
	/* Its state: layer_data(). It lives as long as the app. */
	void *(*init)(void);
	void (*release)(void *data);
	/* Returns -1 if it did not open, with a sentence in `err` if there is
	 * something to report. */
	int (*open)(struct app *app, int what, struct slice text,
		    struct strbuf *err);
	void (*key)(struct app *app, struct key key);
	void (*paste)(struct app *app, struct slice text);
	/* NULL: the pane below the mouse scrolls. */
	void (*wheel)(struct app *app, int rows);
	/* A click on a row of its list. */
	void (*click)(struct app *app, size_t row);
	/*
	 * Press, drag and release elsewhere. `fresh`: nothing came just before.
	 */
	void (*mouse)(struct app *app, const struct mouse *mouse, bool fresh);
	/* NULL: nothing is above the panes. `room` is without the bars. Returns
	 * when it next changes on its own, or -1. */
	int64_t (*draw)(struct app *app, struct canvas *cv, struct rect room);
	/* A little deferred work while it is on top; false if there is none. */
	bool (*work)(struct app *app);
	/* The host's conversations go: close, or drop pointers to them. */
	void (*forget)(struct app *app, int host);
	/* An error, which is in the bottom line; called for every layer. True:
	 * the layer shows the sentence instead. */
	bool (*complained)(struct app *app, struct slice why);
	/* The result of an effect; called for every layer. */
	void (*done)(struct app *app, const struct effect_done *done);
};

void *layer_data(const struct app *app, enum app_layer layer);
/* Put it on top, replacing the current one. Fails as `open` does. */
int app_layer_open(struct app *app, enum app_layer layer, int what,
		   struct slice text, struct strbuf *err);
/* The same, in the state in which it was left. */
void app_layer_return(struct app *app, enum app_layer layer);
/* The same, opened or as it was left; when it closes, the current layer gets
 * the keys back, unchanged. */
void app_layer_over(struct app *app, enum app_layer layer);
void app_layer_return_over(struct app *app, enum app_layer layer);
/* Close it: the layer below gets the keys, or the panes. */
void app_layer_close(struct app *app);
/* It must not come back. */
void app_layer_drop(struct app *app, enum app_layer layer);

/* The same, and show its message if there is one. */
void app_layer_try(struct app *app, enum app_layer layer, int what,
		   struct slice text);

/* Rows that a key moves by if `page` rows are visible; LAYER_ENDS or more is
 * all the way, 0 that the key does not move. */
#define LAYER_ENDS (1L << 30)
long layer_step(struct key key, int page);
/* The index after such a step, out of `count`; stops at the ends. */
size_t layer_moved(size_t at, long step, size_t count);

/* Rows of a box that leaves one above and below, unless they are few. */
int layer_box_rows(struct rect room);

/* A scrolled text. */
struct layer_scroll {
	int top, rows; /* first visible row, and the total */
	int page;      /* visible when last drawn */
};

void layer_scroll_by(struct layer_scroll *scroll, long step);
/* Draw on the frame around `in` how much of it is hidden. */
void layer_draw_hidden(const struct layer_scroll *scroll, struct canvas *cv,
		       struct rect in);
/* A key without another meaning in a text or list: Esc, q, Enter and the key
 * that opened it close it; any other shows that, and goes nowhere else. */
void layer_last_key(struct app *app, struct key key, enum command_id opener);
/* For layers that do not scroll: the wheel must not scroll those below. */
void layer_still(struct app *app, int rows);

/* For app.c. */
void layers_init(struct app *app, const struct layer_ops *const *layers);
void layers_release(struct app *app);
void layers_forget(struct app *app, int host);
void layers_done(struct app *app, const struct effect_done *done);
bool layers_complained(struct app *app, struct slice why);

#endif
