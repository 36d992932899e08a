#include "config.h"

#include "src/base/timestamp.h"

#include "tests/unit/test.h"

static void both_of_jps_forms_are_read(void **state)
{
	const int64_t at = 1773839946800;

	(void)state;
	assert_int_equal(timestamp_parse(SLICE("2026-03-18 13:19:06.8")), at);
	assert_int_equal(timestamp_parse(SLICE("2026-03-18T13:19:06.8Z")), at);
	assert_int_equal(
		timestamp_parse(SLICE("2026-03-18T14:19:06.800999123+01:00")),
		at);
	assert_int_equal(timestamp_parse(SLICE("1970-01-01 00:00:00.0")), 0);
}

static void what_is_no_time_gives_none(void **state)
{
	(void)state;
	assert_true(timestamp_parse(SLICE("")) == TIMESTAMP_NONE);
	assert_true(timestamp_parse(SLICE("2026-03-18")) == TIMESTAMP_NONE);
	assert_true(timestamp_parse(SLICE("2026-13-18 00:00:00.0")) ==
		    TIMESTAMP_NONE);
	assert_true(timestamp_parse(SLICE("2026-03-18 13:19:06.8x")) ==
		    TIMESTAMP_NONE);
}

static void what_is_written_is_read_back(void **state)
{
	static const int64_t times[] = {
		0, 1, 999, 951782400000, -1, 4102444799999, 1773839946800
	};

	(void)state;
	for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
		struct strbuf text = STRBUF_INIT;

		timestamp_add_stored(&text, times[i]);
		assert_int_equal(timestamp_parse(strbuf_slice(&text)),
				 times[i]);
		strbuf_reset(&text);
		timestamp_add_rfc3339(&text, times[i]);
		assert_int_equal(timestamp_parse(strbuf_slice(&text)),
				 times[i]);
		strbuf_release(&text);
	}
}

static void a_stored_time_has_at_least_one_digit_of_fraction(void **state)
{
	struct strbuf text = STRBUF_INIT;

	(void)state;
	timestamp_add_stored(&text, 1000);
	assert_string_equal(text.buf, "1970-01-01 00:00:01.0");
	strbuf_release(&text);
}

static void an_age_ticks_when_its_text_changes(void **state)
{
	(void)state;
	for (int64_t span = 0; span < 200000; span += 777) {
		struct strbuf now = STRBUF_INIT, before = STRBUF_INIT,
			      after = STRBUF_INIT;
		int64_t in = timestamp_age_ticks_in(span);

		timestamp_add_age(&now, span);
		timestamp_add_age(&before, span + in - 1);
		timestamp_add_age(&after, span + in);
		assert_string_equal(now.buf, before.buf);
		assert_string_not_equal(now.buf, after.buf);
		strbuf_release(&now);
		strbuf_release(&before);
		strbuf_release(&after);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_of_jps_forms_are_read),
		cmocka_unit_test(what_is_no_time_gives_none),
		cmocka_unit_test(what_is_written_is_read_back),
		cmocka_unit_test(
			a_stored_time_has_at_least_one_digit_of_fraction),
		cmocka_unit_test(an_age_ticks_when_its_text_changes),
	};

	return cmocka_run_group_tests_name("timestamp", tests, NULL, NULL);
}
