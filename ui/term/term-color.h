#ifndef JPD_TERM_TERM_COLOR_H
#define JPD_TERM_TERM_COLOR_H

#include "ui/view/theme.h"

/*
 * The style in a terminal with this many colours: below 256 the cube becomes
 * the nearest ANSI colour and greys become dim or reverse; below 16 bright
 * colours become bold.
 */
struct style term_color_reduce(struct style style, int colors);

#endif
