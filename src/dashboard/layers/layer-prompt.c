#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/external-edit.h"
#include "src/dashboard/app/parts.h"
#include "src/dashboard/app/prompt-answer.h"
#include "src/dashboard/app/prompt-dialog.h"
#include "src/dashboard/app/rule-answers.h"
#include "src/dashboard/hosts/hosts.h"
#include "src/dashboard/layers/layers.h"
#include "ui/dialog/dialog-part.h"

/* Keys in a dialog. */

static void step_prompt(struct app *app, int step)
{
	const struct prompts *ps = &app->store->prompts;
	size_t at = prompts_index(ps, app->desk.serial);

	if (ps->count < 2)
		app_prompt_note(app, _("no other request is waiting"));
	if (at == SIZE_MAX || ps->count < 2)
		return;
	at = (at + ps->count + (size_t)(long)step) % ps->count;
	app_prompt_open(app, ps->waiting[at]->serial);
}

/* Only the keys that are shown do something. A line is no key. */
static void note_useless(struct app *app, struct key key)
{
	struct strbuf shown = STRBUF_INIT, text = STRBUF_INIT;

	if (app->options.plain)
		return;
	key_format_shown(&shown, key);
	strbuf_addf(&text, _("%s does nothing here"), shown.buf);
	app_prompt_note(app, text.buf);
	strbuf_release(&shown);
	strbuf_release(&text);
}

static void scroll_key(struct app *app, struct key key)
{
	if (!dialog_approval_scroll(&app->approval, key))
		note_useless(app, key);
}

/* Whatever the current view: the raw JSON view hides nothing. */
static bool is_suspicious(const struct prompt *p)
{
	struct arguments_facts facts;
	bool suspicious;

	arguments_facts_init(&facts);
	arguments_inspect(&facts,
			  slice_of(p->event.arguments, p->event.arguments_len));
	suspicious = arguments_suspicious(&facts);
	arguments_facts_release(&facts);
	return suspicious;
}

/* A rule decides requests that no one has read yet: read this one first. The
 * review of the rule shows only the rule, so the request must have been on the
 * screen for its time before. */
static void begin_rule(struct app *app, const struct prompt *p, bool allow)
{
	struct dialog d = app_dialog_of(app, p);

	if (d.ops->unseen(d.data)) {
		app_prompt_note(app,
				_("read it to the end before you make a rule"));
		return;
	}
	if (arguments_suspicious(&app->approval.facts) || is_suspicious(p)) {
		app_prompt_note(
			app,
			_("cannot make a rule: the arguments contain hidden "
			  "or look-alike characters"));
		return;
	}
	if (allow && prompt_desk_allow(&app->desk, p->revision, 0, 0,
				       app->options.guard_ms,
				       app->now_ms) == DESK_LOCKED) {
		app_prompt_locked(app);
		return;
	}
	if (app_rule_begin(app, p, allow))
		app_prompt_mode(app, p, APPROVAL_RULE);
}

static void begin_reason(struct app *app, const struct prompt *p)
{
	if (hosts_can(app->hosts, p->host, CAPABILITY_REASON)) {
		app_prompt_mode(app, p, APPROVAL_REASON);
		return;
	}
	app_prompt_note(app,
			_("this host does not accept a reason; n rejects"));
	/* The words that were meant to follow allow nothing. */
	prompt_desk_left_text(&app->desk);
}

static void begin_edit(struct app *app, const struct prompt *p)
{
	if (hosts_can(app->hosts, p->host, CAPABILITY_MODIFY)) {
		app_prompt_mode(app, p, APPROVAL_EDIT);
		return;
	}
	app_prompt_note(app, _("this host does not accept changed arguments"));
	prompt_desk_left_text(&app->desk);
}

static void change_view(struct app *app, struct key key)
{
	if (key_is(key, 'p', 0))
		dialog_approval_raw(&app->approval);
	else
		dialog_approval_unfold(&app->approval);
	prompt_desk_look_again(&app->desk);
	strbuf_reset(&app->desk.note);
}

static void read_key(struct app *app, struct prompt *p, struct key key)
{
	if (key_is(key, 'y', 0)) {
		prompt_answer_approve(app, p);
	} else if (key_is(key, 'n', 0)) {
		prompt_answer_reject(app, p, NULL);
	} else if (key_is(key, 'I', 0)) {
		if (!prompt_answer_identical(app, p))
			note_useless(app, key);
	} else if (key_is(key, 'A', 0)) {
		prompt_answer_reject_all(app, p);
	} else if (key_is(key, 'r', 0)) {
		begin_reason(app, p);
	} else if (key_is(key, 'e', 0)) {
		begin_edit(app, p);
	} else if (key_is(key, 'Y', 0) || key_is(key, 'N', 0)) {
		begin_rule(app, p, key.ch == 'Y');
	} else if (key_is(key, 'p', 0) || key_is(key, 'o', 0)) {
		change_view(app, key);
	} else if (key_is(key, ']', 0) || key_is(key, '[', 0)) {
		step_prompt(app, key.ch == ']' ? 1 : -1);
	} else if (key_is_escape(key)) {
		app_prompt_leave(app);
	} else {
		scroll_key(app, key);
	}
}

