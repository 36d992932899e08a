#include "config.h"

#include "src/store/stored-rule.h"

#include "tests/unit/test.h"

#define LINE                                                            \
	"{\"action\":\"approve\",\"tool\":\"cargo_check\",\"pattern\":" \
	"\".*\",\"scope\":\"conversation\",\"conversation\":\"17\","    \
	"\"host\":\"jp\",\"workspace\":\"/srv/p\"}"

static void a_rule_comes_back_as_it_was_written(void **state)
{
	const struct rule_terms terms = { .allow = true,
					  .scope = RULE_CONVERSATION,
					  .host = 3,
					  .conversation = "17",
					  .tool = "cargo_check",
					  .pattern = ".*" };
	struct strbuf line = STRBUF_INIT;
	struct stored_rule rule;
	struct rule_terms back;

	(void)state;
	stored_rule_write(&line, "jp", "/srv/p", &terms);
	assert_string_equal(line.buf, LINE);
	assert_int_equal(stored_rule_read(&rule, strbuf_slice(&line)), 0);
	back = stored_rule_terms(&rule, 5);
	assert_true(back.allow);
	assert_int_equal(back.scope, RULE_CONVERSATION);
	assert_int_equal(back.host, 5);
	assert_string_equal(back.conversation, "17");
	assert_string_equal(back.tool, "cargo_check");
	assert_string_equal(back.pattern, ".*");
	assert_string_equal(rule.host, "jp");
	assert_string_equal(rule.workspace, "/srv/p");
	stored_rule_release(&rule);
	strbuf_release(&line);
}

static void a_rule_of_a_host_names_no_conversation(void **state)
{
	const struct rule_terms terms = { .scope = RULE_HOST, .tool = "rm" };
	struct strbuf line = STRBUF_INIT;
	struct stored_rule rule;

	(void)state;
	stored_rule_write(&line, "jp", "/", &terms);
	assert_string_equal(line.buf,
			    "{\"action\":\"reject\",\"tool\":\"rm\",\"scope\":"
			    "\"host\",\"host\":\"jp\",\"workspace\":\"/\"}");
	assert_int_equal(stored_rule_read(&rule, strbuf_slice(&line)), 0);
	assert_false(rule.allow);
	assert_null(rule.pattern);
	stored_rule_release(&rule);
	strbuf_release(&line);
}

/* What narrows it may be misspelt, or of a newer program. */
static void what_is_not_exactly_a_rule_is_none(void **state)
{
	static const char *const bad[] = {
		"",
		"{}",
		"null",
		"# a comment",
		LINE " ",
		" " LINE,
		LINE LINE,
		"{\"action\":\"maybe\",\"tool\":\"a\",\"scope\":\"host\","
		"\"host\":\"jp\",\"workspace\":\"/\"}",
		"{\"action\":\"approve\",\"tool\":\"a\",\"scope\":\"turn\","
		"\"host\":\"jp\",\"workspace\":\"/\"}",
		"{\"action\":\"approve\",\"tool\":\"a\",\"scope\":\"host\","
		"\"host\":\"jp\"}",
		"{\"action\":\"approve\",\"tool\":\"a\",\"patern\":\"x\","
		"\"scope\":\"host\",\"host\":\"jp\",\"workspace\":\"/\"}",
		"{\"action\":\"approve\",\"tool\":\"a\",\"pattern\":7,"
		"\"scope\":\"host\",\"host\":\"jp\",\"workspace\":\"/\"}",
		"{\"action\":\"approve\",\"tool\":\"a\",\"scope\":"
		"\"conversation\",\"host\":\"jp\",\"workspace\":\"/\"}",
		"{\"action\":\"reject\",\"action\":\"approve\",\"tool\":\"a\","
		"\"scope\":\"host\",\"host\":\"jp\",\"workspace\":\"/\"}",
	};
	struct stored_rule rule;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		if (!stored_rule_read(&rule, slice_str(bad[i])))
			fail_msg("a rule: %s", bad[i]);
		assert_null(rule.tool);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_rule_comes_back_as_it_was_written),
		cmocka_unit_test(a_rule_of_a_host_names_no_conversation),
		cmocka_unit_test(what_is_not_exactly_a_rule_is_none),
	};

	return cmocka_run_group_tests_name("stored-rule", tests, NULL, NULL);
}
