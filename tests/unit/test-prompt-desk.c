#include "config.h"

#include "ui/dialog/prompt-desk.h"

#include "tests/unit/test.h"

/* The invariants of doc/HACKING, "Approvals", by their numbers. */

#define GUARD    500
#define REVISION 7

static const struct key Y = { .ch = 'y' }, N = { .ch = 'n' }, J = { .ch = 'j' };

static void set_up(struct prompt_desk *desk)
{
	prompt_desk_init(desk);
	prompt_desk_open(desk, 1, false);
}

/* The terminal confirms frames: it answered at the start. */
static void set_up_telling(struct prompt_desk *desk)
{
	set_up(desk);
	prompt_desk_expect(desk, 100);
	prompt_desk_answered(desk, 110);
}

/* A frame that shows it was written. */
static void show(struct prompt_desk *desk, int64_t now_ms)
{
	prompt_desk_drawn(desk, REVISION, true, 0);
	prompt_desk_written(desk, true, false, now_ms);
}

static enum desk_verdict verdict(struct prompt_desk *desk, size_t unseen,
				 int64_t now_ms)
{
	return prompt_desk_allow(desk, REVISION, unseen, 0, GUARD, now_ms);
}

/* Whether this key counts if it came now; it is then input. */
static enum desk_hold press(struct prompt_desk *desk, struct key key,
			    enum desk_use use, int64_t now_ms)
{
	enum desk_hold hold;

	prompt_desk_quiet(desk, GUARD, now_ms);
	prompt_desk_press(desk, key, now_ms);
	hold = prompt_desk_hold(desk, use, now_ms);
	prompt_desk_input(desk, now_ms);
	return hold;
}

static void an_allow_counts_500_ms_after_it_was_written(void **state)
{
	struct prompt_desk desk;

	(void)state;
	set_up(&desk);
	assert_int_equal(verdict(&desk, 0, 9000), DESK_LOCKED);
	prompt_desk_drawn(&desk, REVISION, true, 0);
	assert_int_equal(verdict(&desk, 0, 9000), DESK_LOCKED);
	prompt_desk_written(&desk, true, false, 1000);
	prompt_desk_quiet(&desk, GUARD, 1500);
	assert_int_equal(verdict(&desk, 0, 1499), DESK_LOCKED);
	assert_int_equal(verdict(&desk, 0, 1500), DESK_YES);
	prompt_desk_release(&desk);
}

static void an_allow_counts_250_ms_after_the_last_byte(void **state)
{
	struct prompt_desk desk;

	(void)state;
	set_up(&desk);
	show(&desk, 1000);
	prompt_desk_input(&desk, 1600);
	prompt_desk_quiet(&desk, GUARD, 1850);
	assert_int_equal(verdict(&desk, 0, 1849), DESK_TOO_QUICK);
	assert_int_equal(verdict(&desk, 0, 1850), DESK_YES);
	prompt_desk_release(&desk);
}

static void
where_the_terminal_tells_what_it_shows_the_guard_begins_there(void **state)
{
	struct prompt_desk desk;

	(void)state;
	set_up_telling(&desk);
	show(&desk, 1000);
	assert_true(prompt_desk_take_ask(&desk));
	assert_false(prompt_desk_take_ask(&desk));
	prompt_desk_quiet(&desk, GUARD, 9000);
	assert_int_equal(verdict(&desk, 0, 9000), DESK_LOCKED);
	/* The same frame again causes no query. */
	show(&desk, 1100);
	assert_false(prompt_desk_take_ask(&desk));
	prompt_desk_answered(&desk, 2000);
	prompt_desk_quiet(&desk, GUARD, 2500);
	assert_int_equal(verdict(&desk, 0, 2499), DESK_LOCKED);
	assert_int_equal(verdict(&desk, 0, 2500), DESK_YES);
	prompt_desk_release(&desk);
}

static void an_answer_for_an_earlier_frame_unlocks_nothing(void **state)
{
	struct prompt_desk desk;

	(void)state;
	set_up_telling(&desk);
	/* Unsolicited answers do not count. */
	prompt_desk_answered(&desk, 120);
	prompt_desk_drawn(&desk, REVISION - 1, true, 0);
	prompt_desk_written(&desk, true, false, 1000);
	show(&desk, 1010);
	prompt_desk_answered(&desk, 1020);
	prompt_desk_quiet(&desk, GUARD, 2000);
	assert_int_equal(verdict(&desk, 0, 2000), DESK_LOCKED);
	prompt_desk_answered(&desk, 2000);
	prompt_desk_quiet(&desk, GUARD, 2500);
	assert_int_equal(verdict(&desk, 0, 2500), DESK_YES);
	/* Before the resize, a different frame was seen. */
	prompt_desk_look_again(&desk);
	prompt_desk_answered(&desk, 2600);
	show(&desk, 2700);
	prompt_desk_quiet(&desk, GUARD, 5000);
	assert_int_equal(verdict(&desk, 0, 5000), DESK_LOCKED);
	prompt_desk_release(&desk);
}

