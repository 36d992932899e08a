#include "config.h"

#include "ui/dialog/prompt-desk.h"

#include "tests/unit/desk-stage.h"
#include "tests/unit/test.h"

/* When a dialog is open to an allow: doc/HACKING, "Approvals". */

static const struct key Y = { .ch = 'y' };

/* The terminal confirms frames: it answered at the start. */
static void set_up_telling(struct prompt_desk *desk)
{
	desk_set_up(desk);
	prompt_desk_expect(desk, 100);
	prompt_desk_answered(desk, 110);
}

static void an_allow_counts_500_ms_after_it_was_written(void **state)
{
	struct prompt_desk desk;

	(void)state;
	desk_set_up(&desk);
	assert_int_equal(desk_allow(&desk, 0, 9000), DESK_LOCKED);
	prompt_desk_drawn(&desk, DESK_REVISION, true, 0);
	assert_int_equal(desk_allow(&desk, 0, 9000), DESK_LOCKED);
	prompt_desk_written(&desk, true, false, 1000);
	prompt_desk_quiet(&desk, DESK_GUARD, 1500);
	assert_int_equal(desk_allow(&desk, 0, 1499), DESK_LOCKED);
	assert_int_equal(desk_allow(&desk, 0, 1500), DESK_YES);
	prompt_desk_release(&desk);
}

static void an_allow_counts_250_ms_after_the_last_byte(void **state)
{
	struct prompt_desk desk;

	(void)state;
	desk_set_up(&desk);
	desk_show(&desk, 1000);
	prompt_desk_input(&desk, 1600);
	prompt_desk_quiet(&desk, DESK_GUARD, 1850);
	assert_int_equal(desk_allow(&desk, 0, 1849), DESK_TOO_QUICK);
	assert_int_equal(desk_allow(&desk, 0, 1850), DESK_YES);
	prompt_desk_release(&desk);
}

static void
where_the_terminal_tells_what_it_shows_the_guard_begins_there(void **state)
{
	struct prompt_desk desk;

	(void)state;
	set_up_telling(&desk);
	desk_show(&desk, 1000);
	assert_true(prompt_desk_take_ask(&desk));
	assert_false(prompt_desk_take_ask(&desk));
	prompt_desk_quiet(&desk, DESK_GUARD, 9000);
	assert_int_equal(desk_allow(&desk, 0, 9000), DESK_LOCKED);
	/* The same frame again causes no query. */
	desk_show(&desk, 1100);
	assert_false(prompt_desk_take_ask(&desk));
	prompt_desk_answered(&desk, 2000);
	prompt_desk_quiet(&desk, DESK_GUARD, 2500);
	assert_int_equal(desk_allow(&desk, 0, 2499), DESK_LOCKED);
	assert_int_equal(desk_allow(&desk, 0, 2500), DESK_YES);
	prompt_desk_release(&desk);
}

static void an_answer_for_an_earlier_frame_unlocks_nothing(void **state)
{
	struct prompt_desk desk;

	(void)state;
	set_up_telling(&desk);
	/* Unsolicited answers do not count. */
	prompt_desk_answered(&desk, 120);
	prompt_desk_drawn(&desk, DESK_REVISION - 1, true, 0);
	prompt_desk_written(&desk, true, false, 1000);
	desk_show(&desk, 1010);
	prompt_desk_answered(&desk, 1020);
	prompt_desk_quiet(&desk, DESK_GUARD, 2000);
	assert_int_equal(desk_allow(&desk, 0, 2000), DESK_LOCKED);
	prompt_desk_answered(&desk, 2000);
	prompt_desk_quiet(&desk, DESK_GUARD, 2500);
	assert_int_equal(desk_allow(&desk, 0, 2500), DESK_YES);
	/* Before the resize, a different frame was seen. */
	prompt_desk_look_again(&desk);
	prompt_desk_answered(&desk, 2600);
	desk_show(&desk, 2700);
	prompt_desk_quiet(&desk, DESK_GUARD, 5000);
	assert_int_equal(desk_allow(&desk, 0, 5000), DESK_LOCKED);
	prompt_desk_release(&desk);
}

