#ifndef JPD_DIALOG_DIALOG_LINES_H
#define JPD_DIALOG_DIALOG_LINES_H

#include <stdbool.h>

#include "src/base/strbuf.h"
#include "src/store/prompts.h"
#include "ui/dialog/dialog-approval.h"

/*
 * The lines that a dialog accepts in line mode: no screen keys, and nothing
 * that the host does not support. Appended as whole lines.
 */

/* The word that closes a dialog. */
const char *dialog_lines_close(void);
/* `changes`: the host accepts a reason and changed arguments. `all`: include
 * what is rarely needed. */
void dialog_lines_approval(struct strbuf *out, const struct dialog_approval *d,
			   const struct prompt *p, bool changes, bool all);
void dialog_lines_inquiry(struct strbuf *out, const struct prompt *p);

#endif
