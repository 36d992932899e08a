#include "config.h"

#include "src/jphost/jp/jp-screen.h"

#include <string.h>

#include "src/jphost/jp/jp-filter.h"
#include "tests/unit/test.h"

/* The kinds of prompts drawn, in order, and their questions. */
struct seen {
	struct strbuf drawn, replies, text;
};

static void on_drawn(void *user, const struct jp_view *view)
{
	struct seen *seen = user;
	struct jp_prompt prompt;

	jp_prompt_init(&prompt);
	jp_prompt_find(&prompt, view);
	strbuf_addf(&seen->drawn, "%s %s%s%s|",
		    jp_prompt_kind_name(prompt.kind), prompt.text.buf,
		    prompt.value.len ? ": " : "", prompt.value.buf);
	jp_prompt_release(&prompt);
}

static void on_reply(void *user, struct slice bytes)
{
	struct seen *seen = user;

	strbuf_addslice(&seen->replies, bytes);
}

static void check_steps(size_t cols, struct slice rest, size_t step,
			const char *drawn)
{
	struct seen seen = { STRBUF_INIT, STRBUF_INIT, STRBUF_INIT };
	const struct jp_screen_sink sink = { &seen, on_drawn, on_reply };
	struct jp_screen *screen = jp_screen_new(10, cols, &sink);

	while (rest.len) {
		size_t len = rest.len < step ? rest.len : step;

		jp_screen_write(screen, slice_of(rest.ptr, len), &seen.text);
		rest = slice_skip(rest, len);
	}
	assert_string_equal(seen.drawn.buf, drawn);
	jp_screen_free(screen);
	strbuf_release(&seen.drawn);
	strbuf_release(&seen.replies);
	strbuf_release(&seen.text);
}

/* The result does not depend on how the bytes are split. */
static void check_drawn(size_t cols, const char *bytes, const char *drawn)
{
	check_steps(cols, slice_str(bytes), strlen(bytes), drawn);
	check_steps(cols, slice_str(bytes), 1, drawn);
}

#define GREEN "\x1b[38;5;10m"
#define TOOL  "\x1b[38;5;11m\x1b[1mshell\x1b[0m"

/* As drawn by jp if there is room. */
#define PROMPT                                                   \
	"\x1b[?2004h\x1b[?25l" GREEN "?\x1b[39m Run local " TOOL \
	" tool? [y,Y,n,N,p,r,e,?]  \r\x1b[42C\x1b[?25h"

static void a_prompt_with_its_colours_is_known(void **state)
{
	(void)state;
	check_drawn(80, PROMPT, "permission shell|");
}

static void a_prompt_is_known_behind_text_and_before_it(void **state)
{
	(void)state;
	/* Its printed text comes later than its prompt. */
	check_drawn(100,
		    "he" PROMPT "ll\n\nCalling tool " TOOL
		    " with arguments:\n\n```json\n{}\n```\n",
		    "permission shell|");
}

static void a_prompt_that_was_answered_is_none(void **state)
{
	(void)state;
	check_drawn(80,
		    PROMPT "\x1b[?25l\x1b[42D" GREEN ">\x1b[39m Run local " TOOL
			   " tool? [y,Y,n,N,p,r,e,?] \x1b[38;5;14my\x1b[39m"
			   "\x1b[K\r\n\x1b[?25h\x1b[?25h\x1b[?2004l",
		    "permission shell|none |");
}

static void jp_breaks_what_is_too_wide(void **state)
{
	(void)state;
	check_drawn(30,
		    "\x1b[?25l" GREEN "?\x1b[39m Run local " TOOL
		    " tool? [y,Y,n\r\n,N,p,r,e,?]  \r\x1b[12C\x1b[?25h",
		    "permission shell|");
	check_drawn(20,
		    "\x1b[?25l" GREEN "?\x1b[39m Run local " TOOL
		    " to\r\nol? [y,Y,n,N,p,r,e,?\r\n]  \r\x1b[2C\x1b[?25h",
		    "permission shell|");
}

static void a_prompt_may_begin_behind_a_text(void **state)
{
	(void)state;
	/* The terminal wraps it where jp does not know. */
	check_drawn(100, "\x1b[61C" PROMPT, "permission shell|");
	check_drawn(20,
		    "hello \x1b[?25l" GREEN "?\x1b[39m Run local " TOOL
		    " to\r\nol? [y,Y,n,N,p,r,e,?\r\n]  \r\x1b[2C\x1b[?25h",
		    "permission shell|");
	/* At the bottom it also scrolls. */
	check_drawn(20,
		    "1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7\r\n8\r\n9\n"
		    "\x1b[?25l" GREEN "?\x1b[39m Run local " TOOL
		    " to\r\nol? [y,Y,n,N,p,r,e,?\r\n]  \r\x1b[2C\x1b[?25h",
		    "permission shell|");
}

