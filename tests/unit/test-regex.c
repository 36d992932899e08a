#include "config.h"

#include "src/base/regex.h"

#include <locale.h>
#include <string.h>

#include "src/base/strbuf.h"
#include "src/base/xalloc.h"
#include "tests/unit/test.h"

static struct regex *compiled(const char *pattern, unsigned flags)
{
	struct strbuf err = STRBUF_INIT;
	struct regex *re = regex_new(slice_str(pattern), flags, &err);

	assert_string_equal(err.buf, "");
	assert_non_null(re);
	strbuf_release(&err);
	return re;
}

/* "0-1 3-3 ": all matches of a text, in windows of `window` bytes; "!" for each
 * window given up. */
static void list_matches(struct strbuf *out, const char *pattern,
			 unsigned flags, struct slice text, size_t window)
{
	struct regex *re = compiled(pattern, flags);
	struct regex_scan scan = regex_scan_of(text);
	struct regex_match match;
	enum regex_result result;

	scan.window = window;
	while ((result = regex_scan_next(re, &scan, &match))) {
		if (result == REGEX_MATCH)
			strbuf_addf(out, "%zu-%zu ", match.start, match.end);
		else if (result == REGEX_GAVE_UP)
			strbuf_addch(out, '!');
	}
	regex_free(re);
}

static void assert_matches_in(const char *pattern, unsigned flags,
			      struct slice text, const char *wanted)
{
	static const size_t windows[] = { 1, 2, 3, 7, 4096 };

	/* The result does not depend on the windows. */
	for (size_t i = 0; i < ARRAY_SIZE(windows); i++) {
		struct strbuf came = STRBUF_INIT;

		list_matches(&came, pattern, flags, text, windows[i]);
		assert_string_equal(came.buf, wanted);
		strbuf_release(&came);
	}
}

static void assert_matches(const char *pattern, const char *text,
			   const char *wanted)
{
	assert_matches_in(pattern, REGEX_SMART_CASE, slice_str(text), wanted);
}

static void all_matches_of_a_text_are_found_in_order(void **state)
{
	(void)state;
	assert_matches("an", "banana", "1-3 3-5 ");
	assert_matches("ana", "banana", "1-4 ");
	assert_matches("nothing", "banana", "");
	assert_matches("a|b", "", "");
}

static void lines_begin_and_end_within_a_text(void **state)
{
	(void)state;
	assert_matches("^b$", "a\nb\r\nc", "2-3 ");
	assert_matches("^", "a\nb", "0-0 2-2 ");
	assert_matches("a.b", "a\nb", "");
	assert_matches("a\nb", "xa\nb", "1-4 ");
}

static void an_empty_match_hides_none_behind_it(void **state)
{
	(void)state;
	assert_matches("x*", "axxb", "0-0 1-3 3-3 4-4 ");
	assert_matches("x*", "", "0-0 ");
	assert_matches("", "\xc3\xa9", "0-0 2-2 ");
	assert_matches("(?=a)", "aa", "0-0 1-1 ");
}

static void a_match_may_begin_behind_where_it_was_tried(void **state)
{
	(void)state;
	assert_matches("a\\Kb", "ababab", "1-2 3-4 5-6 ");
	assert_matches("a\\K", "aab", "1-1 2-2 ");
}

static void capitals_count_only_where_the_pattern_has_one(void **state)
{
	(void)state;
	assert_matches("ab", "ab AB", "0-2 3-5 ");
	assert_matches("Ab", "ab Ab", "3-5 ");
	assert_matches("\\Sb", "ab AB", "0-2 3-5 ");
	assert_matches("\\p{Lu}b", "ab AB", "3-5 ");
	assert_matches("\\AB", "bB", "");
	assert_matches("\xc3\xa4", "\xc3\x84\xc3\xa4", "0-2 2-4 ");
	assert_matches_in("ab", 0, SLICE("ab AB"), "0-2 ");
}

static void nothing_is_special_in_a_literal(void **state)
{
	(void)state;
	assert_matches_in("a.(", REGEX_LITERAL | REGEX_SMART_CASE,
			  SLICE("abc A.("), "4-7 ");
	assert_matches_in("\\D", REGEX_LITERAL | REGEX_SMART_CASE,
			  SLICE("\\d \\D"), "3-5 ");
}

static void words_are_those_of_all_languages(void **state)
{
	(void)state;
	assert_matches("\\b\\w+\\b",
		       "\xc3\xbc"
		       "b \xe6\x97\xa5\xe6\x9c\xac",
		       "0-3 4-10 ");
}

static void bad_bytes_match_nothing_and_hide_nothing(void **state)
{
	(void)state;
	assert_matches("b.",
		       "a\xff"
		       "bc\xc3",
		       "2-4 ");
	assert_matches(".", "\xff\x80\xc3", "");
	assert_matches_in("b", 0, slice_of("\0\xff\0b", 4), "3-4 ");
}

static void a_bomb_is_given_up_and_what_is_behind_it_is_found(void **state)
{
	struct strbuf text = STRBUF_INIT, came = STRBUF_INIT;
	struct regex *re = compiled("(a+)+$", 0);
	struct regex_match match;

	(void)state;
	strbuf_addchars(&text, 'a', 5000);
	strbuf_addstr(&text, "b\n");
	assert_int_equal(regex_find(re, strbuf_slice(&text), 0, &match),
			 REGEX_GAVE_UP);
	strbuf_addchars(&text, 'b', 9000);
	strbuf_addstr(&text, "\naaa");
	list_matches(&came, "(a+)+$", 0, strbuf_slice(&text), 4096);
	assert_int_equal(came.buf[0], '!');
	assert_non_null(strstr(came.buf, "14003-14006 "));
	regex_free(re);
	strbuf_release(&text);
	strbuf_release(&came);
}

