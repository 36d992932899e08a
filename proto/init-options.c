#include "config.h"

#include "proto/init-options.h"

#include <stdint.h>

#include "proto/json-scan.h"
#include "src/base/xalloc.h"

bool init_option_is_harmless(struct slice key, struct slice value)
{
	static const char *const looks[] = { "layout", "mouse", "plain",
					     "restore" };
	/* Any other value is the path of a file. */
	static const char *const themes[] = { "\"auto\"", "\"dark\"",
					      "\"light\"", "\"neutral\"",
					      "\"mono\"" };
	int64_t number;

	if (slice_is(key, "theme"))
		return slice_is_one_of(value, themes, ARRAY_SIZE(themes));
	if (slice_is(key, "read_only"))
		return json_type_of(value) == JSON_TRUE;
	if (slice_is(key, "guard_ms"))
		return json_int64(value, &number) &&
		       number >= INIT_OPTION_GUARD_MS;
	return slice_is_one_of(key, looks, ARRAY_SIZE(looks));
}
