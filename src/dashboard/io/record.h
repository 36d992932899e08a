#ifndef JPD_IO_RECORD_H
#define JPD_IO_RECORD_H

#include "src/dashboard/app/app.h"

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
void record_app(struct record *record, struct app *app, int64_t now_ms);
/* What it is seen on, once that is known. Nothing is written before. */
void record_screen(struct record *record, struct slice about);
/* Write what came; after each turn of the loop. -1 with a sentence in `err`
 * where it cannot be written: the first time only, then it is given up. */
int record_flush(struct record *record, struct strbuf *err);

/* A word, and what it is about, as it stands. */
void record_word(struct record *record, const char *word, const char *args,
		 int64_t now_ms);
/* Likewise with a text, which is escaped. */
void record_text(struct record *record, const char *word, struct slice text,
		 int64_t now_ms);
/* Likewise, about a host. */
void record_of_host(struct record *record, int host, const char *word,
		    struct slice text, int64_t now_ms);
/* What came from a host, before the app has it. */
void record_bytes(struct record *record, int host, struct slice bytes,
		  int64_t now_ms);
void record_key(struct record *record, struct key key, int64_t now_ms);
void record_paste(struct record *record, struct slice text, bool cut,
		  int64_t now_ms);
void record_size(struct record *record, int cols, int rows, int64_t now_ms);
void record_mouse(struct record *record, const struct mouse *mouse,
		  int64_t now_ms);
/* A frame will be said to be written: where that matters for an answer. */
void record_frame(struct record *record, int64_t now_ms);

#endif
