#include "config.h"

#include "ui/term/term-paste.h"

#include "src/base/xalloc.h"
#include "tests/unit/test.h"

/* Feed the bytes one by one, as if each came in a separate read. */
static void assert_pasted(const char *bytes, const char *want)
{
	struct term_paste paste = TERM_PASTE_INIT;
	const char *end = "\033[201~";

	for (; *bytes; bytes++)
		assert_false(term_paste_add(&paste, *bytes));
	for (; *end; end++)
		assert_int_equal(term_paste_add(&paste, *end), !end[1]);
	term_paste_finish(&paste, true);
	assert_string_equal(paste.bytes.len ? paste.bytes.buf : "", want);
	assert_false(paste.cut);
	term_paste_release(&paste);
}

static void its_text_has_no_controls(void **state)
{
	(void)state;
	assert_pasted("a\rb\r\nc\td\001\033e", "a\nb\nc\tde");
	assert_pasted("\033[20", "[20");
	assert_pasted("\033[20\033[2", "[20[2");
	assert_pasted("", "");
}

/* Reports of a terminal during a paste (D25). */
static void reports_in_a_paste_are_not_of_its_text(void **state)
{
	static const char *const reports[] = {
		"\033[I",
		"\033[O",
		"\033[<35;10;5M",
		"\033[<0;1;1m",
		"\033[M !!",
		"\033[97;5u",
		"\033[97:65;2:3u",
		"\033[27;5;9~",
		"\033[1;5A",
		"\033[A",
		"\033OP",
		"\033[?62;22c",
		"\033[>1;10;0c",
		"\033[?2026;2$y",
		"\033[24;80R",
		"\033[0n",
		"\033]11;rgb:ffff/ffff/ffff\a",
		"\033]11;rgb:ffff/ffff/ffff\033\\",
		"\033P>|xterm(379)\033\\",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(reports); i++) {
		struct strbuf bytes = STRBUF_INIT;

		strbuf_addf(&bytes, "a%sb", reports[i]);
		assert_pasted(bytes.buf, "ab");
		strbuf_release(&bytes);
	}
	/* Look-alikes and unterminated reports belong to the text. */
	assert_pasted("[I <35;1;1M", "[I <35;1;1M");
	assert_pasted("a\033[1;31mb", "a[1;31mb");
	assert_pasted("a\033]11;rgb", "a]11;rgb");
	assert_pasted("a\033[<1;", "a[<1;");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(its_text_has_no_controls),
		cmocka_unit_test(reports_in_a_paste_are_not_of_its_text),
	};

	return cmocka_run_group_tests_name("term-paste", tests, NULL, NULL);
}
