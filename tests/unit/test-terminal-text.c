#include "config.h"

#include "ui/transcript/terminal-text.h"

#include <locale.h>
#include <string.h>

#include "src/base/xalloc.h"
#include "tests/unit/random.h"
#include "tests/unit/test.h"
#include "ui/text/sanitize.h"
#include "ui/transcript/terminal-screen.h"

/* Colours are left out. */
static void assert_shows(const char *text, const char *want)
{
	struct strbuf moved = STRBUF_INIT, got = STRBUF_INIT;

	assert_true(terminal_text_moves(slice_str(text)));
	terminal_text_add(&moved, slice_str(text));
	sanitize_output(&got, strbuf_slice(&moved));
	assert_string_equal(got.buf, want);
	strbuf_release(&moved);
	strbuf_release(&got);
}

static void what_is_drawn_anew_replaces_what_was(void **state)
{
	(void)state;
	assert_shows("fetch 1\n\033[1A\033[2Kfetch 2\n", "fetch 2\n");
	assert_shows("a 1\nb 1\n\033[2Aa 22\nb 2\n", "a 22\nb 2\n");
	assert_shows("long line\r\033[Kshort\n", "short\n");
	assert_shows("one\ntwo\nthree\n\033[3A\033[Jall\n", "all\n");
	assert_shows("x\n\033[1Fy\033[1E\033[1Az", "z");
	assert_shows("keep\nabc\033[1Kd", "keep\n   d");
}

static void a_place_is_gone_to_and_come_back_from(void **state)
{
	(void)state;
	assert_shows("\033[2;3Hx\033[Hy", "y\n  x");
	assert_shows("ab\0337cd\nef\0338X", "abXd\nef");
	assert_shows("ab\033[scd\nef\033[uX", "abXd\nef");
	assert_shows("a\vb\033[1Ac", "a c\n b");
	assert_shows("a\tb\033[1Zc\033[1Id\033[D", "a       c       d");
	assert_shows("1\n2\033M\rx\033Dy\033Ez", "x\n2y\nz");
	assert_shows("12345\033[3D\033[2P\033[1@-\033[1X", "12- ");
}

static void rows_move_in_a_region_and_are_not_lost(void **state)
{
	(void)state;
	/* A bar below what scrolls, as apt draws one. */
	assert_shows("\033[3;1Hbar\033[1;2r\033[1;1Ha\nb\nc\nd\033[r\033[3;1H",
		     "a\nb\nc\nd\nbar");
	assert_shows("1\n2\n3\033[2;1H\033[L-", "1\n-\n2\n3");
	assert_shows("1\n2\n3\033[2;1H\033[M", "1\n3");
}

static void a_screen_that_is_cleared_stays_above(void **state)
{
	(void)state;
	assert_shows("old\n\033[2J\033[Hnew\n", "old\nnew\n");
	assert_shows("old\n\033[H\033[2Jnew\n", "old\nnew\n");
	assert_shows("old\n\033[H\033[Jnew\n", "old\nnew\n");
	assert_shows("one \033[2Jtwo\n", "one two\n");
	assert_shows("10 %\033[1G\033[J20 %", "20 %");
}

static void what_is_no_sequence_is_text(void **state)
{
	(void)state;
	assert_shows("\033[A\033]0;title\007a\033kname\033\\b", "ab");
	assert_shows("\033[A\033]0;no end\nb", "\xef\xbf\xbd]0;no end\nb");
	assert_shows("\033[A\033[12 3 4 5 \nb", "\xef\xbf\xbd[12 3 4 5 \nb");
	assert_shows("\033[A\033[?25la\033[>4;1mb", "ab");
	assert_false(terminal_text_moves(SLICE("\033[31mred\033[0m\033[2Cx")));
	assert_false(terminal_text_moves(SLICE("\033[?1049h a \033]8;;x\007")));
}

static void colours_stay_with_their_letters(void **state)
{
	struct strbuf out = STRBUF_INIT;

	(void)state;
	terminal_text_add(&out, SLICE("\033[31mab\033[1mc\033[0md\033[1;2HX"));
	assert_string_equal(out.buf, "\033[0m\033[31ma\033[0mX\033[0m\033[31m"
				     "\033[1mc\033[0md");
	strbuf_release(&out);
}

