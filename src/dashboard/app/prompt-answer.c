#include "config.h"

#include "src/dashboard/app/prompt-answer.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/parts.h"
#include "src/dashboard/app/prompt-dialog.h"
#include "src/dashboard/app/rule-answers.h"
#include "src/dashboard/app/state.h"

/* Send it and end the prompt; false if it could not be sent. */
static bool send_approval(struct app *app, const struct prompt *p,
			  enum respond_action action, struct slice arguments,
			  const char *reason)
{
	struct strbuf err = STRBUF_INIT;
	bool sent = !hosts_respond_approval(app->hosts, p->serial, action,
					    arguments, reason, &err);

	if (err.len)
		app_prompt_note(app, err.buf);
	strbuf_release(&err);
	return sent;
}

/* The next one opens, locked; the key that answered does not count for it. */
static void answer(struct app *app, const struct prompt *p,
		   enum respond_action action, struct slice arguments,
		   const char *reason)
{
	if (send_approval(app, p, action, arguments, reason))
		app_prompt_open_next(app, true);
}

static struct slice nothing(void)
{
	return slice_of(NULL, 0);
}

/* Ask once more; the answer counts only after that was on the screen. */
static void ask_again(struct app *app, size_t unseen)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(&text,
		    Q_("%zu line has not been shown. Press the same key "
		       "again to answer anyway",
		       "%zu lines have not been shown. Press the same key "
		       "again to answer anyway",
		       unseen),
		    unseen);
	prompt_desk_ask(&app->desk, text.buf);
	strbuf_release(&text);
}

/* Whether the lock is open, and all was seen or the user confirmed.
 * `identical`: others that are allowed with it. */
static bool may_allow(struct app *app, const struct prompt *p, size_t identical)
{
	struct dialog d = app_dialog_of(app, p);
	size_t unseen = d.ops->unseen(d.data);

	switch (prompt_desk_allow(&app->desk, p->revision, unseen, identical,
				  app->options.guard_ms, app->now_ms)) {
	case DESK_YES:
		return true;
	case DESK_TOO_QUICK:
		if (!app->desk.asked)
			app_prompt_note(
				app, app->options.plain
					     ? _("too quick: enter it again")
					     : _("too quick: press it again"));
		break;
	case DESK_ASK_AGAIN:
		ask_again(app, unseen);
		break;
	case DESK_LOCKED:
		app_prompt_locked(app);
		break;
	}
	return false;
}

void prompt_answer_approve(struct app *app, const struct prompt *p)
{
	if (may_allow(app, p, 0))
		answer(app, p, ACTION_APPROVE, nothing(), NULL);
}

void prompt_answer_modify(struct app *app, const struct prompt *p)
{
	if (may_allow(app, p, 0))
		answer(app, p, ACTION_MODIFY,
		       strbuf_slice(&app->approval.editor.text), NULL);
}

void prompt_answer_reject(struct app *app, const struct prompt *p,
			  const char *reason)
{
	answer(app, p, ACTION_REJECT, nothing(), reason);
}

void prompt_answer_rule(struct app *app, const struct prompt *p)
{
	enum respond_action action =
		app->approval.rule.allow ? ACTION_APPROVE : ACTION_REJECT;

	const struct rule *rule;

	if (!may_allow(app, p, 0) || app->options.read_only)
		return;
	rule = app_rule_store(app, p);
	if (!rule)
		return;
	answer(app, p, action, nothing(), NULL);
	app_rules_answer_waiting(app, rule);
}

/* Answer the pending ones that belong to `p`, including `p`, each by its own
 * id; stop at one that cannot be sent. */
static void answer_all(struct app *app, const struct prompt *p,
		       bool (*belongs)(const struct prompt *p,
				       const struct prompt *other),
		       enum respond_action action)
{
	const struct prompts *ps = &app->store->prompts;
	uint64_t *serials = xcalloc(ps->count + 1, sizeof(*serials));
	size_t count = 0;

	for (size_t i = 0; i < ps->count; i++) {
		if (belongs(p, ps->waiting[i]))
			serials[count++] = ps->waiting[i]->serial;
	}
	for (size_t i = 0; i < count; i++) {
		struct prompt *each = prompts_find(ps, serials[i]);

		if (each && !send_approval(app, each, action, nothing(), NULL))
			break;
	}
	free(serials);
	app_prompt_open_next(app, true);
}

void prompt_answer_reject_all(struct app *app, const struct prompt *p)
{
	answer_all(app, p, app_prompt_is_companion, ACTION_REJECT);
}

