#ifndef JPD_PROVIDER_TOLD_H
#define JPD_PROVIDER_TOLD_H

#include <stdbool.h>
#include <stddef.h>

#include "src/jphost/provider/provider.h"
#include "src/jphost/provider/secret-filter.h"

/*
 * What a model has said and what there is to say about it, in their order,
 * until the turn takes it.
 */
struct told_thing;
struct told {
	struct told_thing *things;
	size_t count, cap;
	struct secret_filter filter;
	enum chat_part held_part; /* of the text that the filter holds back */
	struct strbuf given;      /* what was taken last */
	bool spoke[2];            /* of a part, in this answer */
	bool broken[2];           /* a part that broke off in an earlier one */
};

/* `secrets` as secret-filter.h has them. */
void told_init(struct told *told, char *const *secrets);
void told_release(struct told *told);

/* Text of a message or of reasoning. */
void told_text(struct told *told, enum chat_part part, struct slice text);
/* No more text comes for now. */
void told_end_text(struct told *told);
/* The answer broke off: what comes next is another one. */
void told_break(struct told *told);
/* Told to the person; to the model as well, unless `person_only`. */
void told_notice(struct told *told, const char *kind, bool person_only,
		 struct slice text);

/* The next thing; false where there is none. */
bool told_take(struct told *told, struct provider_item *item);
/* Forget all that was not taken. */
void told_forget(struct told *told);

#endif
