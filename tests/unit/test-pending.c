#include "config.h"

#include "proto/pending.h"

#include "tests/unit/test.h"

static void an_answer_finds_its_request_by_id(void **state)
{
	struct pending pending = PENDING_INIT;
	struct pending_request request;

	(void)state;
	assert_string_equal(pending_add(&pending, PLUGIN_MESSAGE_READ_EVENTS,
					"17", 5, 1000),
			    "1");
	assert_string_equal(pending_add(&pending,
					PLUGIN_MESSAGE_LIST_CONVERSATIONS, NULL,
					6, 2000),
			    "2");
	assert_int_equal(pending_take(&pending, "2", &request), 0);
	assert_int_equal(request.type, PLUGIN_MESSAGE_LIST_CONVERSATIONS);
	assert_null(request.conversation);
	pending_request_release(&request);
	assert_int_equal(pending_take(&pending, "1", &request), 0);
	assert_int_equal(request.type, PLUGIN_MESSAGE_READ_EVENTS);
	assert_string_equal(request.conversation, "17");
	assert_int_equal(request.tag, 5);
	assert_int_equal(request.sent_ms, 1000);
	pending_request_release(&request);
	assert_int_equal(pending.count, 0);
	pending_release(&pending);
}

static void an_answer_without_id_is_the_oldests(void **state)
{
	struct pending pending = PENDING_INIT;
	struct pending_request request;

	(void)state;
	for (uint64_t tag = 0; tag < 5; tag++)
		pending_add(&pending, PLUGIN_MESSAGE_LOCK, "17", tag, 0);
	assert_int_equal(pending_take(&pending, "1", &request), 0);
	pending_request_release(&request);
	assert_int_equal(pending_take(&pending, NULL, &request), 0);
	assert_int_equal(request.tag, 1);
	pending_request_release(&request);
	assert_int_equal(pending.count, 3);
	pending_release(&pending);
}

static void an_unknown_id_takes_nothing(void **state)
{
	struct pending pending = PENDING_INIT;
	struct pending_request request;

	(void)state;
	assert_int_equal(pending_take(&pending, NULL, &request), -1);
	pending_add(&pending, PLUGIN_MESSAGE_LOCK, "17", 0, 0);
	assert_int_equal(pending_take(&pending, "01", &request), -1);
	assert_int_equal(pending.count, 1);
	pending_release(&pending);
}

static void an_id_is_never_used_twice(void **state)
{
	struct pending pending = PENDING_INIT;
	struct pending_request request;

	(void)state;
	pending_add(&pending, PLUGIN_MESSAGE_LOCK, "17", 0, 0);
	assert_int_equal(pending_take(&pending, "1", &request), 0);
	pending_request_release(&request);
	assert_string_equal(
		pending_add(&pending, PLUGIN_MESSAGE_UNLOCK, "17", 0, 0), "2");
	pending_release(&pending);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_answer_finds_its_request_by_id),
		cmocka_unit_test(an_answer_without_id_is_the_oldests),
		cmocka_unit_test(an_unknown_id_takes_nothing),
		cmocka_unit_test(an_id_is_never_used_twice),
	};

	return cmocka_run_group_tests_name("pending", tests, NULL, NULL);
}
