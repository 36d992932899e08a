#include "config.h"

#include "src/store/rules.h"

#include "tests/unit/test.h"

static uint64_t add(struct rules *rules, bool allow, enum rule_scope scope,
		    const char *pattern)
{
	const struct rule_terms terms = { .allow = allow,
					  .scope = scope,
					  .conversation = "1",
					  .tool = "run",
					  .pattern = pattern };
	struct strbuf err = STRBUF_INIT;
	uint64_t serial = rules_add(rules, &terms, &err);

	strbuf_release(&err);
	return serial;
}

static bool answers(struct rules *rules, const char *conversation,
		    const char *tool, const char *arguments)
{
	return rules_answer(rules, 0, conversation, tool,
			    slice_str(arguments)) != NULL;
}

static void a_rule_is_for_one_tool_by_its_exact_name(void **state)
{
	struct rules rules;

	(void)state;
	rules_init(&rules);
	add(&rules, true, RULE_CONVERSATION, NULL);
	assert_true(answers(&rules, "1", "run", "{\"x\":1}"));
	assert_false(answers(&rules, "1", "run2", "{}"));
	assert_false(answers(&rules, "1", "Run", "{}"));
	assert_false(answers(&rules, "2", "run", "{}"));
	assert_int_equal(rule_count(rules.list[0]), 1);
	assert_int_equal(rules.allowed, 1);
	rules_release(&rules);
}

static void a_pattern_matches_the_whole_arguments_or_not(void **state)
{
	struct rules rules;

	(void)state;
	rules_init(&rules);
	add(&rules, true, RULE_HOST, "\\{\"cmd\":\"ls|id\"\\}");
	add(&rules, true, RULE_HOST, "\\{\"cmd\":\"(ls|id)\"\\}");
	assert_true(answers(&rules, "9", "run", "{\"cmd\":\"ls\"}"));
	assert_false(answers(&rules, "9", "run", "{\"cmd\":\"ls; rm\"}"));
	assert_false(answers(&rules, "9", "run", "{\"cmd\":\"ls\"} "));
	assert_false(answers(&rules, "9", "run", "{\"cmd\":\"ls\"}\n"));
	assert_false(answers(&rules, "9", "run",
			     "{\"cmd\":\"rm\",\"x\":{\"cmd\":\"ls\"}}"));
	rules_release(&rules);
}

static void lines_do_not_open_a_pattern(void **state)
{
	struct rules rules;

	(void)state;
	rules_init(&rules);
	add(&rules, true, RULE_HOST, "^ls$");
	assert_true(answers(&rules, "9", "run", "ls"));
	assert_false(answers(&rules, "9", "run", "rm\nls"));
	assert_false(answers(&rules, "9", "run", "ls\nrm"));
	rules_release(&rules);
}

static void an_open_quote_in_a_pattern_is_closed(void **state)
{
	struct strbuf err = STRBUF_INIT;

	(void)state;
	assert_int_equal(rules_pattern_matches("\\Qa.b", SLICE("a.b"), &err),
			 1);
	assert_int_equal(rules_pattern_matches("\\Qa.b", SLICE("a.b)"), &err),
			 0);
	assert_int_equal(rules_pattern_matches("a)|(?:b", SLICE("b"), &err),
			 -1);
	assert_int_equal(rules_pattern_matches("a(", SLICE("a"), &err), -1);
	assert_non_null(strstr(err.buf, "at character"));
	strbuf_release(&err);
}

static void a_pattern_that_gives_up_answers_nothing(void **state)
{
	struct rules rules;
	struct strbuf text = STRBUF_INIT;

	(void)state;
	rules_init(&rules);
	add(&rules, true, RULE_HOST, "(a+)+b?c?");
	strbuf_addchars(&text, 'a', 60);
	strbuf_addch(&text, '!');
	assert_false(answers(&rules, "1", "run", text.buf));
	strbuf_release(&text);
	rules_release(&rules);
}

static void a_rule_that_rejects_wins(void **state)
{
	struct rules rules;
	const struct rule *rule;

	(void)state;
	rules_init(&rules);
	add(&rules, true, RULE_HOST, NULL);
	add(&rules, false, RULE_CONVERSATION, ".*rm.*");
	rule = rules_answer(&rules, 0, "1", "run", SLICE("{\"c\":\"rm\"}"));
	assert_false(rule_terms(rule)->allow);
	rule = rules_answer(&rules, 0, "1", "run", SLICE("{\"c\":\"ls\"}"));
	assert_true(rule_terms(rule)->allow);
	rules_release(&rules);
}

static void a_turn_takes_its_rules_along(void **state)
{
	struct rules rules;

	(void)state;
	rules_init(&rules);
	add(&rules, true, RULE_TURN, NULL);
	rules_turn_over(&rules, 0, "2");
	rules_turn_over(&rules, 1, "1");
	assert_true(answers(&rules, "1", "run", "{}"));
	rules_turn_over(&rules, 0, "1");
	assert_false(answers(&rules, "1", "run", "{}"));
	add(&rules, true, RULE_CONVERSATION, NULL);
	rules_turn_over(&rules, 0, "1");
	assert_true(answers(&rules, "1", "run", "{}"));
	rules_turn_over(&rules, 0, NULL);
	assert_int_equal(rules.count, 0);
	rules_release(&rules);
}

static void a_revoked_rule_answers_nothing(void **state)
{
	struct rules rules;
	uint64_t first, second;

	(void)state;
	rules_init(&rules);
	first = add(&rules, true, RULE_HOST, NULL);
	rules_remove(&rules, first);
	assert_false(answers(&rules, "1", "run", "{}"));
	second = add(&rules, true, RULE_HOST, NULL);
	assert_true(second > first);
	rules_release(&rules);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_rule_is_for_one_tool_by_its_exact_name),
		cmocka_unit_test(a_pattern_matches_the_whole_arguments_or_not),
		cmocka_unit_test(lines_do_not_open_a_pattern),
		cmocka_unit_test(an_open_quote_in_a_pattern_is_closed),
		cmocka_unit_test(a_pattern_that_gives_up_answers_nothing),
		cmocka_unit_test(a_rule_that_rejects_wins),
		cmocka_unit_test(a_turn_takes_its_rules_along),
		cmocka_unit_test(a_revoked_rule_answers_nothing),
	};

	return cmocka_run_group_tests_name("rules", tests, NULL, NULL);
}
