#ifndef JPD_PROTO_INIT_OPTIONS_H
#define JPD_PROTO_INIT_OPTIONS_H

#include <stdbool.h>

#include "src/base/slice.h"

/*
 * The dashboard options that anyone may set who can write a file in a
 * workspace: those of appearance, and those that make it more careful. All
 * others, and unknown ones, count only if the user set them: they start
 * programs, name files, answer requests, move keys or lower a guard.
 */
#define INIT_OPTION_GUARD_MS 500 /* a smaller guard is less careful */

/* `key` is raw, without its quotes; `value` raw JSON. */
bool init_option_is_harmless(struct slice key, struct slice value);

#endif
