#include "config.h"

#include "ui/view/arguments.h"

#include <locale.h>
#include <string.h>

#include "src/base/xalloc.h"
#include "tests/unit/test.h"

static void all_text(struct strbuf *out, const struct rows *rows)
{
	for (size_t i = 0; i < rows->count; i++) {
		rows_text(out, rows, i);
		strbuf_addch(out, '\n');
	}
}

static void assert_arguments(const char *json, int cols, const char *wanted)
{
	struct rows rows = ROWS_INIT;
	struct strbuf text = STRBUF_INIT;

	arguments_rows(&rows, slice_str(json),
		       &(struct arguments_options){ .cols = cols }, NULL);
	all_text(&text, &rows);
	assert_string_equal(text.buf, wanted);
	rows_release(&rows);
	strbuf_release(&text);
}

static void a_short_value_stands_beside_its_name(void **state)
{
	(void)state;
	assert_arguments("{\"path\":\"a.c\",\"n\":12345678901234567890}", 40,
			 "path  a.c\nn  12345678901234567890\n");
}

static void an_edit_is_removed_and_added_lines(void **state)
{
	(void)state;
	assert_arguments(
		"{\"old\":\"a\\nb\",\"new\":\"c\\n\"}", 40,
		"old  → new\n  -a\n  -b\n   (no line break at the end)\n"
		"  +c\n");
}

static void a_long_command_is_shown_to_its_end(void **state)
{
	(void)state;
	assert_arguments("{\"c\":\"abcdefghij\"}", 8,
			 "c  abcde\n  ↪ fghi\n  ↪ j\n");
}

/* Half of it would be read as something else (D52). */
static void an_escape_is_not_broken_over_rows(void **state)
{
	(void)state;
	assert_arguments("{\"c\":\"abcd\\u202eef\\u200b\\u200b\"}", 14,
			 "c  abcd\n  ↪ \\u{202E}ef\n  ↪ \\u{200B}\n"
			 "  ↪ \\u{200B}\n");
	/* If no row has room for it, it must be broken. */
	assert_arguments("{\"c\":\"a\\u202e\"}", 9, "c  a\\u{20\n  ↪ 2E}\n");
}

static void assert_lookalikes(const char *json, const char *wanted)
{
	struct rows rows = ROWS_INIT;
	struct arguments_facts facts;

	arguments_facts_init(&facts);
	arguments_rows(&rows, slice_str(json),
		       &(struct arguments_options){ .cols = 80 }, &facts);
	assert_string_equal(facts.lookalikes.buf, wanted);
	arguments_facts_release(&facts);
	rows_release(&rows);
}

static void look_alikes_are_told_by_what_they_are_for(void **state)
{
	(void)state;
	assert_lookalikes(
		"{\"command\":\"rm \u2013rf \u0441\u043e\u0440\u0443\"}",
		"\u2013rf U+2013, "
		"\u0441\u043e\u0440\u0443 U+0441 U+043E U+0440 U+0443");
	assert_lookalikes("{\"path\":\"my docs\u2215a.md\"}",
			  "docs\u2215a U+2215");
	/* This text is written, not run. */
	assert_lookalikes("{\"content\":\"It\u2019s \u201cnew\u201d \u2013 "
			  "\u03b1 \u2026\"}",
			  "");
	/* In an edit that changes nothing else, the sign is the change. */
	assert_lookalikes("{\"old\":\"a - b c\",\"new\":\"a \u2013 b c\"}",
			  "a \u2013 b c U+2013");
	assert_lookalikes(
		"{\"old\":\"it\u2019s\\nx\",\"new\":\"it\u2019s\\ny z\"}",
		"it\u2019s U+2019");
}

