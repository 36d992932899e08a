#include "config.h"

#include "ui/term/term-color.h"

#include <stdbool.h>

enum { CUBE_FIRST = 16, GREY_FIRST = 232 };

enum { BLACK, GREEN = 2, YELLOW, BLUE, CYAN = 6, WHITE };

static bool is_grey(int color)
{
	return color >= GREY_FIRST;
}

/* A colour of the 6x6x6 cube. */
struct cube {
	int part[3]; /* red, green, blue */
	int min, max;
};

static struct cube cube_of(int color)
{
	struct cube cube = { .part = { (color - CUBE_FIRST) / 36,
				       (color - CUBE_FIRST) / 6 % 6,
				       (color - CUBE_FIRST) % 6 },
			     .min = 5 };

	for (int i = 0; i < 3; i++) {
		cube.max = cube.part[i] > cube.max ? cube.part[i] : cube.max;
		cube.min = cube.part[i] < cube.min ? cube.part[i] : cube.min;
	}
	return cube;
}

/* The ANSI colour of the same hue, however pale or dark. */
static int cube_to_ansi(int color)
{
	struct cube cube = cube_of(color);
	int ansi = 0;

	if (cube.max == cube.min)
		return cube.max > 2 ? WHITE : BLACK;
	for (int i = 0; i < 3; i++)
		if (2 * (cube.part[i] - cube.min) >= cube.max - cube.min)
			ansi |= 1 << i;
	/* ANSI's blue is too dark for what a pale one is drawn on. */
	return ansi == BLUE && cube.min > 0 ? CYAN : ansi;
}

/* Orange, brown and tan, which are none of eight: red means that something
 * failed or is deleted, and yellow cannot be read on white. */
static bool is_orange(int color)
{
	struct cube cube = cube_of(color);

	return !is_grey(color) && cube.part[0] == cube.max &&
	       cube.part[2] == cube.min && cube.part[1] > cube.min &&
	       2 * (cube.part[1] - cube.min) <= cube.max - cube.min;
}

/* Text without a colour; bold text, which is an alert, on the alert's. */
static void reduce_orange(struct style *style)
{
	style->fg = -1;
	if (!(style->attrs & STYLE_BOLD) || style->bg >= 0)
		return;
	style->fg = BLACK;
	style->bg = YELLOW;
	style->attrs &= (uint8_t)~STYLE_BOLD;
}

/*
 * The same for text without a ground. What is dark is for a white background,
 * on which ANSI's green and cyan can hardly be read: the darkest cyan is blue
 * there, green is bold. Bold black may be drawn grey.
 */
static void reduce_text(struct style *style)
{
	int ansi = cube_to_ansi(style->fg);
	int max = cube_of(style->fg).max;

	style->fg = (int16_t)ansi;
	if (ansi == CYAN && max < 2)
		style->fg = BLUE;
	else if (ansi == BLACK || ((ansi == GREEN || ansi == CYAN) && max < 3))
		style->fg = -1;
	if (ansi == GREEN && max < 3)
		style->attrs |= STYLE_BOLD;
}

struct style term_color_reduce(struct style style, int colors)
{
	if (colors >= 256)
		return style;
	/* A grey background has no near colour: reverse the default ones. */
	if (is_grey(style.bg)) {
		style.fg = -1;
		style.bg = -1;
		style.attrs |= STYLE_REVERSE;
	}
	if (is_grey(style.fg)) {
		style.fg = -1;
		style.attrs |= STYLE_DIM;
	}
	if (style.fg >= CUBE_FIRST && is_orange(style.fg))
		reduce_orange(&style);
	if (style.fg >= CUBE_FIRST && style.bg < 0)
		reduce_text(&style);
	else if (style.fg >= CUBE_FIRST)
		style.fg = (int16_t)cube_to_ansi(style.fg);
	if (style.bg >= CUBE_FIRST)
		style.bg = (int16_t)cube_to_ansi(style.bg);
	if (colors >= 16)
		return style;
	/* Bold black on a colour is drawn dark grey: unreadable. */
	if (style.bg >= 0 && style.fg == 0)
		style.attrs &= (uint8_t)~STYLE_BOLD;
	if (style.fg >= 8) {
		style.fg -= 8;
		style.attrs |= STYLE_BOLD;
	}
	if (style.bg >= 8)
		style.bg -= 8;
	return style;
}
