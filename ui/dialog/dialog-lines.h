#ifndef JPD_DIALOG_DIALOG_LINES_H
#define JPD_DIALOG_DIALOG_LINES_H

#include <stdbool.h>

#include "src/base/strbuf.h"
#include "src/store/prompts.h"
#include "ui/dialog/dialog-approval.h"

/*
 * What can be said, as lines, to a dialog that is read as lines: no key of a
 * screen, and nothing that the host cannot do. Appended as whole lines.
 */

/* The word that leaves one. */
const char *dialog_lines_close(void);
/* `changes`: the host takes a reason and other arguments. `all`: also what is
 * wanted seldom. */
void dialog_lines_approval(struct strbuf *out, const struct dialog_approval *d,
			   const struct prompt *p, bool changes, bool all);
void dialog_lines_inquiry(struct strbuf *out, const struct prompt *p);

#endif
