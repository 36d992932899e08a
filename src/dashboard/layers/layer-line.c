#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app-private.h"
#include "ui/text/sanitize.h"
#include "ui/text/width.h"

/*
 * A line to type in, in place of the bottom one: patterns, file names and
 * commands.
 * What was typed stays until it is right or left.
 */

void app_line_init(struct app_line *line)
{
	*line = (struct app_line){ .error = STRBUF_INIT };
	editor_init(&line->editor);
	line->editor.one_line = true;
	app_choices_init(&line->choices);
}

void app_line_release(struct app_line *line)
{
	editor_release(&line->editor);
	strbuf_release(&line->error);
	line_history_release(&line->patterns);
	line_history_release(&line->commands);
	app_choices_release(&line->choices);
}

void app_line_open(struct app *app, enum app_ask what, struct slice text)
{
	struct pane *pane = app_focused(app);

	app->line.what = what;
	app->line.history_at = SIZE_MAX;
	strbuf_reset(&app->line.error);
	app->line.exists = false;
	editor_set(&app->line.editor, text);
	editor_key(&app->line.editor, (struct key){ .sym = KEY_SYM_END });
	if (pane)
		app->line.origin = transcript_leave(pane->view);
	app->layer = LAYER_LINE;
	/* Files may be others by now. */
	app->line.choices.shown = app->line.choices.asked = false;
	if (what == ASK_COMMAND)
		app_choices_update(app);
}

static bool is_pattern(const struct app_line *line)
{
	return line->what == ASK_SEARCH || line->what == ASK_SEARCH_ALL ||
	       line->what == ASK_FILTER;
}

static void changed(struct app *app)
{
	struct app_line *line = &app->line;
	struct pane *pane = app_focused(app);

	strbuf_reset(&line->error);
	line->exists = false;
	if (line->what == ASK_COMMAND)
		app_choices_update(app);
	if (line->what != ASK_SEARCH)
		return;
	/* Each pattern is looked for from where one was. */
	if (pane)
		transcript_return(pane->view, line->origin);
	app_find_set(app, strbuf_slice(&line->editor.text), &line->error);
}

static void recall(struct app *app, int step)
{
	struct app_line *line = &app->line;
	const struct line_history *history =
		line->what == ASK_COMMAND ? &line->commands : &line->patterns;
	size_t at = line->history_at + (size_t)step;

	if (line->what == ASK_SAVE || !history->count)
		return;
	if (at == SIZE_MAX) {
		editor_set(&line->editor, slice_of("", 0));
	} else if (at < history->count) {
		editor_set(&line->editor, slice_str(history->list[at]));
	} else {
		return;
	}
	line->history_at = at;
	editor_key(&line->editor, (struct key){ .sym = KEY_SYM_END });
	changed(app);
}

static void leave(struct app *app)
{
	struct pane *pane = app_focused(app);

	app->layer = LAYER_PANES;
	if (app->line.what != ASK_SEARCH)
		return;
	app_find_clear(app);
	if (pane)
		transcript_return(pane->view, app->line.origin);
}

/* The line closes before the command opens what it opens; a line that cannot
 * be run stays. */
static void enter_command(struct app *app)
{
	struct app_line *line = &app->line;
	char *text = xmemdupz(line->editor.text.buf, line->editor.text.len);
	struct strbuf err = STRBUF_INIT;

	app->layer = LAYER_PANES;
	if (!*text) {
		free(text);
		return;
	}
	if (app_command_line(app, slice_str(text), &err)) {
		app->layer = LAYER_LINE;
		strbuf_reset(&line->error);
		strbuf_addslice(&line->error, strbuf_slice(&err));
	} else {
		line_history_add(&line->commands, slice_str(text));
	}
	strbuf_release(&err);
	free(text);
}

static void enter(struct app *app)
{
	struct app_line *line = &app->line;
	struct slice text = strbuf_slice(&line->editor.text);

	if (line->what == ASK_COMMAND) {
		enter_command(app);
		return;
	}
	if (line->what == ASK_FILTER) {
		if (!app_filter_pattern(app, text, &line->error))
			app->layer = LAYER_PANES;
		return;
	}
	if (line->what == ASK_SAVE) {
		/* The layer closes when it was written. */
		if (!line->exists)
			app_save_line(app, text, false);
		return;
	}
	if (line->error.len)
		return;
	if (is_pattern(line) && !text.len) {
		if (!line->patterns.count) {
			leave(app);
			return;
		}
		/* The last one again. */
		editor_set(&line->editor, slice_str(line->patterns.list[0]));
		changed(app);
		text = strbuf_slice(&line->editor.text);
	}
	if (is_pattern(line))
		line_history_add(&line->patterns, text);
	app->layer = LAYER_PANES;
	if (line->what == ASK_SEARCH_ALL &&
	    app_hits_open(app, slice_str(line->patterns.list[0]), &line->error))
		app->layer = LAYER_LINE;
}

void app_line_key(struct app *app, struct key key)
{
	struct app_line *line = &app->line;
	bool plain = !key.mods;

	if (key_is_escape(key))
		leave(app);
	else if (line->what == ASK_COMMAND && app_choices_key(app, key))
		return;
	else if (key.sym == KEY_SYM_ENTER && plain)
		enter(app);
	else if (key.sym == KEY_SYM_ENTER && key.mods == KEY_ALT &&
		 line->exists)
		app_save_line(app, strbuf_slice(&line->editor.text), true);
	else if (key.sym == KEY_SYM_UP && plain)
		recall(app, 1);
	else if (key.sym == KEY_SYM_DOWN && plain)
		recall(app, -1);
	else if (editor_key(&line->editor, key) == EDITOR_EDITED)
		changed(app);
}

void app_line_paste(struct app *app, struct slice text)
{
	editor_paste(&app->line.editor, text);
	changed(app);
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

void app_line_draw(struct app *app, struct canvas *cv, struct rect at)
{
	struct app_line *line = &app->line;
	struct strbuf status = STRBUF_INIT, clean = STRBUF_INIT;
	const char *label = label_of(line->what);
	int label_cols = width_text(slice_str(label)), cols;
	bool bad = line->error.len;

	canvas_fill(cv, at, FACE_INPUT);
	if (bad)
		strbuf_addslice(&status, strbuf_slice(&line->error));
	else if (line->what == ASK_SEARCH)
		app_find_status(app, &status);
	sanitize_line(&clean, strbuf_slice(&status));
	cols = width_text(strbuf_slice(&clean));
	/* What is typed has at least half of the line. */
	if (cols > at.w / 2) {
		strbuf_reset(&status);
		width_elide(&status, strbuf_slice(&clean), at.w / 2);
		strbuf_reset(&clean);
		strbuf_addslice(&clean, strbuf_slice(&status));
		cols = width_text(strbuf_slice(&clean));
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
}
