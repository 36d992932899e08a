#include "config.h"

#include "proto/host-message.h"

#include <string.h>

#include "proto/event.h"
#include "proto/json-scan.h"
#include "tests/unit/test.h"

#define CHUNK                                                            \
	"{\"type\":\"event\",\"sub_id\":\"p1\",\"data\":{\"timestamp\":" \
	"\"2026-03-18 13:19:06.8\",\"type\":\"chat_response\","          \
	"\"message\":\"tok \\\"\\n\xc3\xa9\"}}"

static void a_chunks_line_is_read(void **state)
{
	struct host_chunk chunk;

	(void)state;
	assert_true(host_chunk_scan(&chunk, SLICE(CHUNK)));
	assert_true(slice_is(chunk.sub_id, "p1"));
	assert_true(slice_is(chunk.text, "\"tok \\\"\\n\xc3\xa9\""));
	assert_false(chunk.reasoning);
}

static void members_may_come_in_any_order(void **state)
{
	struct host_chunk chunk;

	(void)state;
	assert_true(host_chunk_scan(
		&chunk, SLICE(" { \"data\" : {\"reasoning\":\"\", \"type\":"
			      "\"chat_response\"},\r\"type\":\"event\" ,"
			      "\"sub_id\":\"\"} ")));
	assert_true(slice_is(chunk.text, "\"\""));
	assert_true(chunk.reasoning);
	assert_int_equal(chunk.sub_id.len, 0);
}

static void a_chunk_may_name_its_agent(void **state)
{
	struct host_chunk chunk;

	(void)state;
	assert_true(host_chunk_scan(
		&chunk, SLICE("{\"type\":\"event\",\"sub_id\":\"p\",\"data\":"
			      "{\"reasoning\":\"hm\",\"agent\":\"sub_1\","
			      "\"type\":\"chat_response\"}}")));
	assert_true(slice_is(chunk.agent, "\"sub_1\""));
	assert_true(chunk.reasoning);
	assert_true(host_chunk_scan(&chunk, SLICE(CHUNK)));
	assert_int_equal(chunk.agent.len, 0);
}

static void whatever_else_is_left_to_the_decoder(void **state)
{
#define EVENT(members) "{\"type\":\"event\"," members "}"
#define DATA(members)                                              \
	"{\"type\":\"event\",\"sub_id\":\"p\",\"data\":{\"type\":" \
	"\"chat_response\"" members "}}"
	static const char *const others[] = {
		"",
		"{}",
		"[]",
		"{\"type\":\"shutdown\"}",
		EVENT("\"sub_id\":\"p\""),
		EVENT("\"sub_id\":\"p\",\"data\":{}"),
		DATA(""),
		DATA(",\"message\":5"),
		DATA(",\"message\":null"),
		DATA(",\"message\":\"a\",\"agent\":5"),
		DATA(",\"agent\":\"a\",\"message\":\"a\",\"agent\":\"b\""),
		DATA(",\"data\":{}"),
		DATA(",\"message\":\"a\",\"reasoning\":\"b\""),
		DATA(",\"message\":\"a\",\"message\":\"b\""),
		DATA(",\"message\":\"a\",\"metadata\":{}"),
		DATA(",\"message\":\"a\",\"event_id\":\"b\""),
		DATA(",\"message\":\"a\",\"type\":\"chat_response\""),
		DATA(",\"message\":\"a\",\"type\":\"turn_start\""),
		DATA(",\"m\\u0065ssage\":\"a\""),
		DATA(",\"message\":\"a\"") "x",
		DATA(",\"message\":\"a\"}"),
		EVENT("\"sub_id\":\"\\u0070\",\"data\":{\"type\":"
		      "\"chat_response\",\"message\":\"a\"}"),
		EVENT("\"sub_id\":\"p\",\"respond\":\"inquiry\",\"data\":{"
		      "\"type\":\"chat_response\",\"message\":\"a\"}"),
		EVENT("\"sub_id\"\"sub_id\":\"p\",\"data\":{\"type\":"
		      "\"chat_response\",\"message\":\"a\"}"),
		DATA(",\"timestamp\"\"message\":\"a\""),
		EVENT("\"sub_id\":\"p\",\"data\":{\"type\":\"chat_request\","
		      "\"message\":\"a\"}"),
	};
	struct host_chunk chunk = { .text = SLICE("unchanged") };

	(void)state;
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		if (host_chunk_scan(&chunk, slice_str(others[i])))
			fail_msg("taken: %s", others[i]);
	}
	assert_true(slice_is(chunk.text, "unchanged"));
}

static void strings_that_json_does_not_have_are_refused(void **state)
{
	static const char *const texts[] = {
		"\"a\nb\"", "\"\t\"", "\"\\x\"", "\"\\u12g4\"",
		"\"\x01\"", "\"a",    "a\"",     "'a'",
	};
	struct host_chunk chunk;

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct strbuf line = STRBUF_INIT;

		strbuf_addf(&line,
			    "{\"type\":\"event\",\"sub_id\":\"p\",\"data\":"
			    "{\"type\":\"chat_response\",\"message\":%s}}",
			    texts[i]);
		assert_false(host_chunk_scan(&chunk, strbuf_slice(&line)));
		strbuf_release(&line);
	}
}

/*
 * For every change of one byte of a line: what the scan accepts, the full
 * decoder must read the same way.
 */
static void what_is_taken_is_what_the_decoder_reads(void **state)
{
	char line[] = CHUNK;
	size_t taken = 0, len = strlen(line);

	(void)state;
	for (size_t i = 0; i < len * 256; i++) {
		struct host_message msg = HOST_MESSAGE_INIT;
		struct strbuf text = STRBUF_INIT, err = STRBUF_INIT;
		struct event event = EVENT_INIT;
		struct host_chunk chunk;
		char was = line[i / 256];

		line[i / 256] = (char)(i % 256);
		if (host_chunk_scan(&chunk, slice_of(line, len))) {
			taken++;
			assert_int_equal(
				host_message_decode(&msg, slice_of(line, len),
						    &err),
				0);
			assert_int_equal(msg.type, HOST_MESSAGE_EVENT);
			assert_int_equal(msg.respond, RESPOND_NONE);
			assert_true(slice_is(chunk.sub_id, msg.sub_id));
			assert_int_equal(event_decode(&event, msg.data, &err),
					 0);
			assert_int_equal(event.kind, EVENT_CHAT_RESPONSE);
			assert_int_equal(event.part, CHAT_MESSAGE);
			json_string_add(&text, chunk.text);
			assert_string_equal(text.buf, event.text);
		}
		line[i / 256] = was;
		event_release(&event);
		host_message_release(&msg);
		strbuf_release(&text);
		strbuf_release(&err);
	}
	assert_in_range(taken, 1000, len * 256);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_chunks_line_is_read),
		cmocka_unit_test(members_may_come_in_any_order),
		cmocka_unit_test(a_chunk_may_name_its_agent),
		cmocka_unit_test(whatever_else_is_left_to_the_decoder),
		cmocka_unit_test(strings_that_json_does_not_have_are_refused),
		cmocka_unit_test(what_is_taken_is_what_the_decoder_reads),
	};

	return cmocka_run_group_tests_name("host-chunk", tests, NULL, NULL);
}
