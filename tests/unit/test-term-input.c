#include "config.h"

#include "ui/term/term-input.h"

#include <locale.h>
#include <stdlib.h>

#include "src/base/xalloc.h"
#include "tests/unit/term-read.h"
#include "tests/unit/test.h"

struct row {
	const char *bytes;
	const char *events;
};

static void check_rows(const char *term, bool utf8, const struct row *rows,
		       size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct term_input *in = term_read_new(term, utf8);
		struct strbuf got = STRBUF_INIT;

		term_read_bytes(&got, in, slice_str(rows[i].bytes), true);
		if (strcmp(got.buf, rows[i].events))
			print_error("row %zu: %s\n", i, rows[i].bytes + 1);
		assert_string_equal(got.buf, rows[i].events);
		strbuf_release(&got);
		term_input_free(in);
	}
}

#define CHECK_ROWS(term, utf8, rows) \
	check_rows(term, utf8, rows, ARRAY_SIZE(rows))

static void plain_keys_are_themselves(void **state)
{
	static const struct row rows[] = {
		{ "j", "j" },
		{ "G <", "G <Space> <lt>" },
		{ "\r\n\t", "<Enter> <C-j> <Tab>" },
		{ "\x7f\x08", "<BS> <C-h>" },
		{ "\x01\x03\x1a\x1c\x1f", "<C-a> <C-c> <C-z> <C-\\> <C-_>" },
		{ "é日😀", "é 日 😀" },
		{ "\033", "<Esc>" },
		{ "\033x\033X\033\r\033\x7f\033 ",
		  "<M-x> <M-X> <M-Enter> <M-BS> <M-Space>" },
		{ "\033é", "<M-é>" },
		{ "\033\033", "<Esc> <Esc>" },
		{ "\033\033[A", "<Esc> <Up>" },
		{ "\033O", "<M-O>" },
		{ "\033[", "<M-[>" },
		{ "\033]", "<M-]>" },
		{ "\033P", "<M-P>" },
		{ "\033[\r", "<M-[> <Enter>" },
		{ "\033O\x03", "<M-O> <C-c>" },
		{ "\033]\x03", "<M-]> <C-c>" },
		{ "\033]\033", "<M-]> <Esc>" },
		{ "\033]1\033", "other <Esc>" },
	};

	(void)state;
	CHECK_ROWS("xterm-256color", true, rows);
}