static void a_lost_answer_is_asked_for_again(void **state)
{
	struct prompt_desk desk;

	(void)state;
	set_up_telling(&desk);
	show(&desk, 1000);
	assert_true(prompt_desk_take_ask(&desk));
	assert_false(prompt_desk_is_late(&desk, 1400));
	assert_true(prompt_desk_is_late(&desk, 1600));
	assert_int_equal(prompt_desk_wake_ms(&desk), 4000);
	assert_false(prompt_desk_await(&desk, 3999));
	assert_true(prompt_desk_await(&desk, 4000));
	assert_false(prompt_desk_await(&desk, 4001));
	show(&desk, 4010);
	assert_true(prompt_desk_take_ask(&desk));
	prompt_desk_answered(&desk, 4020);
	assert_false(prompt_desk_is_late(&desk, 4600));
	prompt_desk_quiet(&desk, GUARD, 4600);
	assert_int_equal(verdict(&desk, 0, 4600), DESK_YES);
	prompt_desk_release(&desk);
}

/* Two queries were unanswered when an editor got the terminal. */
static void set_up_doubtful(struct prompt_desk *desk)
{
	set_up_telling(desk);
	show(desk, 1000);
	assert_true(prompt_desk_take_ask(desk));
	prompt_desk_changed(desk, false);
	show(desk, 1010);
	assert_true(prompt_desk_take_ask(desk));
	prompt_desk_doubt_asks(desk);
	prompt_desk_look_again(desk);
	show(desk, 2000);
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
	prompt_desk_quiet(&desk, GUARD, 2900);
	assert_int_equal(verdict(&desk, 0, 2900), DESK_LOCKED);
	for (int i = 0; i < 3; i++)
		prompt_desk_answered(&desk, 2900);
	prompt_desk_quiet(&desk, GUARD, 3400);
	assert_int_equal(verdict(&desk, 0, 3400), DESK_YES);
	/* The next query has exactly one answer. */
	prompt_desk_changed(&desk, false);
	show(&desk, 4000);
	assert_true(prompt_desk_take_ask(&desk));
	assert_false(prompt_desk_take_ask(&desk));
	prompt_desk_quiet(&desk, GUARD, 5000);
	assert_int_equal(verdict(&desk, 0, 5000), DESK_LOCKED);
	prompt_desk_answered(&desk, 5000);
	prompt_desk_quiet(&desk, GUARD, 5500);
	assert_int_equal(verdict(&desk, 0, 5500), DESK_YES);
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
	prompt_desk_quiet(&desk, GUARD, 2600);
	assert_int_equal(verdict(&desk, 0, 2600), DESK_YES);
	prompt_desk_changed(&desk, false);
	show(&desk, 3000);
	assert_true(prompt_desk_take_ask(&desk));
	assert_false(prompt_desk_take_ask(&desk));
	prompt_desk_answered(&desk, 3010);
	prompt_desk_quiet(&desk, GUARD, 3510);
	assert_int_equal(verdict(&desk, 0, 3510), DESK_YES);
	prompt_desk_release(&desk);
}

static void where_the_start_is_not_answered_the_write_counts(void **state)
{
	struct prompt_desk desk;

	(void)state;
	set_up(&desk);
	prompt_desk_expect(&desk, 100);
	show(&desk, 1000);
	prompt_desk_quiet(&desk, GUARD, 3000);
	assert_int_equal(verdict(&desk, 0, 3000), DESK_LOCKED);
	assert_int_equal(prompt_desk_wake_ms(&desk), 3100);
	assert_true(prompt_desk_await(&desk, 3100));
	prompt_desk_quiet(&desk, GUARD, 3600);
	assert_int_equal(verdict(&desk, 0, 3599), DESK_LOCKED);
	assert_int_equal(verdict(&desk, 0, 3600), DESK_YES);
	prompt_desk_take_ask(&desk);
	prompt_desk_changed(&desk, false);
	show(&desk, 5000);
	assert_false(prompt_desk_take_ask(&desk));
	prompt_desk_quiet(&desk, GUARD, 5500);
	assert_int_equal(verdict(&desk, 0, 5500), DESK_YES);
	prompt_desk_release(&desk);
}