static void a_long_text_is_searched_in_windows(void **state)
{
	struct strbuf text = STRBUF_INIT, came = STRBUF_INIT;

	(void)state;
	for (int i = 0; i < 20000; i++)
		strbuf_addstr(&text, "word\n");
	strbuf_addstr(&text, "here");
	list_matches(&came, "here$", 0, strbuf_slice(&text), 4096);
	assert_string_equal(came.buf, "100000-100004 ");
	strbuf_reset(&came);
	/* The end of a window is not the end of a line. */
	strbuf_reset(&text);
	strbuf_addchars(&text, 'a', 100000);
	list_matches(&came, "a$", 0, strbuf_slice(&text), 4096);
	assert_string_equal(came.buf, "99999-100000 ");
	strbuf_release(&text);
	strbuf_release(&came);
}

static void a_long_word_hides_nothing_and_is_looked_at_in_small_steps(void **s)
{
	struct strbuf text = STRBUF_INIT, came = STRBUF_INIT;
	struct regex *re = compiled("(\\w+)\\s\\1", 0);
	struct regex_scan scan;
	struct regex_match match;
	size_t last = 0;

	(void)s;
	strbuf_addstr(&text, "some words ");
	strbuf_addchars(&text, 'a', 20000);
	strbuf_addstr(&text, "b b needle \xc3\xa4");
	scan = regex_scan_of(strbuf_slice(&text));
	while (regex_scan_next(re, &scan, &match) == REGEX_MORE) {
		/* Its time is quadratic in what is tried in one call. */
		assert_true(!scan.slow || scan.pos - last <= 17);
		last = scan.pos;
	}
	assert_int_equal(match.start, 20011);
	assert_int_equal(match.end, 20014);
	list_matches(&came, "some|ab|needle|\xc3\xa4", 0, strbuf_slice(&text),
		     512);
	assert_string_equal(came.buf, "0-4 20010-20012 20015-20021 "
				      "20022-20024 ");
	regex_free(re);
	strbuf_release(&text);
	strbuf_release(&came);
}

static void a_bad_pattern_is_told_with_its_place(void **state)
{
	static const struct {
		const char *pattern, *sentence;
	} bad[] = {
		{ "a(b", "missing closing parenthesis at character 4" },
		{ "\xc3\xa4[z-a]",
		  "range out of order in character class at character 5" },
		{ "*", "quantifier does not follow a repeatable item at "
		       "character 1" },
	};
	struct strbuf err = STRBUF_INIT, many = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		assert_null(regex_new(slice_str(bad[i].pattern), 0, &err));
		assert_string_equal(err.buf, bad[i].sentence);
	}
	assert_null(regex_new(SLICE("a\xff"), 0, &err));
	assert_non_null(strstr(err.buf, "at character 2"));
	strbuf_addchars(&many, '(', 2000);
	assert_null(regex_new(strbuf_slice(&many), 0, &err));
	strbuf_addchars(&many, '(', REGEX_PATTERN_MAX);
	assert_null(regex_new(strbuf_slice(&many), 0, &err));
	strbuf_release(&err);
	strbuf_release(&many);
}

static void groups_of_the_last_match_are_told(void **state)
{
	struct regex *re = compiled("(a)|(b)", 0);
	struct regex_match match;

	(void)state;
	assert_int_equal(regex_find(re, SLICE("xb"), 0, &match), REGEX_MATCH);
	assert_int_equal(match.start, 1);
	assert_false(regex_group(re, 1, &match));
	assert_true(regex_group(re, 2, &match));
	assert_int_equal(match.start, 1);
	assert_int_equal(match.end, 2);
	assert_false(regex_group(re, 3, &match));
	assert_int_equal(regex_find(re, SLICE("xb"), 2, &match),
			 REGEX_NO_MATCH);
	assert_false(regex_group(re, 0, &match));
	regex_free(re);
}

static void an_anchored_pattern_matches_where_the_search_begins(void **state)
{
	struct regex *re = compiled("b", REGEX_ANCHORED);
	struct regex_match match;

	(void)state;
	assert_int_equal(regex_find(re, SLICE("ab"), 0, &match),
			 REGEX_NO_MATCH);
	assert_int_equal(regex_find(re, SLICE("ab"), 1, &match), REGEX_MATCH);
	regex_free(re);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_matches_of_a_text_are_found_in_order),
		cmocka_unit_test(lines_begin_and_end_within_a_text),
		cmocka_unit_test(an_empty_match_hides_none_behind_it),
		cmocka_unit_test(a_match_may_begin_behind_where_it_was_tried),
		cmocka_unit_test(capitals_count_only_where_the_pattern_has_one),
		cmocka_unit_test(nothing_is_special_in_a_literal),
		cmocka_unit_test(words_are_those_of_all_languages),
		cmocka_unit_test(bad_bytes_match_nothing_and_hide_nothing),
		cmocka_unit_test(
			a_bomb_is_given_up_and_what_is_behind_it_is_found),
		cmocka_unit_test(a_long_text_is_searched_in_windows),
		cmocka_unit_test(
			a_long_word_hides_nothing_and_is_looked_at_in_small_steps),
		cmocka_unit_test(a_bad_pattern_is_told_with_its_place),
		cmocka_unit_test(groups_of_the_last_match_are_told),
		cmocka_unit_test(
			an_anchored_pattern_matches_where_the_search_begins),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("regex", tests, NULL, NULL);
}
