#include "config.h"

#include "proto/event-check.h"

#include <string.h>

#include "proto/json-strict.h"
#include "tests/unit/test.h"

/* What jp can read back, and what it cannot: `why` is part of the sentence. */
struct sample {
	const char *json;
	const char *why; /* NULL: it is accepted */
};

static const struct sample VALUES[] = {
	{ "{}", NULL },
	{ "[1,-0,0.5,1e308,123456789012345678901234567890]", NULL },
	{ "1.7976931348623157e308", NULL },
	{ "17976931348623157e292", NULL },
	{ "0e999", NULL },
	{ "0.000e99999999999999999999", NULL },
	{ "1e-999", NULL },
	{ "\"\\ud83d\\ude00 \\u0000 \\\\ud800\"", NULL },
	{ "1e999", "out of range" },
	{ "-1e999", "out of range" },
	{ "1.8e308", "out of range" },
	{ "{\"a\":[1E+400]}", "out of range" },
	{ "1e99999999999999999999", "out of range" },
	{ "\"\\ud800\"", "surrogate" },
	{ "\"\\udc00\"", "surrogate" },
	{ "\"\\ud800\\u0041\"", "surrogate" },
	{ "\"\\ud800x\\udc00\"", "surrogate" },
	{ "{\"\\udfff\":1}", "surrogate" },
	{ "\"\xff\"", "UTF-8" },
	{ "\"\xed\xa0\x80\"", "UTF-8" },
	{ "\"a\nb\"", "not JSON" },
	{ "{\"a\":1,}", "not JSON" },
	{ "NaN", "not JSON" },
	{ "", "not JSON" },
};

#define REQUEST "{\"type\":\"inquiry_request\",\"id\":\"a\""
#define SOURCE  ",\"source\":{\"source\":\"assistant\"}"
#define ASKS    REQUEST SOURCE ",\"question\":{\"text\":\"?\",\"answer_type\":"
#define COMPACT "{\"type\":\"compaction\",\"from_turn\":0,\"to_turn\":4"

