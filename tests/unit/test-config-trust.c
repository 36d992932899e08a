#include "config.h"

#include "src/jphost/config/config-trust.h"

#include <string.h>

#include "src/base/xalloc.h"
#include "src/jphost/config/config-tool.h"
#include "tests/unit/test.h"

/* What remains of `full` beside the user's `own`, and the wishes. */
struct settled {
	struct config_wishes wishes;
	struct strbuf left, told, options;
};

static void settle(struct settled *got, const char *full, const char *own,
		   const struct trust *trust)
{
	struct config_tree *tree = config_tree_from_json(slice_str(own));
	struct config_tree *mine = config_tree_from_json(slice_str(own));
	struct config_tree *options = config_tree_new(CONFIG_TABLE);

	*got = (struct settled){ CONFIG_WISHES_INIT, STRBUF_INIT, STRBUF_INIT,
				 STRBUF_INIT };
	config_tree_merge(tree, config_tree_from_json(slice_str(full)));
	config_trust_settle(tree, mine, trust, "/w", &got->wishes, options);
	config_tree_write(&got->left, tree);
	config_tree_write(&got->options, options);
	for (size_t i = 0; i < got->wishes.count; i++)
		strbuf_addf(&got->told, "%s %s\n", got->wishes.entries[i].name,
			    got->wishes.entries[i].value);
	config_tree_free(tree);
	config_tree_free(mine);
	config_tree_free(options);
}

static void release(struct settled *got)
{
	config_wishes_release(&got->wishes);
	strbuf_release(&got->left);
	strbuf_release(&got->told);
	strbuf_release(&got->options);
}

static void assert_settled(const char *full, const char *own, const char *left,
			   const char *told)
{
	const struct trust trust = TRUST_INIT;
	struct settled got;

	settle(&got, full, own, &trust);
	assert_string_equal(got.left.buf, left);
	assert_string_equal(got.told.buf, told);
	assert_int_equal(got.wishes.left_out, got.wishes.count);
	release(&got);
}

static void assert_told(const char *full, const char *own, size_t count)
{
	const struct trust trust = TRUST_INIT;
	struct settled got;

	settle(&got, full, own, &trust);
	assert_int_equal(got.wishes.count, count);
	assert_int_equal(got.wishes.left_out, count);
	release(&got);
}

#define TOOLS(members) "{\"conversation\":{\"tools\":{" members "}}}"

static void a_strangers_tool_is_asked_about(void **state)
{
	(void)state;
	assert_settled(
		TOOLS("\"t\":{\"command\":\"a b\",\"run\":\"unattended\","
		      "\"questions\":{\"q\":{\"answer\":true}}}"),
		"{}",
		TOOLS("\"t\":{\"command\":\"a b\",\"run\":\"ask\","
		      "\"result\":\"unattended\"}"),
		"conversation.tools.t {\"command\":{\"program\":\"a\","
		"\"args\":[\"b\"]},\"run\":\"unattended\","
		"\"result\":\"unattended\","
		"\"questions\":{\"q\":{\"answer\":true}}}\n");
	/* By the defaults for all tools, which are hostile too. */
	assert_settled(
		TOOLS("\"*\":{\"run\":\"unattended\",\"timeout_secs\":9},"
		      "\"t\":{\"command\":\"a\"}"),
		"{}",
		TOOLS("\"*\":{\"run\":\"ask\"},"
		      "\"t\":{\"command\":\"a\",\"timeout_secs\":9,"
		      "\"run\":\"ask\",\"result\":\"unattended\"}"),
		"conversation.tools.t {\"command\":{\"program\":\"a\","
		"\"args\":[]},\"run\":\"unattended\","
		"\"result\":\"unattended\",\"timeout_secs\":9}\n");
}

static void the_persons_tool_stays_the_persons(void **state)
{
	static const char own[] =
		TOOLS("\"t\":{\"command\":\"a\",\"run\":\"unattended\"},"
		      "\"u\":{\"command\":\"c\",\"run\":\"ask\"}");

	(void)state;
	assert_settled("{}", own, own, "");
	assert_settled(
		TOOLS("\"t\":{\"command\":\"evil\"},"
		      "\"u\":{\"run\":\"unattended\"}"),
		own,
		TOOLS("\"t\":{\"run\":\"unattended\",\"result\":\"unattended\","
		      "\"command\":\"a\"},"
		      "\"u\":{\"run\":\"ask\",\"result\":\"unattended\","
		      "\"command\":\"c\"}"),
		"conversation.tools.t {\"command\":{\"program\":\"evil\","
		"\"args\":[]},\"run\":\"unattended\","
		"\"result\":\"unattended\"}\n"
		"conversation.tools.u {\"command\":{\"program\":\"c\","
		"\"args\":[]},\"run\":\"unattended\","
		"\"result\":\"unattended\"}\n");
}

