#include "config.h"

#include "src/store/rules.h"

#include "tests/unit/test.h"

static struct rule_terms terms_of(bool allow, enum rule_scope scope,
				  enum rule_match_kind kind, const char *value)
{
	return (struct rule_terms){
		.allow = allow,
		.scope = scope,
		.host = "jp",
		.workspace = "/w",
		.conversation = "1",
		.tool = "run",
		.match = { .kind = kind,
			   .argument = kind == RULE_MATCH_ANY ||
						       kind == RULE_MATCH_EXACT
					       ? NULL
					       : (char *)"c",
			   .value = (char *)value },
	};
}

static uint64_t add(struct rules *rules, bool allow, enum rule_scope scope,
		    enum rule_match_kind kind, const char *value)
{
	const struct rule_terms terms = terms_of(allow, scope, kind, value);
	struct strbuf err = STRBUF_INIT;
	uint64_t serial = rules_add(rules, &terms, &err);

	strbuf_release(&err);
	return serial;
}

static const struct rule *answer_to(struct rules *rules,
				    const char *conversation, const char *tool,
				    const char *arguments)
{
	const struct rule_call call = { .host = "jp",
					.workspace = "/w",
					.conversation = conversation,
					.tool = tool,
					.arguments = slice_str(arguments) };

	return rules_answer(rules, &call);
}

static bool answers(struct rules *rules, const char *conversation,
		    const char *tool, const char *arguments)
{
	return answer_to(rules, conversation, tool, arguments) != NULL;
}

static void a_rule_is_for_one_tool_by_its_exact_name(void **state)
{
	struct rules rules;

	(void)state;
	rules_init(&rules);
	add(&rules, true, RULE_CONVERSATION, RULE_MATCH_ANY, NULL);
	assert_true(answers(&rules, "1", "run", "{\"x\":1}"));
	assert_false(answers(&rules, "1", "run2", "{}"));
	assert_false(answers(&rules, "1", "Run", "{}"));
	assert_false(answers(&rules, "2", "run", "{}"));
	assert_int_equal(rule_count(rules.list[0]), 1);
	assert_int_equal(rules.allowed, 1);
	rules_release(&rules);
}

static void a_rule_is_for_one_host_and_workspace_by_their_names(void **state)
{
	struct rules rules;
	struct rule_call call = { .host = "far",
				  .workspace = "/w",
				  .conversation = "1",
				  .tool = "run",
				  .arguments = SLICE("{}") };

	(void)state;
	rules_init(&rules);
	add(&rules, true, RULE_HOST, RULE_MATCH_ANY, NULL);
	assert_null(rules_answer(&rules, &call));
	call.host = "jp";
	call.workspace = "/other";
	assert_null(rules_answer(&rules, &call));
	call.workspace = NULL;
	assert_null(rules_answer(&rules, &call));
	call.workspace = "/w";
	assert_non_null(rules_answer(&rules, &call));
	rules_release(&rules);
}

static void the_same_rule_is_there_once(void **state)
{
	struct rules rules;
	uint64_t first;

	(void)state;
	rules_init(&rules);
	first = add(&rules, true, RULE_HOST, RULE_MATCH_EQUALS, "1");
	assert_int_equal(add(&rules, true, RULE_HOST, RULE_MATCH_EQUALS, "1"),
			 first);
	assert_int_equal(rules.count, 1);
	add(&rules, true, RULE_HOST, RULE_MATCH_EQUALS, "2");
	add(&rules, false, RULE_HOST, RULE_MATCH_EQUALS, "1");
	assert_int_equal(rules.count, 3);
	rules_release(&rules);
}

static void what_can_never_match_is_not_added(void **state)
{
	struct rules rules;

	(void)state;
	rules_init(&rules);
	assert_int_equal(add(&rules, true, RULE_HOST, RULE_MATCH_REGEX, "a("),
			 0);
	assert_int_equal(add(&rules, true, RULE_HOST, RULE_MATCH_WORDS, "a;b"),
			 0);
	assert_int_equal(rules.count, 0);
	rules_release(&rules);
}

