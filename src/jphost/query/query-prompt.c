#include "config.h"

#include "src/jphost/query/query-prompt.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/jphost/query/query-ask.h"
#include "src/jphost/query/query-call.h"
#include "src/jphost/query/query-inquiry.h"
#include "src/jphost/query/query-output.h"
#include "ui/text/sanitize.h"
#include "ui/view/arguments.h"

#define ROWS_DEFAULT 24   /* if the size is unknown */
#define PASTE_MS     2000 /* the longest wait for the end of a paste */

void query_ask_init(struct query_ask *ask, const struct query_ask_sink *sink,
		    struct query_out *out, enum query_out_kind kind)
{
	memset(ask, 0, sizeof(*ask));
	ask->sink = *sink;
	ask->out = out;
	ask->kind = kind;
	ask->paste_ms = -1;
	query_gate_init(&ask->gate);
	rows_init(&ask->rows);
	strbuf_init(&ask->draft);
	strbuf_init(&ask->edited);
	strmap_init(&ask->always);
	strmap_init(&ask->never);
}

void query_ask_set_look(struct query_ask *ask, const struct terminal_look *look)
{
	/* Rows may have moved, so the user must look at them again. */
	if (ask->mode == ASK_KEY &&
	    (look->cols != ask->look.cols || look->rows != ask->look.rows))
		query_gate_ask(&ask->gate);
	ask->look = *look;
}

struct strbuf *query_ask_out(struct query_ask *ask)
{
	return query_out_to(ask->out, ask->kind);
}

static void remove_prompt(struct query_ask *ask, size_t at)
{
	free(ask->prompts[at].id);
	free(ask->prompts[at].draft);
	strbuf_release(&ask->prompts[at].event);
	ask->count--;
	memmove(&ask->prompts[at], &ask->prompts[at + 1],
		(ask->count - at) * sizeof(*ask->prompts));
	if (!at)
		strbuf_reset(&ask->edited);
}

void query_ask_release(struct query_ask *ask)
{
	while (ask->count)
		remove_prompt(ask, ask->count - 1);
	free(ask->prompts);
	rows_release(&ask->rows);
	strbuf_release(&ask->draft);
	strbuf_release(&ask->edited);
	strmap_release(&ask->always);
	strmap_release(&ask->never);
}

/* Add the name of the tool that the current prompt is about. */
static void add_name(struct strbuf *name, const struct query_ask *ask)
{
	json_find_text(query_ask_event(ask), "name", name);
}

/* Whether that tool is in this set. */
static bool is_remembered(const struct query_ask *ask, const struct strmap *set)
{
	struct strbuf name = STRBUF_INIT;
	bool found;

	if (!ask->count || !query_ask_is_approval(ask))
		return false;
	add_name(&name, ask);
	found = strmap_get(set, strbuf_slice(&name)) != NULL;
	strbuf_release(&name);
	return found;
}

static bool is_approved_before(const struct query_ask *ask)
{
	return is_remembered(ask, &ask->always) &&
	       !query_call_is_suspicious(query_ask_event(ask));
}

/* Add that tool to the set. */
static void remember(struct query_ask *ask, struct strmap *set)
{
	struct strbuf name = STRBUF_INIT;

	add_name(&name, ask);
	strmap_put(set, strbuf_slice(&name), ask);
	strbuf_release(&name);
}

/* Write "Run local NAME tool? [y,Y,n,N,r,e,p,?] ". */
static void ask_approval(struct query_ask *ask)
{
	struct strbuf name = STRBUF_INIT, safe = STRBUF_INIT;

	add_name(&name, ask);
	arguments_add_line(&safe, strbuf_slice(&name));
	strbuf_addf(query_ask_out(ask),
		    ask->edited.len
			    ? _("Run local %s tool with these arguments? "
				"[y,n,r,e,p,?] ")
			    : _("Run local %s tool? [y,Y,n,N,r,e,p,?] "),
		    safe.buf);
	ask->mode = ASK_KEY;
	strbuf_release(&name);
	strbuf_release(&safe);
}

static void ask_question(struct query_ask *ask)
{
	/* A result can also be edited before delivery. */
	if (ask->prompts[0].draft) {
		strbuf_addstr(query_ask_out(ask), "[Y/n/e] ");
		ask->mode = ASK_KEY;
		return;
	}
	switch (query_question_ask(query_ask_out(ask), query_ask_event(ask))) {
	case QUESTION_KEY:
		ask->mode = ASK_KEY;
		break;
	case QUESTION_LINE:
		ask->mode = ASK_LINE;
		break;
	case QUESTION_SECRET:
		ask->mode = ASK_SECRET;
		break;
	}
	ask->line = LINE_ANSWER;
}