bool prompt_answer_identical(struct app *app, const struct prompt *p)
{
	const struct prompts *ps = &app->store->prompts;
	size_t others = 0;

	for (size_t i = 0; i < ps->count; i++)
		others += ps->waiting[i] != p &&
			  app_prompt_is_identical(p, ps->waiting[i]);
	/* The number that was read is the number that is approved. */
	if (others && may_allow(app, p, others))
		answer_all(app, p, app_prompt_is_identical, ACTION_APPROVE);
	return others > 0;
}

void prompt_answer_reply(struct app *app, const struct prompt *p,
			 struct slice value)
{
	struct strbuf err = STRBUF_INIT;

	if (!may_allow(app, p, 0))
		return;
	if (!hosts_respond_inquiry(app->hosts, p->serial, value, &err))
		app_prompt_open_next(app, true);
	else if (err.len)
		app_prompt_note(app, err.buf);
	strbuf_release(&err);
}

void prompt_answer_release(struct strbuf *value)
{
	if (value->len)
		explicit_bzero(value->buf, value->len);
	strbuf_release(value);
}

/* --- Lines --- */

/* The meaning of "y" in this mode. */
static void approve_shown(struct app *app, const struct prompt *p)
{
	if (app->approval.mode == APPROVAL_READ)
		prompt_answer_approve(app, p);
	else if (app->approval.mode == APPROVAL_REVIEW)
		prompt_answer_modify(app, p);
	else
		prompt_answer_rule(app, p);
}

static bool reject_because(struct app *app, const struct prompt *p,
			   struct slice why)
{
	struct strbuf reason = STRBUF_INIT;

	if (!hosts_can(app->hosts, p->host, CAPABILITY_REASON))
		return false;
	strbuf_addslice(&reason, why);
	prompt_answer_reject(app, p, reason.buf);
	strbuf_release(&reason);
	return true;
}

static bool approval_said(struct app *app, const struct prompt *p,
			  struct slice said)
{
	bool reads = app->approval.mode == APPROVAL_READ;

	if (app->approval.mode == APPROVAL_REASON)
		return reject_because(app, p, said);
	if (reads && slice_starts_with(said, SLICE("r ")))
		return reject_because(app, p,
				      slice_skip_blanks(slice_skip(said, 2)));
	if (slice_is(said, "y") &&
	    (reads || dialog_approval_reviews(&app->approval)))
		approve_shown(app, p);
	else if (reads && slice_is(said, "n"))
		prompt_answer_reject(app, p, NULL);
	else if (reads && slice_is(said, "A"))
		prompt_answer_reject_all(app, p);
	else if (reads && slice_is(said, "I"))
		prompt_answer_identical(app, p);
	else
		return false;
	return true;
}

static bool inquiry_said(struct app *app, const struct prompt *p,
			 struct slice said)
{
	struct strbuf value = STRBUF_INIT;
	uint64_t serial = p->serial;
	enum inquiry_result result =
		dialog_inquiry_say(&app->inquiry, p, said, &value);

	if (result == INQUIRY_ANSWER)
		prompt_answer_reply(app, p, strbuf_slice(&value));
	prompt_answer_release(&value);
	/* Each line is a whole answer: one that was not accepted leaves nothing
	 * for a line that only names the request. */
	p = prompts_find(&app->store->prompts, serial);
	if (p)
		dialog_inquiry_untouch(&app->inquiry, p);
	return result != INQUIRY_IGNORED;
}

/* The equivalent key: confirming means repeating the line. */
static struct key key_for(const struct prompt *p, struct slice said)
{
	if (p->kind != RESPOND_TOOL_APPROVAL || !said.len)
		return (struct key){ .sym = KEY_SYM_ENTER };
	return (struct key){ .ch = (unsigned char)said.ptr[0] };
}

bool prompt_answer_said(struct app *app, struct slice said)
{
	struct prompt_desk *desk = &app->desk;
	const struct prompt *p = app_prompt_shown(app);
	struct key key;
	bool known = true;

	if (!p)
		return false;
	key = key_for(p, said);
	prompt_desk_press(desk, key, app->now_ms);
	/* What is not on the screen yet cannot be answered. */
	if (prompt_desk_route(desk, key, true, app->now_ms) == DESK_TOP)
		known = p->kind == RESPOND_TOOL_APPROVAL
				? approval_said(app, p, said)
				: inquiry_said(app, p, said);
	prompt_desk_input(desk, app->now_ms);
	app_state_touch(app);
	hosts_pump(app->hosts);
	app->dirty = true;
	return known;
}
