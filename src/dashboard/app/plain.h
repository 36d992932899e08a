#ifndef JPD_APP_PLAIN_H
#define JPD_APP_PLAIN_H

#include "src/dashboard/app/parts.h"

/*
 * The dashboard as lines of text: what changes is appended, nothing is drawn
 * over, and what the person says comes a line at a time. For screen readers
 * and for terminals that can do nothing else. It drives the same app, so all
 * that is true of answers is true here; besides, a line that allows something
 * names the request as it was printed ("#3 y"), because a line may have been
 * begun before the request was there.
 */
struct plain;

struct plain *plain_new(struct app *app);
void plain_free(struct plain *plain);

/* A key of a terminal that gives whole lines: most only fill the line. */
void plain_key(struct plain *plain, struct key key);

/*
 * Append what is new to `out`, whole lines. When all of it was written, say
 * so: only then what it asks counts as read, and where that is true the app
 * gets its INPUT_FRAME_WRITTEN.
 */
void plain_update(struct plain *plain, struct strbuf *out);
bool plain_written(struct plain *plain);

#endif
