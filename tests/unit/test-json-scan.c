#include "config.h"

#include "proto/json-scan.h"
#include "proto/json-write.h"

#include <string.h>

#include "src/base/utf8.h"
#include "src/base/xalloc.h"
#include "tests/unit/test.h"

static void assert_slice(struct slice got, const char *want)
{
	char text[256];

	assert_true(got.len < sizeof(text));
	if (got.len)
		memcpy(text, got.ptr, got.len);
	text[got.len] = '\0';
	assert_string_equal(text, want);
}

static void assert_text(struct slice value, const char *want)
{
	struct strbuf out = STRBUF_INIT;

	assert_true(json_string_add(&out, value));
	assert_string_equal(out.buf, want);
	assert_int_equal(out.len, strlen(want));
	strbuf_release(&out);
}

static void a_walk_gives_the_members_as_they_stand(void **state)
{
	struct json_walk walk = json_walk_begin(SLICE(
		" { \"a\" : [1, {\"x\":\"]\"}] ,\"b\":\"\\\"}\", \"c\":-1e3} "));
	struct json_member m;

	(void)state;
	assert_true(json_walk_next(&walk, &m));
	assert_slice(m.key, "a");
	assert_slice(m.value, "[1, {\"x\":\"]\"}]");
	assert_int_equal(m.type, JSON_ARRAY);
	assert_true(json_walk_next(&walk, &m));
	assert_slice(m.key, "b");
	assert_slice(m.value, "\"\\\"}\"");
	assert_int_equal(m.type, JSON_STRING);
	assert_true(json_walk_next(&walk, &m));
	assert_slice(m.value, "-1e3");
	assert_int_equal(m.type, JSON_NUMBER);
	assert_false(json_walk_next(&walk, &m));
	assert_false(walk.failed);
	assert_false(json_walk_next(&walk, &m));
}

static void an_array_is_walked_without_keys(void **state)
{
	struct json_walk walk = json_walk_begin(SLICE("[true,null,\"\"]"));
	struct json_member m;

	(void)state;
	assert_true(json_walk_next(&walk, &m));
	assert_int_equal(m.type, JSON_TRUE);
	assert_int_equal(m.key.len, 0);
	assert_true(json_walk_next(&walk, &m));
	assert_int_equal(m.type, JSON_NULL);
	assert_true(json_walk_next(&walk, &m));
	assert_int_equal(m.type, JSON_STRING);
	assert_false(json_walk_next(&walk, &m));
	assert_false(walk.failed);
}

static void broken_text_fails_the_walk(void **state)
{
	static const char *const broken[] = {
		"{",
		"[",
		"{\"a\"",
		"{\"a\":",
		"{\"a\":1",
		"{\"a\"1}",
		"{a:1}",
		"{,\"a\":1}",
		"{\"a\":1,}",
		"[1,]",
		"[,1]",
		"[1 2]",
		"[\"a]",
		"[\"a\\\"]",
		"[tru]",
		"[01]",
		"[1.]",
		"[[1]",
		"{\"a\":[1}",
		"{\"a\":1}x",
		"[1]]",
		"[truex]",
		"{\"a\":{\"b\":1}",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(broken) / sizeof(broken[0]); i++) {
		struct json_walk walk = json_walk_begin(slice_str(broken[i]));
		struct json_member m;

		while (json_walk_next(&walk, &m))
			;
		if (!walk.failed)
			fail_msg("not noticed: %s", broken[i]);
	}
}

static void what_is_no_container_has_no_members(void **state)
{
	static const char *const none[] = { "", " ", "1", "\"{}\"", "nul" };

	(void)state;
	for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
		struct json_walk walk = json_walk_begin(slice_str(none[i]));
		struct json_member m;

		assert_false(json_walk_next(&walk, &m));
		assert_false(json_find(slice_str(none[i]), "a", &m));
	}
}

static void the_last_of_duplicate_keys_is_found(void **state)
{
	struct json_member m;

	(void)state;
	assert_true(json_find(SLICE("{\"a\":1,\"A\":2,\"a\":3}"), "a", &m));
	assert_slice(m.value, "3");
	assert_false(json_find(SLICE("{\"a\":1}"), "b", &m));
	assert_int_equal(m.type, JSON_NONE);
	assert_false(json_find(SLICE("[\"a\"]"), "a", &m));
}

