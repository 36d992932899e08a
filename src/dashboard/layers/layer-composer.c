#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app-private.h"
#include "src/dashboard/app/draft.h"
#include "src/dashboard/hosts/hosts.h"

/* The keys of a message that is being written. */

static void leave(struct app *app)
{
	struct draft *draft = draft_here(app);

	app->layer = LAYER_PANES;
	if (draft)
		draft_leave(draft);
}

static void edit(struct draft *draft, struct key key)
{
	if (editor_key(draft->editor, key) != EDITOR_IGNORED || key.mods)
		return;
	/* From the first row up, from the last one down. */
	if (key.sym == KEY_SYM_UP)
		draft_recall(draft, 1);
	else if (key.sym == KEY_SYM_DOWN)
		draft_recall(draft, -1);
}

void app_composer_open(struct app *app)
{
	struct strbuf err = STRBUF_INIT;
	struct conversation *conv = app_conversation_here(app, &err);

	if (!conv) {
		app_say(app, FACE_ERROR, "%s", err.buf);
		strbuf_release(&err);
		return;
	}
	if (app->options.read_only) {
		app_say(app, FACE_ERROR, _("read-only: nothing is sent"));
		return;
	}
	if (!app_host_can(app, conv->host, CAPABILITY_QUERY)) {
		app_say(app, FACE_ERROR, _("this host takes no messages"));
		return;
	}
	draft_get(app, conv);
	app->layer = LAYER_COMPOSER;
}

static void send_query(struct app *app)
{
	struct pane *pane = app_focused(app);

	if (draft_send(app, pane->conv))
		app->layer = LAYER_PANES;
	transcript_end(pane->view);
}

void app_composer_key(struct app *app, struct key key)
{
	struct draft *draft = draft_here(app);

	if (!draft || key_is_escape(key)) {
		leave(app);
		return;
	}
	if (key.sym == KEY_SYM_ENTER && !key.mods)
		send_query(app);
	else if (!hosts_is_sending(app, app_focused(app)->conv) &&
		 !app_edit_key(app, key))
		edit(draft, key);
}
