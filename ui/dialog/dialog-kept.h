#ifndef JPD_DIALOG_DIALOG_KEPT_H
#define JPD_DIALOG_DIALOG_KEPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * What was begun in a dialog, kept while it shows other requests: until its
 * request changes or ends. The parts are the dialog's own.
 */
struct dialog_kept {
	struct dialog_kept_part *list;
	size_t count, cap;
};

void dialog_kept_release(struct dialog_kept *kept);
/* An empty text is not kept. */
void dialog_kept_put(struct dialog_kept *kept, uint64_t serial,
		     uint32_t revision, int part, struct slice text);
/* Append it and forget it; false if there is none. */
bool dialog_kept_take(struct dialog_kept *kept, uint64_t serial,
		      uint32_t revision, int part, struct strbuf *out);
void dialog_kept_forget(struct dialog_kept *kept, uint64_t serial);

#endif
