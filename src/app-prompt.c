#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "proto/plugin-message.h"
#include "src/app.h"
#include "src/base/i18n.h"
#include "src/base/timestamp.h"
#include "src/base/xalloc.h"
#include "ui/view/bars.h"
#include "ui/view/sidebar.h"

/*
 * Prompts: when a dialog opens, what a key in it may do, what is sent. The
 * rules are in doc/HACKING, "Approvals"; the lock itself is ui/view/prompt-lock.c.
 */

#define NOTE_MS 2500

static struct prompt *shown(const struct app *app)
{
	return app->prompt ? prompts_find(&app->store.prompts, app->prompt)
			   : NULL;
}

static void note(struct app *app, const char *text)
{
	strbuf_reset(&app->prompt_note);
	strbuf_addstr(&app->prompt_note, text);
	app->note_until_ms = app->now_ms + NOTE_MS;
	app->dirty = true;
}

static void close_dialog(struct app *app)
{
	app->prompt = 0;
	prompt_lock_reset(&app->lock);
	if (app->layer == LAYER_PROMPT)
		app->layer = LAYER_PANES;
	strbuf_reset(&app->prompt_note);
	app->dirty = true;
}

static void count_waiting(struct app *app, struct conversation *conv)
{
	conv->waiting =
		prompts_waiting_in(&app->store.prompts, conv->host, conv->id);
	conv->revision++;
	app->store.revision++;
	app->dirty = true;
}

void app_prompt_open(struct app *app, uint64_t serial)
{
	struct prompt *p = prompts_find(&app->store.prompts, serial);

	if (!p)
		return;
	app->prompt = serial;
	app->prompt_drawn = false;
	app->prompt_presented = false;
	app->prompt_uninvited = false;
	app->layer = LAYER_PROMPT;
	prompt_lock_reset(&app->lock);
	strbuf_reset(&app->prompt_note);
	if (p->kind == RESPOND_TOOL_APPROVAL)
		dialog_approval_show(&app->approval, p);
	else
		dialog_inquiry_show(&app->inquiry, p);
	app->dirty = true;
}

void app_prompt_open_next(struct app *app, bool by_itself)
{
	struct prompts *ps = &app->store.prompts;

	if (by_itself && (!app->options.popup || app_draft_unsent(app) ||
			  app->layer != LAYER_PANES))
		return;
	if (ps->count)
		app_prompt_open(app, ps->waiting[0]->serial);
	else if (!by_itself)
		app_say(app, FACE_DIM, _("nothing waits for an answer"));
}

void app_prompt_received(struct app *app, int host, struct link *link,
			 const char *sub_id, const struct host_message *msg,
			 struct event *event)
{
	enum prompt_arrival arrival;
	struct prompt *p = NULL;

	if (!event->id) {
		/* Nobody could answer it. */
		app->hosts[host].bad_lines++;
		return;
	}
	arrival = prompts_receive(&app->store.prompts, host, link->conv->id,
				  sub_id, msg->respond, event, app_wall_ms(app),
				  msg->timeout_ms, msg->fallback, &p);
	if (arrival == PROMPT_CHANGED && p->serial == app->prompt) {
		/* What was read is not what would be signed: from the top. */
		prompt_lock_reset(&app->lock);
		if (p->kind == RESPOND_TOOL_APPROVAL)
			dialog_approval_show(&app->approval, p);
		else
			dialog_inquiry_show(&app->inquiry, p);
	}
	if (arrival != PROMPT_NEW)
		return;
	count_waiting(app, link->conv);
	app->effects.bell = true;
	/* Only the first of a queue opens by itself: one that was put off
	 * with Esc must not come back because another arrived. */
	if (app->store.prompts.count != 1)
		return;
	app_prompt_open_next(app, true);
	app->prompt_uninvited = app->prompt != 0;
}

