#ifndef JPD_APP_EFFECT_H
#define JPD_APP_EFFECT_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/strbuf.h"
#include "src/base/trust.h"

/*
 * What the world is to do, besides taking lines and frames: a queue of values
 * that point to nothing of ours, so that what they are about may be gone when
 * they are performed (io/effects.c).
 */
enum effect_kind {
	EFFECT_BELL,
	EFFECT_NOTIFY, /* text, to somebody who looks elsewhere */
	EFFECT_REDRAW, /* all of the screen, whatever is on it */
	EFFECT_TITLE,  /* text */
	EFFECT_THEME,  /* name, never "auto" */
	EFFECT_COPY,   /* text, to the clipboard */
	EFFECT_SHOW,   /* text, in a pager */
	EFFECT_EDIT,   /* text, in an editor, in a file of this name */
	EFFECT_SAVE,   /* text, to the file; flag: replace what exists */
	EFFECT_READ,   /* the file of this name */
	EFFECT_LIST,   /* the folder; flag: and names with a dot in front */
	EFFECT_RULE,   /* text, a line of the file of rules; flag: to come */
	EFFECT_TRUST, /* word, about the setting of this name; text: its value */
	EFFECT_STATE,   /* text, to the file of the workspace */
	EFFECT_LEARNED, /* flag: host 0 was found to be deaf */
	EFFECT_GO, /* the command of text, to another terminal: words with a NUL
		    * behind each */
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
 * What came of one. Of BELL, NOTIFY, REDRAW, TITLE, LEARNED and SUSPEND nothing
 * does; of THEME, TRUST, STATE and GO only that it failed.
 */
enum effect_result {
	EFFECT_DONE,
	EFFECT_EXISTS,  /* the file of SAVE does, and is not to be replaced */
	EFFECT_SENT,    /* COPY: to the terminal, which tells nothing back */
	EFFECT_NOWHERE, /* COPY: nothing here has a clipboard */
	EFFECT_FAILED,
};

struct effect_done {
	enum effect_kind kind;
	enum effect_result result;
	bool flag; /* as it was asked for */
	/* READ and EDIT: what the file holds now. LIST: the names, a NUL behind
	 * each and a slash before that of a folder's. SAVE: the path. Else the
	 * text that it was asked for with. */
	struct slice text;
	const char *why;  /* EFFECT_FAILED: a sentence */
	const char *file; /* READ: what is the same by whatever path one comes
			     to a file, a word; NULL: not known */
};

void effect_release(struct effect *effect);
void effect_queue_release(struct effect_queue *queue);

/*
 * An empty one to be filled in, at the end; but for COPY, SAVE, RULE and TRUST, of
 * which each counts, in the place of one that waits.
 */
struct effect *effect_add(struct effect_queue *queue, enum effect_kind kind);
/* The first of a kind, or NULL. */
struct effect *effect_find(const struct effect_queue *queue,
			   enum effect_kind kind);
/* The first; moved out. False where there is none. */
bool effect_take(struct effect_queue *queue, struct effect *effect);

#endif
