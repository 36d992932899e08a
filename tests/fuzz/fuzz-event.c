#include "config.h"

#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/wire-check.h"

/* One event, one line, or anything passed off as JSON. */

FUZZ_TARGET(event)
{
	wire_check_value(slice_of((const char *)data, size));
}
