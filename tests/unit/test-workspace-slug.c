#include "config.h"

#include "src/jphost/workspace/workspace-slug.h"

#include "src/base/xalloc.h"
#include "tests/unit/test.h"

/* The names that jp itself gives to these titles. */
static void a_directory_has_the_name_that_jp_gives_it(void **state)
{
	static const struct {
		const char *title, *slug;
	} titles[] = {
		{ "Fix the parser", "-fix-the-parser" },
		{ "  Hello Ünïcode / title: \"x\"",
		  "-hello-ünïcode---title---x" },
		{ "---", "" },
		{ "\"quoted\" title!", "--quoted--title" },
		{ "a - b -- c", "-a---b----c" },
		{ "word word word word word word word word word word word w"
		  "ord word word word word word word word word word word wo"
		  "rd word word word word word word word",
		  "-word-word-word-word-word-word-word-word-word-word-word" },
		{ "Überlangerdeutscherzusammengesetzterbegriffohneeinleerze"
		  "ichenirgendwo",
		  "" },
		{ "01234567890123456789012345678901234567890123456789012345"
		  "67890",
		  "" },
		{ "a 2345678 0 2345678 0 2345678 0 2345678 0 2345678 0 2345"
		  "678 0",
		  "-a-2345678-0-2345678-0-2345678-0-2345678-0-2345678-0" },
		{ "中文标题在这里", "-中文标题在这里" },
		{ "中文标题在这里中文标题在这里中文标题在",
		  "-中文标题在这里中文标题在这里中文标题在" },
		{ "Ångström ½ ² Ⅷ ①", "-ångström-½-²-ⅷ-①" },
		{ "ΟΔΟΣ ΣΟΦΟΣ Σ Σ1 ΑΣΒ", "-οδος-σοφος-σ-σ1-ασβ" },
		{ "İstanbul", "-i̇stanbul" },
		{ "नमस्ते दुनिया", "-नमस-ते-दुनिया" },
		{ "emoji 🎉 party 🎉", "-emoji---party" },
		{ "𐐀𐐁 deseret", "-𐐨𐐩-deseret" },
		{ "tail...", "-tail" },
		{ "one", "-one" },
		{ "C++ & Rust_2", "-c-----rust-2" },
		{ "ﬁne ǅ ẞ", "-ﬁne-ǆ-ß" },
		{ "e̊ combining", "-e--combining" },
		{ "\u00a0nbsp\u3000wide", "-nbsp-wide" },
		{ "", "" },
		{ "   ", "" },
	};
	struct strbuf name = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(titles); i++) {
		strbuf_setf(&name, "17000000001");
		workspace_slug_add(&name, titles[i].title);
		assert_string_equal(name.buf + 11, titles[i].slug);
	}
	strbuf_release(&name);
}

/* A file name has at most 255 bytes. */
static void the_longest_name_fits_into_a_directory(void **state)
{
	struct strbuf title = STRBUF_INIT, name = STRBUF_INIT;

	(void)state;
	for (int i = 0; i < 100; i++)
		strbuf_addstr(&title, i == 58 ? " " : "𠀀");
	strbuf_setf(&name, "17000000001");
	workspace_slug_add(&name, title.buf);
	assert_int_equal(name.len, 11 + 1 + 58 * 4);
	strbuf_release(&title);
	strbuf_release(&name);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_directory_has_the_name_that_jp_gives_it),
		cmocka_unit_test(the_longest_name_fits_into_a_directory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
