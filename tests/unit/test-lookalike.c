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
	assert_found("\u0441\u043e\u0440\u0443 this", "");
	assert_found("\u043f\u0440\u0438\u0432\u0435\u0442.txt", "");
	assert_found("\u6587\u4ef6a.txt na\u00efve", "");
	assert_found("\u0394x = 3 \u00b5s", "");
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
		cmocka_unit_test(punycode_hides_letters),
		cmocka_unit_test(any_bytes_are_only_looked_at),
		cmocka_unit_test(the_letters_are_told),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("lookalike", tests, NULL, NULL);
}
