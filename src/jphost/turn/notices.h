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
 * What the model should know by the next time it is called (RFD 011): a queue
 * that is put, as a block of Markdown, in front of the next tool result or the
 * next request, whichever comes first. It belongs to the conversation, so the
 * next turn delivers what the last one did not.
 */
#define NOTICES_MAX 10 /* beyond that, the oldest are dropped */

struct notices {
	char *messages[NOTICES_MAX];
	size_t count;
	size_t dropped; /* since the last delivery */
	/* Attached files of the workspace. */
	struct notices_file {
		char *path; /* relative to the workspace */
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

/* Drop what is queued. */
void notices_forget(struct notices *notices);

/*
 * Load and save what a conversation's last turn, in this process or another,
 * did not deliver: it is kept in $XDG_STATE_HOME/jphost. The caller must have
 * locked the conversation.
 */
void notices_load(struct notices *notices, const struct workspace *ws,
		  const char *id);
void notices_save(const struct notices *notices, const struct workspace *ws,
		  const char *id);

/* Whether jp's configuration wants notifications of this kind. */
bool notices_want(struct slice config, const char *kind);

/* Queue one line; control characters in it become blanks. */
void notices_push(struct notices *notices, struct slice message);
/* Append the block and empty the queue; appends nothing if it is empty. */
void notices_deliver(struct notices *notices, struct strbuf *out);

/*
 * Remember the state of attachments (a raw array) that are files of the
 * workspace. Nothing outside it is ever looked at.
 */
void notices_watch(struct notices *notices, const char *root,
		   struct slice attachments);
/*
 * The path of a remembered file that has changed, once for each change; NULL if
 * there is none. Valid until files are added.
 */
const char *notices_changed(struct notices *notices, const char *root);

#endif