/* How it ended, for the person who was reading it. */
static void tell_end(struct app *app, enum prompt_end end)
{
	switch (end) {
	case PROMPT_EXPIRED:
		app_say(app, FACE_WAITING,
			_("the host's time for that request ran out"));
		break;
	case PROMPT_WITHDRAWN:
		app_say(app, FACE_WAITING,
			_("that request was answered or withdrawn elsewhere"));
		break;
	case PROMPT_LOST:
		app_say(app, FACE_ERROR,
			_("the host is gone, and its requests with it"));
		break;
	default:
		break;
	}
}

static void end_prompt(struct app *app, struct prompt *p, enum prompt_end end)
{
	struct conversation *conv =
		store_get(&app->store, p->host, p->conversation);
	bool was_shown = p->serial == app->prompt;

	if (was_shown)
		close_dialog(app);
	if (was_shown)
		tell_end(app, end);
	prompts_end(&app->store.prompts, p, end);
	count_waiting(app, conv);
}

void app_prompt_over(struct app *app, struct conversation *conv, const char *id,
		     enum prompt_end end)
{
	struct prompts *ps = &app->store.prompts;

	for (size_t i = ps->count; i-- > 0;) {
		struct prompt *p = ps->waiting[i];

		if (p->host == conv->host &&
		    !strcmp(p->conversation, conv->id) &&
		    (!id || !strcmp(p->id, id)))
			end_prompt(app, p, end);
	}
}

/*
 * The subscription to answer through: the one that brought the prompt, or, if
 * that is gone, the one that the conversation has now.
 */
static const char *answer_sub(struct app *app, const struct prompt *p)
{
	struct link *link = app_link_by_id(app, p->host, p->conversation);

	if (link && link->current[0] &&
	    !strmap_get(&app->hosts[p->host].subs, slice_str(p->sub_id)))
		return link->current;
	return p->sub_id;
}

/* Answers always go out, whatever waits: they are what people wait for. */
static bool send_answer(struct app *app, struct prompt *p, struct strbuf *line,
			enum prompt_end end)
{
	if (app->options.read_only) {
		note(app, _("read-only: nothing is sent"));
		return false;
	}
	if (!app_host_can(app, p->host, CAPABILITY_RESPOND)) {
		note(app, _("this host takes no answers"));
		return false;
	}
	if (app_send(app, p->host, line, OUTBOX_ALWAYS))
		return false;
	if (p->kind == RESPOND_TOOL_APPROVAL && end == PROMPT_ALLOWED)
		conversation_tool_answered(
			store_get(&app->store, p->host, p->conversation), p->id,
			app_wall_ms(app));
	end_prompt(app, p, end);
	app->answered = true;
	/* The next one opens, locked anew; keys before its frame is on the
	 * screen are not its own. */
	app_prompt_open_next(app, true);
	return true;
}

static void send_approval(struct app *app, struct prompt *p,
			  enum respond_action action, struct slice arguments,
			  const char *reason)
{
	struct strbuf line = STRBUF_INIT;

	plugin_write_approval(&line, answer_sub(app, p), p->id, action,
			      arguments, reason);
	send_answer(app, p, &line,
		    action == ACTION_REJECT ? PROMPT_REJECTED : PROMPT_ALLOWED);
	strbuf_release(&line);
}

static bool lock_is_open(const struct app *app, const struct prompt *p)
{
	return prompt_lock_open(&app->lock, p->serial, p->revision,
				app->options.guard_ms, app->now_ms);
}

static void approve(struct app *app, struct prompt *p)
{
	if (!lock_is_open(app, p))
		return; /* the dialog says so */
	if (!dialog_approval_read(&app->approval) &&
	    !app->approval.asked_again) {
		/* Once more, and not before this was on the screen too. */
		app->approval.asked_again = true;
		prompt_lock_reset(&app->lock);
		note(app, _("you have not seen its end: y again to approve "
			    "all the same"));
		app->note_until_ms = INT64_MAX;
		return;
	}
	send_approval(app, p, ACTION_APPROVE, slice_of(NULL, 0), NULL);
}

