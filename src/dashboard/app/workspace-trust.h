#ifndef JPD_APP_WORKSPACE_TRUST_H
#define JPD_APP_WORKSPACE_TRUST_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

struct app;

/*
 * Settings that the workspace requests and only the user can grant (options.h):
 * reported at the start, shown in full by `:trust`, and answered by typing
 * `:trust allow`, which counts only once its end was on the screen for the
 * guard time: a paste of both lines allows nothing.
 */

/* Report them at the start, together with ignored options. */
void workspace_trust_tell(struct app *app);
/* Append all wishes, for TEXT_TRUST. */
void workspace_trust_add(const struct app *app, struct strbuf *out);
/* A frame was written: their end is on the screen if it was drawn. */
void workspace_trust_written(struct app *app);
/* Run `:trust` with an argument. -1 with a sentence in `err`. */
int workspace_trust_answer(struct app *app, struct slice argument,
			   struct strbuf *err);

#endif
