#include "config.h"

#include <string.h>

#include "proto/json-scan.h"
#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/store/item-text.h"
#include "ui/text/colored.h"
#include "ui/text/sanitize.h"
#include "ui/text/source.h"
#include "ui/text/wrap.h"
#include "ui/transcript/terminal-text.h"
#include "ui/transcript/transcript-consent.h"
#include "ui/transcript/transcript-item.h"
#include "ui/transcript/transcript-result.h"
#include "ui/view/arguments.h"
#include "ui/view/json-rows.h"

/* Tool calls and inquiries: the request and its result. */

enum {
	OUTPUT_ROWS = 3,     /* of a running call */
	OUTPUT_BYTES = 8192, /* of its output that are examined */
	QUESTION_ROWS = 6,   /* of a folded inquiry */
	BYTES_A_COLUMN = 4,
	SHORT_BYTES = 64 << 10, /* of arguments that are laid out in full */
};

/* The arguments that best describe a call, best first. */
static const char *const chief_arguments[] = {
	"path",  "file",    "file_path", "filename", "command", "cmd",
	"query", "pattern", "url",       "uri",      "name",    "title",
};

static size_t rank_of(struct slice key)
{
	size_t rank = 0;

	while (rank < ARRAY_SIZE(chief_arguments) &&
	       !slice_is(key, chief_arguments[rank]))
		rank++;
	return rank;
}

/* The raw string that best describes the call, or empty if there is none. */
static struct slice chief_argument(struct slice arguments)
{
	struct json_walk walk = json_walk_begin(arguments);
	struct json_member member;
	struct slice chief = SLICE_INIT;
	size_t best = SIZE_MAX;

	while (json_walk_next(&walk, &member)) {
		size_t rank = rank_of(member.key);

		if (member.type != JSON_STRING || rank >= best)
			continue;
		best = rank;
		chief = member.value;
	}
	return chief;
}

/* A text cut to what a row can show, without leading blanks. */
static struct slice cut_to(struct slice text, int cols)
{
	size_t most = (size_t)cols * BYTES_A_COLUMN + 1;

	while (text.len && strchr(" \t\r\n", *text.ptr))
		text = slice_skip(text, 1);
	while (text.len && strchr(" \t\r\n", text.ptr[text.len - 1]))
		text.len--;
	if (text.len > most)
		text.len = most;
	return text;
}

/* Its first line that is not blank. */
static struct slice first_line(struct slice text, int cols)
{
	const char *newline;

	text = cut_to(text, cols);
	newline = text.len ? memchr(text.ptr, '\n', text.len) : NULL;
	if (newline)
		text.len = (size_t)(newline - text.ptr);
	return text;
}

/* A text that does not fit is elided when drawn. */
static void add_line(struct transcript_item *it, struct slice text,
		     enum face face)
{
	struct strbuf clean = STRBUF_INIT;

	sanitize_output(&clean, first_line(text, it->cols));
	for (size_t i = 0; i < clean.len; i++)
		if (clean.buf[i] == '\n' || clean.buf[i] == '\t')
			clean.buf[i] = ' ';
	rows_begin(&it->rows, ITEM_INDENT);
	rows_add(&it->rows, strbuf_slice(&clean), face);
	strbuf_release(&clean);
}

void transcript_item_chief_argument(struct strbuf *out,
				    const struct event *call, int cols)
{
	struct slice arguments = slice_of(call->arguments, call->arguments_len);
	struct strbuf text = STRBUF_INIT;

	/* The record of a call may be used for decisions too: nothing is
	 * removed, and a further line is visible. */
	if (json_string_add(&text, chief_argument(arguments)))
		arguments_add_line(out, cut_to(strbuf_slice(&text), cols));
	strbuf_release(&text);
}

/* Show who decided, if not the user here: automatic consent must not look like
 * the user's. */
static void add_consent(struct transcript_item *it)
{
	bool alone = it->consent == CONSENT_HOST_APPROVED ||
		     it->consent == CONSENT_HOST_ANSWERED;

	if (it->consent != CONSENT_NONE)
		add_line(it, slice_str(transcript_consent(it->consent)),
			 alone ? FACE_WAITING : FACE_DIM);
}

