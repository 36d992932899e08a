#ifndef JPD_TERM_TERM_GROUND_H
#define JPD_TERM_TERM_GROUND_H

#include <stdbool.h>

#include "src/base/slice.h"

/* The terminal's background, from OSC 11 and COLORFGBG. */
#define TERM_GROUND_ASK   "\033]11;?\033\\"
#define TERM_GROUND_START "\033]11;"

/* Whether `seq` is the beginning of an answer, or begins with one. */
bool term_ground_is_answer(struct slice seq);
/* Parse an answer, without its end. */
enum theme_ground term_ground_parse(struct slice seq);
/*
 * What the variables COLORFGBG ("15;0": the last number is the background) and
 * TERM tell; NULL: not set.
 */
enum theme_ground term_ground_hint(const char *colorfgbg, const char *term);

#endif
