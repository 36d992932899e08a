#ifndef JPD_TERM_TERM_CSI_H
#define JPD_TERM_TERM_CSI_H

#include <stdbool.h>
#include <stddef.h>

#include "ui/view/key.h"

enum {
	TERM_CSI_MAX_BYTES = 64,
	TERM_CSI_MAX_PARAMS = 8,
	/* Larger values are cut to this; no key or report has one. */
	TERM_CSI_MAX_VALUE = 0x110000,
};

/* The parts of a control sequence (ECMA-48, 5.4). */
struct term_csi {
	char prefix; /* one of <=>? or 0 */
	char mid;    /* the intermediate byte or 0 */
	char final;
	int count;                        /* of parameters */
	long params[TERM_CSI_MAX_PARAMS]; /* -1: empty */
	/* Sub-parameters of kitty's keyboard protocol, or -1: of the first, the
	 * key's character with Shift and the one on a US layout; of the second,
	 * 1 press, 2 repeat, 3 release. */
	long shifted, base, second_sub;
};

/*
 * Parse the bytes from after "ESC [" to the final byte. False if they are
 * malformed or too many.
 */
bool term_csi_parse(struct term_csi *csi, const char *bytes, size_t len);

/* DECRPM: whether it reports this mode; `knows`: 1 (set) or 2 (reset), while 0
 * and 4 mean that it is unavailable. */
bool term_csi_mode(const struct term_csi *csi, long mode, bool *knows);
/* SGR mouse report (1006). False if it is not a valid one. */
bool term_csi_mouse(const struct term_csi *csi, struct mouse *mouse);

/*
 * A keypad key or one with modifiers, as kitty and xterm send it. True with the
 * key, or with its plain form for term_keys_decode() in `out`
 * (TERM_CSI_MAX_BYTES) and its length in `len`.
 */
bool term_csi_key(const struct term_csi *csi, struct key *key, char *out,
		  size_t *len);

#endif
