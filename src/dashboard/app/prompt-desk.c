#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/i18n.h"
#include "src/base/timestamp.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/draft.h"
#include "src/dashboard/app/prompt-desk.h"
#include "ui/text/sanitize.h"
#include "ui/view/conversation-label.h"

/*
 * Prompts: when a dialog opens, what it shows. How they come and end is
 * hosts/prompt.c, what keys do in a dialog layers/layer-prompt.c, the lock
 * ui/dialog/prompt-lock.c, and the rules for all of it are in doc/HACKING,
 * "Approvals".
 */

#define NOTE_MS 2500

struct prompt *app_prompt_shown(const struct app *app)
{
	return app->prompt ? prompts_find(&app->store.prompts, app->prompt)
			   : NULL;
}

void app_prompt_note(struct app *app, const char *text)
{
	strbuf_reset(&app->prompt_note);
	strbuf_addstr(&app->prompt_note, text);
	app->note_until_ms = app->now_ms + NOTE_MS;
	app->dirty = true;
}

void app_lock_again(struct app *app)
{
	prompt_lock_reset(&app->lock);
	prompt_lock_reset(&app->batch_lock);
}

void app_lock_input(struct app *app, int64_t now_ms)
{
	prompt_lock_input(&app->lock, now_ms);
	prompt_lock_input(&app->batch_lock, now_ms);
}

void app_no_input(struct app *app, int64_t now_ms)
{
	int64_t opens = prompt_lock_opens_ms(&app->lock, app->options.guard_ms);

	/* From now on it counts as open: the dialog must show that. */
	if (opens != PROMPT_LOCK_NEVER && now_ms >= opens &&
	    app->lock.empty_ms < opens)
		app->dirty = true;
	prompt_lock_empty(&app->lock, now_ms);
	prompt_lock_empty(&app->batch_lock, now_ms);
}

void app_prompt_close(struct app *app)
{
	app->prompt = 0;
	app_lock_again(app);
	if (app->layer == LAYER_PROMPT)
		app_layer_close(app);
	strbuf_reset(&app->prompt_note);
	app->dirty = true;
}

static void show(struct app *app, const struct prompt *p)
{
	if (p->kind == RESPOND_TOOL_APPROVAL)
		dialog_approval_show(&app->approval, p);
	else
		dialog_inquiry_show(&app->inquiry, p);
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
	app_layer_return(app, LAYER_PROMPT);
	/* The key that brought it here may still be down. */
	app->held = true;
	app->held_key = app->last_key;
	app_lock_again(app);
	strbuf_reset(&app->prompt_note);
	show(app, p);
	app->dirty = true;
}

void app_prompt_open_next(struct app *app, bool by_itself)
{
	struct prompts *ps = &app->store.prompts;

	if (by_itself && (!app->options.popup || draft_any(app) ||
			  app->layer != LAYER_PANES))
		return;
	if (ps->count)
		app_prompt_open(app, ps->waiting[0]->serial);
	else if (!by_itself)
		app_say(app, FACE_DIM, _("nothing waits for an answer"));
}

/* Whether the person's keys go into a text in the dialog. */
static bool is_writing(const struct app *app, const struct prompt *p)
{
	if (app->layer != LAYER_PROMPT)
		return false;
	return p->kind == RESPOND_TOOL_APPROVAL
		       ? app->approval.mode != APPROVAL_READ
		       : dialog_inquiry_writes(&app->inquiry);
}

/* What is typed would go to something else from here on. */
static void cut_burst(struct app *app)
{
	if (app->layer != LAYER_PROMPT || !app->prompt_presented)
		return;
	app->burst = BURST_CUT;
	app->burst_seen_ms = PROMPT_LOCK_NEVER;
}

/* What was read is not what would be signed: from the top. */
static void show_changed(struct app *app, const struct prompt *p)
{
	if (is_writing(app, p))
		cut_burst(app);
	app->prompt_drawn = false;
	app->prompt_presented = false;
	app_lock_again(app);
	show(app, p);
	app->dirty = true;
}

/* Once a request, to somebody who cannot see it. */
static void notify(struct app *app, const struct prompt *p)
{
	struct strbuf title = STRBUF_INIT, tool = STRBUF_INIT;
	struct strbuf last = STRBUF_INIT, *notice;
	size_t count = app->store.prompts.count;

	if (!app->unfocused)
		return;
	conversation_title(&title,
			   store_get(&app->store, p->host, p->conversation));
	sanitize_line(&tool, slice_str(p->event.name ? p->event.name : ""));
	notice = &effect_add(&app->effects, EFFECT_NOTIFY)->text;
	if (p->kind == RESPOND_TOOL_APPROVAL)
		strbuf_addf(&last, _("%s waits for approval in \"%s\""),
			    tool.buf, title.buf);
	else
		strbuf_addf(&last, _("a question in \"%s\""), title.buf);
	/* TRANSLATORS: %s is "x waits for approval in y" or its like */
	if (count > 1)
		strbuf_addf(notice,
			    Q_("%zu request waits; the last: %s",
			       "%zu requests wait; the last: %s", count),
			    count, last.buf);
	else
		strbuf_addslice(notice, strbuf_slice(&last));
	strbuf_release(&title);
	strbuf_release(&tool);
	strbuf_release(&last);
}

