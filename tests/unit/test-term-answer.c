#include "config.h"

#include <locale.h>
#include <string.h>

#include "src/base/xalloc.h"
#include "tests/unit/term-read.h"
#include "tests/unit/test.h"
#include "ui/term/term-ground.h"

/* Which bytes are the terminal's answers, and when an Esc is a key. */

/* Its "n" would reject. */
static void an_answer_about_the_status_is_no_key_however_it_is_cut(void **state)
{
	static const char answer[] = "\033[0n";
	static const char *const events[] = {
		NULL,
		"<Esc> status",
		"other status",
		"other status",
	};

	(void)state;
	for (size_t at = 1; at < 4; at++) {
		struct term_input *in = term_read_new("xterm-256color", true);
		struct strbuf got = STRBUF_INIT;

		term_input_expect(in, TERM_EXPECT_ANSWER);
		term_input_feed(in, slice_of(answer, at));
		term_read_take(&got, in);
		assert_true(term_input_timeout_ms(in) >= 500);
		term_input_idle(in);
		term_read_take(&got, in);
		term_input_feed(in, slice_of(answer + at, 4 - at));
		term_read_take(&got, in);
		assert_string_equal(got.buf, events[at]);
		/* Later bytes are keys again. */
		term_input_feed(in, SLICE("0n"));
		term_read_take(&got, in);
		assert_string_equal(got.buf + strlen(events[at]), " 0 n");
		strbuf_release(&got);
		term_input_free(in);
	}
}

static void a_lone_escape_waits_for_the_time_out(void **state)
{
	struct term_input *in = term_read_new("xterm-256color", true);
	struct strbuf got = STRBUF_INIT;

	(void)state;
	assert_int_equal(term_input_timeout_ms(in), -1);
	term_read_bytes(&got, in, SLICE("\033"), false);
	assert_string_equal(got.buf, "");
	assert_int_equal(term_input_timeout_ms(in), 50);
	term_input_idle(in);
	term_read_take(&got, in);
	assert_string_equal(got.buf, "<Esc>");
	term_read_bytes(&got, in, SLICE("x"), false);
	assert_string_equal(got.buf, "<Esc> x");
	assert_int_equal(term_input_timeout_ms(in), -1);
	strbuf_release(&got);
	term_input_free(in);
}

static void what_a_line_is_slow_to_send_is_waited_for_longer(void **state)
{
	struct term_input *in = term_read_new("xterm-256color", true);
	struct strbuf got = STRBUF_INIT;

	(void)state;
	term_read_bytes(&got, in, SLICE("\033[1;"), false);
	assert_in_range(term_input_timeout_ms(in), 200, 1000);
	term_read_bytes(&got, in, SLICE("5A\033]11;"), false);
	assert_in_range(term_input_timeout_ms(in), 1000, 5000);
	term_read_bytes(&got, in, SLICE("\a\033[200~abc"), false);
	assert_int_equal(term_input_timeout_ms(in), 5000);
	assert_string_equal(got.buf, "<C-Up> other");
	strbuf_release(&got);
	term_input_free(in);
}

/* Feed bytes; at each '|' the timeout passes. */
static void assert_answer(const char *bytes, const char *want,
			  enum theme_ground ground)
{
	struct term_input *in = term_read_new("xterm-256color", true);
	struct strbuf got = STRBUF_INIT;

	term_input_expect(in, TERM_EXPECT_ANSWER);
	for (; *bytes; bytes++) {
		if (*bytes != '|') {
			term_read_bytes(&got, in, slice_of(bytes, 1), false);
			continue;
		}
		term_input_idle(in);
		term_read_take(&got, in);
	}
	assert_string_equal(got.buf, want);
	assert_int_equal(term_input_ground(in), ground);
	strbuf_release(&got);
	term_input_free(in);
}

static void the_ground_is_known_from_the_answer(void **state)
{
	(void)state;
	assert_answer("\033]11;rgb:ffff/ffff/dddd\a", "other",
		      THEME_GROUND_LIGHT);
	assert_answer("\033]11;rgb:1c/1c/1c\033\\", "other", THEME_GROUND_DARK);
	assert_answer("\033]11;rgba:f/F/f/8\a", "other", THEME_GROUND_LIGHT);
	assert_answer("\033]11;rgb:fffff/ffff/ffff\a", "other",
		      THEME_GROUND_UNKNOWN);
	assert_answer("\033]11;rgb:ff/ff\a", "other", THEME_GROUND_UNKNOWN);
	assert_answer("\033]11;rgb:zz/ff/ff\a", "other", THEME_GROUND_UNKNOWN);
	assert_answer("\033]11;?\a", "other", THEME_GROUND_UNKNOWN);
	assert_answer("\033]10;rgb:ff/ff/ff\a", "other", THEME_GROUND_UNKNOWN);
}

