#include "config.h"

#include "proto/json.h"

#include <math.h>
#include <string.h>

#include "tests/unit/test.h"

static struct json *parse(const char *text)
{
	struct strbuf err = STRBUF_INIT;
	struct json *root = json_parse(slice_str(text), &err);

	if (!root)
		fail_msg("%s: %s", text, err.buf);
	strbuf_release(&err);
	return root;
}

static void values_are_found_by_their_keys(void **state)
{
	struct json *root = parse("{\"a\":{\"c\":\"d\"},\"n\":-1.5,"
				  "\"yes\":true,\"no\":false,\"e\":{}}");

	(void)state;
	assert_string_equal(
		json_string(json_get(json_get(root, "a"), "c"), "?"), "d");
	assert_true(json_number(json_get(root, "n"), 0) == -1.5);
	assert_true(json_bool(json_get(root, "yes"), false));
	assert_false(json_bool(json_get(root, "no"), true));
	assert_null(json_get(json_get(root, "n"), "x"));
	assert_null(json_first(json_get(root, "e")));
	json_free(root);
}

static void another_type_gives_the_default(void **state)
{
	struct json *root = parse("{\"s\":\"x\",\"n\":1,\"z\":null}");

	(void)state;
	assert_string_equal(json_string(json_get(root, "n"), "?"), "?");
	assert_true(json_number(json_get(root, "s"), 7) == 7);
	assert_true(json_bool(json_get(root, "z"), true));
	assert_null(json_string(NULL, NULL));
	assert_null(json_get(NULL, "a"));
	assert_null(json_first(NULL));
	assert_null(json_next(NULL));
	assert_null(json_first(json_get(root, "s")));
	json_free(root);
	json_free(NULL);
}

static void members_are_walked_in_order(void **state)
{
	struct json *root = parse("{\"x\":[1,2,3],\"y\":null}");
	const struct json *each = json_first(root);
	double sum = 0;

	(void)state;
	for (const struct json *n = json_first(each); n; n = json_next(n))
		sum = sum * 10 + json_number(n, 0);
	assert_true(sum == 123);
	each = json_next(each);
	assert_non_null(each);
	assert_null(json_next(each));
	json_free(root);
}

static void keys_have_their_case_and_the_last_counts(void **state)
{
	struct json *root = parse("{\"a\":1,\"A\":2,\"a\":3}");

	(void)state;
	assert_true(json_number(json_get(root, "a"), 0) == 3);
	assert_true(json_number(json_get(root, "A"), 0) == 2);
	json_free(root);
}

static void what_cjson_cannot_read_is_repaired(void **state)
{
	struct json *root = parse(" {\"a\":\"x\\u0000y\",\"b\":\"\\ud800\","
				  "\"c\":\"\xff\",\"d\\u0000\":1} \n");

	(void)state;
	assert_string_equal(json_string(json_get(root, "a"), "?"),
			    "x\xef\xbf\xbdy");
	assert_string_equal(json_string(json_get(root, "b"), "?"),
			    "\xef\xbf\xbd");
	assert_string_equal(json_string(json_get(root, "c"), "?"),
			    "\xef\xbf\xbd");
	assert_true(json_number(json_get(root, "d\xef\xbf\xbd"), 0) == 1);
	json_free(root);
}

static void what_cjson_would_take_is_refused(void **state)
{
	static const char *const bad[] = {
		"",     "{} x",           "true1",    "012",
		"1.",   "0x10",           "\"a\nb\"", "{",
		"[1,]", "\xef\xbb\xbf{}", "{}{}",     "nul",
	};
	struct strbuf err = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		if (json_parse(slice_str(bad[i]), &err))
			fail_msg("taken: %s", bad[i]);
		assert_non_null(strstr(err.buf, "not JSON at byte"));
	}
	strbuf_release(&err);
}

static void a_thousand_levels_are_the_limit(void **state)
{
	struct strbuf text = STRBUF_INIT, err = STRBUF_INIT;
	struct json *root;

	(void)state;
	strbuf_addchars(&text, '[', 1000);
	strbuf_addchars(&text, ']', 1000);
	root = json_parse(strbuf_slice(&text), &err);
	assert_non_null(root);
	json_free(root);
	strbuf_insert(&text, 1000, "[]", 2);
	assert_null(json_parse(strbuf_slice(&text), &err));
	assert_non_null(strstr(err.buf, "nested too deep"));
	strbuf_release(&text);
	strbuf_release(&err);
}

static void a_number_without_room_is_infinite(void **state)
{
	struct json *root = parse("[1e999,9007199254740993]");

	(void)state;
	assert_true(isinf(json_number(json_first(root), 0)));
	assert_true(json_number(json_next(json_first(root)), 0) ==
		    9007199254740992.0);
	json_free(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_are_found_by_their_keys),
		cmocka_unit_test(another_type_gives_the_default),
		cmocka_unit_test(members_are_walked_in_order),
		cmocka_unit_test(keys_have_their_case_and_the_last_counts),
		cmocka_unit_test(what_cjson_cannot_read_is_repaired),
		cmocka_unit_test(what_cjson_would_take_is_refused),
		cmocka_unit_test(a_thousand_levels_are_the_limit),
		cmocka_unit_test(a_number_without_room_is_infinite),
	};

	return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
