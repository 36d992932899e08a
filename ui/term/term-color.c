#include "config.h"

#include "ui/term/term-color.h"

#include <stdbool.h>

enum { CUBE_FIRST = 16, GREY_FIRST = 232 };

static bool is_grey(int color)
{
	return color >= GREY_FIRST;
}

/* The ANSI colour with the strong components of a colour of the 6x6x6 cube. */
static int cube_to_ansi(int color)
{
	int part[3] = { (color - CUBE_FIRST) / 36, (color - CUBE_FIRST) / 6 % 6,
			(color - CUBE_FIRST) % 6 };
	int max = 0;
	int ansi = 0;

	for (int i = 0; i < 3; i++)
		if (part[i] > max)
			max = part[i];
	for (int i = 0; i < 3; i++)
		if (part[i] && part[i] * 2 >= max)
			ansi |= 1 << i;
	return ansi;
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
	if (style.fg >= CUBE_FIRST)
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
