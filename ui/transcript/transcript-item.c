#include "config.h"

#include "ui/transcript/transcript-item.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "src/base/i18n.h"
#include "src/base/timestamp.h"
#include "src/base/xalloc.h"
#include "ui/text/sanitize.h"
#include "ui/text/source.h"
#include "ui/text/wrap.h"
#include "ui/transcript/transcript-result.h"
#include "ui/view/conversation-label.h"
#include "ui/view/json-rows.h"

enum {
	TAIL_ROWS = 3,      /* of streaming reasoning */
	LOOK_BACK_MAX = 64, /* items, to find who spoke before */
	BYTES_A_COLUMN = 4,
};

struct transcript_item *transcript_item_new(void)
{
	struct transcript_item *it = xcalloc(1, sizeof(*it));

	rows_init(&it->rows);
	strbuf_init(&it->prose.line);
	data_uri_init(&it->uri);
	return it;
}

void transcript_item_free(struct transcript_item *it)
{
	if (!it)
		return;
	rows_release(&it->rows);
	prose_release(&it->prose);
	data_uri_release(&it->uri);
	markdown_free(it->markdown);
	free(it);
}

bool transcript_item_is_assistants(enum item_kind kind)
{
	return kind == ITEM_MESSAGE || kind == ITEM_REASONING ||
	       kind == ITEM_DATA || kind == ITEM_TOOL_CALL ||
	       kind == ITEM_INQUIRY;
}

static bool begins_to_speak(const struct conversation *conv, size_t index,
			    const struct transcript_filter *filter)
{
	size_t least = index > LOOK_BACK_MAX ? index - LOOK_BACK_MAX : 0;
	unsigned writer = conv->items[index].writer;

	if (!transcript_item_is_assistants(conv->items[index].kind))
		return false;
	while (index-- > least) {
		enum item_kind kind = conv->items[index].kind;

		if (transcript_item_is_assistants(kind) &&
		    !transcript_filter_hides(filter, conv, index))
			return conv->items[index].writer != writer;
		if (kind == ITEM_TURN || kind == ITEM_REQUEST)
			return true;
	}
	return !least || writer;
}

static bool is_open_call(const struct conversation *conv, size_t index)
{
	for (size_t i = 0; i < conv->open_count; i++)
		if (conv->open_calls[i] == index)
			return true;
	return false;
}

bool transcript_item_waits(const struct conversation *conv, size_t index)
{
	const struct item *item = &conv->items[index];

	return item->kind == ITEM_INQUIRY && is_open_call(conv, index) &&
	       item->consent == CONSENT_NONE && !item_answered_here(item);
}

static unsigned context_of(const struct conversation *conv, size_t index,
			   const struct transcript_filter *filter)
{
	enum item_kind kind = conv->items[index].kind;
	unsigned context = 0;

	if (!index)
		context |= CONTEXT_FIRST;
	else if (kind == ITEM_REQUEST &&
		 (conv->items[index - 1].kind != ITEM_TURN ||
		  transcript_filter_hides(filter, conv, index - 1)))
		context |= CONTEXT_GAP;
	if (begins_to_speak(conv, index, filter))
		context |= CONTEXT_HEADER;
	if (transcript_item_waits(conv, index))
		context |= CONTEXT_OPEN;
	return context;
}

/* The item's text; text that came live is not copied. */
static struct slice text_of(const struct item *item,
			    const struct item_content *content)
{
	if (item->record == NO_RECORD && item->live)
		return strbuf_slice(&item->live->text);
	return strbuf_slice(&content->text);
}

static void stop_growing(struct transcript_item *it)
{
	prose_release(&it->prose);
	data_uri_release(&it->uri);
	markdown_free(it->markdown);
	it->markdown = NULL;
	it->grows = false;
}

static void start_growing(struct transcript_item *it)
{
	stop_growing(it);
	it->lead = it->rows.count;
	it->fed = 0;
	it->grows = true;
}

/* Begin a text that may grow; its first line is `line` of the source. */
static void begin_growing(struct transcript_item *it, enum face face,
			  bool markup, uint32_t line)
{
	const struct prose_options options = {
		.cols = it->cols,
		.face = face,
		.markup = markup,
		.line = line,
	};

	start_growing(it);
	prose_init(&it->prose, &it->rows, &options);
}

