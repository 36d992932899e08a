#ifndef JPD_STORE_RULE_MATCH_H
#define JPD_STORE_RULE_MATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/regex.h"
#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Which calls of a tool a rule means. It speaks of what the arguments say,
 * never of how their JSON is spelled: the model chooses the spelling, and
 * "s\u0075do" is sudo.
 */
enum rule_match_kind {
	RULE_MATCH_ANY,    /* any arguments */
	RULE_MATCH_EXACT,  /* these arguments and no others */
	RULE_MATCH_EQUALS, /* one argument is exactly this value */
	RULE_MATCH_WORDS,  /* a command begins with these words */
	RULE_MATCH_INSIDE, /* a path lies inside this directory */
	RULE_MATCH_REGEX,  /* PCRE2 over the whole text of one argument */
	RULE_MATCH_KIND_COUNT,
};

struct rule_match {
	enum rule_match_kind kind;
	char *argument; /* its name, decoded; NULL: ANY, EXACT */
	/* EXACT, EQUALS: canonical JSON; WORDS: words with one blank between
	 * them; INSIDE: a directory; REGEX: the pattern; ANY: NULL */
	char *value;
	/* What the arguments beside `argument` must be: a canonical JSON
	 * object; NULL: whatever they are. */
	char *others;
};

void rule_match_release(struct rule_match *match);
struct rule_match rule_match_copy(const struct rule_match *match);
bool rule_match_equal(const struct rule_match *a, const struct rule_match *b);
/* A word for the kind in a file of rules, and back; false: there is none. */
const char *rule_match_kind_name(enum rule_match_kind kind);
bool rule_match_kind_of(enum rule_match_kind *kind, const char *name);

/*
 * Whether it is one that can match at all. 0, with the compiled pattern in
 * `regex` (NULL unless the kind is REGEX) to regex_free(); or -1 with a
 * sentence in `err`.
 */
int rule_match_compile(const struct rule_match *match, struct regex **regex,
		       struct strbuf *err);

enum rule_fit {
	RULE_FIT_NO,
	RULE_FIT_YES,
	/* Nobody can tell: arguments that two readers could read differently,
	 * a path with "..", a pattern that gave up. Not approved; and where a
	 * rule that rejects is unsure, the user is asked. */
	RULE_FIT_UNSURE,
};

/* `root` is the workspace's, which relative paths start from, or NULL. */
enum rule_fit rule_match_fits(const struct rule_match *match,
			      struct regex *regex, struct slice arguments,
			      const char *root);

/*
 * What could be meant by "calls like this one", the narrowest first: these
 * arguments, this file or these words, this directory, any. Returns their
 * number, at most RULE_OFFERS; each to rule_match_release(). 0 where the
 * arguments are not plain enough to make a rule of.
 */
#define RULE_OFFERS 5
size_t rule_match_offer(struct rule_match offers[RULE_OFFERS],
			struct slice arguments, const char *root);

/*
 * Make `own` a REGEX over the argument that `match` is about, or over the
 * first that is a text, with no value yet; and append a pattern for exactly
 * what that argument is now. False if no argument is one line of text.
 */
bool rule_match_to_pattern(struct rule_match *own,
			   const struct rule_match *match,
			   struct slice arguments, struct strbuf *pattern);

/*
 * Append JSON in one spelling: members sorted by name, no white space, only
 * the escapes that are needed, numbers as they came. False, and what was
 * appended is of no use, where two readers could disagree about the text: a
 * name that is there twice, a character that is none, too deep, no JSON.
 */
bool rule_canonical_json(struct strbuf *out, struct slice json);

/* Texts that may be NULL. */
char *rule_text_copy(const char *text);
bool rule_text_equal(const char *a, const char *b);

#endif
