#include "config.h"

#include <string.h>

#include "src/base/clock.h"
#include "src/base/i18n.h"
#include "src/base/timestamp.h"
#include "src/dashboard/app/app.h"
#include "src/dashboard/app/attachment.h"
#include "src/dashboard/app/draft.h"
#include "src/dashboard/app/frame.h"
#include "src/dashboard/app/pane-filter.h"
#include "src/dashboard/app/pane-select.h"
#include "src/dashboard/app/pane.h"
#include "src/dashboard/app/state.h"
#include "src/dashboard/hosts/hosts.h"
#include "ui/dialog/dialog-part.h"
#include "ui/text/sanitize.h"
#include "ui/text/width.h"
#include "ui/text/wrap.h"
#include "ui/view/bars.h"

/* Draws a pane: its title, its conversation, the message being written. */

enum { RATE_MS = 500 };

/* Where it asks; NULL if the host is not known to share our terminals. */
static const struct terminal_place *place_of(const struct app *app,
					     const struct conversation *conv)
{
	return conv->asks && hosts_is_here(app->hosts, conv->host) &&
			       hosts_can(app->hosts, conv->host,
					 CAPABILITY_ELSEWHERE)
		       ? conv->place
		       : NULL;
}

bool app_can_go(const struct app *app, const struct conversation *conv)
{
	const struct terminal_place *there = place_of(app, conv);

	return there && (there->headless ||
			 terminal_place_way(&app->options.here, there) !=
				 TERMINAL_PROGRAM_COUNT);
}

static void add_asks(const struct app *app, const struct conversation *conv,
		     struct strbuf *note)
{
	const struct terminal_place *there = place_of(app, conv);
	struct strbuf name = STRBUF_INIT, key = STRBUF_INIT;

	if (there)
		terminal_place_name(&name, there, &app->options.here);
	keymap_keys(&key, &app->keymap, COMMAND_FOLD);
	if (!name.len)
		strbuf_addstr(note,
			      _("asks in its own terminal: answer it there"));
	else if (app_can_go(app, conv) && key.len)
		/* TRANSLATORS: the name of a terminal, as "tmux %3" or
		 * "/dev/pts/1", and a key */
		strbuf_addf(note, _("asks in %s: %s goes there"), name.buf,
			    key.buf);
	else
		strbuf_addf(note, _("asks in %s: answer it there"), name.buf);
	strbuf_release(&name);
	strbuf_release(&key);
}

/* If the host reports turns, a turn that does not run is over. A partial
 * answer, or an error, needs no note. */
static bool is_unanswered(const struct app *app,
			  const struct conversation *conv)
{
	size_t at = conversation_unanswered(conv);

	if (at == SIZE_MAX || app->hosts->list[conv->host].gone ||
	    !hosts_can(app->hosts, conv->host, CAPABILITY_STATUS))
		return false;
	while (++at < conv->item_count)
		if (conv->items[at].kind != ITEM_CONFIG)
			return false;
	return true;
}

static void add_unanswered(const struct app *app, struct strbuf *note)
{
	struct strbuf key = STRBUF_INIT;

	keymap_first_key(&key, &app->keymap, COMMAND_RETRY);
	if (key.len && !app->options.read_only)
		/* TRANSLATORS: %s is a key; at most 70 columns */
		strbuf_addf(note,
			    _("the last turn ended without an answer; %s asks "
			      "again"),
			    key.buf);
	else
		strbuf_addstr(note, _("the last turn ended without an answer"));
	strbuf_release(&key);
}

/* Whether there is a note. */
static bool has_note(const struct app *app, const struct pane *pane)
{
	return pane->conv && (app_pane_is_elsewhere(pane->conv) ||
			      hosts_is_locked(app->hosts, pane->conv) ||
			      is_unanswered(app, pane->conv));
}

/* Only for a pane that has one. */
static void add_note(const struct app *app, const struct pane *pane,
		     struct strbuf *note)
{
	if (!app_pane_is_elsewhere(pane->conv) &&
	    !hosts_is_locked(app->hosts, pane->conv))
		add_unanswered(app, note);
	else if (!app_pane_is_elsewhere(pane->conv))
		strbuf_addstr(note,
			      _("locked by us: no one else can write here"));
	else if (pane->conv->asks)
		add_asks(app, pane->conv, note);
	else
		strbuf_addstr(note,
			      _("running in another terminal; approve there"));
}

/* The command whose key the note names, if that does something. */
static enum command_id note_command(const struct app *app,
				    const struct pane *pane)
{
	if (app_can_go(app, pane->conv))
		return COMMAND_FOLD;
	if (app_pane_is_elsewhere(pane->conv) ||
	    hosts_is_locked(app->hosts, pane->conv) || app->options.read_only)
		return COMMAND_NONE;
	return COMMAND_RETRY;
}

