#include "config.h"

#include "src/host/base64.h"

#include <stdint.h>

static const char ALPHABET[] =
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

#define NO_DIGIT 0x40u

/* NO_DIGIT for a character that is not of the alphabet. */
static unsigned digit_of(char c)
{
	if (c >= 'A' && c <= 'Z')
		return (unsigned)(c - 'A');
	if (c >= 'a' && c <= 'z')
		return (unsigned)(c - 'a') + 26;
	if (c >= '0' && c <= '9')
		return (unsigned)(c - '0') + 52;
	if (c == '+')
		return 62;
	return c == '/' ? 63 : NO_DIGIT;
}

void base64_encode(struct strbuf *out, struct slice bytes)
{
	const unsigned char *in = (const unsigned char *)bytes.ptr;
	char quad[4];

	strbuf_grow(out, bytes.len / 3 * 4 + 4);
	for (size_t i = 0; i < bytes.len; i += 3) {
		size_t left = bytes.len - i;
		unsigned group = (unsigned)in[i] << 16;

		if (left > 1)
			group |= (unsigned)in[i + 1] << 8;
		if (left > 2)
			group |= in[i + 2];
		quad[0] = ALPHABET[group >> 18];
		quad[1] = ALPHABET[group >> 12 & 63];
		quad[2] = left > 1 ? ALPHABET[group >> 6 & 63] : '=';
		quad[3] = left > 2 ? ALPHABET[group & 63] : '=';
		strbuf_add(out, quad, sizeof(quad));
	}
}

/* The last four characters: one to three bytes, or 0 where they are bad. */
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
	char bytes[3];

	if (text.len % 4)
		return false;
	if (!text.len)
		return true;
	/* Most text that is not base64 says so at its front. */
	if (text.len > 4 && digit_of(text.ptr[0]) & NO_DIGIT)
		return false;
	strbuf_grow(out, text.len / 4 * 3);
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
		strbuf_add(out, bytes, 3);
	}
	took = decode_last(text.ptr + text.len - 4, bytes);
	if (!took)
		goto bad;
	strbuf_add(out, bytes, took);
	return true;
bad:
	strbuf_setlen(out, old_len);
	return false;
}
