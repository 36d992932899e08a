#include "config.h"

#include "proto/json-write.h"

#include <string.h>

#include "tests/unit/test.h"

static void assert_written(struct strbuf *out, const char *want)
{
	assert_string_equal(out->buf, want);
	assert_int_equal(out->len, strlen(want));
	strbuf_release(out);
}

static void a_string_has_serdes_escapes(void **state)
{
	struct strbuf out = STRBUF_INIT;

	(void)state;
	json_write_string(&out, SLICE("a\"\\/\b\f\n\r\t\x01\x1f\x7f \xc3\xa9"));
	assert_written(&out, "\"a\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f\x7f "
			     "\xc3\xa9\"");
	json_write_string(&out, SLICE("a\0b"));
	assert_written(&out, "\"a\\u0000b\"");
	json_write_string(&out, slice_of(NULL, 0));
	assert_written(&out, "\"\"");
}

static void bytes_that_are_not_utf8_are_replaced(void **state)
{
	struct strbuf out = STRBUF_INIT;

	(void)state;
	json_write_string(&out, SLICE("long enough \xff\xc3\n\xe2\x82"));
	assert_written(&out, "\"long enough \xef\xbf\xbd\xef\xbf\xbd\\n"
			     "\xef\xbf\xbd\xef\xbf\xbd\"");
	json_write_compact(&out, SLICE("{\"\xff\":\"\xed\xa0\x80\"}"));
	assert_written(&out, "{\"\xef\xbf\xbd\":"
			     "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"}");
}

static void members_get_their_commas(void **state)
{
	struct strbuf out = STRBUF_INIT;

	(void)state;
	strbuf_addch(&out, '{');
	json_write_member(&out, "type", SLICE("x{"));
	json_write_member_int(&out, "n", INT64_MIN);
	json_write_member_bool(&out, "yes", true);
	json_write_member_bool(&out, "no", false);
	json_write_member_raw(&out, "raw", SLICE("[ 1 ]"));
	json_write_key(&out, "in");
	strbuf_addch(&out, '{');
	json_write_member_int(&out, "m", 1);
	strbuf_addstr(&out, "}}");
	assert_written(&out, "{\"type\":\"x{\",\"n\":-9223372036854775808,"
			     "\"yes\":true,\"no\":false,\"raw\":[1],"
			     "\"in\":{\"m\":1}}");
}

static void compact_json_keeps_strings_and_numbers(void **state)
{
	struct strbuf out = STRBUF_INIT;

	(void)state;
	json_write_compact(&out,
			   SLICE(" { \"a b\" : [ 1 , 2.50, 1e999 ],\n"
				 "\"b\":\t{ },\r\n\"c\": [ ],"
				 "\"d\":\"\\u00e9 \\/ x\","
				 "\"e\":9007199254740993 , \"f\" :null} "));
	assert_written(&out, "{\"a b\":[1,2.50,1e999],\"b\":{},\"c\":[],"
			     "\"d\":\"\\u00e9 \\/ x\",\"e\":9007199254740993,"
			     "\"f\":null}");
}

static void compact_json_is_cut_where_it_goes_wrong(void **state)
{
	struct strbuf out = STRBUF_INIT;

	(void)state;
	json_write_compact(&out, SLICE("{\"a\":1,\"b\":\"x\ny\"}"));
	assert_written(&out, "{\"a\":1,\"b\":");
	json_write_compact(&out, SLICE("[1,2}"));
	assert_written(&out, "[1,2");
}

static void pretty_json_is_laid_out_as_serdes(void **state)
{
	struct strbuf out = STRBUF_INIT;

	(void)state;
	json_write_pretty(&out,
			  SLICE("[{\"a\":1,\"b\":[],\"c\":{},\"d\":[1,[2]],"
				"\"e\":{\"f\":\"g\"}},true]"),
			  0);
	assert_written(&out, "[\n"
			     "  {\n"
			     "    \"a\": 1,\n"
			     "    \"b\": [],\n"
			     "    \"c\": {},\n"
			     "    \"d\": [\n"
			     "      1,\n"
			     "      [\n"
			     "        2\n"
			     "      ]\n"
			     "    ],\n"
			     "    \"e\": {\n"
			     "      \"f\": \"g\"\n"
			     "    }\n"
			     "  },\n"
			     "  true\n"
			     "]");
	json_write_pretty(&out, SLICE("{\"a\":[1]}"), 2);
	assert_written(&out, "{\n    \"a\": [\n      1\n    ]\n  }");
	json_write_pretty(&out, SLICE("[ ]"), 0);
	assert_written(&out, "[]");
	json_write_pretty(&out, SLICE(" 1.50 "), 0);
	assert_written(&out, "1.50");
}

static void pretty_strings_get_serdes_escapes(void **state)
{
	struct strbuf out = STRBUF_INIT;

	(void)state;
	json_write_pretty(&out,
			  SLICE("\"\\u00e9\\/\\u0008\\u001B\\u0000\\u0022"
				"\\u005c\\ud83d\\ude00\\n\\\"\\ud83d\x7f\""),
			  0);
	assert_written(&out, "\"\xc3\xa9/\\b\\u001b\\u0000\\\"\\\\"
			     "\xf0\x9f\x98\x80\\n\\\"\xef\xbf\xbd\x7f\"");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_string_has_serdes_escapes),
		cmocka_unit_test(bytes_that_are_not_utf8_are_replaced),
		cmocka_unit_test(members_get_their_commas),
		cmocka_unit_test(compact_json_keeps_strings_and_numbers),
		cmocka_unit_test(compact_json_is_cut_where_it_goes_wrong),
		cmocka_unit_test(pretty_json_is_laid_out_as_serdes),
		cmocka_unit_test(pretty_strings_get_serdes_escapes),
	};

	return cmocka_run_group_tests_name("json-write", tests, NULL, NULL);
}
