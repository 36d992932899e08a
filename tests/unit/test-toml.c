#include "config.h"

#include "src/toml/toml.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/xalloc.h"
#include "tests/unit/test.h"

/* The document as JSON, or the error. */
static void read_text(struct slice text, struct strbuf *out)
{
	struct strbuf err = STRBUF_INIT;
	struct config_tree *tree = toml_read(text, &err);

	strbuf_reset(out);
	if (tree)
		config_tree_write(out, tree);
	else
		strbuf_addslice(out, strbuf_slice(&err));
	config_tree_free(tree);
	strbuf_release(&err);
}

static void assert_toml(const char *text, const char *expected)
{
	struct strbuf got = STRBUF_INIT;

	read_text(slice_str(text), &got);
	assert_string_equal(got.buf, expected);
	strbuf_release(&got);
}

/* The only value. */
static void assert_value(const char *value, const char *expected)
{
	struct strbuf text = STRBUF_INIT, json = STRBUF_INIT;

	strbuf_addf(&text, "v = %s", value);
	strbuf_addf(&json, "{\"v\":%s}", expected);
	assert_toml(text.buf, json.buf);
	strbuf_release(&text);
	strbuf_release(&json);
}

static void assert_no_value(const char *value)
{
	struct strbuf text = STRBUF_INIT, got = STRBUF_INIT;

	strbuf_addf(&text, "v = %s", value);
	read_text(strbuf_slice(&text), &got);
	if (strncmp(got.buf, "line 1: ", 8) != 0)
		fail_msg("'%s' is read as %s", value, got.buf);
	strbuf_release(&text);
	strbuf_release(&got);
}

static void a_document_may_be_empty(void **state)
{
	(void)state;
	assert_toml("", "{}");
	assert_toml("\r\n  # only a comment\n\t\n#", "{}");
	/* The byte order mark, only at the very start. */
	assert_toml("\xef\xbb\xbf[a]\nb = 1\n", "{\"a\":{\"b\":1}}");
	assert_toml("\xef\xbb\xbf\xef\xbb\xbf"
		    "a = 1",
		    "line 1: expected a key");
	assert_toml(" \xef\xbb\xbf"
		    "a = 1",
		    "line 1: expected a key");
}

static void keys_are_bare_or_quoted_and_have_dots(void **state)
{
	(void)state;
	assert_toml("a-b_1 = 1\n1234 = 2 # three\n\"a b\" = 3\n'c\"' = 4\n",
		    "{\"a-b_1\":1,\"1234\":2,\"a b\":3,\"c\\\"\":4}");
	assert_toml("a . \"b.c\" . d = 1\na.e=2\n\"\" = 3",
		    "{\"a\":{\"b.c\":{\"d\":1},\"e\":2},\"\":3}");
	assert_toml("3.14 = true", "{\"3\":{\"14\":true}}");
	assert_toml("\"\\u0061\" = 1\na = 2", "line 2: \"a\" is given twice");
}

static void tables_have_headers_in_any_order(void **state)
{
	(void)state;
	assert_toml("[x.y.z]\nk=1\n[x]\nk=2\n[ x . \"q.r\" ]\nk=3",
		    "{\"x\":{\"y\":{\"z\":{\"k\":1}},\"k\":2,"
		    "\"q.r\":{\"k\":3}}}");
	assert_toml("[conversation.tools.'*']\nrun = \"ask\"\n",
		    "{\"conversation\":{\"tools\":{\"*\":"
		    "{\"run\":\"ask\"}}}}");
	assert_toml(
		"[fruit]\napple.color = 1\n[fruit.apple.taste]\nk=2",
		"{\"fruit\":{\"apple\":{\"color\":1,\"taste\":{\"k\":2}}}}");
}

static void lists_of_tables_grow_at_their_end(void **state)
{
	(void)state;
	assert_toml("[[p]]\nn=1\n[p.in]\nk=1\n[[p]]\n[[p]]\nn=3\n"
		    "[[p.list]]\nq=1\n[[p.list]]\nq=2\n",
		    "{\"p\":[{\"n\":1,\"in\":{\"k\":1}},{},"
		    "{\"n\":3,\"list\":[{\"q\":1},{\"q\":2}]}]}");
}