static void add_call_line(struct transcript_item *it, const struct event *event,
			  uint32_t last)
{
	struct strbuf clean = STRBUF_INIT;

	rows_source(&it->rows, 1, last);
	transcript_item_begin_fold(it);
	arguments_add_line(&clean, slice_str(event->name && *event->name
						     ? event->name
						     : _("tool call")));
	rows_add(&it->rows, strbuf_slice(&clean), FACE_TOOL);
	strbuf_reset(&clean);
	transcript_item_chief_argument(&clean, event, it->cols);
	if (clean.len) {
		rows_add(&it->rows, SLICE("  "), FACE_DEFAULT);
		rows_add(&it->rows, strbuf_slice(&clean), FACE_DEFAULT);
	}
	add_consent(it);
	it->lead = it->rows.count;
	strbuf_release(&clean);
}

/* Many tools return an error as JSON: {"message": …, "trace": […]}. */
static void add_error_line(struct transcript_item *it, struct slice text)
{
	struct strbuf message = STRBUF_INIT;

	if (json_type_of(text) == JSON_OBJECT &&
	    json_find_text(text, "message", &message))
		text = strbuf_slice(&message);
	if (text.len)
		add_line(it, text, FACE_ERROR);
	strbuf_release(&message);
}

static void add_label(struct transcript_item *it, const char *text)
{
	rows_source(&it->rows, 0, 0);
	rows_begin(&it->rows, ITEM_INDENT);
	rows_add(&it->rows, slice_str(text), FACE_DIM);
}

static bool has_members(struct slice value)
{
	struct json_walk walk = json_walk_begin(value);
	struct json_member member;

	return json_walk_next(&walk, &member);
}

/* The arguments as in an approval, below the call's line. */
static void add_short_arguments(struct transcript_item *it, struct slice raw,
				uint32_t last)
{
	const struct arguments_options options = {
		.cols = it->cols - ITEM_INDENT,
		.reading = true,
	};
	size_t first = it->rows.count, most = transcript_item_max_rows(it);

	arguments_rows(&it->rows, raw, &options, NULL);
	for (size_t i = first; i < it->rows.count; i++)
		it->rows.rows[i].indent += ITEM_INDENT;
	if (it->rows.count > most) {
		size_t cut = it->rows.count - most;

		rows_truncate(&it->rows, most);
		transcript_item_add_more(it, cut, last);
	}
}

/* In the source they are the lines from after the name to `last`. */
static void add_arguments(struct transcript_item *it, const struct event *event,
			  uint32_t last)
{
	const struct json_rows_options options = {
		.cols = it->cols,
		.indent = ITEM_INDENT,
		.max_rows = transcript_item_max_rows(it),
	};
	struct slice raw = slice_of(event->arguments, event->arguments_len);

	rows_source(&it->rows, last < 2 ? last : 2, last);
	if (has_members(raw) && raw.len <= SHORT_BYTES) {
		add_short_arguments(it, raw, last);
	} else if (!json_rows_members(&it->rows, raw, &options)) {
		/* How many are left is unknown before they are laid out. */
		rows_begin(&it->rows, ITEM_INDENT);
		rows_add(&it->rows, slice_str(_("… more arguments")), FACE_DIM);
		it->more = true;
	}
	it->lead = it->rows.count;
}

/* In the source it begins at `line`. */
static void add_result(struct transcript_item *it,
		       const struct item_content *content, uint32_t line)
{
	bool failed = it->tool_state == TOOL_FAILED;

	if (content->notice.len) {
		struct slice notice = strbuf_slice(&content->notice);

		add_label(it, _("system notifications"));
		transcript_item_add_notice(it, notice, line);
		line += (uint32_t)source_breaks(notice);
	}
	if (!content->response.text_len) {
		add_label(it, _("no result text"));
		return;
	}
	add_label(it, failed ? _("error:") : _("result:"));
	transcript_item_add_result(
		it,
		slice_of(content->response.text, content->response.text_len),
		failed ? FACE_ERROR : FACE_DEFAULT, line);
}

/* The last `most` lines of a call's output, from the start of a line or at
 * least of a character. */
static struct slice last_output(struct slice text, size_t most, size_t bytes)
{
	size_t at = text.len, lines = 0;

	while (at && (text.ptr[at - 1] == '\n' || text.ptr[at - 1] == '\r'))
		at--;
	while (at && text.len - at < bytes) {
		if (text.ptr[at - 1] == '\n' && ++lines == most)
			break;
		at--;
	}
	while (at < text.len && ((unsigned char)text.ptr[at] & 0xc0) == 0x80)
		at++;
	return slice_skip(text, at);
}

