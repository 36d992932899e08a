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

/* In a smaller room a dialog is unreadable, so nothing can be allowed in it. */
#define DIALOG_MIN_COLS 40
#define DIALOG_MIN_ROWS 10

/* What a dialog needs to know from the program. */
struct dialog_info {
	size_t index, count;      /* 0-based place in the queue */
	const char *conversation; /* title, foreign */
	const char *visit_key;    /* shown; goes there and back; or NULL */
	const char *host;         /* name, or NULL if there is only one */
	const char *root;         /* of the workspace, or NULL */
	int64_t now_ms;           /* wall clock */
	bool open;                /* the lock is open: choices work */
	bool lines;        /* printed as lines: no keys, choices are numbered */
	const char *note;  /* why it is locked or was not sent; or NULL */
	bool can_reason;   /* the host accepts a reason */
	bool can_edit;     /* and changed arguments */
	size_t identical;  /* other pending ones: same tool, same bytes */
	size_t companions; /* approvals of this conversation, with this one */
};

struct dialog_place {
	struct rect at;
	bool whole;
};

/*
 * What the program needs from every dialog. `dialog` is its own struct. It
 * decides nothing: the caller has the lock and sends.
 */
struct dialog_ops {
	/* Show this prompt from its beginning, or check whether it changed. */
	void (*show)(void *dialog, const struct prompt *p);
	/* Its place in `room`, and whether all of it would be visible. */
	struct dialog_place (*place)(void *dialog, const struct prompt *p,
				     const struct dialog_info *info,
				     struct rect room);
	/* The prompt of this serial is over. */
	void (*forget)(void *dialog, uint64_t serial);
	/* Draw into `room`; false if that is too small to read. */
	bool (*draw)(void *dialog, const struct prompt *p,
		     const struct dialog_info *info, struct canvas *cv,
		     struct rect room);
	/* That frame was written; whether part of it is unseen. Then another
	 * one was, before the terminal had the first: what that no longer
	 * shows may never have been visible. And: the first is on the
	 * screen. */
	bool (*written)(void *dialog);
	void (*rewritten)(void *dialog);
	void (*arrived)(void *dialog);
	/* Rows of what would be allowed now, including the choice made for it,
	 * that were never completely on the screen. */
	size_t (*unseen)(const void *dialog);
	void (*paste)(void *dialog, struct slice text);
	void (*wheel)(void *dialog, int rows);
	void (*click)(void *dialog, size_t row); /* on a row of its list */
	/* Whether keys go to a text of the user's. */
	bool (*writes)(const void *dialog);
	/* That text, and a name for a file of it; NULL if there is none. */
	struct editor *(*editor)(void *dialog, const char **name);
	struct strbuf *(*problem)(void *dialog); /* with the typed text */
};

/* A dialog and its operations. */
struct dialog {
	const struct dialog_ops *ops;
	void *data;
};

#endif
