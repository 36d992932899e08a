#include "config.h"

#include "src/jphost/query/query-prompt.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/jphost/query/query-inquiry.h"
#include "src/jphost/query/query-output.h"
#include "src/jphost/query/query-text.h"

void query_ask_init(struct query_ask *ask, const struct query_ask_sink *sink,
		    struct strbuf *out, bool color)
{
	memset(ask, 0, sizeof(*ask));
	ask->sink = *sink;
	ask->out = out;
	ask->color = color;
	strbuf_init(&ask->draft);
	strmap_init(&ask->always);
	strmap_init(&ask->never);
}

static void remove_prompt(struct query_ask *ask, size_t at)
{
	free(ask->prompts[at].id);
	strbuf_release(&ask->prompts[at].event);
	ask->count--;
	memmove(&ask->prompts[at], &ask->prompts[at + 1],
		(ask->count - at) * sizeof(*ask->prompts));
}

void query_ask_release(struct query_ask *ask)
{
	while (ask->count)
		remove_prompt(ask, ask->count - 1);
	free(ask->prompts);
	strbuf_release(&ask->draft);
	strmap_release(&ask->always);
	strmap_release(&ask->never);
}

static struct slice asked(const struct query_ask *ask)
{
	return strbuf_slice(&ask->prompts[0].event);
}

/* The name of the tool that is asked for. */
static void add_name(struct strbuf *name, const struct query_ask *ask)
{
	struct json_member member;

	json_find(asked(ask), "name", &member);
	json_string_add(name, member.value);
}

/* Whether the tool that is asked for is in this set. */
static bool is_remembered(const struct query_ask *ask, const struct strmap *set)
{
	struct strbuf name = STRBUF_INIT;
	bool found;

	if (!ask->count || ask->prompts[0].respond != RESPOND_TOOL_APPROVAL)
		return false;
	add_name(&name, ask);
	found = strmap_get(set, strbuf_slice(&name)) != NULL;
	strbuf_release(&name);
	return found;
}

/* Put the tool that is asked for into the set. */
static void remember(struct query_ask *ask, struct strmap *set)
{
	struct strbuf name = STRBUF_INIT;

	add_name(&name, ask);
	strmap_put(set, strbuf_slice(&name), ask);
	strbuf_release(&name);
}

/* "Run local NAME tool? [y,Y,n,N,r,e,p,?] " */
static void ask_approval(struct query_ask *ask)
{
	struct strbuf name = STRBUF_INIT, safe = STRBUF_INIT;

	add_name(&name, ask);
	query_text_add_careful(&safe, strbuf_slice(&name));
	strbuf_addf(ask->out, _("Run local %s tool? [y,Y,n,N,r,e,p,?] "),
		    safe.buf);
	ask->mode = ASK_KEY;
	strbuf_release(&name);
	strbuf_release(&safe);
}

