#ifndef JPD_DIALOG_DIALOG_APPROVAL_H
#define JPD_DIALOG_DIALOG_APPROVAL_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/strbuf.h"
#include "src/store/prompts.h"
#include "ui/dialog/dialog-kept.h"
#include "ui/dialog/dialog-rule.h"
#include "ui/dialog/dialog-text.h"
#include "ui/dialog/dialog.h"
#include "ui/view/arguments.h"
#include "ui/view/editor.h"
#include "ui/view/key.h"

enum approval_mode {
	APPROVAL_READ,
	APPROVAL_EDIT,    /* the arguments as JSON text */
	APPROVAL_REVIEW,  /* the edited arguments, before they are sent */
	APPROVAL_REASON,  /* why it is rejected */
	APPROVAL_RULE,    /* which rule to make */
	APPROVAL_CONFIRM, /* the rule in full, before it is stored */
};

/*
 * The approval of one tool call: its arguments, to be read to their end, and
 * the choices. It decides nothing: the caller has the lock and sends.
 */
struct dialog_approval {
	uint64_t serial;   /* of the prompt shown; 0: none */
	uint32_t revision; /* of its content when the rows were made */
	enum approval_mode mode;
	bool raw;                  /* JSON as received */
	bool unfolded;             /* large values too are shown in full */
	struct dialog_text text;   /* the arguments */
	struct dialog_text review; /* REVIEW and CONFIRM */
	struct arguments_facts facts;
	bool changed;            /* the host changed it while shown */
	bool told;               /* how many `I` approves is drawn */
	struct editor editor;    /* EDIT, REASON; RULE: the pattern */
	struct dialog_kept kept; /* EDIT and REASON, of this and other calls */
	struct strbuf problem;   /* what is wrong with the typed text */
	struct dialog_rule rule;
};

/* Whether the mode shows `review`. */
static inline bool dialog_approval_reviews(const struct dialog_approval *d)
{
	return d->mode == APPROVAL_REVIEW || d->mode == APPROVAL_CONFIRM;
}

/* Whether the mode shows a text, which the keys scroll. */
static inline bool dialog_approval_reads(const struct dialog_approval *d)
{
	return d->mode == APPROVAL_READ || dialog_approval_reviews(d);
}

/* The text that is to be read, even if an editor covers it. */
static inline struct dialog_text *
dialog_approval_text(struct dialog_approval *d)
{
	return dialog_approval_reviews(d) ? &d->review : &d->text;
}

void dialog_approval_init(struct dialog_approval *d);
void dialog_approval_release(struct dialog_approval *d);
/* Switch to a mode. Its earlier text is still there when it is reentered. */
void dialog_approval_mode(struct dialog_approval *d, const struct prompt *p,
			  enum approval_mode mode);
/* Toggle readable or raw; toggle large values in full or folded. */
void dialog_approval_raw(struct dialog_approval *d);
void dialog_approval_unfold(struct dialog_approval *d);

/* Its `place` and `draw`, in dialog-approval-draw.c. */
struct dialog_place dialog_approval_place(void *dialog, const struct prompt *p,
					  const struct dialog_info *info,
					  struct rect room);
bool dialog_approval_draw(void *dialog, const struct prompt *p,
			  const struct dialog_info *info, struct canvas *cv,
			  struct rect room);
extern const struct dialog_ops dialog_approval_ops;

/* Scroll the text; false if the key does not scroll. */
bool dialog_approval_scroll(struct dialog_approval *d, struct key key);

#endif