static void a_rule_that_rejects_wins(void **state)
{
	struct rules rules;

	(void)state;
	rules_init(&rules);
	add(&rules, true, RULE_HOST, RULE_MATCH_ANY, NULL);
	add(&rules, false, RULE_CONVERSATION, RULE_MATCH_REGEX, ".*rm.*");
	assert_false(rule_terms(answer_to(&rules, "1", "run",
					  "{\"c\":\"x \\u0072m\"}"))
			     ->allow);
	assert_true(rule_terms(answer_to(&rules, "1", "run", "{\"c\":\"ls\"}"))
			    ->allow);
	rules_release(&rules);
}

/* "Reject what contains sudo, approve the rest": only what surely does not. */
static void a_rejecting_rule_that_is_not_sure_has_the_user_asked(void **state)
{
	static const char *const unsure[] = {
		"{\"c\":\"ls\\nsudo rm\"}",
		"{\"c\":\"ls\",\"c\":\"sudo\"}",
		"{\"c\":\"\\ud800\"}",
		"[\"sudo\"]",
	};
	struct rules rules;

	(void)state;
	for (int first = 0; first < 2; first++) {
		rules_init(&rules);
		if (first)
			add(&rules, true, RULE_HOST, RULE_MATCH_ANY, NULL);
		add(&rules, false, RULE_HOST, RULE_MATCH_REGEX, ".*sudo.*");
		add(&rules, true, RULE_HOST, RULE_MATCH_ANY, NULL);
		for (size_t i = 0; i < sizeof(unsure) / sizeof(*unsure); i++) {
			if (answers(&rules, "1", "run", unsure[i]))
				fail_msg("answered: %s", unsure[i]);
		}
		rules_release(&rules);
	}
}

static void a_turn_takes_its_rules_along(void **state)
{
	struct rules rules;

	(void)state;
	rules_init(&rules);
	add(&rules, true, RULE_TURN, RULE_MATCH_ANY, NULL);
	rules_turn_over(&rules, "jp", "2");
	rules_turn_over(&rules, "far", "1");
	assert_true(answers(&rules, "1", "run", "{}"));
	rules_turn_over(&rules, "jp", "1");
	assert_false(answers(&rules, "1", "run", "{}"));
	add(&rules, true, RULE_CONVERSATION, RULE_MATCH_ANY, NULL);
	rules_turn_over(&rules, "jp", "1");
	assert_true(answers(&rules, "1", "run", "{}"));
	rules_turn_over(&rules, "jp", NULL);
	assert_int_equal(rules.count, 0);
	rules_release(&rules);
}

static void a_revoked_rule_answers_nothing(void **state)
{
	struct rules rules;
	uint64_t first, second;

	(void)state;
	rules_init(&rules);
	first = add(&rules, true, RULE_HOST, RULE_MATCH_ANY, NULL);
	rules_remove(&rules, first);
	assert_false(answers(&rules, "1", "run", "{}"));
	second = add(&rules, true, RULE_HOST, RULE_MATCH_ANY, NULL);
	assert_true(second > first);
	rules_release(&rules);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_rule_is_for_one_tool_by_its_exact_name),
		cmocka_unit_test(
			a_rule_is_for_one_host_and_workspace_by_their_names),
		cmocka_unit_test(the_same_rule_is_there_once),
		cmocka_unit_test(what_can_never_match_is_not_added),
		cmocka_unit_test(a_rule_that_rejects_wins),
		cmocka_unit_test(
			a_rejecting_rule_that_is_not_sure_has_the_user_asked),
		cmocka_unit_test(a_turn_takes_its_rules_along),
		cmocka_unit_test(a_revoked_rule_answers_nothing),
	};

	return cmocka_run_group_tests_name("rules", tests, NULL, NULL);
}
