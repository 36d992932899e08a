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

void stored_rule_write(struct strbuf *out, const char *host,
		       const char *workspace, const struct rule_terms *terms)
{
	strbuf_addch(out, '{');
	json_write_member(out, "action",
			  slice_str(terms->allow ? "approve" : "reject"));
	json_write_member(out, "tool", slice_str(terms->tool));
	if (terms->pattern)
		json_write_member(out, "pattern", slice_str(terms->pattern));
	json_write_member(out, "scope", slice_str(scopes[terms->scope]));
	if (terms->scope == RULE_CONVERSATION)
		json_write_member(out, "conversation",
				  slice_str(terms->conversation));
	json_write_member(out, "host", slice_str(host));
	json_write_member(out, "workspace", slice_str(workspace));
	strbuf_addch(out, '}');
}

/* A string that must be there, copied; else NULL. */
static char *string_of(const struct json *root, const char *key)
{
	const char *text = json_string(json_get(root, key), NULL);

	return text ? xstrdup(text) : NULL;
}

static int read_scope(struct stored_rule *rule, const struct json *root)
{
	const char *scope = json_string(json_get(root, "scope"), "");

	for (int i = RULE_CONVERSATION; i < RULE_SCOPE_COUNT; i++) {
		if (strcmp(scope, scopes[i]))
			continue;
		rule->scope = (enum rule_scope)i;
		return 0;
	}
	return -1;
}

int stored_rule_read(struct stored_rule *rule, struct slice line)
{
	struct strbuf err = STRBUF_INIT, again = STRBUF_INIT;
	struct json *root = json_parse(line, &err);
	struct rule_terms terms;
	const char *action;
	int ret = -1;

	*rule = (struct stored_rule){ 0 };
	if (!root)
		goto out;
	action = json_string(json_get(root, "action"), "");
	rule->allow = !strcmp(action, "approve");
	rule->host = string_of(root, "host");
	rule->workspace = string_of(root, "workspace");
	rule->tool = string_of(root, "tool");
	rule->conversation = string_of(root, "conversation");
	rule->pattern = string_of(root, "pattern");
	if ((!rule->allow && strcmp(action, "reject")) || !rule->host ||
	    !rule->workspace || !rule->tool || read_scope(rule, root) ||
	    (rule->scope == RULE_CONVERSATION && !rule->conversation))
		goto out;
	/* A member that we do not know, or that is misspelt, could be what
	 * narrows it: only what we would write is a rule. */
	terms = stored_rule_terms(rule, 0);
	stored_rule_write(&again, rule->host, rule->workspace, &terms);
	if (slice_equal(strbuf_slice(&again), line))
		ret = 0;
out:
	if (ret)
		stored_rule_release(rule);
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
	free(rule->pattern);
	*rule = (struct stored_rule){ 0 };
}

struct rule_terms stored_rule_terms(const struct stored_rule *rule, int host)
{
	return (struct rule_terms){
		.allow = rule->allow,
		.scope = rule->scope,
		.host = host,
		.conversation = rule->conversation,
		.tool = rule->tool,
		.pattern = rule->pattern,
	};
}
