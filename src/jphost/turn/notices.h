#ifndef JPD_TURN_NOTICES_H
#define JPD_TURN_NOTICES_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <time.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/jphost/workspace/workspace.h"

/*
 * What the model should hear of when somebody talks to it next (RFD 011):
 * a queue that is put, as a block of Markdown, in front of the next result
 * of a tool or the next request, whichever comes first. It belongs to the
 * conversation, so that what one turn did not deliver the next one does.
 */
#define NOTICES_MAX 10 /* more: the oldest go */

struct notices {
	char *messages[NOTICES_MAX];
	size_t count;
	size_t dropped; /* since the last delivery */
	/* Files of the workspace that were attached. */
	struct notices_file {
		char *path; /* in the workspace */
		struct timespec mtime;
		off_t size;
	} * files;
	size_t file_count, file_cap;
};

#define NOTICES_INIT                       \
	{                                  \
		{ NULL }, 0, 0, NULL, 0, 0 \
	}

void notices_release(struct notices *notices);

/* Drop what waits. */
void notices_forget(struct notices *notices);

/*
 * What a conversation's last turn did not deliver, in this process or another:
 * it is kept in $XDG_STATE_HOME/jphost. The caller has locked the conversation.
 */
void notices_load(struct notices *notices, const struct workspace *ws,
		  const char *id);
void notices_save(const struct notices *notices, const struct workspace *ws,
		  const char *id);

/* Whether jp's configuration wants notifications of this kind. */
bool notices_want(struct slice config, const char *kind);

/* One line; control characters in it become blanks. */
void notices_push(struct notices *notices, struct slice message);
/* Append the block and empty the queue; nothing where it is empty. */
void notices_deliver(struct notices *notices, struct strbuf *out);

/*
 * Remember how the files of attachments (a raw array) look that lie in the
 * workspace. Nothing outside of it is ever looked at.
 */
void notices_watch(struct notices *notices, const char *root,
		   struct slice attachments);
/*
 * The path of a remembered file that has changed, once each time; NULL:
 * none. It is good until files are added.
 */
const char *notices_changed(struct notices *notices, const char *root);

#endif
