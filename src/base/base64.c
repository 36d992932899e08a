#include "config.h"

#include "src/base/base64.h"

static const char ALPHABET[] =
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

#define NO_DIGIT (~63u)

/* The value of each character, plus one; 0 for one outside the alphabet. */
static const unsigned char DIGITS[256] = {
	['A'] = 1,  ['B'] = 2,  ['C'] = 3,  ['D'] = 4,  ['E'] = 5,  ['F'] = 6,
	['G'] = 7,  ['H'] = 8,  ['I'] = 9,  ['J'] = 10, ['K'] = 11, ['L'] = 12,
	['M'] = 13, ['N'] = 14, ['O'] = 15, ['P'] = 16, ['Q'] = 17, ['R'] = 18,
	['S'] = 19, ['T'] = 20, ['U'] = 21, ['V'] = 22, ['W'] = 23, ['X'] = 24,
	['Y'] = 25, ['Z'] = 26, ['a'] = 27, ['b'] = 28, ['c'] = 29, ['d'] = 30,
	['e'] = 31, ['f'] = 32, ['g'] = 33, ['h'] = 34, ['i'] = 35, ['j'] = 36,
	['k'] = 37, ['l'] = 38, ['m'] = 39, ['n'] = 40, ['o'] = 41, ['p'] = 42,
	['q'] = 43, ['r'] = 44, ['s'] = 45, ['t'] = 46, ['u'] = 47, ['v'] = 48,
	['w'] = 49, ['x'] = 50, ['y'] = 51, ['z'] = 52, ['0'] = 53, ['1'] = 54,
	['2'] = 55, ['3'] = 56, ['4'] = 57, ['5'] = 58, ['6'] = 59, ['7'] = 60,
	['8'] = 61, ['9'] = 62, ['+'] = 63, ['/'] = 64,
};

/* Has bits above 63 set for a character outside the alphabet. */
static unsigned digit_of(char c)
{
	return DIGITS[(unsigned char)c] - 1u;
}

void base64_encode(struct strbuf *out, struct slice bytes)
{
	const unsigned char *in = (const unsigned char *)bytes.ptr;
	size_t at = out->len;

	strbuf_addchars(out, '=', (bytes.len + 2) / 3 * 4);
	for (size_t i = 0; i < bytes.len; i += 3) {
		size_t left = bytes.len - i;
		unsigned group = (unsigned)in[i] << 16;

		if (left > 1)
			group |= (unsigned)in[i + 1] << 8;
		if (left > 2)
			group |= in[i + 2];
		out->buf[at] = ALPHABET[group >> 18];
		out->buf[at + 1] = ALPHABET[group >> 12 & 63];
		if (left > 1)
			out->buf[at + 2] = ALPHABET[group >> 6 & 63];
		if (left > 2)
			out->buf[at + 3] = ALPHABET[group & 63];
		at += 4;
	}
}

/* Decode the last four characters: 1 to 3 bytes, or 0 if they are malformed. */
static size_t decode_last(const char *quad, char bytes[3])
{
	unsigned a = digit_of(quad[0]), b = digit_of(quad[1]);
	unsigned c = digit_of(quad[2]), d = digit_of(quad[3]);

	if ((a | b) & NO_DIGIT)
		return 0;
	bytes[0] = (char)(a << 2 | b >> 4);
	if (quad[2] == '=' && quad[3] == '=')
		return b & 15 ? 0 : 1;
	if (c & NO_DIGIT)
		return 0;
	bytes[1] = (char)(b << 4 | c >> 2);
	if (quad[3] == '=')
		return c & 3 ? 0 : 2;
	if (d & NO_DIGIT)
		return 0;
	bytes[2] = (char)(c << 6 | d);
	return 3;
}

bool base64_decode(struct strbuf *out, struct slice text)
{
	size_t old_len = out->len, took;
	char *bytes;

	if (text.len % 4)
		return false;
	if (!text.len)
		return true;
	/* Most text that is not base64 shows it in its first character. */
	if (text.len > 4 && digit_of(text.ptr[0]) & NO_DIGIT)
		return false;
	strbuf_addchars(out, '\0', text.len / 4 * 3);
	bytes = out->buf + old_len;
	for (size_t i = 0; i + 4 < text.len; i += 4) {
		unsigned a = digit_of(text.ptr[i]);
		unsigned b = digit_of(text.ptr[i + 1]);
		unsigned c = digit_of(text.ptr[i + 2]);
		unsigned d = digit_of(text.ptr[i + 3]);

		if ((a | b | c | d) & NO_DIGIT)
			goto bad;
		bytes[0] = (char)(a << 2 | b >> 4);
		bytes[1] = (char)(b << 4 | c >> 2);
		bytes[2] = (char)(c << 6 | d);
		bytes += 3;
	}
	took = decode_last(text.ptr + text.len - 4, bytes);
	if (!took)
		goto bad;
	strbuf_setlen(out, out->len - 3 + took);
	return true;
bad:
	strbuf_setlen(out, old_len);
	return false;
}
