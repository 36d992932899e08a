#include "config.h"

#include "src/jphost/query/query-text.h"

#include <string.h>

#include "tests/unit/test.h"

/* Whole, and cut at every place between two bytes of ASCII. */
static void assert_shown(const char *text, const char *expected)
{
	for (size_t cut = 0; cut <= strlen(text); cut++) {
		struct query_text state = QUERY_TEXT_INIT;
		struct strbuf out = STRBUF_INIT;

		if (text[cut] & 0x80)
			continue;
		query_text_add(&state, &out, slice_of(text, cut));
		query_text_add(&state, &out, slice_str(text + cut));
		assert_string_equal(out.buf, expected);
		strbuf_release(&out);
	}
}

static void controls_go_but_newline_and_tab_stay(void **state)
{
	(void)state;
	assert_shown("a\rb\bc\007d\177e\n\tf", "abcde\n\tf");
	assert_shown("a\xc2\x85"
		     "b",
		     "ab");
}

static void a_sequence_goes_however_it_is_cut(void **state)
{
	(void)state;
	assert_shown("a\033[1;31mb\033[0mc", "abc");
	assert_shown("a\033]0;title\007b\033]8;;http://x\033\\c", "abc");
	assert_shown("a\033Pq\033zz\033\\b", "ab");
	assert_shown("a\033(Bb\033cd", "abd");
	assert_shown("a\xc2\x9b"
		     "31mb\xc2\x9dtitle\xc2\x9c"
		     "c",
		     "abc");
}

static void a_sequence_without_an_end_hides_one_line_at_most(void **state)
{
	(void)state;
	assert_shown("a\033]0;hidden\nb", "a\nb");
	assert_shown("a\033[31\nb", "a\nb");
}

static void a_long_control_sequence_is_none(void **state)
{
	struct strbuf text = STRBUF_INIT, out = STRBUF_INIT;
	struct query_text shown = QUERY_TEXT_INIT;

	(void)state;
	strbuf_addstr(&text, "\033[");
	strbuf_addchars(&text, '1', 100);
	query_text_add(&shown, &out, strbuf_slice(&text));
	assert_true(out.len > 30 && out.len < 100);
	strbuf_release(&text);
	strbuf_release(&out);
}

static void what_turns_text_around_is_written_out(void **state)
{
	(void)state;
	assert_shown("a\xe2\x80\xae"
		     "b\xef\xbb\xbf",
		     "a<U+202E>b<U+FEFF>");
	/* Emoji are joined by what is invisible alone. */
	assert_shown("\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x92\xbb",
		     "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x92\xbb");
}

static void assert_careful(const char *text, const char *expected)
{
	struct strbuf out = STRBUF_INIT;

	query_text_add_careful(&out, slice_str(text));
	assert_string_equal(out.buf, expected);
	strbuf_release(&out);
}

static void nothing_that_is_approved_is_invisible(void **state)
{
	(void)state;
	assert_careful("a\033[31mb\r", "a<U+001B>[31mb<U+000D>");
	assert_careful("a\xe2\x80\x8d"
		       "b\xc2\xa0"
		       "c\xe2\x80\x8b",
		       "a<U+200D>b<U+00A0>c<U+200B>");
	assert_careful("ls                    ; rm", "ls<20 blanks>; rm");
	assert_careful("f\n            indented", "f\n            indented");
	assert_careful("a\xff", "a\xef\xbf\xbd");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(controls_go_but_newline_and_tab_stay),
		cmocka_unit_test(a_sequence_goes_however_it_is_cut),
		cmocka_unit_test(
			a_sequence_without_an_end_hides_one_line_at_most),
		cmocka_unit_test(a_long_control_sequence_is_none),
		cmocka_unit_test(what_turns_text_around_is_written_out),
		cmocka_unit_test(nothing_that_is_approved_is_invisible),
	};

	return cmocka_run_group_tests_name("query-text", tests, NULL, NULL);
}
