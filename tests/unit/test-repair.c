#include "config.h"

#include "proto/repair.h"

#include <string.h>

#include "tests/unit/test.h"

static void assert_repaired(const char *text, const char *want, size_t count)
{
	char copy[128];

	strcpy(copy, text);
	assert_int_equal(repair_escapes(copy, strlen(copy)), count);
	assert_string_equal(copy, want);
}

static void a_nul_escape_becomes_a_replacement(void **state)
{
	(void)state;
	assert_repaired("\"a\\u0000b\"", "\"a\\ufffdb\"", 1);
	assert_repaired("\"\\u0000\\u0000\"", "\"\\ufffd\\ufffd\"", 2);
	assert_repaired("\"\\u0001\\u00e9\"", "\"\\u0001\\u00e9\"", 0);
}

static void lone_surrogates_become_replacements(void **state)
{
	(void)state;
	assert_repaired("\"\\ud83d\"", "\"\\ufffd\"", 1);
	assert_repaired("\"\\uDE00x\"", "\"\\ufffdx\"", 1);
	assert_repaired("\"\\ud83d\\ud83d\\ude00\"",
			"\"\\ufffd\\ud83d\\ude00\"", 1);
	assert_repaired("\"\\ude00\\ud83d\"", "\"\\ufffd\\ufffd\"", 2);
	assert_repaired("\"\\ud83d\\n\"", "\"\\ufffd\\n\"", 1);
	assert_repaired("\"\\ud83d\\u0000\"", "\"\\ufffd\\ufffd\"", 2);
}

static void pairs_and_escaped_backslashes_stay(void **state)
{
	(void)state;
	assert_repaired("\"\\ud83d\\ude00\"", "\"\\ud83d\\ude00\"", 0);
	assert_repaired("\"\\\\u0000\"", "\"\\\\u0000\"", 0);
	assert_repaired("\"\\\\\\u0000\"", "\"\\\\\\ufffd\"", 1);
}

static void half_an_escape_is_left_alone(void **state)
{
	(void)state;
	assert_repaired("\"\\u00", "\"\\u00", 0);
	assert_repaired("\"\\", "\"\\", 0);
	assert_repaired("\"\\u12\\\"\"", "\"\\u12\\\"\"", 0);
	assert_repaired("\\ud83d\\ude0", "\\ufffd\\ude0", 1);
	assert_repaired("", "", 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_nul_escape_becomes_a_replacement),
		cmocka_unit_test(lone_surrogates_become_replacements),
		cmocka_unit_test(pairs_and_escaped_backslashes_stay),
		cmocka_unit_test(half_an_escape_is_left_alone),
	};

	return cmocka_run_group_tests_name("repair", tests, NULL, NULL);
}
