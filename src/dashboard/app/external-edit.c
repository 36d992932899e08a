#include "config.h"

#include "src/dashboard/app/external-edit.h"

#include <string.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app.h"
#include "src/dashboard/app/draft.h"
#include "src/dashboard/app/pane.h"
#include "src/dashboard/app/prompt-dialog.h"
#include "src/dashboard/app/say.h"
#include "src/dashboard/app/state.h"
#include "src/dashboard/hosts/hosts.h"

/*
 * Texts of our own editors, edited in the user's. The loop runs it (effect.h);
 * meanwhile nothing else happens here, but events just before may have removed
 * what the text was for.
 */

/* The focused editor, and a name for a file of its text. */
static struct editor *current_editor(struct app *app, const char **name)
{
	struct prompt *p = app_prompt_shown(app);
	struct draft *draft;

	if (app->layer == LAYER_PROMPT && p) {
		struct dialog d = app_dialog_of(app, p);
		struct editor *ed = d.ops->editor(d.data, name);

		/* A secret is never written to a file. */
		return ed && !ed->secret ? ed : NULL;
	}
	draft = draft_here(app);
	if (app->layer != LAYER_COMPOSER || !draft ||
	    hosts_is_sending(app->hosts, app_focused(app)->conv))
		return NULL;
	*name = "message.md";
	return draft->editor;
}

bool external_edit_key(struct app *app, struct key key)
{
	struct prompt *p = app_prompt_shown(app);
	const struct editor *ed;
	struct effect *effect;
	const char *name;

	if (!key_is(key, 'x', KEY_CTRL))
		return false;
	ed = current_editor(app, &name);
	if (!ed)
		return false;
	effect = effect_add(&app->effects, EFFECT_EDIT);
	effect->name = xstrdup(name);
	strbuf_addslice(&effect->text, strbuf_slice(&ed->text));
	app->own->edit.editor = ed;
	app->own->edit.serial = p ? p->serial : 0;
	app->own->edit.revision = p ? p->revision : 0;
	return true;
}

/* Editors end a text with a line break whether or not it had one. */
static struct slice without_last_break(struct slice text, struct slice before)
{
	bool had = before.len && before.ptr[before.len - 1] == '\n';

	if (!had && text.len && text.ptr[text.len - 1] == '\n')
		text.len--;
	return text;
}

static void tell(struct app *app, const char *why)
{
	const struct prompt *p =
		app->layer == LAYER_PROMPT ? app_prompt_shown(app) : NULL;
	struct dialog d;

	if (!p) {
		app_say(app, FACE_ERROR, "%s", why);
		return;
	}
	d = app_dialog_of(app, p);
	strbuf_setf(d.ops->problem(d.data), "%s", why);
}

/* Changed arguments are shown before they can be sent. */
static void take_arguments(struct app *app, const struct prompt *p,
			   struct slice text)
{
	struct editor *ed = &app->approval.editor;

	if (!slice_skip_space(text).len) {
		tell(app, _("the editor returned no text"));
		return;
	}
	if (slice_equal(text, strbuf_slice(&ed->text)))
		return;
	editor_set(ed, text);
	app_prompt_review(app, p);
}

static void take(struct app *app, struct editor *ed, struct slice text)
{
	struct prompt *p = app_prompt_shown(app);

	text = without_last_break(text, strbuf_slice(&ed->text));
	if (ed == &app->approval.editor &&
	    app->approval.mode == APPROVAL_EDIT) {
		take_arguments(app, p, text);
		return;
	}
	editor_set(ed, text);
	if (ed == &app->inquiry.editor)
		app->inquiry.touched = true;
}

void external_edit_done(struct app *app, const struct effect_done *done)
{
	const struct prompt *p = app_prompt_shown(app);
	const char *name;
	struct editor *ed = current_editor(app, &name);
	bool same = ed && ed == app->own->edit.editor &&
		    app->own->edit.serial == (p ? p->serial : 0) &&
		    app->own->edit.revision == (p ? p->revision : 0);

	/* Another program had the screen, and the keys. */
	prompt_desk_covered(&app->desk);
	prompt_desk_input(&app->desk, app->now_ms);
	app_state_touch(app);
	if (done->why)
		tell(app, done->why);
	else if (!same)
		app_say(app, FACE_ERROR,
			_("what was being edited no longer exists; nothing was sent"));
	else
		take(app, ed, done->text);
}
