#ifndef JPD_TESTS_FUZZ_WIRE_CHECK_H
#define JPD_TESTS_FUZZ_WIRE_CHECK_H

#include <stdint.h>

#include "src/base/slice.h"

/*
 * What must hold for any bytes on the wire; assert() fails where it does
 * not. Shared by the fuzzers and the unit test that makes noise.
 */

/*
 * Cut in random chunks (by `seed`) a stream gives the same items as in one,
 * and every item is decoded or refused.
 */
void wire_check_stream(struct slice bytes, uint64_t seed);

/*
 * All readers agree on whether this is JSON, what is decoded is clean text,
 * and what is written of it is JSON again.
 */
void wire_check_value(struct slice bytes);

#endif