static void what_cannot_be_read_is_never_open(void **state)
{
	struct prompt_desk desk;

	(void)state;
	set_up(&desk);
	prompt_desk_drawn(&desk, REVISION, false, 0);
	prompt_desk_written(&desk, true, false, 1000);
	prompt_desk_quiet(&desk, GUARD, 9000);
	assert_int_equal(verdict(&desk, 0, 9000), DESK_LOCKED);
	prompt_desk_release(&desk);
}

static void a_window_that_was_behind_is_looked_at_again(void **state)
{
	struct prompt_desk desk;

	(void)state;
	set_up(&desk);
	show(&desk, 1000);
	prompt_desk_quiet(&desk, GUARD, 2000);
	/* For less than a frame. */
	prompt_desk_in_front(&desk, false, 2000);
	prompt_desk_in_front(&desk, true, 2001);
	assert_int_equal(verdict(&desk, 0, 9000), DESK_LOCKED);
	show(&desk, 2010);
	prompt_desk_quiet(&desk, 0, 2100);
	assert_int_equal(prompt_desk_allow(&desk, REVISION, 0, 0, 0, 2100),
			 DESK_TOO_QUICK);
	prompt_desk_quiet(&desk, GUARD, 2510);
	assert_int_equal(verdict(&desk, 0, 2510), DESK_YES);
	/* What is drawn behind another window is not on the screen. */
	prompt_desk_in_front(&desk, false, 3000);
	show(&desk, 3010);
	prompt_desk_quiet(&desk, GUARD, 9000);
	assert_int_equal(verdict(&desk, 0, 9000), DESK_LOCKED);
	prompt_desk_release(&desk);
}

static void rows_are_seen_when_their_own_answer_comes(void **state)
{
	struct prompt_desk desk;

	(void)state;
	set_up_telling(&desk);
	prompt_desk_drawn(&desk, REVISION, true, 0);
	prompt_desk_written(&desk, true, true, 1000);
	assert_true(prompt_desk_looks(&desk));
	/* One ask is for both. */
	assert_true(prompt_desk_take_ask(&desk));
	assert_false(prompt_desk_take_ask(&desk));
	prompt_desk_changed(&desk, false);
	assert_false(prompt_desk_looks(&desk));
	prompt_desk_drawn(&desk, REVISION, true, 0);
	prompt_desk_written(&desk, true, true, 1010);
	/* That of the first. */
	prompt_desk_answered(&desk, 1100);
	assert_true(prompt_desk_looks(&desk));
	prompt_desk_answered(&desk, 1200);
	assert_false(prompt_desk_looks(&desk));
	/* Scrolled: the lock does not wait for it. */
	prompt_desk_written(&desk, true, true, 1300);
	assert_true(prompt_desk_looks(&desk));
	prompt_desk_quiet(&desk, GUARD, 1700);
	assert_int_equal(verdict(&desk, 0, 1700), DESK_YES);
	prompt_desk_release(&desk);
}

static void where_nothing_is_answered_rows_are_seen_once_written(void **state)
{
	struct prompt_desk desk;

	(void)state;
	set_up(&desk);
	prompt_desk_expect(&desk, 100);
	prompt_desk_drawn(&desk, REVISION, true, 0);
	prompt_desk_written(&desk, true, true, 1000);
	assert_true(prompt_desk_looks(&desk));
	assert_true(prompt_desk_await(&desk, 3100));
	assert_false(prompt_desk_looks(&desk));
	prompt_desk_written(&desk, true, true, 3200);
	assert_false(prompt_desk_looks(&desk));
	prompt_desk_release(&desk);
}

static void what_changed_has_no_keys_before_it_shows(void **state)
{
	struct prompt_desk desk;

	(void)state;
	set_up(&desk);
	show(&desk, 1000);
	assert_int_equal(prompt_desk_route(&desk, Y, true, 2000), DESK_TOP);
	prompt_desk_changed(&desk, false);
	assert_int_equal(prompt_desk_route(&desk, Y, true, 3000), DESK_NOBODY);
	show(&desk, 3010);
	assert_int_equal(prompt_desk_route(&desk, Y, true, 4000), DESK_TOP);
	prompt_desk_release(&desk);
}

