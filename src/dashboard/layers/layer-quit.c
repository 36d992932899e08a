#include "config.h"

#include <stdlib.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/draft.h"
#include "src/dashboard/app/layer.h"
#include "src/dashboard/app/pane.h"
#include "src/dashboard/app/parts.h"
#include "src/dashboard/app/say.h"
#include "src/dashboard/layers/layers.h"
#include "ui/text/sanitize.h"
#include "ui/view/conversation-label.h"

/* Confirmation when requests are pending, or turns would be cut off. */

struct quit {
	enum app_sure what;
	struct conversation *conv; /* whose turn to cancel, or NULL */
};

static struct quit *quit_of(const struct app *app)
{
	return layer_data(app, LAYER_QUIT);
}

static void *init(void)
{
	return xcalloc(1, sizeof(struct quit));
}

static int open_quit(struct app *app, int what, struct slice text,
		     struct strbuf *err)
{
	struct quit *quit = quit_of(app);
	struct pane *pane = app_focused(app);

	(void)text;
	(void)err;
	quit->what = (enum app_sure)what;
	quit->conv = what == SURE_CANCEL && pane ? pane->conv : NULL;
	app->leaves = false;
	return 0;
}

static void press_cancel(struct app *app, struct key key)
{
	struct strbuf err = STRBUF_INIT;
	struct conversation *conv = quit_of(app)->conv;

	if (!conv || (!key_is(key, 'y', 0) && !key_is(key, 'X', 0)))
		return;
	/* What was meant to follow on it is for the user to think over. */
	draft_hold(app, conv);
	if (hosts_cancel(app->hosts, conv, &err) && err.len)
		app_say(app, FACE_ERROR, "%s", err.buf);
	strbuf_release(&err);
}

static void press_leave(struct app *app, struct key key)
{
	if (key_is(key, 'y', 0) || key_is(key, 'q', 0)) {
		app_exit(app, 0, NULL);
	} else if (key_is(key, 'w', 0) && hosts_running(app->hosts, -1)) {
		app->leaves = true;
		app_say(app, FACE_DIM,
			_("quits when your queries have ended; q asks again"));
	}
}

static void press_key(struct app *app, struct key key)
{
	/* The q or X that opened this, still held, is not an answer. */
	if (prompt_desk_is_held(&app->desk))
		return;
	app_layer_close(app);
	if (quit_of(app)->what == SURE_CANCEL)
		press_cancel(app, key);
	else
		press_leave(app, key);
}

static void draw_cancel(struct app *app, struct canvas *cv, struct rect room)
{
	const struct conversation *conv = quit_of(app)->conv;
	struct rect in =
		dialog_frame_padded(cv, room, 66, 5, _("Cancel the query?"));
	struct strbuf title = STRBUF_INIT, clean = STRBUF_INIT;

	if (conv)
		conversation_title(&title, conv);
	sanitize_line(&clean, strbuf_slice(&title));
	canvas_text(cv, in, in.x, in.y, strbuf_slice(&clean), FACE_WAITING);
	canvas_text(cv, in, in.x, in.y + 2,
		    slice_str(_("y cancel it   any other key lets it run")),
		    FACE_DIALOG);
	strbuf_release(&title);
	strbuf_release(&clean);
}

/* Draw the reasons to stay, one per row; returns the next row. */
static int draw_reasons(const struct app *app, struct canvas *cv,
			struct rect in, size_t running)
{
	struct strbuf text = STRBUF_INIT;
	size_t waiting = app->store->prompts.count;
	int y = in.y;

	if (waiting) {
		strbuf_setf(&text,
			    Q_("%zu request waits for an answer.",
			       "%zu requests wait for an answer.", waiting),
			    waiting);
		canvas_text(cv, in, in.x, y++, strbuf_slice(&text),
			    FACE_WAITING);
	}
	if (running) {
		strbuf_setf(
			&text,
			Q_("%zu query of yours is running; quitting may end it.",
			   "%zu queries of yours are running; quitting may end them.",
			   running),
			running);
		canvas_text(cv, in, in.x, y++, strbuf_slice(&text),
			    FACE_WAITING);
	}
	if (draft_any(app))
		canvas_text(cv, in, in.x, y++,
			    slice_str(_("A message was not sent.")),
			    FACE_WAITING);
	strbuf_release(&text);
	return y;
}

static void draw_leave(struct app *app, struct canvas *cv, struct rect room)
{
	size_t running = hosts_running(app->hosts, -1);
	struct rect in = dialog_frame_padded(cv, room, running ? 66 : 58,
					     running ? 7 : 6, _("Quit?"));
	int y = draw_reasons(app, cv, in, running);

	canvas_text(
		cv, in, in.x, y + 1,
		slice_str(
			running ? _("y quit · w when they have ended · any other key to stay")
				: _("y quit · any other key to stay")),
		FACE_DIALOG);
}

static int64_t draw(struct app *app, struct canvas *cv, struct rect room)
{
	if (quit_of(app)->what == SURE_CANCEL)
		draw_cancel(app, cv, room);
	else
		draw_leave(app, cv, room);
	return -1;
}

static void forget(struct app *app, int host)
{
	struct quit *quit = quit_of(app);

	if (!quit->conv || quit->conv->host != host)
		return;
	quit->conv = NULL;
	if (app->layer == LAYER_QUIT)
		app_layer_close(app);
}

static const struct hint hints[] = {
	{ "y", N_("yes") },
	{ "n", N_("no") },
};

const struct layer_ops layer_quit = {
	.hints = hints,
	.hint_count = ARRAY_SIZE(hints),
	.init = init,
	.release = free,
	.open = open_quit,
	.key = press_key,
	.wheel = layer_still,
	.draw = draw,
	.forget = forget,
};
