#ifndef JPD_VIEW_DIALOG_APPROVAL_H
#define JPD_VIEW_DIALOG_APPROVAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/store/prompts.h"
#include "ui/text/rows.h"
#include "ui/view/arguments.h"
#include "ui/view/canvas.h"
#include "ui/view/editor.h"
#include "ui/view/key.h"

/* Below this a dialog cannot be read, so nothing can be allowed in it. */
#define DIALOG_MIN_COLS 40
#define DIALOG_MIN_ROWS 10

/* What the frame around a dialog knows of it. */
struct dialog_info {
	size_t index, count;      /* 0-based place in the queue */
	const char *conversation; /* title, foreign */
	const char *host;         /* name, or NULL where there is only one */
	int64_t now_ms;           /* wall clock */
	bool open;                /* the lock is open: choices count */
	const char *note; /* why it is locked or was not sent, or NULL */
	bool can_reason;  /* the host takes a reason */
};

enum approval_mode {
	APPROVAL_READ,
	APPROVAL_EDIT,   /* the arguments as JSON text */
	APPROVAL_REASON, /* why it is rejected */
};

/*
 * The approval of one tool call: its arguments to be read to their end, and
 * the choices. It decides nothing: the caller holds the lock and sends.
 */
struct dialog_approval {
	uint64_t serial;   /* of the prompt it shows; 0: none */
	uint32_t revision; /* of its content, as the rows were made of it */
	enum approval_mode mode;
	bool raw; /* JSON as it came */
	struct rows rows;
	int rows_cols;
	struct arguments_facts facts;
	size_t top;       /* first row shown */
	size_t page;      /* rows that fit */
	bool end_seen;    /* the last row was in a frame */
	bool asked_again; /* an allow came before the end was seen */
	bool changed;     /* the host changed it while it was shown */
	struct editor editor;
	struct strbuf problem; /* what is wrong with the edited text */
};

void dialog_approval_init(struct dialog_approval *d);
void dialog_approval_release(struct dialog_approval *d);
/* Show this prompt from its beginning, or look whether it changed. */
void dialog_approval_show(struct dialog_approval *d, const struct prompt *p);

/* Draw it into `room`; false where the room is too small to read it. */
bool dialog_approval_draw(struct dialog_approval *d, const struct prompt *p,
			  const struct dialog_info *info, struct canvas *cv,
			  struct rect room);

/* Moving about in the text; false for a key that is none of that. */
bool dialog_approval_scroll(struct dialog_approval *d, struct key key);
void dialog_approval_wheel(struct dialog_approval *d, int rows);
/* Whether the whole text was on the screen, in one frame or several. */
static inline bool dialog_approval_read(const struct dialog_approval *d)
{
	return d->end_seen;
}

/* Begin to edit the arguments, or to give a reason; back to reading. */
void dialog_approval_edit(struct dialog_approval *d, const struct prompt *p);
void dialog_approval_reason(struct dialog_approval *d);
void dialog_approval_back(struct dialog_approval *d);

#endif
