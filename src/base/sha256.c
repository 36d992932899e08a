#include "config.h"

#include "src/base/sha256.h"

#include <stdint.h>
#include <string.h>

#define BLOCK 64

static const uint32_t ROUNDS[64] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
	0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
	0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
	0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
	0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
	0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
	0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
	0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
	0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotated(uint32_t x, int bits)
{
	return x >> bits | x << (32 - bits);
}

static void schedule(uint32_t w[64], const unsigned char *block)
{
	for (int i = 0; i < 16; i++, block += 4)
		w[i] = (uint32_t)block[0] << 24 | (uint32_t)block[1] << 16 |
		       (uint32_t)block[2] << 8 | block[3];
	for (int i = 16; i < 64; i++) {
		uint32_t a = w[i - 15], b = w[i - 2];

		w[i] = w[i - 16] + w[i - 7] +
		       (rotated(a, 7) ^ rotated(a, 18) ^ a >> 3) +
		       (rotated(b, 17) ^ rotated(b, 19) ^ b >> 10);
	}
}

static void mix(uint32_t state[8], const unsigned char *block)
{
	uint32_t w[64], s[8];

	schedule(w, block);
	memcpy(s, state, sizeof(s));
	for (int i = 0; i < 64; i++) {
		uint32_t e = s[4], a = s[0];
		uint32_t one =
			s[7] +
			(rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) +
			((e & s[5]) ^ (~e & s[6])) + ROUNDS[i] + w[i];
		uint32_t two =
			(rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) +
			((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));

		memmove(s + 1, s, 7 * sizeof(*s));
		s[4] += one;
		s[0] = one + two;
	}
	for (int i = 0; i < 8; i++)
		state[i] += s[i];
}

void sha256_add(struct strbuf *out, struct slice text)
{
	uint32_t state[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
			      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
	const uint64_t bits = (uint64_t)text.len * 8;
	unsigned char end[2 * BLOCK] = { 0 };
	size_t rest, len;

	for (; text.len >= BLOCK; text = slice_skip(text, BLOCK))
		mix(state, (const unsigned char *)text.ptr);
	/* The padding: the rest, a set bit, zeros, and the length in bits. */
	rest = text.len;
	if (rest)
		memcpy(end, text.ptr, rest);
	end[rest] = 0x80;
	len = rest + 9 > BLOCK ? 2 * BLOCK : BLOCK;
	for (int i = 0; i < 8; i++)
		end[len - 1 - (size_t)i] = (unsigned char)(bits >> 8 * i);
	for (size_t at = 0; at < len; at += BLOCK)
		mix(state, end + at);
	for (int i = 0; i < 8; i++)
		strbuf_addf(out, "%08x", (unsigned)state[i]);
}
