#include "config.h"

#include "src/base/utf8.h"

#include <string.h>

#include "tests/unit/test.h"

static void a_bad_byte_is_one_replacement(void **state)
{
	static const char *const bad[] = {
		"\x80",         "\xc0\x80",         "\xe0\x80\x80",
		"\xed\xa0\x80", "\xf4\x90\x80\x80", "\xff",
		"\xe2\x82",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		uint32_t cp;

		assert_int_equal(utf8_decode(bad[i], strlen(bad[i]), &cp), 1);
		assert_int_equal(cp, UTF8_REPLACEMENT);
	}
}

static void every_scalar_value_survives_encoding(void **state)
{
	(void)state;
	for (uint32_t cp = 0; cp <= 0x10ffff; cp++) {
		char text[4];
		uint32_t back;
		size_t len, took;

		if (cp == 0xd800)
			cp = 0xe000;
		len = utf8_encode(cp, text);
		assert_true(utf8_decode_valid(text, len, &back, &took));
		assert_int_equal(took, len);
		assert_int_equal(back, cp);
	}
}

static void a_valid_prefix_ends_before_the_bad_byte(void **state)
{
	(void)state;
	assert_int_equal(utf8_valid_prefix("abcdefghij\xffk", 12), 10);
	assert_int_equal(utf8_valid_prefix("\xc3\xa9\xe6\x97", 4), 2);
	assert_int_equal(utf8_valid_prefix("", 0), 0);
}

static void the_code_point_before_starts_at_its_first_byte(void **state)
{
	(void)state;
	assert_int_equal(utf8_prev("a\xe6\x97\xa5", 4), 1);
	assert_int_equal(utf8_prev("a\xe6\x97\xa5", 1), 0);
	assert_int_equal(utf8_prev("a", 0), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_bad_byte_is_one_replacement),
		cmocka_unit_test(every_scalar_value_survives_encoding),
		cmocka_unit_test(a_valid_prefix_ends_before_the_bad_byte),
		cmocka_unit_test(
			the_code_point_before_starts_at_its_first_byte),
	};

	return cmocka_run_group_tests_name("utf8", tests, NULL, NULL);
}
