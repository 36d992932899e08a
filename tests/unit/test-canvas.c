#include "config.h"

#include "ui/view/canvas.h"

#include <locale.h>

#include "src/base/utf8.h"
#include "src/base/xalloc.h"
#include "tests/unit/canvas-rows.h"
#include "tests/unit/test.h"

static int text_at(struct canvas *cv, int x, int y, const char *text)
{
	return canvas_text(cv, all(cv), x, y, slice_str(text), FACE_BOLD);
}

/* A right half follows every wide character, and is nowhere else. */
static void assert_no_halves(const struct canvas *cv)
{
	for (int y = 0; y < cv->h; y++) {
		for (int x = 0; x < cv->w; x++) {
			const struct cell *cell = canvas_cell(cv, x, y);
			bool wide_before = x > 0 && cell[-1].width == 2;

			assert_int_equal(cell->width == 0, wide_before);
			assert_false(cell->width == 2 && x == cv->w - 1);
			assert_int_equal(cell->width == 0, cell->ch == 0);
		}
	}
}

static void text_is_cut_at_the_edges(void **state)
{
	struct canvas cv = new_canvas(5, 2);

	(void)state;
	assert_int_equal(text_at(&cv, 3, 0, "abcd"), 4);
	assert_int_equal(text_at(&cv, -2, 1, "abcd"), 4);
	assert_int_equal(text_at(&cv, 0, 2, "nowhere"), 7);
	assert_int_equal(text_at(&cv, 0, -1, "nowhere"), 7);
	assert_row(&cv, 0, "   ab");
	assert_row(&cv, 1, "cd   ");
	canvas_release(&cv);
}

static void a_clip_cuts_inside_the_canvas(void **state)
{
	struct canvas cv = new_canvas(6, 2);
	struct rect clip = { 2, 1, 2, 5 };

	(void)state;
	canvas_text(&cv, clip, 0, 1, SLICE("abcdef"), FACE_DEFAULT);
	canvas_text(&cv, clip, 0, 0, SLICE("abcdef"), FACE_DEFAULT);
	assert_row(&cv, 0, "      ");
	assert_row(&cv, 1, "  cd  ");
	canvas_release(&cv);
}

static void a_wide_character_at_an_edge_leaves_a_blank(void **state)
{
	struct canvas cv = new_canvas(4, 2);

	(void)state;
	text_at(&cv, 0, 0, "...");
	assert_int_equal(text_at(&cv, 3, 0, "日"), 2);
	text_at(&cv, -1, 1, "日本");
	assert_row(&cv, 0, "... ");
	assert_int_equal(canvas_cell(&cv, 3, 0)->face, FACE_BOLD);
	assert_row(&cv, 1, " 本 ");
	assert_no_halves(&cv);
	canvas_release(&cv);
}

static void overwriting_half_a_wide_character_blanks_the_other(void **state)
{
	struct canvas cv = new_canvas(8, 1);

	(void)state;
	text_at(&cv, 0, 0, "日本語字");
	text_at(&cv, 1, 0, "x");
	canvas_put(&cv, all(&cv), 4, 0, 'y', FACE_DEFAULT);
	canvas_fill(&cv, (struct rect){ 7, 0, 1, 1 }, FACE_DIM);
	assert_row(&cv, 0, " x本y   ");
	assert_int_equal(canvas_cell(&cv, 0, 0)->face, FACE_BOLD);
	assert_no_halves(&cv);
	text_at(&cv, 1, 0, "日");
	assert_row(&cv, 0, " 日 y   ");
	assert_no_halves(&cv);
	canvas_release(&cv);
}

static void marks_stand_on_the_character_before(void **state)
{
	struct canvas cv = new_canvas(6, 1);

	(void)state;
	assert_int_equal(text_at(&cv, 0, 0, "e\u0301日\u0323z"), 4);
	assert_row(&cv, 0, "e\u0301日\u0323z  ");
	assert_int_equal(canvas_cell(&cv, 0, 0)->marks[0], 0x301);
	assert_int_equal(canvas_cell(&cv, 1, 0)->marks[0], 0x323);
	canvas_release(&cv);
}

static void a_mark_that_starts_a_text_joins_what_was_drawn(void **state)
{
	struct canvas cv = new_canvas(3, 1);

	(void)state;
	text_at(&cv, 0, 0, "e");
	text_at(&cv, 1, 0, "\u0301x");
	text_at(&cv, 0, 0, "\u0301");
	assert_row(&cv, 0, "e\u0301x ");
	canvas_release(&cv);
}