/* Count the rows that are shown only after a key. */
static size_t rows_left(const struct query_ask *ask)
{
	return ask->rows.count - ask->rows_shown;
}

void query_ask_shortly(struct query_ask *ask)
{
	query_gate_ask(&ask->gate);
	/* As long as this is the last line: what is printed on request, too. */
	terminal_keep_order(query_ask_out(ask), true, &ask->look);
	if (rows_left(ask)) {
		strbuf_addf(query_ask_out(ask),
			    Q_("  … %zu more row: Space shows it ",
			       "  … %zu more rows: Space shows them ",
			       rows_left(ask)),
			    rows_left(ask));
		ask->mode = ASK_KEY;
	} else if (query_ask_is_approval(ask)) {
		ask_approval(ask);
	} else {
		ask_question(ask);
	}
}

/*
 * Show as many rows as fit together with the prompt line, so that none scrolls
 * off before it could be read.
 */
static void show_page(struct query_ask *ask)
{
	int rows = ask->look.rows ? ask->look.rows : ROWS_DEFAULT;
	size_t page = rows > 4 ? (size_t)rows - 2 : 2;
	size_t to = ask->rows_shown + page;

	/* One more row fits if no other follows it. */
	if (to > ask->rows.count || ask->rows.count - to < 2)
		to = ask->rows.count;
	query_rows_write(query_ask_out(ask), &ask->rows, ask->rows_shown, to,
			 &ask->look);
	ask->rows_shown = to;
	if (ask->prompts[0].edit_first)
		query_ask_edit(ask);
	else
		query_ask_shortly(ask);
}

static void add_rows(const struct query_ask *ask, struct rows *rows, size_t at)
{
	const struct query_prompt *prompt = &ask->prompts[at];
	struct slice event = strbuf_slice(&prompt->event);
	struct slice edited = slice_of(NULL, 0);

	if (!at)
		edited = strbuf_slice(&ask->edited);
	if (prompt->respond == RESPOND_TOOL_APPROVAL)
		query_call_rows(rows, event, edited, &ask->look);
	else
		query_question_rows(rows, event, &ask->look);
}

void query_ask_again(struct query_ask *ask)
{
	if (ask->menu) {
		query_menu_show(ask);
		return;
	}
	if (!ask->count)
		return;
	ask->asked++;
	rows_clear(&ask->rows);
	ask->rows_shown = 0;
	add_rows(ask, &ask->rows, 0);
	if (!is_approved_before(ask) && !is_remembered(ask, &ask->never)) {
		show_page(ask);
		return;
	}
	/* A remembered answer: query_ask_settle() gives it. */
	query_rows_write(query_ask_out(ask), &ask->rows, 0, ask->rows.count,
			 &ask->look);
	ask->rows_shown = ask->rows.count;
}

void query_ask_add(struct query_ask *ask, struct slice event,
		   enum respond_kind respond, enum turn_edit edit,
		   struct slice draft)
{
	struct strbuf id = STRBUF_INIT;
	struct query_prompt *prompt;
	struct json_member member;

	json_find(event, "id", &member);
	json_id_add(&id, member.value);
	ALLOC_GROW(ask->prompts, ask->count + 1, ask->cap);
	prompt = &ask->prompts[ask->count++];
	prompt->id = strbuf_detach(&id);
	prompt->respond = respond;
	prompt->edit_first = edit == TURN_EDIT_FIRST;
	prompt->draft = edit != TURN_EDIT_NONE && respond == RESPOND_INQUIRY
				? xmemdupz(draft.ptr, draft.len)
				: NULL;
	strbuf_init(&prompt->event);
	strbuf_addslice(&prompt->event, event);
	if (ask->count == 1 && !ask->menu)
		query_ask_again(ask);
}

/* Show all of a prompt that was not asked yet. */
static void show_other(struct query_ask *ask, size_t at)
{
	struct rows rows = ROWS_INIT;

	add_rows(ask, &rows, at);
	query_rows_write(query_ask_out(ask), &rows, 0, rows.count, &ask->look);
	rows_release(&rows);
}

static void ask_reason(struct query_ask *ask)
{
	strbuf_addf(query_ask_out(ask), "\n%s ",
		    _("Reason (empty to cancel):"));
	ask->mode = ASK_LINE;
	ask->line = LINE_REASON;
}

/*
 * Another prompt was written below the current one: write that again, because
 * the last one on the screen must be what a key or a line answers.
 */
static void ask_below(struct query_ask *ask)
{
	if (ask->mode == ASK_LINE && ask->line == LINE_REASON)
		ask_reason(ask);
	else if (ask->mode != ASK_NOTHING && ask->mode != ASK_EDITOR)
		query_ask_again(ask);
}

static bool types(const struct query_ask *ask)
{
	return ask->mode == ASK_LINE || ask->mode == ASK_SECRET;
}

