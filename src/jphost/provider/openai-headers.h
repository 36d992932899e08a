#ifndef JPD_PROVIDER_OPENAI_HEADERS_H
#define JPD_PROVIDER_OPENAI_HEADERS_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/* Extra headers of a request, and the secrets in them. */
struct openai_headers {
	char **lines; /* "Name: value", terminated by NULL; or NULL */
	size_t count, cap;
	char **secrets; /* terminated the same way, longest first */
	size_t secret_count, secret_cap;
};

#define OPENAI_HEADERS_INIT            \
	{                              \
		NULL, 0, 0, NULL, 0, 0 \
	}

void openai_headers_release(struct openai_headers *headers);

/*
 * Add a header, replacing an earlier one of that name. If it `expands`, $NAME
 * and ${NAME} in its value stand for an environment variable, whose value is a
 * secret, and $$ for a dollar. A header whose name suggests a secret has a
 * secret value. -1 with a sentence in `err` that does not contain the value.
 */
int openai_headers_add(struct openai_headers *headers, struct slice name,
		       struct slice value, bool expands, struct strbuf *err);
/* The same for "Name: value". `what` says where the line is from, for `err`. */
int openai_headers_add_line(struct openai_headers *headers, struct slice line,
			    bool expands, const char *what, struct strbuf *err);
/*
 * Remove from the environment all variables that a text refers to, even if no
 * header can be made of it. Later references still find their values.
 */
void openai_headers_take(struct slice text);
bool openai_headers_have(const struct openai_headers *headers,
			 const char *name);
/* Add a secret that must not be shown or passed on. */
void openai_headers_hide(struct openai_headers *headers, struct slice secret);

#endif
