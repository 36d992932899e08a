#ifndef JPD_BASE_REGEX_LITERAL_H
#define JPD_BASE_REGEX_LITERAL_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * The longest run of characters that every match of a pattern contains, so that
 * a text without it need not be searched: "parser" for "\bparser(_\w+)?". It
 * has no byte of `without`, no blank and no control character. Nothing is
 * appended if there is no run of two or more characters, or if the pattern has
 * a construct that is not supported.
 */
enum regex_needs {
	REGEX_NEEDS_NOTHING,
	REGEX_NEEDS_RUN,
	REGEX_IS_RUN, /* and the pattern matches nothing else */
};

enum regex_needs regex_literal(struct strbuf *out, struct slice pattern,
			       const char *without);

#endif
