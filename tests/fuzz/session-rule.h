#ifndef JPD_TESTS_FUZZ_SESSION_RULE_H
#define JPD_TESTS_FUZZ_SESSION_RULE_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/strbuf.h"

/*
 * A rule as the sentence on the screen says it, and what may be answered by
 * it: read and judged without anything of the program.
 */
struct session_rule {
	bool any_like; /* the sentence has a form that is not known here */
	bool allow;
	bool turn;    /* until the turn ends */
	bool by_host; /* in every conversation of the host */
	bool others;  /* with any other arguments */
	enum {
		SAYS_NOTHING,
		SAYS_ANY,
		SAYS_THESE,
		SAYS_WORDS,
		SAYS_INSIDE
	} says;
	char head[64]; /* the words, the directory */
	/* Of the request that it was made for. */
	int host, conversation, content;
};

/* The rule that the text of a dialog asks to confirm; false: it asks for
 * none. All but what it was made for. */
bool session_rule_read(struct session_rule *rule, const char *dialog);

/* Whether it may answer a call for `content`, and surely does. */
bool session_rule_covers(const struct session_rule *rule, int host,
			 int conversation, int content);

#endif
