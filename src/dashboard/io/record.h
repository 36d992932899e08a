#ifndef JPD_IO_RECORD_H
#define JPD_IO_RECORD_H

#include "src/dashboard/app/input.h"
#include "src/dashboard/app/parts.h"

/*
 * Records a session to a file as it happens (--record): what hosts and the user
 * sent, and what went out, in the words of our cases, so that `jphost replay`
 * shows it again and tests/cases can include it. Secrets are removed
 * (proto/secrets.h). All of these do nothing if `record` is NULL.
 */
struct record;

/* Create a file readable only by us; an existing one is not touched. NULL with
 * a sentence in `err`. `first_line`: the host's `init`. */
struct record *record_open(const char *path, struct slice first_line,
			   struct strbuf *err);
/* Write what is left, and close. */
void record_close(struct record *record);

/* The app to record: call before anything else happens in it. */
void record_start(struct record *record, struct app *app, int64_t now_ms);
/* The screen, once it is known. Nothing is written before. */
void record_screen(struct record *record, struct slice about);
/* An input, before the app gets it. */
void record_input(struct record *record, const struct input *input,
		  int64_t now_ms);
/* What is read before the first key: a word, and its text if there is one. */
void record_text(struct record *record, const char *word, struct slice text);
/* Write what came; call after each turn of the loop. -1 with a sentence in
 * `err` if writing fails: only the first time, then recording stops. */
int record_flush(struct record *record, struct strbuf *err);

#endif