static void only_four_marks_are_kept(void **state)
{
	struct canvas cv = new_canvas(2, 1);

	(void)state;
	text_at(&cv, 0, 0, "a\u0301\u0302\u0303\u0304\u0305\u0306");
	assert_row(&cv, 0, "a\u0301\u0302\u0303\u0304 ");
	canvas_release(&cv);
}

static void a_mark_outside_the_clip_is_dropped(void **state)
{
	struct canvas cv = new_canvas(3, 1);
	struct rect clip = { 1, 0, 1, 1 };

	(void)state;
	text_at(&cv, 0, 0, "abc");
	canvas_text(&cv, clip, 1, 0, SLICE("\u0301x\u0302yz\u0303"), FACE_DIM);
	assert_row(&cv, 0, "ax\u0302c");
	canvas_release(&cv);
}

static void what_has_no_width_is_a_replacement(void **state)
{
	struct canvas cv = new_canvas(6, 1);

	(void)state;
	assert_int_equal(canvas_text(&cv, all(&cv), 0, 0,
				     slice_of("\033\0\x80\x7f\n", 5),
				     FACE_DEFAULT),
			 5);
	canvas_put(&cv, all(&cv), 5, 0, 0x7fffffff, FACE_DEFAULT);
	assert_row(&cv, 0, "\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd");
	canvas_release(&cv);
}

static void a_box_has_corners_and_lines(void **state)
{
	struct canvas cv = new_canvas(5, 3);

	(void)state;
	canvas_box(&cv, (struct rect){ 0, 0, 4, 3 }, FACE_BORDER);
	assert_row(&cv, 0, "┌──┐ ");
	assert_row(&cv, 1, "│  │ ");
	assert_row(&cv, 2, "└──┘ ");
	assert_int_equal(canvas_cell(&cv, 1, 0)->ch, GLYPH_HLINE);
	canvas_release(&cv);
}

static void a_box_too_small_is_not_drawn(void **state)
{
	struct canvas cv = new_canvas(2, 1);

	(void)state;
	canvas_box(&cv, all(&cv), FACE_BORDER);
	canvas_box(&cv, (struct rect){ 0, 0, 0, 0 }, FACE_BORDER);
	assert_row(&cv, 0, "  ");
	canvas_release(&cv);
}

static void lines_far_outside_are_cut(void **state)
{
	struct canvas cv = new_canvas(3, 2);
	struct rect huge = { INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX };

	(void)state;
	canvas_hline(&cv, -5, 0, INT32_MAX, FACE_BORDER);
	canvas_vline(&cv, 1, 1, INT32_MAX, FACE_BORDER);
	canvas_hline(&cv, INT32_MAX, 0, INT32_MAX, FACE_BORDER);
	canvas_fill(&cv, huge, FACE_DIM);
	canvas_paint(&cv, huge, FACE_DIM);
	canvas_box(&cv, huge, FACE_DIM);
	canvas_text(&cv, huge, INT32_MAX, 0, SLICE("abc"), FACE_DIM);
	assert_row(&cv, 0, "───");
	assert_row(&cv, 1, " │ ");
	canvas_release(&cv);
}

static void painting_leaves_the_text(void **state)
{
	struct canvas cv = new_canvas(4, 1);

	(void)state;
	text_at(&cv, 0, 0, "a日");
	canvas_paint(&cv, all(&cv), FACE_SELECTED);
	assert_row(&cv, 0, "a日 ");
	for (int x = 0; x < 4; x++)
		assert_int_equal(canvas_cell(&cv, x, 0)->face, FACE_SELECTED);
	canvas_paint(&cv, all(&cv), FACE_WAITING);
	canvas_select(&cv, (struct rect){ 1, 0, 2, 1 });
	assert_row(&cv, 0, "a日 ");
	assert_int_equal(canvas_cell(&cv, 1, 0)->face, FACE_WAITING);
	for (int x = 0; x < 4; x++)
		assert_int_equal(canvas_cell(&cv, x, 0)->selected,
				 x == 1 || x == 2);
	canvas_release(&cv);
}

