#ifndef JPD_TRANSCRIPT_TRANSCRIPT_FILTER_H
#define JPD_TRANSCRIPT_TRANSCRIPT_FILTER_H

#include "src/base/i18n.h"
#include "src/store/search.h"

/* What a person may not want to see, in groups: the enum and the names. */
#define TRANSCRIPT_GROUPS(X)             \
	X(REQUESTS, N_("your messages")) \
	X(MESSAGES, N_("answers"))       \
	X(REASONING, N_("reasoning"))    \
	X(TOOLS, N_("tool calls"))       \
	X(QUESTIONS, N_("questions"))    \
	X(NOTICES, N_("notices, changes"))

enum transcript_group {
#define X(id, name) GROUP_##id,
	TRANSCRIPT_GROUPS(X)
#undef X
		GROUP_COUNT
};

const char *transcript_group_name(enum transcript_group group); /* translated */

/*
 * Which items are not shown. A turn's line goes only where a pattern is
 * wanted, for then there may be nothing between two of them.
 */
struct transcript_filter {
	unsigned hidden;           /* a bit for each group */
	const struct search *only; /* items that it matches; NULL: all */
};

bool transcript_filter_hides(const struct transcript_filter *filter,
			     const struct conversation *conv, size_t index);

#endif