static void lists_and_inline_tables_are_values(void **state)
{
	(void)state;
	assert_value("[1, \"a\", [2.5], {b = 1}]", "[1,\"a\",[2.5],{\"b\":1}]");
	assert_value("[ # first\n 1 , # one\n\n 2,\n]", "[1,2]");
	assert_value("[]", "[]");
	assert_value("{ a.b = 1, a.c = [ ], \"d e\" = {} }",
		     "{\"a\":{\"b\":1,\"c\":[]},\"d e\":{}}");
	assert_no_value("[1 2]");
	assert_no_value("[,1]");
	/* As in TOML 1.1 (H14). */
	assert_value("{a = 1,}", "{\"a\":1}");
	assert_value("{\n a = 1 # one\n ,\r\n\n # two\n b = {\n}\n}",
		     "{\"a\":1,\"b\":{}}");
	assert_value("{ # none\n}", "{}");
	assert_no_value("{,}");
	assert_no_value("{a = 1,,}");
	assert_toml("v = {a = 1\n b = 2}",
		    "line 2: an inline table has neither ',' nor '}' after "
		    "a value");
	assert_no_value("{a\n= 1}");
	assert_no_value("{a =\n1}");
	assert_no_value("{a = 1, a = 2}");
	assert_no_value("{a = 1 b = 2}");
	assert_no_value("{a.b = 1, a.b.c = 2}");
	assert_no_value("[1");
	assert_no_value("{");
}

static void strings_have_four_kinds(void **state)
{
	(void)state;
	assert_value("\"a\\tb\\\"\\\\\\u00e9\\U0001F600\"",
		     "\"a\\tb\\\"\\\\é😀\"");
	assert_value("'C:\\new \"x\"'", "\"C:\\\\new \\\"x\\\"\"");
	assert_value("\"\"\"\r\none\ntwo\r\n\"\"\"", "\"one\\ntwo\\n\"");
	assert_value("\"\"\"one \\  \n\n\t  two\"\"\"", "\"one two\"");
	assert_value("\"\"\"a \"quoted\"\"\" ", "\"a \\\"quoted\"");
	assert_value("\"\"\"a \"\"two\"\"\"\"\"", "\"a \\\"\\\"two\\\"\\\"\"");
	assert_value("'''\nraw \\ '' '''", "\"raw \\\\ '' \"");
	assert_value("''", "\"\"");
	assert_value("\"\"\"\"\"\"", "\"\"");
	assert_value("\"\\u0000\"", "\"\\u0000\"");
	assert_value("\"\\x41\\xe9\\e[m\"", "\"Aé\\u001b[m\"");
}

static void strings_that_are_none(void **state)
{
	(void)state;
	assert_no_value("\"open");
	assert_no_value("'open");
	assert_no_value("\"a\nb\"");
	assert_no_value("\"\\x4\"");
	assert_no_value("\"\\xg0\"");
	assert_no_value("\"\\ a\"");
	assert_no_value("\"\\u12\"");
	assert_no_value("\"\\ud800\"");
	assert_no_value("\"\\U00110000\"");
	assert_no_value("\"\x01\"");
	assert_no_value("'\x7f'");
	assert_no_value("\"a\"b");
	assert_toml("a = 1\nb = '''\n\n\n", "line 2: a string does not end");
	assert_toml("\"\"\"a\"\"\" = 1",
		    "line 1: a key has more than one line");
}

static void numbers_are_written_as_json_does(void **state)
{
	(void)state;
	assert_value("+99", "99");
	assert_value("-0", "-0");
	assert_value("1_000_000", "1000000");
	assert_value("0xDEAD_beef", "3735928559");
	assert_value("0o755", "493");
	assert_value("0b1101", "13");
	assert_value("9223372036854775807", "9223372036854775807");
	assert_value("-9223372036854775808", "-9223372036854775808");
	assert_value("+1.0", "1.0");
	assert_value("6.626e-34", "6.626e-34");
	assert_value("5E+2_2", "5e22");
	assert_value("1e06", "1e06");
	assert_value("-inf", "\"-inf\"");
	assert_value("nan", "\"nan\"");
	assert_value("true", "true");
	assert_value("false", "false");
}

