#ifndef JPD_IO_RECORD_H
#define JPD_IO_RECORD_H

#include "src/dashboard/app/input.h"
#include "src/dashboard/app/parts.h"

/*
 * A session written to a file as it happens (--record): what hosts and the
 * person said, and what went out, in the words of our cases, so that
 * `jphost replay` shows it again and tests/cases can hold it. Secrets are left
 * out (proto/secrets.h). All of these do nothing where `record` is NULL.
 */
struct record;

/* A new file, for us alone; one that is there stays as it is. NULL with a
 * sentence in `err`. `first_line`: the host's `init`. */
struct record *record_open(const char *path, struct slice first_line,
			   struct strbuf *err);
/* Write what is left, and close. */
void record_close(struct record *record);

/* The app that it is about: before anything else happens in it. */
void record_start(struct record *record, struct app *app, int64_t now_ms);
/* What it is seen on, once that is known. Nothing is written before. */
void record_screen(struct record *record, struct slice about);
/* What happens, before the app has it. */
void record_input(struct record *record, const struct input *input,
		  int64_t now_ms);
/* What is read before the first key: a word, and its text if there is one. */
void record_text(struct record *record, const char *word, struct slice text);
/* Write what came; after each turn of the loop. -1 with a sentence in `err`
 * where it cannot be written: the first time only, then it is given up. */
int record_flush(struct record *record, struct strbuf *err);

#endif
