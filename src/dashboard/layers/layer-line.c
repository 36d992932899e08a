#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/command-line.h"
#include "src/dashboard/app/layer.h"
#include "src/dashboard/app/pane-filter.h"
#include "src/dashboard/app/pane-search.h"
#include "src/dashboard/app/pane.h"
#include "src/dashboard/app/parts.h"
#include "src/dashboard/app/say.h"
#include "src/dashboard/layers/layers.h"
#include "src/dashboard/layers/line-choices.h"
#include "ui/dialog/dialog-part.h"
#include "ui/text/sanitize.h"
#include "ui/text/width.h"
#include "ui/text/wrap.h"
#include "ui/transcript/transcript-markdown.h"

/*
 * A line for typing, in place of the bottom line: patterns, file names and
 * commands. The text stays until it is valid or cancelled.
 */

#define REFUSED_MS      3000
#define ERROR_ROWS_MOST 3

struct line {
	enum app_ask what;
	struct editor editor;
	struct strbuf error;             /* what is wrong with the text */
	const struct conversation *conv; /* to save, or NULL */
	bool exists;                     /* the file exists: ask first */
	struct transcript_place origin;  /* position of the pane before */
	size_t history_at;               /* SIZE_MAX: the text is new */
	/* The key that ran the last command, by number, and when. */
	uint64_t ran_key;
	int64_t ran_ms;
	struct line_choices choices;
};

static struct line *line_of(const struct app *app)
{
	return layer_data(app, LAYER_LINE);
}

static void *init(void)
{
	struct line *line = xcalloc(1, sizeof(*line));

	strbuf_init(&line->error);
	editor_init(&line->editor);
	line->editor.one_line = true;
	line_choices_init(&line->choices);
	return line;
}

static void release(void *data)
{
	struct line *line = data;

	editor_release(&line->editor);
	strbuf_release(&line->error);
	line_choices_release(&line->choices);
	free(line);
}

static int open_line(struct app *app, int what, struct slice text,
		     struct strbuf *err)
{
	struct pane *pane = app_focused(app);
	struct line *line = line_of(app);

	(void)err;
	line->what = (enum app_ask)what;
	line->history_at = SIZE_MAX;
	line->ran_key = 0;
	strbuf_reset(&line->error);
	line->exists = false;
	line->conv = what == ASK_SAVE && pane ? pane->conv : NULL;
	editor_set(&line->editor, text);
	if (pane)
		line->origin = transcript_leave(pane->view);
	/* The files may have changed. */
	line->choices.shown = line->choices.asked = false;
	if (what == ASK_COMMAND)
		line_choices_update(app, &line->choices,
				    strbuf_slice(&line->editor.text));
	return 0;
}

static bool is_pattern(const struct line *line)
{
	return line->what == ASK_SEARCH || line->what == ASK_SEARCH_ALL ||
	       line->what == ASK_FILTER;
}

static void changed(struct app *app)
{
	struct line *line = line_of(app);
	struct pane *pane = app_focused(app);

	strbuf_reset(&line->error);
	line->exists = false;
	if (line->what == ASK_COMMAND)
		line_choices_update(app, &line->choices,
				    strbuf_slice(&line->editor.text));
	if (line->what != ASK_SEARCH)
		return;
	/* Each pattern is searched for from the starting position. */
	if (pane)
		transcript_return(pane->view, line->origin);
	pane_search_set(app, strbuf_slice(&line->editor.text), &line->error);
}

static void recall(struct app *app, int step)
{
	struct line *line = line_of(app);
	const struct line_history *history =
		line->what == ASK_COMMAND ? &app->commands : &app->patterns;
	size_t at = line->history_at + (size_t)step;

	if (line->what == ASK_SAVE || !history->count)
		return;
	if (at != SIZE_MAX && at >= history->count)
		return;
	editor_set(&line->editor,
		   at == SIZE_MAX ? SLICE("") : slice_str(history->list[at]));
	line->history_at = at;
	changed(app);
}

static void leave(struct app *app)
{
	struct pane *pane = app_focused(app);
	struct line *line = line_of(app);

	app_layer_close(app);
	if (line->what != ASK_SEARCH)
		return;
	pane_search_clear(app);
	if (pane)
		transcript_return(pane->view, line->origin);
}

