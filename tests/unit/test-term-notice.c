#include "config.h"

#include "ui/term/term-notice.h"

#include <locale.h>
#include <string.h>

#include "tests/unit/test.h"
#include "ui/term/term-clipboard.h"

static void only_known_terminals_take_a_notice(void **state)
{
	(void)state;
	assert_int_equal(term_notice_known("xterm-kitty", NULL, false),
			 TERM_NOTICE_OSC99);
	assert_int_equal(term_notice_known("foot", NULL, false),
			 TERM_NOTICE_OSC777);
	assert_int_equal(term_notice_known("xterm-256color", "WezTerm", false),
			 TERM_NOTICE_OSC9);
	assert_int_equal(term_notice_known("xterm-256color", NULL, false),
			 TERM_NOTICE_NONE);
	assert_int_equal(term_notice_known(NULL, NULL, false),
			 TERM_NOTICE_NONE);
}

static void behind_tmux_nothing_is_known(void **state)
{
	(void)state;
	assert_int_equal(term_notice_known("tmux-256color", "iTerm.app", true),
			 TERM_NOTICE_NONE);
}

static void is_sent(enum term_notice how, const char *text, bool tmux,
		    const char *wanted)
{
	struct strbuf out = STRBUF_INIT;

	term_notice_add(&out, how, text, tmux);
	assert_string_equal(out.buf, wanted);
	strbuf_release(&out);
}

static void each_kind_has_its_sequence(void **state)
{
	(void)state;
	is_sent(TERM_NOTICE_OSC9, "4;1", false,
		"\033]9;jp dashboard: 4,1\033\\");
	is_sent(TERM_NOTICE_OSC777, "run waits", false,
		"\033]777;notify;jp dashboard;run waits\033\\");
	is_sent(TERM_NOTICE_OSC99, "run waits", false,
		"\033]99;;jp dashboard: run waits\033\\");
	is_sent(TERM_NOTICE_NONE, "run waits", false, "");
	is_sent(TERM_NOTICE_AUTO, "run waits", false, "");
}

static void a_copy_is_one_sequence(void **state)
{
	struct strbuf out = STRBUF_INIT;

	(void)state;
	term_clipboard_add(&out, SLICE("a\033\\b\n"), false);
	assert_string_equal(out.buf, "\033]52;c;YRtcYgo=\a");
	strbuf_release(&out);
}

/* Their contents, joined, are the sequence. */
static void screen_gets_it_in_envelopes(void **state)
{
	struct strbuf text = STRBUF_INIT, plain = STRBUF_INIT;
	struct strbuf screen = STRBUF_INIT, inside = STRBUF_INIT;
	size_t envelopes = 0;
	struct slice rest;

	(void)state;
	strbuf_addchars(&text, 'x', 2000);
	term_clipboard_add(&plain, strbuf_slice(&text), false);
	term_clipboard_add(&screen, strbuf_slice(&text), true);
	for (rest = strbuf_slice(&screen); rest.len; envelopes++) {
		const char *end = strstr(rest.ptr + 2, "\033\\");

		assert_true(slice_starts_with(rest, SLICE("\033P")));
		assert_non_null(end);
		assert_true(end - rest.ptr < 768);
		strbuf_addslice(
			&inside,
			slice_of(rest.ptr + 2, (size_t)(end - rest.ptr - 2)));
		rest = slice_skip(rest, (size_t)(end + 2 - rest.ptr));
	}
	assert_string_equal(inside.buf, plain.buf);
	assert_int_equal(envelopes, 4);
	strbuf_release(&text);
	strbuf_release(&plain);
	strbuf_release(&screen);
	strbuf_release(&inside);
}

static void tmux_passes_it_on(void **state)
{
	(void)state;
	is_sent(TERM_NOTICE_OSC9, "x", true,
		"\033Ptmux;\033\033]9;jp dashboard: x\033\033\\\033\\");
}

static void a_text_cannot_end_the_sequence(void **state)
{
	struct strbuf out = STRBUF_INIT;
	char text[4096];

	(void)state;
	/* ESC, BEL, ST in one byte of C1 and as UTF-8, a broken byte. */
	is_sent(TERM_NOTICE_OSC99,
		"a\033\\b\007c\xc2\x9c"
		"d\x9c",
		false, "\033]99;;jp dashboard: a \\b c d\xef\xbf\xbd\033\\");
	memset(text, 'x', sizeof(text));
	text[sizeof(text) - 1] = '\0';
	term_notice_add(&out, TERM_NOTICE_OSC9, text, false);
	assert_true(out.len < 300);
	strbuf_release(&out);
}

/* A title too: output that bypasses curses is in the locale's codeset (D26). */
static void a_latin_locale_gets_no_utf8(void **state)
{
	(void)state;
	setlocale(LC_CTYPE, "C");
	is_sent(TERM_NOTICE_OSC9,
		"run \xe2\x80\x93 waits\xe2\x80\xa6 \xe6\xbc\xa2", false,
		"\033]9;jp dashboard: run - waits. ?\033\\");
	setlocale(LC_CTYPE, "C.UTF-8");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_known_terminals_take_a_notice),
		cmocka_unit_test(behind_tmux_nothing_is_known),
		cmocka_unit_test(each_kind_has_its_sequence),
		cmocka_unit_test(a_copy_is_one_sequence),
		cmocka_unit_test(screen_gets_it_in_envelopes),
		cmocka_unit_test(tmux_passes_it_on),
		cmocka_unit_test(a_text_cannot_end_the_sequence),
		cmocka_unit_test(a_latin_locale_gets_no_utf8),
	};

	setlocale(LC_CTYPE, "C.UTF-8");
	return cmocka_run_group_tests_name("term-notice", tests, NULL, NULL);
}
