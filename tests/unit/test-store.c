#include "config.h"

#include "src/store/store.h"

#include <string.h>

#include "src/base/timestamp.h"
#include "tests/unit/test.h"

static void list(struct store *store, const char *id, int64_t active,
		 int64_t pinned)
{
	struct conversation_summary summary = {
		.id = (char *)(uintptr_t)id,
		.last_activated_ms = active,
		.pinned_ms = pinned,
		.events_count = 1,
	};

	store_list_entry(store, 0, &summary);
}

static void the_order_is_waiting_running_pinned_recent(void **state)
{
	struct conversation *order[5];
	struct store store;

	(void)state;
	store_init(&store);
	store_begin_list(&store, 0);
	list(&store, "old", 1, TIMESTAMP_NONE);
	list(&store, "new", 9, TIMESTAMP_NONE);
	list(&store, "pinned", 0, 5);
	list(&store, "running", 0, TIMESTAMP_NONE);
	list(&store, "waiting", 0, TIMESTAMP_NONE);
	store_find(&store, 0, "running")->turn_active = true;
	store_find(&store, 0, "waiting")->waiting = 1;
	assert_int_equal(store_order(&store, order), 5);
	assert_string_equal(order[0]->id, "waiting");
	assert_string_equal(order[1]->id, "running");
	assert_string_equal(order[2]->id, "pinned");
	assert_string_equal(order[3]->id, "new");
	assert_string_equal(order[4]->id, "old");
	store_release(&store);
}

static void what_is_no_longer_listed_stays_known(void **state)
{
	struct conversation *order[2];
	struct store store;

	(void)state;
	store_init(&store);
	store_begin_list(&store, 0);
	list(&store, "a", 1, TIMESTAMP_NONE);
	list(&store, "b", 2, TIMESTAMP_NONE);
	store_begin_list(&store, 0);
	list(&store, "b", 2, TIMESTAMP_NONE);
	assert_int_equal(store_order(&store, order), 1);
	assert_non_null(store_find(&store, 0, "a"));
	store_release(&store);
}

static void hosts_do_not_share_conversations(void **state)
{
	struct store store;

	(void)state;
	store_init(&store);
	assert_ptr_not_equal(store_get(&store, 0, "1"),
			     store_get(&store, 1, "1"));
	assert_int_equal(store.count, 2);
	store_release(&store);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_order_is_waiting_running_pinned_recent),
		cmocka_unit_test(what_is_no_longer_listed_stays_known),
		cmocka_unit_test(hosts_do_not_share_conversations),
	};

	return cmocka_run_group_tests_name("store", tests, NULL, NULL);
}
