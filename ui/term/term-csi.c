#include "config.h"

#include "ui/term/term-csi.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "src/base/xalloc.h"
#include "ui/view/key.h"

/* Where sub-parameter `sub` (from 1) of the last parameter goes. */
static long *sub_param(struct term_csi *csi, int sub)
{
	if (csi->count == 1)
		return sub == 1 ? &csi->shifted : sub == 2 ? &csi->base : NULL;
	return csi->count == 2 && sub == 1 ? &csi->second_sub : NULL;
}

static bool parse_params(struct term_csi *csi, const char *bytes, size_t len)
{
	long *value = &csi->params[0];
	int sub = 0;

	csi->count = 1;
	*value = -1;
	for (size_t i = 0; i < len; i++) {
		char c = bytes[i];

		if (c == ';') {
			if (csi->count == TERM_CSI_MAX_PARAMS)
				return false;
			value = &csi->params[csi->count++];
			*value = -1;
			sub = 0;
		} else if (c == ':') {
			value = sub_param(csi, ++sub);
		} else if (c < '0' || c > '9') {
			return false;
		} else if (value) {
			*value = (*value < 0 ? 0 : *value) * 10 + (c - '0');
			if (*value > TERM_CSI_MAX_VALUE)
				*value = TERM_CSI_MAX_VALUE;
		}
	}
	return true;
}

bool term_csi_parse(struct term_csi *csi, const char *bytes, size_t len)
{
	*csi = (struct term_csi){ .shifted = -1, .base = -1, .second_sub = -1 };
	if (!len || len > TERM_CSI_MAX_BYTES)
		return false;
	csi->final = bytes[--len];
	if (len && strchr("<=>?", bytes[0])) {
		csi->prefix = *bytes++;
		len--;
	}
	if (len && bytes[len - 1] >= 0x20 && bytes[len - 1] <= 0x2f)
		csi->mid = bytes[--len];
	return !len || parse_params(csi, bytes, len);
}

bool term_csi_mode(const struct term_csi *csi, long mode, bool *knows)
{
	if (csi->prefix != '?' || csi->mid != '$' || csi->final != 'y' ||
	    csi->count != 2 || csi->params[0] != mode)
		return false;
	*knows = csi->params[1] == 1 || csi->params[1] == 2;
	return true;
}

bool term_csi_mouse(const struct term_csi *csi, struct mouse *mouse)
{
	long code = csi->params[0];
	bool wheel = code & 64;
	int button = (int)(code & 3);
	struct mouse got = { 0 };

	if (csi->count != 3 || code < 0 || code > 127 || csi->params[1] < 1 ||
	    csi->params[2] < 1 || csi->params[1] > INT16_MAX ||
	    csi->params[2] > INT16_MAX)
		return false;
	/* No button means plain movement. Wheels 2 and 3 are sideways. */
	if (wheel ? button > 1 : button == 3)
		return false;
	if (wheel && (csi->final == 'm' || code & 32))
		return false;
	got.x = (int)csi->params[1] - 1;
	got.y = (int)csi->params[2] - 1;
	got.mods = (code & 4 ? KEY_SHIFT : 0u) | (code & 8 ? KEY_ALT : 0u) |
		   (code & 16 ? KEY_CTRL : 0u);
	if (wheel) {
		got.action = MOUSE_WHEEL;
		got.button = button ? 1 : -1;
	} else {
		got.action = csi->final == 'm' ? MOUSE_RELEASE
			     : code & 32       ? MOUSE_DRAG
					       : MOUSE_PRESS;
		got.button = button + 1;
	}
	*mouse = got;
	return true;
}

/* Keypad keys of kitty's protocol, from 57399, and the keys that they mean. */
static const struct key keypad[] = {
	{ .ch = '0' },
	{ .ch = '1' },
	{ .ch = '2' },
	{ .ch = '3' },
	{ .ch = '4' },
	{ .ch = '5' },
	{ .ch = '6' },
	{ .ch = '7' },
	{ .ch = '8' },
	{ .ch = '9' },
	{ .ch = '.' },
	{ .ch = '/' },
	{ .ch = '*' },
	{ .ch = '-' },
	{ .ch = '+' },
	{ .sym = KEY_SYM_ENTER },
	{ .ch = '=' },
	{ .ch = ',' },
	{ .sym = KEY_SYM_LEFT },
	{ .sym = KEY_SYM_RIGHT },
	{ .sym = KEY_SYM_UP },
	{ .sym = KEY_SYM_DOWN },
	{ .sym = KEY_SYM_PAGE_UP },
	{ .sym = KEY_SYM_PAGE_DOWN },
	{ .sym = KEY_SYM_HOME },
	{ .sym = KEY_SYM_END },
	{ .sym = KEY_SYM_INSERT },
	{ .sym = KEY_SYM_DELETE },
};

