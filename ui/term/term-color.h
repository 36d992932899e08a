#ifndef JPD_TERM_TERM_COLOR_H
#define JPD_TERM_TERM_COLOR_H

#include "ui/view/theme.h"

/*
 * The style in a terminal with this many colours: below 256 the cube becomes
 * the ANSI colour of the same hue, and greys become dim or reverse; orange has
 * none: its text has the default colour, or is on yellow if it is bold. Below
 * 16, bright colours become bold.
 */
struct style term_color_reduce(struct style style, int colors);

#endif
