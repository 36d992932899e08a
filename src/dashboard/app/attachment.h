#ifndef JPD_APP_ATTACHMENT_H
#define JPD_APP_ATTACHMENT_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Files that the user names on the command line: attachments and a schema for
 * the next message, events for a conversation. The loop reads each of them
 * once, for this very command.
 */
struct app;
struct effect_done;

enum app_file_use { FILE_ATTACH, FILE_SCHEMA, FILE_PUSH };

/* The purpose of EFFECT_READ. */
struct app_reading {
	enum app_file_use use;
	char *path; /* as typed */
	int host;   /* of the target conversation */
	char *conversation;
};

#define APP_FILE_MAX_BYTES ((size_t)1 << 20)

struct attachment {
	char *path, *file; /* effect_done.file, or NULL */
	struct strbuf text;
};

/* Sent with the next message of a conversation. */
struct attached {
	struct attachment *files;
	size_t count;
	struct attachment schema; /* path NULL: none */
};

/* The result of EFFECT_READ. */
void app_file_read(struct app *app, const struct effect_done *done);

void app_reading_release(struct app_reading *reading);

/* These return -1 with a sentence in `err`. */
int attachment_add(struct app *app, struct slice path, struct strbuf *err);
int attachment_add_schema(struct app *app, struct slice path,
			  struct strbuf *err);
/* Detach the numbered file, or all. */
int attachment_remove(struct app *app, struct slice number, struct strbuf *err);
void attachment_list(struct app *app);
void attachments_clear(struct attached *attached);
bool attachments_any(const struct attached *attached);
/* "files: a.c (12 bytes), b.c (1 byte); schema: x.json" */
void attachments_describe(const struct attached *attached, struct strbuf *out);
/* The raw array of attachments for the query. */
void attachments_write(const struct attached *attached, struct strbuf *out);
/* Read `path` for the focused conversation. */
int app_file_ask(struct app *app, enum app_file_use use, struct slice path,
		 struct strbuf *err);

#endif
