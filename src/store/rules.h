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
 * match, one that rejects wins, then the oldest. If a rejecting rule is unsure,
 * none answers.
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
	const char *host;         /* its name, because numbers are reused */
	const char *workspace;    /* its root; NULL: unknown */
	const char *conversation; /* its id; RULE_HOST: ignored */
	const char *tool;         /* exactly this name */
	struct rule_match match;  /* its strings are borrowed too */
};

/* A call to be answered. The names are as above. */
struct rule_call {
	const char *host, *workspace, *conversation, *tool;
	struct slice arguments; /* raw */
};

struct rule;

struct rules {
	struct rule **list; /* oldest first */
	size_t count, cap;
	uint64_t last_serial;
	uint64_t allowed, rejected; /* prompts that rules have answered */
};

void rules_init(struct rules *rules);
void rules_release(struct rules *rules);

/*
 * The strings are copied. Returns the rule's serial, or 0 with a sentence in
 * `err` if it could never match. An existing rule is not added again: its
 * serial is returned.
 */
uint64_t rules_add(struct rules *rules, const struct rule_terms *terms,
		   struct strbuf *err);
/* NULL: there is none. */
const struct rule *rules_get(const struct rules *rules, uint64_t serial);
void rules_remove(struct rules *rules, uint64_t serial);
/* A turn of the conversation began or ended: its rules end. `conversation`
 * NULL: the host was removed, with all of its rules. */
void rules_turn_over(struct rules *rules, const char *host,
		     const char *conversation);

/* The rule that answers this call, which counts it; NULL: ask the user. */
const struct rule *rules_answer(struct rules *rules,
				const struct rule_call *call);
/* Whether a rule of these terms alone would match a call. */
bool rule_terms_fit(const struct rule_terms *terms,
		    const struct rule_call *call);

const struct rule_terms *rule_terms(const struct rule *rule);
uint64_t rule_serial(const struct rule *rule);
uint64_t rule_count(const struct rule *rule); /* prompts that it answered */

#endif
