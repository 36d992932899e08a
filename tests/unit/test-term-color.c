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
		{ 16, 0 }, { 124, 1 }, { 160, 1 }, { 22, 2 },  { 28, 2 },
		{ 94, 3 }, { 214, 3 }, { 228, 3 }, { 25, 4 },  { 26, 4 },
		{ 90, 5 }, { 23, 6 },  { 30, 6 },  { 231, 7 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		assert_reduced((struct style){ rows[i].from, -1, 0 }, 8,
			       (struct style){ rows[i].to, -1, 0 });
		assert_reduced((struct style){ -1, rows[i].from, 0 }, 16,
			       (struct style){ -1, rows[i].to, 0 });
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
		cmocka_unit_test(bright_colours_become_bold_ones),
		cmocka_unit_test(greys_become_attributes),
		cmocka_unit_test(black_on_a_colour_is_not_bold),
		cmocka_unit_test(no_theme_is_unreadable_with_few_colours),
	};

	return cmocka_run_group_tests_name("term-color", tests, NULL, NULL);
}
