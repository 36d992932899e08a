#include "config.h"

#include "ui/term/term-modes.h"

#include <stdio.h>
#include <string.h>

#include "src/base/terminal.h"
#include "src/base/xalloc.h"
#include "tests/unit/test.h"

static void assert_undoes(const char *on, const char *off)
{
	for (const char *at = on; (at = strstr(at, "\033[")); at++) {
		char kind = at[2] == '?' ? '?' : ' ', undo[32];
		int mode, n;
		char last;

		if (sscanf(at + 2 + (kind == '?'), "%d%c%n", &mode, &last, &n) <
			    2 ||
		    (last != 'h' && last != 'l'))
			continue;
		snprintf(undo, sizeof(undo), "\033[%s%d%c",
			 kind == '?' ? "?" : "", mode, last == 'h' ? 'l' : 'h');
		if (!strstr(off, undo))
			fail_msg("nothing undoes '%s' of '%s'", at + 1, on + 1);
	}
}

static void what_is_turned_on_is_turned_off_and_by_a_crash_too(void **state)
{
	(void)state;
	for (int rich = 0; rich < 2; rich++) {
		struct strbuf on = STRBUF_INIT, off = STRBUF_INIT;

		term_modes_add_order(&on, rich);
		term_modes_add_on(&on, rich, true);
		term_modes_add_off(&off, rich);
		assert_undoes(on.buf, off.buf);
		assert_undoes(on.buf, term_modes_reset(rich));
		strbuf_release(&on);
		strbuf_release(&off);
	}
}

static void words_are_drawn_where_they_stand(void **state)
{
	struct strbuf on = STRBUF_INIT;

	(void)state;
	term_modes_add_order(&on, true);
	assert_string_equal(on.buf, "\033[8l");
	strbuf_reset(&on);
	term_modes_add_order(&on, false);
	assert_string_equal(on.buf, "");
	strbuf_release(&on);
}

/* It gets only the sequences in its terminfo (D46). */
static void a_terminal_of_no_known_family_gets_no_private_sequence(void **state)
{
	static const char *const plain[] = {
		"linux",       "linux-16color", "vt100",
		"vt220",       "vt420",         "ansi",
		"cons25",      "wyse60",        "sun",
		"hurd",        "cygwin",        "emacs",
		"eterm-color", "nsterm",        "dvtm",
		"bterm",       "jfbterm",       "",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(plain); i++) {
		struct strbuf out = STRBUF_INIT;
		bool rich = terminal_is_rich(plain[i]);

		if (rich)
			fail_msg("%s", plain[i]);
		term_modes_add_on(&out, rich, true);
		term_modes_add_off(&out, rich);
		assert_string_equal(out.buf, "");
		strbuf_release(&out);
	}
}

static void the_known_families_are_asked_for_keys_and_pastes(void **state)
{
	static const char *const rich[] = {
		"xterm",
		"xterm-256color",
		"xterm-kitty",
		"tmux-256color",
		"screen.xterm-256color",
		"rxvt-unicode-256color",
		"alacritty",
		"foot",
		"wezterm",
		"xterm-ghostty",
		"st-256color",
		"st",
		"konsole-256color",
		"vte-256color",
		"putty-256color",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rich); i++) {
		if (!terminal_is_rich(rich[i]))
			fail_msg("%s", rich[i]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			what_is_turned_on_is_turned_off_and_by_a_crash_too),
		cmocka_unit_test(words_are_drawn_where_they_stand),
		cmocka_unit_test(
			a_terminal_of_no_known_family_gets_no_private_sequence),
		cmocka_unit_test(
			the_known_families_are_asked_for_keys_and_pastes),
	};

	return cmocka_run_group_tests_name("term-modes", tests, NULL, NULL);
}
