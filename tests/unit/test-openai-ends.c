#include "config.h"

#include "src/jphost/provider/openai-stream.h"

#include "tests/unit/test.h"

/* How an answer ends: finish reasons and errors. */

static void ignore(void *user, enum chat_part part, struct slice text)
{
	(void)user;
	(void)part;
	(void)text;
}

static void take(struct openai_stream *stream, const char *const *events)
{
	openai_stream_init(stream, ignore, NULL);
	for (; *events; events++)
		openai_stream_take(stream, slice_str(*events));
}

#define END(body, word) \
	"{\"choices\":[{\"delta\":{" body "},\"finish_reason\":\"" word "\"}]}"
#define DELTA(body) "{\"choices\":[{\"delta\":{" body "}}]}"

static void a_finish_reason_says_how_it_ended(void **state)
{
	static const struct {
		const char *word;
		enum openai_end end;
	} samples[] = {
		{ "stop", OPENAI_END_WHOLE },
		{ "STOP", OPENAI_END_WHOLE },
		{ "end_turn", OPENAI_END_WHOLE },
		{ "stop_sequence", OPENAI_END_WHOLE },
		{ "eos", OPENAI_END_WHOLE },
		{ "eos_token", OPENAI_END_WHOLE },
		{ "tool_calls", OPENAI_END_WHOLE },
		{ "function_call", OPENAI_END_WHOLE },
		{ "tool_use", OPENAI_END_WHOLE },
		{ "length", OPENAI_END_LIMIT },
		{ "max_tokens", OPENAI_END_LIMIT },
		{ "MAX_TOKENS", OPENAI_END_LIMIT },
		{ "model_context_window_exceeded", OPENAI_END_LIMIT },
		{ "model_length", OPENAI_END_LIMIT },
		{ "content_filter", OPENAI_END_REFUSED },
		{ "refusal", OPENAI_END_REFUSED },
		{ "SAFETY", OPENAI_END_REFUSED },
		{ "RECITATION", OPENAI_END_REFUSED },
		{ "BLOCKLIST", OPENAI_END_REFUSED },
		{ "PROHIBITED_CONTENT", OPENAI_END_REFUSED },
		{ "SPII", OPENAI_END_REFUSED },
		{ "LANGUAGE", OPENAI_END_REFUSED },
		{ "error", OPENAI_END_FAILED },
		{ "overloaded_error", OPENAI_END_FAILED },
		{ "Api_Error", OPENAI_END_FAILED },
		{ "MALFORMED_FUNCTION_CALL", OPENAI_END_FAILED },
		{ "OTHER", OPENAI_END_FAILED },
		{ "pause_turn", OPENAI_END_PAUSED },
		{ "sensitive", OPENAI_END_REFUSED },
		{ "null", OPENAI_END_NONE },
		{ "None", OPENAI_END_NONE },
		{ "moonshine", OPENAI_END_UNKNOWN },
		{ "_error", OPENAI_END_UNKNOWN },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++)
		assert_int_equal(openai_end_of(slice_str(samples[i].word)),
				 samples[i].end);
}

static void a_finish_reason_may_come_with_every_piece(void **state)
{
	static const struct {
		const char *events[5];
		enum openai_end end;
		enum openai_trust trust;
	} samples[] = {
		{ { DELTA("\"content\":\"a\""), END("", "stop") },
		  OPENAI_END_WHOLE,
		  OPENAI_TRUST_END },
		{ { END("\"content\":\"a\"", "stop") },
		  OPENAI_END_WHOLE,
		  OPENAI_TRUST_HARDLY },
		{ { END("\"content\":\"a\"", "stop"),
		    END("\"content\":\"b\"", "stop") },
		  OPENAI_END_WHOLE,
		  OPENAI_TRUST_NOT },
		{ { END("", "in_progress"), DELTA("\"content\":\"a\"") },
		  OPENAI_END_UNKNOWN,
		  OPENAI_TRUST_NOT },
		{ { END("", "null"), DELTA("\"content\":\"a\"") },
		  OPENAI_END_NONE,
		  OPENAI_TRUST_NOT },
		{ { END("\"content\":\"a\"", "stop"), "[DONE]" },
		  OPENAI_END_WHOLE,
		  OPENAI_TRUST_END },
		/* A limit stays one, whatever the gateway adds. */
		{ { DELTA("\"content\":\"a\""), END("", "length"),
		    END("", "stop") },
		  OPENAI_END_LIMIT,
		  OPENAI_TRUST_END },
		{ { END("", "content_filter"), END("", "odd") },
		  OPENAI_END_REFUSED,
		  OPENAI_TRUST_END },
		{ { END("\"content\":\"a\"", "stop"), END("", "length") },
		  OPENAI_END_LIMIT,
		  OPENAI_TRUST_END },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
		struct openai_stream stream;

		take(&stream, samples[i].events);
		assert_int_equal(stream.end, samples[i].end);
		assert_int_equal(openai_stream_trust(&stream),
				 samples[i].trust);
		openai_stream_release(&stream);
	}
}

