#include "config.h"

#include "src/jphost/commands/lock-wait.h"

#include "tests/unit/test.h"

static void a_duration_is_what_humantime_takes(void **state)
{
	(void)state;
	assert_int_equal(lock_wait_parse_ms("0"), 0);
	assert_int_equal(lock_wait_parse_ms("30s"), 30000);
	assert_int_equal(lock_wait_parse_ms("1m 30sec"), 90000);
	assert_int_equal(lock_wait_parse_ms("2h5ms"), 7200005);
	assert_int_equal(lock_wait_parse_ms("1 day"), -1);
	assert_int_equal(lock_wait_parse_ms("30"), -1);
	assert_int_equal(lock_wait_parse_ms("s"), -1);
	assert_int_equal(lock_wait_parse_ms(""), -1);
	assert_int_equal(lock_wait_parse_ms("-1s"), -1);
	assert_int_equal(lock_wait_parse_ms("999999999999d"), -1);
	assert_int_equal(lock_wait_parse_ms("10s x"), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_duration_is_what_humantime_takes),
	};

	return cmocka_run_group_tests_name("lock-wait", tests, NULL, NULL);
}
