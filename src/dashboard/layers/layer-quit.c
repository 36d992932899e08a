#include "config.h"

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app-private.h"
#include "src/dashboard/app/draft.h"
#include "src/dashboard/layers/layers.h"

/* Something waits: really? */

static void press_key(struct app *app, struct key key)
{
	/* The q that asked, still down, is no answer. */
	if (prompt_desk_is_held(&app->desk))
		return;
	app_layer_close(app);
	if (key_is(key, 'y', 0) || key_is(key, 'q', 0))
		app_exit(app, 0, NULL);
}

static int64_t draw(struct app *app, struct canvas *cv, struct rect room)
{
	struct rect in = dialog_frame_padded(cv, room, 58, 6, _("Leave?"));
	struct strbuf text = STRBUF_INIT;
	size_t waiting = app->store->prompts.count;
	int y = in.y;

	if (waiting) {
		strbuf_addf(&text,
			    Q_("%zu request waits for an answer.",
			       "%zu requests wait for an answer.", waiting),
			    waiting);
		canvas_text(cv, in, in.x, y++, strbuf_slice(&text),
			    FACE_WAITING);
	}
	if (draft_any(app))
		canvas_text(cv, in, in.x, y++,
			    slice_str(_("A message was not sent.")),
			    FACE_WAITING);
	canvas_text(cv, in, in.x, y + 1,
		    slice_str(_("y leave   any other key stays")), FACE_DIALOG);
	strbuf_release(&text);
	return -1;
}

static const struct hint hints[] = {
	{ "y", N_("leave") },
	{ "n", N_("stay") },
};

const struct layer_ops layer_quit = {
	.hints = hints,
	.hint_count = ARRAY_SIZE(hints),
	.key = press_key,
	.draw = draw,
};