/* Unfolded, as many lines as of a result; earlier ones are counted. */
void transcript_item_add_output(struct transcript_item *it,
				const struct item *item)
{
	const struct colored_options options = {
		.cols = it->cols,
		.indent = ITEM_INDENT,
		.face = FACE_DIM,
		.max_rows = SIZE_MAX,
	};
	const struct item_live *live = item->live;
	struct slice all = strbuf_slice(&live->output), shown;
	size_t most = OUTPUT_ROWS, body, hidden;
	struct strbuf moved = STRBUF_INIT;
	uint32_t before = 0;

	rows_truncate(&it->rows, it->lead);
	if (it->unfolded)
		most = transcript_item_max_rows(it) - it->lead;
	/* Its first lines may have been dropped: the numbers are unknown. */
	if (it->unfolded)
		before = it->rows.rows[it->lead - 1].last;
	rows_source(&it->rows, before + 1, ROWS_SOURCE_END);
	if (!it->unfolded)
		all = last_output(all, SIZE_MAX, OUTPUT_BYTES);
	if (terminal_text_moves(all)) {
		terminal_text_add(&moved, all);
		all = strbuf_slice(&moved);
	}
	shown = last_output(all, most, it->unfolded ? all.len : OUTPUT_BYTES);
	colored_rows(&it->rows, shown, &options);
	body = it->rows.count - it->lead;
	it->skip = body > most ? body - most : 0;
	hidden = live->lines_dropped + it->skip +
		 source_breaks(slice_of(all.ptr, all.len - shown.len));
	if (it->unfolded && hidden)
		transcript_item_add_more(it, hidden, ROWS_SOURCE_END);
	strbuf_release(&moved);
}

/* The last line of a call's arguments in the source. */
static uint32_t last_of_arguments(const struct event *call)
{
	struct strbuf text = STRBUF_INIT;
	size_t lines;

	item_text_call(&text, call);
	lines = source_breaks(strbuf_slice(&text));
	strbuf_release(&text);
	return (uint32_t)lines;
}

void transcript_item_add_call(struct transcript_item *it,
			      const struct conversation *conv,
			      const struct item *item)
{
	struct item_content content;
	uint32_t last = ROWS_SOURCE_END;

	item_content_load(&content, conv, item);
	it->times = transcript_call_times(conv, item);
	it->unfolded = it->fold > FOLD_CLOSED;
	if (it->unfolded)
		last = last_of_arguments(&content.event);
	add_call_line(it, &content.event, last);
	if (it->unfolded)
		add_arguments(it, &content.event, last);
	if (it->unfolded && content.has_response)
		add_result(it, &content, last + 1);
	else if (content.has_response && it->tool_state == TOOL_FAILED)
		add_error_line(it, slice_of(content.response.text,
					    content.response.text_len));
	if (!content.has_response && item->live) {
		it->grows = true;
		transcript_item_add_output(it, item);
	}
	item_content_release(&content);
}

/* What was decided, on one line, without hiding anything of it. */
static void add_decided(struct strbuf *out, struct slice text)
{
	struct strbuf record = STRBUF_INIT;

	sanitize_record(&record, text, NULL);
	sanitize_line(out, strbuf_slice(&record));
	strbuf_release(&record);
}

/* An answer is JSON; strings are shown without quotes, booleans in words. */
static void add_answer(struct transcript_item *it, const struct event *event)
{
	struct wrap_options options = {
		.cols = it->cols,
		.indent = ITEM_INDENT,
		.face = FACE_DIM,
	};
	struct slice answer = slice_str(event->answer);
	struct strbuf text = STRBUF_INIT, clean = STRBUF_INIT;
	struct wrap_stream ws;

	if (json_type_of(answer) == JSON_TRUE)
		strbuf_addstr(&text, _("yes"));
	else if (json_type_of(answer) == JSON_FALSE)
		strbuf_addstr(&text, _("no"));
	else if (!json_string_add(&text, answer))
		strbuf_addslice(&text, answer);
	add_decided(&clean, strbuf_slice(&text));
	wrap_stream_init(&ws, &options);
	wrap_stream_add(&ws, &it->rows, slice_str(_("answer: ")));
	wrap_stream_face(&ws, FACE_DEFAULT);
	wrap_stream_add(&ws, &it->rows, strbuf_slice(&clean));
	strbuf_release(&text);
	strbuf_release(&clean);
}