static void a_lost_answer_is_asked_for_again(void **state)
{
	struct prompt_desk desk;

	(void)state;
	set_up_telling(&desk);
	desk_show(&desk, 1000);
	assert_true(prompt_desk_take_ask(&desk));
	assert_false(prompt_desk_is_late(&desk, 1400));
	assert_true(prompt_desk_is_late(&desk, 1600));
	assert_int_equal(prompt_desk_wake_ms(&desk), 4000);
	assert_false(prompt_desk_await(&desk, 3999));
	assert_true(prompt_desk_await(&desk, 4000));
	assert_false(prompt_desk_await(&desk, 4001));
	desk_show(&desk, 4010);
	assert_true(prompt_desk_take_ask(&desk));
	prompt_desk_answered(&desk, 4020);
	assert_false(prompt_desk_is_late(&desk, 4600));
	prompt_desk_quiet(&desk, DESK_GUARD, 4600);
	assert_int_equal(desk_allow(&desk, 0, 4600), DESK_YES);
	prompt_desk_release(&desk);
}

/* Two queries were unanswered when an editor got the terminal. */
static void set_up_doubtful(struct prompt_desk *desk)
{
	set_up_telling(desk);
	desk_show(desk, 1000);
	assert_true(prompt_desk_take_ask(desk));
	prompt_desk_changed(desk, false);
	desk_show(desk, 1010);
	assert_true(prompt_desk_take_ask(desk));
	prompt_desk_doubt_asks(desk);
	prompt_desk_look_again(desk);
	desk_show(desk, 2000);
}

static void an_answer_from_before_an_editor_unlocks_nothing(void **state)
{
	struct prompt_desk desk;

	(void)state;
	set_up_doubtful(&desk);
	for (int i = 0; i < 3; i++)
		assert_true(prompt_desk_take_ask(&desk));
	assert_false(prompt_desk_take_ask(&desk));
	/* The answers to the first two. */
	prompt_desk_answered(&desk, 2100);
	prompt_desk_answered(&desk, 2100);
	prompt_desk_quiet(&desk, DESK_GUARD, 2900);
	assert_int_equal(desk_allow(&desk, 0, 2900), DESK_LOCKED);
	for (int i = 0; i < 3; i++)
		prompt_desk_answered(&desk, 2900);
	prompt_desk_quiet(&desk, DESK_GUARD, 3400);
	assert_int_equal(desk_allow(&desk, 0, 3400), DESK_YES);
	/* The next query has exactly one answer. */
	prompt_desk_changed(&desk, false);
	desk_show(&desk, 4000);
	assert_true(prompt_desk_take_ask(&desk));
	assert_false(prompt_desk_take_ask(&desk));
	prompt_desk_quiet(&desk, DESK_GUARD, 5000);
	assert_int_equal(desk_allow(&desk, 0, 5000), DESK_LOCKED);
	prompt_desk_answered(&desk, 5000);
	prompt_desk_quiet(&desk, DESK_GUARD, 5500);
	assert_int_equal(desk_allow(&desk, 0, 5500), DESK_YES);
	prompt_desk_release(&desk);
}

static void answers_that_an_editor_took_are_not_waited_for(void **state)
{
	struct prompt_desk desk;

	(void)state;
	set_up_doubtful(&desk);
	for (int i = 0; i < 3; i++)
		assert_true(prompt_desk_take_ask(&desk));
	for (int i = 0; i < 3; i++)
		prompt_desk_answered(&desk, 2100);
	prompt_desk_quiet(&desk, DESK_GUARD, 2600);
	assert_int_equal(desk_allow(&desk, 0, 2600), DESK_YES);
	prompt_desk_changed(&desk, false);
	desk_show(&desk, 3000);
	assert_true(prompt_desk_take_ask(&desk));
	assert_false(prompt_desk_take_ask(&desk));
	prompt_desk_answered(&desk, 3010);
	prompt_desk_quiet(&desk, DESK_GUARD, 3510);
	assert_int_equal(desk_allow(&desk, 0, 3510), DESK_YES);
	prompt_desk_release(&desk);
}

