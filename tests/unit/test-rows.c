#include "config.h"

#include "ui/text/rows.h"

#include <locale.h>

#include "tests/unit/test.h"

static void assert_row(const struct rows *rows, size_t row, const char *want)
{
	struct strbuf text = STRBUF_INIT;

	rows_text(&text, rows, row);
	assert_string_equal(text.buf, want);
	strbuf_release(&text);
}

static void text_of_one_face_is_one_span(void **state)
{
	struct rows rows = ROWS_INIT;

	(void)state;
	rows_begin(&rows, 2);
	rows_add(&rows, SLICE("ab"), FACE_DIM);
	rows_add(&rows, SLICE("\xe6\x97\xa5"), FACE_DIM);
	rows_add(&rows, SLICE("x"), FACE_OK);
	assert_int_equal(rows.rows[0].span_count, 2);
	assert_int_equal(rows.spans[0].cols, 4);
	assert_int_equal(rows_cols(&rows, 0), 7);
	assert_row(&rows, 0, "  ab\xe6\x97\xa5x");
	rows_release(&rows);
}

static void rows_that_are_cut_off_leave_no_text(void **state)
{
	struct rows rows = ROWS_INIT;

	(void)state;
	rows_begin(&rows, 0);
	rows_add(&rows, SLICE("one"), FACE_DEFAULT);
	rows_begin(&rows, 0);
	rows_begin(&rows, 0);
	rows_add(&rows, SLICE("three"), FACE_DEFAULT);
	rows_truncate(&rows, 1);
	assert_int_equal(rows.count, 1);
	assert_int_equal(rows.text.len, 3);
	rows_begin(&rows, 0);
	rows_add(&rows, SLICE("two"), FACE_DEFAULT);
	assert_row(&rows, 0, "one");
	assert_row(&rows, 1, "two");
	rows_truncate(&rows, 0);
	assert_int_equal(rows.text.len, 0);
	assert_int_equal(rows.span_count, 0);
	rows_release(&rows);
}

static void a_split_moves_the_end_of_a_row_to_the_next(void **state)
{
	struct rows rows = ROWS_INIT;

	(void)state;
	rows_begin(&rows, 1);
	rows_add(&rows, SLICE("ab cd"), FACE_CODE);
	rows_split(&rows, 3);
	assert_row(&rows, 0, " ab ");
	assert_row(&rows, 1, " cd");
	assert_int_equal(rows_cols(&rows, 0), 4);
	assert_int_equal(rows_cols(&rows, 1), 3);
	rows_add(&rows, SLICE("e"), FACE_CODE);
	assert_row(&rows, 1, " cde");
	rows_truncate(&rows, 1);
	assert_row(&rows, 0, " ab ");
	rows_release(&rows);
}

static void a_split_before_the_last_face_moves_that_too(void **state)
{
	struct rows rows = ROWS_INIT;

	(void)state;
	rows_begin(&rows, 0);
	rows_add(&rows, SLICE("key"), FACE_DIM);
	rows_add(&rows, SLICE("ab cd"), FACE_DEFAULT);
	rows_add(&rows, SLICE("ef"), FACE_BOLD);
	rows_split(&rows, 6);
	assert_row(&rows, 0, "keyab ");
	assert_row(&rows, 1, "cdef");
	assert_int_equal(rows_cols(&rows, 0), 6);
	assert_int_equal(rows_cols(&rows, 1), 4);
	assert_int_equal(rows.spans[2].face, FACE_DEFAULT);
	assert_int_equal(rows.spans[3].face, FACE_BOLD);
	rows_split(&rows, 8);
	assert_row(&rows, 1, "cd");
	assert_row(&rows, 2, "ef");
	rows_release(&rows);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_of_one_face_is_one_span),
		cmocka_unit_test(rows_that_are_cut_off_leave_no_text),
		cmocka_unit_test(a_split_moves_the_end_of_a_row_to_the_next),
		cmocka_unit_test(a_split_before_the_last_face_moves_that_too),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("rows", tests, NULL, NULL);
}
