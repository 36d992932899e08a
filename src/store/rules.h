#ifndef JPD_STORE_RULES_H
#define JPD_STORE_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/store/rule-match.h"

/*
 * What the user wants approved or rejected from now on without being asked. In
 * memory only: a rule ends with its turn, its host or the program. If several
 * fit, one that rejects wins, then the oldest. If one that rejects is not sure
 * whether it fits, none answers.
 */
enum rule_scope {
	RULE_TURN,         /* of one conversation, until its turn is over */
	RULE_CONVERSATION, /* of one conversation */
	RULE_HOST,         /* all conversations of one host */
	RULE_SCOPE_COUNT,
};

/* What a rule is made of. */
struct rule_terms {
	bool allow;
	enum rule_scope scope;
	const char *host;         /* by its name: a number is used again */
	const char *workspace;    /* its root; NULL: the host told none */
	const char *conversation; /* its id; RULE_HOST: ignored */
	const char *tool;         /* exactly this name */
	struct rule_match match;  /* the strings in it are borrowed, too */
};

/* A call that could be answered. The same names as above. */
struct rule_call {
	const char *host, *workspace, *conversation, *tool;
	struct slice arguments; /* raw */
};

struct rule;

struct rules {
	struct rule **list; /* oldest first */
	size_t count, cap;
	uint64_t last_serial;
	uint64_t allowed, rejected; /* prompts answered, by all rules ever */
};

void rules_init(struct rules *rules);
void rules_release(struct rules *rules);

/*
 * The strings are copied. Returns the rule's serial, or 0 with a sentence in
 * `err` if it could never match. One that is there already is not added again:
 * its serial is returned.
 */
uint64_t rules_add(struct rules *rules, const struct rule_terms *terms,
		   struct strbuf *err);
void rules_remove(struct rules *rules, uint64_t serial);
/* The turn of a conversation began or ended: its rules end. `conversation`
 * NULL: the host is gone, and all of its rules with it. */
void rules_turn_over(struct rules *rules, const char *host,
		     const char *conversation);

/* The rule that answers this call, counted; NULL: ask the user. */
const struct rule *rules_answer(struct rules *rules,
				const struct rule_call *call);
/* Whether a rule of these terms would fit a call, on its own. */
bool rule_terms_fit(const struct rule_terms *terms,
		    const struct rule_call *call);

const struct rule_terms *rule_terms(const struct rule *rule);
uint64_t rule_serial(const struct rule *rule);
uint64_t rule_count(const struct rule *rule); /* prompts it answered */

#endif