static void an_error_is_found_in_the_answer(void **state)
{
	static const struct {
		const char *event, *text;
		long status;
	} samples[] = {
		{ "{\"error\":{\"message\":\"no\",\"code\":400}}", "no", 400 },
		{ "{\"choices\":[{\"delta\":{\"content\":\"\"},"
		  "\"finish_reason\":\"error\",\"error\":{\"code\":502,"
		  "\"message\":\"Upstream died\"}}]}",
		  "Upstream died", 502 },
		{ "{\"choices\":[{\"message\":{},\"error\":{\"code\":429,"
		  "\"message\":\"slow\"}}]}",
		  "slow", 429 },
		/* A message instead of an answer, by its many names. */
		{ "{\"code\":1301,\"msg\":\"unsafe\"}", "unsafe", 0 },
		{ "{\"error_code\":18,\"error_msg\":\"qps\"}", "qps", 0 },
		{ "{\"id\":\"x\",\"code\":\"K\",\"message\":\"no key\"}",
		  "no key", 0 },
		{ "{\"choices\":null,\"base_resp\":{\"status_code\":1008,"
		  "\"status_msg\":\"no money\"}}",
		  "no money", 0 },
		{ "{\"choices\":[],\"base_resp\":{\"status_code\":0,"
		  "\"status_msg\":\"\"}}",
		  "", 0 },
		{ "{\"choices\":[],\"message\":\"\"}", "", 0 },
		{ "{\"id\":\"x\",\"message\":{\"role\":\"assistant\"}}", "",
		  0 },
		/* A member for errors, and none in it. */
		{ "{\"error\":null,\"choices\":[]}", "", 0 },
		{ "{\"error\":\"\",\"choices\":[]}", "", 0 },
		{ "{\"error\":{},\"choices\":[]}", "", 0 },
		{ "{\"error\":[],\"choices\":[]}", "", 0 },
		{ "{\"error\":0,\"choices\":[]}", "", 0 },
		{ "{\"error\":false,\"choices\":[{\"error\":{}}]}", "", 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
		const char *events[] = { samples[i].event, NULL };
		struct openai_stream stream;

		take(&stream, events);
		assert_string_equal(stream.error.text.buf, samples[i].text);
		assert_int_equal(stream.error.status, samples[i].status);
		openai_stream_release(&stream);
	}
}

static void thoughts_that_never_end_are_refused(void **state)
{
	struct strbuf event = STRBUF_INIT;
	struct openai_stream stream;
	int i;

	(void)state;
	strbuf_addstr(&event, "{\"choices\":[{\"delta\":{\"reasoning_details\":"
			      "[{\"index\":0,\"data\":\"");
	for (i = 0; i < 1 << 20; i++)
		strbuf_addch(&event, 'x');
	strbuf_addstr(&event, "\"}]}}]}");
	openai_stream_init(&stream, ignore, NULL);
	for (i = 0; i < 100 && !stream.error.text.len; i++)
		openai_stream_take(&stream, strbuf_slice(&event));
	assert_int_equal(i, 32);
	assert_string_equal(stream.error.text.buf,
			    "its thoughts are over 32 MiB");
	openai_stream_release(&stream);
	strbuf_release(&event);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_finish_reason_says_how_it_ended),
		cmocka_unit_test(a_finish_reason_may_come_with_every_piece),
		cmocka_unit_test(an_error_is_found_in_the_answer),
		cmocka_unit_test(thoughts_that_never_end_are_refused),
	};

	return cmocka_run_group_tests_name("openai-ends", tests, NULL, NULL);
}
