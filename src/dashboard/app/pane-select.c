#include "config.h"

#include "src/base/i18n.h"
#include "src/dashboard/app/app-private.h"

/* Selecting lines in the focused pane: keys that move elsewhere extend it. */

static struct transcript *selecting(struct app *app)
{
	struct pane *pane = app_focused(app);

	return pane && transcript_lines_active(pane->view) ? pane->view : NULL;
}

bool app_lines_active(struct app *app)
{
	return selecting(app) != NULL;
}

void app_lines_toggle(struct app *app)
{
	struct pane *pane = app_focused(app);

	if (selecting(app))
		transcript_lines_end(pane->view);
	else if (!pane || !transcript_lines_begin(pane->view))
		app_say(app, FACE_DIM, _("there are no lines to select here"));
	else
		strbuf_reset(&app->message); /* the keys stand there now */
}

bool app_lines_key(struct app *app, struct key key)
{
	struct transcript *view = selecting(app);

	if (!view)
		return false;
	if (key_is_escape(key))
		transcript_lines_end(view);
	else if (key_is(key, 'o', 0))
		transcript_lines_swap(view);
	else
		return false;
	return true;
}

bool app_lines_command(struct app *app, enum command_id command)
{
	struct transcript *view = selecting(app);

	if (!view)
		return false;
	switch (command) {
	case COMMAND_DOWN:
		transcript_lines_step(view, 1);
		break;
	case COMMAND_UP:
		transcript_lines_step(view, -1);
		break;
	case COMMAND_PAGE_DOWN:
		transcript_lines_page(view, 2);
		break;
	case COMMAND_PAGE_UP:
		transcript_lines_page(view, -2);
		break;
	case COMMAND_HALF_DOWN:
		transcript_lines_page(view, 1);
		break;
	case COMMAND_HALF_UP:
		transcript_lines_page(view, -1);
		break;
	case COMMAND_TOP:
		transcript_lines_home(view);
		break;
	case COMMAND_END:
		transcript_lines_last(view);
		break;
	case COMMAND_NEXT_TURN:
		transcript_lines_turn(view, 1);
		break;
	case COMMAND_PREVIOUS_TURN:
		transcript_lines_turn(view, -1);
		break;
	case COMMAND_SELECT_NEXT:
		transcript_lines_item(view, 1);
		break;
	case COMMAND_SELECT_PREVIOUS:
		transcript_lines_item(view, -1);
		break;
	default:
		return false;
	}
	return true;
}

void app_lines_check(struct app *app, struct pane *pane)
{
	if (transcript_lines_lost(pane->view))
		app_say(app, FACE_DIM,
			_("the selected lines are gone, so nothing is "
			  "selected"));
}
