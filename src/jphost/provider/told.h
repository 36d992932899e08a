#ifndef JPD_PROVIDER_TOLD_H
#define JPD_PROVIDER_TOLD_H

#include <stdbool.h>
#include <stddef.h>

#include "src/jphost/provider/provider.h"
#include "src/jphost/provider/secret-filter.h"

/*
 * A model's output and notices about it, in order, until the turn takes them.
 */
struct told_thing;
struct told {
	struct told_thing *things;
	size_t count, cap;
	struct secret_filter filter;
	enum chat_part held_part; /* the part of the text held back */
	struct strbuf given;      /* the item taken last */
	bool spoke[2];            /* by part: in this answer */
	bool broken[2];           /* by part: cut off in an earlier answer */
};

/* `secrets` as in secret-filter.h. */
void told_init(struct told *told, char *const *secrets);
void told_release(struct told *told);

/* Add text of a message or of reasoning. */
void told_text(struct told *told, enum chat_part part, struct slice text);
/* No more text will come for now. */
void told_end_text(struct told *told);
/* The answer broke off; what comes next is another one. */
void told_break(struct told *told);
/* Add a notice for the user, and for the model unless `person_only`. */
void told_notice(struct told *told, const char *kind, bool person_only,
		 struct slice text);
/* The same for both; the last `tail` bytes of the text are for the user
 * only. */
void told_notice_with_tail(struct told *told, const char *kind,
			   struct slice text, size_t tail);

/* Take the next item; false if there is none. */
bool told_take(struct told *told, struct provider_item *item);
/* Drop everything that was not taken. */
void told_forget(struct told *told);

#endif
