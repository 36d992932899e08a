#include "config.h"

#include "src/store/item-text.h"

#include <string.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/xalloc.h"

enum {
	DEPTH_MAX = 32, /* of values shown line by line; deeper ones as JSON */
};

/* --- for searching --- */

static bool is_hidden(struct slice key)
{
	return slice_is(key, "metadata");
}

/* Add keys and scalars, one per line. */
static void add_value(struct strbuf *out, struct slice value, int depth)
{
	struct json_walk walk = json_walk_begin(value);
	enum json_type type = json_type_of(value);
	struct json_member member;

	if ((type != JSON_OBJECT && type != JSON_ARRAY) || !depth) {
		if (!json_string_add(out, value))
			strbuf_addslice(out, value);
		return;
	}
	while (json_walk_next(&walk, &member)) {
		if (is_hidden(member.key))
			continue;
		strbuf_end_line(out);
		strbuf_addslice(out, member.key);
		if (member.key.len)
			strbuf_addch(out, ' ');
		add_value(out, member.value, depth - 1);
	}
}

static struct slice raw_of(const struct conversation *conv, size_t record)
{
	return record == NO_RECORD ? slice_of("", 0)
				   : event_log_raw(&conv->log, record);
}

/* Add the text of an event: a string, or blocks of a form we may not know. */
static void add_peeked(struct strbuf *out, struct slice raw)
{
	struct event_peek peek;

	if (event_peek(&peek, raw) && peek.text.len)
		add_value(out, peek.text, DEPTH_MAX);
}

static void add_member(struct strbuf *out, struct slice raw, const char *key)
{
	struct json_member member;

	if (!json_find(raw, key, &member))
		return;
	strbuf_end_line(out);
	add_value(out, member.value, DEPTH_MAX);
}

static void search_call(struct strbuf *out, const struct conversation *conv,
			const struct item *item)
{
	struct slice raw = raw_of(conv, item->record);

	add_member(out, raw, "name");
	add_member(out, raw, "arguments");
	strbuf_end_line(out);
	if (item->response != NO_RECORD)
		add_peeked(out, raw_of(conv, item->response));
	else if (item->live)
		strbuf_addslice(out, strbuf_slice(&item->live->output));
}

/* --- whole --- */

static void add_inquiry(struct strbuf *out, const struct item_content *content)
{
	const struct event *question = &content->event;

	strbuf_add(out, question->text, question->text_len);
	for (size_t i = 0; i < question->option_count; i++) {
		const struct inquiry_option *option = &question->options[i];

		strbuf_end_line(out);
		strbuf_addstr(out, option->label ? option->label : "");
		if (option->description)
			strbuf_addf(out, " %s", option->description);
	}
	if (!content->has_response)
		return;
	strbuf_end_line(out);
	if (content->response.answer)
		add_value(out, slice_str(content->response.answer), DEPTH_MAX);
	else
		strbuf_add(out, content->response.text,
			   content->response.text_len);
}

void item_text_call(struct strbuf *out, const struct event *call)
{
	strbuf_addstr(out, call->name ? call->name : "");
	strbuf_end_line(out);
	json_write_pretty(out, slice_of(call->arguments, call->arguments_len),
			  0);
	strbuf_end_line(out);
}

static void add_call(struct strbuf *out, const struct item *item,
		     const struct item_content *content)
{
	item_text_call(out, &content->event);
	strbuf_addslice(out, strbuf_slice(&content->notice));
	if (content->has_response)
		strbuf_add(out, content->response.text,
			   content->response.text_len);
	else if (item->live)
		strbuf_addslice(out, strbuf_slice(&item->live->output));
}

static void add_decoded(struct strbuf *out, const struct conversation *conv,
			const struct item *item)
{
	struct item_content content;

	item_content_load(&content, conv, item);
	switch (item->kind) {
	case ITEM_TOOL_CALL:
		add_call(out, item, &content);
		break;
	case ITEM_INQUIRY:
		add_inquiry(out, &content);
		break;
	case ITEM_CONFIG:
		strbuf_addstr(out,
			      content.event.model ? content.event.model : "");
		break;
	default:
		strbuf_addslice(out, strbuf_slice(&content.notice));
		strbuf_addslice(out, strbuf_slice(&content.text));
	}
	item_content_release(&content);
}

