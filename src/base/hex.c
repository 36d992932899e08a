#include "config.h"

#include "src/base/hex.h"

int32_t hex_read(const char *at, int digits)
{
	int32_t value = 0;

	for (int i = 0; i < digits; i++) {
		char c = at[i];

		if (c >= '0' && c <= '9')
			value = value * 16 + (c - '0');
		else if (c >= 'a' && c <= 'f')
			value = value * 16 + (c - 'a' + 10);
		else if (c >= 'A' && c <= 'F')
			value = value * 16 + (c - 'A' + 10);
		else
			return -1;
	}
	return value;
}