/* The same for a model's text, which does not fill its lines. */
static void begin_markdown(struct transcript_item *it, enum face face,
			   int indent)
{
	const struct markdown_options options = {
		.cols = it->cols,
		.indent = indent,
		.face = face,
		.keep_breaks = true,
		.line = 1,
	};

	start_growing(it);
	it->markdown = markdown_new(&it->rows, &options);
}

static void add_grown(struct transcript_item *it, struct slice text, bool open)
{
	struct strbuf shown = STRBUF_INIT;

	data_uri_add(&it->uri, text, &shown);
	if (!open)
		data_uri_end(&it->uri, &shown);
	text = strbuf_slice(&shown);
	if (it->markdown) {
		markdown_add(it->markdown, &it->rows, text);
		if (!open)
			markdown_end(it->markdown, &it->rows);
	} else {
		prose_add(&it->prose, &it->rows, text);
		if (!open)
			prose_end(&it->prose, &it->rows);
	}
	strbuf_release(&shown);
}

static void grow(struct transcript_item *it, struct slice text, bool open)
{
	size_t body;

	add_grown(it, slice_skip(text, it->fed), open);
	it->fed = text.len;
	if (!open)
		stop_growing(it);
	body = it->rows.count - it->lead;
	it->skip = 0;
	if (it->kind == ITEM_REASONING && it->fold == FOLD_AUTO &&
	    body > TAIL_ROWS)
		it->skip = body - TAIL_ROWS;
}

static void add_header(struct transcript_item *it, const char *who,
		       enum face face)
{
	struct strbuf name = STRBUF_INIT;

	sanitize_line(&name, slice_str(who));
	rows_begin(&it->rows, 0);
	rows_add(&it->rows, strbuf_slice(&name), face);
	strbuf_release(&name);
}

static void add_writer(struct transcript_item *it,
		       const struct conversation *conv, const struct item *item)
{
	struct strbuf name = STRBUF_INIT;

	conversation_add_writer(&name, conv, item);
	rows_begin(&it->rows, 0);
	rows_add(&it->rows, strbuf_slice(&name), FACE_ASSISTANT);
	strbuf_release(&name);
}

/* Add one dim line. */
static void add_remark(struct transcript_item *it, const char *text,
		       enum face face)
{
	const struct wrap_options options = { .cols = it->cols, .face = face };

	wrap_text(&it->rows, slice_str(text), &options);
}

/* Add notifications before a request; returns how many lines they have. */
static uint32_t add_notifications(struct transcript_item *it,
				  struct slice notice)
{
	uint32_t lines = (uint32_t)source_breaks(notice);

	if (!notice.len)
		return 0;
	it->unfolded = it->fold > FOLD_CLOSED;
	if (!it->unfolded)
		rows_source(&it->rows, 1, lines);
	transcript_item_begin_fold(it);
	rows_add(&it->rows, slice_str(_("system notifications")), FACE_NOTICE);
	if (it->unfolded)
		transcript_item_add_notice(it, notice, 1);
	return lines;
}

static void add_request(struct transcript_item *it,
			const struct item_content *content)
{
	const struct event *event = &content->event;
	uint32_t lines;

	if (it->context & CONTEXT_GAP)
		rows_begin(&it->rows, 0);
	it->age_row = (int)it->rows.count;
	it->at_ms = event->at_ms;
	add_header(it,
		   event->author && *event->author ? event->author : _("You"),
		   FACE_USER);
	lines = add_notifications(it, strbuf_slice(&content->notice));
	begin_growing(it, FACE_DEFAULT, true, lines + 1);
	grow(it, strbuf_slice(&content->text), false);
}

static void add_reasoning(struct transcript_item *it, const struct item *item,
			  const struct item_content *content)
{
	struct slice text = text_of(item, content);
	bool tail = it->fold == FOLD_AUTO && item->open;
	struct strbuf words = STRBUF_INIT;

	it->unfolded = it->fold > FOLD_CLOSED || tail;
	if (!it->unfolded)
		transcript_item_source_all(it);
	transcript_item_begin_fold(it);
	rows_add(&it->rows, slice_str(_("Reasoning")), FACE_REASONING);
	it->lead = it->rows.count;
	if (it->unfolded) {
		begin_markdown(it, FACE_REASONING, ITEM_INDENT);
		grow(it, text, item->open);
		return;
	}
	while (text.len && strchr(" \t\r\n", *text.ptr))
		text = slice_skip(text, 1);
	if (text.len > (size_t)it->cols * BYTES_A_COLUMN)
		text.len = (size_t)it->cols * BYTES_A_COLUMN;
	sanitize_line(&words, text);
	rows_add(&it->rows, SLICE("  "), FACE_REASONING);
	rows_add(&it->rows, strbuf_slice(&words), FACE_REASONING);
	strbuf_release(&words);
}

