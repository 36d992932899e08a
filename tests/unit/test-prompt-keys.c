#include "config.h"

#include "ui/dialog/prompt-desk.h"

#include "tests/unit/desk-stage.h"
#include "tests/unit/test.h"

/* Which keys are a dialog's, and which press of one counts: doc/HACKING,
 * "Approvals". */

static const struct key Y = { .ch = 'y' }, N = { .ch = 'n' }, J = { .ch = 'j' };

static void what_changed_has_no_keys_before_it_shows(void **state)
{
	struct prompt_desk desk;

	(void)state;
	desk_set_up(&desk);
	desk_show(&desk, 1000);
	assert_int_equal(prompt_desk_route(&desk, Y, true, 2000), DESK_TOP);
	prompt_desk_changed(&desk, false);
	assert_int_equal(prompt_desk_route(&desk, Y, true, 3000), DESK_NOBODY);
	desk_show(&desk, 3010);
	assert_int_equal(prompt_desk_route(&desk, Y, true, 4000), DESK_TOP);
	prompt_desk_release(&desk);
}

static void keys_before_it_is_seen_are_not_its_own(void **state)
{
	struct prompt_desk desk;

	(void)state;
	prompt_desk_init(&desk);
	prompt_desk_open(&desk, 1, true);
	assert_int_equal(prompt_desk_route(&desk, Y, true, 1000), DESK_PANES);
	desk_show(&desk, 1010);
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
	desk_set_up(&desk);
	desk_show(&desk, 1000);
	prompt_desk_input(&desk, 1500);
	prompt_desk_close(&desk, true);
	assert_int_equal(prompt_desk_route(&desk, Y, false, 9000), DESK_NOBODY);
	prompt_desk_written(&desk, false, false, 9000);
	assert_int_equal(prompt_desk_route(&desk, Y, false, 9499), DESK_NOBODY);
	assert_int_equal(prompt_desk_route(&desk, Y, false, 9500), DESK_TOP);
	prompt_desk_release(&desk);
}

/* The key is still down: 25 repeats per second. */
static void assert_repeats_decide_nothing(struct prompt_desk *desk,
					  int64_t now_ms)
{
	struct key key;

	for (int i = 0; i < 100; i++, now_ms += 40) {
		assert_int_not_equal(
			desk_press(desk, Y, DESK_USE_ALLOW, now_ms), DESK_FREE);
		assert_false(prompt_desk_take_waiting(desk, false, &key,
						      now_ms + 39));
	}
}

/* Every delay before a key repeats that a keyboard may have. */
static void a_held_key_decides_once(void **state)
{
	(void)state;
	for (int64_t delay_ms = 150; delay_ms <= 2000; delay_ms += 50) {
		struct prompt_desk desk;
		int64_t now_ms = 1000;

		desk_set_up(&desk);
		assert_int_equal(desk_press(&desk, Y, DESK_USE_ALLOW, now_ms),
				 DESK_FREE);
		prompt_desk_open(&desk, 2, false);
		assert_repeats_decide_nothing(&desk, now_ms + delay_ms);
		prompt_desk_release(&desk);
	}
}

/* The letter went into a field that the host's change closed, or to a layer
 * above the dialog: its first repeat is no separate press either. */
static void a_held_letter_of_a_text_decides_nothing(void **state)
{
	(void)state;
	for (int64_t delay_ms = 150; delay_ms <= 2000; delay_ms += 50) {
		struct prompt_desk desk;
		int64_t now_ms = 1000;

		desk_set_up(&desk);
		assert_int_equal(desk_press(&desk, Y, DESK_USE_NONE, now_ms),
				 DESK_FREE);
		prompt_desk_changed(&desk, false);
		desk_show(&desk, now_ms);
		assert_repeats_decide_nothing(&desk, now_ms + delay_ms);
		prompt_desk_release(&desk);
	}
}

static void the_same_key_counts_after_a_rest_if_none_follows(void **state)
{
	struct prompt_desk desk;
	struct key key;

	(void)state;
	desk_set_up(&desk);
	desk_press(&desk, Y, DESK_USE_ALLOW, 1000);
	assert_int_equal(desk_press(&desk, Y, DESK_USE_ALLOW, 1999), DESK_HELD);
	desk_show(&desk, 2000);
	assert_int_equal(desk_press(&desk, Y, DESK_USE_ALLOW, 2999),
			 DESK_WAITS);
	assert_int_equal(prompt_desk_wake_ms(&desk), 3099);
	assert_false(prompt_desk_take_waiting(&desk, false, &key, 3098));
	assert_true(prompt_desk_take_waiting(&desk, false, &key, 3099));
	assert_true(key_equal(key, Y));
	/* It is judged by the time when it was pressed. */
	assert_int_equal(desk_allow(&desk, 0, 3099), DESK_YES);
	prompt_desk_judged(&desk);
	assert_int_equal(desk_allow(&desk, 0, 3099), DESK_TOO_QUICK);
	prompt_desk_release(&desk);
}

