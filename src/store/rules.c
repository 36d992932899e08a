#include "config.h"

#include "src/store/rules.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/regex.h"
#include "src/base/xalloc.h"

struct rule {
	uint64_t serial; /* 1, 2, …: never reused */
	struct rule_terms terms;
	/* what `terms` points to, besides its match */
	char *host, *workspace, *conversation, *tool;
	struct regex *regex; /* of a match that has one */
	uint64_t count;
};

void rules_init(struct rules *rules)
{
	*rules = (struct rules){ 0 };
}

static void rule_free(struct rule *rule)
{
	free(rule->host);
	free(rule->workspace);
	free(rule->conversation);
	free(rule->tool);
	rule_match_release(&rule->terms.match);
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

static bool same_terms(const struct rule_terms *a, const struct rule_terms *b)
{
	return a->allow == b->allow && a->scope == b->scope &&
	       rule_text_equal(a->host, b->host) &&
	       rule_text_equal(a->workspace, b->workspace) &&
	       (a->scope == RULE_HOST ||
		rule_text_equal(a->conversation, b->conversation)) &&
	       !strcmp(a->tool, b->tool) &&
	       rule_match_equal(&a->match, &b->match);
}

uint64_t rules_add(struct rules *rules, const struct rule_terms *terms,
		   struct strbuf *err)
{
	struct regex *regex;
	struct rule *rule;

	if (rule_match_compile(&terms->match, &regex, err))
		return 0;
	for (size_t i = 0; i < rules->count; i++) {
		if (same_terms(&rules->list[i]->terms, terms)) {
			regex_free(regex);
			return rules->list[i]->serial;
		}
	}
	rule = xcalloc(1, sizeof(*rule));
	rule->serial = ++rules->last_serial;
	rule->regex = regex;
	rule->host = xstrdup(terms->host);
	rule->workspace = rule_text_copy(terms->workspace);
	rule->tool = xstrdup(terms->tool);
	if (terms->scope != RULE_HOST)
		rule->conversation = xstrdup(terms->conversation);
	rule->terms = (struct rule_terms){
		.allow = terms->allow,
		.scope = terms->scope,
		.host = rule->host,
		.workspace = rule->workspace,
		.conversation = rule->conversation,
		.tool = rule->tool,
		.match = rule_match_copy(&terms->match),
	};
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

const struct rule *rules_get(const struct rules *rules, uint64_t serial)
{
	for (size_t i = 0; i < rules->count; i++) {
		if (rules->list[i]->serial == serial)
			return rules->list[i];
	}
	return NULL;
}

void rules_remove(struct rules *rules, uint64_t serial)
{
	for (size_t i = rules->count; i-- > 0;) {
		if (rules->list[i]->serial == serial)
			remove_at(rules, i);
	}
}

void rules_turn_over(struct rules *rules, const char *host,
		     const char *conversation)
{
	for (size_t i = rules->count; i-- > 0;) {
		const struct rule_terms *t = &rules->list[i]->terms;

		if (strcmp(t->host, host) != 0)
			continue;
		if (!conversation || (t->scope == RULE_TURN &&
				      !strcmp(t->conversation, conversation)))
			remove_at(rules, i);
	}
}

static enum rule_fit fit_of(const struct rule_terms *t, struct regex *regex,
			    const struct rule_call *call)
{
	if (strcmp(t->host, call->host) != 0 ||
	    !rule_text_equal(t->workspace, call->workspace) ||
	    strcmp(t->tool, call->tool) != 0 ||
	    (t->scope != RULE_HOST &&
	     strcmp(t->conversation, call->conversation) != 0))
		return RULE_FIT_NO;
	return rule_match_fits(&t->match, regex, call->arguments,
			       call->workspace);
}

bool rule_terms_fit(const struct rule_terms *terms,
		    const struct rule_call *call)
{
	struct strbuf ignored = STRBUF_INIT;
	struct regex *regex;
	bool fits = !rule_match_compile(&terms->match, &regex, &ignored) &&
		    fit_of(terms, regex, call) == RULE_FIT_YES;

	regex_free(regex);
	strbuf_release(&ignored);
	return fits;
}

const struct rule *rules_answer(struct rules *rules,
				const struct rule_call *call)
{
	struct rule *found = NULL;

	for (size_t i = 0; i < rules->count; i++) {
		struct rule *rule = rules->list[i];
		enum rule_fit fit;

		if (found && found->terms.allow == rule->terms.allow)
			continue;
		fit = fit_of(&rule->terms, rule->regex, call);
		if (fit == RULE_FIT_YES && (!found || !rule->terms.allow))
			found = rule;
		else if (fit == RULE_FIT_UNSURE && !rule->terms.allow)
			return NULL;
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
