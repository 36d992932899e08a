#ifndef JPD_STORE_STORED_RULE_H
#define JPD_STORE_STORED_RULE_H

#include "src/store/rules.h"

/*
 * A rule as a line of JSON, for the file that outlives the program. A line
 * names the host and the workspace that it was made for: the same host name may
 * mean another one tomorrow.
 */
struct stored_rule {
	struct rule_terms terms; /* its strings are those below */
	char *host, *workspace;
	char *tool, *conversation; /* the latter may be NULL */
};

/* Append the line, without its end. The terms must have a workspace, and a
 * scope that outlives a turn. */
void stored_rule_write(struct strbuf *out, const struct rule_terms *terms);
/* -1 unless the line is exactly such a rule. */
int stored_rule_read(struct stored_rule *rule, struct slice line);
void stored_rule_release(struct stored_rule *rule);

#endif