static void what_locks_while_a_key_waits_keeps_it_out(void **state)
{
	struct prompt_desk desk;
	struct key key;

	(void)state;
	desk_set_up(&desk);
	desk_press(&desk, Y, DESK_USE_ALLOW, 1000);
	desk_show(&desk, 1000);
	assert_int_equal(desk_press(&desk, Y, DESK_USE_ALLOW, 3000),
			 DESK_WAITS);
	prompt_desk_changed(&desk, false);
	desk_show(&desk, 3010);
	assert_false(prompt_desk_take_waiting(&desk, false, &key, 3200));
	assert_int_equal(desk_allow(&desk, 0, 3200), DESK_LOCKED);
	prompt_desk_release(&desk);
}

static void a_key_that_waits_when_a_paste_comes_is_dropped(void **state)
{
	struct prompt_desk desk;
	struct key key;

	(void)state;
	desk_set_up(&desk);
	desk_press(&desk, Y, DESK_USE_ALLOW, 1000);
	desk_show(&desk, 1000);
	assert_int_equal(desk_press(&desk, Y, DESK_USE_ALLOW, 3000),
			 DESK_WAITS);
	prompt_desk_paste(&desk, 3000);
	/* It may be the same key's repeat. */
	desk_press(&desk, Y, DESK_USE_ALLOW, 3000);
	assert_false(prompt_desk_take_waiting(&desk, false, &key, 3200));
	prompt_desk_release(&desk);
}

static void another_key_or_its_release_makes_a_new_press(void **state)
{
	struct prompt_desk desk;

	(void)state;
	desk_set_up(&desk);
	desk_press(&desk, Y, DESK_USE_ALLOW, 1000);
	desk_press(&desk, J, DESK_USE_NONE, 1300);
	assert_int_equal(desk_press(&desk, Y, DESK_USE_ALLOW, 1600), DESK_FREE);
	prompt_desk_let_go(&desk, Y);
	assert_int_equal(desk_press(&desk, Y, DESK_USE_ALLOW, 1700), DESK_FREE);
	/* Another key's release does not concern this one. */
	prompt_desk_let_go(&desk, J);
	assert_int_equal(desk_press(&desk, Y, DESK_USE_ALLOW, 1800), DESK_HELD);
	prompt_desk_release(&desk);
}

static void a_key_that_came_with_an_esc_is_held_without_it(void **state)
{
	const struct key alt_y = { .ch = 'y', .mods = KEY_ALT };
	struct prompt_desk desk;

	(void)state;
	desk_set_up(&desk);
	desk_show(&desk, 1000);
	desk_press(&desk, alt_y, DESK_USE_NONE, 2000);
	assert_int_equal(desk_press(&desk, Y, DESK_USE_ALLOW, 2513), DESK_HELD);
	assert_int_equal(desk_press(&desk, Y, DESK_USE_ALLOW, 2550), DESK_HELD);
	/* Alone, after a rest, it is a press. */
	assert_int_equal(desk_press(&desk, Y, DESK_USE_ALLOW, 3550),
			 DESK_WAITS);
	prompt_desk_release(&desk);
}

static void a_repeat_that_the_terminal_tells_is_no_press(void **state)
{
	struct prompt_desk desk;

	(void)state;
	desk_set_up(&desk);
	desk_press(&desk, Y, DESK_USE_ALLOW, 1000);
	/* However long the keyboard waits before it repeats. */
	prompt_desk_repeats(&desk);
	assert_int_equal(desk_press(&desk, Y, DESK_USE_ALLOW, 4000), DESK_HELD);
	/* Nor is a key that continues after another one. */
	desk_press(&desk, J, DESK_USE_NONE, 5000);
	prompt_desk_repeats(&desk);
	assert_int_equal(desk_press(&desk, Y, DESK_USE_ALLOW, 5300), DESK_HELD);
	prompt_desk_let_go(&desk, Y);
	assert_int_equal(desk_press(&desk, Y, DESK_USE_ALLOW, 5600), DESK_FREE);
	prompt_desk_release(&desk);
}

