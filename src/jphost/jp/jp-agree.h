#ifndef JPD_JP_JP_AGREE_H
#define JPD_JP_JP_AGREE_H

#include <stdbool.h>

#include "src/base/slice.h"

/*
 * Whether the last call of `name` in `printed` was printed by jp with exactly
 * these arguments (a raw object): as JSON or as a function call, its two styles
 * that show everything. jp omits empty values. The spelling of a value does not
 * matter.
 */
bool jp_agree(struct slice printed, const char *name, struct slice arguments);

#endif
