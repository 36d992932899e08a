#include "config.h"

#include "ui/term/term-color.h"

#include "src/base/xalloc.h"
#include "tests/unit/test.h"

static void assert_reduced(struct style from, int colors, struct style want)
{
	struct style got = term_color_reduce(from, colors);

	assert_int_equal(got.fg, want.fg);
	assert_int_equal(got.bg, want.bg);
	assert_int_equal(got.attrs, want.attrs);
}

static void with_256_colours_nothing_changes(void **state)
{
	struct style style = { 214, 236, STYLE_ITALIC };

	(void)state;
	assert_reduced(style, 256, style);
	assert_reduced(style, 1 << 24, style);
}

static void the_cube_becomes_the_nearest_hue(void **state)
{
	static const struct {
		int16_t from, to;
	} rows[] = {
		{ 124, 1 }, { 160, 1 }, { 210, 1 }, { 114, 2 }, { 214, 3 },
		{ 221, 3 }, { 228, 3 }, { 25, 4 },  { 26, 4 },  { 90, 5 },
		{ 176, 5 }, { 37, 6 },  { 73, 6 },  { 111, 6 }, { 75, 6 },
		{ 231, 7 }, { 145, 7 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		assert_reduced((struct style){ rows[i].from, -1, 0 }, 8,
			       (struct style){ rows[i].to, -1, 0 });
		assert_reduced((struct style){ -1, rows[i].from, 0 }, 16,
			       (struct style){ -1, rows[i].to, 0 });
	}
}

/* Pale on white; what the light theme uses is dark. */
static void text_in_dark_cyan_becomes_blue(void **state)
{
	(void)state;
	assert_reduced((struct style){ 23, -1, 0 }, 8,
		       (struct style){ 4, -1, 0 });
	assert_reduced((struct style){ 23, -1, STYLE_BOLD }, 16,
		       (struct style){ 4, -1, STYLE_BOLD });
	assert_reduced((struct style){ -1, 23, 0 }, 8,
		       (struct style){ -1, 6, 0 });
}

static void dark_green_becomes_bold(void **state)
{
	(void)state;
	assert_reduced((struct style){ 22, -1, 0 }, 8,
		       (struct style){ -1, -1, STYLE_BOLD });
	assert_reduced((struct style){ 28, -1, STYLE_UNDERLINE }, 16,
		       (struct style){ -1, -1, STYLE_BOLD | STYLE_UNDERLINE });
	assert_reduced((struct style){ 30, -1, 0 }, 8,
		       (struct style){ -1, -1, 0 });
	assert_reduced((struct style){ -1, 22, 0 }, 8,
		       (struct style){ -1, 2, 0 });
	assert_reduced((struct style){ 16, -1, STYLE_BOLD }, 16,
		       (struct style){ -1, -1, STYLE_BOLD });
}

/* On white, of eight colours only these are dark enough for text; the neutral
 * theme does not know that the ground is not white. */
static void on_white_no_text_is_pale_with_few_colours(void **state)
{
	static const char *const names[] = { "light", "neutral" };
	static const int colors[] = { 8, 16 };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		for (int n = 0; n < 2 * FACE_COUNT; n++) {
			struct style got = term_color_reduce(
				theme_find(names[i])->styles[n / 2],
				colors[n % 2]);

			if (got.bg < 0 && got.fg != -1 && got.fg != 1 &&
			    got.fg != 4 && got.fg != 5)
				fail_msg("%s: face %d is %d", names[i], n / 2,
					 got.fg);
		}
	}
}

static void bright_colours_become_bold_ones(void **state)
{
	(void)state;
	assert_reduced((struct style){ 9, -1, 0 }, 8,
		       (struct style){ 1, -1, STYLE_BOLD });
	assert_reduced((struct style){ -1, 11, 0 }, 8,
		       (struct style){ -1, 3, 0 });
	assert_reduced((struct style){ 9, 11, 0 }, 16,
		       (struct style){ 9, 11, 0 });
}

static void greys_become_attributes(void **state)
{
	(void)state;
	assert_reduced((struct style){ 246, -1, 0 }, 8,
		       (struct style){ -1, -1, STYLE_DIM });
	assert_reduced((struct style){ 253, 236, 0 }, 8,
		       (struct style){ -1, -1, STYLE_REVERSE });
}

static void black_on_a_colour_is_not_bold(void **state)
{
	(void)state;
	assert_reduced((struct style){ 16, 214, STYLE_BOLD }, 8,
		       (struct style){ 0, 3, 0 });
}

