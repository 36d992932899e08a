#include "config.h"

#include "src/jphost/query/query-output.h"

#include <string.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/i18n.h"
#include "src/base/utf8.h"
#include "src/jphost/query/query-call.h"
#include "ui/text/width.h"

/* Lines shown of a result; the others are only counted. */
#define RESULT_LINES 5

void query_output_init(struct query_output *show, struct query_out *out,
		       const struct terminal_look *answer,
		       const struct terminal_look *news)
{
	*show = (struct query_output){ .out = out,
				       .news = *news,
				       .part = CHAT_NONE };
	strbuf_init(&show->line);
	terminal_stream_init(&show->stream, answer);
}

void query_output_release(struct query_output *show)
{
	terminal_stream_release(&show->stream);
	strbuf_release(&show->line);
}

static struct strbuf *news(struct query_output *show)
{
	return query_out_to(show->out, OUT_NEWS);
}

static enum query_out_kind kind_of(enum chat_part part)
{
	return part == CHAT_REASONING ? OUT_NEWS : OUT_ANSWER;
}

/* Whether this part's rows can be rewritten while they grow. */
static bool is_rich(const struct query_output *show, enum chat_part part)
{
	return show->stream.look.cols > 0 &&
	       (part != CHAT_REASONING || show->news.cols > 0);
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

/*
 * Write what is new of the open line, except its last character: a combining
 * mark may follow.
 */
static void write_line(struct query_output *show, bool all)
{
	struct slice text = strbuf_slice(&show->line);
	size_t end = text.len;

	while (!all && end > show->written) {
		uint32_t cp;

		end = utf8_prev(text.ptr, end);
		utf8_decode(text.ptr + end, text.len - end, &cp);
		if (width_of(cp))
			break;
	}
	if (end <= show->written)
		return;
	strbuf_add(query_out_to(show->out, kind_of(show->part)),
		   text.ptr + show->written, end - show->written);
	show->written = end;
	if (end == text.len) {
		strbuf_reset(&show->line);
		show->written = show->sanitizer.line_start = 0;
	}
}

static void add_plain(struct query_output *show, struct slice text)
{
	size_t before = show->written, gone;
	const char *end = NULL;

	sanitize(&show->sanitizer, &show->line, text);
	write_line(show, false);
	/* Lines that were written are not kept, so none ends before `before`. */
	if (show->written > before)
		end = memrchr(show->line.buf + before, '\n',
			      show->written - before);
	if (!end)
		return;
	gone = (size_t)(end - show->line.buf) + 1;
	strbuf_remove(&show->line, 0, gone);
	show->written -= gone;
	show->sanitizer.line_start = show->sanitizer.line_start > gone
					     ? show->sanitizer.line_start - gone
					     : 0;
}

static void close_text(struct query_output *show)
{
	struct strbuf *out = query_out_to(show->out, kind_of(show->part));

	if (show->part == CHAT_NONE)
		return;
	if (is_rich(show, show->part)) {
		terminal_stream_end(&show->stream, out);
	} else {
		sanitize_end(&show->sanitizer, &show->line);
		write_line(show, true);
		strbuf_addch(out, '\n');
	}
	show->part = CHAT_NONE;
}

void query_output_close(struct query_output *show)
{
	bool blank = show->part != CHAT_NONE && is_rich(show, show->part);

	close_text(show);
	if (blank)
		strbuf_addch(news(show), '\n');
}

static void show_text(struct query_output *show, enum chat_part part,
		      struct slice raw)
{
	struct strbuf text = STRBUF_INIT;

	if (show->part != part) {
		bool follows = show->part != CHAT_NONE;

		close_text(show);
		if (follows)
			strbuf_addch(news(show), '\n');
		show->part = part;
	}
	json_string_add(&text, raw);
	if (is_rich(show, part))
		terminal_stream_add(
			&show->stream, query_out_to(show->out, kind_of(part)),
			strbuf_slice(&text),
			part == CHAT_REASONING ? FACE_REASONING : FACE_DEFAULT);
	else
		add_plain(show, strbuf_slice(&text));
	strbuf_release(&text);
}

static void show_response(struct query_output *show,
			  const struct event_peek *peek)
{
	struct strbuf pretty = STRBUF_INIT;
	struct strbuf *out;

	if (peek->part == CHAT_MESSAGE || peek->part == CHAT_REASONING) {
		show_text(show, peek->part, peek->text);
	} else if (peek->part == CHAT_DATA) {
		query_output_close(show);
		json_write_pretty(&pretty, peek->text, 0);
		out = query_out_to(show->out, OUT_ANSWER);
		sanitize_all(out, strbuf_slice(&pretty));
		strbuf_addch(out, '\n');
	}
	strbuf_release(&pretty);
}

static void show_output(struct query_output *show, struct slice event)
{
	struct strbuf chunk = STRBUF_INIT, safe = STRBUF_INIT;

	json_find_text(event, "chunk", &chunk);
	sanitize_output(&safe, strbuf_slice(&chunk));
	add_lines(news(show), "  | ", strbuf_slice(&safe));
	strbuf_release(&chunk);
	strbuf_release(&safe);
}

static void show_result(struct query_output *show, struct slice event)
{
	struct strbuf content = STRBUF_INIT, safe = STRBUF_INIT;
	struct strbuf *out = news(show);
	struct json_member is_error;
	size_t lines = 0, cut = 0;

	json_find(event, "is_error", &is_error);
	strbuf_addf(out, "  %s\n",
		    is_error.type == JSON_TRUE ? _("failed") : _("done"));
	json_find_text(event, "content", &content);
	sanitize_output(&safe, strbuf_slice(&content));
	strbuf_end_line(&safe);
	for (size_t i = 0; i < safe.len; i++) {
		if (safe.buf[i] == '\n' && ++lines == RESULT_LINES)
			cut = i + 1;
	}
	if (lines <= RESULT_LINES)
		cut = safe.len;
	add_lines(out, "  = ", slice_of(safe.buf, cut));
	if (lines > RESULT_LINES)
		strbuf_addf(out,
			    Q_("  … %zu more line\n", "  … %zu more lines\n",
			       lines - RESULT_LINES),
			    lines - RESULT_LINES);
	strbuf_addch(out, '\n');
	strbuf_release(&content);
	strbuf_release(&safe);
}

static void show_answer(struct query_output *show, struct slice event)
{
	struct strbuf text = STRBUF_INIT;
	struct strbuf *out = news(show);
	struct json_member answer;

	if (json_find(event, "answer", &answer)) {
		json_text_add(&text, answer.value);
		strbuf_addf(out, "  %s ", _("answer:"));
		sanitize_visible(out, strbuf_slice(&text), NULL);
	} else {
		strbuf_addf(out, "  %s", _("answer hidden"));
	}
	strbuf_addstr(out, "\n\n");
	strbuf_release(&text);
}

/* Write the level in front of the message; information needs no label. */
static void show_notice(struct query_output *show, struct slice event)
{
	struct strbuf text = STRBUF_INIT;
	struct strbuf *out = news(show);
	struct json_member level;

	json_find(event, "level", &level);
	json_find_text(event, "message", &text);
	if (json_string_is(level.value, "warning"))
		strbuf_addf(out, "%s ", _("warning:"));
	else if (!json_string_is(level.value, "info"))
		strbuf_addf(out, "%s ", _("error:"));
	sanitize_visible(out, strbuf_slice(&text), NULL);
	strbuf_addch(out, '\n');
	strbuf_release(&text);
}

/* Show a prompt that is answered elsewhere. */
static void show_prompt(struct query_output *show, struct slice event,
			bool question, enum respond_kind respond)
{
	struct rows rows = ROWS_INIT;
	struct strbuf *out = news(show);

	if (question)
		query_question_rows(&rows, event, &show->news);
	else
		query_call_rows(&rows, event, slice_of(NULL, 0), &show->news);
	query_rows_write(out, &rows, 0, rows.count, &show->news);
	if (respond != RESPOND_NONE)
		strbuf_addf(out, "  %s\n",
			    _("waiting for an answer from the dashboard "
			      "(see --timeout)"));
	rows_release(&rows);
}

void query_output_event(struct query_output *show, struct slice event,
			enum respond_kind respond)
{
	struct event_peek peek;

	if (!event_peek(&peek, event))
		return;
	switch (peek.kind) {
	case EVENT_CHAT_RESPONSE:
		show_response(show, &peek);
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
	query_output_close(show);
	switch (peek.kind) {
	case EVENT_TOOL_CALL_REQUEST:
		show_prompt(show, event, false, respond);
		break;
	case EVENT_TOOL_CALL_OUTPUT:
		show_output(show, event);
		break;
	case EVENT_TOOL_CALL_RESPONSE:
		show_result(show, event);
		break;
	case EVENT_INQUIRY_REQUEST:
		show_prompt(show, event, true, respond);
		break;
	case EVENT_INQUIRY_RESPONSE:
		show_answer(show, event);
		break;
	case EVENT_NOTICE:
		show_notice(show, event);
		break;
	default:
		break;
	}
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

void query_output_outcome(struct strbuf *out, enum prompt_voice voice,
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
