#ifndef JPD_PROTO_SECRETS_H
#define JPD_PROTO_SECRETS_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/base/strmap.h"

/*
 * Removes from recordings what should not leave this machine: strings whose key
 * names a secret (token, password, authorization and so on), texts that look
 * like a key of a known kind, assignments to such names, passwords of URLs,
 * jp's configuration, and answers to questions for a secret. A secret becomes
 * "***", an answer "*"; the rest of the line stays as it is.
 *
 * It cannot recognise every secret: read a recording before you give it away.
 */
struct secrets {
	struct strmap asked; /* ids of inquiries for a secret */
};

void secrets_init(struct secrets *secrets);
void secrets_release(struct secrets *secrets);

/* Whether this is the name of a secret. */
bool secrets_is_name(struct slice name);

/* Append a line of the wire, in either direction. */
void secrets_add_line(struct secrets *secrets, struct strbuf *out,
		      struct slice line);
/* Append a line that answers a question for a secret. */
void secrets_add_answer(struct secrets *secrets, struct strbuf *out,
			struct slice line);
/* Trace a line from a host or a plugin, without answers to questions: it is
 * unknown here which question was for a secret. */
void secrets_trace(const char *mark, struct slice line);
/* Append a text of the user's. */
void secrets_add_text(struct strbuf *out, struct slice text);

#endif
