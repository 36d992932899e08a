#ifndef JPD_PROTO_SECRETS_H
#define JPD_PROTO_SECRETS_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/base/strmap.h"

/*
 * Leaves out of what is recorded what should not leave this machine: strings
 * whose key is that of a secret (token, password, authorization and the
 * like), texts that look like a key of a known kind wherever they stand,
 * assignments to such names, passwords of URLs, jp's configuration, and
 * answers to questions for a secret. What is left is the same line in all
 * else; a secret becomes "***", an answer "*".
 *
 * It cannot know all: who gives a recording away should read it.
 */
struct secrets {
	struct strmap asked; /* ids of inquiries for a secret */
};

void secrets_init(struct secrets *secrets);
void secrets_release(struct secrets *secrets);

/* Whether what has this name is a secret. */
bool secrets_is_name(struct slice name);

/* Append a line of the wire, of either direction. */
void secrets_add_line(struct secrets *secrets, struct strbuf *out,
		      struct slice line);
/* Append a line that answers a question for a secret. */
void secrets_add_answer(struct secrets *secrets, struct strbuf *out,
			struct slice line);
/* Trace a line from a host or a plugin, without answers to questions: which of
 * them was for a secret is not known here. */
void secrets_trace(const char *mark, struct slice line);
/* Append a text of the person's. */
void secrets_add_text(struct strbuf *out, struct slice text);

#endif
