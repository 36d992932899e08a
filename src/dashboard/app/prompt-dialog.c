#include "config.h"

#include "src/dashboard/app/prompt-dialog.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "src/base/clock.h"
#include "src/base/i18n.h"
#include "src/base/timestamp.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app.h"
#include "src/dashboard/app/draft.h"
#include "src/dashboard/app/layer.h"
#include "src/dashboard/app/pane.h"
#include "src/dashboard/app/rule-answers.h"
#include "src/dashboard/app/say.h"
#include "ui/view/arguments.h"
#include "ui/view/conversation-label.h"

/*
 * Prompts: when a dialog opens, and what it shows. How they come and end is in
 * hosts/prompt.c, their keys in layers/layer-prompt.c, the lock in
 * ui/dialog/prompt-lock.c, and the rules for all of it in doc/HACKING,
 * "Approvals".
 */

struct prompt *app_prompt_shown(const struct app *app)
{
	return app->desk.serial
		       ? prompts_find(&app->store->prompts, app->desk.serial)
		       : NULL;
}

void app_prompt_note(struct app *app, const char *text)
{
	prompt_desk_note(&app->desk, text, app->now_ms);
	app->dirty = true;
}

static const char *locked_text(void)
{
	return _("locked for a moment – please read");
}

void app_prompt_locked(struct app *app)
{
	/* A dialog shows it, except in line mode. */
	if (app->options.plain)
		app_prompt_note(app, locked_text());
}

void app_prompt_waited(struct app *app, bool other)
{
	struct key key;

	if (!prompt_desk_take_waiting(&app->desk, other, &key, app->now_ms))
		return;
	if (app->layer == LAYER_PROMPT)
		app->own->layers[LAYER_PROMPT]->key(app, key);
	prompt_desk_judged(&app->desk);
}

static void close_dialog(struct app *app, bool cut)
{
	prompt_desk_close(&app->desk, cut && app->layer == LAYER_PROMPT);
	if (app->layer == LAYER_PROMPT)
		app_layer_close(app);
	else
		app_layer_drop(app, LAYER_PROMPT);
	app->dirty = true;
}

void app_prompt_close(struct app *app)
{
	close_dialog(app, false);
}

static bool is_writing(struct app *app, const struct prompt *p);

void app_prompt_leave(struct app *app)
{
	const struct prompt *p = app_prompt_shown(app);

	/* A prompt that came meanwhile does not overtake it. */
	app->desk.left = p && app->store->prompts.count > 1 ? p->serial : 0;
	close_dialog(app, p && is_writing(app, p));
}

void app_prompt_visit(struct app *app)
{
	const struct prompt *p = app_prompt_shown(app);
	struct conversation *conv =
		p ? store_find(app->store, p->host, p->conversation) : NULL;

	if (!conv || !app->desk.presented || prompt_desk_runs(&app->desk))
		return;
	close_dialog(app, is_writing(app, p));
	app->desk.visited = p->serial;
	/* What it covered is left as it is. */
	if (app->layer != LAYER_PANES)
		app_layer_open(app, LAYER_PANES, 0, SLICE(""), NULL);
	app_show(app, conv, true);
	if (!app_pane_with(app, conv))
		app_show(app, conv, false);
}

struct dialog app_dialog_of(struct app *app, const struct prompt *p)
{
	if (p->kind == RESPOND_TOOL_APPROVAL)
		return (struct dialog){ &dialog_approval_ops, &app->approval };
	return (struct dialog){ &dialog_inquiry_ops, &app->inquiry };
}

static void show(struct app *app, const struct prompt *p)
{
	struct dialog d = app_dialog_of(app, p);

	d.ops->show(d.data, p);
}

static void open_dialog(struct app *app, uint64_t serial, bool uninvited)
{
	struct prompt *p = prompts_find(&app->store->prompts, serial);

	if (!p)
		return;
	prompt_desk_open(&app->desk, serial, uninvited);
	app->desk.visited = 0;
	app_layer_return_over(app, LAYER_PROMPT);
	show(app, p);
	/* Text typed before it was postponed is kept; but an Enter may be meant
	 * for what was there before it came back. */
	app->inquiry.touched = false;
	app->dirty = true;
}

void app_prompt_open(struct app *app, uint64_t serial)
{
	open_dialog(app, serial, false);
}

/* A dialog that opens automatically must not cover any text of the user's. */
static bool may_open(const struct app *app)
{
	return app->options.popup && !draft_any_typed(app) &&
	       app->layer == LAYER_PANES;
}

/* The visited one; otherwise the one after the one postponed last, or else the
 * oldest. */