void query_ask_closed(struct query_ask *ask, const char *id,
		      enum prompt_voice voice, enum prompt_outcome outcome)
{
	size_t at = 0;

	while (at < ask->count && strcmp(ask->prompts[at].id, id))
		at++;
	if (at == ask->count)
		return;
	/* The prompt line has no newline yet, unless the user typed a line. */
	if (ask->mode != ASK_NOTHING &&
	    (at || ask->mode != ASK_LINE || voice != PROMPT_VOICE_TERMINAL))
		strbuf_addch(query_ask_out(ask), '\n');
	if (at || ask->menu)
		show_other(ask, at);
	query_output_outcome(query_ask_out(ask), voice, outcome);
	remove_prompt(ask, at);
	if (ask->menu) {
		query_menu_show(ask);
		return;
	}
	if (at) {
		ask_below(ask);
		return;
	}
	if (types(ask) && voice != PROMPT_VOICE_TERMINAL)
		query_gate_cut(&ask->gate);
	terminal_keep_order(query_ask_out(ask), false, &ask->look);
	ask->mode = ASK_NOTHING;
	query_ask_again(ask);
}

/* --- Input --- */

static void approve(struct query_ask *ask, enum respond_action action,
		    struct slice arguments, const char *reason)
{
	/* This may free the prompt. */
	ask->sink.approve(ask->sink.user, ask->prompts[0].id, action, arguments,
			  reason);
}

void query_ask_settle(struct query_ask *ask)
{
	size_t before = 0;

	while (ask->mode == ASK_NOTHING && ask->count && ask->count != before) {
		before = ask->count;
		if (is_approved_before(ask))
			approve(ask, ACTION_APPROVE, slice_of(NULL, 0), NULL);
		else if (is_remembered(ask, &ask->never))
			approve(ask, ACTION_REJECT, slice_of(NULL, 0),
				TURN_REMEMBERED);
		else
			break;
	}
}

static void allow(struct query_ask *ask)
{
	if (ask->edited.len) {
		struct strbuf arguments = ask->edited;

		/* Approving removes the prompt with its edited arguments. */
		strbuf_init(&ask->edited);
		approve(ask, ACTION_MODIFY, strbuf_slice(&arguments), NULL);
		strbuf_release(&arguments);
	} else {
		approve(ask, ACTION_APPROVE, slice_of(NULL, 0), NULL);
	}
}

static void deny(struct query_ask *ask)
{
	approve(ask, ACTION_REJECT, slice_of(NULL, 0), NULL);
}

static void approval_key(struct query_ask *ask, char key)
{
	switch (key) {
	case 'y':
		allow(ask);
		break;
	case 'Y':
		remember(ask, &ask->always);
		allow(ask);
		break;
	case 'N':
		remember(ask, &ask->never);
		deny(ask);
		break;
	case 'n':
	case '\033':
		deny(ask);
		break;
	case 'r':
		ask_reason(ask);
		break;
	case 'e':
		query_ask_edit(ask);
		break;
	case 'p':
		query_call_add_json(query_ask_out(ask),
				    query_ask_arguments(ask));
		query_ask_shortly(ask);
		break;
	case '?':
		query_call_add_help(query_ask_out(ask));
		query_ask_shortly(ask);
		break;
	}
}

/* Report an answer that came too early, and ask again. */
static void too_soon(struct query_ask *ask)
{
	strbuf_addf(query_ask_out(ask), "\n  %s\n",
		    _("locked for a moment – please read"));
	query_ask_shortly(ask);
}

static void answer(struct query_ask *ask, struct slice typed)
{
	struct strbuf json = STRBUF_INIT, err = STRBUF_INIT;

	if (!query_question_answer(&json, query_ask_event(ask), typed, &err)) {
		ask->sink.answer(ask->sink.user, ask->prompts[0].id,
				 strbuf_slice(&json));
	} else if (err.len) {
		strbuf_addf(query_ask_out(ask), "  %s\n", err.buf);
		query_ask_shortly(ask);
	}
	strbuf_release(&json);
	strbuf_release(&err);
}

static void line(struct query_ask *ask, struct slice typed, int64_t now_ms)
{
	struct strbuf text = STRBUF_INIT;
	bool soon = !query_gate_was_read(&ask->gate, now_ms);

	query_gate_other(&ask->gate, now_ms);
	if (ask->line == LINE_ANSWER) {
		if (soon)
			too_soon(ask);
		else
			answer(ask, typed);
		return;
	}
	/* Input in another encoding must not make the wire invalid. */
	sanitize_visible(&text, typed, NULL);
	if (text.len)
		approve(ask, ACTION_REJECT, slice_of(NULL, 0), text.buf);
	else
		query_ask_shortly(ask);
	strbuf_release(&text);
}

