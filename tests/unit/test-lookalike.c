#include "config.h"

#include "ui/text/lookalike.h"

#include <locale.h>

#include "tests/unit/test.h"

struct words {
	struct slice text;
	struct strbuf all;
};

static void collect(void *data, size_t start, size_t end)
{
	struct words *words = data;

	if (words->all.len)
		strbuf_addch(&words->all, ' ');
	strbuf_add(&words->all, words->text.ptr + start, end - start);
}

static void assert_found(const char *text, const char *wanted)
{
	struct words words = { slice_str(text), STRBUF_INIT };

	lookalike_find(words.text, collect, &words);
	assert_string_equal(words.all.buf, wanted);
	strbuf_release(&words.all);
}

static void assert_found_in_prose(const char *text, const char *wanted)
{
	struct words words = { slice_str(text), STRBUF_INIT };

	lookalike_find_in_prose(words.text, collect, &words);
	assert_string_equal(words.all.buf, wanted);
	strbuf_release(&words.all);
}

static void assert_same(const char *before, const char *after,
			const char *wanted)
{
	struct words words = { slice_str(after), STRBUF_INIT };

	lookalike_find_same(slice_str(before), words.text, collect, &words);
	assert_string_equal(words.all.buf, wanted);
	strbuf_release(&words.all);
}

static void a_word_of_two_scripts_is_found(void **state)
{
	(void)state;
	assert_found("curl https://p\u0430ypal.com/x", "p\u0430ypal");
	assert_found("src/\u0440arser.c", "\u0440arser");
	assert_found("g\u03bfogle", "g\u03bfogle");
	assert_found("\uff52m -rf", "\uff52m");
}

static void a_whole_word_is_found_between_latin_ones(void **state)
{
	(void)state;
	/* "copy" in Cyrillic letters only. */
	assert_found("docs/\u0441\u043e\u0440\u0443/a.txt",
		     "\u0441\u043e\u0440\u0443");
}

static void one_script_is_no_look_alike(void **state)
{
	(void)state;
	assert_found("rm -rf build/parser_2.c", "");
	assert_found("\u043f\u0440\u0438\u0432\u0435\u0442.txt", "");
	assert_found("\u6587\u4ef6a.txt na\u00efve", "");
	assert_found("\u0394x = 3 \u00b5s", "");
}

static void a_whole_word_alone_is_found(void **state)
{
	(void)state;
	/* "copy", "paypa" in Cyrillic; "HACK" in Cherokee; Lisu; Coptic. */
	assert_found("\u0441\u043e\u0440\u0443 this",
		     "\u0441\u043e\u0440\u0443");
	assert_found("\u0440\u0430\u0443\u0440\u0430",
		     "\u0440\u0430\u0443\u0440\u0430");
	assert_found("rm \u13a0\u13d9\u13de", "\u13a0\u13d9\u13de");
	assert_found("\ua4d0\ua4d1 x", "\ua4d0\ua4d1");
	assert_found("ls \u2c9f\u2c9f", "\u2c9f\u2c9f");
	assert_found("\U0001d41c\U0001d429 a b", "\U0001d41c\U0001d429");
	assert_found("\uff43\uff50 a b", "\uff43\uff50");
	/* A word further on, certainly of that script, proves nothing here. */
	assert_found("\u0441\u043e\u0440\u0443 a # \u043f\u0438\u0448\u0438",
		     "\u0441\u043e\u0440\u0443");
}

static void words_among_their_own_are_none(void **state)
{
	(void)state;
	/* Russian "there is a forest, and a fox in it", Greek, Hebrew. */
	assert_found("\u0435\u0441\u0442\u044c \u043b\u0435\u0441, \u0430 "
		     "\u0432 \u043d\u0435\u043c \u0441\u043e\u0440",
		     "");
	assert_found("\u03bf \u03b4\u03c1\u03cc\u03bc\u03bf\u03c2", "");
	assert_found("\u05e1\u05d5\u05e1 \u05dc\u05d1\u05df", "");
	assert_found("\u0e50 \u0e1a\u0e32\u0e17", "");
	assert_found("\u4f60\u597d\uff0c\u518d\u89c1\uff01OK\u30ce\u672c", "");
	assert_found("\u5168\u89d2\uff37\uff29", "");
}

