#ifndef JPD_DIALOG_DIALOG_INQUIRY_H
#define JPD_DIALOG_DIALOG_INQUIRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/event.h"
#include "src/base/strbuf.h"
#include "src/store/prompts.h"
#include "ui/dialog/dialog-kept.h"
#include "ui/dialog/dialog-text.h"
#include "ui/dialog/dialog.h"
#include "ui/view/editor.h"
#include "ui/view/key.h"
#include "ui/view/picker.h"

/*
 * A question from a tool or the assistant: yes or no, one or several of a list,
 * or a text. It decides nothing: the caller has the lock and sends.
 */
struct dialog_inquiry {
	uint64_t serial;
	uint32_t revision;
	enum answer_kind kind;
	struct dialog_text text; /* the question */
	bool tells_default;      /* and its default, longer than the field */
	bool changed;            /* the host changed it while shown */
	bool touched;            /* the user did something in it */
	bool own;                /* SELECT: a free text instead ("other") */
	struct picker picker;    /* SELECT */
	size_t said_count;       /* options that the last line matched */
	bool *checked;           /* SELECT, several answers: each option */
	size_t default_option;   /* or SIZE_MAX */
	struct editor editor;    /* TEXT, SECRET, OTHER; `own` */
	struct dialog_kept kept; /* of other questions, except secrets */
	struct strbuf problem;
};

/* Whether the answer is chosen from a list, not written. */
static inline bool dialog_inquiry_is_list(const struct dialog_inquiry *d)
{
	return d->kind == ANSWER_SELECT && !d->own;
}

/* Whether keys go to a text. */
static inline bool dialog_inquiry_writes(const struct dialog_inquiry *d)
{
	return d->own ||
	       (d->kind != ANSWER_BOOLEAN && d->kind != ANSWER_SELECT);
}

void dialog_inquiry_init(struct dialog_inquiry *d);
void dialog_inquiry_release(struct dialog_inquiry *d);
extern const struct dialog_ops dialog_inquiry_ops;
/* The answer is the default again, and nothing was done to it. */
void dialog_inquiry_untouch(struct dialog_inquiry *d, const struct prompt *p);
/* The text that its field begins with. */
void dialog_inquiry_add_default(struct strbuf *text, const struct event *e);
void dialog_inquiry_show(void *dialog, const struct prompt *p);
void dialog_inquiry_forget(void *dialog, uint64_t serial);

enum inquiry_result {
	INQUIRY_IGNORED,
	INQUIRY_MOVED,
	INQUIRY_ANSWER, /* `answer` holds the JSON text to send */
};
/*
 * Handle a key. On INQUIRY_ANSWER the answer is appended to `answer`, in the
 * JSON type in which it was received; the caller sends it only if the lock is
 * open.
 */
enum inquiry_result dialog_inquiry_key(struct dialog_inquiry *d,
				       const struct prompt *p, struct key key,
				       struct strbuf *answer);
/*
 * Answer by a line: "y" or "n"; an option by its name, its number or an
 * unambiguous part (several are separated by commas), or "other" and a text;
 * otherwise all of the text. An empty line submits the default.
 * INQUIRY_IGNORED: it is not an answer.
 */
enum inquiry_result dialog_inquiry_say(struct dialog_inquiry *d,
				       const struct prompt *p,
				       struct slice said,
				       struct strbuf *answer);

#endif