static void add_data(struct transcript_item *it, const struct item *item,
		     const struct item_content *content)
{
	const struct json_rows_options options = {
		.cols = it->cols,
		.max_rows = it->rows.count + ALL_ROWS,
	};
	struct slice text = text_of(item, content), value;

	/* While it streams it is not valid JSON. */
	if (!item->open && json_first_value(text, &value)) {
		transcript_item_source_all(it);
		if (!json_rows_value(&it->rows, value, &options))
			transcript_item_add_more(it, 1, ROWS_SOURCE_END);
		return;
	}
	begin_growing(it, FACE_CODE, false, 1);
	grow(it, text, item->open);
}

static void add_other(struct transcript_item *it,
		      const struct conversation *conv, const struct item *item,
		      const struct item_content *content)
{
	const char *type = content->event.type;
	struct strbuf name = STRBUF_INIT;
	struct json_rows_options options = {
		.cols = it->cols,
		.indent = ITEM_INDENT,
		.hide_metadata = true,
	};

	transcript_item_source_all(it);
	if (transcript_item_add_report(it, conv, item))
		return;
	transcript_item_begin_fold(it);
	sanitize_line(&name, slice_str(type ? type : _("unknown event")));
	rows_add(&it->rows, strbuf_slice(&name), FACE_DIM);
	strbuf_release(&name);
	it->lead = it->rows.count;
	it->unfolded = it->fold > FOLD_CLOSED;
	if (!it->unfolded || item->record == NO_RECORD)
		return;
	options.max_rows = transcript_item_max_rows(it);
	if (!json_rows_members(&it->rows,
			       event_log_raw(&conv->log, item->record),
			       &options))
		transcript_item_add_more(it, 1, ROWS_SOURCE_END);
}

static void add_config(struct transcript_item *it,
		       const struct item_content *content)
{
	struct strbuf text = STRBUF_INIT, model = STRBUF_INIT;

	if (content->event.model) {
		sanitize_line(&model, slice_str(content->event.model));
		strbuf_addf(&text, _("model changed to %s"), model.buf);
	} else {
		strbuf_addstr(&text, _("configuration changed"));
	}
	add_remark(it, text.buf, FACE_DIM);
	strbuf_release(&text);
	strbuf_release(&model);
}

static void add_notice(struct transcript_item *it,
		       const struct item_content *content)
{
	enum notice_level level = content->event.level;
	bool bad = level == NOTICE_ERROR || level == NOTICE_CRITICAL;

	begin_growing(it, bad ? FACE_ERROR : FACE_NOTICE, false, 1);
	grow(it, slice_of(content->event.text, content->event.text_len), false);
}

static void add_too_large(struct transcript_item *it,
			  const struct conversation *conv,
			  const struct item *item)
{
	size_t bytes = item->record == NO_RECORD
			       ? 0
			       : event_log_at(&conv->log, item->record)->len;
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(&text, _("an event of %zu MB was left out"),
		    (bytes + 999999) / 1000000);
	add_remark(it, text.buf, FACE_DIM);
	strbuf_release(&text);
}

/* Possibly long items whose rows need only their text, which is not decoded if
 * it came live. */
static bool is_live_text(const struct item *item)
{
	return item->record == NO_RECORD && item->live &&
	       (item->kind == ITEM_MESSAGE || item->kind == ITEM_REASONING ||
		item->kind == ITEM_DATA);
}