static void what_a_tool_is_run_with_is_the_persons_too(void **state)
{
	static const char own[] =
		TOOLS("\"t\":{\"command\":\"a\",\"run\":\"unattended\","
		      "\"parameters\":{\"p\":{\"type\":\"string\","
		      "\"enum\":[\"x\"]},\"o\":{\"type\":\"object\","
		      "\"properties\":{\"q\":{\"type\":\"string\"}}}}}");

	(void)state;
	/* Texts are for the model. */
	assert_settled(TOOLS("\"t\":{\"summary\":\"s\",\"parameters\":{\"p\":{"
			     "\"description\":\"d\"},\"o\":{\"properties\":{"
			     "\"q\":{\"summary\":\"s\"}}}}}"),
		       own,
		       TOOLS("\"t\":{\"command\":\"a\",\"run\":\"unattended\","
			     "\"parameters\":{\"p\":{\"type\":\"string\","
			     "\"enum\":[\"x\"],\"description\":\"d\"},"
			     "\"o\":{\"type\":\"object\",\"properties\":{"
			     "\"q\":{\"type\":\"string\",\"summary\":\"s\"}"
			     "}}},\"summary\":\"s\"}"),
		       "");
	/* A default needs no word of the model's; a list may be a guard. */
	assert_settled(TOOLS("\"t\":{\"parameters\":{\"p\":{"
			     "\"default\":\"rm\"}}}"),
		       own,
		       TOOLS("\"t\":{\"run\":\"unattended\",\"result\":"
			     "\"unattended\",\"command\":\"a\",\"parameters\":"
			     "{\"p\":{\"type\":\"string\",\"enum\":[\"x\"]},"
			     "\"o\":{\"type\":\"object\",\"properties\":{"
			     "\"q\":{\"type\":\"string\"}}}}}"),
		       "conversation.tools.t {\"command\":{\"program\":\"a\","
		       "\"args\":[]},\"run\":\"unattended\",\"result\":"
		       "\"unattended\",\"parameters\":{\"p\":{\"type\":"
		       "\"string\",\"enum\":[\"x\"],\"default\":\"rm\"},"
		       "\"o\":{\"type\":\"object\",\"properties\":{\"q\":{"
		       "\"type\":\"string\"}}}}}\n");
	assert_told(TOOLS("\"t\":{\"parameters\":{\"p\":{\"enum\":[\"y\"]}}}"),
		    own, 1);
	assert_told(TOOLS("\"t\":{\"parameters\":{\"o\":{\"properties\":{"
			  "\"q\":{\"default\":1}}}}}"),
		    own, 1);
	assert_told(TOOLS("\"t\":{\"parameters\":{\"description\":{"
			  "\"default\":1}}}"),
		    own, 1);
	assert_told(TOOLS("\"t\":{\"parameters\":{\"p\":{\"items\":{"
			  "\"default\":1}}}}"),
		    own, 1);
}

static void odd_names_and_words_are_asked_about(void **state)
{
	static const char later[] =
		TOOLS("\"t\":{\"command\":\"a\",\"run\":\"thrice\"}");

	(void)state;
	/* Not the defaults for all, whatever it begins with. */
	assert_told(TOOLS("\"*x\":{\"command\":\"a\","
			  "\"run\":\"unattended\"}"),
		    "{}", 1);
	/* A word of a newer jp means at least to ask. */
	assert_told(TOOLS("\"t\":{\"run\":\"unattended\"}"), later, 1);
	assert_told("{}", later, 0);
}

static void anybody_may_be_more_careful(void **state)
{
	static const char own[] =
		TOOLS("\"t\":{\"command\":\"a\",\"run\":\"unattended\"}");

	(void)state;
	assert_settled(TOOLS("\"t\":{\"run\":\"ask\"}"), own,
		       TOOLS("\"t\":{\"command\":\"a\",\"run\":\"ask\"}"), "");
	assert_settled(TOOLS("\"t\":{\"enable\":false}"), own,
		       TOOLS("\"t\":{\"command\":\"a\","
			     "\"run\":\"unattended\",\"enable\":false}"),
		       "");
	/* A disabled setting is not asked for, nor granted once enabled. */
	assert_settled(TOOLS("\"t\":{\"command\":\"a\",\"enable\":false,"
			     "\"run\":\"unattended\"}"),
		       "{}",
		       TOOLS("\"t\":{\"command\":\"a\",\"enable\":false,"
			     "\"run\":\"ask\",\"result\":\"unattended\"}"),
		       "");
	/* As jp reads it, this is a mistake, and no tool is on by one. */
	assert_settled(TOOLS("\"t\":{\"command\":\"a\","
			     "\"enable\":{\"state\":\"on\"},"
			     "\"run\":\"unattended\"}"),
		       "{}",
		       TOOLS("\"t\":{\"command\":\"a\","
			     "\"enable\":{\"state\":\"on\"},"
			     "\"run\":\"ask\",\"result\":\"unattended\"}"),
		       "");
}

