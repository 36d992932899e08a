#ifndef JPD_BASE_REGEX_LITERAL_H
#define JPD_BASE_REGEX_LITERAL_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * The longest run of characters that stands in every match of a pattern, so
 * that a text without it need not be searched: "parser" for
 * "\bparser(_\w+)?". It holds no byte of `without`, no blank and no control
 * character. Nothing is appended where none of at least two characters is
 * found; a construct that is not understood is a reason too.
 */
enum regex_needs {
	REGEX_NEEDS_NOTHING,
	REGEX_NEEDS_RUN,
	REGEX_IS_RUN, /* and matches nothing else */
};

enum regex_needs regex_literal(struct strbuf *out, struct slice pattern,
			       const char *without);

#endif
