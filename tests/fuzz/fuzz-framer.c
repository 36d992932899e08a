#include "config.h"

#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/wire-check.h"

/* A stream of lines; the first byte seeds the chunk sizes. */

FUZZ_TARGET(framer)
{
	if (size)
		wire_check_stream(slice_of((const char *)data + 1, size - 1),
				  data[0]);
}