/* Esc may be the start of an arrow key that came in pieces: the typed text is
 * kept, and what is typed next is not an answer. */
static void leave_text(struct app *app, const struct prompt *p)
{
	app_prompt_mode(app, p, APPROVAL_READ);
	prompt_desk_left_text(&app->desk);
}

static void edit_key(struct app *app, struct prompt *p, struct key key)
{
	struct dialog_approval *d = &app->approval;

	if (key_is_escape(key))
		leave_text(app, p);
	else if (key_is(key, 's', KEY_CTRL))
		app_prompt_review(app, p);
	else if (key_is_sym(key, KEY_SYM_ENTER))
		editor_insert(&d->editor, SLICE("\n"));
	else if (editor_key(&d->editor, key) == EDITOR_EDITED)
		strbuf_reset(&d->problem);
}

static void review_key(struct app *app, struct prompt *p, struct key key)
{
	if (key_is_escape(key)) {
		leave_text(app, p);
	} else if (key_is(key, 'e', 0)) {
		app_prompt_mode(app, p, APPROVAL_EDIT);
	} else if (key_is(key, 'y', 0)) {
		prompt_answer_modify(app, p);
	} else {
		scroll_key(app, key);
	}
}

static void reason_key(struct app *app, struct prompt *p, struct key key)
{
	struct dialog_approval *d = &app->approval;

	if (key_is_escape(key))
		leave_text(app, p);
	else if (key_is_sym(key, KEY_SYM_ENTER) && d->editor.text.len)
		prompt_answer_reject(app, p, d->editor.text.buf);
	else if (key_is_sym(key, KEY_SYM_ENTER))
		app_prompt_note(app, _("write the reason first"));
	else
		editor_key(&d->editor, key);
}

static void rule_key(struct app *app, struct prompt *p, struct key key)
{
	struct rule_call call = app_rule_call(app, p);

	switch (dialog_rule_key(&app->approval.rule, key, &call)) {
	case DIALOG_RULE_BACK:
		app_prompt_mode(app, p, APPROVAL_READ);
		break;
	case DIALOG_RULE_REVIEW:
		app_rule_review(app, p);
		app_prompt_mode(app, p, APPROVAL_CONFIRM);
		break;
	case DIALOG_RULE_NOTHING:
		break;
	}
}

static void confirm_key(struct app *app, struct prompt *p, struct key key)
{
	if (key_is_escape(key)) {
		app_prompt_mode(app, p, APPROVAL_READ);
	} else if (!key_is(key, 'y', 0)) {
		scroll_key(app, key);
	} else {
		prompt_answer_rule(app, p);
	}
}

static void approval_key(struct app *app, struct prompt *p, struct key key)
{
	switch (app->approval.mode) {
	case APPROVAL_READ:
		read_key(app, p, key);
		break;
	case APPROVAL_EDIT:
		edit_key(app, p, key);
		break;
	case APPROVAL_REVIEW:
		review_key(app, p, key);
		break;
	case APPROVAL_REASON:
		reason_key(app, p, key);
		break;
	case APPROVAL_RULE:
		rule_key(app, p, key);
		break;
	case APPROVAL_CONFIRM:
		confirm_key(app, p, key);
		break;
	}
}

/* Why Enter does not answer yet. */
static const char *why_no_answer(const struct dialog_inquiry *d)
{
	if (d->kind == ANSWER_BOOLEAN)
		return _("answer y or n");
	if (d->kind != ANSWER_SELECT || d->own)
		return _("write the answer first");
	return picker_chosen(&d->picker) == SIZE_MAX ? _("nothing matches")
						     : _("choose first: ↑ ↓");
}

/* Text typed or pasted before the dialog reached the terminal is kept, but was
 * not a choice made there: Enter does not answer yet. */
static void note_touched(struct app *app, bool touched)
{
	if (!prompt_lock_seen(&app->desk.lock))
		app->inquiry.touched = touched;
}

static void inquiry_key(struct app *app, struct prompt *p, struct key key)
{
	struct strbuf value = STRBUF_INIT;
	enum inquiry_result result;
	bool touched = app->inquiry.touched;

	if (key_is_escape(key)) {
		app_prompt_leave(app);
	} else {
		result = dialog_inquiry_key(&app->inquiry, p, key, &value);
		note_touched(app, touched);
		if (result == INQUIRY_ANSWER)
			prompt_answer_reply(app, p, strbuf_slice(&value));
		else if (result == INQUIRY_IGNORED &&
			 (app->inquiry.kind == ANSWER_BOOLEAN ||
			  key_is_sym(key, KEY_SYM_ENTER)))
			app_prompt_note(app, why_no_answer(&app->inquiry));
	}
	prompt_answer_release(&value);
}

