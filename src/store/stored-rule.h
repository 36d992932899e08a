#ifndef JPD_STORE_STORED_RULE_H
#define JPD_STORE_STORED_RULE_H

#include "src/store/rules.h"

/*
 * A rule as a line of JSON, for the file that outlives the program. A host's
 * number does not, so a line names the host, and the workspace that it had:
 * the same name may mean another one tomorrow.
 */
struct stored_rule {
	char *host, *workspace;
	char *tool, *conversation, *pattern; /* the last two may be NULL */
	enum rule_scope scope;               /* never RULE_TURN */
	bool allow;
};

/* Append the line, without its end. */
void stored_rule_write(struct strbuf *out, const char *host,
		       const char *workspace, const struct rule_terms *terms);
/* -1 where the line is no such rule, all of it. */
int stored_rule_read(struct stored_rule *rule, struct slice line);
void stored_rule_release(struct stored_rule *rule);
/* Its terms for a host's number; they point into it. */
struct rule_terms stored_rule_terms(const struct stored_rule *rule, int host);

#endif
