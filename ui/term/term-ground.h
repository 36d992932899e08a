#ifndef JPD_TERM_TERM_GROUND_H
#define JPD_TERM_TERM_GROUND_H

#include <stdbool.h>

#include "src/base/slice.h"

/* What a terminal says of its background: OSC 11, and COLORFGBG. */
#define TERM_GROUND_ASK   "\033]11;?\033\\"
#define TERM_GROUND_START "\033]11;"

/* Whether `seq` is a beginning of an answer, or begins with one. */
bool term_ground_is_answer(struct slice seq);
/* What an answer says, without its end. */
enum theme_ground term_ground_parse(struct slice seq);
/* What the variable says ("15;0": the last one is the background). */
enum theme_ground term_ground_hint(const char *colorfgbg);

#endif
