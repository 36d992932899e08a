#include "config.h"

#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/wire-check.h"

/* One event, or one line, or what somebody calls JSON. */

FUZZ_TARGET(event)
{
	wire_check_value(slice_of((const char *)data, size));
}