static enum desk_use approval_use(const struct app *app, struct key key)
{
	switch (app->approval.mode) {
	case APPROVAL_READ:
		if (key_is(key, '[', 0) || key_is(key, ']', 0))
			return DESK_USE_STEP;
		if (key_is(key, 'n', 0) || key_is(key, 'A', 0))
			return DESK_USE_DENY;
		return key_is(key, 'y', 0) || key_is(key, 'I', 0)
			       ? DESK_USE_ALLOW
			       : DESK_USE_NONE;
	case APPROVAL_REASON:
		return key_is_sym(key, KEY_SYM_ENTER) ? DESK_USE_DENY
						      : DESK_USE_NONE;
	case APPROVAL_REVIEW:
	case APPROVAL_CONFIRM:
		return key_is(key, 'y', 0) ? DESK_USE_ALLOW : DESK_USE_NONE;
	case APPROVAL_EDIT:
	case APPROVAL_RULE:
		break;
	}
	return DESK_USE_NONE;
}

/* To the next or previous request, also where letters are text. */
static bool is_step(struct key key)
{
	return key_is(key, ']', KEY_ALT) || key_is(key, '[', KEY_ALT);
}

/* What the key would do in the open dialog. */
static enum desk_use use_of(const struct app *app, const struct prompt *p,
			    struct key key)
{
	if (is_step(key))
		return DESK_USE_STEP;
	if (p->kind == RESPOND_TOOL_APPROVAL)
		return approval_use(app, key);
	if (app->inquiry.kind == ANSWER_BOOLEAN &&
	    (key_is(key, 'y', 0) || key_is(key, 'n', 0)))
		return DESK_USE_ALLOW;
	return key_is_sym(key, KEY_SYM_ENTER) ? DESK_USE_ALLOW : DESK_USE_NONE;
}

/* A click counts only after the dialog was visible for its time: one that
 * opened below the pointer was not meant. */
static bool may_click(struct app *app, const struct prompt *p)
{
	if (app->desk.lock.serial == p->serial &&
	    prompt_lock_was_read(&app->desk.lock, app->options.guard_ms,
				 app->now_ms))
		return true;
	app_prompt_locked(app);
	return false;
}

/* "Approvals" 4: the mouse moves, writes and rejects, but never allows. */
static bool refuses_click(struct app *app, const struct prompt *p,
			  struct key key)
{
	struct strbuf shown = STRBUF_INIT, text = STRBUF_INIT;

	if (!may_click(app, p))
		return true;
	if (use_of(app, p, key) != DESK_USE_ALLOW)
		return false;
	key_format_shown(&shown, key);
	strbuf_addf(&text, _("a click approves and answers nothing; press %s"),
		    shown.buf);
	app_prompt_note(app, text.buf);
	strbuf_release(&shown);
	strbuf_release(&text);
	return true;
}

static void press_key(struct app *app, struct key key)
{
	struct prompt *p = app_prompt_shown(app);
	enum desk_hold hold;

	app->dirty = true;
	if (!p) {
		app_prompt_close(app);
		return;
	}
	if (app->clicked && refuses_click(app, p, key))
		return;
	hold = app->clicked ? DESK_FREE
			    : prompt_desk_hold(&app->desk, use_of(app, p, key),
					       app->now_ms);
	if (hold == DESK_TYPED)
		app_prompt_note(app, _("the text is kept; letters count "
				       "again after an arrow key"));
	if (hold == DESK_HELD && !app->desk.asked)
		app_prompt_note(
			app,
			_("release that key for a second, then press it again"));
	if (hold != DESK_FREE || external_edit_key(app, key))
		return;
	if (is_step(key)) {
		step_prompt(app, key.ch == ']' ? 1 : -1);
		return;
	}
	if (p->kind == RESPOND_TOOL_APPROVAL)
		approval_key(app, p, key);
	else
		inquiry_key(app, p, key);
}

static void paste(struct app *app, struct slice text)
{
	struct prompt *p = app_prompt_shown(app);
	bool touched = app->inquiry.touched;
	struct dialog d;

	if (!p || !app->desk.presented)
		return;
	d = app_dialog_of(app, p);
	d.ops->paste(d.data, text);
	note_touched(app, touched);
	app->dirty = true;
}

static void click(struct app *app, size_t row)
{
	struct prompt *p = app_prompt_shown(app);
	struct dialog d;

	if (!p || !may_click(app, p))
		return;
	d = app_dialog_of(app, p);
	d.ops->click(d.data, row);
}

static void wheel(struct app *app, int rows)
{
	struct prompt *p = app_prompt_shown(app);
	struct dialog d;

	if (p) {
		d = app_dialog_of(app, p);
		d.ops->wheel(d.data, rows);
	}
	app->dirty = true;
}

static int64_t draw(struct app *app, struct canvas *cv, struct rect room)
{
	(void)room;
	app_prompt_draw(app, cv);
	return app_prompt_wake_ms(app);
}

const struct layer_ops layer_prompt = {
	.key = press_key,
	.paste = paste,
	.wheel = wheel,
	.click = click,
	.draw = draw,
};
