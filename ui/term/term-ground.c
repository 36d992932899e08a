#include "config.h"

#include "ui/term/term-ground.h"

#include <stdlib.h>
#include <string.h>

#include "ui/view/theme.h"

bool term_ground_is_answer(struct slice seq)
{
	struct slice start = SLICE(TERM_GROUND_START);

	return slice_starts_with(seq.len < start.len ? start : seq,
				 seq.len < start.len ? seq : start);
}

/* A colour component of 1 to 4 hex digits, as 0 to 1; -1: malformed. */
static double take_part(struct slice *text)
{
	long value = 0, max = 0;

	while (text->len && text->ptr[0] != '/') {
		static const char digits[] = "0123456789abcdef";
		const char *digit = strchr(digits, text->ptr[0] | 0x20);

		if (!digit || !*digit || max > 0xfff)
			return -1;
		value = value * 16 + (digit - digits);
		max = max * 16 + 15;
		*text = slice_skip(*text, 1);
	}
	*text = slice_skip(*text, 1);
	return max ? (double)value / (double)max : -1;
}

enum theme_ground term_ground_parse(struct slice seq)
{
	struct slice text = slice_skip(seq, strlen(TERM_GROUND_START));
	double red, green, blue;

	if (slice_starts_with(text, SLICE("rgb:")))
		text = slice_skip(text, 4);
	else if (slice_starts_with(text, SLICE("rgba:")))
		text = slice_skip(text, 5);
	else
		return THEME_GROUND_UNKNOWN;
	red = take_part(&text);
	green = take_part(&text);
	blue = take_part(&text);
	if (red < 0 || green < 0 || blue < 0)
		return THEME_GROUND_UNKNOWN;
	/* Luma by ITU-R BT.601. */
	return red * 0.299 + green * 0.587 + blue * 0.114 > 0.5
		       ? THEME_GROUND_LIGHT
		       : THEME_GROUND_DARK;
}

enum theme_ground term_ground_hint(const char *colorfgbg, const char *term)
{
	const char *last = colorfgbg ? strrchr(colorfgbg, ';') : NULL;
	enum theme_ground unknown = THEME_GROUND_UNKNOWN;
	char *end;
	long color;

	/* The console of Linux is black, and does not answer. */
	if (term && !strcmp(term, "linux"))
		unknown = THEME_GROUND_DARK;
	if (!last || !last[1])
		return unknown;
	color = strtol(last + 1, &end, 10);
	if (*end || color < 0 || color > 15)
		return unknown;
	return color == 7 || color > 8 ? THEME_GROUND_LIGHT : THEME_GROUND_DARK;
}
