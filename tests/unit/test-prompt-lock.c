#include "config.h"

#include "ui/dialog/prompt-lock.h"

#include "tests/unit/test.h"

#define GUARD PROMPT_LOCK_GUARD_MS

static struct prompt_lock shown_at(int64_t now_ms)
{
	struct prompt_lock lock = PROMPT_LOCK_INIT;

	prompt_lock_show(&lock, 7, 1);
	prompt_lock_written(&lock, now_ms);
	/* Whenever checked, no input is left to read. */
	prompt_lock_empty(&lock, INT64_MAX);
	return lock;
}

static void a_key_that_may_be_older_than_the_frame_is_none(void **state)
{
	struct prompt_lock lock = shown_at(1000);

	(void)state;
	/* We were busy until 5000: it may have been pressed at any time. */
	prompt_lock_empty(&lock, 1499);
	assert_false(prompt_lock_open(&lock, 7, 1, GUARD, 5000));
	prompt_lock_empty(&lock, 1500);
	assert_true(prompt_lock_open(&lock, 7, 1, GUARD, 5000));
}

static void what_was_read_of_one_opens_no_other(void **state)
{
	struct prompt_lock lock = shown_at(1000);

	(void)state;
	/* Of the same revision, without a frame between. */
	prompt_lock_show(&lock, 8, 1);
	assert_false(prompt_lock_seen(&lock));
	assert_false(prompt_lock_open(&lock, 8, 1, GUARD, 99999));
}

static void it_opens_when_the_guard_time_has_passed(void **state)
{
	struct prompt_lock lock = shown_at(1000);

	(void)state;
	assert_false(prompt_lock_open(&lock, 7, 1, GUARD, 1499));
	assert_true(prompt_lock_open(&lock, 7, 1, GUARD, 1500));
}

static void a_frame_that_was_not_written_does_not_count(void **state)
{
	struct prompt_lock lock = PROMPT_LOCK_INIT;

	(void)state;
	prompt_lock_show(&lock, 7, 1);
	assert_false(prompt_lock_open(&lock, 7, 1, GUARD, 99999));
	assert_false(prompt_lock_seen(&lock));
}

static void input_within_the_quiet_time_keeps_it_closed(void **state)
{
	struct prompt_lock lock = shown_at(1000);

	(void)state;
	prompt_lock_input(&lock, 1400);
	assert_false(prompt_lock_open(&lock, 7, 1, GUARD, 1649));
	assert_true(prompt_lock_open(&lock, 7, 1, GUARD, 1650));
}

static void a_held_key_never_opens_it(void **state)
{
	struct prompt_lock lock = shown_at(1000);

	(void)state;
	for (int64_t now = 1030; now < 10000; now += 30) {
		assert_false(prompt_lock_open(&lock, 7, 1, GUARD, now));
		prompt_lock_input(&lock, now);
	}
}

static void another_prompt_or_content_locks_anew(void **state)
{
	struct prompt_lock lock = shown_at(1000);

	(void)state;
	assert_false(prompt_lock_open(&lock, 8, 1, GUARD, 5000));
	assert_false(prompt_lock_open(&lock, 7, 2, GUARD, 5000));
	prompt_lock_show(&lock, 7, 2);
	assert_false(prompt_lock_open(&lock, 7, 2, GUARD, 5000));
	prompt_lock_written(&lock, 5000);
	assert_false(prompt_lock_open(&lock, 7, 2, GUARD, 5400));
	assert_true(prompt_lock_open(&lock, 7, 2, GUARD, 5500));
}

static void showing_the_same_again_keeps_its_time(void **state)
{
	struct prompt_lock lock = shown_at(1000);

	(void)state;
	prompt_lock_show(&lock, 7, 1);
	prompt_lock_written(&lock, 1400);
	assert_true(prompt_lock_open(&lock, 7, 1, GUARD, 1500));
}

static void hiding_it_locks(void **state)
{
	struct prompt_lock lock = shown_at(1000);

	(void)state;
	prompt_lock_hide(&lock);
	assert_false(prompt_lock_open(&lock, 7, 1, GUARD, 5000));
}

static void it_tells_when_it_opens_by_itself(void **state)
{
	struct prompt_lock lock = shown_at(1000);

	(void)state;
	assert_int_equal(prompt_lock_opens_ms(&lock, GUARD), 1500);
	prompt_lock_input(&lock, 1490);
	assert_int_equal(prompt_lock_opens_ms(&lock, GUARD), 1740);
	prompt_lock_reset(&lock);
	assert_true(prompt_lock_opens_ms(&lock, GUARD) == PROMPT_LOCK_NEVER);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_read_of_one_opens_no_other),
		cmocka_unit_test(it_opens_when_the_guard_time_has_passed),
		cmocka_unit_test(
			a_key_that_may_be_older_than_the_frame_is_none),
		cmocka_unit_test(a_frame_that_was_not_written_does_not_count),
		cmocka_unit_test(input_within_the_quiet_time_keeps_it_closed),
		cmocka_unit_test(a_held_key_never_opens_it),
		cmocka_unit_test(another_prompt_or_content_locks_anew),
		cmocka_unit_test(showing_the_same_again_keeps_its_time),
		cmocka_unit_test(hiding_it_locks),
		cmocka_unit_test(it_tells_when_it_opens_by_itself),
	};

	return cmocka_run_group_tests_name("prompt-lock", tests, NULL, NULL);
}