static void a_path_leads_through_objects_only(void **state)
{
	struct slice text =
		SLICE("{\"a\":{\"b\":{\"c\":7}},\"d\":[{\"e\":1}]}");
	struct json_member m;

	(void)state;
	assert_true(json_find_path(text, &m, "a", "b", "c", NULL));
	assert_slice(m.value, "7");
	assert_false(json_find_path(text, &m, "a", "x", "c", NULL));
	assert_false(json_find_path(text, &m, "d", "e", NULL));
	assert_int_equal(m.type, JSON_NONE);
}

static void the_first_value_ends_where_it_ends(void **state)
{
	struct slice value;

	(void)state;
	assert_true(json_first_value(SLICE("  {\"a\":\"}\"} rest"), &value));
	assert_slice(value, "{\"a\":\"}\"}");
	assert_true(json_first_value(SLICE("\"a\\\\\"b"), &value));
	assert_slice(value, "\"a\\\\\"");
	assert_true(json_first_value(SLICE("12,"), &value));
	assert_slice(value, "12");
	assert_false(json_first_value(SLICE("{\"a\":1"), &value));
	assert_false(json_first_value(SLICE("\"a\\\""), &value));
	assert_false(json_first_value(SLICE("  "), &value));
	assert_false(json_first_value(SLICE("]"), &value));
}

static void a_million_open_brackets_do_not_crash_a_walk(void **state)
{
	struct strbuf deep = STRBUF_INIT;
	struct slice value;
	size_t at;

	(void)state;
	strbuf_addchars(&deep, '[', 1000000);
	assert_false(json_first_value(strbuf_slice(&deep), &value));
	assert_int_equal(json_check(strbuf_slice(&deep), &at, &deep), -1);
	assert_int_equal(at, 1000);
	strbuf_reset(&deep);
	strbuf_addchars(&deep, '[', 1000000);
	strbuf_addchars(&deep, ']', 1000000);
	assert_true(json_first_value(strbuf_slice(&deep), &value));
	assert_int_equal(value.len, 2000000);
	strbuf_release(&deep);
}

static void escapes_become_text(void **state)
{
	(void)state;
	assert_text(SLICE("\"\""), "");
	assert_text(SLICE("\"plain and long enough\""),
		    "plain and long enough");
	assert_text(SLICE("\"a\\\"\\\\\\/\\b\\f\\n\\r\\tz\""),
		    "a\"\\/\b\f\n\r\tz");
	assert_text(SLICE("\"\\u0041\\u00e9\\u20AC\""),
		    "A\xc3\xa9\xe2\x82\xac");
	assert_text(SLICE("\"\\ud83d\\ude00\""), "\xf0\x9f\x98\x80");
	assert_text(SLICE("\"caf\xc3\xa9 \xe6\x97\xa5\""),
		    "caf\xc3\xa9 \xe6\x97\xa5");
}

static void what_no_string_can_hold_is_replaced(void **state)
{
	(void)state;
	assert_text(SLICE("\"a\\u0000b\""), "a\xef\xbf\xbd"
					    "b");
	assert_text(SLICE("\"a\0b\""), "a\xef\xbf\xbd"
				       "b");
	assert_text(SLICE("\"\\ud83d\""), "\xef\xbf\xbd");
	assert_text(SLICE("\"\\ude00\\ud83d\""), "\xef\xbf\xbd\xef\xbf\xbd");
	assert_text(SLICE("\"\\ud83d\\u0041\""), "\xef\xbf\xbd"
						 "A");
	assert_text(SLICE("\"\\ud83dx\""), "\xef\xbf\xbdx");
	assert_text(SLICE("\"a\xff\xc3z\""), "a\xef\xbf\xbd\xef\xbf\xbdz");
	assert_text(SLICE("\"\\x\\u12\""), "\xef\xbf\xbdx\xef\xbf\xbdu12");
}

static void what_is_no_string_adds_nothing(void **state)
{
	static const char *const none[] = {
		"", "1", "\"", "\"a", "a\"", "\"a\"b\"", "\"\\\"", "null"
	};
	struct strbuf out = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
		assert_false(json_string_add(&out, slice_str(none[i])));
	assert_int_equal(out.len, 0);
}

static void strings_are_compared_by_their_text(void **state)
{
	(void)state;
	assert_true(json_string_is(SLICE("\"event\""), "event"));
	assert_true(json_string_is(SLICE("\"ev\\u0065nt\""), "event"));
	assert_true(json_string_is(SLICE("\"\""), ""));
	assert_false(json_string_is(SLICE("\"event\""), "even"));
	assert_false(json_string_is(SLICE("\"\\n\""), "\\n"));
	assert_true(json_string_is(SLICE("\"\\n\""), "\n"));
	assert_false(json_string_is(SLICE("event"), "event"));
}

