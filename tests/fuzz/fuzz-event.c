#include "config.h"

#include "tests/fuzz/wire-check.h"

/* One event, or one line, or what somebody calls JSON. */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	wire_check_value(slice_of((const char *)data, size));
	return 0;
}
