#ifndef JPD_VIEW_DIALOG_PART_H
#define JPD_VIEW_DIALOG_PART_H

#include <stdbool.h>
#include <stddef.h>

#include "ui/view/dialog-approval.h"

/* What the approval and the inquiry dialog have in common. */

struct dialog_choice {
	const char *key;
	const char *word; /* untranslated */
	bool allows;      /* counts only once the lock is open */
};

/* First inner row: conversation, host, age, and what happens when. */
void dialog_part_origin(struct canvas *cv, struct rect in,
			const struct prompt *p, const struct dialog_info *info);
/* Last two inner rows: the choices (dim while locked; without the one whose
 * key is `without`), and the note. */
void dialog_part_choices(struct canvas *cv, struct rect in,
			 const struct dialog_choice *choices, size_t count,
			 const char *without, const struct dialog_info *info);
/* A rule that tells how many rows are hidden beyond it. */
void dialog_part_rule(struct canvas *cv, struct rect in, int y, size_t hidden,
		      const char *word);
void dialog_part_rows(struct canvas *cv, struct rect at,
		      const struct rows *rows, size_t top);
void dialog_part_too_small(struct canvas *cv, struct rect room);
/* Arrows, j k, pages, ends; false for another key. */
bool dialog_part_scroll(struct key key, size_t rows, size_t page, size_t *top);

#endif