static void add_word(struct strbuf *words, const char *word)
{
	strbuf_addstr(words, word ? word : ".");
	strbuf_addch(words, '\0');
}

static void go_to(struct app *app, const struct conversation *conv)
{
	const struct host *host = &app->hosts->list[conv->host];
	struct effect *effect = effect_add(&app->effects, EFFECT_GO);

	effect->flag = conv->place->headless;
	if (effect->flag) {
		add_word(&effect->text, "jp");
		add_word(&effect->text, "--attach");
		add_word(&effect->text, conv->id);
		add_word(&effect->text, host->init.workspace_root);
	} else {
		terminal_place_command(&effect->text, &app->options.here,
				       conv->place);
	}
}

void app_go(struct app *app)
{
	const struct pane *pane = app_focused(app);
	struct strbuf note = STRBUF_INIT;

	if (pane && pane->conv && app_can_go(app, pane->conv)) {
		go_to(app, pane->conv);
	} else if (pane && pane->conv && pane->conv->asks &&
		   has_note(app, pane)) {
		add_note(app, pane, &note);
		app_say(app, FACE_ERROR, "%s", note.buf);
	} else {
		app_say(app, FACE_DIM,
			_("nothing here asks in another terminal"));
	}
	strbuf_release(&note);
}

/* Rows of the pane that the dialog about its conversation covers, provided
 * enough are left above it to read. */
static int covered_rows(const struct app *app, const struct pane *pane,
			struct rect at)
{
	enum { LEFT_MIN_ROWS = 4 };
	const struct rect *dialog = &app->own->docked;

	if (!dialog->w || !pane->conv || pane->conv != app->own->docked_for ||
	    dialog->y >= at.y + at.h || dialog->y < at.y + LEFT_MIN_ROWS ||
	    dialog->x >= at.x + at.w || dialog->x + dialog->w <= at.x)
		return 0;
	return at.y + at.h - dialog->y;
}

static struct rect room_of(const struct app *app, const struct pane *pane,
			   struct rect at, bool noted)
{
	int composer = app_composer_rows(app, pane, at);

	composer += app_unsent(app, pane) != NULL;
	/* A filter shows in the last row what it hides. */
	composer += pane_filter_active(pane);
	composer += noted;
	composer += covered_rows(app, pane, at);
	/* The title is the first row; a blank column keeps text off edges. */
	return (struct rect){ at.x + 1, at.y + 1, at.w - 2,
			      at.h - 1 - composer };
}

struct rect app_transcript_room(const struct app *app, const struct pane *pane,
				struct rect at)
{
	return room_of(app, pane, at, has_note(app, pane));
}

/* Draw the attachments in a row; if not all fit, their number first, because
 * `detach` needs the numbers. */
static void draw_attached(const struct attached *attached, struct canvas *cv,
			  struct rect in)
{
	struct strbuf text = STRBUF_INIT, line = STRBUF_INIT;

	attachments_describe(attached, &text);
	sanitize_line(&line, strbuf_slice(&text));
	strbuf_reset(&text);
	if (width_text(strbuf_slice(&line)) > in.w && attached->count > 1) {
		strbuf_addf(&text,
			    Q_("%zu file: ", "%zu files: ", attached->count),
			    attached->count);
		strbuf_insert(&line, 0, text.buf, text.len);
		strbuf_reset(&text);
	}
	width_elide(&text, strbuf_slice(&line), in.w);
	canvas_text(cv, in, in.x, in.y, strbuf_slice(&text), FACE_DIM);
	strbuf_release(&text);
	strbuf_release(&line);
}

/* Draw the message being written, below the transcript. */
static void draw_composer(struct app *app, struct canvas *cv,
			  const struct pane *pane, struct rect at)
{
	int rows = app_composer_rows(app, pane, at);
	struct draft *draft;
	struct rect in = { at.x + 1, at.y + at.h - rows, at.w - 2, rows };

	if (!rows)
		return;
	draft = draft_get(app, pane->conv);
	canvas_fill(cv, in, FACE_DEFAULT);
	if (in.h > 1) {
		canvas_hline(cv, at.x, in.y, at.w, FACE_BORDER);
		canvas_text(cv, at, at.x + 2, in.y,
			    slice_str(hosts_is_sending(app->hosts, pane->conv)
					      ? _(" Message (sending…) ")
				      : draft->stash
					      ? _(" Message (sent before) ")
					      : _(" Message ")),
			    FACE_TITLE);
		in.y++;
		in.h--;
	}
	if (attachments_any(&draft->attached) && in.h > 1) {
		draw_attached(&draft->attached, cv, in);
		in.y++;
		in.h--;
	}
	if (draft->error && in.h > 1) {
		struct strbuf text = STRBUF_INIT;

		sanitize_line(&text, slice_str(draft->error));
		canvas_text(cv, in, in.x, in.y + in.h - 1, strbuf_slice(&text),
			    FACE_ERROR);
		strbuf_release(&text);
		in.h--;
	}
	if (rows > 1)
		length_draw(cv,
			    (struct rect){ at.x, at.y + at.h - rows, at.w, 1 },
			    strbuf_slice(&draft->editor->text), in.h);
	editor_draw(draft->editor, cv, in, true);
	/* Set it apart from what is above. */
	canvas_select(cv,
		      (struct rect){ at.x, at.y + at.h - rows, at.w, rows });
}

