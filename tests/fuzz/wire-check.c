#include "config.h"

#include "tests/fuzz/wire-check.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "proto/event.h"
#include "proto/framer.h"
#include "proto/host-message.h"
#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "proto/json.h"
#include "proto/plugin-message.h"
#include "src/base/utf8.h"
#include "src/base/xalloc.h"

static void check_text(const char *text)
{
	size_t len = text ? strlen(text) : 0;

	assert(utf8_valid_prefix(text ? text : "", len) == len);
}

static void check_event(struct slice raw)
{
	struct event event = EVENT_INIT;
	struct strbuf err = STRBUF_INIT;
	struct event_peek peek;
	bool peeked = event_peek(&peek, raw);

	if (!event_decode(&event, raw, &err)) {
		assert(peeked && peek.kind == event.kind);
		assert(event.text_len == (event.text ? strlen(event.text) : 0));
		check_text(event.type);
		check_text(event.id);
		check_text(event.text);
		check_text(event.arguments);
		check_text(event.answer);
		for (size_t i = 0; i < event.option_count; i++) {
			check_text(event.options[i].value);
			check_text(event.options[i].label);
		}
	} else {
		assert(err.len);
	}
	event_release(&event);
	strbuf_release(&err);
}

static void check_chunk(const struct host_chunk *chunk,
			const struct host_message *msg)
{
	struct event event = EVENT_INIT;
	struct strbuf err = STRBUF_INIT, text = STRBUF_INIT;

	assert(msg->type == HOST_MESSAGE_EVENT);
	assert(slice_is(chunk->sub_id, msg->sub_id));
	assert(!event_decode(&event, msg->data, &err));
	assert(event.kind == EVENT_CHAT_RESPONSE);
	assert(event.part ==
	       (chunk->reasoning ? CHAT_REASONING : CHAT_MESSAGE));
	assert(json_string_add(&text, chunk->text));
	assert(!strcmp(text.buf, event.text));
	strbuf_reset(&text);
	assert(!chunk->agent.len == !event.agent);
	assert(!event.agent || (json_string_add(&text, chunk->agent) &&
				!strcmp(text.buf, event.agent)));
	event_release(&event);
	strbuf_release(&err);
	strbuf_release(&text);
}

static void check_line(struct slice line)
{
	struct plugin_message plugin = PLUGIN_MESSAGE_INIT;
	struct host_message host = HOST_MESSAGE_INIT;
	struct strbuf err = STRBUF_INIT;
	struct host_chunk chunk;
	bool is_chunk = host_chunk_scan(&chunk, line);

	if (!host_message_decode(&host, line, &err)) {
		check_text(host.type_name);
		check_text(host.message);
		if (is_chunk)
			check_chunk(&chunk, &host);
		if (host.data.len)
			check_event(host.data);
	} else {
		assert(!is_chunk && err.len);
	}
	if (!plugin_message_decode(&plugin, line, &err))
		check_text(plugin.content);
	host_message_release(&host);
	plugin_message_release(&plugin);
	strbuf_release(&err);
}

static void check_summary(struct slice raw)
{
	struct conversation_summary summary;
	struct strbuf err = STRBUF_INIT;

	if (!conversation_summary_decode(&summary, raw, &err)) {
		check_text(summary.title);
		conversation_summary_release(&summary);
	}
	strbuf_release(&err);
}

/* Take all items of one chunk; with `decode`, decode them too. */
static void take_items(struct strbuf *items, struct framer *fr, char *bytes,
		       size_t len, bool decode)
{
	enum framer_result result;
	struct framer_item item;

	while ((result = framer_next(fr, &bytes, &len, &item)) != FRAMER_MORE) {
		struct slice text = slice_of(item.text, item.len);

		strbuf_addf(items, "%d %zu %zu %d ", (int)result, item.elements,
			    item.too_large, item.whole_line);
		strbuf_addslice(items, text);
		strbuf_addch(items, '\n');
		if (!decode)
			continue;
		if (result == FRAMER_LINE) {
			check_line(text);
		} else if (result == FRAMER_ELEMENT) {
			check_event(text);
			check_summary(text);
		}
	}
	assert(!len);
}

