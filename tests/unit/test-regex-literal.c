#include "config.h"

#include "src/base/regex-literal.h"

#include "tests/unit/test.h"

/* "": nothing; "=run": the pattern is exactly that; otherwise the run. */
static void assert_needs(const char *pattern, const char *wanted)
{
	struct strbuf out = STRBUF_INIT;
	enum regex_needs needs =
		regex_literal(&out, slice_str(pattern), "\"\\/");

	if (*wanted == '=')
		assert_int_equal(needs, REGEX_IS_RUN);
	else
		assert_int_equal(needs, *wanted ? REGEX_NEEDS_RUN
						: REGEX_NEEDS_NOTHING);
	assert_string_equal(out.buf, *wanted == '=' ? wanted + 1 : wanted);
	strbuf_release(&out);
}

static void a_word_is_needed_as_it_stands(void **state)
{
	(void)state;
	assert_needs("parser", "=parser");
	assert_needs("gr\xc3\xb6\xc3\x9f"
		     "e",
		     "=gr\xc3\xb6\xc3\x9f"
		     "e");
	assert_needs("x", "");
	assert_needs("", "");
}

static void the_longest_run_is_taken(void **state)
{
	(void)state;
	assert_needs("ab.*longer.cd", "longer");
	assert_needs("\\bparser(_\\w+)?", "parser");
	assert_needs("two words", "words");
	assert_needs("src/parser", "parser");
	assert_needs("a\"quoted", "quoted");
	assert_needs("main\\.c", "main.c");
	assert_needs("^struct\\s+\\w+\\{$", "struct");
	assert_needs("\\p{Lu}ab\\pLcde", "cde");
	assert_needs("[xyz]ab[]q\\]]+", "ab");
	assert_needs("(?<name>x|y)abc(?!d)", "abc");
}

static void what_may_be_missing_is_not_needed(void **state)
{
	(void)state;
	assert_needs("abcd?", "abc");
	assert_needs("abcd*?ef", "abc");
	assert_needs("abcd{0,3}", "abc");
	assert_needs("abcd+ef", "abcd");
	assert_needs("gr\xc3\xb6\xc3\x9f*", "gr\xc3\xb6");
	assert_needs("(abc)?", "");
	assert_needs("ab{2,3}45", "45");
}

static void what_is_not_understood_needs_nothing(void **state)
{
	static const char *const PATTERNS[] = {
		"abc|def",       "(?i)abc",      "(?x) abc",    "abc\\Qd?\\E",
		"(*ACCEPT)abc",  "abc(*ACCEPT)", "(x(?i)y)abc", "(?(1)a)abc",
		"[[:alpha:]]ab", "abc\\x41",     "abc(?#)?",    "abc\\1",
		"abc\\",         "abc(",         "abc)",        "abc[x",
		"(?R)abc",       "abc\\p{L",     "\\Kabc",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(PATTERNS) / sizeof(PATTERNS[0]); i++)
		assert_needs(PATTERNS[i], "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_word_is_needed_as_it_stands),
		cmocka_unit_test(the_longest_run_is_taken),
		cmocka_unit_test(what_may_be_missing_is_not_needed),
		cmocka_unit_test(what_is_not_understood_needs_nothing),
	};

	return cmocka_run_group_tests_name("regex-literal", tests, NULL, NULL);
}