static void what_stands_in_the_row_is_no_part_of_a_prompt(void **state)
{
	(void)state;
	check_drawn(80,
		    "? Run local \x1b[?25l" TOOL " tool? [y,Y,n,N,p,r,e,?]  "
		    "\r\x1b[42C\x1b[?25h",
		    "none |");
	/* What it overwrote is not a prompt. */
	check_drawn(80,
		    "ab\x1b[?25l? Run local rm tool? [y,Y,n,N,p,r,e,?]  \r"
		    "\x1b[14Cls\r\x1b[38C\x1b[?25h",
		    "none |");
	check_drawn(80,
		    "ab\x1b[?25lc\x1b[?25l\x1b"
		    "7d\x1b"
		    "8\x1b[?25h",
		    "none |");
}

static void a_prompt_that_scrolls_is_known(void **state)
{
	(void)state;
	check_drawn(20,
		    "1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7\r\n8\r\n9\r\n"
		    "\x1b[?25l" GREEN "?\x1b[39m Run local " TOOL
		    " to\r\nol? [y,Y,n,N,p,r,e,?\r\n]  \r\x1b[2C\x1b[?25h",
		    "permission shell|");
}

static void an_edited_text_is_known(void **state)
{
	(void)state;
	check_drawn(80,
		    "\x1b[0m\x1b[?25l\x1b[5;1H\x1b[J" GREEN
		    "Reason for skipping (optional)\x1b[38;5;14m "
		    "\x1b[38;5;5m\x1b[0m\x1b[0m\x1b[37mbecause not\x1b[0m"
		    "\x1b"
		    "7\x1b"
		    "8\x1b[?25h",
		    "widget Reason for skipping (optional): because not|");
}

static void rows_alone_are_not_drawn(void **state)
{
	(void)state;
	check_drawn(80, "? Run local shell tool? [y,Y,n,N,p,r,e,?] ", "");
}

static void it_answers_what_a_terminal_is_asked(void **state)
{
	struct seen seen = { STRBUF_INIT, STRBUF_INIT, STRBUF_INIT };
	const struct jp_screen_sink sink = { &seen, on_drawn, on_reply };
	struct jp_screen *screen = jp_screen_new(24, 80, &sink);

	(void)state;
	jp_screen_write(screen, SLICE("ab\x1b[6n"), &seen.text);
	assert_string_equal(seen.replies.buf, "\x1b[1;3R");
	jp_screen_free(screen);
	strbuf_release(&seen.drawn);
	strbuf_release(&seen.replies);
	strbuf_release(&seen.text);
}

static void a_size_that_changes_in_the_middle_is_survived(void **state)
{
	struct seen seen = { STRBUF_INIT, STRBUF_INIT, STRBUF_INIT };
	const struct jp_screen_sink sink = { &seen, on_drawn, on_reply };
	struct jp_screen *screen = jp_screen_new(24, 80, &sink);
	struct jp_view view;

	(void)state;
	jp_screen_write(screen, SLICE("\x1b[20;1H\x1b[?25l? Run local"),
			&seen.text);
	jp_screen_resize(screen, 9, 20);
	jp_screen_write(screen, SLICE(" shell\x1b[?25h"), &seen.text);
	jp_screen_look(screen, &view);
	assert_int_equal(view.count, 9);
	assert_int_equal(view.cols, 20);
	jp_screen_free(screen);
	strbuf_release(&seen.drawn);
	strbuf_release(&seen.replies);
	strbuf_release(&seen.text);
}

