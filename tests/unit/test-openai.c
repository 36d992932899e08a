#include "config.h"

#include "src/jphost/provider/openai-stream.h"

#include <stdlib.h>
#include <string.h>

#include "src/jphost/provider/openai-mend.h"
#include "tests/unit/openai-call.h"
#include "tests/unit/openai-stage.h"
#include "tests/unit/test.h"

/* --- Streaming --- */

static void assert_calls(struct openai_stream *stream, const char *expected)
{
	struct strbuf got = STRBUF_INIT;

	stage_add_calls(stream, &got);
	assert_string_equal(got.buf, expected);
	strbuf_release(&got);
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
	stage_take(&stream, &got, events);
	assert_string_equal(got.buf, "r:hm;r: so;m:a\n;");
	assert_int_equal(stream.end, OPENAI_END_WHOLE);
	assert_int_equal(stream.input_tokens, 7);
	assert_int_equal(stream.output_tokens, 9);
	assert_int_equal(stream.error.text.len, 0);
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
	struct strbuf got = STRBUF_INIT;
	struct openai_stream stream;

	(void)state;
	stage_take(&stream, &got, events);
	assert_calls(&stream, "c read {\"a\":1};call_5_1 list {\"p\":2};"
			      "call_5_2 none {};");
	openai_stream_release(&stream);
	strbuf_release(&got);
}

