#ifndef JPD_PROVIDER_OPENAI_HEADERS_H
#define JPD_PROVIDER_OPENAI_HEADERS_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/* More headers of a request, and what of them nobody else may see. */
struct openai_headers {
	char **lines; /* "Name: value", ended by NULL; or NULL */
	size_t count, cap;
	char **secrets; /* likewise, the longest first */
	size_t secret_count, secret_cap;
};

#define OPENAI_HEADERS_INIT            \
	{                              \
		NULL, 0, 0, NULL, 0, 0 \
	}

void openai_headers_release(struct openai_headers *headers);

/*
 * Add one, in the place of an earlier one of that name. Where it `expands`,
 * $NAME and ${NAME} in its value stand for that variable of the environment,
 * which is a secret, and $$ for a dollar. The value of a header whose name is
 * that of a secret is one. -1 with a sentence in `err` that does not tell the
 * value.
 */
int openai_headers_add(struct openai_headers *headers, struct slice name,
		       struct slice value, bool expands, struct strbuf *err);
/* Likewise "Name: value". `what` is where it stands, for `err`. */
int openai_headers_add_line(struct openai_headers *headers, struct slice line,
			    bool expands, const char *what, struct strbuf *err);
bool openai_headers_have(const struct openai_headers *headers,
			 const char *name);
/* Add what nobody else may see. */
void openai_headers_hide(struct openai_headers *headers, struct slice secret);

#endif