static void no_byte_of_an_answer_is_a_key_however_it_is_cut(void **state)
{
	(void)state;
	assert_answer("\033]11;rgb:ff|ff/ffff/ffff\ax", "other other x",
		      THEME_GROUND_LIGHT);
	assert_answer("\033]1|1;rgb:ff/ff/ff\a", "other other",
		      THEME_GROUND_LIGHT);
	assert_answer("\033]11;rgb:ff/ff/ff\033|\\x", "other other x",
		      THEME_GROUND_LIGHT);
	/* Its start was M-] to the program; nothing else becomes one. */
	assert_answer("\033]|11;rgb:ff/ff/ff\a", "<M-]> other",
		      THEME_GROUND_LIGHT);
	assert_answer("\033]11;what|ever\a", "other other",
		      THEME_GROUND_UNKNOWN);
	/* One that never ends does not block the keys forever. */
	assert_answer("\033]11;rgb:ff||x", "other other x",
		      THEME_GROUND_UNKNOWN);
	assert_answer("\033]11;rgb:|\ry", "other other <Enter> y",
		      THEME_GROUND_UNKNOWN);
}

static void an_escape_may_be_an_answer_for_a_while(void **state)
{
	struct term_input *in = term_read_new("xterm-256color", true);
	struct strbuf got = STRBUF_INIT;

	(void)state;
	term_input_expect(in, TERM_EXPECT_ANSWER);
	term_read_bytes(&got, in, SLICE("\033"), false);
	assert_int_equal(term_input_timeout_ms(in), 500);
	/* The same in the middle of one. */
	term_input_expect(in, TERM_EXPECT_NOTHING);
	assert_int_equal(term_input_timeout_ms(in), 500);
	term_input_idle(in);
	term_read_take(&got, in);
	term_input_expect(in, TERM_EXPECT_NOTHING);
	term_read_bytes(&got, in, SLICE("\033"), false);
	assert_int_equal(term_input_timeout_ms(in), 50);
	strbuf_release(&got);
	term_input_free(in);
}

static void an_escape_is_no_answer_once_the_terminal_answered(void **state)
{
	struct term_input *in = term_read_new("xterm-256color", true);
	struct strbuf got = STRBUF_INIT;

	(void)state;
	term_input_expect(in, TERM_EXPECT_GROUND);
	term_read_bytes(&got, in, SLICE("\033"), false);
	assert_int_equal(term_input_timeout_ms(in), 50);
	term_read_bytes(&got, in, SLICE(""), true);
	term_read_bytes(&got, in, SLICE("[0n"), false);
	assert_string_equal(got.buf, "<Esc> [ 0 n");
	term_read_bytes(&got, in, SLICE("\033]11;rgb:ff"), false);
	term_input_idle(in);
	term_read_take(&got, in);
	assert_int_equal(term_input_timeout_ms(in), 5000);
	term_read_bytes(&got, in, SLICE("ff/ffff/ffff\a"), false);
	assert_string_equal(got.buf, "<Esc> [ 0 n other other");
	assert_int_equal(term_input_ground(in), THEME_GROUND_LIGHT);
	strbuf_release(&got);
	term_input_free(in);
}

