#include "config.h"

#include "src/jphost/query/query-output.h"

#include <string.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/i18n.h"
#include "src/base/xalloc.h"

#define BOLD  "\033[1m"
#define PLAIN "\033[0m"
/* Lines of a result; the rest is only counted. */
#define RESULT_LINES 5

void query_show_init(struct query_show *show, struct strbuf *out,
		     const struct terminal_look *look)
{
	*show = (struct query_show){ .out = out, .part = CHAT_NONE };
	terminal_stream_init(&show->stream, look);
}

void query_show_release(struct query_show *show)
{
	terminal_stream_release(&show->stream);
}

static bool is_rich(const struct query_show *show)
{
	return show->stream.look.cols > 0;
}

/* End a line that is begun. */
static void fresh_line(struct strbuf *out)
{
	if (out->len && out->buf[out->len - 1] != '\n')
		strbuf_addch(out, '\n');
}

/* A string member's text, not yet fit to be shown. */
static void add_member(struct strbuf *text, struct slice event, const char *key)
{
	struct json_member member;

	if (json_find(event, key, &member))
		json_string_add(text, member.value);
}

/* `text` with `mark` before each of its lines. */
static void add_lines(struct strbuf *out, const char *mark, struct slice text)
{
	while (text.len) {
		const char *newline = memchr(text.ptr, '\n', text.len);
		size_t len = newline ? (size_t)(newline - text.ptr) : text.len;

		strbuf_addf(out, "%s%.*s\n", mark, (int)len, text.ptr);
		text = slice_skip(text, len + 1);
	}
}

static void add_argument(struct strbuf *out, const struct json_member *argument)
{
	struct strbuf text = STRBUF_INIT, safe = STRBUF_INIT;

	strbuf_addstr(out, "  ");
	query_text_add_careful(out, argument->key);
	strbuf_addch(out, ':');
	if (!json_string_add(&text, argument->value))
		json_write_compact(&text, argument->value);
	query_text_add_careful(&safe, strbuf_slice(&text));
	if (memchr(safe.buf, '\n', safe.len)) {
		strbuf_addch(out, '\n');
		add_lines(out, "    | ", strbuf_slice(&safe));
	} else {
		strbuf_addf(out, " %s\n", safe.buf);
	}
	strbuf_release(&text);
	strbuf_release(&safe);
}

void query_show_call(struct strbuf *out, struct slice event, bool color)
{
	struct strbuf name = STRBUF_INIT;
	struct json_member arguments, argument;
	struct json_walk walk;

	add_member(&name, event, "name");
	strbuf_addstr(out, color ? BOLD "> " : "> ");
	query_text_add_careful(out, strbuf_slice(&name));
	strbuf_addstr(out, color ? PLAIN "\n" : "\n");
	json_find(event, "arguments", &arguments);
	walk = json_walk_begin(arguments.value);
	while (json_walk_next(&walk, &argument))
		add_argument(out, &argument);
	strbuf_release(&name);
}

void query_show_question(struct strbuf *out, struct slice event, bool color)
{
	struct strbuf text = STRBUF_INIT;
	struct json_member member;

	json_find_path(event, &member, "question", "text", NULL);
	json_string_add(&text, member.value);
	strbuf_addstr(out, color ? BOLD "? " PLAIN : "? ");
	query_text_add_careful(out, strbuf_slice(&text));
	strbuf_addch(out, '\n');
	strbuf_release(&text);
}

static void close_text(struct query_show *show)
{
	if (show->part == CHAT_NONE)
		return;
	show->part = CHAT_NONE;
	show->text = (struct query_text)QUERY_TEXT_INIT;
	if (is_rich(show))
		terminal_stream_end(&show->stream, show->out);
	else
		strbuf_addch(show->out, '\n');
}

void query_show_close(struct query_show *show)
{
	bool open = show->part != CHAT_NONE;

	close_text(show);
	if (open && is_rich(show))
		strbuf_addch(show->out, '\n');
}

static void show_text(struct query_show *show, enum chat_part part,
		      struct slice raw)
{
	struct strbuf text = STRBUF_INIT;

	if (show->part != part) {
		bool follows = show->part != CHAT_NONE;

		close_text(show);
		if (follows)
			strbuf_addch(show->out, '\n');
		show->part = part;
	}
	json_string_add(&text, raw);
	if (is_rich(show))
		terminal_stream_add(
			&show->stream, show->out, strbuf_slice(&text),
			part == CHAT_REASONING ? FACE_REASONING : FACE_DEFAULT);
	else
		query_text_add(&show->text, show->out, strbuf_slice(&text));
	strbuf_release(&text);
}

