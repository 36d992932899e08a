#include "config.h"

#include "ui/view/theme.h"

#include <math.h>

#include "src/base/xalloc.h"
#include "tests/unit/test.h"

/* Common backgrounds, as red, green, blue. */
static const double black[] = { 0, 0, 0 };
static const double dark_grey[] = { 0x28, 0x28, 0x28 };
static const double solarized_dark[] = { 0x00, 0x2b, 0x36 };
static const double white[] = { 0xff, 0xff, 0xff };
static const double light_grey[] = { 0xee, 0xee, 0xee };
static const double solarized_light[] = { 0xfd, 0xf6, 0xe3 };

/* A colour of xterm's 6x6x6 cube or its greys. */
static void parts_of(int color, double parts[3])
{
	static const double levels[] = { 0, 95, 135, 175, 215, 255 };

	for (int i = 0; i < 3; i++) {
		if (color >= 232)
			parts[i] = 8 + (color - 232) * 10;
		else
			parts[i] = levels[(color - 16) /
					  (i == 0   ? 36
					   : i == 1 ? 6
						    : 1) %
					  6];
	}
}

/* Relative luminance and contrast, as in WCAG 2.1. */
static double luminance(const double parts[3])
{
	static const double weights[] = { 0.2126, 0.7152, 0.0722 };
	double sum = 0;

	for (int i = 0; i < 3; i++) {
		double c = parts[i] / 255;

		sum += weights[i] * (c <= 0.04045
					     ? c / 12.92
					     : pow((c + 0.055) / 1.055, 2.4));
	}
	return sum;
}

static double contrast(const double a[3], const double b[3])
{
	double x = luminance(a) + 0.05, y = luminance(b) + 0.05;

	return x > y ? x / y : y / x;
}

/* Each face of the theme on the terminal's background. */
static void assert_readable_on(const char *name, const double ground[3],
			       double least)
{
	const struct theme *theme = theme_find(name);

	for (int face = 0; face < FACE_COUNT; face++) {
		struct style style = theme->styles[face];
		double fg[3], bg[3];

		if (style.fg < 0 || face == FACE_BORDER)
			continue;
		/* The look of an ANSI colour depends on the palette. */
		assert_true(style.fg >= 16 && (style.bg < 0 || style.bg >= 16));
		parts_of(style.fg, fg);
		if (style.bg >= 0)
			parts_of(style.bg, bg);
		if (contrast(fg, style.bg < 0 ? ground : bg) < least)
			fail_msg("%s: face %d, colour %d: %.2f", name, face,
				 style.fg,
				 contrast(fg, style.bg < 0 ? ground : bg));
	}
}

static void dark_is_readable_on_dark_grounds(void **state)
{
	(void)state;
	assert_readable_on("dark", black, 4.5);
	assert_readable_on("dark", dark_grey, 4.5);
	assert_readable_on("dark", solarized_dark, 4.2);
}

static void light_is_readable_on_light_grounds(void **state)
{
	(void)state;
	assert_readable_on("light", white, 4.2);
	assert_readable_on("light", light_grey, 3.5);
	assert_readable_on("light", solarized_light, 3.8);
}

/* A colour reaches at most 4.58 on both black and white. */
static void neutral_is_readable_on_every_ground(void **state)
{
	(void)state;
	assert_readable_on("neutral", black, 3.7);
	assert_readable_on("neutral", white, 3.7);
	assert_readable_on("neutral", solarized_dark, 2.7);
	assert_readable_on("neutral", solarized_light, 3.3);
}

/* A state is shown by its colour on the selection's background too. */
static void a_selected_state_keeps_its_colour(void **state)
{
	static const enum face faces[] = { FACE_OK,      FACE_RUNNING,
					   FACE_WAITING, FACE_FAILED,
					   FACE_LOST,    FACE_ERROR };

	(void)state;
	for (size_t t = 0; t < theme_count(); t++) {
		const struct theme *theme = theme_find(theme_name(t));

		for (size_t i = 0; i < ARRAY_SIZE(faces); i++) {
			struct style style = theme_style(theme, faces[i], true);
			double fg[3], bg[3];

			assert_int_equal(style.bg,
					 theme->styles[FACE_SELECTED].bg);
			if (style.fg < 0)
				continue;
			parts_of(style.fg, fg);
			parts_of(style.bg, bg);
			assert_true(contrast(fg, bg) > 3.8);
			assert_int_not_equal(style.fg,
					     theme->styles[FACE_SELECTED].fg);
		}
	}
	assert_true(theme_style(theme_find("mono"), FACE_WAITING, true).attrs &
		    STYLE_REVERSE);
}

/* Faces for decisions, on an unknown background (D06). */
static void
what_matters_has_the_default_colour_on_an_unknown_ground(void **state)
{
	static const enum face faces[] = {
		FACE_DEFAULT, FACE_KEY,         FACE_TITLE_FOCUS, FACE_HEADING,
		FACE_DIALOG,  FACE_HEADING_TOP, FACE_INPUT,       FACE_BOLD,
	};
	const struct theme *theme = theme_find("neutral");

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(faces); i++) {
		assert_int_equal(theme->styles[faces[i]].fg, -1);
		assert_int_equal(theme->styles[faces[i]].bg, -1);
	}
}

static void auto_follows_the_ground(void **state)
{
	(void)state;
	assert_string_equal(theme_for_ground(THEME_GROUND_UNKNOWN), "neutral");
	assert_string_equal(theme_for_ground(THEME_GROUND_DARK), "dark");
	assert_string_equal(theme_for_ground(THEME_GROUND_LIGHT), "light");
	assert_null(theme_find(THEME_AUTO));
	assert_true(theme_is_choice(THEME_AUTO));
	assert_true(theme_is_choice("neutral"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(dark_is_readable_on_dark_grounds),
		cmocka_unit_test(light_is_readable_on_light_grounds),
		cmocka_unit_test(neutral_is_readable_on_every_ground),
		cmocka_unit_test(a_selected_state_keeps_its_colour),
		cmocka_unit_test(
			what_matters_has_the_default_colour_on_an_unknown_ground),
		cmocka_unit_test(auto_follows_the_ground),
	};

	return cmocka_run_group_tests_name("theme", tests, NULL, NULL);
}
