#ifndef JPD_IO_EXTERNAL_H
#define JPD_IO_EXTERNAL_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "ui/term/term.h"

/*
 * Runs the user's own programs in the foreground of the terminal. They get a
 * file that only we can read, in such a folder, which is removed afterwards
 * with everything in it.
 */

/* Show a text in $PAGER, or else in $EDITOR or less. -1 with a sentence in
 * `err`. */
int external_show(struct term *term, struct slice text, struct strbuf *err);

/*
 * Edit a text in $JP_EDITOR, or else in $VISUAL, $EDITOR or vi; `name` is the
 * file's. -1 with a sentence in `err`, and `text` unchanged, if the editor
 * failed or the result is not text.
 */
int external_edit(struct term *term, struct strbuf *text, const char *name,
		  struct strbuf *err);

#endif
