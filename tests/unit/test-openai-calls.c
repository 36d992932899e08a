#include "config.h"

#include "src/jphost/provider/openai-calls.h"

#include "src/base/xalloc.h"
#include "tests/unit/openai-call.h"
#include "tests/unit/test.h"

/* Fragments of calls as servers of other people send them. */

/* What the fragments make: "id name arguments;" of each call. */
static void assert_calls(const char *const *fragments, const char *expected)
{
	struct openai_calls calls = { NULL, 0, 0 };
	struct strbuf got = STRBUF_INIT, err = STRBUF_INIT;

	for (; *fragments; fragments++)
		assert_int_equal(
			openai_calls_take(&calls, slice_str(*fragments), &err),
			0);
	openai_calls_finish(&calls, 5);
	for (size_t i = 0; i < calls.count; i++)
		strbuf_addf(&got, "%s %s %s%s;", calls.list[i].id.buf,
			    calls.list[i].name.buf, calls.list[i].arguments.buf,
			    calls.list[i].problem.len ? " (bad)" : "");
	assert_string_equal(got.buf, expected);
	openai_calls_release(&calls);
	strbuf_release(&got);
	strbuf_release(&err);
}

struct sample {
	const char *fragments[6], *calls;
};

static void assert_samples(const struct sample *samples, size_t count)
{
	for (size_t i = 0; i < count; i++)
		assert_calls(samples[i].fragments, samples[i].calls);
}

static void an_empty_object_may_stand_before_the_arguments(void **state)
{
	static const struct sample samples[] = {
		/* LiteLLM and Claude. */
		{ { CALL("0", "a", "x", "{}"), MORE("0", "{\\\"k\\\""),
		    MORE("0", ":1}") },
		  "a x {\"k\":1};" },
		{ { CALL("0", "a", "x", "{}"), MORE("0", "{\\\"k\\\":1}") },
		  "a x {\"k\":1};" },
		{ { "{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"x\","
		    "\"arguments\":{}}}",
		    CALL("0", "a", "x", "{\\\"k\\\""),
		    CALL("0", "a", "x", ":1}"),
		    CALL("0", "a", "x", "{\\\"k\\\":1}") },
		  "a x {\"k\":1};" },
		/* Another id is another call. */
		{ { CALL("0", "a", "x", "{}"),
		    CALL("0", "b", "x", "{\\\"k\\\":1}") },
		  "a x {};b x {\"k\":1};" },
		/* What is not empty is not replaced. */
		{ { CALL("0", "a", "x", "{\\\"k\\\":1}"),
		    CALL("0", "a", "x", "{\\\"k\\\":2}") },
		  "a x {\"k\":1};call_5_1 x {\"k\":2};" },
	};

	(void)state;
	assert_samples(samples, ARRAY_SIZE(samples));
}

static void arguments_may_come_whole_so_far_in_each_fragment(void **state)
{
	static const struct sample samples[] = {
		/* Baidu Qianfan. */
		{ { CALL("0", "a", "x", "{"), MORE("0", "{\\\"k\\\""),
		    MORE("0", "{\\\"k\\\":"), MORE("0", "{\\\"k\\\":1"),
		    MORE("0", "{\\\"k\\\":12}") },
		  "a x {\"k\":12};" },
		{ { CALL("0", "a", "x", "{\\\"k\\\": \\\"a"),
		    CALL("0", "a", "x", "{\\\"k\\\": \\\"ab"),
		    CALL("0", "a", "x", "{\\\"k\\\": \\\"ab\\\"}"),
		    CALL("0", "a", "x", "{\\\"k\\\": \\\"ab\\\"}") },
		  "a x {\"k\": \"ab\"};" },
		/* But an object may have an object that begins like it. */
		{ { CALL("0", "a", "x", "{\\\"k\\\":"),
		    MORE("0", "{\\\"k\\\":"), MORE("0", "1}}") },
		  "a x {\"k\":{\"k\":1}};" },
		{ { CALL("0", "a", "x", "{\\\"k\\\":["),
		    MORE("0", "{\\\"k\\\":[1]}"), MORE("0", "]}") },
		  "a x {\"k\":[{\"k\":[1]}]};" },
		/* Where both are possible, nothing is guessed. */
		{ { CALL("0", "a", "x", "{\\\"k\\\":"),
		    MORE("0", "{\\\"k\\\":1}") },
		  "a x {} (bad);" },
		/* A string may hold what was said before it. */
		{ { CALL("0", "a", "x", "{\\\"k\\\":\\\""), MORE("0", "k"),
		    MORE("0", "k"), MORE("0", "k\\\"}") },
		  "a x {\"k\":\"kkk\"};" },
	};

	(void)state;
	assert_samples(samples, ARRAY_SIZE(samples));
}

static void an_index_may_be_a_text(void **state)
{
	static const struct sample samples[] = {
		{ { CALL("\"0\"", "a", "x", ""), CALL("\"1\"", "b", "y", ""),
		    MORE("\"0\"", "{\\\"k\\\":1}"),
		    MORE("\"1\"", "{\\\"k\\\":2}") },
		  "a x {\"k\":1};b y {\"k\":2};" },
		{ { CALL("0.0", "a", "x", ""), CALL("1.0", "b", "y", ""),
		    MORE("0.0", "{\\\"k\\\":1}"),
		    MORE("1.0", "{\\\"k\\\":2}") },
		  "a x {\"k\":1};b y {\"k\":2};" },
		/* What is no number is none. */
		{ { CALL("\"\"", "a", "x", ""), MORE("null", "{\\\"k\\\""),
		    MORE("-1", ":"), MORE("\"one\"", "1"),
		    MORE("99999999999999999999", "}") },
		  "a x {\"k\":1};" },
	};

	(void)state;
	assert_samples(samples, ARRAY_SIZE(samples));
}