/* What a key does at the current prompt. */
static enum query_gate_use use_of(const struct query_ask *ask, char key)
{
	if (!query_ask_is_approval(ask))
		return rows_left(ask) || (key == 'e' && ask->prompts[0].draft)
			       ? GATE_USE_NONE
			       : GATE_USE_ALLOW;
	switch (key) {
	case 'y':
	case 'Y':
		return rows_left(ask) ? GATE_USE_NONE : GATE_USE_ALLOW;
	case 'n':
	case 'N':
		return GATE_USE_DENY;
	case '\033':
		return GATE_USE_LATER;
	default:
		return GATE_USE_NONE;
	}
}

static bool turns_page(const struct query_ask *ask, char key)
{
	return rows_left(ask) && (key == ' ' || key == '\n' || key == '\r' ||
				  key == 'y' || key == 'Y');
}

static void take_key(struct query_ask *ask, char key)
{
	if (turns_page(ask, key)) {
		strbuf_addch(query_ask_out(ask), '\n');
		show_page(ask);
	} else if (query_ask_is_approval(ask)) {
		/* Edited arguments are for this call only. */
		if (!ask->edited.len || (key != 'Y' && key != 'N'))
			approval_key(ask, key);
	} else if (key == 'e' && ask->prompts[0].draft) {
		query_ask_edit(ask);
	} else if (!rows_left(ask)) {
		answer(ask, slice_of(&key, 1));
	}
}

/*
 * Whether these bytes belong to a paste, which never answers; it may arrive in
 * pieces.
 */
static bool is_paste(struct query_ask *ask, struct slice bytes, int64_t now_ms)
{
	bool begins = memmem(bytes.ptr, bytes.len, "\033[200~", 6);
	bool ends = memmem(bytes.ptr, bytes.len, "\033[201~", 6);
	bool inside = ask->paste_ms != -1 && now_ms - ask->paste_ms < PASTE_MS;

	ask->paste_ms = (begins || inside) && !ends ? now_ms : -1;
	return begins || ends || inside;
}

static void key_input(struct query_ask *ask, struct slice bytes, int64_t now_ms)
{
	/* Several bytes together are a paste or a function key. */
	if (is_paste(ask, bytes, now_ms) || bytes.len != 1) {
		query_gate_other(&ask->gate, now_ms);
		return;
	}
	switch (query_gate_key(&ask->gate, *bytes.ptr, use_of(ask, *bytes.ptr),
			       now_ms)) {
	case GATE_YES:
		take_key(ask, *bytes.ptr);
		break;
	case GATE_LOCKED:
		too_soon(ask);
		break;
	case GATE_NO:
	case GATE_WAITS:
		break;
	}
}

void query_ask_input(struct query_ask *ask, struct slice bytes, int64_t now_ms)
{
	const char *newline;

	if (!bytes.len)
		return;
	if (ask->menu) {
		query_menu_input(ask, bytes);
		return;
	}
	switch (ask->mode) {
	case ASK_KEY:
		key_input(ask, bytes, now_ms);
		break;
	case ASK_LINE:
	case ASK_SECRET:
		newline = memchr(bytes.ptr, '\n', bytes.len);
		if (newline)
			bytes.len = (size_t)(newline - bytes.ptr);
		line(ask, bytes, now_ms);
		break;
	case ASK_NOTHING:
		/* The key may still be held down when something is asked. */
		if (bytes.len == 1)
			query_gate_key(&ask->gate, *bytes.ptr, GATE_USE_NONE,
				       now_ms);
		else
			query_gate_other(&ask->gate, now_ms);
		break;
	case ASK_EDITOR:
		break;
	}
}

void query_ask_written(struct query_ask *ask, int64_t now_ms)
{
	query_gate_written(&ask->gate, now_ms);
}

void query_ask_quiet(struct query_ask *ask, int64_t now_ms)
{
	char key = query_gate_quiet(&ask->gate, now_ms);

	if (key && ask->mode == ASK_KEY && !ask->menu)
		take_key(ask, key);
}

int64_t query_ask_wake_ms(const struct query_ask *ask)
{
	return ask->mode == ASK_KEY ? query_gate_wake_ms(&ask->gate) : -1;
}

bool query_ask_interrupt(struct query_ask *ask)
{
	if (ask->menu) {
		query_menu_leave(ask);
		return false;
	}
	if (!ask->count) {
		query_menu_show(ask);
		return true;
	}
	if (!query_ask_is_approval(ask) || ask->mode == ASK_EDITOR)
		return false;
	if (ask->mode == ASK_LINE)
		strbuf_addch(query_ask_out(ask), '\n');
	deny(ask);
	return true;
}
