#ifndef JPD_VIEW_THEME_H
#define JPD_VIEW_THEME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ui/text/face.h"

enum {
	STYLE_BOLD = 1,
	STYLE_DIM = 2,
	STYLE_ITALIC = 4,
	STYLE_UNDERLINE = 8,
	STYLE_REVERSE = 16,
};

/*
 * How a face looks. Colours are -1 for the terminal's default, 0 to 15 for the
 * ANSI colours or 16 to 255 of the cube; a terminal with fewer colours gets the
 * nearest one by a table in ui/term. The meaning never depends on colour alone.
 */
struct style {
	int16_t fg, bg;
	uint8_t attrs;
};

struct theme {
	const char *name;
	struct style styles[FACE_COUNT];
};

/*
 * How a face looks, also with the background of the selection: there, states
 * keep their colour, and everything else has that of FACE_SELECTED.
 */
struct style theme_style(const struct theme *theme, enum face face,
			 bool selected);
/* "dark", "light", "neutral" or "mono"; NULL for another name. Static. */
const struct theme *theme_find(const char *name);
/* Their names; `i` is 0 up to the count. */
size_t theme_count(void);
const char *theme_name(size_t i);

/* Not a theme, but the choice by the terminal's background. */
#define THEME_AUTO "auto"
enum theme_ground {
	THEME_GROUND_UNKNOWN,
	THEME_GROUND_DARK,
	THEME_GROUND_LIGHT,
};
const char *theme_for_ground(enum theme_ground ground);
/* Whether it is a valid choice: a name, "auto", or a file's path. */
bool theme_is_choice(const char *text);

#endif
