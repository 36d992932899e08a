#include "config.h"

#include "ui/text/width.h"

#include <locale.h>
#include <string.h>
#include <wchar.h>

#include "src/base/utf8.h"
#include "tests/unit/test.h"

static void a_width_is_what_curses_counts(void **state)
{
	(void)state;
	for (uint32_t cp = 0x20; cp <= 0x10ffff; cp++) {
		int want = wcwidth((wchar_t)cp);

		assert_int_equal(width_of(cp), want < 0 ? 1 : want);
	}
}

static void marks_take_no_columns_and_wide_characters_two(void **state)
{
	(void)state;
	assert_int_equal(width_text(SLICE("e\xcc\x81")), 1);
	assert_int_equal(width_text(SLICE("\xe6\x97\xa5\xe6\x9c\xac")), 4);
	assert_int_equal(width_text(SLICE("0123456789abcdef\xe6\x97\xa5x")),
			 19);
	assert_int_equal(width_text((struct slice)SLICE_INIT), 0);
}

static void a_prefix_keeps_marks_and_leaves_half_characters(void **state)
{
	int used;

	(void)state;
	assert_int_equal(width_prefix(SLICE("ae\xcc\x81z"), 2, &used), 4);
	assert_int_equal(used, 2);
	assert_int_equal(width_prefix(SLICE("a\xe6\x97\xa5"), 2, &used), 1);
	assert_int_equal(used, 1);
	assert_int_equal(width_prefix(SLICE("abc"), 0, &used), 0);
	assert_int_equal(width_prefix(SLICE("abc"), -3, NULL), 0);
}

static void only_what_is_too_long_is_elided(void **state)
{
	struct strbuf out = STRBUF_INIT;

	(void)state;
	assert_int_equal(width_elide(&out, SLICE("abcd"), 4), 4);
	assert_string_equal(out.buf, "abcd");
	strbuf_reset(&out);
	assert_int_equal(width_elide(&out, SLICE("abcde"), 4), 4);
	assert_string_equal(out.buf, "abc\xe2\x80\xa6");
	strbuf_reset(&out);
	/* Half of the wide character does not fit before the ellipsis. */
	assert_int_equal(width_elide(&out, SLICE("a\xe6\x97\xa5z"), 3), 2);
	assert_string_equal(out.buf, "a\xe2\x80\xa6");
	strbuf_reset(&out);
	assert_int_equal(width_elide(&out, SLICE("abc"), 1), 1);
	assert_int_equal(width_elide(&out, SLICE("abc"), 0), 0);
	assert_string_equal(out.buf, "\xe2\x80\xa6");
	strbuf_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_width_is_what_curses_counts),
		cmocka_unit_test(marks_take_no_columns_and_wide_characters_two),
		cmocka_unit_test(
			a_prefix_keeps_marks_and_leaves_half_characters),
		cmocka_unit_test(only_what_is_too_long_is_elided),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("width", tests, NULL, NULL);
}
