#include "config.h"

#include "ui/view/arguments.h"

#include <locale.h>
#include <string.h>

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

	arguments_rows(&rows, slice_str(json), cols, NULL);
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
	assert_arguments("{\"old\":\"a\\nb\",\"new\":\"c\\n\"}", 40,
			 "old  \n  - a\n  - b\nnew  \n  + c\n");
}

static void a_long_command_is_shown_to_its_end(void **state)
{
	(void)state;
	assert_arguments("{\"c\":\"abcdefghij\"}", 8, "c  abcde\n  fghij\n");
}

static void hidden_characters_are_shown_and_counted(void **state)
{
	struct rows rows = ROWS_INIT;
	struct arguments_facts facts;
	struct strbuf text = STRBUF_INIT;

	(void)state;
	arguments_rows(&rows,
		       SLICE("{\"c\":\"a\\u202eb\\u0000\\u200b          z\"}"),
		       80, &facts);
	all_text(&text, &rows);
	assert_null(strstr(text.buf, "\xe2\x80\xae"));
	assert_non_null(strstr(text.buf, "202E"));
	assert_non_null(strstr(text.buf, "10 spaces"));
	/* Places: what stands together counts as one. */
	assert_int_equal(facts.escapes, 2);
	rows_release(&rows);
	strbuf_release(&text);
}

static void what_is_no_object_is_shown_as_it_is(void **state)
{
	(void)state;
	assert_arguments("[1,2", 40, "[1,2\n");
	assert_arguments("{}", 40, "{}\n");
}

static void nesting_has_an_end(void **state)
{
	struct strbuf deep = STRBUF_INIT;
	struct rows rows = ROWS_INIT;

	(void)state;
	strbuf_addstr(&deep, "{\"a\":");
	strbuf_addchars(&deep, '[', 900);
	strbuf_addchars(&deep, ']', 900);
	strbuf_addch(&deep, '}');
	arguments_rows(&rows, strbuf_slice(&deep), 40, NULL);
	assert_true(rows.count > 10);
	arguments_raw_rows(&rows, strbuf_slice(&deep), 40, NULL);
	rows_release(&rows);
	strbuf_release(&deep);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_short_value_stands_beside_its_name),
		cmocka_unit_test(an_edit_is_removed_and_added_lines),
		cmocka_unit_test(a_long_command_is_shown_to_its_end),
		cmocka_unit_test(hidden_characters_are_shown_and_counted),
		cmocka_unit_test(what_is_no_object_is_shown_as_it_is),
		cmocka_unit_test(nesting_has_an_end),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("arguments", tests, NULL, NULL);
}
