#ifndef JPD_DIALOG_DIALOG_KEPT_H
#define JPD_DIALOG_DIALOG_KEPT_H

#include <stddef.h>
#include <stdint.h>

#include "src/base/slice.h"

/*
 * What was begun in a dialog, kept while it shows something else: until its
 * request changes or ends. The parts are the dialog's own.
 */
struct dialog_kept {
	struct dialog_kept_part *list;
	size_t count, cap;
};

void dialog_kept_release(struct dialog_kept *kept);
/* Instead of what was kept before; an empty text is not kept. */
void dialog_kept_put(struct dialog_kept *kept, uint64_t serial,
		     uint32_t revision, int part, struct slice text);
/* Empty if there is none. */
struct slice dialog_kept_text(const struct dialog_kept *kept, uint64_t serial,
			      uint32_t revision, int part);
void dialog_kept_forget(struct dialog_kept *kept, uint64_t serial);

#endif
