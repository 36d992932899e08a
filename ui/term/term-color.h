#ifndef JPD_TERM_TERM_COLOR_H
#define JPD_TERM_TERM_COLOR_H

#include "ui/view/theme.h"

/*
 * The style as a terminal with this many colours can show it: below 256 the
 * cube becomes the nearest ANSI colour and greys become dim or reverse;
 * below 16 bright colours become bold ones.
 */
struct style term_color_reduce(struct style style, int colors);

#endif