static uint64_t next_one(const struct app *app, bool by_itself)
{
	const struct prompts *ps = &app->store->prompts;
	size_t left = prompts_index(ps, app->desk.left);

	if (!by_itself && prompts_find(ps, app->desk.visited))
		return app->desk.visited;
	if (by_itself || left == SIZE_MAX)
		return ps->waiting[0]->serial;
	return ps->waiting[(left + 1) % ps->count]->serial;
}

void app_prompt_open_next(struct app *app, bool by_itself)
{
	const struct prompts *ps = &app->store->prompts;

	if (by_itself && !may_open(app))
		return;
	if (ps->count)
		app_prompt_open(app, next_one(app, by_itself));
	else if (!by_itself)
		app_say(app, FACE_DIM, _("no pending requests"));
}

/* Whether the user's keys go into a text in the dialog. */
static bool is_writing(struct app *app, const struct prompt *p)
{
	struct dialog d = app_dialog_of(app, p);

	return app->layer == LAYER_PROMPT && d.ops->writes(d.data);
}

/* What was read is not what would be approved: start over. */
static void show_changed(struct app *app, const struct prompt *p)
{
	prompt_desk_changed(&app->desk, is_writing(app, p));
	show(app, p);
	app->dirty = true;
}

/* Notify, once per request, a user who cannot see it. */
static void notify(struct app *app, const struct prompt *p)
{
	struct strbuf title = STRBUF_INIT, tool = STRBUF_INIT;
	struct strbuf last = STRBUF_INIT, *notice;
	size_t count = app->store->prompts.count;

	if (!app->own->unfocused)
		return;
	conversation_title(&title,
			   store_find(app->store, p->host, p->conversation));
	arguments_add_line(&tool,
			   slice_str(p->event.name ? p->event.name : ""));
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
	/* Only the first of a queue opens automatically: a postponed one must
	 * not come back because another arrived. */
	if (app->store->prompts.count == 1 && may_open(app))
		open_dialog(app, p->serial, true);
}

void app_prompt_came(struct app *app, const struct prompt *p,
		     enum prompt_arrival arrival)
{
	if (arrival == PROMPT_CHANGED && p->serial == app->desk.serial)
		show_changed(app, p);
	if (arrival == PROMPT_NEW && !app_rules_answered(app, p))
		arrived(app, p);
}

/* Report how it ended to the user who was reading it. */
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
	struct dialog d = app_dialog_of(app, p);

	if (p->serial != app->desk.serial) {
		d.ops->forget(d.data, p->serial);
		return;
	}
	/* What is being typed into it must not go to the panes as commands. */
	close_dialog(app, end != PROMPT_ALLOWED && end != PROMPT_REJECTED &&
				  end != PROMPT_ANSWERED);
	d.ops->forget(d.data, p->serial);
	tell_end(app, end);
	if (outcome && end == PROMPT_EXPIRED)
		app_say(app, FACE_WAITING,
			_("nobody answered in time; the host decided: %s"),
			outcome);
	else if (outcome)
		app_say(app, FACE_WAITING,
			_("that request was answered elsewhere: %s"), outcome);
}

/* Whether it shows that an allow counts; the desk decides. */
static bool is_open(const struct app *app, const struct prompt *p)
{
	return app->desk.serial == p->serial &&
	       prompt_desk_is_open(&app->desk, p->revision,
				   app->options.guard_ms, app->now_ms);
}

void app_prompt_mode(struct app *app, const struct prompt *p,
		     enum approval_mode mode)
{
	dialog_approval_mode(&app->approval, p, mode);
	prompt_desk_look_again(&app->desk);
	strbuf_reset(&app->desk.note);
}

static void tell_problem(struct app *app, const char *what)
{
	strbuf_reset(&app->approval.problem);
	strbuf_addstr(&app->approval.problem, what);
	app->dirty = true;
}

static void tell_problem_at(struct app *app, size_t at, const char *what)
{
	struct dialog_approval *d = &app->approval;
	int line, col;

	editor_position(&d->editor, at, &line, &col);
	strbuf_setf(&d->problem, _("line %d, column %d: %s"), line, col, what);
	app->dirty = true;
}

void app_prompt_review(struct app *app, const struct prompt *p)
{
	struct dialog_approval *d = &app->approval;
	struct slice text = strbuf_slice(&d->editor.text);
	struct strbuf err = STRBUF_INIT;
	size_t at = 0;

	if (json_check(text, &at, &err))
		tell_problem_at(app, at, err.buf);
	else if (json_type_of(text) != JSON_OBJECT)
		tell_problem(app, _("arguments must be an object"));
	else if (slice_equal(text, slice_of(p->event.arguments,
					    p->event.arguments_len)))
		tell_problem(app, _("no changes made"));
	else
		app_prompt_mode(app, p, APPROVAL_REVIEW);
	strbuf_release(&err);
}

