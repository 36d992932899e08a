#ifndef JPD_TERM_TERM_ALT_H
#define JPD_TERM_TERM_ALT_H

#include <stdbool.h>

#include "ui/term/term-input.h"

/*
 * Alt with an arrow or another special key, as Terminal.app, PuTTY and rxvt
 * send it: an Esc and the key's own sequence. An Esc right before one is held
 * until it is known whether that is such a key.
 */
struct term_alt {
	bool holds, kept;
	struct term_event esc;   /* held */
	struct term_event event; /* kept: what comes behind it */
};

/* The next event of `in`; false: none. */
bool term_alt_next(struct term_alt *alt, struct term_input *in,
		   struct term_event *event);

#endif