static void looking_again_locks_and_ends_what_was_asked(void **state)
{
	struct prompt_desk desk;

	(void)state;
	set_up(&desk);
	show(&desk, 1000);
	prompt_desk_quiet(&desk, GUARD, 2000);
	press(&desk, Y, DESK_USE_ALLOW, 2000);
	prompt_desk_ask(&desk, "again?");
	assert_string_equal(prompt_desk_noted(&desk, 99999), "again?");
	prompt_desk_look_again(&desk);
	assert_null(prompt_desk_noted(&desk, 2001));
	assert_int_equal(verdict(&desk, 0, 9000), DESK_LOCKED);
	show(&desk, 9000);
	prompt_desk_quiet(&desk, GUARD, 9999);
	assert_int_equal(verdict(&desk, 1, 9999), DESK_ASK_AGAIN);
	prompt_desk_release(&desk);
}

static void keys_before_it_is_seen_are_not_its_own(void **state)
{
	struct prompt_desk desk;

	(void)state;
	prompt_desk_init(&desk);
	prompt_desk_open(&desk, 1, true);
	assert_int_equal(prompt_desk_route(&desk, Y, true, 1000), DESK_PANES);
	show(&desk, 1010);
	/* The rest of what was being typed for the panes. */
	prompt_desk_input(&desk, 1000);
	assert_int_equal(prompt_desk_route(&desk, Y, true, 1020), DESK_NOBODY);
	assert_int_equal(prompt_desk_route(&desk, Y, true, 1270), DESK_TOP);
	prompt_desk_open(&desk, 2, false);
	assert_int_equal(prompt_desk_route(&desk, Y, true, 1300), DESK_NOBODY);
	prompt_desk_release(&desk);
}

static void what_is_typed_for_a_dialog_that_ends_is_no_command(void **state)
{
	struct prompt_desk desk;

	(void)state;
	set_up(&desk);
	show(&desk, 1000);
	prompt_desk_input(&desk, 1500);
	prompt_desk_close(&desk, true);
	assert_int_equal(prompt_desk_route(&desk, Y, false, 9000), DESK_NOBODY);
	prompt_desk_written(&desk, false, false, 9000);
	assert_int_equal(prompt_desk_route(&desk, Y, false, 9499), DESK_NOBODY);
	assert_int_equal(prompt_desk_route(&desk, Y, false, 9500), DESK_TOP);
	prompt_desk_release(&desk);
}

/* Every delay before a key repeats that a keyboard may have, then 25 per
 * second. */
static void a_held_key_decides_once(void **state)
{
	(void)state;
	for (int64_t delay_ms = 150; delay_ms <= 2000; delay_ms += 50) {
		struct prompt_desk desk;
		struct key key;
		int64_t now_ms = 1000;

		set_up(&desk);
		assert_int_equal(press(&desk, Y, DESK_USE_ALLOW, now_ms),
				 DESK_FREE);
		prompt_desk_open(&desk, 2, false);
		now_ms += delay_ms;
		for (int i = 0; i < 100; i++, now_ms += 40) {
			assert_int_not_equal(
				press(&desk, Y, DESK_USE_ALLOW, now_ms),
				DESK_FREE);
			assert_false(prompt_desk_take_waiting(
				&desk, false, &key, now_ms + 39));
		}
		prompt_desk_release(&desk);
	}
}

static void the_same_key_counts_after_a_rest_if_none_follows(void **state)
{
	struct prompt_desk desk;
	struct key key;

	(void)state;
	set_up(&desk);
	press(&desk, Y, DESK_USE_ALLOW, 1000);
	assert_int_equal(press(&desk, Y, DESK_USE_ALLOW, 1999), DESK_HELD);
	show(&desk, 2000);
	assert_int_equal(press(&desk, Y, DESK_USE_ALLOW, 2999), DESK_WAITS);
	assert_int_equal(prompt_desk_wake_ms(&desk), 3099);
	assert_false(prompt_desk_take_waiting(&desk, false, &key, 3098));
	assert_true(prompt_desk_take_waiting(&desk, false, &key, 3099));
	assert_true(key_equal(key, Y));
	/* It is judged by the time when it was pressed. */
	assert_int_equal(verdict(&desk, 0, 3099), DESK_YES);
	prompt_desk_judged(&desk);
	assert_int_equal(verdict(&desk, 0, 3099), DESK_TOO_QUICK);
	prompt_desk_release(&desk);
}