static void arrived(struct app *app, const struct prompt *p)
{
	app->dirty = true;
	effect_add(&app->effects, EFFECT_BELL);
	notify(app, p);
	/* Only the first of a queue opens by itself: one that was put off
	 * with Esc must not come back because another arrived. */
	if (app->store.prompts.count != 1 || app->layer != LAYER_PANES)
		return;
	app_prompt_open_next(app, true);
	app->prompt_uninvited = app->prompt != 0;
	if (app->prompt_uninvited)
		app->burst = BURST_COVERED;
}

void app_prompt_came(struct app *app, const struct prompt *p,
		     enum prompt_arrival arrival)
{
	if (arrival == PROMPT_CHANGED && p->serial == app->prompt)
		show_changed(app, p);
	if (arrival == PROMPT_NEW && !app_rules_answered(app, p))
		arrived(app, p);
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

void app_prompt_over(struct app *app, const struct prompt *p,
		     enum prompt_end end, const char *outcome)
{
	if (p->serial != app->prompt)
		return;
	/* What is typed into it would go to the panes as commands. */
	if (end != PROMPT_ALLOWED && end != PROMPT_REJECTED &&
	    end != PROMPT_ANSWERED)
		cut_burst(app);
	app_prompt_close(app);
	tell_end(app, end);
	if (outcome)
		app_say(app, FACE_WAITING,
			_("that request was answered elsewhere: %s"), outcome);
}

void app_turn_over(struct app *app, int host, const char *conversation)
{
	rules_turn_over(&app->rules, app->hosts[host].name, conversation);
}

bool app_prompt_is_open(const struct app *app, const struct prompt *p)
{
	return prompt_lock_open(&app->lock, p->serial, p->revision,
				app->options.guard_ms, app->now_ms);
}

/* What the last row says: the note while it is fresh, else the lock. */
static const char *note_text(const struct app *app, const struct prompt *p,
			     bool open)
{
	if (app->prompt_note.len && app->now_ms < app->note_until_ms)
		return app->prompt_note.buf;
	/* As lines it would always be what was true before they were read. */
	if (open || app->options.plain)
		return NULL;
	return is_writing(app, p) && prompt_lock_seen(&app->lock)
		       ? _("an answer counts after a short pause")
		       : _("locked – read first");
}

/* How many others are the same to the byte; how many one key may reject. */
static void count_others(const struct app *app, const struct prompt *p,
			 struct dialog_info *info)
{
	const struct prompts *ps = &app->store.prompts;

	if (p->kind != RESPOND_TOOL_APPROVAL)
		return;
	for (size_t i = 0; i < ps->count; i++) {
		const struct prompt *other = ps->waiting[i];

		info->companions += app_prompt_is_companion(p, other);
		info->identical +=
			other != p && app_prompt_is_identical(p, other);
	}
}

static bool draw(struct app *app, struct canvas *cv, struct rect room,
		 struct prompt *p)
{
	struct strbuf title = STRBUF_INIT;
	struct dialog_info info = { .now_ms = app_wall_ms(app) };
	bool complete;

	conversation_title(&title,
			   store_get(&app->store, p->host, p->conversation));
	info.index = prompts_index(&app->store.prompts, p->serial);
	info.count = app->store.prompts.count;
	info.conversation = title.buf;
	info.host = app_host_shown(
		app, store_get(&app->store, p->host, p->conversation));
	info.root = app->hosts[p->host].init.workspace_root;
	info.open = app_prompt_is_open(app, p);
	info.note = note_text(app, p, info.open);
	info.can_reason = app_host_can(app, p->host, CAPABILITY_REASON);
	count_others(app, p, &info);
	if (p->kind == RESPOND_TOOL_APPROVAL)
		complete = dialog_approval_draw(&app->approval, p, &info, cv,
						room);
	else
		complete =
			dialog_inquiry_draw(&app->inquiry, p, &info, cv, room);
	/* Their number is part of what an answer to all of them signs. */
	if (complete && info.identical)
		prompt_lock_show(&app->batch_lock, p->serial,
				 (uint32_t)info.identical);
	else
		prompt_lock_hide(&app->batch_lock);
	strbuf_release(&title);
	return complete;
}

void app_prompt_draw(struct app *app, struct canvas *cv, struct rect room)
{
	struct prompt *p = app_prompt_shown(app);

	app->prompt_drawn = p != NULL;
	if (p && draw(app, cv, room, p))
		prompt_lock_show(&app->lock, p->serial, p->revision);
	else
		prompt_lock_hide(&app->lock);
}

bool app_hides_input(const struct app *app)
{
	const struct prompt *p = app_prompt_shown(app);

	return app->layer == LAYER_PROMPT && p && p->kind == RESPOND_INQUIRY &&
	       app->inquiry.kind == ANSWER_SECRET;
}

void app_prompt_written(struct app *app)
{
	struct prompt *p = app_prompt_shown(app);

	prompt_lock_written(&app->lock, app->now_ms);
	prompt_lock_written(&app->batch_lock, app->now_ms);
	if (app->burst_seen_ms == PROMPT_LOCK_NEVER)
		app->burst_seen_ms = app->now_ms;
	if (app->layer != LAYER_PROMPT || !app->prompt_drawn || !p)
		return;
	app->prompt_presented = true;
	if (!app->lock.drawn)
		return; /* too small: nothing of it was seen */
	if (p->kind == RESPOND_TOOL_APPROVAL)
		dialog_approval_written(&app->approval);
	else
		dialog_inquiry_written(&app->inquiry);
}

int64_t app_prompt_wake_ms(const struct app *app)
{
	struct prompt *p =
		app->layer == LAYER_PROMPT ? app_prompt_shown(app) : NULL;
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