static void what_the_person_switched_off_stays_off(void **state)
{
	(void)state;
	assert_settled(TOOLS("\"t\":{\"command\":\"a\",\"enable\":true}"),
		       TOOLS("\"*\":{\"enable\":false,\"result\":\"ask\"}"),
		       TOOLS("\"*\":{\"enable\":false,\"result\":\"ask\"},"
			     "\"t\":{\"command\":\"a\",\"run\":\"ask\","
			     "\"result\":\"ask\",\"enable\":false}"),
		       "conversation.tools.t {\"command\":{\"program\":\"a\","
		       "\"args\":[]},\"run\":\"ask\",\"result\":\"ask\","
		       "\"enable\":true}\n");
}

static void a_command_is_the_same_however_it_is_written(void **state)
{
	(void)state;
	assert_settled(
		TOOLS("\"t\":{\"command\":{\"program\":\"a\","
		      "\"args\":[\"b\"],\"shell\":false}}"),
		TOOLS("\"t\":{\"command\":\"a  b\",\"run\":\"ask\"}"),
		TOOLS("\"t\":{\"command\":{\"program\":\"a\",\"args\":[\"b\"],"
		      "\"shell\":false},\"run\":\"ask\"}"),
		"");
}

static void what_is_allowed_counts_until_it_changes(void **state)
{
	static const char full[] = TOOLS("\"*\":{\"run\":\"unattended\"},"
					 "\"t\":{\"command\":\"a\"}");
	struct trust trust = TRUST_INIT;
	struct settled got;

	(void)state;
	settle(&got, full, "{}", &trust);
	trust_set(&trust, "/w", got.wishes.entries[0].name,
		  got.wishes.entries[0].value, TRUST_ALLOWED);
	release(&got);
	settle(&got, full, "{}", &trust);
	assert_string_equal(got.left.buf, TOOLS("\"*\":{\"run\":\"ask\"},"
						"\"t\":{\"command\":\"a\","
						"\"run\":\"unattended\"}"));
	assert_int_equal(got.wishes.left_out, 0);
	release(&got);
	settle(&got, TOOLS("\"t\":{\"command\":\"b\",\"run\":\"unattended\"}"),
	       "{}", &trust);
	assert_int_equal(got.wishes.left_out, 1);
	release(&got);
	trust_release(&trust);
}

static void programs_and_the_hosts_own_options_are_wishes(void **state)
{
	(void)state;
	assert_settled(
		"{\"providers\":{\"mcp\":{\"m\":{\"command\":\"x\"}},"
		"\"llm\":{\"a\":1}},\"plugins\":{\"command\":{\"jphost\":{"
		"\"options\":{\"provider\":\"openai:u\",\"retries\":3,"
		"\"notifications\":{}}}}}}",
		"{\"providers\":{\"mcp\":{\"mine\":{\"command\":\"y\"}}}}",
		"{\"providers\":{\"mcp\":{\"mine\":{\"command\":\"y\"}},"
		"\"llm\":{\"a\":1}},\"plugins\":{\"command\":{\"jphost\":{"
		"\"options\":{\"retries\":3,\"notifications\":{}}}}}}",
		"providers.mcp.m {\"command\":\"x\"}\n"
		"plugins.command.jphost.options.provider \"openai:u\"\n");
	/* A changed one is the user's again. */
	assert_settled("{\"providers\":{\"mcp\":{\"m\":{\"command\":\"x\"}}}}",
		       "{\"providers\":{\"mcp\":{\"m\":{\"command\":\"y\"}}}}",
		       "{\"providers\":{\"mcp\":{\"m\":{\"command\":\"y\"}}}}",
		       "providers.mcp.m {\"command\":\"x\"}\n");
}