static void integers_that_do_not_fit_are_refused(void **state)
{
	int64_t n = 5;

	(void)state;
	assert_true(json_int64(SLICE("9223372036854775807"), &n));
	assert_true(n == INT64_MAX);
	assert_true(json_int64(SLICE("-9223372036854775808"), &n));
	assert_true(n == INT64_MIN);
	assert_true(json_int64(SLICE("-0"), &n));
	assert_int_equal(n, 0);
	n = 5;
	assert_false(json_int64(SLICE("9223372036854775808"), &n));
	assert_false(json_int64(SLICE("-9223372036854775809"), &n));
	assert_false(json_int64(SLICE("99999999999999999999"), &n));
	assert_false(json_int64(SLICE("1.5"), &n));
	assert_false(json_int64(SLICE("1e3"), &n));
	assert_false(json_int64(SLICE("\"1\""), &n));
	assert_false(json_int64(SLICE(""), &n));
	assert_int_equal(n, 5);
}

static void json_is_checked_as_the_standard_has_it(void **state)
{
	static const char *const good[] = {
		"{}",
		"[]",
		" [ ] ",
		"0",
		"-0.5E+10",
		"\"\\u00e9\"",
		"null",
		"{\"a\":[{},[],1,true,false,null,\"x\"],\"\":{\"b\":0}}",
		"9007199254740993",
		"1e999",
		"\"\x7f\xff\"",
		"\"\\ud800\"",
	};
	static const struct {
		const char *text;
		size_t at;
	} bad[] = {
		{ "", 0 },
		{ "  ", 2 },
		{ "{", 1 },
		{ "[1,]", 3 },
		{ "{\"a\":1,}", 7 },
		{ "{\"a\" 1}", 5 },
		{ "{a:1}", 1 },
		{ "[1 2]", 3 },
		{ "[1]x", 3 },
		{ "[1}", 2 },
		{ "{\"a\":1]", 6 },
		{ "01", 0 },
		{ "+1", 0 },
		{ ".5", 0 },
		{ "1.", 0 },
		{ "1e", 0 },
		{ "NaN", 0 },
		{ "True", 0 },
		{ "\"a", 2 },
		{ "\"a\nb\"", 2 },
		{ "\"\\x\"", 1 },
		{ "\"\\u12g4\"", 1 },
		{ "[\"a\",", 5 },
		{ "nullx", 4 },
		{ "\xef\xbb\xbf{}", 0 },
		{ "{\"a\":}", 5 },
		{ "{}{}", 2 },
		{ "{\"a\":\"\t\"}", 6 },
		{ "0x10", 1 },
		{ "[tru]", 1 },
	};
	struct strbuf err = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
		assert_int_equal(json_check(slice_str(good[i]), NULL, &err), 0);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		size_t at = 999;

		if (!json_check(slice_str(bad[i].text), &at, &err))
			fail_msg("taken for JSON: %s", bad[i].text);
		if (at != bad[i].at)
			fail_msg("%s: wrong at %zu, not %zu: %s", bad[i].text,
				 at, bad[i].at, err.buf);
	}
	strbuf_release(&err);
}

static void the_sentence_names_the_place(void **state)
{
	struct strbuf err = STRBUF_INIT;

	(void)state;
	assert_int_equal(json_check(SLICE("{\"a\" 1}"), NULL, &err), -1);
	assert_string_equal(err.buf, "not JSON at byte 5: a colon is missing");
	strbuf_release(&err);
}

static void a_thousand_levels_are_the_limit(void **state)
{
	struct strbuf text = STRBUF_INIT, err = STRBUF_INIT;

	(void)state;
	strbuf_addchars(&text, '[', 1000);
	strbuf_addchars(&text, ']', 1000);
	assert_int_equal(json_check(strbuf_slice(&text), NULL, &err), 0);
	strbuf_insert(&text, 1000, "[]", 2);
	assert_int_equal(json_check(strbuf_slice(&text), NULL, &err), -1);
	assert_string_equal(err.buf, "not JSON at byte 1000: nested too deep");
	strbuf_release(&text);
	strbuf_release(&err);
}

static void assert_id(const char *raw, const char *back)
{
	struct strbuf id = STRBUF_INIT, json = STRBUF_INIT;

	assert_true(json_id_add(&id, slice_str(raw)));
	assert_int_equal(strlen(id.buf), id.len);
	assert_int_equal(utf8_valid_prefix(id.buf, id.len), id.len);
	json_write_id(&json, strbuf_slice(&id));
	assert_string_equal(json.buf, back);
	strbuf_release(&id);
	strbuf_release(&json);
}

