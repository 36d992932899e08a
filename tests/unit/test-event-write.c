#include "config.h"

#include "proto/event-write.h"

#include "tests/unit/test.h"

/* 2026-03-18 13:19:06.8 */
#define AT_MS INT64_C(1773839946800)
#define AT    "{\"timestamp\":\"2026-03-18 13:19:06.8\",\"type\":"

/* Check the output, then decode it again into `event`. */
static void check(struct strbuf *out, struct event *event, const char *expected)
{
	struct strbuf err = STRBUF_INIT;

	assert_string_equal(out->buf, expected);
	event_release(event);
	assert_int_equal(event_decode(event, strbuf_slice(out), &err), 0);
	strbuf_reset(out);
}

static void what_is_said_is_read_again(void **state)
{
	struct strbuf out = STRBUF_INIT;
	struct event e = EVENT_INIT;

	(void)state;
	event_write_turn_start(&out, AT_MS);
	check(&out, &e, AT "\"turn_start\"}");
	assert_int_equal(e.kind, EVENT_TURN_START);
	assert_true(e.at_ms == AT_MS);

	event_write_request(&out, SLICE("Say \"hi\""), "ann",
			    SLICE("{ \"type\": \"object\" }"), AT_MS);
	check(&out, &e,
	      AT "\"chat_request\",\"content\":\"Say \\\"hi\\\"\","
		 "\"author\":\"ann\",\"schema\":{\"type\":\"object\"}}");
	assert_string_equal(e.author, "ann");

	event_write_response(&out, CHAT_REASONING, SLICE("hm"), AT_MS);
	check(&out, &e, AT "\"chat_response\",\"reasoning\":\"hm\"}");
	assert_int_equal(e.part, CHAT_REASONING);
	event_write_response(&out, CHAT_DATA, SLICE("[ 1 ]"), AT_MS);
	check(&out, &e, AT "\"chat_response\",\"data\":[1]}");
	assert_int_equal(e.part, CHAT_DATA);
	event_release(&e);
	strbuf_release(&out);
}

static void what_tools_do_is_read_again(void **state)
{
	struct strbuf out = STRBUF_INIT;
	struct event e = EVENT_INIT;

	(void)state;
	event_write_call(&out, "t1", "cat", SLICE("{\"n\": 1.50}"), AT_MS);
	check(&out, &e,
	      AT "\"tool_call_request\",\"id\":\"t1\",\"name\":\"cat\","
		 "\"arguments\":{\"n\":1.50}}");
	assert_string_equal(e.arguments, "{\"n\":1.50}");
	event_write_output(&out, "t1", SLICE("x\n"), AT_MS);
	check(&out, &e,
	      AT "\"tool_call_output\",\"id\":\"t1\",\"chunk\":\"x\\n\"}");
	assert_string_equal(e.text, "x\n");
	event_write_result(&out, "t1", SLICE("no"), true, AT_MS);
	check(&out, &e,
	      AT "\"tool_call_response\",\"id\":\"t1\",\"content\":\"no\","
		 "\"is_error\":true}");
	assert_true(e.is_error);
	event_write_answer(&out, "i", SLICE("[ true ]"), AT_MS);
	check(&out, &e,
	      AT "\"inquiry_response\",\"id\":\"i\",\"answer\":[true]}");
	assert_string_equal(e.answer, "[true]");
	event_release(&e);
	strbuf_release(&out);
}

static void a_flat_question_becomes_the_one_that_jp_stores(void **state)
{
	struct strbuf out = STRBUF_INIT;
	struct event e = EVENT_INIT;

	(void)state;
	event_write_inquiry(&out,
			    SLICE("{\"id\":\"q\",\"question\":\"Which?\","
				  "\"options\":[\"a\",{\"value\":2}],"
				  "\"default\":\"a\"}"),
			    AT_MS);
	check(&out, &e,
	      AT "\"inquiry_request\",\"id\":\"q\","
		 "\"source\":{\"source\":\"assistant\"},\"question\":"
		 "{\"text\":\"Which?\",\"answer_type\":{\"type\":\"select\","
		 "\"options\":[{\"value\":\"a\"},{\"value\":2}]},"
		 "\"default\":\"a\"}}");
	assert_int_equal(e.option_count, 2);
	assert_string_equal(e.source, "assistant");
	event_release(&e);
	strbuf_release(&out);
}