static void what_locks_while_a_key_waits_keeps_it_out(void **state)
{
	struct prompt_desk desk;
	struct key key;

	(void)state;
	set_up(&desk);
	press(&desk, Y, DESK_USE_ALLOW, 1000);
	show(&desk, 1000);
	assert_int_equal(press(&desk, Y, DESK_USE_ALLOW, 3000), DESK_WAITS);
	prompt_desk_changed(&desk, false);
	show(&desk, 3010);
	assert_false(prompt_desk_take_waiting(&desk, false, &key, 3200));
	assert_int_equal(verdict(&desk, 0, 3200), DESK_LOCKED);
	prompt_desk_release(&desk);
}

static void another_key_or_its_release_makes_a_new_press(void **state)
{
	struct prompt_desk desk;

	(void)state;
	set_up(&desk);
	press(&desk, Y, DESK_USE_ALLOW, 1000);
	press(&desk, J, DESK_USE_NONE, 1300);
	assert_int_equal(press(&desk, Y, DESK_USE_ALLOW, 1600), DESK_FREE);
	prompt_desk_let_go(&desk, Y);
	assert_int_equal(press(&desk, Y, DESK_USE_ALLOW, 1700), DESK_FREE);
	/* Another key's release does not concern this one. */
	prompt_desk_let_go(&desk, J);
	assert_int_equal(press(&desk, Y, DESK_USE_ALLOW, 1800), DESK_HELD);
	prompt_desk_release(&desk);
}

static void a_key_that_came_with_an_esc_is_held_without_it(void **state)
{
	const struct key alt_y = { .ch = 'y', .mods = KEY_ALT };
	struct prompt_desk desk;

	(void)state;
	set_up(&desk);
	show(&desk, 1000);
	press(&desk, alt_y, DESK_USE_NONE, 2000);
	assert_int_equal(press(&desk, Y, DESK_USE_ALLOW, 2513), DESK_HELD);
	assert_int_equal(press(&desk, Y, DESK_USE_ALLOW, 2550), DESK_HELD);
	/* Alone, after a rest, it is a press. */
	assert_int_equal(press(&desk, Y, DESK_USE_ALLOW, 3550), DESK_WAITS);
	prompt_desk_release(&desk);
}

static void a_repeat_that_the_terminal_tells_is_no_press(void **state)
{
	struct prompt_desk desk;

	(void)state;
	set_up(&desk);
	press(&desk, Y, DESK_USE_ALLOW, 1000);
	/* However long the keyboard waits before it repeats. */
	prompt_desk_repeats(&desk);
	assert_int_equal(press(&desk, Y, DESK_USE_ALLOW, 4000), DESK_HELD);
	/* Nor is a key that continues after another one. */
	press(&desk, J, DESK_USE_NONE, 5000);
	prompt_desk_repeats(&desk);
	assert_int_equal(press(&desk, Y, DESK_USE_ALLOW, 5300), DESK_HELD);
	prompt_desk_let_go(&desk, Y);
	assert_int_equal(press(&desk, Y, DESK_USE_ALLOW, 5600), DESK_FREE);
	prompt_desk_release(&desk);
}

static void a_reject_waits_for_nothing_but_its_own_repeats(void **state)
{
	struct prompt_desk desk;

	(void)state;
	set_up(&desk);
	assert_int_equal(press(&desk, N, DESK_USE_DENY, 10), DESK_FREE);
	assert_int_equal(press(&desk, N, DESK_USE_DENY, 700), DESK_HELD);
	assert_int_equal(press(&desk, N, DESK_USE_DENY, 1700), DESK_FREE);
	prompt_desk_release(&desk);
}

static void keys_that_move_or_write_repeat(void **state)
{
	struct prompt_desk desk;

	(void)state;
	set_up(&desk);
	press(&desk, J, DESK_USE_NONE, 1000);
	assert_int_equal(press(&desk, J, DESK_USE_NONE, 1030), DESK_FREE);
	/* But not those that opened the dialog. */
	prompt_desk_open(&desk, 2, false);
	assert_int_equal(press(&desk, J, DESK_USE_NONE, 1060), DESK_HELD);
	assert_int_equal(press(&desk, J, DESK_USE_STEP, 1090), DESK_FREE);
	prompt_desk_release(&desk);
}