static void where_the_start_is_not_answered_the_write_counts(void **state)
{
	struct prompt_desk desk;

	(void)state;
	desk_set_up(&desk);
	prompt_desk_expect(&desk, 100);
	desk_show(&desk, 1000);
	prompt_desk_quiet(&desk, DESK_GUARD, 3000);
	assert_int_equal(desk_allow(&desk, 0, 3000), DESK_LOCKED);
	assert_int_equal(prompt_desk_wake_ms(&desk), 3100);
	assert_true(prompt_desk_await(&desk, 3100));
	prompt_desk_quiet(&desk, DESK_GUARD, 3600);
	assert_int_equal(desk_allow(&desk, 0, 3599), DESK_LOCKED);
	assert_int_equal(desk_allow(&desk, 0, 3600), DESK_YES);
	prompt_desk_take_ask(&desk);
	prompt_desk_changed(&desk, false);
	desk_show(&desk, 5000);
	assert_false(prompt_desk_take_ask(&desk));
	prompt_desk_quiet(&desk, DESK_GUARD, 5500);
	assert_int_equal(desk_allow(&desk, 0, 5500), DESK_YES);
	prompt_desk_release(&desk);
}

static void what_cannot_be_read_is_never_open(void **state)
{
	struct prompt_desk desk;

	(void)state;
	desk_set_up(&desk);
	prompt_desk_drawn(&desk, DESK_REVISION, false, 0);
	prompt_desk_written(&desk, true, false, 1000);
	prompt_desk_quiet(&desk, DESK_GUARD, 9000);
	assert_int_equal(desk_allow(&desk, 0, 9000), DESK_LOCKED);
	prompt_desk_release(&desk);
}

static void a_window_that_was_behind_is_looked_at_again(void **state)
{
	struct prompt_desk desk;

	(void)state;
	desk_set_up(&desk);
	desk_show(&desk, 1000);
	prompt_desk_quiet(&desk, DESK_GUARD, 2000);
	/* For less than a frame. */
	prompt_desk_in_front(&desk, false, 2000);
	prompt_desk_in_front(&desk, true, 2001);
	assert_int_equal(desk_allow(&desk, 0, 9000), DESK_LOCKED);
	desk_show(&desk, 2010);
	prompt_desk_quiet(&desk, 0, 2100);
	assert_int_equal(prompt_desk_allow(&desk, DESK_REVISION, 0, 0, 0, 2100),
			 DESK_TOO_QUICK);
	prompt_desk_quiet(&desk, DESK_GUARD, 2510);
	assert_int_equal(desk_allow(&desk, 0, 2510), DESK_YES);
	/* What is drawn behind another window is not on the screen. */
	prompt_desk_in_front(&desk, false, 3000);
	desk_show(&desk, 3010);
	prompt_desk_quiet(&desk, DESK_GUARD, 9000);
	assert_int_equal(desk_allow(&desk, 0, 9000), DESK_LOCKED);
	prompt_desk_release(&desk);
}

static void rows_are_seen_when_their_own_answer_comes(void **state)
{
	struct prompt_desk desk;

	(void)state;
	set_up_telling(&desk);
	prompt_desk_drawn(&desk, DESK_REVISION, true, 0);
	prompt_desk_written(&desk, true, true, 1000);
	assert_true(prompt_desk_looks(&desk));
	/* One ask is for both. */
	assert_true(prompt_desk_take_ask(&desk));
	assert_false(prompt_desk_take_ask(&desk));
	prompt_desk_changed(&desk, false);
	assert_false(prompt_desk_looks(&desk));
	prompt_desk_drawn(&desk, DESK_REVISION, true, 0);
	prompt_desk_written(&desk, true, true, 1010);
	/* That of the first. */
	prompt_desk_answered(&desk, 1100);
	assert_true(prompt_desk_looks(&desk));
	prompt_desk_answered(&desk, 1200);
	assert_false(prompt_desk_looks(&desk));
	/* Scrolled: the lock does not wait for it. */
	prompt_desk_written(&desk, true, true, 1300);
	assert_true(prompt_desk_looks(&desk));
	prompt_desk_quiet(&desk, DESK_GUARD, 1700);
	assert_int_equal(desk_allow(&desk, 0, 1700), DESK_YES);
	prompt_desk_release(&desk);
}

static void where_nothing_is_answered_rows_are_seen_once_written(void **state)
{
	struct prompt_desk desk;

	(void)state;
	desk_set_up(&desk);
	prompt_desk_expect(&desk, 100);
	prompt_desk_drawn(&desk, DESK_REVISION, true, 0);
	prompt_desk_written(&desk, true, true, 1000);
	assert_true(prompt_desk_looks(&desk));
	assert_true(prompt_desk_await(&desk, 3100));
	assert_false(prompt_desk_looks(&desk));
	prompt_desk_written(&desk, true, true, 3200);
	assert_false(prompt_desk_looks(&desk));
	prompt_desk_release(&desk);
}

