#ifndef JPD_TERM_TERM_KEYS_H
#define JPD_TERM_TERM_KEYS_H

#include <stddef.h>

#include "ui/term/term-csi.h"
#include "ui/term/term.h"

/*
 * What libtermkey knows: which key a sequence of bytes is. It is given one
 * whole, checked sequence at a time, because of raw terminal input it reads
 * outside its tables.
 */
struct term_keys;

/* `term` names the terminal. NULL where libtermkey has no table for it. */
struct term_keys *term_keys_new(const char *term);
void term_keys_free(struct term_keys *keys);

/*
 * One key of at most 64 ASCII bytes: TERM_EVENT_KEY, or TERM_EVENT_OTHER
 * where they are no key, more than one, or one that we have no name for.
 */
struct term_event term_keys_decode(struct term_keys *keys, const char *bytes,
				   size_t len);

/* The same for what term_csi_key() takes; false where it is no event. */
bool term_keys_decode_csi(struct term_keys *keys, const struct term_csi *csi,
			  struct term_event *event);

#endif
