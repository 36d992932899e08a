#ifndef JPD_TESTS_UNIT_TERM_READ_H
#define JPD_TESTS_UNIT_TERM_READ_H

#include "src/base/strbuf.h"
#include "ui/term/term-alt.h"
#include "ui/term/term-input.h"

/* Bytes of a terminal as a line of words, one per event. */

/* For the terminal of this name; an Esc is a key after 50 ms. */
struct term_input *term_read_new(const char *term, bool utf8);
/* Add the available events. */
void term_read_take(struct strbuf *out, struct term_input *in);
/* Add the events of the bytes; `idle`: then nothing comes for long. */
void term_read_bytes(struct strbuf *out, struct term_input *in,
		     struct slice bytes, bool idle);

/* The same of term_alt_next(). */
void term_read_alt(struct strbuf *out, struct term_alt *alt,
		   struct term_input *in, struct slice bytes, bool idle);

#endif