static void add_other(struct strbuf *out, const struct conversation *conv,
		      const struct item *item)
{
	add_value(out, raw_of(conv, item->record), DEPTH_MAX);
}

void item_text_source(struct strbuf *out, const struct conversation *conv,
		      const struct item *item)
{
	if (item->kind == ITEM_OTHER)
		add_other(out, conv, item);
	else if (item->kind != ITEM_TURN && item->kind != ITEM_TOO_LARGE)
		add_decoded(out, conv, item);
}

void item_text_search(struct strbuf *out, const struct conversation *conv,
		      const struct item *item)
{
	switch (item->kind) {
	case ITEM_REQUEST:
	case ITEM_MESSAGE:
	case ITEM_REASONING:
	case ITEM_DATA:
		if (item->record == NO_RECORD && item->live)
			strbuf_addslice(out, strbuf_slice(&item->live->text));
		for (size_t i = 0; i < item->records; i++)
			if (conversation_joins(conv, item, item->record + i))
				add_peeked(out, raw_of(conv, item->record + i));
		break;
	case ITEM_TOOL_CALL:
		search_call(out, conv, item);
		break;
	case ITEM_OTHER:
		add_other(out, conv, item);
		break;
	case ITEM_TURN:
	case ITEM_TOO_LARGE:
		break;
	default:
		add_decoded(out, conv, item);
	}
}

/* Whether item_text_search() can take the text from the item's JSON. */
static bool is_taken_raw(const struct item *item)
{
	switch (item->kind) {
	case ITEM_REQUEST:
	case ITEM_MESSAGE:
	case ITEM_REASONING:
	case ITEM_DATA:
	case ITEM_OTHER:
		/* A word could be cut where the text was split. */
		return item->record != NO_RECORD && item->records == 1;
	case ITEM_TOOL_CALL:
		return item->response != NO_RECORD || !item->live;
	default:
		return false;
	}
}

size_t item_text_raw(struct slice raws[ITEM_RAWS],
		     const struct conversation *conv, const struct item *item)
{
	const size_t places[] = { item->record, item->response };
	size_t count = 0;

	if (!is_taken_raw(item))
		return 0;
	for (size_t i = 0; i < ARRAY_SIZE(places); i++) {
		if (places[i] == NO_RECORD)
			continue;
		if (event_log_at(&conv->log, places[i])->escaped)
			return 0;
		raws[count++] = event_log_raw(&conv->log, places[i]);
	}
	return count;
}

size_t item_text_values(struct slice values[ITEM_RAWS], const struct item *item,
			struct slice raw)
{
	struct event_peek peek;
	struct json_member member;
	size_t count = 0;

	values[0] = raw;
	if (item->kind == ITEM_OTHER)
		return 1;
	if (!event_peek(&peek, raw))
		return 0;
	if (peek.kind != EVENT_TOOL_CALL_REQUEST) {
		values[0] = peek.text;
		return peek.text.len > 0;
	}
	if (json_find(raw, "name", &member))
		values[count++] = member.value;
	if (json_find(raw, "arguments", &member))
		values[count++] = member.value;
	return count;
}

void item_text_value(struct strbuf *out, struct slice value)
{
	add_value(out, value, DEPTH_MAX);
}

size_t item_text_cost(const struct conversation *conv, const struct item *item)
{
	size_t bytes = 0;

	if (item->record != NO_RECORD && item->kind != ITEM_TOO_LARGE)
		for (size_t i = 0; i < item->records; i++)
			bytes +=
				event_log_at(&conv->log, item->record + i)->len;
	if (item->response != NO_RECORD)
		bytes += event_log_at(&conv->log, item->response)->len;
	if (item->live)
		bytes += item->live->text.len + item->live->output.len;
	return bytes;
}
