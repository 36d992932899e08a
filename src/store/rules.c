#include "config.h"

#include "src/store/rules.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/regex.h"
#include "src/base/xalloc.h"

struct rule {
	uint64_t serial; /* 1, 2, …: never reused */
	struct rule_terms terms;
	char *conversation, *tool, *pattern; /* what `terms` points to */
	struct regex *regex;                 /* NULL: any arguments */
	uint64_t count;
};

void rules_init(struct rules *rules)
{
	*rules = (struct rules){ 0 };
}

static void rule_free(struct rule *rule)
{
	free(rule->conversation);
	free(rule->tool);
	free(rule->pattern);
	regex_free(rule->regex);
	free(rule);
}

void rules_release(struct rules *rules)
{
	if (!rules)
		return;
	for (size_t i = 0; i < rules->count; i++)
		rule_free(rules->list[i]);
	free(rules->list);
	rules_init(rules);
}

/* \A and \z around it; \E ends a \Q that the pattern left open. */
static struct regex *compile_whole(const char *pattern, struct strbuf *err)
{
	struct strbuf whole = STRBUF_INIT;
	struct regex *regex = regex_new(slice_str(pattern), 0, err);

	/* Alone first: for its errors have its own places, and what is only a
	 * pattern between our brackets is none. */
	if (!regex)
		return NULL;
	regex_free(regex);
	strbuf_addf(&whole, "\\A(?:%s\\E)\\z", pattern);
	regex = regex_new(strbuf_slice(&whole), 0, err);
	strbuf_release(&whole);
	return regex;
}

static bool matches(struct regex *regex, struct slice arguments)
{
	struct regex_match match;

	/* Where it gives up the person decides. */
	return regex_find(regex, arguments, 0, &match) == REGEX_MATCH &&
	       match.start == 0 && match.end == arguments.len;
}

int rules_pattern_matches(const char *pattern, struct slice arguments,
			  struct strbuf *err)
{
	struct regex *regex = compile_whole(pattern, err);
	int ret;

	if (!regex)
		return -1;
	ret = matches(regex, arguments);
	regex_free(regex);
	return ret;
}

uint64_t rules_add(struct rules *rules, const struct rule_terms *terms,
		   struct strbuf *err)
{
	struct regex *regex = NULL;
	struct rule *rule;

	if (terms->pattern) {
		regex = compile_whole(terms->pattern, err);
		if (!regex)
			return 0;
	}
	rule = xcalloc(1, sizeof(*rule));
	rule->serial = ++rules->last_serial;
	rule->regex = regex;
	rule->tool = xstrdup(terms->tool);
	if (terms->scope != RULE_HOST)
		rule->conversation = xstrdup(terms->conversation);
	if (terms->pattern)
		rule->pattern = xstrdup(terms->pattern);
	rule->terms = *terms;
	rule->terms.conversation = rule->conversation;
	rule->terms.tool = rule->tool;
	rule->terms.pattern = rule->pattern;
	ALLOC_GROW(rules->list, rules->count + 1, rules->cap);
	rules->list[rules->count++] = rule;
	return rule->serial;
}

static void remove_at(struct rules *rules, size_t i)
{
	rule_free(rules->list[i]);
	rules->count--;
	memmove(&rules->list[i], &rules->list[i + 1],
		(rules->count - i) * sizeof(*rules->list));
}

void rules_remove(struct rules *rules, uint64_t serial)
{
	for (size_t i = rules->count; i-- > 0;) {
		if (rules->list[i]->serial == serial)
			remove_at(rules, i);
	}
}

void rules_turn_over(struct rules *rules, int host, const char *conversation)
{
	for (size_t i = rules->count; i-- > 0;) {
		const struct rule_terms *t = &rules->list[i]->terms;

		if (t->host != host)
			continue;
		if (!conversation || (t->scope == RULE_TURN &&
				      !strcmp(t->conversation, conversation)))
			remove_at(rules, i);
	}
}

static bool fits(const struct rule *rule, int host, const char *conversation,
		 const char *tool, struct slice arguments)
{
	const struct rule_terms *t = &rule->terms;

	return t->host == host && !strcmp(t->tool, tool) &&
	       (t->scope == RULE_HOST ||
		!strcmp(t->conversation, conversation)) &&
	       (!rule->regex || matches(rule->regex, arguments));
}

const struct rule *rules_answer(struct rules *rules, int host,
				const char *conversation, const char *tool,
				struct slice arguments)
{
	struct rule *found = NULL;

	for (size_t i = 0; i < rules->count; i++) {
		struct rule *rule = rules->list[i];

		if ((found && rule->terms.allow) ||
		    !fits(rule, host, conversation, tool, arguments))
			continue;
		found = rule;
		if (!rule->terms.allow)
			break;
	}
	if (!found)
		return NULL;
	found->count++;
	if (found->terms.allow)
		rules->allowed++;
	else
		rules->rejected++;
	return found;
}

const struct rule_terms *rule_terms(const struct rule *rule)
{
	return &rule->terms;
}

uint64_t rule_serial(const struct rule *rule)
{
	return rule->serial;
}

uint64_t rule_count(const struct rule *rule)
{
	return rule->count;
}
