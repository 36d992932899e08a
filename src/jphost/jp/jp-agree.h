#ifndef JPD_JP_JP_AGREE_H
#define JPD_JP_JP_AGREE_H

#include <stdbool.h>

#include "src/base/slice.h"

/*
 * Whether jp printed a call of `name` with exactly these arguments (a raw
 * object), the last such call in `printed`: as JSON or as a function's, its
 * two styles that tell all. Empty values it leaves out. How a value is spelled
 * does not matter.
 */
bool jp_agree(struct slice printed, const char *name, struct slice arguments);

#endif
