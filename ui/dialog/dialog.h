#ifndef JPD_DIALOG_DIALOG_H
#define JPD_DIALOG_DIALOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/store/prompts.h"
#include "ui/view/canvas.h"
#include "ui/view/editor.h"

/* Below this a dialog cannot be read, so nothing can be allowed in it. */
#define DIALOG_MIN_COLS 40
#define DIALOG_MIN_ROWS 10

/* What the program around a dialog knows of it. */
struct dialog_info {
	size_t index, count;      /* 0-based place in the queue */
	const char *conversation; /* title, foreign */
	const char *visit_key;    /* to it and back, as shown; or NULL */
	const char *host;         /* name, or NULL where there is only one */
	const char *root;         /* of the workspace, or NULL */
	int64_t now_ms;           /* wall clock */
	bool open;                /* the lock is open: choices count */
	bool lines; /* it is printed as lines: no keys, choices numbered */
	const char *note;  /* why it is locked or was not sent, or NULL */
	bool can_reason;   /* the host takes a reason */
	bool can_edit;     /* and changed arguments */
	size_t identical;  /* others that wait: same tool, same bytes */
	size_t companions; /* approvals of this conversation, this one too */
};

struct dialog_place {
	struct rect at;
	bool whole;
};

/*
 * What the program around the dialogs asks of each, whichever it is. `dialog`
 * is its own struct, which decides nothing: the caller holds the lock and
 * sends.
 */
struct dialog_ops {
	/* Show this prompt from its beginning, or look whether it changed. */
	void (*show)(void *dialog, const struct prompt *p);
	/* Where in `room` it would be drawn; whether all of it would show. */
	struct dialog_place (*place)(void *dialog, const struct prompt *p,
				     const struct dialog_info *info,
				     struct rect room);
	/* Into `room`; false where that is too small to read it. */
	bool (*draw)(void *dialog, const struct prompt *p,
		     const struct dialog_info *info, struct canvas *cv,
		     struct rect room);
	/* That frame was; whether something in it was never seen. And what was
	 * written last is on the screen. */
	bool (*written)(void *dialog);
	void (*arrived)(void *dialog);
	/* Rows of what would be allowed now, and what was chosen for it, that
	 * were never on the screen to their end. */
	size_t (*unseen)(const void *dialog);
	void (*paste)(void *dialog, struct slice text);
	void (*wheel)(void *dialog, int rows);
	void (*click)(void *dialog, size_t row); /* of its list */
	/* Whether keys go into a text of the person's. */
	bool (*writes)(const void *dialog);
	/* That text, and what a file of it is named; NULL where none is. */
	struct editor *(*editor)(void *dialog, const char **name);
	struct strbuf *(*problem)(void *dialog); /* with what was typed */
};

/* One of them. */
struct dialog {
	const struct dialog_ops *ops;
	void *data;
};

#endif