static void ask_question(struct query_ask *ask)
{
	switch (query_question_ask(ask->out, asked(ask))) {
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

/* Only the line that asks; what is asked about is on the screen already. */
static void ask_shortly(struct query_ask *ask)
{
	if (ask->prompts[0].respond == RESPOND_TOOL_APPROVAL)
		ask_approval(ask);
	else
		ask_question(ask);
}

void query_ask_again(struct query_ask *ask)
{
	if (!ask->count)
		return;
	ask->asked++;
	if (ask->prompts[0].respond == RESPOND_TOOL_APPROVAL)
		query_show_call(ask->out, asked(ask), ask->color);
	else
		query_show_question(ask->out, asked(ask), ask->color);
	/* query_ask_settle() answers it. */
	if (is_remembered(ask, &ask->always) || is_remembered(ask, &ask->never))
		return;
	ask_shortly(ask);
}

void query_ask_add(struct query_ask *ask, struct slice event,
		   enum respond_kind respond)
{
	struct strbuf id = STRBUF_INIT;
	struct query_prompt *prompt;
	struct json_member member;

	json_find(event, "id", &member);
	json_string_add(&id, member.value);
	ALLOC_GROW(ask->prompts, ask->count + 1, ask->cap);
	prompt = &ask->prompts[ask->count++];
	prompt->id = strbuf_detach(&id);
	prompt->respond = respond;
	strbuf_init(&prompt->event);
	strbuf_addslice(&prompt->event, event);
	if (ask->count == 1)
		query_ask_again(ask);
}

static const char *outcome_text(enum prompt_outcome outcome)
{
	switch (outcome) {
	case PROMPT_OUTCOME_APPROVED:
		return _("approved");
	case PROMPT_OUTCOME_REJECTED:
		return _("rejected");
	case PROMPT_OUTCOME_MODIFIED:
		return _("approved with other arguments");
	case PROMPT_OUTCOME_ANSWERED:
		return _("answered");
	case PROMPT_OUTCOME_UNANSWERED:
		return _("left without an answer");
	case PROMPT_OUTCOME_CANCELLED:
		return _("cancelled");
	case PROMPT_OUTCOME_NONE:
	case PROMPT_OUTCOME_OTHER:
		break;
	}
	return "?";
}

void query_ask_outcome(struct strbuf *out, enum prompt_voice voice,
		       enum prompt_outcome outcome)
{
	const char *text = outcome_text(outcome);

	switch (voice) {
	case PROMPT_VOICE_TERMINAL:
		strbuf_addf(out, "  %s\n", text);
		break;
	case PROMPT_VOICE_PLUGIN:
		strbuf_addf(out, _("  answered by the dashboard: %s\n"), text);
		break;
	case PROMPT_VOICE_TIMEOUT:
		strbuf_addf(out, _("  nobody answered in time: %s\n"), text);
		break;
	case PROMPT_VOICE_CANCEL:
	case PROMPT_VOICE_NONE:
	case PROMPT_VOICE_OTHER:
		strbuf_addf(out, "  %s\n", text);
		break;
	}
}

void query_ask_closed(struct query_ask *ask, const char *id,
		      enum prompt_voice voice, enum prompt_outcome outcome)
{
	size_t at = 0;

	while (at < ask->count && strcmp(ask->prompts[at].id, id))
		at++;
	if (at == ask->count)
		return;
	/* The line that asks has no end yet; a typed line has one. */
	if (!at && ask->mode != ASK_NOTHING &&
	    (ask->mode != ASK_LINE || voice != PROMPT_VOICE_TERMINAL))
		strbuf_addch(ask->out, '\n');
	if (at)
		query_show_call(ask->out, strbuf_slice(&ask->prompts[at].event),
				ask->color);
	query_ask_outcome(ask->out, voice, outcome);
	remove_prompt(ask, at);
	if (at)
		return;
	ask->mode = ASK_NOTHING;
	query_ask_again(ask);
}

/* --- What was typed --- */

static void approve(struct query_ask *ask, enum respond_action action,
		    struct slice arguments, const char *reason)
{
	/* The prompt may be gone when this returns. */
	ask->sink.approve(ask->sink.user, ask->prompts[0].id, action, arguments,
			  reason);
}

void query_ask_settle(struct query_ask *ask)
{
	size_t before = 0;

	while (ask->mode == ASK_NOTHING && ask->count && ask->count != before) {
		before = ask->count;
		if (is_remembered(ask, &ask->always))
			approve(ask, ACTION_APPROVE, slice_of(NULL, 0), NULL);
		else if (is_remembered(ask, &ask->never))
			approve(ask, ACTION_REJECT, slice_of(NULL, 0),
				TURN_REMEMBERED);
		else
			break;
	}
}

static void edit(struct query_ask *ask)
{
	struct json_member arguments;

	json_find(asked(ask), "arguments", &arguments);
	strbuf_reset(&ask->draft);
	json_write_pretty(&ask->draft, arguments.value, 0);
	strbuf_addch(&ask->draft, '\n');
	strbuf_addch(ask->out, '\n');
	ask->mode = ASK_EDITOR;
}

static void print_arguments(struct query_ask *ask)
{
	struct strbuf pretty = STRBUF_INIT;
	struct json_member arguments;

	json_find(asked(ask), "arguments", &arguments);
	json_write_pretty(&pretty, arguments.value, 0);
	strbuf_addch(ask->out, '\n');
	query_text_add_careful(ask->out, strbuf_slice(&pretty));
	strbuf_addch(ask->out, '\n');
	strbuf_release(&pretty);
	ask_shortly(ask);
}

static void help(struct query_ask *ask)
{
	strbuf_addch(ask->out, '\n');
	strbuf_addstr(ask->out, _("  y  run it\n"
				  "  Y  run it, and this tool again without "
				  "asking in this turn\n"
				  "  n  skip it (Esc too)\n"
				  "  N  skip it, and this tool in this turn\n"
				  "  r  skip it and say why\n"
				  "  e  edit the arguments, then run it\n"
				  "  p  print the arguments as JSON\n"
				  "  ?  this help\n"));
	ask_shortly(ask);
}

static void approval_key(struct query_ask *ask, char key)
{
	static const struct slice none = SLICE_INIT;

	switch (key) {
	case 'y':
		approve(ask, ACTION_APPROVE, none, NULL);
		break;
	case 'Y':
		remember(ask, &ask->always);
		approve(ask, ACTION_APPROVE, none, NULL);
		break;
	case 'N':
		remember(ask, &ask->never);
		approve(ask, ACTION_REJECT, none, NULL);
		break;
	case 'n':
	case '\033':
		approve(ask, ACTION_REJECT, none, NULL);
		break;
	case 'r':
		strbuf_addf(ask->out, "\n%s ", _("Why? (empty: back)"));
		ask->mode = ASK_LINE;
		ask->line = LINE_REASON;
		break;
	case 'e':
		edit(ask);
		break;
	case 'p':
		print_arguments(ask);
		break;
	case '?':
		help(ask);
		break;
	}
}

static void answer(struct query_ask *ask, struct slice typed)
{
	struct strbuf json = STRBUF_INIT, err = STRBUF_INIT;

	if (!query_question_answer(&json, asked(ask), typed, &err)) {
		ask->sink.answer(ask->sink.user, ask->prompts[0].id,
				 strbuf_slice(&json));
	} else if (err.len) {
		strbuf_addf(ask->out, "  %s\n", err.buf);
		ask_shortly(ask);
	}
	strbuf_release(&json);
	strbuf_release(&err);
}

static void line(struct query_ask *ask, struct slice typed)
{
	struct strbuf text = STRBUF_INIT;

	if (ask->line == LINE_ANSWER) {
		answer(ask, typed);
		return;
	}
	/* A tty in another encoding must not make the wire invalid. */
	query_text_add_careful(&text, typed);
	if (text.len)
		approve(ask, ACTION_REJECT, slice_of(NULL, 0), text.buf);
	else
		ask_shortly(ask);
	strbuf_release(&text);
}

void query_ask_input(struct query_ask *ask, struct slice bytes)
{
	const char *newline;

	if (!bytes.len)
		return;
	switch (ask->mode) {
	case ASK_KEY:
		/* Several at once are a paste or a function key: no answer. */
		if (bytes.len != 1)
			break;
		if (ask->prompts[0].respond == RESPOND_TOOL_APPROVAL)
			approval_key(ask, bytes.ptr[0]);
		else
			answer(ask, bytes);
		break;
	case ASK_LINE:
	case ASK_SECRET:
		newline = memchr(bytes.ptr, '\n', bytes.len);
		if (newline)
			bytes.len = (size_t)(newline - bytes.ptr);
		line(ask, bytes);
		break;
	case ASK_NOTHING:
	case ASK_EDITOR:
		break;
	}
}

void query_ask_edited(struct query_ask *ask, struct slice text)
{
	struct strbuf before = STRBUF_INIT, after = STRBUF_INIT;
	struct strbuf err = STRBUF_INIT;

	if (ask->mode != ASK_EDITOR)
		return;
	if (text.len && json_check(text, NULL, &err)) {
		strbuf_addf(ask->out, _("the arguments are no JSON: %s\n"),
			    err.buf);
	} else if (text.len && json_type_of(text) != JSON_OBJECT) {
		strbuf_addstr(ask->out,
			      _("the arguments are no JSON object\n"));
	} else {
		json_write_compact(&before, strbuf_slice(&ask->draft));
		json_write_compact(&after, text);
	}
	if (!after.len ||
	    slice_equal(strbuf_slice(&before), strbuf_slice(&after)))
		ask_shortly(ask);
	else
		approve(ask, ACTION_MODIFY, strbuf_slice(&after), NULL);
	strbuf_release(&before);
	strbuf_release(&after);
	strbuf_release(&err);
}
