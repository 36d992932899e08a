#ifndef JPD_PROTO_INIT_OPTIONS_H
#define JPD_PROTO_INIT_OPTIONS_H

#include <stdbool.h>

#include "src/base/slice.h"

/*
 * What of the dashboard's options anybody may say who can write a file of a
 * workspace: how it looks, and to be more careful. All else, and an option
 * that is not known here, counts only as the person's word: it starts
 * programs, names files, answers, moves keys or lowers a guard.
 */
#define INIT_OPTION_GUARD_MS 500 /* less is less careful */

/* `key` is raw, without its quotes; `value` raw JSON. */
bool init_option_is_harmless(struct slice key, struct slice value);

#endif