/* However it is cut, if no pause is between (C09). */
static void an_esc_before_an_arrow_is_alt(void **state)
{
	static const struct {
		const char *bytes, *events;
	} rows[] = {
		{ "\033\033[D", "<M-Left>" },
		{ "\033\033OA", "<M-Up>" },
		{ "\033\033[3~", "<M-Del>" },
		{ "\033\033[1;5C", "<C-M-Right>" },
		{ "a\033\033[Db", "a <M-Left> b" },
		{ "\033\033", "<Esc> <Esc>" },
		{ "\033\033x", "<Esc> <M-x>" },
		{ "\033\033\r", "<Esc> <M-Enter>" },
		{ "\033\033[", "<Esc> <M-[>" },
		{ "\033\033[I", "<Esc> focus" },
		{ "\033\033[0n", "<Esc> status" },
		{ "\033\033[200~y\033[201~", "<Esc> paste(y)" },
		{ "\033\033\033[D", "<Esc> <Esc> <Left>" },
		{ "\x03\033[D", "<C-c> <Left>" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct slice bytes = slice_str(rows[i].bytes);

		for (size_t cut = 0; cut <= bytes.len; cut++) {
			struct term_input *in =
				term_read_new("xterm-256color", true);
			struct strbuf got = STRBUF_INIT;
			struct term_alt alt = { .holds = false };

			term_read_alt(&got, &alt, in, slice_of(bytes.ptr, cut),
				      false);
			term_read_alt(&got, &alt, in, slice_skip(bytes, cut),
				      true);
			assert_string_equal(got.buf, rows[i].events);
			strbuf_release(&got);
			term_input_free(in);
		}
	}
}

static void a_nul_is_control_space(void **state)
{
	struct term_input *in = term_read_new("xterm-256color", true);
	struct strbuf got = STRBUF_INIT;

	(void)state;
	term_read_bytes(&got, in, slice_of("\0\033\0", 3), true);
	assert_string_equal(got.buf, "<C-Space> <C-M-Space>");
	strbuf_release(&got);
	term_input_free(in);
}

static const struct row xterm_keys[] = {
	{ "\033[A\033OA", "<Up> <Up>" },
	{ "\033[H\033[F\033OH", "<Home> <End> <Home>" },
	{ "\033[2~\033[3~\033[5~\033[6~", "<Ins> <Del> <PgUp> <PgDn>" },
	{ "\033OP\033OS\033[15~\033[24~", "<F1> <F4> <F5> <F12>" },
	{ "\033[Z", "<S-Tab>" },
	{ "\033[1;5D", "<C-Left>" },
	{ "\033[1;8A", "<C-M-S-Up>" },
	{ "\033[3;2~", "<S-Del>" },
	{ "\033[1;5P\033[15;5~", "<C-F1> <C-F5>" },
	{ "\033[13;2u\033[13;5u", "<S-Enter> <C-Enter>" },
	{ "\033[27;2;13~\033[27;5;13~", "<S-Enter> <C-Enter>" },
	{ "\033[105;5u\033[91;5u\033[27u", "<C-i> <C-[> <Esc>" },
	{ "\033[27;5;49~", "<C-1>" },
	{ "\033[97;2u\033[97;4u\033[97;6u", "A <M-A> <C-a>" },
	{ "\033[32;2u\033[32;5u", "<Space> <C-Space>" },
	{ "\033[127;5u", "<C-BS>" },
	/* the keypad, Caps Lock and Num Lock of kitty's protocol */
	{ "\033[57400u\033[57414u\033[57419;5u", "1 <Enter> <C-Up>" },
	{ "\033[1;129A\033[1;69D", "<Up> <C-Left>" },
	{ "\033[97:65;1:1u\033[1;1:2A", "a again:<Up>" },
	/* Cyrillic, Greek, Hebrew: with Ctrl and Alt the key's place counts */
	{ "\033[1092::97;5u\033[1092:1060:97;6u", "<C-a> <C-a>" },
	{ "\033[945::97;3u\033[1513::97;7u", "<M-a> <C-M-a>" },
	{ "\033[1092:1060:97;2u", "\u0424" },
	{ "\033[1092;5u", "<C-\u0444>" },
	{ "\033[49:33;4u\033[223:63:45;4u", "<M-!> <M-->" },
	{ "\033[127;2u\033[127;5u\033[127;2:3u", "<S-BS> <C-BS> up:<S-BS>" },
	{ "\033[I\033[O", "focus unfocus" },
};

static void sequences_are_keys(void **state)
{
	(void)state;
	CHECK_ROWS("xterm-256color", true, xterm_keys);
	CHECK_ROWS("tmux-256color", true, xterm_keys);
}

static const struct row bugs[] = {
	/* terminfo's kmous is not the binary mouse report */
	{ "\033[<0;10;5M", "press(1 9,4 0)" },
	/* private and intermediate bytes before a known final one */
	{ "\033[<A", "other" },
	{ "\033[?H", "other" },
	{ "\033[1$A", "other" },
	{ "\033[>1;2c", "other" },
	{ "\033[=A", "other" },
	/* too many parameters */
	{ "\033[1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18A", "other" },
	{ "\033[1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18u", "other" },
	/* numbers that are missing */
	{ "\033[;u", "other" },
	{ "\033[u", "other" },
	{ "\033[27~", "other" },
	{ "\033[27;5~", "other" },
	{ "\033[27;5;~", "other" },
	{ "\033[~", "other" },
	/* strings, ended either way */
	{ "\033]11;rgb:0000/0000/0000\a", "other" },
	{ "\033]11;rgb:0000/0000/0000\033\\x", "other x" },
	{ "\033P1+r544e\033\\", "other" },
	{ "\033_Gi=1;OK\033\\", "other" },
	{ "\033^pm\033\\", "other" },
	{ "\033Xsos\033\\", "other" },
	{ "\033]11;never ended", "other" },
	{ "\033]11;broken off\033[A", "other <Up>" },
	{ "\033]11;y\ry", "other <Enter> y" },
	/* paste: text, not keys */
	{ "\033[200~y\ry\033[A\033[201~", "paste(y\ny)" },
	{ "\033[201~", "other" },
	/* reports */
	{ "\033[?2026;2$y", "other" },
	{ "\033[12;40R", "other" },
	{ "\033[0n", "status" },
	{ "\033[0nn\033[0n", "status n status" },
	{ "\033[3n", "other" },
	{ "\033[?0n", "other" },
	{ "\033[200~y\033[0nn\033[201~", "paste(yn)" },
	{ "\033[8;24;80t", "other" },
	/* kitty: super, lone modifiers */
	{ "\033[97;9u", "other" },
	{ "\033[57441u", "other" },
	/* terminfo's kf29 is Ctrl-F5 */
	{ "\033[15;5~", "<C-F5>" },
	{ "\033[34~", "other" },
	{ "\033[1~\033[4~", "<Home> <End>" },
	/* pointer without button, sideways wheel, far buttons */
	{ "\033[<35;3;3M", "other" },
	{ "\033[<66;3;3M\033[<67;3;3M", "other other" },
	{ "\033[<128;3;3M", "other" },
	{ "\033[<0;0;5M\033[<0;5M\033[<M", "other other other" },
	/* an old mouse report is not three typed keys */
	{ "\033[M yyx", "other x" },
	{ "\033[My", "other" },
	{ "\033[32;10;10M", "other" },
	/* stray bytes that are not UTF-8 */
	{ "\x9b"
	  "A",
	  "other A" },
	{ "\x90y\x9c", "other y other" },
	{ "\xff\xc0\x80", "other other other" },
	{ "\xc2\x9b", "other" },
	{ "\xed\xa0\x80", "other" },
	{ "\xf4\x90\x80\x80", "other" },
	{ "\xe6\x97", "other" },
	{ "\xe6\x97z", "other z" },
	/* beyond Unicode */
	{ "\033[1114112u", "other" },
	{ "\033[999999999999999999999u", "other" },
	{ "\033[55296u", "other" },
	{ "\033[155u", "other" },
	/* more bytes than any sequence has */
	{ "\033[1111111111222222222233333333334444444444555555555566666666667"
	  "7777777778888888888u",
	  "other" },
	/* unknown sequences */
	{ "\033O5P", "other" },
	{ "\033Oz", "other" },
	{ "\033[y", "other" },
	{ "\033[[y", "other" },
	{ "\033[1;2", "other" },
	{ "\033[1;\033[A", "other <Up>" },
	{ "\033[1;\x18", "other <C-x>" },
	{ "\033[1 A", "other" },
	{ "\033[A\033[", "<Up> <M-[>" },
};

/* A release is not a key, and for an unknown key it is ignored. */
static void keys_that_are_let_go_or_down_for_long_are_told(void **state)
{
	static const struct row rows[] = {
		{ "y\033[121;1:3u", "y up:y" },
		{ "\033[121;1:2u\033[121;1:3u", "again:y up:y" },
		{ "\033[121;1:1u", "y" },
		{ "Y\033[121:89;2:3u", "Y up:Y" },
		{ "\033[121;5:2u\033[121;5:3u", "again:<C-y> up:<C-y>" },
		{ "\033[1083::107;5:3u", "up:<C-k>" },
		{ "\033[27u\033[27;1:3u", "<Esc> up:<Esc>" },
		{ "\033[A\033[1;1:2A\033[1;1:3A", "<Up> again:<Up> up:<Up>" },
		{ "\033[1;5:3A", "up:<C-Up>" },
		{ "\033[5;1:3~", "up:<PgUp>" },
		{ "\033[57414;1:3u", "up:<Enter>" },
		/* super and a lone Shift; the next key is not affected */
		{ "\033[121;9:3u\033[57441;2:3uy", "y" },
		{ "\033[121;9:2u", "other" },
		/* not an event type of kitty */
		{ "\033[121;1:4u", "y" },
		/* in a paste it is not an event either */
		{ "\033[200~y\033[121;1:3u\033[201~", "paste(y)" },
	};

	(void)state;
	CHECK_ROWS("xterm-256color", true, rows);
	CHECK_ROWS("xterm-kitty", true, rows);
}

static void what_libtermkey_gets_wrong_is_right(void **state)
{
	(void)state;
	CHECK_ROWS("xterm-256color", true, bugs);
	CHECK_ROWS("xterm", true, bugs);
	CHECK_ROWS("tmux-256color", true, bugs);
	CHECK_ROWS("linux", true, bugs);
}

static void the_mouse_has_buttons_and_modifiers(void **state)
{
	static const struct row rows[] = {
		{ "\033[<0;1;1M\033[<0;1;1m",
		  "press(1 0,0 0) release(1 0,0 0)" },
		{ "\033[<1;1;1M\033[<2;300;200M",
		  "press(2 0,0 0) press(3 299,199 0)" },
		{ "\033[<32;4;5M\033[<34;4;5M", "drag(1 3,4 0) drag(3 3,4 0)" },
		{ "\033[<64;4;5M\033[<65;4;5M",
		  "wheel(-1 3,4 0) wheel(1 3,4 0)" },
		{ "\033[<4;1;1M\033[<8;1;1M\033[<16;1;1M",
		  "press(1 0,0 1) press(1 0,0 2) press(1 0,0 4)" },
	};

	(void)state;
	CHECK_ROWS("xterm-256color", true, rows);
}

static void other_terminals_keep_their_keys(void **state)
{
	static const struct row linux_rows[] = {
		{ "\033[[A\033[[E\033[17~", "<F1> <F5> <F6>" },
		{ "\033[1~\033[4~\x7f", "<Home> <End> <BS>" },
	};
	static const struct row rxvt_rows[] = {
		{ "\033[7~\033[8~", "<Home> <End>" },
		{ "\033[3$A", "<S-Del> A" },
	};

	(void)state;
	CHECK_ROWS("linux", true, linux_rows);
	CHECK_ROWS("rxvt", true, rxvt_rows);
}

static void bytes_of_another_locale_are_not_utf8(void **state)
{
	static const struct row rows[] = {
		{ "a\xe9", "a other" },
		{ "\x9b"
		  "A",
		  "other A" },
		{ "\033[200~a\xe9z\033[201~", "paste(a\ufffdz)" },
	};

	(void)state;
	assert_non_null(setlocale(LC_CTYPE, "C"));
	CHECK_ROWS("xterm", false, rows);
	assert_non_null(setlocale(LC_CTYPE, "C.UTF-8"));
}

static void a_paste_is_text_without_controls(void **state)
{
	static const struct row rows[] = {
		{ "\033[200~\033[201~", "paste()" },
		{ "\033[200~a\r\nb\rc\nd\te\033[201~x",
		  "paste(a\nb\nc\nd\te) x" },
		{ "\033[200~\033[31m\x07\x7f\xc2\x85z\033[201~",
		  "paste([31mz)" },
		{ "\033[200~\xff日\xe6\033[201~", "paste(\ufffd日\ufffd)" },
		{ "\033[200~\033[201\033[201~", "paste([201)" },
		{ "\033[200~\033\033[201~", "paste()" },
		{ "\033[200~one\033[200~two\033[201~", "paste(one[200~two)" },
		{ "\033[200~no end", "paste(no end)cut" },
		{ "\033[200~a\033[201~\033[200~b\033[201~",
		  "paste(a) paste(b)" },
	};

	(void)state;
	CHECK_ROWS("xterm-256color", true, rows);
}

static void a_huge_paste_is_cut_at_a_character(void **state)
{
	enum { CHARS = 3 << 20, LIMIT = 8 << 20 };
	struct term_input *in = term_read_new("xterm-256color", true);
	struct strbuf bytes = STRBUF_INIT;
	struct term_event event;

	(void)state;
	strbuf_addstr(&bytes, "\033[200~");
	for (int i = 0; i < CHARS; i++)
		strbuf_addstr(&bytes, "日");
	strbuf_addstr(&bytes, "\033[201~k");
	term_input_feed(in, strbuf_slice(&bytes));
	assert_true(term_input_next(in, &event));
	assert_int_equal(event.kind, TERM_EVENT_PASTE);
	assert_true(event.cut);
	assert_int_equal(event.text.len, LIMIT / 3 * 3);
	assert_memory_equal(event.text.ptr + event.text.len - 3, "日", 3);
	assert_true(term_input_next(in, &event));
	assert_int_equal(event.key.ch, 'k');
	assert_false(term_input_next(in, &event));
	strbuf_release(&bytes);
	term_input_free(in);
}

/* All test input in sequence: a stream of every kind. */
static void add_stream(struct strbuf *bytes)
{
	for (size_t i = 0; i < ARRAY_SIZE(xterm_keys); i++)
		strbuf_addstr(bytes, xterm_keys[i].bytes);
	for (size_t i = 0; i < ARRAY_SIZE(bugs); i++)
		strbuf_addf(bytes, "%s\rj", bugs[i].bytes);
	strbuf_addstr(bytes,
		      "\033[200~a\r\n日\033[20\033[201~é\033é\033\033[B");
}

static void cuts_make_no_difference(void **state)
{
	struct strbuf bytes = STRBUF_INIT;
	struct strbuf want = STRBUF_INIT;
	struct strbuf got = STRBUF_INIT;
	struct term_input *in = term_read_new("xterm-256color", true);

	(void)state;
	add_stream(&bytes);
	term_read_bytes(&want, in, strbuf_slice(&bytes), true);
	assert_true(want.len > 600);
	for (size_t cut = 0; cut <= bytes.len; cut++) {
		strbuf_reset(&got);
		term_read_bytes(&got, in, slice_of(bytes.buf, cut), false);
		term_read_bytes(&got, in, slice_skip(strbuf_slice(&bytes), cut),
				true);
		assert_string_equal(got.buf, want.buf);
	}
	strbuf_reset(&got);
	for (size_t i = 0; i < bytes.len; i++)
		term_read_bytes(&got, in, slice_of(bytes.buf + i, 1), false);
	term_input_idle(in);
	term_read_take(&got, in);
	assert_string_equal(got.buf, want.buf);
	term_input_free(in);
	strbuf_release(&bytes);
	strbuf_release(&want);
	strbuf_release(&got);
}

static void idle_with_nothing_open_is_nothing(void **state)
{
	struct term_input *in = term_read_new("xterm-256color", true);
	struct strbuf got = STRBUF_INIT;

	(void)state;
	term_read_bytes(&got, in, SLICE("a"), true);
	term_read_bytes(&got, in, SLICE(""), true);
	assert_string_equal(got.buf, "a");
	strbuf_release(&got);
	term_input_free(in);
}

static void an_unknown_terminal_still_has_keys(void **state)
{
	static const struct row rows[] = {
		{ "j\033[A\x08", "j <Up> <C-h>" },
	};

	(void)state;
	CHECK_ROWS("no-such-terminal", true, rows);
}

/* Bytes that are likely to be part of sequences. */
static char random_byte(uint32_t *seed)
{
	static const char likely[] = "\033\033\033[[[O]P_^X<>?=;;:$ ~MmuAR12690"
				     "\a\\\x80\x9b\x9c\xc3\xa9\xe6\x7f\r";

	*seed = *seed * 1664525 + 1013904223;
	if (*seed >> 31)
		return likely[(*seed >> 8) % (sizeof(likely) - 1)];
	return (char)(*seed >> 16);
}

static void a_million_random_bytes_do_no_harm(void **state)
{
	static const char *const terms[] = { "xterm-256color", "linux", "rxvt",
					     "vt100", "tmux-256color" };

	(void)state;
	for (size_t t = 0; t < ARRAY_SIZE(terms); t++) {
		struct term_input *in = term_read_new(terms[t], t != 3);
		uint32_t seed = (uint32_t)t + 1;
		struct term_event event;
		size_t events = 0;

		for (int i = 0; i < 200000; i++) {
			char byte = random_byte(&seed);

			term_input_feed(in, slice_of(&byte, 1));
			while (term_input_next(in, &event)) {
				assert_int_not_equal(event.kind,
						     TERM_EVENT_NONE);
				events++;
			}
			if (seed % 31 == 0 || term_input_timeout_ms(in) > 1000)
				term_input_idle(in);
		}
		assert_true(events > 10000);
		term_input_free(in);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(plain_keys_are_themselves),
		cmocka_unit_test(an_esc_before_an_arrow_is_alt),
		cmocka_unit_test(a_nul_is_control_space),
		cmocka_unit_test(sequences_are_keys),
		cmocka_unit_test(
			keys_that_are_let_go_or_down_for_long_are_told),
		cmocka_unit_test(what_libtermkey_gets_wrong_is_right),
		cmocka_unit_test(the_mouse_has_buttons_and_modifiers),
		cmocka_unit_test(other_terminals_keep_their_keys),
		cmocka_unit_test(bytes_of_another_locale_are_not_utf8),
		cmocka_unit_test(a_paste_is_text_without_controls),
		cmocka_unit_test(a_huge_paste_is_cut_at_a_character),
		cmocka_unit_test(cuts_make_no_difference),
		cmocka_unit_test(idle_with_nothing_open_is_nothing),
		cmocka_unit_test(an_unknown_terminal_still_has_keys),
		cmocka_unit_test(a_million_random_bytes_do_no_harm),
	};

	if (!setlocale(LC_CTYPE, "C.UTF-8"))
		return 1;
	return cmocka_run_group_tests_name("term-input", tests, NULL, NULL);
}