/* Show the line again, with the reason why it could not be run. */
static void come_back(struct app *app, struct slice why)
{
	struct line *line = line_of(app);

	app_layer_return(app, LAYER_LINE);
	strbuf_reset(&line->error);
	strbuf_addslice(&line->error, why);
	line->choices.shown = false;
}

/*
 * A command may fail later, at a file or a host: then the line comes back,
 * unless another key was pressed meanwhile, or so much time has passed that the
 * failure is unrelated.
 */
static bool take_complaint(struct app *app, struct slice why)
{
	struct line *line = line_of(app);

	if (!line->ran_key || line->ran_key != app->keys ||
	    app->layer != LAYER_PANES ||
	    app->now_ms > line->ran_ms + REFUSED_MS)
		return false;
	line->ran_key = 0;
	come_back(app, why);
	return true;
}

/* The line closes before the command opens its layer; a line that cannot be run
 * stays. */
static void enter_command(struct app *app)
{
	struct line *line = line_of(app);
	char *text = xmemdupz(line->editor.text.buf, line->editor.text.len);
	struct strbuf err = STRBUF_INIT;

	app_layer_close(app);
	if (!*text) {
		free(text);
		return;
	}
	line->ran_key = app->keys;
	line->ran_ms = app->now_ms;
	if (app_command_line(app, slice_str(text), &err))
		come_back(app, strbuf_slice(&err));
	else
		line_history_add(&app->commands, slice_str(text));
	strbuf_release(&err);
	free(text);
}

/* Save; the line closes when the file was written. */
static void save(struct app *app, bool replace)
{
	struct line *line = line_of(app);
	struct slice path = strbuf_slice(&line->editor.text);
	struct effect *effect;

	if (!path.len)
		return;
	effect = effect_add(&app->effects, EFFECT_SAVE);
	effect->name = xmemdupz(path.ptr, path.len);
	effect->flag = replace;
	transcript_markdown(&effect->text, line->conv);
	strbuf_end_line(&effect->text);
}

static void enter(struct app *app)
{
	struct line *line = line_of(app);
	struct pane *pane = app_focused(app);
	struct slice text = strbuf_slice(&line->editor.text);

	if (line->what == ASK_COMMAND) {
		enter_command(app);
		return;
	}
	if (line->what == ASK_FILTER) {
		if (!pane_filter_pattern(app, text, &line->error))
			app_layer_close(app);
		return;
	}
	if (line->what == ASK_SAVE) {
		if (!line->exists)
			save(app, false);
		return;
	}
	if (line->what == ASK_SEARCH && (!pane || !pane->conv))
		strbuf_setf(&line->error, _("nothing to search here"));
	if (line->error.len)
		return;
	if (is_pattern(line) && !text.len) {
		if (!app->patterns.count) {
			leave(app);
			return;
		}
		/* Repeat the last pattern. */
		editor_set(&line->editor, slice_str(app->patterns.list[0]));
		changed(app);
		text = strbuf_slice(&line->editor.text);
	}
	if (is_pattern(line))
		line_history_add(&app->patterns, text);
	if (line->what != ASK_SEARCH_ALL)
		app_layer_close(app);
	else
		app_layer_open(app, LAYER_SEARCH_ALL, 0, text, &line->error);
}

static void press_key(struct app *app, struct key key)
{
	struct line *line = line_of(app);
	bool plain = !key.mods;

	if (key_is_escape(key))
		leave(app);
	else if (line->what == ASK_COMMAND &&
		 line_choices_key(app, &line->choices, &line->editor,
				  &line->error, key))
		return;
	else if (key.sym == KEY_SYM_ENTER && plain)
		enter(app);
	else if (key.sym == KEY_SYM_ENTER && key.mods == KEY_ALT &&
		 line->exists)
		save(app, true);
	else if (key.sym == KEY_SYM_UP && plain)
		recall(app, 1);
	else if (key.sym == KEY_SYM_DOWN && plain)
		recall(app, -1);
	else if (editor_key(&line->editor, key) == EDITOR_EDITED)
		changed(app);
}

static void paste(struct app *app, struct slice text)
{
	editor_paste(&line_of(app)->editor, text);
	changed(app);
}

static void click(struct app *app, size_t row)
{
	struct line *line = line_of(app);

	line_choices_click(app, &line->choices, &line->editor, &line->error,
			   row);
}