static void the_facts_are_those_of_the_rows(void **state)
{
	static const char *const texts[] = {
		"{}",
		"[1]",
		"{\"a\":",
		"{\"a\":1,\"a\":2,\"b\":{\"c\":1,\"c\":2}}",
		"{\"command\":\"rm \u202e\u200b a\u2800b\"}",
		"{\"na\u202eme\":[\"x\\u0007\",{\"y\":\"\\u0000\"}]}",
		"{\"old\":\"a - b c\",\"new\":\"a \u2013 b c\"}",
		"{\"before\":\"a\u00adb\",\"after\":\"a b\",\"x\":\"p\u0430y\"}",
		"{\"path\":\"d\u043e\u0441s/x\",\"content\":\"It\u2019s\"}",
		"{\"a\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\"\u202e\"]]]]]]]]]]]]]"
		"]]]]]]]]]]]]]]]]]]]]]]]}",
		"{\"old\":\"a\",\"old\":\"b\u200b\",\"new\":\"c\"}",
		"{\"text\":\"a         b\\n\\n\\n\\n\\n\\n\\n\\n\\n\\nc\"}",
		"{\"diff\":\"--- a\\n+++ b\\n@@ -1 +1 @@\\n-a\u200b\\n+b\\n\"}",
	};
	const struct arguments_options options = { .cols = 200,
						   .unfolded = true };
	struct arguments_facts facts, rows_facts;

	(void)state;
	arguments_facts_init(&facts);
	arguments_facts_init(&rows_facts);
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		struct rows rows = ROWS_INIT;

		arguments_inspect(&facts, slice_str(texts[i]));
		arguments_rows(&rows, slice_str(texts[i]), &options,
			       &rows_facts);
		assert_int_equal(facts.bytes, rows_facts.bytes);
		assert_int_equal(facts.hidden, rows_facts.hidden);
		assert_int_equal(facts.duplicates, rows_facts.duplicates);
		assert_int_equal(facts.malformed, rows_facts.malformed);
		assert_string_equal(facts.lookalikes.buf,
				    rows_facts.lookalikes.buf);
		assert_int_equal(arguments_suspicious(&facts), i > 0);
		rows_release(&rows);
	}
	arguments_facts_release(&facts);
	arguments_facts_release(&rows_facts);
}

static void the_facts_of_a_text_are_those_of_its_rows(void **state)
{
	static const char *const texts[] = {
		"",
		"fs_modify_file",
		"run\u200b \u202etool\tnow",
		"r\u0443n",
		"\u0441\u043e\u0440\u0443 it \u2013 now, \u201cso\u201d",
		"a         b\n\n\n\n\n\n\n\n\n\nc",
		"```diff\n-p\u0430y\u2800\n+pay\n```\n",
		"--- a\n+++ b\n@@ -1 +1 @@\n-a\u200b\n+b\n",
	};
	struct arguments_facts facts, rows_facts;

	(void)state;
	arguments_facts_init(&facts);
	arguments_facts_init(&rows_facts);
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		struct rows rows = ROWS_INIT;

		arguments_inspect_text(&facts, slice_str(texts[i]));
		arguments_text_rows(&rows, slice_str(texts[i]), 20,
				    &rows_facts);
		assert_int_equal(facts.bytes, rows_facts.bytes);
		assert_int_equal(facts.hidden, rows_facts.hidden);
		assert_string_equal(facts.lookalikes.buf,
				    rows_facts.lookalikes.buf);
		assert_int_equal(arguments_suspicious(&facts), i > 1);
		rows_release(&rows);
	}
	arguments_facts_release(&facts);
	arguments_facts_release(&rows_facts);
}