static void approve_edited(struct app *app, struct prompt *p)
{
	struct dialog_approval *d = &app->approval;
	struct slice text = strbuf_slice(&d->editor.text);
	struct strbuf err = STRBUF_INIT;
	size_t at = 0;
	int line, col;

	if (json_check(text, &at, &err) || json_type_of(text) != JSON_OBJECT) {
		editor_position(&d->editor, at, &line, &col);
		strbuf_reset(&d->problem);
		strbuf_addf(&d->problem, _("line %d, column %d: %s"), line, col,
			    err.len ? err.buf
				    : _("arguments must be an object"));
		app->dirty = true;
	} else if (lock_is_open(app, p)) {
		send_approval(app, p, ACTION_MODIFY, text, NULL);
	}
	strbuf_release(&err);
}

static void step_prompt(struct app *app, int step)
{
	struct prompts *ps = &app->store.prompts;
	size_t at = prompts_index(ps, app->prompt);

	if (at == SIZE_MAX || ps->count < 2)
		return;
	at = (at + ps->count + (size_t)(long)step) % ps->count;
	app_prompt_open(app, ps->waiting[at]->serial);
}

static bool is_char(struct key key, uint32_t ch, unsigned mods)
{
	return key.sym == KEY_SYM_NONE && key.ch == ch && key.mods == mods;
}

static bool is_escape(struct key key)
{
	return key.sym == KEY_SYM_ESCAPE || is_char(key, 'c', KEY_CTRL);
}

static void approval_read_key(struct app *app, struct prompt *p, struct key key)
{
	struct dialog_approval *d = &app->approval;

	if (is_char(key, 'y', 0)) {
		approve(app, p);
	} else if (is_char(key, 'n', 0)) {
		send_approval(app, p, ACTION_REJECT, slice_of(NULL, 0), NULL);
	} else if (is_char(key, 'r', 0) &&
		   app_host_can(app, p->host, CAPABILITY_REASON)) {
		dialog_approval_reason(d);
	} else if (is_char(key, 'e', 0)) {
		dialog_approval_edit(d, p);
	} else if (is_char(key, 'p', 0)) {
		d->raw = !d->raw;
		d->rows_cols = 0;
		d->top = 0;
		prompt_lock_reset(&app->lock);
	} else if (is_char(key, ']', 0)) {
		step_prompt(app, 1);
	} else if (is_char(key, '[', 0)) {
		step_prompt(app, -1);
	} else if (is_escape(key)) {
		close_dialog(app);
	} else {
		dialog_approval_scroll(d, key);
	}
}

static void approval_edit_key(struct app *app, struct prompt *p, struct key key)
{
	struct dialog_approval *d = &app->approval;

	if (is_escape(key))
		dialog_approval_back(d);
	else if (is_char(key, 's', KEY_CTRL))
		approve_edited(app, p);
	else if (key.sym == KEY_SYM_ENTER && !key.mods)
		editor_insert(&d->editor, SLICE("\n"));
	else if (editor_key(&d->editor, key) == EDITOR_EDITED)
		strbuf_reset(&d->problem);
}

static void approval_reason_key(struct app *app, struct prompt *p,
				struct key key)
{
	struct dialog_approval *d = &app->approval;

	if (is_escape(key))
		dialog_approval_back(d);
	else if (key.sym == KEY_SYM_ENTER && !key.mods && d->editor.text.len)
		send_approval(app, p, ACTION_REJECT, slice_of(NULL, 0),
			      d->editor.text.buf);
	else
		editor_key(&d->editor, key);
}

static void approval_key(struct app *app, struct prompt *p, struct key key)
{
	switch (app->approval.mode) {
	case APPROVAL_READ:
		approval_read_key(app, p, key);
		break;
	case APPROVAL_EDIT:
		approval_edit_key(app, p, key);
		break;
	case APPROVAL_REASON:
		approval_reason_key(app, p, key);
		break;
	}
}

static void inquiry_key(struct app *app, struct prompt *p, struct key key)
{
	struct strbuf answer = STRBUF_INIT, line = STRBUF_INIT;

	if (is_escape(key)) {
		close_dialog(app);
	} else if (dialog_inquiry_key(&app->inquiry, p, key, &answer) ==
			   INQUIRY_ANSWER &&
		   lock_is_open(app, p)) {
		plugin_write_answer(&line, answer_sub(app, p), p->id,
				    strbuf_slice(&answer));
		send_answer(app, p, &line, PROMPT_ANSWERED);
	}
	strbuf_release(&answer);
	strbuf_release(&line);
}

