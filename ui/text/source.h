#ifndef JPD_TEXT_SOURCE_H
#define JPD_TEXT_SOURCE_H

#include <stdint.h>

#include "src/base/slice.h"

/*
 * Lines of an original text, counted from 1 as in the rows that show it: a line
 * ends at whatever sanitize() makes a line break, which is \n, U+2028 and
 * U+2029.
 */
size_t source_breaks(struct slice text);
/* Lines `first` to `last`, as far as they exist, without the last's end. */
struct slice source_lines(struct slice text, uint32_t first, uint32_t last);

#endif