static void arguments_may_have_another_name(void **state)
{
	static const struct sample samples[] = {
		{ { "{\"id\":\"a\",\"function\":{\"name\":\"x\","
		    "\"parameters\":{\"k\":1}}}" },
		  "a x {\"k\":1};" },
		{ { "{\"id\":\"a\",\"name\":\"x\",\"input\":{\"k\":1}}" },
		  "a x {\"k\":1};" },
		{ { "{\"id\":\"a\",\"function\":{\"name\":\"x\",\"parameters\":"
		    "{\"k\":1},\"arguments\":\"{\\\"k\\\":2}\"}}" },
		  "a x {\"k\":2};" },
	};

	(void)state;
	assert_samples(samples, ARRAY_SIZE(samples));
}

static void a_character_may_be_cut_between_fragments(void **state)
{
	static const struct sample samples[] = {
		{ { CALL("0", "a", "x", "{\\\"k\\\":\\\"\\ud83d"),
		    MORE("0", "\\ude00\\\"}") },
		  "a x {\"k\":\"\xf0\x9f\x98\x80\"};" },
		{ { CALL("0", "a", "x", "{\\\"k\\\":\\\"\xf0\x9f"),
		    CALL("0", "b", "y", "{\\\"k\\\":\\\"\xc3"),
		    MORE("0", "\xa9\\\"}") },
		  "a x {} (bad);b y {\"k\":\"\xc3\xa9\"};" },
		{ { CALL("0", "a", "x", "{\\\"k\\\":\\\"\xf0"),
		    MORE("0", "\x9f"), MORE("0", "\x98"),
		    MORE("0", "\x80\\\"}") },
		  "a x {\"k\":\"\xf0\x9f\x98\x80\"};" },
		/* Half a character that nothing follows. */
		{ { CALL("0", "a", "x", "{\\\"k\\\":\\\"\\ud83d"),
		    MORE("0", "a\\\"}") },
		  "a x {\"k\":\"\xef\xbf\xbd"
		  "a\"};" },
		/* An escape of the arguments' own. */
		{ { CALL("0", "a", "x", "{\\\"k\\\":\\\"\\\\ud83d"),
		    MORE("0", "\\\\ude00\\\"}") },
		  "a x {\"k\":\"\\ud83d\\ude00\"};" },
	};

	(void)state;
	assert_samples(samples, ARRAY_SIZE(samples));
}

static void an_id_of_an_earlier_call_is_changed(void **state)
{
	static const char *const fragments[] = { CALL("0", "0", "x", "{}"),
						 CALL("1", "1", "x", "{}") };
	struct openai_calls calls = { NULL, 0, 0 };
	struct strmap used = STRMAP_INIT;
	struct strbuf err = STRBUF_INIT;

	strmap_put(&used, SLICE("1"), state);
	for (size_t i = 0; i < ARRAY_SIZE(fragments); i++)
		openai_calls_take(&calls, slice_str(fragments[i]), &err);
	openai_calls_finish(&calls, 5);
	openai_calls_rename(&calls, &used, 5);
	assert_string_equal(calls.list[0].id.buf, "0");
	assert_string_equal(calls.list[1].id.buf, "1_5_1");
	openai_calls_release(&calls);
	strmap_release(&used);
}

static void calls_that_never_end_are_refused(void **state)
{
	static const char *const members[] = { "id", "name", "extra" };
	struct strbuf big = STRBUF_INIT, event = STRBUF_INIT;

	(void)state;
	for (int i = 0; i < 1 << 20; i++)
		strbuf_addch(&big, 'x');
	for (size_t m = 0; m < ARRAY_SIZE(members); m++) {
		struct openai_calls calls = { NULL, 0, 0 };
		struct strbuf err = STRBUF_INIT;
		int ret = 0, i;

		for (i = 0; i < 100 && !ret; i++) {
			strbuf_setf(&event,
				    "{\"id\":\"%d\",\"name\":\"n\","
				    "\"%s\":\"%s%d\"}",
				    i, members[m], big.buf, i);
			ret = openai_calls_take(&calls, strbuf_slice(&event),
						&err);
		}
		assert_int_equal(i, 32);
		assert_string_equal(
			err.buf,
			"the tool calls of one answer are over 32 MiB");
		openai_calls_release(&calls);
		strbuf_release(&err);
	}
	strbuf_release(&big);
	strbuf_release(&event);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			an_empty_object_may_stand_before_the_arguments),
		cmocka_unit_test(
			arguments_may_come_whole_so_far_in_each_fragment),
		cmocka_unit_test(an_index_may_be_a_text),
		cmocka_unit_test(arguments_may_have_another_name),
		cmocka_unit_test(an_id_of_an_earlier_call_is_changed),
		cmocka_unit_test(calls_that_never_end_are_refused),
		cmocka_unit_test(a_character_may_be_cut_between_fragments),
	};

	return cmocka_run_group_tests_name("openai-calls", tests, NULL, NULL);
}
