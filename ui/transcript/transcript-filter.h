#ifndef JPD_TRANSCRIPT_TRANSCRIPT_FILTER_H
#define JPD_TRANSCRIPT_TRANSCRIPT_FILTER_H

#include "src/base/i18n.h"
#include "src/store/search.h"

/* What a user may hide, in groups: the enum and the names. */
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
 * Which items are hidden. A turn's line is hidden only with a pattern, because
 * there may then be nothing between two of them.
 */
struct transcript_filter {
	unsigned hidden;           /* one bit per group */
	const struct search *only; /* shows only its matches; NULL: all */
};

bool transcript_filter_hides(const struct transcript_filter *filter,
			     const struct conversation *conv, size_t index);

#endif
