#ifndef JPD_APP_WORKSPACE_TRUST_H
#define JPD_APP_WORKSPACE_TRUST_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

struct app;

/*
 * What the workspace wishes for and only the person can give (options.h):
 * told at the start, shown in full by `:trust`, and answered by a typed
 * `:trust allow`, which counts only once all of it was on the screen.
 */

/* At the start, with what of the options does not count. */
void workspace_trust_tell(struct app *app);
/* All wishes, for TEXT_TRUST. */
void workspace_trust_add(const struct app *app, struct strbuf *out);
/* `:trust` with an argument. -1 with a sentence in `err`. */
int workspace_trust_answer(struct app *app, struct slice argument,
			   struct strbuf *err);

#endif
