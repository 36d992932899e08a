#include "config.h"

#include "src/dashboard/io/sight.h"

#include "src/base/xalloc.h"
#include "tests/unit/test.h"

/* Of the pane: process, active, scrolled back, session, window. */
#define PANE "17 1 0 $0 @3\n"

static void a_window_that_a_client_shows_is_in_front(void **state)
{
	(void)state;
	assert_false(sight_is_hidden(PANE "0 $0 @3 attached,focused,UTF-8\n"));
	/* Another client may show another window. */
	assert_false(sight_is_hidden(PANE "0 $0 @4 attached\n"
					  "0 $0 @3 attached\n"));
	/* A window may be in several sessions. */
	assert_false(sight_is_hidden(PANE "0 $7 @3 attached\n"));
}

static void a_window_that_no_client_shows_is_hidden(void **state)
{
	(void)state;
	assert_true(sight_is_hidden(PANE "0 $0 @4 attached\n"));
	assert_true(sight_is_hidden(PANE "0 $0 @33 attached\n"));
	assert_true(sight_is_hidden(PANE "0 $0 @4 attached\n"
					 "0 $0 @5 attached\n"));
}

static void a_client_that_is_suspended_shows_nothing(void **state)
{
	(void)state;
	assert_true(sight_is_hidden(PANE "0 $0 @3 attached,suspended\n"));
	assert_false(sight_is_hidden(PANE "0 $0 @3 attached,suspended\n"
					  "0 $0 @3 attached\n"));
	assert_false(sight_is_hidden(PANE "0 $0 @3 attached\n"
					  "0 $0 @3 attached,suspended\n"));
}

static void another_pane_or_what_was_scrolled_back_is_not_ours(void **state)
{
	(void)state;
	assert_true(sight_is_hidden("17 0 0 $0 @3\n0 $0 @3 attached\n"));
	assert_true(sight_is_hidden("17 1 1 $0 @3\n0 $0 @3 attached\n"));
}

static void what_cannot_be_known_counts_as_in_front(void **state)
{
	static const char *const said[] = {
		/* No client is attached, or none to this session. */
		PANE,
		PANE "0 $1 @4 attached\n",
		"17 0 1 $0 @3\n",
		/* Another program has the windows. */
		PANE "1 $0 @4 attached,control-mode\n",
		PANE "0 $0 @4 attached\n1 $0 @4 attached,control-mode\n",
		/* No answer, or part of one. */
		"",
		"\n",
		"17",
		"17 0 0\n0 $0 @4 attached\n",
		"17 1 0 $0 \n0 $0 @4 attached\n",
		"no server running\n",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(said); i++)
		if (sight_is_hidden(said[i]))
			fail_msg("hidden: %s", said[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_window_that_a_client_shows_is_in_front),
		cmocka_unit_test(a_window_that_no_client_shows_is_hidden),
		cmocka_unit_test(a_client_that_is_suspended_shows_nothing),
		cmocka_unit_test(
			another_pane_or_what_was_scrolled_back_is_not_ours),
		cmocka_unit_test(what_cannot_be_known_counts_as_in_front),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