static void options_of_the_dashboard_are_handed_on_apart(void **state)
{
	const struct trust trust = TRUST_INIT;
	struct settled got;

	(void)state;
	settle(&got,
	       "{\"plugins\":{\"command\":{\"dashboard\":{\"options\":{"
	       "\"theme\":\"light\",\"guard_ms\":0,\"hosts\":{\"ci\":\"x\"},"
	       "\"keys\":{\"y\":\"quit\"},\"popup\":\"manual\"}},"
	       "\"other\":{\"options\":{\"guard_ms\":0}}}}}",
	       "{\"plugins\":{\"command\":{\"dashboard\":{\"options\":{"
	       "\"hosts\":{\"box\":\"ssh\"},\"guard_ms\":700}}}}}",
	       &trust);
	assert_string_equal(
		got.left.buf,
		"{\"plugins\":{\"command\":{\"dashboard\":{\"options\":{"
		"\"hosts\":{\"box\":\"ssh\"},\"guard_ms\":700,"
		"\"theme\":\"light\",\"keys\":{}}},"
		"\"other\":{\"options\":{\"guard_ms\":0}}}}}");
	assert_string_equal(got.options.buf,
			    "{\"guard_ms\":0,\"popup\":\"manual\","
			    "\"hosts\":{\"ci\":\"x\"},"
			    "\"keys\":{\"y\":\"quit\"}}");
	assert_int_equal(got.wishes.count, 4);
	release(&got);
}

#define OURS(members)                                          \
	"{\"plugins\":{\"command\":{\"jphost\":{\"options\":{" \
	"\"tools\":{" members "}}}}}}"

static void graft(const char *config, const char *expected)
{
	struct config_tree *tree = config_tree_from_json(slice_str(config));
	struct strbuf got = STRBUF_INIT;

	config_tool_graft(tree);
	config_tree_write(&got, tree);
	assert_string_equal(got.buf, expected);
	config_tree_free(tree);
	strbuf_release(&got);
}

/* jp refuses them beside its own (J24). */
static void our_settings_of_a_tool_stand_in_our_options(void **state)
{
	static const char rest[] = "{\"plugins\":{\"command\":{\"jphost\":{"
				   "\"options\":{}}}},\"conversation\":{"
				   "\"tools\":{";
	struct strbuf expected = STRBUF_INIT;

	(void)state;
	strbuf_addf(&expected, "%s%s", rest,
		    "\"*\":{\"timeout_secs\":5},\"t\":{\"max_bytes\":9,"
		    "\"stateful\":true,\"notifications\":{}}}}}");
	graft(OURS("\"*\":{\"timeout_secs\":5},\"t\":{\"max_bytes\":9,"
		   "\"stateful\":true,\"notifications\":{},"
		   "\"run\":\"unattended\",\"command\":\"x\"}"),
	      expected.buf);
	graft("{\"conversation\":[]}", "{\"conversation\":[]}");
	graft(OURS("\"t\":7"), "{\"plugins\":{\"command\":{\"jphost\":{"
			       "\"options\":{}}}},\"conversation\":{"
			       "\"tools\":{\"t\":{}}}}");
	strbuf_release(&expected);
}

static void odd_shapes_open_nothing(void **state)
{
	static const char *const fulls[] = {
		"[]",
		"{\"conversation\":{\"tools\":[]}}",
		TOOLS("\"*\":3,\"t\":4"),
		"{\"providers\":{\"mcp\":7},\"plugins\":{\"command\":[]}}",
		TOOLS("\"t\":{\"command\":\" \",\"run\":[\"unattended\"]}"),
		TOOLS("\"t\":{\"command\":{\"program\":\"a\",\"x\":1},"
		      "\"run\":\"unatended\"}"),
	};
	const struct trust trust = TRUST_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(fulls); i++) {
		struct settled got;

		settle(&got, fulls[i], "{}", &trust);
		assert_null(strstr(got.left.buf, "\"run\":\"unattended\""));
		release(&got);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_strangers_tool_is_asked_about),
		cmocka_unit_test(the_persons_tool_stays_the_persons),
		cmocka_unit_test(what_a_tool_is_run_with_is_the_persons_too),
		cmocka_unit_test(odd_names_and_words_are_asked_about),
		cmocka_unit_test(anybody_may_be_more_careful),
		cmocka_unit_test(what_the_person_switched_off_stays_off),
		cmocka_unit_test(a_command_is_the_same_however_it_is_written),
		cmocka_unit_test(what_is_allowed_counts_until_it_changes),
		cmocka_unit_test(programs_and_the_hosts_own_options_are_wishes),
		cmocka_unit_test(options_of_the_dashboard_are_handed_on_apart),
		cmocka_unit_test(our_settings_of_a_tool_stand_in_our_options),
		cmocka_unit_test(odd_shapes_open_nothing),
	};

	return cmocka_run_group_tests_name("config-trust", tests, NULL, NULL);
}
