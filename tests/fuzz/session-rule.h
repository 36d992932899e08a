#ifndef JPD_TESTS_FUZZ_SESSION_RULE_H
#define JPD_TESTS_FUZZ_SESSION_RULE_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/strbuf.h"

/*
 * A rule as described by the sentence on the screen, and what it may answer:
 * read and judged without any code of the program.
 */
struct session_rule {
	bool any_like; /* the sentence has an unknown form */
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
	/* Of the request from which it was made. */
	int host, conversation, content;
};

/* The rule that a dialog's text asks to confirm; false: none. Sets everything
 * except the request. */
bool session_rule_read(struct session_rule *rule, const char *dialog);

/* Whether it may, with certainty, answer a call with `content`. */
bool session_rule_covers(const struct session_rule *rule, int host,
			 int conversation, int content);

#endif
