#include "config.h"

#include "ui/term/term-char.h"

#include <wchar.h>

#include "src/base/utf8.h"

/* C1 controls are not keys, least of all in UTF-8. */
enum { FIRST = 0xa0 };

enum term_char_state term_char_start(struct term_char *ch, unsigned char byte,
				     bool utf8)
{
	wint_t wide;

	*ch = (struct term_char){ .bytes = { (char)byte }, .len = 1 };
	if (!utf8) {
		wide = btowc(byte);
		ch->value = (uint32_t)wide;
		return wide == WEOF || ch->value < FIRST ? TERM_CHAR_NONE
							 : TERM_CHAR_WHOLE;
	}
	if (byte < 0xc2 || byte > 0xf4)
		return TERM_CHAR_NONE;
	ch->wanted = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
	return TERM_CHAR_MORE;
}

enum term_char_state term_char_add(struct term_char *ch, unsigned char byte)
{
	size_t took;

	ch->bytes[ch->len++] = (char)byte;
	if (--ch->wanted)
		return TERM_CHAR_MORE;
	return utf8_decode_valid(ch->bytes, ch->len, &ch->value, &took) &&
			       ch->value >= FIRST
		       ? TERM_CHAR_WHOLE
		       : TERM_CHAR_NONE;
}