bool app_prompt_is_companion(const struct prompt *p, const struct prompt *other)
{
	return p->kind == RESPOND_TOOL_APPROVAL && other->kind == p->kind &&
	       other->host == p->host &&
	       !strcmp(other->conversation, p->conversation);
}

bool app_prompt_is_identical(const struct prompt *p, const struct prompt *other)
{
	const char *name = p->event.name ? p->event.name : "";

	return app_prompt_is_companion(p, other) && other->event.name &&
	       !strcmp(other->event.name, name) &&
	       slice_equal(slice_of(p->event.arguments, p->event.arguments_len),
			   slice_of(other->event.arguments,
				    other->event.arguments_len));
}

/* Whether some key allows something in what the dialog shows now: while
 * arguments, a reason or a rule are written, none does. */
static bool may_allow(const struct app *app, const struct prompt *p)
{
	return p->kind != RESPOND_TOOL_APPROVAL ||
	       dialog_approval_reads(&app->approval);
}

/* The last row: the note while it is fresh, otherwise the lock. */
static const char *note_text(struct app *app, const struct prompt *p, bool open)
{
	const char *note = prompt_desk_noted(&app->desk, app->now_ms);

	/* Lines show the note separately, and not the lock, whose state would
	 * always predate the reading. */
	if (app->options.plain)
		return NULL;
	if (note)
		return note;
	if (open || !may_allow(app, p))
		return NULL;
	if (app->desk.hidden)
		return _("locked – another window is in front");
	if (prompt_desk_is_late(&app->desk, app->now_ms))
		return _("locked – waiting for the terminal");
	return is_writing(app, p) && prompt_lock_seen(&app->desk.lock)
		       ? _("an answer counts after a short pause")
		       : locked_text();
}

/* How many others are byte-identical, and how many one key may reject. */
static void count_others(const struct app *app, const struct prompt *p,
			 struct dialog_info *info)
{
	const struct prompts *ps = &app->store->prompts;

	if (p->kind != RESPOND_TOOL_APPROVAL)
		return;
	for (size_t i = 0; i < ps->count; i++) {
		const struct prompt *other = ps->waiting[i];

		info->companions += app_prompt_is_companion(p, other);
		info->identical +=
			other != p && app_prompt_is_identical(p, other);
	}
}

/* Facts for the dialog; `title` and `key` own two of the texts. */
static struct dialog_info info_of(struct app *app, const struct prompt *p,
				  struct strbuf *title, struct strbuf *key)
{
	struct conversation *conv =
		store_find(app->store, p->host, p->conversation);
	struct dialog_info info = {
		.now_ms = app_wall_ms(app),
		.index = prompts_index(&app->store->prompts, p->serial),
		.count = app->store->prompts.count,
		.host = hosts_name_shown(app->hosts, conv),
		.root = app->hosts->list[p->host].init.workspace_root,
		.open = is_open(app, p),
		.lines = app->options.plain,
		.can_reason = hosts_can(app->hosts, p->host, CAPABILITY_REASON),
		.can_edit = hosts_can(app->hosts, p->host, CAPABILITY_MODIFY),
	};

	conversation_title(title, conv);
	info.conversation = title->buf;
	if (conv && !info.lines &&
	    keymap_first_function_key(key, &app->keymap, COMMAND_ANSWER))
		info.visit_key = key->buf;
	info.note = note_text(app, p, info.open);
	count_others(app, p, &info);
	return info;
}

enum {
	DOCK_MIN_COLS = 80,   /* of a pane that is to contain the dialog */
	LEAVES_MIN_ROWS = 30, /* for leaving some to what is above */
	LEAVES_PART = 4,      /* the fraction that is left */
};

/* In a small room the dialog gets every row; otherwise part is left to its
 * subject. */
static struct rect part_for_dialog(struct rect room)
{
	int left = room.h >= LEAVES_MIN_ROWS ? room.h / LEAVES_PART : 0;

	room.y += left;
	room.h -= left;
	return room;
}

/* The lower part of the pane that shows its conversation, if the dialog fits;
 * otherwise that of the screen, or all of a small one. Returns its place in
 * that `room`. */