static void numbers_that_are_none(void **state)
{
	static const char *const none[] = {
		"1__0",
		"_1",
		"1_",
		"01",
		"+-1",
		"0x",
		"0xg",
		"-0x1",
		"0X1",
		"0b2",
		"1.",
		".5",
		"1.e3",
		"1._5",
		"1e",
		"1e_1",
		"00.5",
		"True",
		"yes",
		"+true",
		"infinity",
		"",
		"# c",
		"0x_1",
		"9223372036854775808",
		"-9223372036854775809",
		"0x8000000000000000",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(none); i++)
		assert_no_value(none[i]);
}

static void dates_and_times_are_strings(void **state)
{
	static const char *const none[] = {
		"2026-13-01",
		"2026-02-29",
		"2026-04-31",
		"26-01-01",
		"24:00:00",
		"07:",
		"07:32:",
		"07:32:61",
		"07:32:00.",
		"2026-01-01T",
		"2026-01-01T07",
		"2026-01-01T07:32:00+25:00",
		"2026-01-01  07:32:00",
		"07:32:00Z",
		"2026-1-1",
	};

	(void)state;
	assert_value("1979-05-27T07:32:00Z", "\"1979-05-27T07:32:00Z\"");
	assert_value("1979-05-27t00:32:00.999999-07:00",
		     "\"1979-05-27t00:32:00.999999-07:00\"");
	assert_value("1979-05-27 07:32:00 # c", "\"1979-05-27 07:32:00\"");
	assert_value("2024-02-29", "\"2024-02-29\"");
	/* Without seconds, as in TOML 1.1. */
	assert_value("07:32", "\"07:32\"");
	assert_value("1979-05-27T07:32Z", "\"1979-05-27T07:32Z\"");
	assert_value("1979-05-27 07:32-07:00", "\"1979-05-27 07:32-07:00\"");
	assert_value("2024-02-29 # c", "\"2024-02-29\"");
	assert_value("[07:32:60, 00:00:00.5]", "[\"07:32:60\",\"00:00:00.5\"]");
	for (size_t i = 0; i < ARRAY_SIZE(none); i++)
		assert_no_value(none[i]);
}

static void nothing_is_defined_twice(void **state)
{
	(void)state;
	assert_toml("a = 1\na = 2", "line 2: \"a\" is given twice");
	assert_toml("[a]\n[b]\n[a]", "line 3: \"a\" is given twice");
	assert_toml("a = 1\n[a]", "line 2: \"a\" is given twice");
	assert_toml("a = 1\n[a.b]", "line 2: \"a\" has a value already");
	assert_toml("a = 1\na.b = 2", "line 2: \"a\" has a value already");
	assert_toml("a.b = 1\na = 2", "line 2: \"a\" is given twice");
	assert_toml("[fruit]\napple.color = 1\n[fruit.apple]",
		    "line 3: \"apple\" is given twice");
	assert_toml("[a.b.c]\nz = 9\n[a]\nb.c.t = 1",
		    "line 4: \"c\" is a table of its own");
	assert_toml("[[a.b]]\n[a]\nb.y = 2",
		    "line 3: \"b\" is a table of its own");
	assert_toml("a = {b = 1}\na.c = 2",
		    "line 2: \"a\" has a value already");
	assert_toml("a = {b = 1}\n[a.c]", "line 2: \"a\" has a value already");
	assert_toml("a = [1]\n[[a]]", "line 2: \"a\" is not a list of tables");
	assert_toml("a = [{}]\n[a.b]", "line 2: \"a\" has a value already");
	assert_toml("[a]\n[[a]]", "line 2: \"a\" is not a list of tables");
	assert_toml("[[a]]\n[a]", "line 2: \"a\" is given twice");
}

static void a_line_holds_one_thing(void **state)
{
	(void)state;
	assert_toml("a = 1 b = 2", "line 1: there is something after a value");
	assert_toml("[a] b = 2", "line 1: there is something after a value");
	assert_toml("a\n= 1", "line 1: \"a\" has no '=' after it");
	assert_toml("\n= 1", "line 2: expected a key");
	assert_toml("a = \n", "line 1: there is no value");
	assert_toml("a. = 1", "line 1: expected a key");
	assert_toml("[]", "line 1: expected a key");
	assert_toml("[a", "line 1: \"a\" has no ']' after it");
	assert_toml("[[a]", "line 1: \"a\" has no ']' after it");
	assert_toml("[ [a]]", "line 1: expected a key");
	assert_toml("a = 1\rb = 2", "line 1: there is something after a value");
	assert_toml("# \x01",
		    "line 1: a comment has the control character U+0001");
	assert_toml("a = 1\nb = \"\xff\"", "line 2: it is not UTF-8");
}