static void a_reject_waits_for_nothing_but_its_own_repeats(void **state)
{
	struct prompt_desk desk;

	(void)state;
	desk_set_up(&desk);
	assert_int_equal(desk_press(&desk, N, DESK_USE_DENY, 10), DESK_FREE);
	assert_int_equal(desk_press(&desk, N, DESK_USE_DENY, 700), DESK_HELD);
	assert_int_equal(desk_press(&desk, N, DESK_USE_DENY, 1700), DESK_FREE);
	prompt_desk_release(&desk);
}

static void keys_that_move_or_write_repeat(void **state)
{
	struct prompt_desk desk;

	(void)state;
	desk_set_up(&desk);
	desk_press(&desk, J, DESK_USE_NONE, 1000);
	assert_int_equal(desk_press(&desk, J, DESK_USE_NONE, 1030), DESK_FREE);
	/* But not those that opened the dialog. */
	prompt_desk_open(&desk, 2, false);
	assert_int_equal(desk_press(&desk, J, DESK_USE_NONE, 1060), DESK_HELD);
	assert_int_equal(desk_press(&desk, J, DESK_USE_STEP, 1090), DESK_FREE);
	prompt_desk_release(&desk);
}

static void what_was_not_seen_is_asked_for_by_the_same_key(void **state)
{
	struct prompt_desk desk;
	const struct key all = { .ch = 'I' };

	(void)state;
	desk_set_up(&desk);
	desk_show(&desk, 1000);
	desk_press(&desk, Y, DESK_USE_ALLOW, 1600);
	assert_int_equal(desk_allow(&desk, 3, 1600), DESK_TOO_QUICK);
	prompt_desk_quiet(&desk, DESK_GUARD, 2000);
	assert_int_equal(desk_allow(&desk, 3, 2000), DESK_ASK_AGAIN);
	prompt_desk_ask(&desk, "again?");
	assert_int_equal(desk_allow(&desk, 3, 2000), DESK_LOCKED);
	desk_show(&desk, 2000);
	prompt_desk_quiet(&desk, DESK_GUARD, 3000);
	assert_int_equal(desk_allow(&desk, 3, 3000), DESK_YES);
	prompt_desk_press(&desk, all, 3000);
	assert_int_equal(desk_allow(&desk, 3, 3000), DESK_ASK_AGAIN);
	/* Another note replaces the question. */
	prompt_desk_press(&desk, Y, 3000);
	prompt_desk_note(&desk, "read-only", 3000);
	assert_int_equal(desk_allow(&desk, 3, 3000), DESK_ASK_AGAIN);
	prompt_desk_release(&desk);
}

static void letters_behind_a_text_that_was_left_allow_nothing(void **state)
{
	struct prompt_desk desk;
	const struct key down = { .sym = KEY_SYM_DOWN };

	(void)state;
	desk_set_up(&desk);
	prompt_desk_left_text(&desk);
	assert_int_equal(desk_press(&desk, Y, DESK_USE_ALLOW, 1000),
			 DESK_TYPED);
	assert_int_equal(desk_press(&desk, J, DESK_USE_NONE, 2000), DESK_FREE);
	assert_int_equal(desk_press(&desk, Y, DESK_USE_ALLOW, 3000),
			 DESK_TYPED);
	/* Rejecting is always possible. */
	assert_int_equal(desk_press(&desk, N, DESK_USE_DENY, 4000), DESK_FREE);
	desk_press(&desk, down, DESK_USE_NONE, 5000);
	assert_int_equal(desk_press(&desk, Y, DESK_USE_ALLOW, 6000), DESK_FREE);
	prompt_desk_release(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_changed_has_no_keys_before_it_shows),
		cmocka_unit_test(keys_before_it_is_seen_are_not_its_own),
		cmocka_unit_test(
			what_is_typed_for_a_dialog_that_ends_is_no_command),
		cmocka_unit_test(a_held_key_decides_once),
		cmocka_unit_test(a_held_letter_of_a_text_decides_nothing),
		cmocka_unit_test(
			the_same_key_counts_after_a_rest_if_none_follows),
		cmocka_unit_test(what_locks_while_a_key_waits_keeps_it_out),
		cmocka_unit_test(
			a_key_that_waits_when_a_paste_comes_is_dropped),
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
	};

	return cmocka_run_group_tests_name("prompt-keys", tests, NULL, NULL);
}