static void a_view_is_drawn_with_the_cursor_in_its_place(void **state)
{
	static const struct jp_row rows[] = {
		{ { "one", 3 }, 3 },     { { "", 0 }, 0 },
		{ { "? which", 7 }, 7 }, { { "> a", 3 }, 3 },
		{ { "  b", 3 }, 3 },     { { "", 0 }, 0 },
	};
	struct jp_view view = { .rows = rows,
				.count = 6,
				.cols = 80,
				.cursor_row = 2,
				.cursor_col = 8 };
	struct strbuf out = STRBUF_INIT;

	(void)state;
	jp_view_draw(&out, &view, 24, 80);
	assert_string_equal(out.buf, "one\r\n\r\n? which\r\n> a\r\n  b"
				     "\x1b[2A\r\x1b[8C");
	/* What has no room is at its top. */
	strbuf_reset(&out);
	jp_view_draw(&out, &view, 3, 80);
	assert_string_equal(out.buf, "? which\r\n> a\r\n  b\x1b[2A\r\x1b[8C");
	/* Rows that are wider take more than one. */
	strbuf_reset(&out);
	jp_view_draw(&out, &view, 5, 5);
	assert_string_equal(out.buf,
			    "\r\n? which\r\n> a\r\n  b\x1b[2A\r\x1b[3C");
	strbuf_release(&out);
}

static void what_is_shown_stays_when_the_size_changes(void **state)
{
	struct seen seen = { STRBUF_INIT, STRBUF_INIT, STRBUF_INIT };
	const struct jp_screen_sink sink = { &seen, on_drawn, on_reply };
	struct jp_screen *screen = jp_screen_new(50, 200, &sink);
	struct strbuf shown = STRBUF_INIT;
	struct jp_view view;

	(void)state;
	jp_screen_write(screen,
			SLICE("\x1b[?25lone\r\n\r\nReply: to be\x1b[?25h"),
			&seen.text);
	strbuf_reset(&seen.drawn);
	jp_screen_resize(screen, 24, 9);
	jp_screen_resize(screen, 50, 200);
	jp_screen_look(screen, &view);
	jp_view_draw(&shown, &view, 50, 200);
	assert_string_equal(shown.buf, "one\r\n\r\nReply: to\r\n be\r\x1b[3C");
	/* It is none that jp drew in this size. */
	assert_string_equal(seen.drawn.buf, "");
	jp_screen_free(screen);
	strbuf_release(&shown);
	strbuf_release(&seen.drawn);
	strbuf_release(&seen.replies);
	strbuf_release(&seen.text);
}

static void what_a_terminal_need_not_know_is_left_out(void **state)
{
	static const char bytes[] =
		"a\x1b]2;title\x07"
		"b\x1b[1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18;19Hc"
		"\x1b[99999999999999999999Cd\x1bPq\x1b\\e\x1b(0f"
		"\xff\xe2\x94g\xc2\x9bh\x1b[38;5;10mi\x1b[?1000hj\0";
	struct jp_filter whole = { 0 }, cut = { 0 };
	struct strbuf safe = STRBUF_INIT, text = STRBUF_INIT;
	struct strbuf safe_cut = STRBUF_INIT, text_cut = STRBUF_INIT;

	(void)state;
	jp_filter_take(&whole, SLICE(bytes), &safe, &text);
	for (size_t i = 0; i < sizeof(bytes) - 1; i++)
		jp_filter_take(&cut, slice_of(bytes + i, 1), &safe_cut,
			       &text_cut);
	assert_string_equal(safe.buf, "abcdef\xef\xbf\xbd\xef\xbf\xbdghij");
	assert_int_equal(safe.len, strlen(safe.buf));
	assert_string_equal(text.buf, safe.buf);
	assert_string_equal(safe_cut.buf, safe.buf);
	assert_string_equal(text_cut.buf, text.buf);
	strbuf_release(&safe);
	strbuf_release(&text);
	strbuf_release(&safe_cut);
	strbuf_release(&text_cut);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_prompt_with_its_colours_is_known),
		cmocka_unit_test(a_prompt_is_known_behind_text_and_before_it),
		cmocka_unit_test(a_prompt_that_was_answered_is_none),
		cmocka_unit_test(jp_breaks_what_is_too_wide),
		cmocka_unit_test(a_prompt_that_scrolls_is_known),
		cmocka_unit_test(a_prompt_may_begin_behind_a_text),
		cmocka_unit_test(what_stands_in_the_row_is_no_part_of_a_prompt),
		cmocka_unit_test(an_edited_text_is_known),
		cmocka_unit_test(rows_alone_are_not_drawn),
		cmocka_unit_test(it_answers_what_a_terminal_is_asked),
		cmocka_unit_test(what_a_terminal_need_not_know_is_left_out),
		cmocka_unit_test(a_size_that_changes_in_the_middle_is_survived),
		cmocka_unit_test(a_view_is_drawn_with_the_cursor_in_its_place),
		cmocka_unit_test(what_is_shown_stays_when_the_size_changes),
	};

	return cmocka_run_group_tests_name("jp-screen", tests, NULL, NULL);
}
