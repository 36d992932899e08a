#ifndef JPD_APP_PLAIN_H
#define JPD_APP_PLAIN_H

#include "src/dashboard/app/parts.h"

/*
 * The dashboard as lines of text: changes are appended, nothing is redrawn, and
 * the user's input comes line by line. For screen readers and for terminals
 * without other capabilities. It drives the same app, so answers obey the same
 * rules; in addition, a line that allows something names the request as printed
 * ("#3 y"), because it may have been started before the request was there.
 */
struct plain;

struct plain *plain_new(struct app *app);
void plain_free(struct plain *plain);

/* A key from a terminal in line mode: most are just added to the line. */
void plain_key(struct plain *plain, struct key key);

/*
 * Append what is new to `out`, in whole lines. After writing all of it, call
 * plain_written(): only then its question counts as read, and if that returns
 * true the app gets its INPUT_FRAME_WRITTEN.
 */
void plain_update(struct plain *plain, struct strbuf *out);
bool plain_written(struct plain *plain);

#endif