static void wide_letters_and_marks_keep_their_columns(void **state)
{
	(void)state;
	assert_shows("字字\033[2Dx\033[1;2Hy", " yx ");
	assert_shows("e\xcc\x81"
		     "b\033[1Dc",
		     "\xc3\xa9"
		     "c");
}

/* strchr() finds the NUL after a set of bytes as well. */
static void a_nul_after_an_escape_hides_nothing(void **state)
{
	const struct slice text = SLICE("a\033\0secret\007b\033[A");
	struct strbuf out = STRBUF_INIT;

	(void)state;
	assert_false(terminal_text_moves(SLICE("a\033\0b")));
	terminal_text_add(&out, text);
	assert_non_null(memmem(out.buf, out.len, "secret", 6));
	strbuf_release(&out);
}

/* Whatever comes, so much work and memory is enough, and no row is read that
 * is not there. */
static void hostile_output_costs_what_it_is_long(void **state)
{
	static const char *const parts[] = {
		"word ",        "\n",         "\033[A",       "\033[999A",
		"\033[999B",    "\033[999C",  "\033[999D",    "\033[2K",
		"\033[J",       "\033[1J",    "\033[2J",      "\033[H",
		"\033[99;999H", "\033[5;20r", "\033[r",       "\0337",
		"\0338",        "\033M",      "\033D",        "\033[9L",
		"\033[9M",      "\033[9P",    "\033[9@",      "\033[999X",
		"\033[9S",      "\033[9T",    "\t",           "\033[99Z",
		"\r",           "\b",         "\v",           "字",
		"e\xcc\x81",    "\033[31m",   "\033[38;5;7m", "\033[",
		"\033]0;",      "\xff",       "\033",         "\033[1K",
	};
	uint64_t seed = 44;

	(void)state;
	for (int i = 0; i < 300; i++) {
		struct strbuf text = STRBUF_INIT, out = STRBUF_INIT;

		for (uint32_t n = random_below(&seed, 400); n; n--)
			strbuf_addstr(
				&text,
				parts[random_below(&seed, ARRAY_SIZE(parts))]);
		terminal_text_add(&out, strbuf_slice(&text));
		assert_true(out.len <= (text.len + 1) * SCREEN_COLS);
		strbuf_release(&text);
		strbuf_release(&out);
	}
}

/* Of more rows than there are, the first have left and stay. */
static void what_has_left_stays(void **state)
{
	struct strbuf text = STRBUF_INIT, out = STRBUF_INIT;

	(void)state;
	for (int i = 0; i < 1000; i++)
		strbuf_addf(&text, "line %d\n", i);
	strbuf_addstr(&text, "\033[2000Aup");
	terminal_text_add(&out, strbuf_slice(&text));
	assert_true(slice_starts_with(strbuf_slice(&out), SLICE("line 0\n")));
	assert_non_null(strstr(out.buf, "\nline 850\n"));
	assert_non_null(strstr(out.buf, "\nupne "));
	assert_non_null(strstr(out.buf, "\nline 999"));
	strbuf_reset(&text);
	strbuf_reset(&out);
	strbuf_addchars(&text, 'x', 5000);
	strbuf_addstr(&text, "\033[0K");
	terminal_text_add(&out, strbuf_slice(&text));
	assert_int_equal(out.len, 5000);
	strbuf_release(&text);
	strbuf_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_drawn_anew_replaces_what_was),
		cmocka_unit_test(a_place_is_gone_to_and_come_back_from),
		cmocka_unit_test(rows_move_in_a_region_and_are_not_lost),
		cmocka_unit_test(a_screen_that_is_cleared_stays_above),
		cmocka_unit_test(what_is_no_sequence_is_text),
		cmocka_unit_test(colours_stay_with_their_letters),
		cmocka_unit_test(wide_letters_and_marks_keep_their_columns),
		cmocka_unit_test(a_nul_after_an_escape_hides_nothing),
		cmocka_unit_test(hostile_output_costs_what_it_is_long),
		cmocka_unit_test(what_has_left_stays),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("terminal-text", tests, NULL, NULL);
}
