#ifndef JPD_TESTS_FUZZ_WIRE_CHECK_H
#define JPD_TESTS_FUZZ_WIRE_CHECK_H

#include <stdint.h>

#include "src/base/slice.h"

/*
 * Invariants for any bytes on the wire; assert() fails if one is violated.
 * Shared by the fuzzers and the unit test with random noise.
 */

/*
 * Cut in random chunks (by `seed`) a stream gives the same items as in one
 * piece, and every item is decoded or refused.
 */
void wire_check_stream(struct slice bytes, uint64_t seed);

/*
 * All readers agree on whether this is JSON, decoded text is valid, and what is
 * written from it is JSON again.
 */
void wire_check_value(struct slice bytes);

#endif
