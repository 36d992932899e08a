#ifndef JPD_IO_EXTERNAL_H
#define JPD_IO_EXTERNAL_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "ui/term/term.h"

/*
 * The person's own programs, in the foreground of the terminal. What they get
 * is a file for us alone, in a folder for us alone, that is gone afterwards
 * with all that they left beside it.
 */

/* Show a text in $PAGER, else $EDITOR, else less. -1 with a sentence in `err`.
 */
int external_show(struct term *term, struct slice text, struct strbuf *err);

/*
 * Edit a text in $JP_EDITOR, else $VISUAL, else $EDITOR, else vi; `name` is the
 * file's. -1 with a sentence in `err` where the editor failed or left what is
 * no text; then `text` is as it was.
 */
int external_edit(struct term *term, struct strbuf *text, const char *name,
		  struct strbuf *err);

#endif
