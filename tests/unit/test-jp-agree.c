#include "config.h"

#include "src/jphost/jp/jp-agree.h"

#include "tests/unit/test.h"

static bool agree(const char *printed, const char *arguments)
{
	return jp_agree(slice_str(printed), "shell", slice_str(arguments));
}

#define JSON(body) \
	"Calling tool shell with arguments:\n\n```json\n" body "\n```\n"

static void printed_json_agrees_however_it_is_spelled(void **state)
{
	(void)state;
	assert_true(agree(JSON("{\n  \"command\": \"ls -l\"\n}"),
			  "{\"command\":\"ls -l\"}"));
	assert_true(agree(JSON("{\n  \"command\": \"ls\"\n}"),
			  "{\"comm\\u0061nd\":\"\\u006cs\"}"));
	assert_true(agree(JSON("{\n  \"a\": 1.0,\n  \"b\": [\n    1\n  ]\n}"),
			  "{\"b\":[1],\"a\":1e0}"));
	/* jp uses the last of two, in any spelling. */
	assert_true(agree(JSON("{\n  \"command\": \"rm\"\n}"),
			  "{\"command\":\"ls\",\"comm\\u0061nd\":\"rm\"}"));
	assert_false(agree(JSON("{\n  \"command\": \"ls\"\n}"),
			   "{\"command\":\"ls\",\"comm\\u0061nd\":\"rm\"}"));
	assert_true(agree(JSON("{\n  \"command\": \"rm\"\n}"),
			  "{\"command\":\"ls\",\"command\":\"rm\"}"));
}

static void other_arguments_do_not_agree(void **state)
{
	(void)state;
	assert_false(agree(JSON("{\n  \"command\": \"ls\"\n}"),
			   "{\"command\":\"rm\"}"));
	assert_false(agree(JSON("{\n  \"command\": \"ls\"\n}"),
			   "{\"command\":\"ls\",\"force\":true}"));
	assert_false(agree(JSON("{\n  \"command\": \"ls\",\n  \"x\": 1\n}"),
			   "{\"command\":\"ls\"}"));
	assert_false(agree(JSON("{\n  \"n\": 9007199254740993\n}"),
			   "{\"n\":9007199254740992}"));
	assert_false(agree(JSON("{\n  \"n\": \"1\"\n}"), "{\"n\":1}"));
}

static void half_of_it_does_not_agree(void **state)
{
	(void)state;
	assert_false(agree("Calling tool shell with arguments:\n\n```json\n"
			   "{\n  \"command\": \"ls",
			   "{\"command\":\"ls\"}"));
	assert_false(agree("Calling tool shell with arguments:\n\n```json\n"
			   "{\n  \"command\": \"ls\"\n}",
			   "{\"command\":\"ls\"}"));
	assert_false(agree("Calling tool shell\n", "{\"command\":\"ls\"}"));
	assert_false(agree("", "{\"command\":\"ls\"}"));
}

static void the_last_call_counts(void **state)
{
	(void)state;
	assert_false(agree(JSON("{\n  \"command\": \"ls\"\n}")
				   JSON("{\n  \"command\": \"rm\"\n}"),
			   "{\"command\":\"ls\"}"));
	assert_true(agree(JSON("{\n  \"command\": \"ls\"\n}")
				  JSON("{\n  \"command\": \"rm\"\n}"),
			  "{\"command\":\"rm\"}"));
	/* Of another tool, whose name begins with the same letters. */
	assert_true(agree(
		JSON("{\n  \"command\": \"ls\"\n}") "Calling tool shell2 with arguments:\n\n```json\n"
						    "{\n  \"command\": \"rm\"\n}\n```\n",
		"{\"command\":\"ls\"}"));
}

static void empty_values_are_left_out(void **state)
{
	(void)state;
	assert_true(agree(JSON("{\n  \"command\": \"ls\"\n}"),
			  "{\"command\":\"ls\",\"a\":[],\"b\":{},\"c\":null}"));
	assert_true(agree("Calling tool shell\n", "{}"));
	assert_true(agree("Calling tool shell\n", "{\"a\":null}"));
	assert_false(agree(JSON("{\n  \"a\": {\n    \"b\": 1\n  }\n}"),
			   "{\"a\":{\"b\":1,\"c\":null}}"));
}

static void a_function_call_agrees(void **state)
{
	(void)state;
	assert_true(agree("Calling tool shell(command: \"ls, -l\", n: 2)\n",
			  "{\"command\":\"ls, -l\",\"n\":2}"));
	assert_false(agree("Calling tool shell(command: \"ls\")\n",
			   "{\"command\":\"rm\"}"));
	assert_false(agree("Calling tool shell(command: \"ls\"",
			   "{\"command\":\"ls\"}"));
	assert_false(
		agree("Calling tool shell(a\": 1, \"b: 2)\n", "{\"a\\\"\":1}"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(printed_json_agrees_however_it_is_spelled),
		cmocka_unit_test(other_arguments_do_not_agree),
		cmocka_unit_test(half_of_it_does_not_agree),
		cmocka_unit_test(the_last_call_counts),
		cmocka_unit_test(empty_values_are_left_out),
		cmocka_unit_test(a_function_call_agrees),
	};

	return cmocka_run_group_tests_name("jp-agree", tests, NULL, NULL);
}
