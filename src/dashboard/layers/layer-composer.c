#include "config.h"

#include <string.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/draft.h"
#include "src/dashboard/app/external-edit.h"
#include "src/dashboard/app/layer.h"
#include "src/dashboard/app/pane.h"
#include "src/dashboard/app/parts.h"
#include "src/dashboard/app/say.h"
#include "src/dashboard/hosts/hosts.h"
#include "src/dashboard/layers/layers.h"

/* Keys while writing a message. */

enum { HINT_SEND, HINT_QUEUE };

static void leave(struct app *app)
{
	struct draft *draft = draft_here(app);

	app_layer_close(app);
	if (draft)
		draft_leave(draft);
}

static void edit(struct draft *draft, struct key key)
{
	if (editor_key(draft->editor, key) != EDITOR_IGNORED || key.mods)
		return;
	/* Recall with up in the first row, down in the last. */
	if (key.sym == KEY_SYM_UP)
		draft_recall(draft, 1);
	else if (key.sym == KEY_SYM_DOWN)
		draft_recall(draft, -1);
}

static int open_composer(struct app *app, int what, struct slice text,
			 struct strbuf *err)
{
	struct conversation *conv = app_conversation_here(app, err);
	const char *why;

	(void)what;
	(void)text;
	if (!conv) {
		prompt_desk_no_text(&app->desk);
		return -1;
	}
	/* It opens anyway: the words that follow must not become commands. */
	why = draft_obstacle(app, conv);
	if (why)
		app_say(app, FACE_WAITING, "%s", why);
	draft_get(app, conv);
	/* What is being changed is not sent meanwhile. */
	draft_hold(app, conv);
	return 0;
}

static void send_query(struct app *app, bool later)
{
	struct pane *pane = app_focused(app);

	if (later ? draft_queue(app, pane->conv) : draft_send(app, pane->conv))
		app_layer_close(app);
	transcript_end(pane->view);
}

static const struct hint hints[] = {
	[HINT_SEND] = { "Enter", N_("send") },
	[HINT_QUEUE] = { "Tab", N_("send after the turn") },
	{ "M-Enter", N_("new line") },
	{ "C-x", N_("open $EDITOR") },
	{ "Esc", N_("keep the draft") },
};

/* Whether there is a turn that it would go into. */
static bool goes_in(struct app *app)
{
	const struct pane *pane = app_focused(app);

	return pane && pane->conv && draft_goes_in(app, pane->conv);
}

static const char *hint_word(struct app *app, size_t i)
{
	const struct pane *pane = app_focused(app);
	bool runs = pane && pane->conv && pane->conv->turn_active;

	if (i == HINT_QUEUE)
		return goes_in(app) ? N_("send after the turn") : NULL;
	if (i != HINT_SEND || !runs)
		return hints[i].word;
	return goes_in(app) ? N_("send now") : N_("send after the turn");
}

static void press_key(struct app *app, struct key key)
{
	struct draft *draft = draft_here(app);

	if (!draft || key_is_escape(key)) {
		leave(app);
		return;
	}
	if (key_is_sym(key, KEY_SYM_ENTER))
		send_query(app, false);
	else if (key_is_sym(key, KEY_SYM_TAB) && goes_in(app))
		send_query(app, true);
	else if (!hosts_is_sending(app->hosts, app_focused(app)->conv) &&
		 !external_edit_key(app, key))
		edit(draft, key);
}

static void paste(struct app *app, struct slice text)
{
	struct draft *draft = draft_here(app);

	if (draft)
		editor_paste(draft->editor, text);
}

const struct layer_ops layer_composer = {
	.hints = hints,
	.hint_count = ARRAY_SIZE(hints),
	.hint_word = hint_word,
	.open = open_composer,
	.key = press_key,
	.paste = paste,
};