static void a_nul_ends_nothing(void **state)
{
	struct strbuf got = STRBUF_INIT;

	(void)state;
	read_text(SLICE("a = 1\0\nb = 2"), &got);
	assert_string_equal(got.buf,
			    "line 1: there is something after a value");
	read_text(SLICE("a = \"x\0y\""), &got);
	assert_string_equal(
		got.buf, "line 1: a string has the control character U+0000");
	strbuf_release(&got);
}

static void what_nests_too_deep_is_refused(void **state)
{
	struct strbuf text = STRBUF_INIT, got = STRBUF_INIT;

	(void)state;
	strbuf_addstr(&text, "a = ");
	strbuf_addchars(&text, '[', 1000000);
	read_text(strbuf_slice(&text), &got);
	assert_string_equal(got.buf, "line 1: it is nested too deep");
	strbuf_setf(&text, "[a");
	for (int i = 0; i < 1000000; i++)
		strbuf_addstr(&text, ".a");
	strbuf_addstr(&text, "]");
	read_text(strbuf_slice(&text), &got);
	assert_string_equal(got.buf, "line 1: it is nested too deep");
	/* The depth of the header counts. */
	strbuf_setf(&text, "[a");
	for (int i = 1; i < TOML_DEPTH_MAX; i++)
		strbuf_addstr(&text, ".a");
	strbuf_addstr(&text, "]\nb = 1\n");
	read_text(strbuf_slice(&text), &got);
	assert_true(got.buf[0] == '{');
	strbuf_addstr(&text, "c.d = 1\n");
	read_text(strbuf_slice(&text), &got);
	assert_string_equal(got.buf, "line 3: it is nested too deep");
	strbuf_release(&text);
	strbuf_release(&got);
}

static void what_is_too_large_is_refused(void **state)
{
	struct strbuf text = STRBUF_INIT, got = STRBUF_INIT;

	(void)state;
	strbuf_addchars(&text, '#', TOML_BYTES_MAX + 1);
	read_text(strbuf_slice(&text), &got);
	assert_string_equal(got.buf, "line 1: it is larger than 4 MiB");
	strbuf_release(&text);
	strbuf_release(&got);
}

/* Cut anywhere: there is a result, and nothing is read past the end. */
static void any_part_of_a_document_is_taken(void **state)
{
	static const char whole[] =
		"a.b = 0x1f\n[t.'*'] # c\nk = \"\"\"\nx \\\n y\\u00e9\"\"\"\n"
		"d = 2024-02-29 07:32:00.5+01:00\nl = [ 1, { x = 'y' } ]\n"
		"[[p]]\nn = -1_0.5e+3\n";
	struct strbuf got = STRBUF_INIT;

	(void)state;
	for (size_t len = 0; len < sizeof(whole); len++) {
		/* The text ends right after its last byte, for sanitizers. */
		char *exact = xmalloc(len + !len);

		memcpy(exact, whole, len);
		read_text(slice_of(exact, len), &got);
		assert_true(got.buf[0] == '{' || !strncmp(got.buf, "line ", 5));
		free(exact);
	}
	strbuf_release(&got);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_document_may_be_empty),
		cmocka_unit_test(keys_are_bare_or_quoted_and_have_dots),
		cmocka_unit_test(tables_have_headers_in_any_order),
		cmocka_unit_test(lists_of_tables_grow_at_their_end),
		cmocka_unit_test(lists_and_inline_tables_are_values),
		cmocka_unit_test(strings_have_four_kinds),
		cmocka_unit_test(strings_that_are_none),
		cmocka_unit_test(numbers_are_written_as_json_does),
		cmocka_unit_test(numbers_that_are_none),
		cmocka_unit_test(dates_and_times_are_strings),
		cmocka_unit_test(nothing_is_defined_twice),
		cmocka_unit_test(a_line_holds_one_thing),
		cmocka_unit_test(a_nul_ends_nothing),
		cmocka_unit_test(what_nests_too_deep_is_refused),
		cmocka_unit_test(what_is_too_large_is_refused),
		cmocka_unit_test(any_part_of_a_document_is_taken),
	};

	return cmocka_run_group_tests_name("toml", tests, NULL, NULL);
}
