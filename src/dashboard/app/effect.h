#ifndef JPD_APP_EFFECT_H
#define JPD_APP_EFFECT_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/strbuf.h"
#include "src/base/trust.h"

/*
 * Requests to the outside world, other than lines and frames: a queue of values
 * without pointers to our data, so that their subjects may be freed before they
 * are performed (io/effects.c).
 */
enum effect_kind {
	EFFECT_BELL,
	EFFECT_NOTIFY, /* text, to a user who looks elsewhere */
	EFFECT_REDRAW, /* the whole screen, whatever is on it */
	EFFECT_TITLE,  /* text */
	EFFECT_THEME,  /* name, never "auto" */
	EFFECT_COPY,   /* text, to the clipboard */
	EFFECT_SHOW,   /* text, in a pager */
	EFFECT_EDIT,   /* text, in an editor, in a file of this name */
	EFFECT_SAVE,   /* text, to the file; flag: replace what exists */
	EFFECT_READ,   /* the file of this name */
	EFFECT_LIST,   /* the folder; flag: with dot files */
	EFFECT_RULE,   /* text, a line of the file of rules; flag: add */
	EFFECT_TRUST,  /* word, for the setting of this name; text: its value */
	EFFECT_STATE,  /* text, to the workspace's file */
	EFFECT_LEARNED, /* flag: host 0 was found to be deaf */
	EFFECT_GO, /* the command in text, to another terminal: words, each with
		      a NUL; flag: of jphost, which has ours until it ends */
	EFFECT_SUSPEND,
	EFFECT_COUNT,
};

struct effect {
	enum effect_kind kind;
	struct strbuf text;
	char *name; /* or NULL */
	bool flag;
	enum trust_word word; /* TRUST */
};

struct effect_queue {
	struct effect *list;
	size_t count, cap;
};

/*
 * The result of an effect. BELL, NOTIFY, REDRAW, TITLE, LEARNED and SUSPEND
 * report nothing; THEME, TRUST, STATE and GO only failures.
 */
enum effect_result {
	EFFECT_DONE,
	EFFECT_EXISTS,  /* the file of SAVE exists and must not be replaced */
	EFFECT_SENT,    /* COPY: to the terminal, which does not reply */
	EFFECT_NOWHERE, /* COPY: nothing here has a clipboard */
	EFFECT_FAILED,
};

struct effect_done {
	enum effect_kind kind;
	enum effect_result result;
	bool flag; /* as requested */
	/* READ and EDIT: the file's content. LIST: the names, each with a NUL,
	 * and a slash before that for folders. SAVE: the path. Otherwise the
	 * text of the request. */
	struct slice text;
	const char *why;  /* EFFECT_FAILED: a sentence */
	const char *file; /* READ: identifies the file whatever path leads to
			     it, one word; NULL: unknown */
};

void effect_release(struct effect *effect);
void effect_queue_release(struct effect_queue *queue);

/*
 * An empty effect to fill in, at the end of the queue. A pending one of the
 * same kind is replaced, except for COPY, SAVE, RULE and TRUST, each of which
 * counts.
 */
struct effect *effect_add(struct effect_queue *queue, enum effect_kind kind);
/* The first of a kind, or NULL. */
struct effect *effect_find(const struct effect_queue *queue,
			   enum effect_kind kind);
/* Remove and move out the first. False if there is none. */
bool effect_take(struct effect_queue *queue, struct effect *effect);

#endif