enum { KEYPAD_FIRST = 57399, PRIVATE_FIRST = 0xe000, PRIVATE_LAST = 0xf8ff };

/* xterm's modifier parameter: 1 plus a sum of bits. False: unsupported. */
static bool parse_mods(long param, unsigned *mods)
{
	/* Ignore Caps Lock and Num Lock (kitty's 64 and 128). */
	long bits = (param > 0 ? param - 1 : 0) & ~(64L | 128L);

	if (bits > 7)
		return false;
	*mods = (unsigned)bits;
	return true;
}

static long param(const struct term_csi *csi, int i)
{
	return i < csi->count ? csi->params[i] : -1;
}

/* CSI code ; modifiers u, and xterm's CSI 27 ; modifiers ; code ~ */
static bool char_key(long code, unsigned mods, struct key *key, char *out,
		     size_t *len)
{
	size_t i = (size_t)(code - KEYPAD_FIRST);

	/* libtermkey would read C1 controls as Ctrl with Alt. */
	if (code < 0 || code > 0x10ffff || (code >= 0x80 && code < 0xa0))
		return false;
	if (code >= KEYPAD_FIRST && i < ARRAY_SIZE(keypad)) {
		*key = keypad[i];
		key->mods = mods;
		if (key->sym == KEY_SYM_NONE)
			key->mods &= ~(unsigned)KEY_SHIFT;
		return true;
	}
	/* kitty's range for media keys and lone modifiers. */
	if (code >= PRIVATE_FIRST && code <= PRIVATE_LAST)
		return false;
	*len = (size_t)snprintf(out, TERM_CSI_MAX_BYTES, "\033[%ld;%uu", code,
				mods + 1);
	return true;
}

/*
 * CSI code:shifted:base ; modifiers u. With Ctrl or Alt the key counts, not its
 * character: on a Cyrillic, Greek or Hebrew layout, base is its character on a
 * US keyboard. Alt with Shift and a sign is the shifted sign, in any layout.
 */
static bool layout_key(const struct term_csi *csi, unsigned mods,
		       struct key *key, char *out, size_t *len)
{
	long code = param(csi, 0);

	if (mods & (KEY_CTRL | KEY_ALT) && code >= 0x80 && csi->base >= 0x20 &&
	    csi->base < 0x7f) {
		code = csi->base;
	} else if (mods & KEY_SHIFT && !(mods & KEY_CTRL) &&
		   csi->shifted >= 0x20 && csi->shifted != 0x7f &&
		   code >= 0x20) {
		code = csi->shifted;
		mods &= ~(unsigned)KEY_SHIFT;
	}
	return char_key(code, mods, key, out, len);
}

bool term_csi_key(const struct term_csi *csi, struct key *key, char *out,
		  size_t *len)
{
	unsigned mods;

	*len = 0;
	if (csi->prefix || csi->mid || !parse_mods(param(csi, 1), &mods))
		return false;
	if (csi->final == 'u')
		return layout_key(csi, mods, key, out, len);
	if (csi->final == '~' && param(csi, 0) == 27)
		return csi->count == 3 &&
		       char_key(csi->params[2], mods, key, out, len);
	if (csi->count > 2)
		return false;
	if (csi->final == '~') {
		if (param(csi, 0) < 1 || param(csi, 0) > 99)
			return false;
		*len = (size_t)snprintf(out, TERM_CSI_MAX_BYTES, "\033[%ld;%u~",
					csi->params[0], mods + 1);
		return true;
	}
	/* A first number other than 1 belongs to a report, not to a key. */
	if (!strchr("ABCDEFHPQRSZabcd", csi->final) ||
	    (param(csi, 0) != -1 && param(csi, 0) != 1))
		return false;
	if (mods)
		*len = (size_t)snprintf(out, TERM_CSI_MAX_BYTES, "\033[1;%u%c",
					mods + 1, csi->final);
	else
		*len = (size_t)snprintf(out, TERM_CSI_MAX_BYTES, "\033[%c",
					csi->final);
	return true;
}
