#ifndef JPD_TERM_CHAR_H
#define JPD_TERM_CHAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A typed character from 0x80 up, read byte by byte. */
struct term_char {
	char bytes[4];
	size_t len, wanted;
	uint32_t value; /* once it is complete */
};

enum term_char_state {
	TERM_CHAR_NONE, /* these bytes are not a character */
	TERM_CHAR_MORE,
	TERM_CHAR_WHOLE,
};

/* In a codeset other than UTF-8 every byte is a character. */
enum term_char_state term_char_start(struct term_char *ch, unsigned char byte,
				     bool utf8);
/* `byte`, 0x80 to 0xbf, continues a character. */
enum term_char_state term_char_add(struct term_char *ch, unsigned char byte);

#endif
