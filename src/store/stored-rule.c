#include "config.h"

#include "src/store/stored-rule.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-write.h"
#include "proto/json.h"
#include "src/base/xalloc.h"

static const char *const scopes[] = {
	[RULE_TURN] = NULL,
	[RULE_CONVERSATION] = "conversation",
	[RULE_HOST] = "host",
};

static void add_text(struct strbuf *out, const char *key, const char *text)
{
	if (text)
		json_write_member(out, key, slice_str(text));
}

void stored_rule_write(struct strbuf *out, const struct rule_terms *terms)
{
	strbuf_addch(out, '{');
	add_text(out, "action", terms->allow ? "approve" : "reject");
	add_text(out, "tool", terms->tool);
	add_text(out, "when", rule_match_kind_name(terms->match.kind));
	add_text(out, "argument", terms->match.argument);
	add_text(out, "value", terms->match.value);
	add_text(out, "others", terms->match.others);
	add_text(out, "scope", scopes[terms->scope]);
	if (terms->scope == RULE_CONVERSATION)
		add_text(out, "conversation", terms->conversation);
	add_text(out, "host", terms->host);
	add_text(out, "workspace", terms->workspace);
	strbuf_addch(out, '}');
}

/* A copy, or NULL if it is missing or not a string. */
static char *string_of(const struct json *root, const char *key)
{
	const char *text = json_string(json_get(root, key), NULL);

	return text ? xstrdup(text) : NULL;
}

static int read_scope(struct rule_terms *terms, const struct json *root)
{
	const char *scope = json_string(json_get(root, "scope"), "");

	for (int i = RULE_CONVERSATION; i < RULE_SCOPE_COUNT; i++) {
		if (strcmp(scope, scopes[i]) != 0)
			continue;
		terms->scope = (enum rule_scope)i;
		return 0;
	}
	return -1;
}

static int read_terms(struct stored_rule *rule, const struct json *root)
{
	const char *action = json_string(json_get(root, "action"), "");
	const char *when = json_string(json_get(root, "when"), "");
	struct rule_terms *terms = &rule->terms;

	terms->allow = !strcmp(action, "approve");
	terms->host = rule->host = string_of(root, "host");
	terms->workspace = rule->workspace = string_of(root, "workspace");
	terms->tool = rule->tool = string_of(root, "tool");
	terms->conversation = rule->conversation =
		string_of(root, "conversation");
	terms->match.argument = string_of(root, "argument");
	terms->match.value = string_of(root, "value");
	terms->match.others = string_of(root, "others");
	if ((!terms->allow && strcmp(action, "reject") != 0) || !rule->host ||
	    !rule->workspace || !rule->tool || read_scope(terms, root) ||
	    !rule_match_kind_of(&terms->match.kind, when))
		return -1;
	return terms->scope == RULE_CONVERSATION && !rule->conversation ? -1
									: 0;
}

int stored_rule_read(struct stored_rule *rule, struct slice line)
{
	struct strbuf err = STRBUF_INIT, again = STRBUF_INIT;
	struct json *root = json_parse(line, &err);
	struct regex *regex = NULL;
	int ret = -1;

	*rule = (struct stored_rule){ 0 };
	if (!root || read_terms(rule, root) ||
	    rule_match_compile(&rule->terms.match, &regex, &err))
		goto out;
	/* An unknown or misspelt member could be one that narrows the rule:
	 * accept only what we would write. */
	stored_rule_write(&again, &rule->terms);
	if (slice_equal(strbuf_slice(&again), line))
		ret = 0;
out:
	if (ret)
		stored_rule_release(rule);
	regex_free(regex);
	json_free(root);
	strbuf_release(&again);
	strbuf_release(&err);
	return ret;
}

void stored_rule_release(struct stored_rule *rule)
{
	free(rule->host);
	free(rule->workspace);
	free(rule->tool);
	free(rule->conversation);
	rule_match_release(&rule->terms.match);
	*rule = (struct stored_rule){ 0 };
}