static void looking_again_locks_and_ends_what_was_asked(void **state)
{
	struct prompt_desk desk;

	(void)state;
	desk_set_up(&desk);
	desk_show(&desk, 1000);
	prompt_desk_quiet(&desk, DESK_GUARD, 2000);
	desk_press(&desk, Y, DESK_USE_ALLOW, 2000);
	prompt_desk_ask(&desk, "again?");
	assert_string_equal(prompt_desk_noted(&desk, 99999), "again?");
	prompt_desk_look_again(&desk);
	assert_null(prompt_desk_noted(&desk, 2001));
	assert_int_equal(desk_allow(&desk, 0, 9000), DESK_LOCKED);
	desk_show(&desk, 9000);
	prompt_desk_quiet(&desk, DESK_GUARD, 9999);
	assert_int_equal(desk_allow(&desk, 1, 9999), DESK_ASK_AGAIN);
	prompt_desk_release(&desk);
}

static void another_revision_than_was_seen_is_locked(void **state)
{
	struct prompt_desk desk;

	(void)state;
	desk_set_up(&desk);
	desk_show(&desk, 1000);
	prompt_desk_quiet(&desk, DESK_GUARD, 2000);
	assert_int_equal(prompt_desk_allow(&desk, DESK_REVISION + 1, 0, 0,
					   DESK_GUARD, 2000),
			 DESK_LOCKED);
	/* So does another number of identical ones. */
	prompt_desk_drawn(&desk, DESK_REVISION, true, 2);
	prompt_desk_written(&desk, true, false, 2000);
	prompt_desk_quiet(&desk, DESK_GUARD, 3000);
	assert_int_equal(
		prompt_desk_allow(&desk, DESK_REVISION, 0, 3, DESK_GUARD, 3000),
		DESK_LOCKED);
	assert_int_equal(
		prompt_desk_allow(&desk, DESK_REVISION, 0, 2, DESK_GUARD, 3000),
		DESK_YES);
	prompt_desk_release(&desk);
}

/* While we were busy, one more identical call was shown: a key that is older
 * than that allows it no more than the one that it covers does. */
static void a_key_that_waited_allows_no_new_number(void **state)
{
	struct prompt_desk desk;

	(void)state;
	desk_set_up(&desk);
	desk_show(&desk, 1000);
	prompt_desk_quiet(&desk, DESK_GUARD, 2000);
	prompt_desk_drawn(&desk, DESK_REVISION, true, 2);
	prompt_desk_written(&desk, true, false, 2100);
	assert_int_equal(
		prompt_desk_allow(&desk, DESK_REVISION, 0, 2, DESK_GUARD, 3000),
		DESK_TOO_QUICK);
	prompt_desk_quiet(&desk, DESK_GUARD, 3000);
	assert_int_equal(
		prompt_desk_allow(&desk, DESK_REVISION, 0, 2, DESK_GUARD, 3000),
		DESK_YES);
	prompt_desk_release(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_key_that_waited_allows_no_new_number),
		cmocka_unit_test(an_allow_counts_500_ms_after_it_was_written),
		cmocka_unit_test(an_allow_counts_250_ms_after_the_last_byte),
		cmocka_unit_test(
			where_the_terminal_tells_what_it_shows_the_guard_begins_there),
		cmocka_unit_test(
			an_answer_for_an_earlier_frame_unlocks_nothing),
		cmocka_unit_test(a_lost_answer_is_asked_for_again),
		cmocka_unit_test(
			an_answer_from_before_an_editor_unlocks_nothing),
		cmocka_unit_test(
			answers_that_an_editor_took_are_not_waited_for),
		cmocka_unit_test(
			where_the_start_is_not_answered_the_write_counts),
		cmocka_unit_test(what_cannot_be_read_is_never_open),
		cmocka_unit_test(a_window_that_was_behind_is_looked_at_again),
		cmocka_unit_test(rows_are_seen_when_their_own_answer_comes),
		cmocka_unit_test(
			where_nothing_is_answered_rows_are_seen_once_written),
		cmocka_unit_test(looking_again_locks_and_ends_what_was_asked),
		cmocka_unit_test(another_revision_than_was_seen_is_locked),
	};

	return cmocka_run_group_tests_name("prompt-desk", tests, NULL, NULL);
}
