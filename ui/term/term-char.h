#ifndef JPD_TERM_CHAR_H
#define JPD_TERM_CHAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A typed character from 0x80 on, byte by byte. */
struct term_char {
	char bytes[4];
	size_t len, wanted;
	uint32_t value; /* once it is whole */
};

enum term_char_state {
	TERM_CHAR_NONE, /* these bytes are no character */
	TERM_CHAR_MORE,
	TERM_CHAR_WHOLE,
};

/* In another codeset than UTF-8 a byte is one. */
enum term_char_state term_char_start(struct term_char *ch, unsigned char byte,
				     bool utf8);
/* `byte` continues one: 0x80 to 0xbf. */
enum term_char_state term_char_add(struct term_char *ch, unsigned char byte);

#endif
