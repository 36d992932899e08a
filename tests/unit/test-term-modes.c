#include "config.h"

#include "ui/term/term-modes.h"

#include <stdio.h>
#include <string.h>

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
	term_modes_add_on(&on, true, false);
	assert_non_null(strstr(on.buf, "\033[8l"));
	strbuf_reset(&on);
	term_modes_add_on(&on, false, false);
	assert_null(strstr(on.buf, "\033[8l"));
	strbuf_release(&on);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			what_is_turned_on_is_turned_off_and_by_a_crash_too),
		cmocka_unit_test(words_are_drawn_where_they_stand),
	};

	return cmocka_run_group_tests_name("term-modes", tests, NULL, NULL);
}