/* Draw an unsent draft in one row: its text, or why it was refused. */
static void draw_unsent(struct app *app, struct canvas *cv,
			const struct pane *pane, struct rect at)
{
	struct draft *draft = app_unsent(app, pane);
	struct rect row = { at.x + 1, at.y + at.h - 1, at.w - 2, 1 };
	struct strbuf text = STRBUF_INIT, line = STRBUF_INIT;
	enum face face = FACE_DIM;

	if (!draft)
		return;
	if (hosts_is_sending(app->hosts, pane->conv)) {
		strbuf_addstr(&text, _("sending: "));
	} else if (draft->queued) {
		strbuf_addstr(&text, _("queued: "));
		face = FACE_WAITING;
	} else if (draft->error) {
		strbuf_addf(&text, _("not sent (%s): "), draft->error);
		face = FACE_ERROR;
	} else {
		strbuf_addstr(&text, _("not sent: "));
	}
	strbuf_addslice(&text, strbuf_slice(&draft->editor->text));
	sanitize_line(&line, strbuf_slice(&text));
	strbuf_reset(&text);
	width_elide(&text, strbuf_slice(&line), row.w);
	canvas_text(cv, row, row.x, row.y, strbuf_slice(&text), face);
	hint_click_command(cv, row, &app->keymap, COMMAND_MESSAGE);
	strbuf_release(&text);
	strbuf_release(&line);
}

/* The reader must know where the turn's questions are asked, and who locks the
 * conversation. */
static void draw_note(const struct app *app, struct canvas *cv,
		      const struct pane *pane, struct rect row)
{
	struct strbuf text = STRBUF_INIT, note = STRBUF_INIT;

	add_note(app, pane, &note);
	width_elide(&text, strbuf_slice(&note), row.w);
	canvas_text(cv, row, row.x, row.y, strbuf_slice(&text), FACE_RUNNING);
	hint_click_command(cv, row, &app->keymap, note_command(app, pane));
	strbuf_release(&text);
	strbuf_release(&note);
}

/* When the clock of a silent conversation next ticks, or -1. */
static int64_t quiet_wakes(const struct conversation *conv, int64_t now_ms)
{
	int64_t since_ms =
		conv ? conversation_quiet_since(conv) : TIMESTAMP_NONE;

	return since_ms == TIMESTAMP_NONE
		       ? -1
		       : now_ms + timestamp_age_ticks_in(now_ms - since_ms);
}

#define PANE_MIN_COLS 8

/* No text fits. A single row is a title, which does. */
static void draw_small(struct canvas *cv, struct rect at)
{
	struct wrap_options options = { .cols = at.w, .face = FACE_WAITING };
	struct rows rows = ROWS_INIT;

	at.y++;
	at.h--;
	wrap_text(&rows, slice_str(_("too small")), &options);
	dialog_part_rows(cv, at, &rows, 0);
	rows_release(&rows);
}

/*
 * Tokens per second, updated twice a second: with every token it would be most
 * of a frame's output, and unreadable.
 */
static int rate_shown(struct pane *pane, int64_t now_ms)
{
	if (!pane->rate || pane->rate_slot != now_ms / RATE_MS) {
		pane->rate = conversation_rate(pane->conv, now_ms);
		pane->rate_slot = now_ms / RATE_MS;
	}
	return pane->rate;
}

/* Turns that begin in the items [from, to). */
static size_t turns_between(const struct conversation *conv, size_t from,
			    size_t to)
{
	size_t count = 0;

	for (size_t i = from; i < to; i++)
		count += conv->items[i].kind == ITEM_TURN;
	return count;
}

