#ifndef JPD_TERM_TERM_CSI_H
#define JPD_TERM_TERM_CSI_H

#include <stdbool.h>
#include <stddef.h>

#include "ui/view/key.h"

enum {
	TERM_CSI_MAX_BYTES = 64,
	TERM_CSI_MAX_PARAMS = 8,
	/* Values above are cut to it; no key or report has more. */
	TERM_CSI_MAX_VALUE = 0x110000,
};

/* A control sequence (ECMA-48, 5.4) in parts. */
struct term_csi {
	char prefix; /* one of <=>? or 0 */
	char mid;    /* the intermediate byte or 0 */
	char final;
	int count;                        /* of parameters */
	long params[TERM_CSI_MAX_PARAMS]; /* -1: empty */
	/* Sub-parameters as kitty's keyboard protocol has them, or -1: of the
	 * first, the key's character with Shift and the one that it has on a
	 * US layout; of the second, 1 press, 2 repeat, 3 release. */
	long shifted, base, second_sub;
};

/*
 * Take apart what stands between "ESC [" and the final byte, and that. False
 * where it is not well-formed or too long.
 */
bool term_csi_parse(struct term_csi *csi, const char *bytes, size_t len);

/* DECRPM: whether it is about this mode; 1 is set, 2 is reset, 0 and 4 mean
 * that it cannot be had. */
bool term_csi_mode(const struct term_csi *csi, long mode, bool *knows);
/* SGR mouse report (1006). False where it is none that means anything. */
bool term_csi_mouse(const struct term_csi *csi, struct mouse *mouse);

/*
 * A key of the keypad or with modifiers as kitty and xterm send it. True
 * with the key, or with its plain form for term_keys_decode() in `out`,
 * which holds TERM_CSI_MAX_BYTES, and its length in `len`.
 */
bool term_csi_key(const struct term_csi *csi, struct key *key, char *out,
		  size_t *len);

#endif
