#include "config.h"

#include "proto/repair.h"

#include <string.h>

#include "proto/json-token.h"
#include "src/base/hex.h"

/* Whether `at` is a \uXXXX surrogate of this kind, 0xd800 or 0xdc00. */
static bool is_surrogate(const char *at, const char *end, int32_t kind)
{
	return end - at >= 6 && at[0] == '\\' && at[1] == 'u' &&
	       (hex_read(at + 2, 4) & 0xfc00) == kind;
}

size_t repair_escapes(char *text, size_t len)
{
	char *at = text, *end = text + len;
	size_t count = 0;

	while (end - at > 1 &&
	       (at = memchr(at, '\\', (size_t)(end - at) - 1))) {
		int32_t unit;

		if (at[1] != 'u' || end - at < 6) {
			at += 2;
			continue;
		}
		if (is_surrogate(at, end, 0xd800) &&
		    is_surrogate(at + 6, end, 0xdc00)) {
			at += 12;
			continue;
		}
		unit = hex_read(at + 2, 4);
		if (!unit || (unit >= 0xd800 && unit <= 0xdfff)) {
			memcpy(at + 2, "fffd", 4);
			count++;
		}
		/* Not six: in "\u12\"" the last backslash escapes the quote. */
		at += 2;
	}
	return count;
}