static void orange_is_no_colour_but_an_alert_if_it_is_bold(void **state)
{
	static const int16_t orange[] = { 94, 130, 180, 216 };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(orange); i++) {
		assert_reduced((struct style){ orange[i], -1, STYLE_ITALIC }, 8,
			       (struct style){ -1, -1, STYLE_ITALIC });
		assert_reduced((struct style){ orange[i], -1, STYLE_BOLD }, 8,
			       (struct style){ 0, 3, 0 });
	}
}

/* Pairs of faces that stand side by side and mean something else. */
static void no_meanings_look_alike_with_few_colours(void **state)
{
	static const char *const names[] = { "dark", "light", "neutral",
					     "mono" };
	static const enum face pairs[][2] = {
		{ FACE_WAITING, FACE_FAILED },
		{ FACE_WAITING, FACE_RUNNING },
		{ FACE_WAITING, FACE_OK },
		{ FACE_WAITING, FACE_TITLE_FOCUS },
		{ FACE_WAITING, FACE_ERROR },
		{ FACE_DIFF_ADD, FACE_DIFF_DEL },
		{ FACE_DIFF_ADD, FACE_CODE },
		{ FACE_DIFF_ADD_WORD, FACE_DIFF_ADD },
		{ FACE_DIFF_DEL_WORD, FACE_DIFF_DEL },
		{ FACE_ESCAPED, FACE_CODE },
		{ FACE_ESCAPED, FACE_DIFF_ADD },
		{ FACE_ESCAPED, FACE_DIFF_DEL },
		{ FACE_ESCAPED, FACE_DEFAULT },
		{ FACE_BAR_ALERT, FACE_BAR },
		{ FACE_DIALOG_TITLE, FACE_TITLE_FOCUS },
		{ FACE_KEY, FACE_DIALOG_DIM },
		{ FACE_MATCH, FACE_MATCH_HERE },
		{ FACE_FAILED, FACE_OK },
		{ FACE_FAILED, FACE_DEFAULT },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		const struct theme *theme = theme_find(names[i]);

		for (size_t n = 0; n < ARRAY_SIZE(pairs); n++) {
			struct style a = term_color_reduce(
				theme->styles[pairs[n][0]], 8);
			struct style b = term_color_reduce(
				theme->styles[pairs[n][1]], 8);

			if (a.fg == b.fg && a.bg == b.bg && a.attrs == b.attrs)
				fail_msg("%s: faces %d and %d", names[i],
					 pairs[n][0], pairs[n][1]);
		}
	}
}

/* Red is for what failed and what is deleted. */
static void code_is_not_red_with_few_colours(void **state)
{
	static const char *const names[] = { "dark", "light", "neutral" };
	static const enum face faces[] = { FACE_CODE,         FACE_CODE_NUMBER,
					   FACE_CODE_KEYWORD, FACE_CODE_STRING,
					   FACE_CODE_TYPE,    FACE_WAITING,
					   FACE_TINT_YELLOW };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		for (size_t n = 0; n < ARRAY_SIZE(faces); n++)
			assert_int_not_equal(
				term_color_reduce(
					theme_find(names[i])->styles[faces[n]],
					8)
					.fg,
				1);
	}
}

static void no_theme_is_unreadable_with_few_colours(void **state)
{
	static const char *const names[] = { "dark", "light", "neutral",
					     "mono" };
	static const int colors[] = { 8, 16 };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		const struct theme *theme = theme_find(names[i]);

		for (size_t c = 0; c < ARRAY_SIZE(colors); c++) {
			for (int face = 0; face < FACE_COUNT; face++) {
				struct style got = term_color_reduce(
					theme->styles[face], colors[c]);

				assert_true(got.fg < colors[c]);
				assert_true(got.bg < colors[c]);
				assert_true(got.fg < 0 || got.fg != got.bg);
			}
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(with_256_colours_nothing_changes),
		cmocka_unit_test(the_cube_becomes_the_nearest_hue),
		cmocka_unit_test(text_in_dark_cyan_becomes_blue),
		cmocka_unit_test(dark_green_becomes_bold),
		cmocka_unit_test(on_white_no_text_is_pale_with_few_colours),
		cmocka_unit_test(bright_colours_become_bold_ones),
		cmocka_unit_test(greys_become_attributes),
		cmocka_unit_test(black_on_a_colour_is_not_bold),
		cmocka_unit_test(
			orange_is_no_colour_but_an_alert_if_it_is_bold),
		cmocka_unit_test(no_meanings_look_alike_with_few_colours),
		cmocka_unit_test(code_is_not_red_with_few_colours),
		cmocka_unit_test(no_theme_is_unreadable_with_few_colours),
	};

	return cmocka_run_group_tests_name("term-color", tests, NULL, NULL);
}