static void a_question_is_broken_between_words(void **state)
{
	static const struct {
		const char *text, *rows;
	} cases[] = {
		{ "the quick brown fox", "the quick \nbrown fox\n" },
		{ "the quick_ brown fox", "the quick_\nbrown fox\n" },
		{ "the quick_   brown", "the quick_\n  brown\n" },
		{ "see https://a.b/c/d/e", "see \nhttps://a.\nb/c/d/e\n" },
		{ "abcdefghijklm no", "abcdefghij\nklm no\n" },
		{ "a b\n\nc ", "a b\n\nc \n" },
		{ "one two\u202e three", "one two\n\\u{202E} \nthree\n" },
		{ "``` x\nlet a = b + c\n```", "``` x\nlet a = b \n"
					       "+ c\n```\n" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct rows rows = ROWS_INIT;
		struct strbuf got = STRBUF_INIT;

		arguments_text_rows(&rows, slice_str(cases[i].text), 10, NULL);
		all_text(&got, &rows);
		assert_string_equal(got.buf, cases[i].rows);
		rows_release(&rows);
		strbuf_release(&got);
	}
}

static void hidden_characters_are_shown_and_counted(void **state)
{
	struct rows rows = ROWS_INIT;
	struct arguments_facts facts;
	struct strbuf text = STRBUF_INIT;

	(void)state;
	arguments_facts_init(&facts);
	arguments_rows(&rows,
		       SLICE("{\"c\":\"a\\u202eb\\u0000\\u200b          z\"}"),
		       &(struct arguments_options){ .cols = 80 }, &facts);
	all_text(&text, &rows);
	assert_null(strstr(text.buf, "\xe2\x80\xae"));
	assert_non_null(strstr(text.buf, "202E"));
	assert_non_null(strstr(text.buf, "10 spaces"));
	/* Adjacent ones count as one place. */
	assert_int_equal(facts.hidden, 2);
	arguments_facts_release(&facts);
	rows_release(&rows);
	strbuf_release(&text);
}

static void what_is_no_object_is_shown_as_it_is(void **state)
{
	(void)state;
	assert_arguments("[1,2", 40, "[1,2\n");
	assert_arguments("{}", 40, "{}\n");
}

static void a_wide_edit_stands_side_by_side(void **state)
{
	struct rows rows = ROWS_INIT;
	struct strbuf text = STRBUF_INIT;

	(void)state;
	arguments_rows(&rows,
		       SLICE("{\"old_string\":\"one\\ntwo\\nthree\\n\","
			     "\"new_string\":\"one\\n2\\ntoo\\nthree\\n\"}"),
		       &(struct arguments_options){ .cols = 119 }, NULL);
	all_text(&text, &rows);
	assert_string_equal(
		text.buf,
		"old_string  → new_string\n"
		"   one                                                     "
		" |  one\n"
		"  -two                                                     "
		" | +2\n"
		"                                                           "
		" | +too\n"
		"   three                                                   "
		" |  three\n");
	rows_release(&rows);
	strbuf_release(&text);
}

static void a_command_loses_nothing_by_its_colours(void **state)
{
	const char *json = "{\"command\":\"for i in 1 2; do echo \\\"$i\\\" "
			   "# x\\n  done\\n\"}";

	(void)state;
	assert_arguments(json, 80,
			 "command  \n  | for i in 1 2; do echo \"$i\" # x\n"
			 "  |   done\n  | \n");
	assert_arguments("{\"command\":\"echo \\u200b'\"}", 80,
			 "command  echo \\u{200B}'\n");
}

/* Each is another escape (C32). */
static void what_decoding_replaces_is_told_apart(void **state)
{
	(void)state;
	assert_arguments("{\"a\":\"x\\u0000\",\"b\":\"x\\uD800\","
			 "\"c\":\"x\\ufffd\",\"d\":\"x\\\\u{D800}\","
			 "\"e\":\"x\\udfffy\",\"f\":\"x\xff\"}",
			 80,
			 "a  x\\x00\nb  x\\u{D800}\nc  x\\u{FFFD}\n"
			 "d  x\\u{D800}\ne  x\\u{DFFF}y\nf  x\\xFF\n");
	assert_arguments("{\"old\":\"\\u0000\",\"new\":\"\\ufffd\"}", 80,
			 "old  \\x00\nnew  \\u{FFFD}\n");
}

static void no_text_can_pass_for_a_member(void **state)
{
	(void)state;
	assert_arguments("{\"note\":\"a\\npath  /tmp\",\"x\\ny\":1}", 40,
			 "note  \n  | a\n  | path  /tmp\n\"x\\ny\"  1\n");
}

static void a_path_tells_where_it_leads(void **state)
{
	const struct arguments_options options = { .cols = 80,
						   .root = "/home/ann/p" };
	struct rows rows = ROWS_INIT;
	struct strbuf text = STRBUF_INIT;

	(void)state;
	arguments_rows(&rows,
		       SLICE("{\"path\":\"/home/ann/p/src/../a.c\","
			     "\"file\":\"../p2/x\",\"dir\":\"src\"}"),
		       &options, NULL);
	all_text(&text, &rows);
	assert_string_equal(
		text.buf,
		"path  /home/ann/p/src/../a.c  in the workspace: a.c\n"
		"file  ../p2/x  outside the workspace: /home/ann/p2/x\n"
		"dir  src\n");
	rows_release(&rows);
	strbuf_release(&text);
}

/* What is told of where a value leads; NULL: nothing. */
static void assert_note(const char *value, const char *note)
{
	const struct arguments_options options = { .cols = 160,
						   .root = "/home/ann/p" };
	struct rows rows = ROWS_INIT;
	struct strbuf text = STRBUF_INIT, json = STRBUF_INIT;

	strbuf_addf(&json, "{\"x\":\"%s\"}", value);
	arguments_rows(&rows, strbuf_slice(&json), &options, NULL);
	all_text(&text, &rows);
	if (note ? !strstr(text.buf, note)
		 : strstr(text.buf, "the workspace") != NULL)
		fail_msg("%s: %s", value, text.buf);
	rows_release(&rows);
	strbuf_release(&text);
	strbuf_release(&json);
}

/* Whatever its member is called (C30). */
static void what_leads_elsewhere_is_told(void **state)
{
	static const char *const outside[] = {
		"./a/./../../b", "../x",  "/etc/passwd",
		" /etc/passwd",  "//etc", "/home/ann/p-2/x",
	};
	static const char *const unsure[] = {
		"src\\\\..\\\\..\\\\x",
		"C:\\\\Windows",
		"c:/x",
		"\\\\\\\\srv\\\\share",
		"%TEMP%\\\\x",
		"FILE:///etc/passwd",
		"$TMPDIR/x",
		"${HOME}/x",
		"$(pwd)/x",
		"~ann/x",
		"~/x ",
	};
	static const char *const quiet[] = {
		"a..b",     "HEAD~1..HEAD", "...",   "https://x/../y",
		"$5/month", "50%",          "x: /y", "a\\n../b",
		"/",        "src/a.c",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(outside); i++)
		assert_note(outside[i], "outside the workspace: /");
	for (size_t i = 0; i < ARRAY_SIZE(unsure); i++)
		assert_note(unsure[i], "may be outside the workspace: ");
	for (size_t i = 0; i < ARRAY_SIZE(quiet); i++)
		assert_note(quiet[i], NULL);
}

static void a_large_value_is_folded_only_between_others(void **state)
{
	struct arguments_options options = { .cols = 80 };
	struct arguments_facts facts;
	struct strbuf json = STRBUF_INIT;
	struct rows rows = ROWS_INIT;

	(void)state;
	arguments_facts_init(&facts);
	strbuf_addstr(&json, "{\"text\":\"");
	for (int i = 0; i < 100; i++)
		strbuf_addstr(&json, "line\\n");
	strbuf_addstr(&json, "\",\"path\":\"a\"}");
	arguments_rows(&rows, strbuf_slice(&json), &options, &facts);
	assert_int_equal(rows.count, 4 + 1 + 1);
	assert_int_equal(facts.folded_rows, 102 - 4);
	rows_clear(&rows);
	options.unfolded = true;
	arguments_rows(&rows, strbuf_slice(&json), &options, &facts);
	assert_int_equal(rows.count, 103);
	assert_int_equal(facts.folded_rows, 0);
	rows_release(&rows);
	strbuf_release(&json);
	arguments_facts_release(&facts);
}

static void assert_suspicious(const char *json, bool wanted)
{
	const struct arguments_options options = { .cols = 80 };
	struct arguments_facts facts;
	struct rows rows = ROWS_INIT;

	arguments_facts_init(&facts);
	arguments_rows(&rows, slice_str(json), &options, &facts);
	assert_int_equal(arguments_suspicious(&facts), wanted);
	arguments_facts_release(&facts);
	rows_release(&rows);
}

static void what_may_be_other_than_it_looks_is_told(void **state)
{
	(void)state;
	assert_suspicious("{\"cmd\":\"ls\",\"path\":\"src/a.c\"}", false);
	/* A tab and an indent are made visible, but hide nothing. */
	assert_suspicious("{\"code\":\"if:\\n            \\tx\"}", false);
	assert_suspicious("{\"cmd\":\"ls\",\"c\\u006dd\":\"rm\"}", true);
	assert_suspicious("{\"a\":{\"b\":1,\"b\":2}}", true);
	assert_suspicious("{\"cmd\":\"curl p\u0430ypal.com\"}", true);
	assert_suspicious("{\"cmd\":\"a\\u200bb\"}", true);
	assert_suspicious("{\"cmd\":\"a", true);
	assert_suspicious("[]", true);
}

/* It may have a background, which would look as if it were of the path. */
static void the_blanks_before_a_warning_have_no_face(void **state)
{
	const struct arguments_options options = { .cols = 80, .root = "/w" };
	struct rows rows = ROWS_INIT;
	const struct row *row;

	(void)state;
	arguments_rows(&rows, SLICE("{\"path\":\"/etc/x\"}"), &options, NULL);
	row = &rows.rows[0];
	for (size_t i = 0; i < row->span_count; i++) {
		const struct span *span = &rows.spans[row->first_span + i];

		if (span->face == FACE_WAITING)
			assert_int_not_equal(rows.text.buf[span->start], ' ');
	}
	rows_release(&rows);
}

static void who_only_reads_sees_a_short_edit_as_a_diff(void **state)
{
	const struct arguments_options options = { .cols = 80,
						   .reading = true };
	struct rows rows = ROWS_INIT;
	struct strbuf text = STRBUF_INIT;

	(void)state;
	arguments_rows(
		&rows,
		SLICE("{\"patterns\":[{\"old\":\"a b\",\"new\":\"a c\"}],"
		      "\"n\":[{\"older\":1}]}"),
		&options, NULL);
	all_text(&text, &rows);
	assert_string_equal(text.buf, "patterns  \n"
				      "  -  \n"
				      "    old  → new\n"
				      "      -a b\n"
				      "      +a c\n"
				      "n  [{\"older\":1}]\n");
	strbuf_release(&text);
	rows_release(&rows);
}

static void who_only_reads_sees_tabs_as_tabs(void **state)
{
	const struct arguments_options options = { .cols = 40,
						   .reading = true };
	struct rows rows = ROWS_INIT;
	struct strbuf text = STRBUF_INIT;

	(void)state;
	arguments_rows(&rows,
		       SLICE("{\"code\":\"if (x)\\n\\ty\\t\xe6\x97\xa5\\tz\","
			     "\"old\":\"\\ta b\",\"new\":\"\\ta c\","
			     "\"at\":[1,9],\"hidden\":\"a\\u200bb\","
			     "\"long\":[\"0123456789012345678\","
			     "\"012345678901234567\"]}"),
		       &options, NULL);
	all_text(&text, &rows);
	assert_string_equal(text.buf,
			    "code  \n"
			    "  | if (x)\n"
			    "  |         y       \xe6\x97\xa5      z\n"
			    "old  → new\n"
			    "  -        a b\n"
			    "  +        a c\n"
			    "at  [1,9]\n"
			    "hidden  a\\u{200B}b\n"
			    "long  \n"
			    "  -  0123456789012345678\n"
			    "  -  012345678901234567\n");
	strbuf_release(&text);
	rows_release(&rows);
}

static void nesting_has_an_end(void **state)
{
	struct arguments_options options = { .cols = 40 };
	struct strbuf deep = STRBUF_INIT;
	struct rows rows = ROWS_INIT;

	(void)state;
	strbuf_addstr(&deep, "{\"a\":");
	strbuf_addchars(&deep, '[', 900);
	strbuf_addchars(&deep, ']', 900);
	strbuf_addch(&deep, '}');
	arguments_rows(&rows, strbuf_slice(&deep), &options, NULL);
	assert_true(rows.count > 10);
	options.raw = true;
	arguments_rows(&rows, strbuf_slice(&deep), &options, NULL);
	rows_release(&rows);
	strbuf_release(&deep);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_short_value_stands_beside_its_name),
		cmocka_unit_test(an_edit_is_removed_and_added_lines),
		cmocka_unit_test(a_long_command_is_shown_to_its_end),
		cmocka_unit_test(an_escape_is_not_broken_over_rows),
		cmocka_unit_test(look_alikes_are_told_by_what_they_are_for),
		cmocka_unit_test(the_facts_are_those_of_the_rows),
		cmocka_unit_test(the_facts_of_a_text_are_those_of_its_rows),
		cmocka_unit_test(a_question_is_broken_between_words),
		cmocka_unit_test(hidden_characters_are_shown_and_counted),
		cmocka_unit_test(what_is_no_object_is_shown_as_it_is),
		cmocka_unit_test(a_wide_edit_stands_side_by_side),
		cmocka_unit_test(a_command_loses_nothing_by_its_colours),
		cmocka_unit_test(what_decoding_replaces_is_told_apart),
		cmocka_unit_test(no_text_can_pass_for_a_member),
		cmocka_unit_test(a_path_tells_where_it_leads),
		cmocka_unit_test(what_leads_elsewhere_is_told),
		cmocka_unit_test(a_large_value_is_folded_only_between_others),
		cmocka_unit_test(what_may_be_other_than_it_looks_is_told),
		cmocka_unit_test(the_blanks_before_a_warning_have_no_face),
		cmocka_unit_test(who_only_reads_sees_a_short_edit_as_a_diff),
		cmocka_unit_test(who_only_reads_sees_tabs_as_tabs),
		cmocka_unit_test(nesting_has_an_end),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("arguments", tests, NULL, NULL);
}