static void show_response(struct query_show *show, struct slice event)
{
	struct strbuf safe = STRBUF_INIT, pretty = STRBUF_INIT;
	struct query_text text = QUERY_TEXT_INIT;
	struct json_member member;

	if (json_find(event, "message", &member)) {
		show_text(show, CHAT_MESSAGE, member.value);
	} else if (json_find(event, "reasoning", &member)) {
		show_text(show, CHAT_REASONING, member.value);
	} else if (json_find(event, "data", &member)) {
		query_show_close(show);
		json_write_pretty(&pretty, member.value, 0);
		query_text_add(&text, &safe, strbuf_slice(&pretty));
		strbuf_addf(show->out, "%s\n", safe.buf);
	}
	strbuf_release(&safe);
	strbuf_release(&pretty);
}

static void show_output(struct query_show *show, struct slice event)
{
	struct strbuf chunk = STRBUF_INIT, safe = STRBUF_INIT;
	struct query_text text = QUERY_TEXT_INIT;

	add_member(&chunk, event, "chunk");
	query_text_add(&text, &safe, strbuf_slice(&chunk));
	add_lines(show->out, "  | ", strbuf_slice(&safe));
	strbuf_release(&chunk);
	strbuf_release(&safe);
}

static void show_result(struct query_show *show, struct slice event)
{
	struct strbuf content = STRBUF_INIT, safe = STRBUF_INIT;
	struct query_text text = QUERY_TEXT_INIT;
	struct json_member is_error;
	size_t lines = 0, cut = 0;

	json_find(event, "is_error", &is_error);
	strbuf_addf(show->out, "  %s\n",
		    is_error.type == JSON_TRUE ? _("failed") : _("done"));
	add_member(&content, event, "content");
	query_text_add(&text, &safe, strbuf_slice(&content));
	fresh_line(&safe);
	for (size_t i = 0; i < safe.len; i++) {
		if (safe.buf[i] == '\n' && ++lines == RESULT_LINES)
			cut = i + 1;
	}
	if (lines <= RESULT_LINES)
		cut = safe.len;
	add_lines(show->out, "  = ", slice_of(safe.buf, cut));
	if (lines > RESULT_LINES)
		strbuf_addf(show->out,
			    Q_("  … %zu more line\n", "  … %zu more lines\n",
			       lines - RESULT_LINES),
			    lines - RESULT_LINES);
	strbuf_addch(show->out, '\n');
	strbuf_release(&content);
	strbuf_release(&safe);
}

static void show_answer(struct query_show *show, struct slice event)
{
	struct strbuf text = STRBUF_INIT;
	struct json_member answer;

	json_find(event, "answer", &answer);
	if (!json_string_add(&text, answer.value))
		json_write_compact(&text, answer.value);
	strbuf_addf(show->out, "  %s ", _("answer:"));
	query_text_add_careful(show->out, strbuf_slice(&text));
	strbuf_addstr(show->out, "\n\n");
	strbuf_release(&text);
}

static void show_notice(struct query_show *show, struct slice event)
{
	struct strbuf text = STRBUF_INIT;

	add_member(&text, event, "message");
	strbuf_addf(show->out, "%s ", _("error:"));
	query_text_add_careful(show->out, strbuf_slice(&text));
	strbuf_addch(show->out, '\n');
	strbuf_release(&text);
}

static void show_call(struct query_show *show, struct slice event,
		      enum respond_kind respond)
{
	query_show_call(show->out, event, is_rich(show));
	if (respond != RESPOND_NONE)
		strbuf_addf(show->out, "  %s\n",
			    _("waiting for an answer from the dashboard"));
}

static void show_question(struct query_show *show, struct slice event)
{
	query_show_question(show->out, event, is_rich(show));
	strbuf_addf(show->out, "  %s\n",
		    _("waiting for an answer from the dashboard"));
}

void query_show_event(struct query_show *show, const struct event *event,
		      struct slice raw, enum respond_kind respond)
{
	switch (event->kind) {
	case EVENT_CHAT_RESPONSE:
		show_response(show, raw);
		return;
	case EVENT_CONVERSATION_STATUS:
	case EVENT_PROMPT_CLOSED:
		return;
	case EVENT_QUERY_COMPLETE:
		close_text(show);
		return;
	default:
		break;
	}
	query_show_close(show);
	switch (event->kind) {
	case EVENT_TOOL_CALL_REQUEST:
		show_call(show, raw, respond);
		break;
	case EVENT_TOOL_CALL_OUTPUT:
		show_output(show, raw);
		break;
	case EVENT_TOOL_CALL_RESPONSE:
		show_result(show, raw);
		break;
	case EVENT_INQUIRY_REQUEST:
		show_question(show, raw);
		break;
	case EVENT_INQUIRY_RESPONSE:
		show_answer(show, raw);
		break;
	case EVENT_NOTICE:
		show_notice(show, raw);
		break;
	default:
		break;
	}
}
