#include "config.h"

#include "src/dashboard/hosts/tool-consent.h"

#include <stdlib.h>

#include "src/base/xalloc.h"
#include "tests/unit/test.h"

static void assert_asking(const char *tools, const char *want)
{
	char *asking = tool_consent_asking(slice_str(tools));

	if (want)
		assert_string_equal(asking, want);
	else
		assert_null(asking);
	free(asking);
}

static void what_runs_without_asking_is_quiet(void **state)
{
	(void)state;
	assert_asking("{}", NULL);
	assert_asking("{\"*\":{\"run\":\"ask\"}}", NULL);
	assert_asking("{\"*\":{\"run\":\"unattended\"},\"a\":{}}", NULL);
	assert_asking("{\"a\":{\"run\":\"unattended\"},"
		      "\"b\":{\"run\":\"skip\",\"result\":\"skip\"}}",
		      NULL);
	assert_asking("{\"a\":{\"run\":\"unattended\","
		      "\"result\":\"unattended\",\"questions\":{}}}",
		      NULL);
}

static void a_tool_that_asks_is_named(void **state)
{
	(void)state;
	assert_asking(
		"{\"a\":{\"run\":\"unattended\"},\"b\":{\"run\":\"ask\"}}",
		"b");
	assert_asking("{\"a\":{\"run\":\"edit\"}}", "a");
	/* jp asks by default. */
	assert_asking("{\"a\":{}}", "a");
	assert_asking("{\"a\":{\"run\":null}}", "a");
	assert_asking(
		"{\"*\":{\"run\":\"unattended\"},\"a\":{\"run\":\"ask\"}}",
		"a");
	assert_asking("{\"a\":{\"run\":\"unattended\",\"result\":\"ask\"}}",
		      "a");
	assert_asking("{\"*\":{\"result\":\"edit\"},"
		      "\"a\":{\"run\":\"unattended\"}}",
		      "a");
}

static void a_question_to_the_person_asks(void **state)
{
	(void)state;
#define WITH(question) \
	"{\"a\":{\"run\":\"unattended\",\"questions\":{\"q\":" question "}}}"
	assert_asking(WITH("{}"), "a");
	assert_asking(WITH("{\"target\":\"user\"}"), "a");
	assert_asking(WITH("{\"target\":\"user\",\"answer\":true}"), NULL);
	assert_asking(WITH("{\"target\":\"user\",\"answer\":null}"), "a");
	assert_asking(WITH("{\"target\":\"assistant\"}"), NULL);
	assert_asking(WITH("{\"target\":{\"model\":{}}}"), NULL);
#undef WITH
}

static void what_is_off_does_not_ask(void **state)
{
	(void)state;
	assert_asking("{\"a\":{\"enable\":false}}", NULL);
	assert_asking("{\"a\":{\"enable\":\"off\"}}", NULL);
	assert_asking("{\"a\":{\"enable\":{\"state\":\"off\"}}}", NULL);
	assert_asking("{\"*\":{\"enable\":false},\"a\":{}}", NULL);
	/* Without its own state it has the general one. */
	assert_asking("{\"*\":{\"enable\":false},"
		      "\"a\":{\"enable\":{\"allow_toggle\":\"if_named\"}}}",
		      NULL);
	assert_asking("{\"*\":{\"enable\":false},\"a\":{\"enable\":true}}",
		      "a");
	assert_asking("{\"a\":{\"enable\":{\"state\":\"on\"}}}", "a");
	/* A word from a newer jp. */
	assert_asking("{\"a\":{\"enable\":\"perhaps\"}}", "a");
}

static void what_is_not_understood_asks(void **state)
{
	static const char *const broken[] = { "",       "null", "[]",
					      "{\"a\"", "7",    "{\"a\":" };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(broken); i++)
		assert_asking(broken[i], "?");
	assert_asking("{\"a\":{\"run\":\"yes\"}}", "a");
	assert_asking("{\"a\":{\"run\":[\"unattended\"]}}", "a");
	assert_asking("{\"a\":7}", "a");
	assert_asking("{\"a\":{\"run\":\"unattended\",\"questions\":{\"q\":}}}",
		      "a");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_runs_without_asking_is_quiet),
		cmocka_unit_test(a_tool_that_asks_is_named),
		cmocka_unit_test(a_question_to_the_person_asks),
		cmocka_unit_test(what_is_off_does_not_ask),
		cmocka_unit_test(what_is_not_understood_asks),
	};

	return cmocka_run_group_tests_name("tool-consent", tests, NULL, NULL);
}
