#ifndef JPD_STORE_RULE_MATCH_H
#define JPD_STORE_RULE_MATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/regex.h"
#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Which calls of a tool a rule applies to. It matches what the arguments mean,
 * never how their JSON is spelled: the model chooses the spelling, and
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
	/* What the arguments besides `argument` must be: a canonical JSON
	 * object; NULL: anything. */
	char *others;
};

void rule_match_release(struct rule_match *match);
struct rule_match rule_match_copy(const struct rule_match *match);
bool rule_match_equal(const struct rule_match *a, const struct rule_match *b);
/* The word for the kind in a file of rules, and back; false: unknown word. */
const char *rule_match_kind_name(enum rule_match_kind kind);
bool rule_match_kind_of(enum rule_match_kind *kind, const char *name);

/*
 * Check that it can match at all. 0, with the compiled pattern in `regex` (NULL
 * unless the kind is REGEX) to regex_free(); or -1 with a sentence in `err`.
 */
int rule_match_compile(const struct rule_match *match, struct regex **regex,
		       struct strbuf *err);

enum rule_fit {
	RULE_FIT_NO,
	RULE_FIT_YES,
	/* Undecidable: arguments that two readers could read differently, a
	 * path with "..", a pattern that gave up. Such a call is not approved;
	 * if a rule that rejects is unsure, the user is asked. */
	RULE_FIT_UNSURE,
};

/* `root` is that of the workspace, which relative paths start from, or NULL. */
enum rule_fit rule_match_fits(const struct rule_match *match,
			      struct regex *regex, struct slice arguments,
			      const char *root);

/*
 * What "calls like this one" could mean, narrowest first: these arguments, this
 * file or these words, this directory, any. Returns how many, at most
 * RULE_OFFERS; release each with rule_match_release(). 0 if the arguments are
 * too unusual for a rule.
 */
#define RULE_OFFERS 5
size_t rule_match_offer(struct rule_match offers[RULE_OFFERS],
			struct slice arguments, const char *root);

/*
 * Make `own` a REGEX, without a value yet, over the argument of `match`, or
 * else over the first that is a text; and append a pattern for exactly its
 * current text. False if no argument is one line of text.
 */
bool rule_match_to_pattern(struct rule_match *own,
			   const struct rule_match *match,
			   struct slice arguments, struct strbuf *pattern);

/*
 * Append JSON in one canonical spelling: members sorted by name, no white
 * space, only necessary escapes, numbers as received. False, with useless
 * output, if two readers could disagree about the text: a duplicate name, an
 * invalid character, too deep, not JSON.
 */
bool rule_canonical_json(struct strbuf *out, struct slice json);

/* The texts may be NULL. */
char *rule_text_copy(const char *text);
bool rule_text_equal(const char *a, const char *b);

#endif
