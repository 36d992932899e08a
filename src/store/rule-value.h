#ifndef JPD_STORE_RULE_VALUE_H
#define JPD_STORE_RULE_VALUE_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/store/rule-match.h"

/* What rule-match.c asks of single values. Private to it and rule-offer.c. */

struct rule_argument {
	struct slice value; /* raw JSON within the arguments */
	bool unsure;        /* the arguments are ambiguous */
};

/*
 * The argument of this decoded name, and all others as a canonical object in
 * `others`. False if it is missing or the arguments are ambiguous.
 */
bool rule_argument_find(struct rule_argument *argument, struct strbuf *others,
			struct slice arguments, const char *name);

/* Only its raw value, of arguments that are known to be unambiguous. */
bool rule_argument_value(struct slice *value, struct slice arguments,
			 const char *name);

/* Whether two texts in canonical JSON differ only in how numbers are written. */
bool rule_values_equal(const char *a, const char *b);

/*
 * Append a command's words with one blank between them. False if it has a
 * character that could make a shell run more than the words say; quotes count
 * too, because a quoted word may differ from what it looks like.
 */
bool rule_value_words(struct strbuf *out, struct slice command);
/* It has no line break and no other control character. */
bool rule_value_is_one_line(struct slice text);
/* Whether the path is a directory that rule_value_inside() can compare with. */
bool rule_value_is_directory(const char *path);
/* Append a plain path without "//" and "/./"; false: not plain, or with "..". */
bool rule_value_path(struct strbuf *out, struct slice path);
/*
 * Whether the path in the argument `name` lies inside a directory. Symbolic
 * links are not followed: that is possible only where the tool runs. The
 * arguments must be unambiguous.
 */
enum rule_fit rule_value_inside(struct slice path, const char *name,
				const char *directory, const char *root,
				struct slice arguments);

#endif