static void an_index_is_only_a_hint(void **state)
{
	static const struct {
		const char *events[8], *calls;
	} samples[] = {
		/* Portkey and Gemini: every index is 0. */
		{ { FRAGMENT(CALL("0", "a", "x", "{}")),
		    FRAGMENT(CALL("0", "b", "y", "{}")) },
		  "a x {};b y {};" },
		{ { FRAGMENT(CALL("0", "a", "x", "{\\\"k\\\":1}") "," CALL(
			  "0", "b", "x", "{\\\"k\\\":2}")) },
		  "a x {\"k\":1};b x {\"k\":2};" },
		/* The fragments of each follow it. */
		{ { FRAGMENT(CALL("0", "a", "x", "")),
		    FRAGMENT(MORE("0", "{\\\"k\\\":")),
		    FRAGMENT(MORE("0", "1}")),
		    FRAGMENT(CALL("0", "b", "x", "")),
		    FRAGMENT(MORE("0", "{}")) },
		  "a x {\"k\":1};b x {};" },
		/* A repeated call is one call. */
		{ { FRAGMENT(CALL("0", "a", "x", "{}")),
		    FRAGMENT(CALL("0", "a", "x", "{}")),
		    FRAGMENT(CALL("3", "a", "x", "{}")) },
		  "a x {};" },
		{ { FRAGMENT("{\"index\":0,\"function\":{\"name\":\"x\","
			     "\"arguments\":\"{}\"}}"),
		    FRAGMENT("{\"index\":0,\"function\":{\"name\":\"x\","
			     "\"arguments\":\"{}\"}}") },
		  "call_5_0 x {};" },
		/* One id twice with different arguments is two calls. */
		{ { FRAGMENT(CALL("0", "a", "x", "{\\\"k\\\":1}")),
		    FRAGMENT(CALL("0", "a", "x", "{\\\"k\\\":2}")) },
		  "a x {\"k\":1};call_5_1 x {\"k\":2};" },
		{ { FRAGMENT(CALL("0", "a", "x", "")),
		    FRAGMENT(CALL("1", "a", "x", "")) },
		  "a x {};call_5_1 x {};" },
		/* An id and a name in every fragment. */
		{ { FRAGMENT(CALL("0", "a", "x", "{\\\"k\\\"")),
		    FRAGMENT(CALL("0", "a", "x", ":1}")) },
		  "a x {\"k\":1};" },
		/* A new id in every fragment (older vLLM). */
		{ { FRAGMENT(CALL("0", "a", "x", "")),
		    FRAGMENT("{\"index\":0,\"id\":\"b\",\"function\":"
			     "{\"arguments\":\"{\\\"k\\\":\"}}"),
		    FRAGMENT("{\"index\":0,\"id\":\"c\",\"function\":"
			     "{\"arguments\":\"1}\"}}") },
		  "a x {\"k\":1};" },
		/* Indexes that change during a call. */
		{ { FRAGMENT(CALL("0", "a", "x", "{\\\"k\\\"")),
		    FRAGMENT(MORE("1", ":1}")) },
		  "a x {\"k\":1};" },
		/* A null id and a null name in later fragments. */
		{ { FRAGMENT(CALL("0", "a", "x", "")),
		    FRAGMENT("{\"index\":0,\"id\":null,\"function\":"
			     "{\"name\":null,\"arguments\":\"{}\"}}") },
		  "a x {};" },
		/* An object within an object is not a second call. */
		{ { FRAGMENT(CALL("0", "a", "x", "{\\\"k\\\":")),
		    FRAGMENT(MORE("0", "{\\\"l\\\":1}")),
		    FRAGMENT(MORE("0", "}")) },
		  "a x {\"k\":{\"l\":1}};" },
		/* Without indexes, complete, with objects as arguments. */
		{ { FRAGMENT("{\"id\":\"a\",\"function\":{\"name\":\"x\","
			     "\"arguments\":{\"k\":1}}},{\"id\":\"b\","
			     "\"function\":{\"name\":\"y\","
			     "\"arguments\":\"{}\"}}") },
		  "a x {\"k\":1};b y {};" },
		{ { FRAGMENT("{\"function\":{\"name\":\"x\","
			     "\"arguments\":\"{}\"}},"
			     "{\"function\":{\"name\":\"x\","
			     "\"arguments\":\"{}\"}}") },
		  "call_5_0 x {};call_5_1 x {};" },
		/* In a message with its finish reason. */
		{ { "{\"choices\":[{\"message\":{\"tool_calls\":["
		    "{\"id\":\"a\",\"function\":{\"name\":\"x\"}}]},"
		    "\"finish_reason\":\"tool_calls\"}]}" },
		  "a x {};" },
		/* The format before tool_calls, in pieces. */
		{ { "{\"choices\":[{\"delta\":{\"function_call\":"
		    "{\"name\":\"x\",\"arguments\":\"\"}}}]}",
		    "{\"choices\":[{\"delta\":{\"function_call\":"
		    "{\"arguments\":\"{\\\"k\\\":1}\"}}}]}" },
		  "call_5_0 x {\"k\":1};" },
		/* Anthropic's block. */
		{ { "{\"choices\":[{\"delta\":{\"content\":[{\"type\":"
		    "\"tool_use\",\"id\":\"t\",\"name\":\"x\","
		    "\"input\":{\"k\":1}}]}}]}" },
		  "t x {\"k\":1};" },
		/* Empty fragments are not calls. */
		{ { FRAGMENT("{},7,null,{\"index\":0}") }, "" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
		struct strbuf got = STRBUF_INIT;
		struct openai_stream stream;

		stage_take(&stream, &got, samples[i].events);
		assert_calls(&stream, samples[i].calls);
		openai_stream_release(&stream);
		strbuf_release(&got);
	}
}

static void arguments_are_mended_where_one_thing_is_meant(void **state)
{
	static const struct {
		const char *arguments, *mended;
	} samples[] = {
		{ "{\"a\":1}", "{\"a\":1}" },
		{ "", "{}" },
		{ " \n", "{}" },
		{ "null", "{}" },
		{ "[]", "{}" },
		{ "\xef\xbb\xbf{\"a\":1}", "{\"a\":1}" },
		{ "{\"a\":\"x\ny\"}", "{\"a\":\"x\\ny\"}" },
		{ "{\"a\":\"\t\\\"\x01\"}", "{\"a\":\"\\t\\\"\\u0001\"}" },
		{ "\"{\\\"a\\\":1}\"", "{\"a\":1}" },
		{ "```json\n{\"a\":1}\n```", "{\"a\":1}" },
		{ "{}{\"a\":1}", "{\"a\":1}" },
		{ "{\"a\":1}\n{\"a\":1}", "{\"a\":1}" },
		{ "{\"a\":1", NULL },
		{ "{\"a\"", NULL },
		{ "{a: oops", NULL },
		{ "[1]", NULL },
		{ "7", NULL },
		{ "\"text\"", NULL },
		{ "{\"a\":1}{\"a\":2}", NULL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
		struct strbuf text = STRBUF_INIT, err = STRBUF_INIT;
		int ret;

		strbuf_addstr(&text, samples[i].arguments);
		ret = openai_arguments_mend(&text, &err);
		if (samples[i].mended) {
			assert_int_equal(ret, 0);
			assert_string_equal(text.buf, samples[i].mended);
		} else {
			assert_int_equal(ret, -1);
			assert_true(err.len > 0);
		}
		strbuf_release(&text);
		strbuf_release(&err);
	}
}

static void a_call_that_cannot_be_run_says_why(void **state)
{
	static const struct {
		const char *fragment, *why;
	} samples[] = {
		{ FRAGMENT("{\"index\":0,\"function\":{\"name\":\"x\","
			   "\"arguments\":\"{\\\"a\"}}"),
		  "Invalid arguments: they are not JSON at byte 3" },
		{ FRAGMENT("{\"index\":0,\"function\":{\"name\":\"x\","
			   "\"arguments\":\"[1]\"}}"),
		  "they are no JSON object" },
		{ FRAGMENT("{\"index\":0,\"function\":{\"arguments\":"
			   "\"{}\"}}"),
		  "names no tool" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
		const char *events[] = { samples[i].fragment, NULL };
		struct strbuf got = STRBUF_INIT;
		struct openai_stream stream;

		stage_take(&stream, &got, events);
		openai_calls_finish(&stream.calls, 5);
		assert_non_null(strstr(stream.calls.list[0].problem.buf,
				       samples[i].why));
		assert_string_equal(stream.calls.list[0].arguments.buf, "{}");
		assert_true(stream.calls.list[0].name.len > 0);
		openai_stream_release(&stream);
		strbuf_release(&got);
	}
}

static void what_a_server_wants_back_with_a_call_is_kept(void **state)
{
	static const char *const events[] = {
		FRAGMENT("{\"index\":0,\"id\":\"a\",\"type\":\"function\","
			 "\"extra_content\":{\"google\":{\"s\":1}},"
			 "\"function\":{\"name\":\"x\",\"arguments\":"
			 "\"{}\",\"thought_signature\":\"U0\"}}"),
		NULL,
	};
	struct strbuf got = STRBUF_INIT, extra = STRBUF_INIT;
	struct openai_stream stream;

	(void)state;
	stage_take(&stream, &got, events);
	openai_call_add_extra(&extra, &stream.calls.list[0]);
	assert_string_equal(extra.buf,
			    "{\"call\":{\"extra_content\":{\"google\":"
			    "{\"s\":1}}},\"function\":"
			    "{\"thought_signature\":\"U0\"}}");
	openai_stream_release(&stream);
	strbuf_release(&got);
	strbuf_release(&extra);
}

/* --- Odd input --- */

static void nothing_that_is_sent_harms(void **state)
{
	static const char *const events[] = {
		"{}",
		"[]",
		"7",
		"",
		":",
		": PROCESSING",
		"ping",
		"{\"choices\":7}",
		"{\"choices\":[7]}",
		"{\"choices\":[{\"delta\":[]}]}",
		"{\"choices\":[{\"delta\":{\"content\":{},"
		"\"tool_calls\":[7,{},{\"index\":-3}]}}]}",
		"{\"choices\":[{\"delta\":{\"content\":[7,[],{}],"
		"\"thinking_blocks\":[7,{}],\"reasoning_details\":7,"
		"\"content_blocks\":[[]],\"function_call\":7}}]}",
		"{\"usage\":{\"prompt_tokens\":\"many\"}}",
		NULL,
	};
	struct strbuf got = STRBUF_INIT;
	struct openai_stream stream;

	(void)state;
	stage_take(&stream, &got, events);
	assert_string_equal(got.buf, "");
	assert_int_equal(stream.calls.count, 0);
	assert_int_equal(stream.error.text.len, 0);
	openai_stream_release(&stream);
	strbuf_release(&got);
}

static void junk_between_the_events_is_kept_to_be_told(void **state)
{
	static const char *const events[] = {
		DELTA("\"content\":\"a\""), "<html>", "not this either",
		DELTA("\"content\":\"b\""), "[DONE]", NULL,
	};
	struct strbuf got = STRBUF_INIT;
	struct openai_stream stream;

	(void)state;
	stage_take(&stream, &got, events);
	assert_string_equal(got.buf, "m:a;m:b;");
	assert_string_equal(stream.junk.buf, "<html>");
	assert_true(openai_stream_is_done(&stream));
	openai_stream_release(&stream);
	strbuf_release(&got);
}

static void too_many_calls_are_an_error(void **state)
{
	struct strbuf got = STRBUF_INIT, event = STRBUF_INIT;
	struct openai_stream stream;

	(void)state;
	openai_stream_init(&stream, stage_collect, &got);
	for (int i = 0; i < 200; i++) {
		strbuf_setf(&event, FRAGMENT(CALL("0", "c%d", "x", "")), i);
		openai_stream_take(&stream, strbuf_slice(&event));
	}
	assert_non_null(strstr(stream.error.text.buf, "more than 128"));
	openai_stream_release(&stream);
	strbuf_release(&got);
	strbuf_release(&event);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_and_reasoning_are_handed_on),
		cmocka_unit_test(calls_are_put_together_from_fragments),
		cmocka_unit_test(an_index_is_only_a_hint),
		cmocka_unit_test(arguments_are_mended_where_one_thing_is_meant),
		cmocka_unit_test(a_call_that_cannot_be_run_says_why),
		cmocka_unit_test(what_a_server_wants_back_with_a_call_is_kept),
		cmocka_unit_test(nothing_that_is_sent_harms),
		cmocka_unit_test(junk_between_the_events_is_kept_to_be_told),
		cmocka_unit_test(too_many_calls_are_an_error),
	};

	return cmocka_run_group_tests_name("openai", tests, NULL, NULL);
}
