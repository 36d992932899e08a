#include "config.h"

#include "src/base/clock.h"

#include <limits.h>

#include "tests/unit/test.h"

static void poll_waits_until_then(void **state)
{
	(void)state;
	assert_int_equal(clock_poll_ms(-1, 5), -1);
	assert_int_equal(clock_poll_ms(5, 5), 0);
	assert_int_equal(clock_poll_ms(0, 5), 0);
	assert_int_equal(clock_poll_ms(12, 5), 7);
}

static void a_wait_beyond_24_days_is_not_cut_to_none(void **state)
{
	const int64_t days = INT64_C(24) * 3600 * 1000;

	(void)state;
	assert_int_equal(clock_poll_ms(30 * days, 0), INT_MAX);
	assert_int_equal(clock_poll_ms(INT64_MAX, 0), INT_MAX);
}

static void a_pause_doubles_with_each_failure_up_to_its_maximum(void **state)
{
	(void)state;
	assert_int_equal(backoff_ms(1000, 60000, 0), 1000);
	assert_int_equal(backoff_ms(1000, 60000, 1), 2000);
	assert_int_equal(backoff_ms(1000, 60000, 5), 32000);
	assert_int_equal(backoff_ms(1000, 60000, 6), 60000);
	assert_int_equal(backoff_ms(1000, 60000, INT64_MAX), 60000);
	assert_int_equal(backoff_ms(9, 5, 0), 5);
	assert_int_equal(backoff_ms(0, 60000, 3), 0);
}

static void nobody_sleeps_while_this_runs(void **state)
{
	int64_t before = clock_slept_ms();

	(void)state;
	assert_true(before >= -1);
	assert_in_range(clock_slept_ms() - before + 1, 0, 500);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(poll_waits_until_then),
		cmocka_unit_test(a_wait_beyond_24_days_is_not_cut_to_none),
		cmocka_unit_test(
			a_pause_doubles_with_each_failure_up_to_its_maximum),
		cmocka_unit_test(nobody_sleeps_while_this_runs),
	};

	return cmocka_run_group_tests_name("clock", tests, NULL, NULL);
}
