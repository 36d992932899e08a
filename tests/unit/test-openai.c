#include "config.h"

#include "src/jphost/provider/openai-request.h"
#include "src/jphost/provider/openai-stream.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "src/base/xalloc.h"
#include "tests/unit/test.h"

/* --- What is streamed --- */

static void collect(void *user, enum chat_part part, struct slice text)
{
	struct strbuf *got = user;

	strbuf_addf(got, "%s:%.*s;", part == CHAT_REASONING ? "r" : "m",
		    (int)text.len, text.ptr);
}

static void take(struct openai_stream *stream, struct strbuf *got,
		 const char *const *events)
{
	openai_stream_init(stream, collect, got);
	for (; *events; events++)
		openai_stream_take(stream, slice_str(*events));
}

static void text_and_reasoning_are_handed_on(void **state)
{
	static const char *const events[] = {
		"{\"choices\":[{\"delta\":{\"role\":\"assistant\","
		"\"content\":\"\"}}]}",
		"{\"choices\":[{\"delta\":{\"reasoning_content\":\"hm\","
		"\"reasoning\":\"hm\"}}]}",
		"{\"choices\":[{\"delta\":{\"reasoning\":\" so\"}}]}",
		"{\"choices\":[{\"delta\":{\"content\":\"a\\n\"}}]}",
		"{\"choices\":[{\"delta\":{\"content\":null}}]}",
		"{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}",
		"{\"choices\":[],\"usage\":{\"prompt_tokens\":7,"
		"\"completion_tokens\":9}}",
		NULL,
	};
	struct strbuf got = STRBUF_INIT;
	struct openai_stream stream;

	(void)state;
	take(&stream, &got, events);
	assert_string_equal(got.buf, "r:hm;r: so;m:a\n;");
	assert_true(stream.done);
	assert_int_equal(stream.input_tokens, 7);
	assert_int_equal(stream.output_tokens, 9);
	assert_int_equal(stream.error.len, 0);
	openai_stream_release(&stream);
	strbuf_release(&got);
}

#define FRAGMENT(body) "{\"choices\":[{\"delta\":{\"tool_calls\":[" body "]}}]}"

static void calls_are_put_together_from_fragments(void **state)
{
	static const char *const events[] = {
		FRAGMENT("{\"index\":0,\"id\":\"c\",\"function\":"
			 "{\"name\":\"read\",\"arguments\":\"\"}}"),
		FRAGMENT("{\"index\":1,\"id\":\"c\",\"function\":"
			 "{\"name\":\"list\",\"arguments\":\"{\\\"p\"}}"),
		FRAGMENT("{\"index\":0,\"function\":{\"arguments\":"
			 "\"{\\\"a\\\":1\"}}"),
		FRAGMENT("{\"index\":1,\"function\":{\"arguments\":"
			 "\"\\\":2}\"}},{\"index\":0,\"function\":"
			 "{\"arguments\":\"}\"}}"),
		FRAGMENT("{\"index\":2,\"function\":{\"name\":\"none\"}}"),
		"[DONE]",
		NULL,
	};
	struct strbuf got = STRBUF_INIT, err = STRBUF_INIT;
	struct openai_stream stream;

	(void)state;
	take(&stream, &got, events);
	assert_int_equal(openai_stream_finish_calls(&stream, 5, &err), 0);
	assert_int_equal(stream.call_count, 3);
	assert_string_equal(stream.calls[0].id.buf, "c");
	assert_string_equal(stream.calls[0].name.buf, "read");
	assert_string_equal(stream.calls[0].arguments.buf, "{\"a\":1}");
	assert_string_equal(stream.calls[1].id.buf, "call_5_1");
	assert_string_equal(stream.calls[1].arguments.buf, "{\"p\":2}");
	assert_string_equal(stream.calls[2].id.buf, "call_5_2");
	assert_string_equal(stream.calls[2].arguments.buf, "{}");
	openai_stream_release(&stream);
	strbuf_release(&got);
}

static void calls_without_an_index_come_whole(void **state)
{
	static const char *const events[] = {
		FRAGMENT("{\"id\":\"a\",\"function\":{\"name\":\"x\","
			 "\"arguments\":{\"k\":1}}},{\"id\":\"b\","
			 "\"function\":{\"name\":\"y\","
			 "\"arguments\":\"{}\"}}"),
		NULL,
	};
	struct strbuf got = STRBUF_INIT, err = STRBUF_INIT;
	struct openai_stream stream;

	(void)state;
	take(&stream, &got, events);
	assert_int_equal(openai_stream_finish_calls(&stream, 5, &err), 0);
	assert_int_equal(stream.call_count, 2);
	assert_string_equal(stream.calls[0].arguments.buf, "{\"k\":1}");
	assert_string_equal(stream.calls[1].id.buf, "b");
	openai_stream_release(&stream);
	strbuf_release(&got);
}

