#ifndef JPD_DIALOG_DIALOG_PART_H
#define JPD_DIALOG_DIALOG_PART_H

#include <stdbool.h>
#include <stddef.h>

#include "src/store/prompts.h"
#include "ui/dialog/dialog-text.h"
#include "ui/dialog/dialog.h"
#include "ui/text/rows.h"
#include "ui/view/canvas.h"

/* What the approval and the inquiry dialog have in common. */

#define DIALOG_CHOICES_MAX 16

struct dialog_choices {
	struct {
		char key[12], word[64]; /* as drawn; a longer word is cut */
		bool allows;            /* works only once the lock is open */
	} list[DIALOG_CHOICES_MAX];
	size_t count;
};

void dialog_choices_add(struct dialog_choices *choices, const char *key,
			bool allows, const char *word, ...)
	__attribute__((format(printf, 4, 5)));

/*
 * A dialog's frame and what surrounds its body: the origin and a rule above; a
 * rule, the choices and the note below.
 */
struct dialog_layout {
	struct rect frame; /* the dialog, at the lower edge of its room */
	bool whole;        /* all rows of the body fit */
	bool told;         /* no choice that allows is missing */
	struct rect in;    /* inside the frame and its margin */
	struct rect head;  /* from the second row, `head_rows` rows */
	struct rect body;
};
/* For a body of `body_rows` rows, or as many as fit. Without a canvas it is
 * only laid out. */
struct dialog_layout dialog_part_frame(struct canvas *cv, struct rect room,
				       int cols, const char *title,
				       int head_rows, int body_rows,
				       const struct prompt *p,
				       const struct dialog_info *info,
				       const struct dialog_choices *choices);
/* What the host will do on timeout, in separate rows if the origin has no room
 * for all of it. */
void dialog_part_add_fallback(struct rows *rows, const struct prompt *p,
			      const struct dialog_info *info, int cols);
/* Why the answer before this one was refused, if it was. */
void dialog_part_add_refusal(struct strbuf *out, const struct prompt *p);
/* Wrap a note of the head, or of the text. */
void dialog_part_head_note(struct rows *rows, struct slice text, int cols);
/* Whether a head of `rows` rows is shown whole, whatever is below the body. If
 * not, what it tells belongs to the text, which must be read. */
bool dialog_part_has_head(struct rect room, int rows);
/* The columns of its body. */
int dialog_part_cols(struct rect room, int max_cols);

/* The rules above and below a text, with how much is hidden beyond them. */
void dialog_part_rules(struct canvas *cv, const struct dialog_layout *at,
		       struct rect text, const struct dialog_text *shown);
/* Draw into the rows `top` and `bottom` how many rows of a text are hidden
 * beyond them. */
void dialog_part_more(struct canvas *cv, struct rect in, int top, int bottom,
		      size_t above, size_t below, enum face face);
/* Draw what is wrong with the typed text, if anything, into the last row of
 * `at`, which is one row less then. */
void dialog_part_problem(struct canvas *cv, struct rect *at,
			 const struct strbuf *problem);
/* Draw the rows from `top` on. */
void dialog_part_rows(struct canvas *cv, struct rect at,
		      const struct rows *rows, size_t top);
/* Show that there is no room to read; `keys` names what still works. */
void dialog_part_too_small(struct canvas *cv, struct rect room,
			   const char *keys);

#endif
