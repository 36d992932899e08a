#ifndef JPD_TERM_TERM_KEYS_H
#define JPD_TERM_TERM_KEYS_H

#include <stddef.h>

#include "ui/term/term-csi.h"
#include "ui/term/term.h"

/*
 * Asks libtermkey which key a sequence of bytes is. It gets one complete,
 * checked sequence at a time, because on raw terminal input it reads outside
 * its tables.
 */
struct term_keys;

/* `term` is the terminal's name. NULL if libtermkey has no table for it. */
struct term_keys *term_keys_new(const char *term);
void term_keys_free(struct term_keys *keys);

/*
 * One key of at most 64 ASCII bytes: TERM_EVENT_KEY, or TERM_EVENT_OTHER if
 * they are not a key, several, or one that has no name here.
 */
struct term_event term_keys_decode(struct term_keys *keys, const char *bytes,
				   size_t len);

/* The same for what term_csi_key() reads; false if it is not an event. */
bool term_keys_decode_csi(struct term_keys *keys, const struct term_csi *csi,
			  struct term_event *event);

#endif
