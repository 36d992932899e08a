#ifndef JPD_STORE_RULES_H
#define JPD_STORE_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * What the person wants approved or rejected from now on without being
 * asked. In memory only: a rule ends with its turn or with the program.
 * Where several fit, one that rejects wins, then the oldest.
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
	int host;
	const char *conversation; /* its id; RULE_HOST: ignored */
	const char *tool;         /* exactly this name */
	/* PCRE2, over the whole raw arguments, not a part of them: or else
	 * anything could stand beside what was meant. NULL: any arguments. */
	const char *pattern;
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

/* The strings are copied. Returns the rule's serial, or 0 with a sentence in
 * `err` where the pattern is none. */
uint64_t rules_add(struct rules *rules, const struct rule_terms *terms,
		   struct strbuf *err);
/* Whether the pattern matches these arguments as a whole; -1 with a sentence
 * in `err` where it is no pattern. */
int rules_pattern_matches(const char *pattern, struct slice arguments,
			  struct strbuf *err);
void rules_remove(struct rules *rules, uint64_t serial);
/* The turn of a conversation began or ended: its rules end. `conversation`
 * NULL: the host is gone, and all of its rules with it. */
void rules_turn_over(struct rules *rules, int host, const char *conversation);

/* The rule that answers this call, counted; NULL: ask the person. */
const struct rule *rules_answer(struct rules *rules, int host,
				const char *conversation, const char *tool,
				struct slice arguments);

const struct rule_terms *rule_terms(const struct rule *rule);
uint64_t rule_serial(const struct rule *rule);
uint64_t rule_count(const struct rule *rule); /* prompts it answered */

#endif
