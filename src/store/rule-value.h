#ifndef JPD_STORE_RULE_VALUE_H
#define JPD_STORE_RULE_VALUE_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/store/rule-match.h"

/* What rule-match.c asks of single values. For it and rule-offer.c only. */

struct rule_argument {
	struct slice value; /* raw JSON within the arguments */
	bool unsure;        /* the arguments have no one meaning */
};

/*
 * The argument of this decoded name, with all others as a canonical object
 * in `others`. False where it is not there or the arguments are unsure.
 */
bool rule_argument_find(struct rule_argument *argument, struct strbuf *others,
			struct slice arguments, const char *name);

/* Its raw value alone, of arguments that are known to have one meaning. */
bool rule_argument_value(struct slice *value, struct slice arguments,
			 const char *name);

/*
 * Append a command's words with one blank between them. False where it has a
 * character by which a shell could run more than the words say; quotes count
 * too, for behind them a word is not what it looks like.
 */
bool rule_value_words(struct strbuf *out, struct slice command);
/* Neither a line break nor another control character is in it. */
bool rule_value_is_one_line(struct slice text);
/* A directory's path that rule_value_inside() can compare with. */
bool rule_value_is_directory(const char *path);
/* Append a plain path without "//" and "/./"; false: not plain, or with "..". */
bool rule_value_path(struct strbuf *out, struct slice path);
/*
 * Whether a path lies inside a directory. Symbolic links are not looked
 * through: that could only be known where the tool runs. The arguments are
 * known to have one meaning.
 */
enum rule_fit rule_value_inside(struct slice path, const char *directory,
				const char *root, struct slice arguments);

#endif