static const char *label_of(enum app_ask what)
{
	switch (what) {
	case ASK_SEARCH:
		return "/";
	case ASK_SEARCH_ALL:
		return _("Search all: ");
	case ASK_FILTER:
		return _("Show only: ");
	case ASK_SAVE:
		return _("Save as: ");
	case ASK_COMMAND:
		return ":";
	}
	return "";
}

/* Draw a long error above the line. */
static void draw_error(const struct line *line, struct canvas *cv,
		       struct rect at)
{
	const struct wrap_options wrap = { .cols = at.w - 2,
					   .face = FACE_ERROR };
	struct strbuf clean = STRBUF_INIT;
	struct rows rows = ROWS_INIT;

	sanitize_line(&clean, strbuf_slice(&line->error));
	wrap_text(&rows, strbuf_slice(&clean), &wrap);
	if (rows.count > ERROR_ROWS_MOST)
		rows_truncate(&rows, ERROR_ROWS_MOST);
	at.h = (int)rows.count < at.y ? (int)rows.count : at.y;
	at.y -= at.h;
	canvas_fill(cv, at, FACE_INPUT);
	at.x++;
	at.w -= 2;
	dialog_part_rows(cv, at, &rows, 0);
	rows_release(&rows);
	strbuf_release(&clean);
}

static int64_t draw(struct app *app, struct canvas *cv, struct rect room)
{
	struct rect at = { 0, cv->h - 1, cv->w, 1 };
	struct line *line = line_of(app);
	struct strbuf status = STRBUF_INIT, clean = STRBUF_INIT;
	const char *label = label_of(line->what);
	int label_cols = width_text(slice_str(label)), cols;
	bool bad = line->error.len;

	(void)room;
	if (line->what == ASK_COMMAND)
		line_choices_draw(&line->choices, cv);
	canvas_fill(cv, at, FACE_INPUT);
	if (bad)
		strbuf_addslice(&status, strbuf_slice(&line->error));
	else if (line->what == ASK_SEARCH)
		pane_search_status(app, &status);
	sanitize_line(&clean, strbuf_slice(&status));
	cols = width_text(strbuf_slice(&clean));
	/* The typed text gets at least half of the line. */
	if (bad && cols > at.w / 2 && at.w > 2) {
		draw_error(line, cv, at);
		strbuf_reset(&clean);
		cols = 0;
	}
	canvas_text(cv, at, at.x + at.w - 1 - cols, at.y, strbuf_slice(&clean),
		    bad ? FACE_ERROR : FACE_DIM);
	canvas_text(cv, at, at.x + 1, at.y, slice_str(label), FACE_KEY);
	editor_draw(&line->editor, cv,
		    (struct rect){ at.x + 1 + label_cols, at.y,
				   at.w - 3 - label_cols - cols, 1 },
		    true);
	strbuf_release(&status);
	strbuf_release(&clean);
	return -1;
}

static void forget(struct app *app, int host)
{
	struct line *line = line_of(app);

	if (!line->conv || line->conv->host != host)
		return;
	line->conv = NULL;
	if (app->layer == LAYER_LINE)
		app_layer_close(app);
}

static void saved(struct app *app, const struct effect_done *done)
{
	struct line *line = line_of(app);
	struct strbuf path = STRBUF_INIT;

	if (done->result == EFFECT_DONE) {
		strbuf_addslice(&path, done->text);
		if (app->layer == LAYER_LINE)
			app_layer_close(app);
		app_say(app, FACE_DIM, _("saved as %s"), path.buf);
		strbuf_release(&path);
		return;
	}
	line->exists = done->result == EFFECT_EXISTS;
	strbuf_setf(&line->error, "%s",
		    line->exists ? _("file exists; M-Enter to overwrite")
				 : done->why);
}

static void take_done(struct app *app, const struct effect_done *done)
{
	struct line *line = line_of(app);

	if (done->kind == EFFECT_SAVE)
		saved(app, done);
	if (done->kind == EFFECT_LIST && app->layer == LAYER_LINE)
		line_choices_listed(app, &line->choices,
				    strbuf_slice(&line->editor.text),
				    done->text);
}

const struct layer_ops layer_line = {
	.said = SAID_ENTERED,
	.init = init,
	.release = release,
	.open = open_line,
	.key = press_key,
	.paste = paste,
	.click = click,
	.draw = draw,
	.forget = forget,
	.complained = take_complaint,
	.done = take_done,
};
