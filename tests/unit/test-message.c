#include "config.h"

#include "src/base/message.h"

#include "tests/unit/test.h"

static void assert_title(const char *message, const char *want)
{
	struct strbuf title = STRBUF_INIT;

	message_title_add(&title, slice_str(message));
	assert_string_equal(title.buf, want);
	strbuf_release(&title);
}

static void a_title_is_the_first_line_with_words(void **state)
{
	(void)state;
	assert_title("Fix the parser", "Fix the parser");
	assert_title("\n \t\nFix it\nand tell me why", "Fix it");
	assert_title("---\n***\nThe rest", "The rest");
	assert_title("```c\nint x;\n```\n", "int x;");
	assert_title("", "");
	assert_title("\n--\n...\n", "");
}

static void the_marks_before_a_line_are_left_out(void **state)
{
	(void)state;
	assert_title("# Release notes", "Release notes");
	assert_title("> ## - quoted", "quoted");
	assert_title("* one\n* two", "one");
	assert_title("#1234 is broken", "#1234 is broken");
	assert_title("-v does nothing", "-v does nothing");
}

static void any_number_of_marks_is_left_out(void **state)
{
	struct strbuf text = STRBUF_INIT;

	(void)state;
	for (int i = 0; i < 1000000; i++)
		strbuf_addstr(&text, "> ");
	strbuf_addstr(&text, "deep");
	assert_title(text.buf, "deep");
	strbuf_release(&text);
}

static void blanks_and_controls_are_one_blank(void **state)
{
	(void)state;
	assert_title("  a \t b\r\nc", "a b");
	assert_title("a\033]0;x\007b", "a ]0;x b");
	assert_title("a\xc2\x85"
		     "b\xe2\x80\xa8"
		     "c",
		     "a b c");
	assert_title("bad \xff byte", "bad \xef\xbf\xbd byte");
}

static void a_long_line_is_cut_between_two_words(void **state)
{
	static const char ten[] = "123456789 ";
	struct strbuf text = STRBUF_INIT;

	(void)state;
	for (int i = 0; i < 6; i++)
		strbuf_addstr(&text, ten);
	strbuf_setlen(&text, 59);
	assert_title(text.buf, text.buf);
	strbuf_addstr(&text, " next");
	assert_title(text.buf, "123456789 123456789 123456789 123456789 "
			       "123456789 123456789…");
	strbuf_release(&text);
	assert_title("a wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww"
		     "wwwwwwwwwwwwwwww",
		     "a wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww"
		     "wwwww…");
}

static void a_cut_leaves_characters_whole(void **state)
{
	struct strbuf text = STRBUF_INIT, want = STRBUF_INIT;

	(void)state;
	for (int i = 0; i < 70; i++)
		strbuf_addstr(&text, "字");
	for (int i = 0; i < 60; i++)
		strbuf_addstr(&want, "字");
	strbuf_addstr(&want, "…");
	assert_title(text.buf, want.buf);
	/* An accent after its letter, and two joined emoji. */
	strbuf_setlen(&text, 59 * strlen("字"));
	strbuf_setlen(&want, 59 * strlen("字"));
	strbuf_addstr(&want, "…");
	strbuf_addstr(&text, "e\xcc\x81xyz");
	assert_title(text.buf, want.buf);
	strbuf_setlen(&text, 58 * strlen("字"));
	strbuf_setlen(&want, 58 * strlen("字"));
	strbuf_addstr(&want, "…");
	strbuf_addstr(&text, "👩\xe2\x80\x8d👩x");
	assert_title(text.buf, want.buf);
	strbuf_release(&text);
	strbuf_release(&want);
}

static void notifications_in_front_are_not_its_words(void **state)
{
	static const char with[] = "---\n**system notifications**\n- a file "
				   "changed\n---\n\nGo on";

	(void)state;
	assert_title(with, "Go on");
	assert_int_equal(message_notice_length(SLICE(with)),
			 sizeof(with) - 1 - strlen("Go on"));
	assert_int_equal(message_notice_length(SLICE("---\nGo on\n---\n")), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_title_is_the_first_line_with_words),
		cmocka_unit_test(the_marks_before_a_line_are_left_out),
		cmocka_unit_test(any_number_of_marks_is_left_out),
		cmocka_unit_test(blanks_and_controls_are_one_blank),
		cmocka_unit_test(a_long_line_is_cut_between_two_words),
		cmocka_unit_test(a_cut_leaves_characters_whole),
		cmocka_unit_test(notifications_in_front_are_not_its_words),
	};

	return cmocka_run_group_tests_name("message", tests, NULL, NULL);
}
