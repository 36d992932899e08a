#ifndef JPD_BASE_TRUST_H
#define JPD_BASE_TRUST_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * The user's answers to wishes of workspaces: settings that files of a
 * workspace or a conversation request, and that only the user may grant (a
 * command to start, a tool that needs no approval). An answer is for exactly
 * one content: `value` is compared byte by byte, so a wish that changed has no
 * answer.
 *
 * Kept in $XDG_STATE_HOME/jphost/trust (or ~/.local/state/jphost/trust), for
 * both programs; nobody else may read or write it.
 */
struct trust_answer {
	char *place; /* the workspace's root */
	char *name;  /* of the setting, with dots */
	char *value; /* raw JSON */
	bool allowed;
};

struct trust {
	struct trust_answer *answers;
	size_t count, cap;
};

#define TRUST_INIT         \
	{                  \
		NULL, 0, 0 \
	}

enum trust_word { TRUST_UNASKED, TRUST_DENIED, TRUST_ALLOWED };

void trust_release(struct trust *trust);
enum trust_word trust_find(const struct trust *trust, const char *place,
			   const char *name, const char *value);
/* Set an answer; UNASKED removes it. */
void trust_set(struct trust *trust, const char *place, const char *name,
	       const char *value, enum trust_word word);

/* The lines of the file, one per answer. Invalid lines are skipped. */
void trust_parse(struct trust *trust, struct slice text);
void trust_format(struct strbuf *out, const struct trust *trust);

/*
 * Read the file. A missing file means no answers. -1 with a sentence, and no
 * answers, if it cannot be read or if others could have written it.
 */
int trust_load(struct trust *trust, struct strbuf *err);
/*
 * Set one answer, or with a NULL name remove all of the place, in the file as
 * it is now. -1 with a sentence in `err`.
 */
int trust_save(const char *place, const char *name, const char *value,
	       enum trust_word word, struct strbuf *err);

#endif