static void an_id_is_written_as_it_came(void **state)
{
	static const char *const ids[] = {
		"\"tc_1\"",
		"\"\"",
		"\"\xef\xb7\x90"
		"0000=\"",
		"\"x\\u0000\"",
		"\"\\ud800\"",
		"\"\\udfff!\"",
		"\"\xef\xbf\xbd\"",
		"\"a\\\"b\\\\c\\nd\"",
		"\"\\u0000\\u0000\\udc00\\ud800x\"",
		"\"\xf0\x9f\x98\x80\"",
		"\"e\xcc\x81 \xc3\xa9\"",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(ids); i++)
		assert_id(ids[i], ids[i]);
	assert_id("\"\\u0041\\ud83d\\ude00\"", "\"A\xf0\x9f\x98\x80\"");
	/* Malformed ids stay distinct, but cannot be sent. */
	assert_id("\"\xff\"", "\"\xef\xbf\xbd\"");
	assert_id("\"\xff"
		  "0000\"",
		  "\"\xef\xbf\xbd"
		  "0000\"");
}

static void ids_that_are_not_the_same_stay_two(void **state)
{
	static const char *const ids[] = {
		"\"x\"",
		"\"X\"",
		"\"x\\u0000\"",
		"\"x\\ufffd\"",
		"\"x\\ud800\"",
		"\"x\\ud801\"",
		"\"x\\udc00\"",
		"\"x\xff\"",
		"\"x\xfe\"",
		"\"x\xc0\x80\"",
		"\"x\xed\xa0\x80\"",
		"\"x\xff"
		"0000\"",
		"\"x\\\\u0000\"",
		"\"x0000\"",
		"\"x\\u0000 \"",
		"\"x\xc3\xa9\"",
		"\"x\xef\xb7\x90"
		"0000\"",
		"\"x\xef\xb7\x90=\"",
		"\"x\\ufdd0\"",
		"\"xe\xcc\x81\"",
	};
	struct strbuf a = STRBUF_INIT, b = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(ids); i++) {
		for (size_t k = 0; k < i; k++) {
			strbuf_reset(&a);
			strbuf_reset(&b);
			assert_true(json_id_add(&a, slice_str(ids[i])));
			assert_true(json_id_add(&b, slice_str(ids[k])));
			assert_string_not_equal(a.buf, b.buf);
		}
	}
	strbuf_release(&a);
	strbuf_release(&b);
}

static void the_text_of_a_member_is_appended_or_nothing_is(void **state)
{
	const struct slice object =
		SLICE("{\"a\":\"x\",\"n\":1,\"a\":\"\\u0079z\",\"e\":\"\"}");
	struct strbuf out = STRBUF_INIT;

	(void)state;
	strbuf_addstr(&out, "-");
	assert_true(json_find_text(object, "a", &out));
	assert_string_equal(out.buf, "-yz");
	assert_true(json_find_text(object, "e", &out));
	assert_false(json_find_text(object, "n", &out));
	assert_false(json_find_text(object, "none", &out));
	assert_false(json_find_text(SLICE("[]"), "a", &out));
	assert_string_equal(out.buf, "-yz");
	strbuf_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			the_text_of_a_member_is_appended_or_nothing_is),
		cmocka_unit_test(an_id_is_written_as_it_came),
		cmocka_unit_test(ids_that_are_not_the_same_stay_two),
		cmocka_unit_test(a_walk_gives_the_members_as_they_stand),
		cmocka_unit_test(an_array_is_walked_without_keys),
		cmocka_unit_test(broken_text_fails_the_walk),
		cmocka_unit_test(what_is_no_container_has_no_members),
		cmocka_unit_test(the_last_of_duplicate_keys_is_found),
		cmocka_unit_test(a_path_leads_through_objects_only),
		cmocka_unit_test(the_first_value_ends_where_it_ends),
		cmocka_unit_test(a_million_open_brackets_do_not_crash_a_walk),
		cmocka_unit_test(escapes_become_text),
		cmocka_unit_test(what_no_string_can_hold_is_replaced),
		cmocka_unit_test(what_is_no_string_adds_nothing),
		cmocka_unit_test(strings_are_compared_by_their_text),
		cmocka_unit_test(integers_that_do_not_fit_are_refused),
		cmocka_unit_test(json_is_checked_as_the_standard_has_it),
		cmocka_unit_test(the_sentence_names_the_place),
		cmocka_unit_test(a_thousand_levels_are_the_limit),
	};

	return cmocka_run_group_tests_name("json-scan", tests, NULL, NULL);
}
