#include "config.h"

#include "src/jphost/workspace/stored-event.h"

#include "tests/unit/test.h"

/* 2026-03-18 13:19:06.8 UTC */
#define NOW_MS INT64_C(1773839946800)

static void assert_decodes(const char *stored, const char *wire)
{
	struct strbuf out = STRBUF_INIT;

	stored_event_decode(&out, slice_str(stored));
	assert_string_equal(out.buf, wire);
	strbuf_release(&out);
}

static void assert_encodes(const char *wire, const char *stored)
{
	struct strbuf out = STRBUF_INIT;

	stored_event_encode(&out, slice_str(wire), NOW_MS);
	assert_string_equal(out.buf, stored);
	strbuf_release(&out);
}

static void both_ways(const char *stored, const char *wire)
{
	assert_decodes(stored, wire);
	assert_encodes(wire, stored);
}

static void strings_of_arguments_are_coded_at_any_depth(void **state)
{
	(void)state;
	both_ways("{\"timestamp\":\"2026-03-18 13:19:06.8\","
		  "\"type\":\"tool_call_request\",\"id\":\"t1\",\"name\":\"n\","
		  "\"arguments\":{\"path\":\"YS5j\",\"lines\":[1,9],"
		  "\"deep\":{\"x\":[\"w6Q=\",true,null,1e400]}}}",
		  "{\"timestamp\":\"2026-03-18 13:19:06.8\","
		  "\"type\":\"tool_call_request\",\"id\":\"t1\",\"name\":\"n\","
		  "\"arguments\":{\"path\":\"a.c\",\"lines\":[1,9],"
		  "\"deep\":{\"x\":[\"\xc3\xa4\",true,null,1e400]}}}");
}

static void a_result_and_metadata_are_coded(void **state)
{
	(void)state;
	both_ways("{\"timestamp\":\"2026-03-18 13:19:06.8\","
		  "\"type\":\"tool_call_response\",\"id\":\"dDE=\","
		  "\"content\":\"YQoiYiI=\",\"is_error\":false,"
		  "\"metadata\":{\"cache\":true,\"k\":\"dg==\"}}",
		  "{\"timestamp\":\"2026-03-18 13:19:06.8\","
		  "\"type\":\"tool_call_response\",\"id\":\"dDE=\","
		  "\"content\":\"a\\n\\\"b\\\"\",\"is_error\":false,"
		  "\"metadata\":{\"cache\":true,\"k\":\"v\"}}");
}

static void other_text_is_left_alone(void **state)
{
	(void)state;
	both_ways("{\"timestamp\":\"2026-03-18 13:19:06.8\","
		  "\"type\":\"chat_request\",\"content\":\"YQ==\"}",
		  "{\"timestamp\":\"2026-03-18 13:19:06.8\","
		  "\"type\":\"chat_request\",\"content\":\"YQ==\"}");
	/* The type may come last. */
	assert_decodes("{\"content\":\"YQ==\",\"type\":\"tool_call_response\"}",
		       "{\"content\":\"a\",\"type\":\"tool_call_response\"}");
}

static void what_does_not_decode_stays(void **state)
{
	(void)state;
	/* URL-safe; bytes that are not UTF-8; plain text. */
	assert_decodes("{\"type\":\"tool_call_request\",\"arguments\":"
		       "{\"a\":\"Pz8_\",\"b\":\"//79\",\"c\":\"hello.\\n\"}}",
		       "{\"type\":\"tool_call_request\",\"arguments\":"
		       "{\"a\":\"Pz8_\",\"b\":\"//79\",\"c\":\"hello.\\n\"}}");
	/* An escaped slash is a slash. */
	assert_decodes("{\"type\":\"tool_call_response\","
		       "\"content\":\"Pz8\\/\"}",
		       "{\"type\":\"tool_call_response\","
		       "\"content\":\"???\"}");
}

static void order_layout_and_numbers_survive(void **state)
{
	(void)state;
	assert_decodes("{ \"z\" : 12345678901234567890.10 ,\n \"a\" : [ ] ,"
		       " \"type\" : \"new_kind\" }",
		       "{\"z\":12345678901234567890.10,\"a\":[],"
		       "\"type\":\"new_kind\"}");
}

static void an_event_without_a_time_gets_one(void **state)
{
	(void)state;
	assert_encodes("{\"type\":\"turn_start\"}",
		       "{\"timestamp\":\"2026-03-18 13:19:06.8\","
		       "\"type\":\"turn_start\"}");
}

static void a_time_is_stored_in_the_form_of_jp(void **state)
{
	(void)state;
	assert_encodes("{\"type\":\"turn_start\","
		       "\"timestamp\":\"2026-03-18T15:19:06.81+02:00\"}",
		       "{\"type\":\"turn_start\","
		       "\"timestamp\":\"2026-03-18 13:19:06.81\"}");
	assert_encodes("{\"type\":\"turn_start\","
		       "\"timestamp\":\"2026-03-18 13:19:06.812345\"}",
		       "{\"type\":\"turn_start\","
		       "\"timestamp\":\"2026-03-18 13:19:06.812345\"}");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(strings_of_arguments_are_coded_at_any_depth),
		cmocka_unit_test(a_result_and_metadata_are_coded),
		cmocka_unit_test(other_text_is_left_alone),
		cmocka_unit_test(what_does_not_decode_stays),
		cmocka_unit_test(order_layout_and_numbers_survive),
		cmocka_unit_test(an_event_without_a_time_gets_one),
		cmocka_unit_test(a_time_is_stored_in_the_form_of_jp),
	};

	return cmocka_run_group_tests_name("stored-event", tests, NULL, NULL);
}