/* A key that is held down goes on coming: it answered what it answered. */
static bool is_held(const struct app *app, struct key key)
{
	return app->answered && key_equal(key, app->answer_key) &&
	       app->now_ms - app->lock.input_ms < PROMPT_LOCK_QUIET_MS;
}

void app_prompt_key(struct app *app, struct key key)
{
	struct prompt *p = shown(app);

	app->dirty = true;
	if (!p) {
		close_dialog(app);
		return;
	}
	/* What is not on the screen yet has no keys. */
	if (!app->prompt_presented || is_held(app, key))
		return;
	app->answered = false;
	app->answer_key = key;
	if (p->kind == RESPOND_TOOL_APPROVAL)
		approval_key(app, p, key);
	else
		inquiry_key(app, p, key);
}

void app_prompt_paste(struct app *app, struct slice text)
{
	struct prompt *p = shown(app);

	if (!p)
		return;
	if (p->kind != RESPOND_TOOL_APPROVAL)
		dialog_inquiry_paste(&app->inquiry, text);
	else if (app->approval.mode != APPROVAL_READ)
		editor_paste(&app->approval.editor, text);
	app->dirty = true;
}

void app_prompt_wheel(struct app *app, int rows)
{
	struct prompt *p = shown(app);

	if (p && p->kind == RESPOND_TOOL_APPROVAL)
		dialog_approval_wheel(&app->approval, rows);
	else if (p)
		dialog_inquiry_wheel(&app->inquiry, rows);
	app->dirty = true;
}

/* What the last row says: the note while it is fresh, else the lock. */
static const char *note_text(const struct app *app, bool open)
{
	if (app->prompt_note.len && app->now_ms < app->note_until_ms)
		return app->prompt_note.buf;
	return open ? NULL : _("locked – read first");
}

void app_prompt_draw(struct app *app, struct canvas *cv, struct rect room)
{
	struct prompt *p = shown(app);
	struct strbuf title = STRBUF_INIT;
	struct dialog_info info = { .now_ms = app_wall_ms(app) };
	bool complete;

	if (!p) {
		prompt_lock_hide(&app->lock);
		return;
	}
	app->prompt_drawn = true;
	conversation_title(&title,
			   store_get(&app->store, p->host, p->conversation));
	info.index = prompts_index(&app->store.prompts, p->serial);
	info.count = app->store.prompts.count;
	info.conversation = title.buf;
	info.host = app->host_count > 1 ? app->hosts[p->host].name : NULL;
	info.open = lock_is_open(app, p);
	info.note = note_text(app, info.open);
	info.can_reason = app_host_can(app, p->host, CAPABILITY_REASON);
	if (p->kind == RESPOND_TOOL_APPROVAL)
		complete = dialog_approval_draw(&app->approval, p, &info, cv,
						room);
	else
		complete =
			dialog_inquiry_draw(&app->inquiry, p, &info, cv, room);
	if (complete)
		prompt_lock_show(&app->lock, p->serial, p->revision);
	else
		prompt_lock_hide(&app->lock);
	strbuf_release(&title);
}

int64_t app_prompt_wake_ms(const struct app *app)
{
	struct prompt *p = app->layer == LAYER_PROMPT ? shown(app) : NULL;
	int64_t wake_ms, opens;

	if (!p)
		return -1;
	/* The age, and the deadline with it, tick once a second. */
	wake_ms = app->now_ms +
		  timestamp_age_ticks_in(app_wall_ms(app) - p->since_ms);
	opens = prompt_lock_opens_ms(&app->lock, app->options.guard_ms);
	if (opens > app->now_ms && opens < wake_ms)
		wake_ms = opens;
	if (app->prompt_note.len && app->note_until_ms > app->now_ms &&
	    app->note_until_ms < wake_ms)
		wake_ms = app->note_until_ms;
	return wake_ms;
}
