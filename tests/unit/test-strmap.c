#include "config.h"

#include "src/base/strmap.h"

#include <stdio.h>

#include "tests/unit/test.h"

static void what_was_put_is_found_until_it_is_removed(void **state)
{
	static int values[1000];
	struct strmap map = STRMAP_INIT;
	char key[16];

	(void)state;
	for (int i = 0; i < 1000; i++) {
		snprintf(key, sizeof(key), "key %d", i);
		assert_null(strmap_put(&map, slice_str(key), &values[i]));
	}
	for (int i = 0; i < 1000; i += 3) {
		snprintf(key, sizeof(key), "key %d", i);
		assert_ptr_equal(strmap_remove(&map, slice_str(key)),
				 &values[i]);
	}
	for (int i = 0; i < 1000; i++) {
		snprintf(key, sizeof(key), "key %d", i);
		assert_ptr_equal(strmap_get(&map, slice_str(key)),
				 i % 3 ? &values[i] : NULL);
	}
	strmap_release(&map);
}

static void putting_again_returns_the_value_before(void **state)
{
	struct strmap map = STRMAP_INIT;
	int one, two;

	(void)state;
	assert_null(strmap_put(&map, SLICE("k"), &one));
	assert_ptr_equal(strmap_put(&map, SLICE("k"), &two), &one);
	assert_int_equal(map.count, 1);
	strmap_release(&map);
}

static void a_key_may_hold_any_bytes(void **state)
{
	struct strmap map = STRMAP_INIT;
	int a, b;

	(void)state;
	strmap_put(&map, SLICE("a\0b"), &a);
	strmap_put(&map, SLICE("a\0c"), &b);
	assert_ptr_equal(strmap_get(&map, SLICE("a\0b")), &a);
	assert_null(strmap_get(&map, SLICE("a")));
	strmap_release(&map);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_put_is_found_until_it_is_removed),
		cmocka_unit_test(putting_again_returns_the_value_before),
		cmocka_unit_test(a_key_may_hold_any_bytes),
	};

	return cmocka_run_group_tests_name("strmap", tests, NULL, NULL);
}