static void resizing_blanks_and_hides_the_cursor(void **state)
{
	struct canvas cv = new_canvas(4, 1);

	(void)state;
	text_at(&cv, 0, 0, "abcd");
	cv.cursor_x = cv.cursor_y = 0;
	canvas_resize(&cv, 2, 3);
	assert_row(&cv, 0, "  ");
	assert_int_equal(cv.cursor_x, -1);
	canvas_resize(&cv, -1, 7);
	assert_int_equal(cv.w, 0);
	text_at(&cv, 0, 0, "abcd");
	assert_row(&cv, 0, "");
	canvas_release(&cv);
}

static void rows_are_equal_in_text_face_and_marks(void **state)
{
	struct canvas a = new_canvas(3, 1);
	struct canvas b = new_canvas(3, 1);

	(void)state;
	assert_true(canvas_rows_equal(&a, &b, 0));
	assert_false(canvas_rows_equal(&a, &b, 1));
	text_at(&a, 0, 0, "e");
	assert_false(canvas_rows_equal(&a, &b, 0));
	text_at(&b, 0, 0, "e\u0301");
	assert_false(canvas_rows_equal(&a, &b, 0));
	text_at(&a, 0, 0, "e\u0301");
	assert_true(canvas_rows_equal(&a, &b, 0));
	canvas_paint(&a, all(&a), FACE_DIM);
	assert_false(canvas_rows_equal(&a, &b, 0));
	canvas_resize(&b, 4, 1);
	assert_false(canvas_rows_equal(&a, &b, 0));
	canvas_release(&a);
	canvas_release(&b);
}

static void every_glyph_has_both_forms(void **state)
{
	(void)state;
	for (uint32_t g = GLYPH_HLINE; g < GLYPH_END; g++) {
		assert_true(glyph_unicode(g) > 0x7f);
		assert_true(glyph_ascii(g) > 0x20 && glyph_ascii(g) < 0x7f);
	}
	assert_int_equal(glyph_unicode('a'), UTF8_REPLACEMENT);
	assert_int_equal(glyph_ascii(GLYPH_END), '?');
}

static void random_drawing_never_leaves_a_half(void **state)
{
	static const uint32_t chars[] = { 'a',    0x65e5, 0x301, 0x1f600,
					  0xfffd, 0x200b, 7,     GLYPH_DOT };
	struct canvas cv = new_canvas(7, 3);
	uint32_t seed = 1;

	(void)state;
	for (int i = 0; i < 20000; i++) {
		int n[6];

		for (int k = 0; k < 6; k++) {
			seed = seed * 1664525 + 1013904223;
			n[k] = (int)(seed >> 16) % 11 - 2;
		}
		if (n[5] > 6)
			canvas_fill(&cv, (struct rect){ n[0], n[1], n[2], 1 },
				    FACE_DIM);
		else
			canvas_put(&cv, (struct rect){ n[2], n[3], n[4], n[4] },
				   n[0], n[1], chars[(n[5] + 2) % 8], FACE_OK);
		assert_no_halves(&cv);
	}
	canvas_release(&cv);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_is_cut_at_the_edges),
		cmocka_unit_test(a_clip_cuts_inside_the_canvas),
		cmocka_unit_test(a_wide_character_at_an_edge_leaves_a_blank),
		cmocka_unit_test(
			overwriting_half_a_wide_character_blanks_the_other),
		cmocka_unit_test(marks_stand_on_the_character_before),
		cmocka_unit_test(
			a_mark_that_starts_a_text_joins_what_was_drawn),
		cmocka_unit_test(only_four_marks_are_kept),
		cmocka_unit_test(a_mark_outside_the_clip_is_dropped),
		cmocka_unit_test(what_has_no_width_is_a_replacement),
		cmocka_unit_test(a_box_has_corners_and_lines),
		cmocka_unit_test(a_box_too_small_is_not_drawn),
		cmocka_unit_test(lines_far_outside_are_cut),
		cmocka_unit_test(painting_leaves_the_text),
		cmocka_unit_test(resizing_blanks_and_hides_the_cursor),
		cmocka_unit_test(rows_are_equal_in_text_face_and_marks),
		cmocka_unit_test(every_glyph_has_both_forms),
		cmocka_unit_test(random_drawing_never_leaves_a_half),
	};

	if (!setlocale(LC_CTYPE, "C.UTF-8"))
		return 1;
	return cmocka_run_group_tests_name("canvas", tests, NULL, NULL);
}
