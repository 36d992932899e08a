#ifndef JPD_DIALOG_DIALOG_APPROVAL_H
#define JPD_DIALOG_DIALOG_APPROVAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/store/prompts.h"
#include "ui/dialog/dialog-rule.h"
#include "ui/dialog/dialog-text.h"
#include "ui/view/arguments.h"
#include "ui/view/canvas.h"
#include "ui/view/editor.h"
#include "ui/view/key.h"

/* Below this a dialog cannot be read, so nothing can be allowed in it. */
#define DIALOG_MIN_COLS 40
#define DIALOG_MIN_ROWS 10

/* What the program around a dialog knows of it. */
struct dialog_info {
	size_t index, count;      /* 0-based place in the queue */
	const char *conversation; /* title, foreign */
	const char *host;         /* name, or NULL where there is only one */
	const char *root;         /* of the workspace, or NULL */
	int64_t now_ms;           /* wall clock */
	bool open;                /* the lock is open: choices count */
	const char *note;  /* why it is locked or was not sent, or NULL */
	bool can_reason;   /* the host takes a reason */
	bool can_edit;     /* and changed arguments */
	size_t identical;  /* others that wait: same tool, same bytes */
	size_t companions; /* approvals of this conversation, this one too */
};

enum approval_mode {
	APPROVAL_READ,
	APPROVAL_EDIT,    /* the arguments as JSON text */
	APPROVAL_REVIEW,  /* what was edited, before it is sent */
	APPROVAL_REASON,  /* why it is rejected */
	APPROVAL_RULE,    /* which rule to make */
	APPROVAL_CONFIRM, /* the rule in full, before it is stored */
};

/*
 * The approval of one tool call: its arguments to be read to their end, and
 * the choices. It decides nothing: the caller holds the lock and sends.
 */
struct dialog_approval {
	uint64_t serial;   /* of the prompt it shows; 0: none */
	uint32_t revision; /* of its content, as the rows were made of it */
	enum approval_mode mode;
	bool raw;                  /* JSON as it came */
	bool unfolded;             /* large values too are shown whole */
	struct dialog_text text;   /* the arguments */
	struct dialog_text review; /* REVIEW and CONFIRM */
	struct arguments_facts facts;
	bool changed;         /* the host changed it while it was shown */
	struct editor editor; /* EDIT, REASON; RULE: the pattern */
	/* What was typed when the mode was left, and the call is the same. */
	struct strbuf kept_edit, kept_reason;
	struct strbuf problem; /* what is wrong with what was typed */
	struct dialog_rule rule;
};

/* Whether the mode shows `review`. */
static inline bool dialog_approval_reviews(const struct dialog_approval *d)
{
	return d->mode == APPROVAL_REVIEW || d->mode == APPROVAL_CONFIRM;
}

void dialog_approval_init(struct dialog_approval *d);
void dialog_approval_release(struct dialog_approval *d);
/* Show this prompt from its beginning, or look whether it changed. */
void dialog_approval_show(struct dialog_approval *d, const struct prompt *p);
/* Go to a mode. What was typed in one is there when it is entered again. */
void dialog_approval_mode(struct dialog_approval *d, const struct prompt *p,
			  enum approval_mode mode);
/* Between the readable and the raw form; large values whole or folded. */
void dialog_approval_raw(struct dialog_approval *d);
void dialog_approval_unfold(struct dialog_approval *d);

/* Draw it into `room`; false where the room is too small to read it. */
bool dialog_approval_draw(struct dialog_approval *d, const struct prompt *p,
			  const struct dialog_info *info, struct canvas *cv,
			  struct rect room);
/* That frame was written. */
void dialog_approval_written(struct dialog_approval *d);

/* Moving about in the text; false for a key that is none of that. */
bool dialog_approval_scroll(struct dialog_approval *d, struct key key);
void dialog_approval_wheel(struct dialog_approval *d, int rows);
/* Rows of what would be approved now that were never on the screen. */
size_t dialog_approval_unseen(const struct dialog_approval *d);

#endif
