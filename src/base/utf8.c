#include "config.h"

#include "src/base/utf8.h"

#include <string.h>

static bool is_tail(char c)
{
	return ((unsigned char)c & 0xc0) == 0x80;
}

bool utf8_decode_valid(const char *s, size_t len, uint32_t *cp, size_t *took)
{
	unsigned char c = (unsigned char)s[0];
	uint32_t value, least;
	size_t want;

	*took = 1;
	*cp = c;
	if (c < 0x80)
		return true;
	*cp = UTF8_REPLACEMENT;
	if (c >= 0xc2 && c < 0xe0) {
		want = 2, value = c & 0x1f, least = 0x80;
	} else if (c >= 0xe0 && c < 0xf0) {
		want = 3, value = c & 0x0f, least = 0x800;
	} else if (c >= 0xf0 && c < 0xf5) {
		want = 4, value = c & 0x07, least = 0x10000;
	} else {
		return false;
	}
	if (want > len)
		return false;
	for (size_t i = 1; i < want; i++) {
		if (!is_tail(s[i]))
			return false;
		value = value << 6 | ((unsigned char)s[i] & 0x3f);
	}
	if (value < least || value > 0x10ffff ||
	    (value >= 0xd800 && value < 0xe000))
		return false;
	*cp = value;
	*took = want;
	return true;
}

size_t utf8_decode(const char *s, size_t len, uint32_t *cp)
{
	size_t took;

	utf8_decode_valid(s, len, cp, &took);
	return took;
}

size_t utf8_encode(uint32_t cp, char out[4])
{
	if (cp < 0x80) {
		out[0] = (char)cp;
		return 1;
	}
	if (cp < 0x800) {
		out[0] = (char)(0xc0 | cp >> 6);
		out[1] = (char)(0x80 | (cp & 0x3f));
		return 2;
	}
	if (cp < 0x10000) {
		out[0] = (char)(0xe0 | cp >> 12);
		out[1] = (char)(0x80 | (cp >> 6 & 0x3f));
		out[2] = (char)(0x80 | (cp & 0x3f));
		return 3;
	}
	out[0] = (char)(0xf0 | cp >> 18);
	out[1] = (char)(0x80 | (cp >> 12 & 0x3f));
	out[2] = (char)(0x80 | (cp >> 6 & 0x3f));
	out[3] = (char)(0x80 | (cp & 0x3f));
	return 4;
}

/* Skip the ASCII that begins at `pos`, in whole words. */
static size_t skip_ascii(const char *s, size_t len, size_t pos)
{
	const uint64_t high = 0x8080808080808080u;
	uint64_t word;

	while (len - pos >= 8) {
		memcpy(&word, s + pos, 8);
		if (!(word & high)) {
			pos += 8;
			continue;
		}
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
		pos += (size_t)__builtin_ctzll(word & high) / 8;
#endif
		break;
	}
	return pos;
}

size_t utf8_valid_prefix(const char *s, size_t len)
{
	size_t pos = 0;

	while ((pos = skip_ascii(s, len, pos)) < len) {
		unsigned char c = (unsigned char)s[pos];
		uint32_t cp;
		size_t took;

		/* Most others have two or three bytes of these ranges. */
		if (c >= 0xc2 && c < 0xe0 && len - pos > 1 &&
		    is_tail(s[pos + 1]))
			took = 2;
		else if (c > 0xe0 && c < 0xed && len - pos > 2 &&
			 is_tail(s[pos + 1]) && is_tail(s[pos + 2]))
			took = 3;
		else if (!utf8_decode_valid(s + pos, len - pos, &cp, &took))
			break;
		pos += took;
	}
	return pos;
}

size_t utf8_prev(const char *s, size_t pos)
{
	if (pos)
		pos--;
	while (pos && is_tail(s[pos]))
		pos--;
	return pos;
}

size_t utf8_next(const char *s, size_t len, size_t pos)
{
	uint32_t cp;

	return pos < len ? pos + utf8_decode(s + pos, len - pos, &cp) : len;
}