/* Folded: its first lines while it waits; later only the first, beside who
 * asks. */
static void add_question(struct transcript_item *it, struct slice text)
{
	size_t first = it->rows.count;
	struct source_range source = { 0 };
	struct strbuf line = STRBUF_INIT;

	if (!it->unfolded && !it->waits) {
		add_decided(&line, first_line(text, it->cols));
		rows_add(&it->rows, SLICE("  "), FACE_DEFAULT);
		rows_add(&it->rows, strbuf_slice(&line), FACE_DEFAULT);
		strbuf_release(&line);
		return;
	}
	/* Enough for the rows that stay; the rest is not laid out. */
	if (!it->unfolded &&
	    text.len > (size_t)it->cols * BYTES_A_COLUMN * QUESTION_ROWS)
		text.len = (size_t)it->cols * BYTES_A_COLUMN * QUESTION_ROWS;
	sanitize_record(&line, text, NULL);
	if (it->unfolded) {
		source.line = 1;
		source.last = (uint32_t)source_breaks(text);
		source.last += text.ptr[text.len - 1] != '\n';
		transcript_item_add_long(it, strbuf_slice(&line), FACE_DEFAULT,
					 ITEM_LONG_TEXT, source);
		/* The options and the answer come after it. */
		rows_source(&it->rows, source.last + 1, ROWS_SOURCE_END);
	} else {
		transcript_item_add_long(it, strbuf_slice(&line), FACE_DEFAULT,
					 ITEM_LONG_TEXT, source);
		rows_truncate(&it->rows, first + QUESTION_ROWS);
	}
	strbuf_release(&line);
}

/* RFD 082: an answer that is not disclosed, or why there is none. */
void transcript_item_no_answer(struct strbuf *out, const struct event *response)
{
	struct slice why = SLICE_INIT;

	if (response)
		why = slice_of(response->text, response->text_len);
	if (response && response->inquiry_outcome == INQUIRY_OUTCOME_REDACTED) {
		strbuf_addstr(out, _("answer hidden"));
	} else if (slice_is(why, "user")) {
		strbuf_addstr(out, _("cancelled by the user"));
	} else {
		strbuf_addstr(out, _("not answered"));
		if (why.len) {
			strbuf_addstr(out, ": ");
			strbuf_addslice(out, why);
		}
	}
}

static void add_no_answer(struct transcript_item *it,
			  const struct event *response)
{
	struct strbuf text = STRBUF_INIT;

	transcript_item_no_answer(&text, response);
	add_line(it, strbuf_slice(&text), FACE_DIM);
	strbuf_release(&text);
}

void transcript_item_add_inquiry(struct transcript_item *it,
				 const struct conversation *conv,
				 const struct item *item)
{
	struct item_content content;
	const char *who;
	struct strbuf name = STRBUF_INIT;

	item_content_load(&content, conv, item);
	it->times = transcript_call_times(conv, item);
	who = content.event.name ? content.event.name : content.event.source;
	it->unfolded = it->fold > FOLD_CLOSED;
	if (!it->unfolded)
		transcript_item_source_all(it);
	transcript_item_begin_fold(it);
	rows_add(&it->rows, slice_str(_("Question")), FACE_TOOL);
	if (who && *who) {
		arguments_add_line(&name, slice_str(who));
		rows_add(&it->rows, SLICE("  "), FACE_DIM);
		rows_add(&it->rows, strbuf_slice(&name), FACE_DIM);
	}
	it->lead = it->rows.count;
	it->waits = it->context & CONTEXT_OPEN;
	if (content.event.text_len)
		add_question(it, slice_of(content.event.text,
					  content.event.text_len));
	if (content.has_response && content.response.answer)
		add_answer(it, &content.response);
	else if (content.has_response)
		add_no_answer(it, &content.response);
	else if (item_answered_here(item) && it->consent == CONSENT_NONE)
		add_line(it, slice_str(_("answered")), FACE_DIM);
	else if (!it->waits && it->consent == CONSENT_NONE)
		add_no_answer(it, NULL); /* while it waits, its line says so */
	add_consent(it);
	strbuf_release(&name);
	item_content_release(&content);
}