static void add_content(struct transcript_item *it,
			const struct conversation *conv,
			const struct item *item)
{
	struct item_content content = { .text = STRBUF_INIT,
					.notice = STRBUF_INIT };

	if (!is_live_text(item))
		item_content_load(&content, conv, item);
	switch (item->kind) {
	case ITEM_REQUEST:
		add_request(it, &content);
		break;
	case ITEM_MESSAGE:
		begin_markdown(it, FACE_DEFAULT, 0);
		grow(it, text_of(item, &content), item->open);
		break;
	case ITEM_REASONING:
		add_reasoning(it, item, &content);
		break;
	case ITEM_DATA:
		add_data(it, item, &content);
		break;
	case ITEM_CONFIG:
		transcript_item_source_all(it);
		add_config(it, &content);
		break;
	case ITEM_COMPACTION:
		transcript_item_source_all(it);
		add_remark(it, _("earlier turns were compacted"), FACE_DIM);
		break;
	case ITEM_NOTICE:
		add_notice(it, &content);
		break;
	case ITEM_OTHER:
		add_other(it, conv, item, &content);
		break;
	case ITEM_TURN:
	case ITEM_TOOL_CALL:
	case ITEM_INQUIRY:
	case ITEM_TOO_LARGE:
		break;
	}
	item_content_release(&content);
}

static void make(struct transcript_item *it, const struct conversation *conv,
		 const struct item *item)
{
	rows_clear(&it->rows);
	stop_growing(it);
	it->lead = it->skip = 0;
	it->rule_row = it->age_row = it->fold_row = -1;
	it->unfolded = it->more = it->waits = false;
	it->more_count = 0;
	it->at_ms = TIMESTAMP_NONE;
	it->times = CALL_TIMES_NONE;
	if (it->context & CONTEXT_HEADER)
		add_writer(it, conv, item);
	it->lead = it->rows.count;
	switch (item->kind) {
	case ITEM_TURN:
		if (it->context & CONTEXT_FIRST)
			break;
		it->rule_row = 0;
		rows_begin(&it->rows, 0);
		break;
	case ITEM_TOOL_CALL:
		transcript_item_add_call(it, conv, item);
		break;
	case ITEM_INQUIRY:
		transcript_item_add_inquiry(it, conv, item);
		break;
	case ITEM_TOO_LARGE:
		add_too_large(it, conv, item);
		break;
	default:
		add_content(it, conv, item);
	}
}

/* Whether the only change is text or output appended to what the rows show. */
static bool only_grew(const struct transcript_item *it, const struct item *item)
{
	if (!it->grows || !item->live || item->record != it->record ||
	    item->response != it->response ||
	    item->tool_state != it->tool_state || item->consent != it->consent)
		return false;
	if (item->kind == ITEM_TOOL_CALL)
		return true;
	/* Once closed, it may look different: folded, or as JSON. */
	return item->live->text.len >= it->fed &&
	       (item->open || item->kind == ITEM_MESSAGE);
}

/* Whether the rows show the tail of something that has ended. */
static bool would_shrink(const struct transcript_item *it)
{
	if (it->unfolded && it->kind == ITEM_TOOL_CALL)
		return false;
	return it->stale ||
	       (it->grows &&
		(it->kind == ITEM_TOOL_CALL || it->kind == ITEM_REASONING) &&
		transcript_item_height(it) > it->lead);
}

/* Update what is drawn over the rows; the rows themselves stay for now. */
static void keep_rows(struct transcript_item *it,
		      const struct conversation *conv, const struct item *item)
{
	it->stale = true;
	it->tool_state = item->tool_state;
	it->consent = item->consent;
	it->record = item->record;
	it->response = item->response;
	if (item->live)
		it->times = transcript_call_times(conv, item);
}

void transcript_item_update(struct transcript_item *it,
			    const struct conversation *conv, size_t index,
			    int cols, enum fold fold,
			    const struct transcript_filter *filter)
{
	const struct item *item = &conv->items[index];
	unsigned context = context_of(conv, index, filter);
	bool same = it->id == item->id && it->kind == item->kind &&
		    it->cols == cols && it->fold == fold &&
		    it->context == context &&
		    it->renamed == agents_renamed(conv->agents);

	if (it->stale && !it->held)
		same = false;
	if (same && it->revision == item->revision)
		return;
	it->revision = item->revision;
	if (same && only_grew(it, item)) {
		if (item->kind == ITEM_TOOL_CALL)
			transcript_item_add_output(it, item);
		else
			grow(it, strbuf_slice(&item->live->text), item->open);
		return;
	}
	if (same && it->held && would_shrink(it)) {
		keep_rows(it, conv, item);
		return;
	}
	it->stale = false;
	it->id = item->id;
	it->kind = item->kind;
	it->cols = cols;
	it->fold = fold;
	it->context = context;
	it->renamed = agents_renamed(conv->agents);
	it->tool_state = item->tool_state;
	it->consent = item->consent;
	it->record = item->record;
	it->response = item->response;
	make(it, conv, item);
}