static struct rect place_of(struct app *app, const struct prompt *p,
			    const struct dialog_info *info, struct rect *room)
{
	struct rect screen = { 0, 1, app->cols, app->rows - 2 };
	struct dialog d = app_dialog_of(app, p);
	struct pane *pane = app_pane_with(
		app, store_find(app->store, p->host, p->conversation));
	struct dialog_place place;

	*room = pane ? app_place_of(app, pane->id).at
		     : (struct rect){ 0, 0, 0, 0 };
	/* Keep the title. */
	room->y++;
	room->h--;
	*room = part_for_dialog(*room);
	if (!info->lines && room->w >= DOCK_MIN_COLS &&
	    room->h >= 2 * DIALOG_MIN_ROWS) {
		place = d.ops->place(d.data, p, info, *room);
		if (place.whole)
			return place.at;
	}
	*room = part_for_dialog(screen);
	place = d.ops->place(d.data, p, info, *room);
	if (screen.h < 2 * DIALOG_MIN_ROWS && !place.whole) {
		*room = (struct rect){ 0, 0, app->cols, app->rows };
		place = d.ops->place(d.data, p, info, *room);
	}
	return place.at;
}

void app_prompt_dock(struct app *app)
{
	struct prompt *p =
		app->layer == LAYER_PROMPT ? app_prompt_shown(app) : NULL;
	struct strbuf title = STRBUF_INIT, key = STRBUF_INIT;
	struct dialog_info info;

	app->own->docked = (struct rect){ 0, 0, 0, 0 };
	if (!p)
		return;
	info = info_of(app, p, &title, &key);
	app->own->docked_for = store_find(app->store, p->host, p->conversation);
	app->own->docked = place_of(app, p, &info, &app->own->dialog_room);
	strbuf_release(&title);
	strbuf_release(&key);
}

void app_prompt_draw(struct app *app, struct canvas *cv)
{
	struct prompt *p = app_prompt_shown(app);
	struct strbuf title = STRBUF_INIT, key = STRBUF_INIT;
	struct dialog_info info = { .now_ms = 0 };
	bool complete = false;
	struct dialog d;

	if (p) {
		info = info_of(app, p, &title, &key);
		d = app_dialog_of(app, p);
		if (!app->own->docked.w)
			place_of(app, p, &info, &app->own->dialog_room);
		complete = d.ops->draw(d.data, p, &info, cv,
				       app->own->dialog_room);
		/* A number that is not on the screen is not read. */
		if (!app->approval.told)
			info.identical = 0;
	}
	prompt_desk_drawn(&app->desk, p ? p->revision : 0, complete,
			  info.identical);
	strbuf_release(&title);
	strbuf_release(&key);
}

bool app_hides_input(const struct app *app)
{
	const struct prompt *p = app_prompt_shown(app);

	return app->layer == LAYER_PROMPT && p && p->kind == RESPOND_INQUIRY &&
	       app->inquiry.kind == ANSWER_SECRET;
}

/* Whether the dialog is on top and readable: if it is too small nothing of it
 * is seen. */
static bool readable(struct app *app, struct dialog *d)
{
	struct prompt *p = app_prompt_shown(app);

	if (app->layer != LAYER_PROMPT || !app->desk.drawn || !p ||
	    !app->desk.lock.drawn)
		return false;
	*d = app_dialog_of(app, p);
	return true;
}

void app_prompt_arrived(struct app *app)
{
	struct dialog d;

	if (!readable(app, &d) || prompt_desk_looks(&app->desk))
		return;
	d.ops->arrived(d.data);
	/* What was to be confirmed has been seen. */
	if (!d.ops->unseen(d.data) && prompt_desk_all_seen(&app->desk))
		app->dirty = true;
}

void app_prompt_written(struct app *app)
{
	bool on_top = app->layer == LAYER_PROMPT && app->desk.drawn &&
		      app_prompt_shown(app);
	bool reads, fresh = false;
	struct dialog d;

	/* One look at a time: rows scrolled past before it arrived were on the
	 * screen too briefly, or never. */
	reads = readable(app, &d);
	if (reads && prompt_desk_looks(&app->desk))
		d.ops->rewritten(d.data);
	else
		fresh = reads && d.ops->written(d.data);
	prompt_desk_written(&app->desk, on_top, fresh, app->now_ms);
	app_prompt_arrived(app);
}

int64_t app_prompt_wake_ms(const struct app *app)
{
	const struct prompt_desk *desk = &app->desk;
	struct prompt *p =
		app->layer == LAYER_PROMPT ? app_prompt_shown(app) : NULL;
	int64_t wake_ms, opens;

	if (!p)
		return -1;
	/* The age and the deadline tick once a second. */
	wake_ms = app->now_ms +
		  timestamp_age_ticks_in(app_wall_ms(app) - p->since_ms);
	opens = prompt_desk_opens_ms(desk, app->options.guard_ms);
	if (opens > app->now_ms && opens < wake_ms)
		wake_ms = opens;
	if (prompt_desk_noted(desk, app->now_ms) &&
	    desk->note_until_ms < wake_ms)
		wake_ms = desk->note_until_ms;
	sooner_ms(&wake_ms, prompt_desk_wake_ms(desk));
	return wake_ms;
}