/* All of them; none of our words is mistaken for another. */
static void every_word_is_read_again(void **state)
{
	struct strbuf out = STRBUF_INIT, err = STRBUF_INIT;
	struct event e = EVENT_INIT;

	(void)state;
#define X(word, name)                                                    \
	event_write_status(&out, word, word == EVENT_STATE_RUNNING, 0);  \
	assert_int_equal(event_decode(&e, strbuf_slice(&out), &err), 0); \
	assert_int_equal(e.state, word);                                 \
	assert_int_equal(e.elsewhere, word == EVENT_STATE_RUNNING);      \
	event_release(&e);                                               \
	strbuf_reset(&out);
	EVENT_STATES(X)
#undef X
#define X(word, name)                                                    \
	event_write_closed(&out, "t", PROMPT_VOICE_PLUGIN, word, 0);     \
	assert_int_equal(event_decode(&e, strbuf_slice(&out), &err), 0); \
	assert_int_equal(e.outcome, word);                               \
	event_release(&e);                                               \
	strbuf_reset(&out);
	PROMPT_OUTCOMES(X)
#undef X
	event_write_refused(&out, "t", "no \"boolean\"", 0);
	assert_int_equal(event_decode(&e, strbuf_slice(&out), &err), 0);
	assert_int_equal(e.by, PROMPT_BY_REFUSAL);
	assert_string_equal(e.id, "t");
	assert_string_equal(e.text, "no \"boolean\"");
	event_release(&e);
	strbuf_reset(&out);
#define X(word, name)                                                       \
	event_write_closed(&out, "t", word, PROMPT_OUTCOME_APPROVED, 0);    \
	assert_int_equal(event_decode(&e, strbuf_slice(&out), &err), 0);    \
	assert_int_equal(e.voice, word);                                    \
	assert_int_equal(e.by,                                              \
			 word == PROMPT_VOICE_TIMEOUT  ? PROMPT_BY_TIMEOUT  \
			 : word == PROMPT_VOICE_CANCEL ? PROMPT_BY_CANCEL   \
						       : PROMPT_BY_ANSWER); \
	event_release(&e);                                                  \
	strbuf_reset(&out);
	PROMPT_VOICES(X)
#undef X
#define X(word, name)                                                    \
	event_write_notice(&out, "k", word, SLICE("m"), 0);              \
	assert_int_equal(event_decode(&e, strbuf_slice(&out), &err), 0); \
	assert_int_equal(e.level, word);                                 \
	event_release(&e);                                               \
	strbuf_reset(&out);
	NOTICE_LEVELS(X)
#undef X
#define X(word, name) assert_int_equal(fallback_find(name), word);
	FALLBACKS(X)
#undef X
	assert_int_equal(fallback_find("Approve"), FALLBACK_OTHER);
	strbuf_release(&out);
}

static void what_is_not_known_is_not_told(void **state)
{
	struct strbuf out = STRBUF_INIT;
	struct event e = EVENT_INIT;

	(void)state;
	event_write_usage(&out, 12, -1, AT_MS);
	check(&out, &e, AT "\"usage\",\"input_tokens\":12}");
	assert_int_equal(e.output_tokens, -1);
	event_write_plain(&out, EVENT_QUERY_COMPLETE);
	check(&out, &e, "{\"type\":\"query_complete\"}");
	assert_int_equal(e.kind, EVENT_QUERY_COMPLETE);
	event_release(&e);
	strbuf_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_said_is_read_again),
		cmocka_unit_test(what_tools_do_is_read_again),
		cmocka_unit_test(
			a_flat_question_becomes_the_one_that_jp_stores),
		cmocka_unit_test(every_word_is_read_again),
		cmocka_unit_test(what_is_not_known_is_not_told),
	};

	return cmocka_run_group_tests_name("event-write", tests, NULL, NULL);
}
