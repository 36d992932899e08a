#ifndef JPD_PROVIDER_MODEL_OUTPUT_H
#define JPD_PROVIDER_MODEL_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "src/jphost/provider/provider.h"
#include "src/jphost/provider/secret-filter.h"

/*
 * A model's output and notices about it, in order, until the turn takes them.
 */
struct model_output_entry;
struct model_output {
	struct model_output_entry *entries;
	size_t count, cap;
	struct secret_filter filter;
	enum chat_part held_part; /* the part of the text held back */
	struct strbuf given;      /* the item taken last */
	bool spoke[2];            /* by part: in this answer */
	bool broken[2];           /* by part: cut off in an earlier answer */
};

/* `secrets` as in secret-filter.h. */
void model_output_init(struct model_output *output, char *const *secrets);
void model_output_release(struct model_output *output);

/* Add text of a message or of reasoning. */
void model_output_text(struct model_output *output, enum chat_part part,
		       struct slice text);
/* No more text will come for now. */
void model_output_end_text(struct model_output *output);
/* The answer broke off; what comes next is another one. */
void model_output_break(struct model_output *output);
/* Add a notice for the user, and for the model unless `person_only`. */
void model_output_notice(struct model_output *output, const char *kind,
			 bool person_only, struct slice text);
/* The same for both; the last `tail` bytes of the text are for the user
 * only. */
void model_output_notice_with_tail(struct model_output *output,
				   const char *kind, struct slice text,
				   size_t tail);

/* Take the next item; false if there is none. */
bool model_output_take(struct model_output *output, struct provider_item *item);
/* Drop everything that was not taken. */
void model_output_forget(struct model_output *output);

#endif
