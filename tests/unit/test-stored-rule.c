#include "config.h"

#include "src/store/stored-rule.h"

#include "tests/unit/test.h"

#define LINE                                                                   \
	"{\"action\":\"approve\",\"tool\":\"sh\",\"when\":\"words\","          \
	"\"argument\":\"command\",\"value\":\"cargo test\",\"others\":\"{}\"," \
	"\"scope\":\"conversation\",\"conversation\":\"17\","                  \
	"\"host\":\"jp\",\"workspace\":\"/srv/p\"}"
#define ANY  "\"action\":\"approve\",\"tool\":\"a\",\"when\":\"any\","
#define HERE "\"host\":\"jp\",\"workspace\":\"/\"}"

static void a_rule_comes_back_as_it_was_written(void **state)
{
	const struct rule_terms terms = {
		.allow = true,
		.scope = RULE_CONVERSATION,
		.host = "jp",
		.workspace = "/srv/p",
		.conversation = "17",
		.tool = "sh",
		.match = { RULE_MATCH_WORDS, (char *)"command",
			   (char *)"cargo test", (char *)"{}" },
	};
	struct strbuf line = STRBUF_INIT;
	struct stored_rule rule;

	(void)state;
	stored_rule_write(&line, &terms);
	assert_string_equal(line.buf, LINE);
	assert_int_equal(stored_rule_read(&rule, strbuf_slice(&line)), 0);
	assert_true(rule.terms.allow);
	assert_int_equal(rule.terms.scope, RULE_CONVERSATION);
	assert_string_equal(rule.terms.host, "jp");
	assert_string_equal(rule.terms.workspace, "/srv/p");
	assert_string_equal(rule.terms.conversation, "17");
	assert_string_equal(rule.terms.tool, "sh");
	assert_true(rule_match_equal(&rule.terms.match, &terms.match));
	stored_rule_release(&rule);
	strbuf_release(&line);
}

static void a_rule_of_a_host_names_no_conversation(void **state)
{
	const struct rule_terms terms = {
		.scope = RULE_HOST, .host = "jp", .workspace = "/", .tool = "rm"
	};
	struct strbuf line = STRBUF_INIT;
	struct stored_rule rule;

	(void)state;
	stored_rule_write(&line, &terms);
	assert_string_equal(line.buf,
			    "{\"action\":\"reject\",\"tool\":\"rm\",\"when\":"
			    "\"any\",\"scope\":\"host\",\"host\":\"jp\","
			    "\"workspace\":\"/\"}");
	assert_int_equal(stored_rule_read(&rule, strbuf_slice(&line)), 0);
	assert_false(rule.terms.allow);
	stored_rule_release(&rule);
	strbuf_release(&line);
}

/* A narrowing member may be misspelt, or from a newer program. */
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
		"{\"action\":\"maybe\",\"tool\":\"a\",\"when\":\"any\","
		"\"scope\":\"host\"," HERE,
		"{" ANY "\"scope\":\"turn\"," HERE,
		"{" ANY "\"scope\":\"host\",\"host\":\"jp\"}",
		"{" ANY "\"patern\":\"x\",\"scope\":\"host\"," HERE,
		"{" ANY "\"value\":\"x\",\"scope\":\"host\"," HERE,
		"{" ANY "\"scope\":\"conversation\"," HERE,
		"{\"action\":\"reject\"," ANY "\"scope\":\"host\"," HERE,
		/* The first versions matched patterns against the raw JSON. */
		"{\"action\":\"approve\",\"tool\":\"a\",\"pattern\":\".*\","
		"\"scope\":\"host\"," HERE,
		"{\"action\":\"approve\",\"tool\":\"a\",\"when\":\"regex\","
		"\"argument\":\"c\",\"value\":\"a(\",\"scope\":\"host\"," HERE,
		"{\"action\":\"approve\",\"tool\":\"a\",\"when\":\"exact\","
		"\"value\":\"{ }\",\"scope\":\"host\"," HERE,
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