/* Items are appended, and an open text at the end may disappear. */
static bool is_counted(const struct pane_turns *turns,
		       const struct conversation *conv)
{
	return turns->count && turns->count <= conv->item_count &&
	       turns->loads == conv->loads &&
	       turns->last_id == conv->items[turns->count - 1].id;
}

/*
 * Of a million items only those are examined that came since the last frame, or
 * that the view moved past. The first one is always in the first turn.
 */
static void count_turns(struct pane_turns *turns,
			const struct conversation *conv, size_t top)
{
	size_t last = conv->item_count - 1;
	bool anew = !is_counted(turns, conv);

	if (anew)
		*turns = (struct pane_turns){ .count = 1, .all = 1 };
	turns->all += turns_between(conv, turns->count, conv->item_count);
	turns->count = conv->item_count;
	turns->last_id = conv->items[last].id;
	turns->loads = conv->loads;
	/* Count from the end, where reading back begins. */
	if (anew) {
		turns->top = last;
		turns->here = turns->all;
	}
	if (top > last)
		top = last;
	/* Counting from the first item is shorter. */
	if (top < turns->top / 2) {
		turns->top = 0;
		turns->here = 1;
	}
	turns->here += turns_between(conv, turns->top + 1, top + 1);
	turns->here -= turns_between(conv, top + 1, turns->top + 1);
	turns->top = top;
}

static void add_place(struct pane_title_options *title, struct pane *pane)
{
	const struct conversation *conv = pane->conv;

	/* The number is unknown until all of a long history is read. */
	if (!conv->item_count || conv->head || transcript_following(pane->view))
		return;
	count_turns(&pane->turns, conv, transcript_top(pane->view));
	title->turns = pane->turns.all;
	title->turn = pane->turns.here;
	title->percent = transcript_turn_percent(pane->view);
}

/* Shown if a part has room for its beginning only. */
static void set_fold_key(const struct app *app, const struct pane *pane)
{
	struct strbuf key = STRBUF_INIT;

	keymap_first_key(&key, &app->keymap, COMMAND_FOLD);
	transcript_set_fold_key(pane->view, key.buf);
	strbuf_release(&key);
}

static void draw_content(struct app *app, struct canvas *cv, struct pane *pane,
			 struct rect in, bool focused)
{
	int64_t now_ms = app_wall_ms(app);

	if (!pane->conv || !pane->conv->item_count) {
		frame_draw_empty(app, cv, in, pane);
		frame_sooner_wall(app, quiet_wakes(pane->conv, now_ms));
		return;
	}
	transcript_layout(pane->view, pane->conv, in.w, in.h, now_ms);
	pane_select_check(app, pane);
	set_fold_key(app, pane);
	transcript_draw(pane->view, cv, in, focused);
	if (pane_filter_active(pane))
		pane_filter_draw(app, cv, pane,
				 (struct rect){ in.x, in.y + in.h, in.w, 1 });
	frame_sooner_wall(app, transcript_wake_ms(pane->view, now_ms));
}

void pane_draw(struct app *app, struct canvas *cv, struct pane *pane,
	       struct rect at, int number)
{
	bool noted = has_note(app, pane);
	struct rect in = room_of(app, pane, at, noted);
	struct rect bar = { at.x, at.y, at.w, 1 };
	struct rect note = { in.x, in.y + in.h, in.w, 1 };
	struct pane_title_options title = {
		.number = number,
		.conv = pane->conv,
		.host = hosts_name_shown(app->hosts, pane->conv),
		.focused = pane->id == app->focus,
		.zoomed = app->own->zoomed,
		.now_ms = app_wall_ms(app),
	};
	struct strbuf way = STRBUF_INIT;

	if (at.w <= 0 || at.h <= 0)
		return;
	if (!pane->conv)
		keymap_way(&way, &app->keymap, COMMAND_OPEN);
	title.open_way = way.buf;
	if (at.w < PANE_MIN_COLS) {
		pane_title_draw(cv, bar, &title);
		draw_small(cv, at);
		goto out;
	}
	draw_content(app, cv, pane, in, title.focused);
	/* Shows the position of the rows that were drawn. */
	if (pane->conv) {
		title.rate = rate_shown(pane, title.now_ms);
		add_place(&title, pane);
	}
	pane_title_draw(cv, bar, &title);
	note.y += pane_filter_active(pane);
	if (noted && in.h > 0)
		draw_note(app, cv, pane, note);
	draw_composer(app, cv, pane, at);
	draw_unsent(app, cv, pane, at);
	/* A rate falls, and a waiting time grows, without events. */
	if (pane->conv && (title.rate || pane->conv->waiting))
		sooner_ms(&app->own->wake_ms,
			  app->now_ms + 1000 - title.now_ms % 1000);
out:
	strbuf_release(&way);
}