static void broken_calls_are_refused(void **state)
{
	static const struct {
		const char *fragment, *why;
	} samples[] = {
		{ FRAGMENT("{\"index\":0,\"function\":{\"name\":\"x\","
			   "\"arguments\":\"{\\\"a\"}}"),
		  "broken arguments" },
		{ FRAGMENT("{\"index\":0,\"function\":{\"name\":\"x\","
			   "\"arguments\":\"[]\"}}"),
		  "without an object" },
		{ FRAGMENT("{\"index\":0,\"function\":{\"arguments\":"
			   "\"{}\"}}"),
		  "without a name" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
		const char *events[] = { samples[i].fragment, NULL };
		struct strbuf got = STRBUF_INIT, err = STRBUF_INIT;
		struct openai_stream stream;

		take(&stream, &got, events);
		assert_int_equal(openai_stream_finish_calls(&stream, 5, &err),
				 -1);
		assert_non_null(strstr(err.buf, samples[i].why));
		openai_stream_release(&stream);
		strbuf_release(&got);
		strbuf_release(&err);
	}
}

static void errors_are_told_in_the_servers_words(void **state)
{
	static const struct {
		const char *data, *error;
	} samples[] = {
		{ "{\"error\":{\"message\":\"no credit\"}}", "no credit" },
		{ "{\"error\":\"busy\"}", "busy" },
		{ "{\"error\":{}}", "the provider failed" },
		{ "<html>", "no JSON" },
		{ "{\"choices\":[{\"finish_reason\":\"content_filter\"}]}",
		  "content filter" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
		const char *events[] = { samples[i].data, "[DONE]", NULL };
		struct strbuf got = STRBUF_INIT;
		struct openai_stream stream;

		take(&stream, &got, events);
		assert_non_null(strstr(stream.error.buf, samples[i].error));
		openai_stream_release(&stream);
		strbuf_release(&got);
	}
}

static void nothing_that_is_sent_harms(void **state)
{
	static const char *const events[] = {
		"{}",
		"[]",
		"7",
		"{\"choices\":7}",
		"{\"choices\":[7]}",
		"{\"choices\":[{\"delta\":[]}]}",
		"{\"choices\":[{\"delta\":{\"content\":{},"
		"\"tool_calls\":[7,{},{\"index\":-3}]}}]}",
		"{\"usage\":{\"prompt_tokens\":\"many\"}}",
		NULL,
	};
	struct strbuf got = STRBUF_INIT, err = STRBUF_INIT;
	struct openai_stream stream;

	(void)state;
	take(&stream, &got, events);
	assert_string_equal(got.buf, "");
	assert_int_equal(openai_stream_finish_calls(&stream, 5, &err), -1);
	openai_stream_release(&stream);
	strbuf_release(&got);
	strbuf_release(&err);
}

static void too_many_calls_are_an_error(void **state)
{
	struct strbuf got = STRBUF_INIT, event = STRBUF_INIT;
	struct openai_stream stream;

	(void)state;
	openai_stream_init(&stream, collect, &got);
	for (int i = 0; i < 200; i++) {
		strbuf_setf(&event, FRAGMENT("{\"index\":%d}"), i);
		openai_stream_take(&stream, strbuf_slice(&event));
	}
	assert_non_null(strstr(stream.error.buf, "more than 128"));
	openai_stream_release(&stream);
	strbuf_release(&got);
	strbuf_release(&event);
}

/* --- What is asked --- */

/* The request for these events (lines), with this configuration. */
static char *request(const char *events, const char *config, const char *schema)
{
	const struct openai_request with = {
		.model = "m",
		.config = slice_str(config),
		.schema = slice_str(schema),
	};
	struct history history = HISTORY_INIT;
	struct strbuf out = STRBUF_INIT, err = STRBUF_INIT;
	struct json_walk walk = json_walk_begin(slice_str(events));
	struct json_member member;

	while (json_walk_next(&walk, &member)) {
		ALLOC_GROW(history.events, history.count + 1, history.cap);
		history.events[history.count++] = member.value;
	}
	openai_request_write(&out, &with, &history);
	assert_int_equal(json_check(strbuf_slice(&out), NULL, &err), 0);
	free(history.events);
	return strbuf_detach(&out);
}

static void assert_part(const char *json, const char *key, const char *expected)
{
	struct json_member member;
	char *got;

	json_find(slice_str(json), key, &member);
	got = xmemdupz(member.value.ptr, member.value.len);
	assert_string_equal(got, expected);
	free(got);
}

static void a_conversation_becomes_messages(void **state)
{
	char *json = request(
		"[{\"type\":\"turn_start\"},"
		"{\"type\":\"chat_request\",\"content\":\"hi\"},"
		"{\"type\":\"chat_response\",\"reasoning\":\"hm\"},"
		"{\"type\":\"chat_response\",\"message\":\"I \"},"
		"{\"type\":\"chat_response\",\"message\":\"look\"},"
		"{\"type\":\"tool_call_request\",\"id\":\"a\","
		"\"name\":\"ls\",\"arguments\":{\"n\":12345678901234567890}},"
		"{\"type\":\"tool_call_request\",\"id\":\"b\","
		"\"name\":\"cat\",\"arguments\":{}},"
		"{\"type\":\"tool_call_response\",\"id\":\"b\","
		"\"content\":\"B\",\"is_error\":false},"
		"{\"type\":\"tool_call_response\",\"id\":\"a\","
		"\"content\":\"A\",\"is_error\":true},"
		"{\"type\":\"chat_response\",\"message\":\"done\"}]",
		"{}", "");

	(void)state;
	assert_part(json, "messages",
		    "[{\"role\":\"user\",\"content\":\"hi\"},"
		    "{\"role\":\"assistant\",\"content\":\"I look\","
		    "\"tool_calls\":[{\"id\":\"a\",\"type\":\"function\","
		    "\"function\":{\"name\":\"ls\",\"arguments\":"
		    "\"{\\\"n\\\":12345678901234567890}\"}},"
		    "{\"id\":\"b\",\"type\":\"function\","
		    "\"function\":{\"name\":\"cat\",\"arguments\":\"{}\"}}]},"
		    "{\"role\":\"tool\",\"tool_call_id\":\"b\","
		    "\"content\":\"B\"},"
		    "{\"role\":\"tool\",\"tool_call_id\":\"a\","
		    "\"content\":\"A\"},"
		    "{\"role\":\"assistant\",\"content\":\"done\"}]");
	assert_part(json, "model", "\"m\"");
	free(json);
}

static void a_call_without_a_result_gets_one(void **state)
{
	char *json = request("[{\"type\":\"tool_call_request\",\"id\":\"a\","
			     "\"name\":\"ls\",\"arguments\":{}},"
			     "{\"type\":\"tool_call_response\",\"id\":\"z\","
			     "\"content\":\"of nobody\"},"
			     "{\"type\":\"chat_request\",\"content\":\"go\"}]",
			     "{}", "");

	(void)state;
	assert_part(json, "messages",
		    "[{\"role\":\"assistant\",\"content\":null,"
		    "\"tool_calls\":[{\"id\":\"a\",\"type\":\"function\","
		    "\"function\":{\"name\":\"ls\",\"arguments\":\"{}\"}}]},"
		    "{\"role\":\"tool\",\"tool_call_id\":\"a\","
		    "\"content\":\"Tool call was interrupted.\"},"
		    "{\"role\":\"user\",\"content\":\"go\"}]");
	free(json);
}

static void the_configuration_is_told(void **state)
{
	char *json = request(
		"[]",
		"{\"assistant\":{\"system_prompt\":\"Be kind.\","
		"\"instructions\":{\"value\":[{\"title\":\"T\","
		"\"items\":[\"one\",\"two\"]}]},\"model\":{\"parameters\":"
		"{\"temperature\":0.5,\"stop_words\":[]}}},"
		"\"conversation\":{\"tools\":{\"*\":{\"run\":\"ask\"},"
		"\"grep\":{\"source\":\"local\",\"command\":\"x\","
		"\"summary\":\"Find.\",\"parameters\":{\"q\":"
		"{\"type\":\"string\",\"required\":true,"
		"\"summary\":\"What.\"},\"in\":{\"type\":\"array\","
		"\"items\":{\"type\":\"string\",\"required\":false}}}},"
		"\"off\":{\"command\":\"x\",\"enable\":false},"
		"\"far\":{\"source\":\"mcp.a.b\",\"command\":\"x\"}}}}",
		"{\"type\":\"object\"}");

	(void)state;
	assert_part(json, "messages",
		    "[{\"role\":\"system\",\"content\":"
		    "\"Be kind.\\n\\n# T\\n\\n- one\\n- two\"}]");
	assert_part(json, "temperature", "0.5");
	assert_part(json, "tools",
		    "[{\"type\":\"function\",\"function\":{\"name\":\"grep\","
		    "\"description\":\"Find.\",\"parameters\":"
		    "{\"type\":\"object\",\"properties\":{\"q\":"
		    "{\"description\":\"What.\",\"type\":\"string\"},"
		    "\"in\":{\"type\":\"array\",\"items\":"
		    "{\"type\":\"string\"}}},\"required\":[\"q\"]}}}]");
	assert_part(json, "response_format",
		    "{\"type\":\"json_schema\",\"json_schema\":"
		    "{\"name\":\"answer\",\"schema\":{\"type\":\"object\"}}}");
	free(json);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_and_reasoning_are_handed_on),
		cmocka_unit_test(calls_are_put_together_from_fragments),
		cmocka_unit_test(calls_without_an_index_come_whole),
		cmocka_unit_test(broken_calls_are_refused),
		cmocka_unit_test(errors_are_told_in_the_servers_words),
		cmocka_unit_test(nothing_that_is_sent_harms),
		cmocka_unit_test(too_many_calls_are_an_error),
		cmocka_unit_test(a_conversation_becomes_messages),
		cmocka_unit_test(a_call_without_a_result_gets_one),
		cmocka_unit_test(the_configuration_is_told),
	};

	return cmocka_run_group_tests_name("openai", tests, NULL, NULL);
}