static const struct sample EVENTS[] = {
	{ "{\"type\":\"turn_start\"}", NULL },
	{ "{\"type\":\"chat_request\",\"content\":\"x\",\"author\":null,"
	  "\"schema\":{}}",
	  NULL },
	{ "{\"type\":\"chat_response\",\"data\":null}", NULL },
	{ "{\"type\":\"tool_call_request\",\"id\":\"a\",\"name\":\"n\","
	  "\"arguments\":{\"a\":1,\"a\":2}}",
	  NULL },
	{ "{\"type\":\"tool_call_response\",\"id\":\"a\",\"content\":\"\","
	  "\"is_error\":false}",
	  NULL },
	{ ASKS "{\"type\":\"boolean\"},\"default\":true}}", NULL },
	{ ASKS "{\"type\":\"text\"}}}", NULL },
	{ ASKS "{\"type\":\"select\",\"options\":[{\"value\":[1],"
	       "\"description\":\"d\"}]}}}",
	  NULL },
	{ REQUEST ",\"source\":{\"source\":\"tool\",\"name\":\"n\"},"
		  "\"question\":{\"text\":\"?\",\"answer_type\":"
		  "{\"type\":\"text\"}}}",
	  NULL },
	{ "{\"type\":\"inquiry_response\",\"id\":\"a\",\"answer\":null}",
	  NULL },
	{ "{\"type\":\"config_delta\",\"delta\":{}}", NULL },
	{ COMPACT ",\"summary\":{\"summary\":\"s\"},\"reasoning\":\"strip\","
		  "\"tool_calls\":{\"policy\":\"strip\",\"request\":true,"
		  "\"response\":false}}",
	  NULL },
	{ COMPACT ",\"tool_calls\":{\"policy\":\"omit\"}}", NULL },

	{ "{\"type\":\"of_tomorrow\",\"x\":[1]}", NULL },

	{ "[]", "no `type`" },
	{ "{\"type\":\"notice\"}", "not stored" },
	{ "{\"type\":\"chat_request\",\"content\":[]}", "wrong type" },
	{ "{\"type\":\"chat_request\",\"content\":\"a\",\"content\":\"b\"}",
	  "twice" },
	{ "{\"type\":\"chat_response\",\"message\":\"a\",\"data\":1}",
	  "exactly one" },
	{ "{\"type\":\"tool_call_response\",\"id\":\"a\",\"content\":"
	  "[{\"type\":\"text\",\"text\":\"x\"}],\"is_error\":false}",
	  "`content` is of the wrong type" },
	{ "{\"type\":\"tool_call_request\",\"id\":\"a\",\"name\":\"n\","
	  "\"arguments\":{\"n\":1e999}}",
	  "out of range" },
	{ REQUEST ",\"question\":\"Which?\",\"options\":[\"a\"]}",
	  "`source` is missing" },
	{ REQUEST SOURCE ",\"question\":\"Which?\"}", "wrong type" },
	{ REQUEST ",\"source\":\"tool\",\"question\":{}}", "wrong type" },
	{ REQUEST ",\"source\":{\"source\":\"tool\"},\"question\":{}}",
	  "`name` is missing" },
	{ REQUEST ",\"source\":{\"source\":\"moon\"},\"question\":{}}",
	  "`source` is none that jp knows" },
	{ REQUEST SOURCE ",\"question\":{\"text\":\"?\"}}",
	  "`answer_type` is missing" },
	{ ASKS "\"Boolean\"}}", "`answer_type` is of the wrong type" },
	{ ASKS "{\"Select\":{\"options\":[\"a\"]}}}}", "`type` is missing" },
	{ ASKS "{\"type\":\"secret\"}}}", "none that jp knows" },
	{ ASKS "{\"type\":\"multi_select\",\"options\":[{\"value\":1}]}}}",
	  "none that jp knows" },
	{ ASKS "{\"type\":\"select\"}}}", "`options` is missing" },
	{ ASKS "{\"type\":\"select\",\"options\":[]}}}", "empty" },
	{ ASKS "{\"type\":\"select\",\"options\":[\"a\"]}}}", "wrong type" },
	{ ASKS "{\"type\":\"select\",\"options\":[{}]}}}",
	  "`value` is missing" },
	{ ASKS "{\"type\":\"text\",\"type\":\"boolean\"}}}", "twice" },
	{ "{\"type\":\"inquiry_response\",\"id\":\"a\",\"outcome\":"
	  "\"cancelled\"}",
	  "`answer` is missing" },
	{ "{\"type\":\"compaction\",\"from_turn\":-1,\"to_turn\":4}",
	  "`from_turn`" },
	{ "{\"type\":\"compaction\",\"from_turn\":0,\"to_turn\":1.5}",
	  "`to_turn`" },
	{ COMPACT ",\"summary\":\"s\"}", "wrong type" },
	{ COMPACT ",\"reasoning\":\"keep\"}", "none that jp knows" },
	{ COMPACT ",\"tool_calls\":{\"policy\":\"hide\"}}",
	  "none that jp knows" },
	{ COMPACT ",\"tool_calls\":{\"policy\":\"strip\"}}", "missing" },
	{ "{\"type\":\"turn_start\",\"timestamp\":\"soon\"}", "not a time" },
	{ "{\"type\":\"turn_start\",\"metadata\":[]}", "wrong type" },
};

static void check(const struct sample *sample, int ret, struct strbuf *err)
{
	if (!ret != !sample->why ||
	    (sample->why && !strstr(err->buf, sample->why)))
		fail_msg("%s: %s", sample->json, ret ? err->buf : "is taken");
	strbuf_release(err);
}

static void values_that_jp_refuses_are_refused(void **state)
{
	struct strbuf err = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < sizeof(VALUES) / sizeof(*VALUES); i++)
		check(&VALUES[i],
		      json_strict_check(slice_str(VALUES[i].json), 0, &err),
		      &err);
}

static void events_that_jp_refuses_are_refused(void **state)
{
	struct strbuf err = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < sizeof(EVENTS) / sizeof(*EVENTS); i++)
		check(&EVENTS[i],
		      event_check_stored(slice_str(EVENTS[i].json), &err),
		      &err);
}

static void nesting_counts_what_stands_around(void **state)
{
	struct strbuf text = STRBUF_INIT, err = STRBUF_INIT;

	(void)state;
	strbuf_addchars(&text, '[', JSON_STRICT_DEPTH);
	strbuf_addchars(&text, ']', JSON_STRICT_DEPTH);
	assert_int_equal(json_strict_check(strbuf_slice(&text), 0, &err), 0);
	assert_int_equal(json_strict_check(strbuf_slice(&text), 1, &err), -1);
	assert_non_null(strstr(err.buf, "nested too deep"));
	strbuf_release(&text);
	strbuf_release(&err);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_that_jp_refuses_are_refused),
		cmocka_unit_test(events_that_jp_refuses_are_refused),
		cmocka_unit_test(nesting_counts_what_stands_around),
	};

	return cmocka_run_group_tests_name("event-check", tests, NULL, NULL);
}