static void a_key_long_behind_an_escape_is_one_of_its_own(void **state)
{
	static const struct {
		const char *behind, *want;
	} rows[] = {
		{ "?", "<Esc> ?" },
		{ "O", "<Esc> O" },
		{ "\303\251", "<Esc> \303\251" },
		{ "\033[A", "<Esc> <Up>" },
		{ "[0n", "status" },
		{ "]11;rgb:ff/ff/ff\a", "other" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct term_input *in = term_read_new("xterm-256color", true);
		struct strbuf got = STRBUF_INIT;

		term_input_expect(in, TERM_EXPECT_ANSWER);
		term_read_bytes(&got, in, SLICE("\033"), false);
		term_input_pause(in);
		term_read_bytes(&got, in, slice_str(rows[i].behind), false);
		assert_string_equal(got.buf, rows[i].want);
		/* Without a pause it means what it always meant. */
		term_read_bytes(&got, in, SLICE("\033y"), false);
		assert_non_null(strstr(got.buf, " <M-y>"));
		strbuf_release(&got);
		term_input_free(in);
	}
}

static void the_variable_is_a_hint(void **state)
{
	(void)state;
	assert_int_equal(term_ground_hint("0;15", "xterm"), THEME_GROUND_LIGHT);
	assert_int_equal(term_ground_hint("0;default;7", "xterm"),
			 THEME_GROUND_LIGHT);
	assert_int_equal(term_ground_hint("15;0", "xterm"), THEME_GROUND_DARK);
	assert_int_equal(term_ground_hint("15;8", "xterm"), THEME_GROUND_DARK);
	assert_int_equal(term_ground_hint("15;", "xterm"),
			 THEME_GROUND_UNKNOWN);
	assert_int_equal(term_ground_hint("0;99", "xterm"),
			 THEME_GROUND_UNKNOWN);
	assert_int_equal(term_ground_hint("0;default", "xterm"),
			 THEME_GROUND_UNKNOWN);
	assert_int_equal(term_ground_hint(NULL, "xterm"), THEME_GROUND_UNKNOWN);
	assert_int_equal(term_ground_hint(NULL, NULL), THEME_GROUND_UNKNOWN);
	assert_int_equal(term_ground_hint(NULL, "linux"), THEME_GROUND_DARK);
	assert_int_equal(term_ground_hint("0;15", "linux"), THEME_GROUND_LIGHT);
}

static void synchronized_output_is_known_from_the_answer(void **state)
{
	static const struct {
		const char *bytes;
		bool knows;
	} rows[] = {
		{ "\033[?2026;1$y", true },  { "\033[?2026;2$y", true },
		{ "\033[?2026;0$y", false }, { "\033[?2026;4$y", false },
		{ "\033[?2027;2$y", false }, { "\033[?2026$y", false },
		{ "\033[2026;2$y", false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct term_input *in = term_read_new("xterm-256color", true);
		struct strbuf got = STRBUF_INIT;

		term_read_bytes(&got, in, slice_str(rows[i].bytes), true);
		assert_int_equal(term_input_knows(in)->sync, rows[i].knows);
		strbuf_release(&got);
		term_input_free(in);
	}
}

static void whether_the_focus_is_told_is_known_from_the_answer(void **state)
{
	static const struct {
		const char *bytes;
		enum term_focus focus;
	} rows[] = {
		{ "\033[?1004;1$y", TERM_FOCUS_TOLD },
		{ "\033[?1004;2$y", TERM_FOCUS_TOLD },
		{ "\033[?1004;0$y", TERM_FOCUS_NOT_TOLD },
		{ "\033[?1004;4$y", TERM_FOCUS_NOT_TOLD },
		{ "\033[?2026;0$y", TERM_FOCUS_UNKNOWN },
		{ "\033[?1004$y", TERM_FOCUS_UNKNOWN },
		{ "", TERM_FOCUS_UNKNOWN },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct term_input *in = term_read_new("xterm-256color", true);
		struct strbuf got = STRBUF_INIT;

		term_read_bytes(&got, in, slice_str(rows[i].bytes), true);
		assert_int_equal(term_input_knows(in)->focus, rows[i].focus);
		strbuf_release(&got);
		term_input_free(in);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			an_answer_about_the_status_is_no_key_however_it_is_cut),
		cmocka_unit_test(a_lone_escape_waits_for_the_time_out),
		cmocka_unit_test(
			what_a_line_is_slow_to_send_is_waited_for_longer),
		cmocka_unit_test(the_ground_is_known_from_the_answer),
		cmocka_unit_test(
			no_byte_of_an_answer_is_a_key_however_it_is_cut),
		cmocka_unit_test(an_escape_may_be_an_answer_for_a_while),
		cmocka_unit_test(
			an_escape_is_no_answer_once_the_terminal_answered),
		cmocka_unit_test(a_key_long_behind_an_escape_is_one_of_its_own),
		cmocka_unit_test(the_variable_is_a_hint),
		cmocka_unit_test(synchronized_output_is_known_from_the_answer),
		cmocka_unit_test(
			whether_the_focus_is_told_is_known_from_the_answer),
	};

	if (!setlocale(LC_CTYPE, "C.UTF-8"))
		return 1;
	return cmocka_run_group_tests_name("term-answer", tests, NULL, NULL);
}