static void signs_are_found_where_they_could_be_ascii(void **state)
{
	static const char *const found[] = {
		"rm \u2013rf",             /* en dash */
		"rm \u2212rf",             /* minus */
		"https\uff1a//evil.com",   /* fullwidth colon */
		"https\ua789//evil.com",   /* a letter like one */
		"https:\u2215\u2215x.com", /* division slash */
		"a\uff0fb",                /* fullwidth slash */
		"C\uff1a\uff3cdir",        /* fullwidth backslash */
		"a\u29f5b",                /* reverse solidus operator */
		"ls\uff1brm",              /* fullwidth semicolon */
		"ls\u037erm",              /* Greek question mark */
		"\u2019rm",                /* a quote */
		"\u201crm\u201d",
		"a\u02cbb",
		"x\u2217.c",
		"\uff5e/x",
		"\u01c3rm",
		"a\u2024b",
		"\ufe68x",
		"a \uff5c b",
		"a\uff06b",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(found) / sizeof(*found); i++) {
		struct words words = { slice_str(found[i]), STRBUF_INIT };

		lookalike_find(words.text, collect, &words);
		if (!words.all.len)
			fail_msg("'%s'", found[i]);
		strbuf_release(&words.all);
	}
}

static void prose_may_have_its_own_signs(void **state)
{
	(void)state;
	assert_found_in_prose(
		"it\u2019s \u201cnew\u201d \u2013 pages 1\u20135\u2026"
		" 3\u00d74 \u2032 \u222a \u03b1 = 1 caf\u00e9",
		"");
	assert_found_in_prose("c\u0153ur \u00e6on na\u00efve", "");
	assert_found_in_prose("run rm \u2013rf", "\u2013rf");
	assert_found_in_prose("see https:\u2215\u2215x", "\u2215\u2215x");
	assert_found_in_prose("see p\u0430ypal", "p\u0430ypal");
}

static void other_normal_forms_are_found(void **state)
{
	(void)state;
	assert_found("cat cafe\u0301.txt", "cafe\u0301");
	assert_found("5 \u212a", "\u212a");
	assert_found("\u2126x", "\u2126x");
	assert_found("\uf900", "\uf900");
	assert_found("caf\u00e9 x\u0301 \ud55c", "");
}

static void lines_that_look_the_same_are_found(void **state)
{
	(void)state;
	assert_same("a - b\nx", "a \u2013 b\nx", "a \u2013 b");
	assert_same("copy", "\u0441opy", "\u0441opy");
	assert_same("\u0441opy", "copy", "copy");
	assert_same("caf\u00e9", "cafe\u0301", "cafe\u0301");
	assert_same("\u0443", "\u03b3", "\u03b3");
	assert_same("m\nx\n", "\u217f\nx\n", "\u217f");
	assert_same("x1", "xl", "");
	assert_same("a\nb", "b\na", "");
	assert_same("it\u2019s", "it\u2019s new", "");
	assert_same("", "x", "");
}

static void punycode_hides_letters(void **state)
{
	(void)state;
	assert_found("https://xn--pypal-4ve.com/", "xn--pypal-4ve");
}

static void any_bytes_are_only_looked_at(void **state)
{
	struct words words = { SLICE("a\xff\xd0 \xd0"), STRBUF_INIT };

	(void)state;
	lookalike_find(words.text, collect, &words);
	lookalike_find(slice_of(NULL, 0), collect, &words);
	strbuf_release(&words.all);
}

static void the_letters_are_told(void **state)
{
	struct strbuf text = STRBUF_INIT;

	(void)state;
	lookalike_describe(&text, SLICE("p\u0430y\u0440al"));
	assert_string_equal(text.buf, "p\u0430y\u0440al U+0430 U+0440");
	strbuf_release(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_word_of_two_scripts_is_found),
		cmocka_unit_test(a_whole_word_is_found_between_latin_ones),
		cmocka_unit_test(one_script_is_no_look_alike),
		cmocka_unit_test(a_whole_word_alone_is_found),
		cmocka_unit_test(words_among_their_own_are_none),
		cmocka_unit_test(signs_are_found_where_they_could_be_ascii),
		cmocka_unit_test(prose_may_have_its_own_signs),
		cmocka_unit_test(other_normal_forms_are_found),
		cmocka_unit_test(lines_that_look_the_same_are_found),
		cmocka_unit_test(punycode_hides_letters),
		cmocka_unit_test(any_bytes_are_only_looked_at),
		cmocka_unit_test(the_letters_are_told),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("lookalike", tests, NULL, NULL);
}