static void what_was_not_seen_is_asked_for_by_the_same_key(void **state)
{
	struct prompt_desk desk;
	const struct key all = { .ch = 'I' };

	(void)state;
	set_up(&desk);
	show(&desk, 1000);
	press(&desk, Y, DESK_USE_ALLOW, 1600);
	assert_int_equal(verdict(&desk, 3, 1600), DESK_TOO_QUICK);
	prompt_desk_quiet(&desk, GUARD, 2000);
	assert_int_equal(verdict(&desk, 3, 2000), DESK_ASK_AGAIN);
	prompt_desk_ask(&desk, "again?");
	assert_int_equal(verdict(&desk, 3, 2000), DESK_LOCKED);
	show(&desk, 2000);
	prompt_desk_quiet(&desk, GUARD, 3000);
	assert_int_equal(verdict(&desk, 3, 3000), DESK_YES);
	prompt_desk_press(&desk, all, 3000);
	assert_int_equal(verdict(&desk, 3, 3000), DESK_ASK_AGAIN);
	/* Another note replaces the question. */
	prompt_desk_press(&desk, Y, 3000);
	prompt_desk_note(&desk, "read-only", 3000);
	assert_int_equal(verdict(&desk, 3, 3000), DESK_ASK_AGAIN);
	prompt_desk_release(&desk);
}

static void letters_behind_a_text_that_was_left_allow_nothing(void **state)
{
	struct prompt_desk desk;
	const struct key down = { .sym = KEY_SYM_DOWN };

	(void)state;
	set_up(&desk);
	prompt_desk_left_text(&desk);
	assert_int_equal(press(&desk, Y, DESK_USE_ALLOW, 1000), DESK_TYPED);
	assert_int_equal(press(&desk, J, DESK_USE_NONE, 2000), DESK_FREE);
	assert_int_equal(press(&desk, Y, DESK_USE_ALLOW, 3000), DESK_TYPED);
	/* Rejecting is always possible. */
	assert_int_equal(press(&desk, N, DESK_USE_DENY, 4000), DESK_FREE);
	press(&desk, down, DESK_USE_NONE, 5000);
	assert_int_equal(press(&desk, Y, DESK_USE_ALLOW, 6000), DESK_FREE);
	prompt_desk_release(&desk);
}

static void another_revision_than_was_seen_is_locked(void **state)
{
	struct prompt_desk desk;

	(void)state;
	set_up(&desk);
	show(&desk, 1000);
	prompt_desk_quiet(&desk, GUARD, 2000);
	assert_int_equal(
		prompt_desk_allow(&desk, REVISION + 1, 0, 0, GUARD, 2000),
		DESK_LOCKED);
	/* So does another number of identical ones. */
	prompt_desk_drawn(&desk, REVISION, true, 2);
	prompt_desk_written(&desk, true, false, 2000);
	prompt_desk_quiet(&desk, GUARD, 3000);
	assert_int_equal(prompt_desk_allow(&desk, REVISION, 0, 3, GUARD, 3000),
			 DESK_LOCKED);
	assert_int_equal(prompt_desk_allow(&desk, REVISION, 0, 2, GUARD, 3000),
			 DESK_YES);
	prompt_desk_release(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
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
		cmocka_unit_test(what_changed_has_no_keys_before_it_shows),
		cmocka_unit_test(looking_again_locks_and_ends_what_was_asked),
		cmocka_unit_test(keys_before_it_is_seen_are_not_its_own),
		cmocka_unit_test(
			what_is_typed_for_a_dialog_that_ends_is_no_command),
		cmocka_unit_test(a_held_key_decides_once),
		cmocka_unit_test(
			the_same_key_counts_after_a_rest_if_none_follows),
		cmocka_unit_test(what_locks_while_a_key_waits_keeps_it_out),
		cmocka_unit_test(another_key_or_its_release_makes_a_new_press),
		cmocka_unit_test(
			a_key_that_came_with_an_esc_is_held_without_it),
		cmocka_unit_test(a_repeat_that_the_terminal_tells_is_no_press),
		cmocka_unit_test(
			a_reject_waits_for_nothing_but_its_own_repeats),
		cmocka_unit_test(keys_that_move_or_write_repeat),
		cmocka_unit_test(
			what_was_not_seen_is_asked_for_by_the_same_key),
		cmocka_unit_test(
			letters_behind_a_text_that_was_left_allow_nothing),
		cmocka_unit_test(another_revision_than_was_seen_is_locked),
	};

	return cmocka_run_group_tests_name("prompt-desk", tests, NULL, NULL);
}