/* A pseudo-random number; advances `state`. */
static uint64_t roll(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + 1442695040888963407;
	return *state >> 33;
}

void wire_check_stream(struct slice bytes, uint64_t seed)
{
	struct strbuf whole = STRBUF_INIT, pieces = STRBUF_INIT;
	size_t max_element = 1 + roll(&seed) % 200;
	size_t max_line = 1 + roll(&seed) % 200;
	struct framer one, many;
	char *block;

	framer_init(&one, max_element, max_line);
	framer_init(&many, max_element, max_line);
	block = xmemdupz(bytes.ptr, bytes.len);
	take_items(&whole, &one, block, bytes.len, true);
	free(block);
	while (bytes.len) {
		size_t most = roll(&seed) % 4 ? 8 : 64;
		size_t len = 1 + roll(&seed) % most;

		if (len > bytes.len)
			len = bytes.len;
		block = xmemdupz(bytes.ptr, len);
		take_items(&pieces, &many, block, len, false);
		free(block);
		bytes = slice_skip(bytes, len);
	}
	assert(whole.len == pieces.len);
	assert(!memcmp(whole.buf, pieces.buf, whole.len));
	framer_release(&one);
	framer_release(&many);
	strbuf_release(&whole);
	strbuf_release(&pieces);
}

/* The output is one line of JSON and UTF-8. */
static void check_json(const struct strbuf *text, bool one_line)
{
	struct strbuf err = STRBUF_INIT;

	assert(!json_check(strbuf_slice(text), NULL, &err));
	assert(utf8_valid_prefix(text->buf, text->len) == text->len);
	assert(!one_line || !memchr(text->buf, '\n', text->len));
	strbuf_release(&err);
}

static void check_writers(struct slice json)
{
	struct strbuf compact = STRBUF_INIT, again = STRBUF_INIT;
	struct strbuf pretty = STRBUF_INIT, line = STRBUF_INIT;

	json_write_compact(&compact, json);
	check_json(&compact, true);
	json_write_compact(&again, strbuf_slice(&compact));
	assert(again.len == compact.len);
	assert(!memcmp(again.buf, compact.buf, again.len));
	json_write_pretty(&pretty, json, 0);
	check_json(&pretty, false);
	strbuf_reset(&again);
	json_write_pretty(&again, strbuf_slice(&pretty), 0);
	assert(!strcmp(again.buf, pretty.buf));
	plugin_write_approval(&line, "s", "t", ACTION_MODIFY, json, NULL);
	strbuf_setlen(&line, line.len - 1);
	/* The message adds one level to that of its arguments. */
	assert(!memchr(line.buf, '\n', line.len));
	assert(utf8_valid_prefix(line.buf, line.len) == line.len);
	strbuf_release(&compact);
	strbuf_release(&again);
	strbuf_release(&pretty);
	strbuf_release(&line);
}

void wire_check_value(struct slice bytes)
{
	struct strbuf err = STRBUF_INIT, text = STRBUF_INIT;
	struct json_member member;
	struct json_walk walk = json_walk_begin(bytes);
	bool good = !json_check(bytes, NULL, &err);
	struct json *tree = json_parse(bytes, &err);
	struct slice first;

	assert(good == (tree != NULL));
	json_free(tree);
	while (json_walk_next(&walk, &member)) {
		assert(json_type_of(member.value) == member.type);
		if (member.type == JSON_STRING) {
			strbuf_reset(&text);
			assert(json_string_add(&text, member.value));
			check_text(text.buf);
			assert(strlen(text.buf) == text.len);
			assert(json_string_is(member.value, text.buf));
		}
	}
	assert(!good || !walk.failed);
	assert(!good || json_first_value(bytes, &first));
	if (good)
		check_writers(bytes);
	strbuf_reset(&text);
	json_write_string(&text, bytes);
	check_json(&text, true);
	check_event(bytes);
	check_line(bytes);
	strbuf_release(&err);
	strbuf_release(&text);
}
