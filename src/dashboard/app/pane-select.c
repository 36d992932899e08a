#include "config.h"

#include "src/dashboard/app/pane-select.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/layer.h"
#include "src/dashboard/app/pane.h"
#include "src/dashboard/app/parts.h"
#include "src/dashboard/app/say.h"
#include "src/store/item-text.h"
#include "ui/transcript/transcript-markdown.h"

/* Selecting lines in the focused pane: movement keys extend the selection. */

static struct transcript *selecting(struct app *app)
{
	struct pane *pane = app_focused(app);

	return pane && transcript_lines_active(pane->view) ? pane->view : NULL;
}

bool pane_select_active(struct app *app)
{
	return selecting(app) != NULL;
}

void pane_select_toggle(struct app *app)
{
	struct pane *pane = app_focused(app);

	if (selecting(app))
		transcript_lines_end(pane->view);
	else if (!pane || !transcript_lines_begin(pane->view))
		app_say(app, FACE_DIM, _("no lines to select here"));
	else
		strbuf_reset(&app->message); /* the keys are shown there now */
}

bool pane_select_key(struct app *app, struct key key)
{
	struct transcript *view = selecting(app);

	if (!view)
		return false;
	/* As in what is on top of the panes: it leaves that first. */
	if (key_is_escape(key) ||
	    keymap_find(&app->keymap, key) == COMMAND_QUIT)
		transcript_lines_end(view);
	else if (key_is(key, 'o', 0))
		transcript_lines_swap(view);
	else
		return false;
	return true;
}

bool pane_select_command(struct app *app, enum command_id command)
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

void pane_select_check(struct app *app, struct pane *pane)
{
	if (transcript_lines_lost(pane->view))
		app_say(app, FACE_DIM,
			_("the selected lines no longer exist; the selection "
			  "was cleared"));
}

/*
 * Copying texts elsewhere: to the clipboard, into a file, to a pager. The loop
 * does it (effect.h) and reports the result.
 */

/*
 * The selected lines or the selected item's text; otherwise that of the last
 * visible item.
 */
static bool selected_text(struct app *app, struct strbuf *out)
{
	struct pane *pane = app_focused(app);
	size_t index;

	if (!pane || !pane->conv || !pane->conv->item_count)
		return false;
	if (transcript_lines_active(pane->view))
		return transcript_lines_text(pane->view, out);
	if (!transcript_selected(pane->view))
		transcript_select(pane->view, -1);
	index = conversation_find_item(pane->conv,
				       transcript_selected(pane->view));
	if (index == SIZE_MAX)
		return false;
	item_text_source(out, pane->conv, &pane->conv->items[index]);
	return out->len > 0;
}

void pane_select_copy(struct app *app)
{
	struct strbuf text = STRBUF_INIT;

	if (selected_text(app, &text)) {
		effect_add(&app->effects, EFFECT_COPY)->text = text;
		transcript_lines_end(app_focused(app)->view);
		return;
	}
	strbuf_release(&text);
	app_say(app, FACE_DIM, _("no text to copy here"));
}

void pane_select_show(struct app *app)
{
	struct strbuf text = STRBUF_INIT;

	if (selected_text(app, &text)) {
		effect_add(&app->effects, EFFECT_SHOW)->text = text;
		return;
	}
	strbuf_release(&text);
	app_say(app, FACE_DIM, _("no text to show here"));
}

static size_t count_characters(struct slice text)
{
	size_t count = 0;

	for (size_t i = 0; i < text.len; i++)
		count += ((unsigned char)text.ptr[i] & 0xc0) != 0x80;
	return count;
}

void pane_select_copied(struct app *app, const struct effect_done *done)
{
	size_t count = count_characters(done->text);

	if (done->result == EFFECT_DONE)
		app_say(app, FACE_DIM,
			Q_("copied %'zu character", "copied %'zu characters",
			   count),
			count);
	else if (done->result == EFFECT_SENT)
		app_say(app, FACE_DIM,
			Q_("sent %'zu character to the terminal",
			   "sent %'zu characters to the terminal", count),
			count);
	else if (done->result == EFFECT_NOWHERE)
		app_say(app, FACE_ERROR,
			_("nothing here has a clipboard; E shows the text in "
			  "a pager, w saves all"));
	else
		app_say(app, FACE_ERROR,
			Q_("%'zu character is too many for the terminal's "
			   "clipboard; E shows them in a pager, w saves all",
			   "%'zu characters are too many for the terminal's "
			   "clipboard; E shows them in a pager, w saves all",
			   count),
			count);
}

void pane_select_save(struct app *app, struct slice path)
{
	struct pane *pane = app_focused(app);
	struct strbuf name = STRBUF_INIT;

	if (!pane || !pane->conv || !pane->conv->item_count) {
		app_say(app, FACE_DIM, _("nothing to save here"));
		prompt_desk_no_text(&app->desk);
		return;
	}
	hosts_complete(app->hosts, pane->conv);
	transcript_markdown_name(&name, pane->conv);
	app_layer_try(app, LAYER_LINE, ASK_SAVE,
		      path.len ? path : strbuf_slice(&name));
	strbuf_release(&name);
}
