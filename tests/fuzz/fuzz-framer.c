#include "config.h"

#include "tests/fuzz/wire-check.h"

/* A stream of lines; the first byte is the seed of its chunks. */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size)
		wire_check_stream(slice_of((const char *)data + 1, size - 1),
				  data[0]);
	return 0;
}
