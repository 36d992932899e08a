#include "config.h"

#include "src/jphost/tool/tool-command.h"

#include <string.h>

#include "src/base/xalloc.h"
#include "src/jphost/tool/tool-answers.h"
#include "src/jphost/tool/tool-arguments.h"
#include "src/jphost/tool/tool-config.h"
#include "src/jphost/tool/tool-docs.h"
#include "tests/unit/test.h"

static const char config[] =
	"{\"conversation\":{\"tools\":{"
	"\"*\":{\"run\":\"unattended\",\"timeout_secs\":5},"
	"\"plain\":{\"command\":\"x\"},"
	"\"own\":{\"command\":\"x\",\"run\":\"edit\",\"result\":\"skip\","
	"\"max_bytes\":9,\"questions\":{\"q\":{\"answer\":[1]}}},"
	"\"odd\":{\"command\":\"x\",\"run\":\"of_tomorrow\","
	"\"max_bytes\":-1},"
	"\"off\":{\"command\":\"x\",\"enable\":false},"
	"\"quiet\":{\"command\":\"x\",\"enable\":{\"state\":\"off\"}},"
	"\"built\":{\"source\":\"builtin\",\"command\":\"x\"},"
	"\"empty\":{\"source\":\"local\"}}}}";

static void a_tool_has_the_defaults_of_all_tools(void **state)
{
	struct tool_config tool;

	(void)state;
	assert_true(tool_config_find(&tool, slice_str(config), "plain"));
	assert_int_equal(tool.run, TOOL_RUN_UNATTENDED);
	assert_int_equal(tool.result, TOOL_RUN_UNATTENDED);
	assert_int_equal(tool.timeout_ms, 5000);
	assert_int_equal(tool.max_bytes, 1 << 20);
}

static void its_own_settings_win(void **state)
{
	struct tool_config tool;
	struct slice answer;

	(void)state;
	assert_true(tool_config_find(&tool, slice_str(config), "own"));
	assert_int_equal(tool.run, TOOL_RUN_EDIT);
	assert_int_equal(tool.result, TOOL_RUN_SKIP);
	assert_int_equal(tool.max_bytes, 9);
	assert_true(tool_answers_find(&tool, "q", &answer));
	assert_true(slice_is(answer, "[1]"));
	assert_false(tool_answers_find(&tool, "r", &answer));
}

static void what_is_not_understood_is_asked_for(void **state)
{
	struct tool_config tool;

	(void)state;
	assert_true(tool_config_find(&tool, slice_str(config), "odd"));
	assert_int_equal(tool.run, TOOL_RUN_ASK);
	assert_int_equal(tool.max_bytes, 1 << 20);
	assert_true(tool_config_find(&tool,
				     SLICE("{\"conversation\":{\"tools\":"
					   "{\"a\":{\"command\":\"x\"}}}}"),
				     "a"));
	assert_int_equal(tool.run, TOOL_RUN_ASK);
}

static void other_tools_are_not_run_here(void **state)
{
	static const char *const names[] = { "off",   "quiet", "built",
					     "empty", "*",     "none" };
	struct tool_config tool;

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		assert_false(
			tool_config_find(&tool, slice_str(config), names[i]));
	assert_false(tool_config_find(&tool, SLICE(""), "plain"));
	assert_false(tool_config_find(&tool, SLICE("[]"), "plain"));
}

/* jp's EnableConfig; a misspelt word grants nothing (J25). */
static void switches_are_read_as_jp_does(void **state)
{
	static const struct {
		const char *all, *own;
		bool enabled;
	} rows[] = {
		{ NULL, NULL, true },
		{ NULL, "true", true },
		{ NULL, "\"on\"", true },
		{ NULL, "\"always\"", true },
		{ NULL, "\"true\"", true },
		{ NULL, "{\"state\":true}", true },
		{ NULL, "{}", true },
		{ NULL, "null", true },
		{ NULL, "{\"allow_toggle\":\"if_named\"}", true },
		{ NULL, "{\"state\":null}", true },
		{ NULL, "false", false },
		{ NULL, "\"off\"", false },
		{ NULL, "\"false\"", false },
		{ NULL, "\"explicit\"", false },
		{ NULL, "\"never\"", false },
		{ NULL, "\"On\"", false },
		{ NULL, "\"\"", false },
		{ NULL, "1", false },
		{ NULL, "[]", false },
		{ NULL, "{\"state\":\"on\"}", false },
		{ NULL, "{\"state\":\"always\"}", false },
		{ NULL, "{\"state\":1}", false },
		{ NULL, "{\"stat\":false}", false },
		{ NULL, "{\"state\":true,\"note\":1}", false },
		{ NULL, "{\"state\":\"off\"}", false },
		{ NULL, "{\"state\":\"never\"}", false },
		{ NULL, "{\"state\":{}}", false },
		{ NULL, "{\"state\":[true]}", false },
		{ NULL, "{\"state\":false,\"allow_toggle\":true}", false },
		{ "false", NULL, false },
		{ "false", "{}", false },
		{ "false", "null", false },
		{ "false", "{\"allow_toggle\":\"if_named\"}", false },
		{ "{\"state\":\"off\"}", "{\"allow_toggle\":true}", false },
		{ "\"explicit\"", "{}", false },
		{ "false", "true", true },
		{ "false", "{\"state\":true}", true },
		{ "{}", "{}", true },
		{ "true", "false", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct strbuf json = STRBUF_INIT;
		struct tool_config tool;

		strbuf_addf(&json,
			    "{\"conversation\":{\"tools\":{\"*\":{%s%s},"
			    "\"t\":{\"command\":\"x\"%s%s}}}}",
			    rows[i].all ? "\"enable\":" : "",
			    rows[i].all ? rows[i].all : "",
			    rows[i].own ? ",\"enable\":" : "",
			    rows[i].own ? rows[i].own : "");
		if (tool_config_find(&tool, strbuf_slice(&json), "t") !=
		    rows[i].enabled)
			fail_msg("%s", json.buf);
		strbuf_release(&json);
	}
}

static void reviews(const char *tools, const char *lines)
{
	struct strbuf json = STRBUF_INIT, out = STRBUF_INIT;

	strbuf_addf(&json, "{\"conversation\":{\"tools\":{%s}}}", tools);
	tool_config_review(&out, strbuf_slice(&json));
	assert_string_equal(out.len ? out.buf : "", lines);
	strbuf_release(&json);
	strbuf_release(&out);
}

static void what_only_jp_can_run_is_named(void **state)
{
	(void)state;
	reviews("\"bear\":{\"source\":\"mcp.bear.search\"},"
		"\"web\":{\"source\":\"builtin\",\"enable\":true},"
		"\"describe_tools\":{\"source\":\"builtin\"},"
		"\"odd\":{\"source\":\"Local\",\"command\":\"x\"},"
		"\"no\":{\"source\":\"mcp\",\"enable\":false},"
		"\"mine\":{\"source\":\"local\",\"command\":\"x\"},"
		"\"part\":{\"run\":\"ask\"}",
		"not offered: 'bear', 'web', 'odd' (only jp runs its own tools "
		"and those of MCP servers)");
	reviews("\"*\":{\"enable\":false},\"bear\":{\"source\":\"mcp\"}", "");
	reviews("", "");
}

/* Not one line, however many there are. */
static void of_many_tools_some_are_named(void **state)
{
	struct strbuf tools = STRBUF_INIT, out = STRBUF_INIT;
	struct strbuf json = STRBUF_INIT;

	(void)state;
	for (int i = 0; i < 20; i++)
		strbuf_addf(&tools, "%s\"t%d\u00e9%080d\":{\"source\":\"mcp\"}",
			    i ? "," : "", i, 0);
	strbuf_addf(&json, "{\"conversation\":{\"tools\":{%s}}}", tools.buf);
	tool_config_review(&out, strbuf_slice(&json));
	assert_non_null(strstr(out.buf, "'t11\u00e9000"));
	assert_null(strstr(out.buf, "t12"));
	assert_non_null(strstr(out.buf, "\u2026' and 8 more (only jp"));
	assert_true(out.len < 1000);
	strbuf_release(&tools);
	strbuf_release(&json);
	strbuf_release(&out);
}

static void a_word_that_is_unknown_is_told(void **state)
{
	(void)state;
	reviews("\"*\":{\"run\":\"never\"},"
		"\"t\":{\"command\":\"x\",\"run\":\"unattended\","
		"\"result\":true,\"enable\":{\"stat\":false}},"
		"\"u\":{\"run\":null,\"result\":\"skip\",\"enable\":\"explicit\"}",
		"conversation.tools.'*'.run = 'never' is unknown: you are "
		"asked\n"
		"conversation.tools.'t'.result = 'true' is unknown: you are "
		"asked\n"
		"conversation.tools.'t'.enable = '{\"stat\":false}' is unknown: "
		"it is off");
}

static void access_is_told_as_jp_tells_it(void **state)
{
	static const struct {
		const char *access, *got;
	} samples[] = {
		{ "{\"fs\":[{\"path\":\"./src/\",\"read\":true,\"write\":"
		  "false}]}",
		  "{\"fs\":[{\"lexical_path\":\"src\",\"read\":true,\"write\":"
		  "false}],\"net\":[],\"env\":[]}" },
		/* A grant that cannot be understood grants nothing. */
		{ "{\"fs\":[{\"path\":\"l\",\"external\":true,\"read\":true}]}",
		  "{\"fs\":[{\"lexical_path\":\"\"}],\"net\":[],\"env\":[]}" },
		{ "{}", "{\"fs\":[{\"lexical_path\":\"\"}],\"net\":[],"
			"\"env\":[]}" },
		{ "{\"fs\":[{\"path\":\"../x\",\"read\":true}]}", NULL },
		{ "{\"fs\":[{\"path\":\"/etc\",\"read\":true}]}", NULL },
		{ "{\"fs\":[{\"read\":true}]}", NULL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
		const struct tool_call_data data = {
			.command = SLICE("[\"p\",\"{{context.access}}\"]"),
			.name = "t",
			.arguments = SLICE("{}"),
			.access = slice_str(samples[i].access),
			.root = "/w",
		};
		struct strbuf err = STRBUF_INIT;
		char **argv = tool_command_build(&data, &err);

		if (samples[i].got)
			assert_string_equal(argv[1], samples[i].got);
		else
			assert_null(argv);
		tool_command_free(argv);
		strbuf_release(&err);
	}
}

static void rules_that_bind_nobody_are_asked_about(void **state)
{
	static const char tools[] =
		"{\"conversation\":{\"tools\":{\"*\":{\"run\":\"unattended\"},"
		"\"deaf\":{\"command\":\"x\",\"access\":{\"fs\":[]}},"
		"\"told\":{\"command\":\"x {{context}}\",\"access\":{}},"
		"\"free\":{\"command\":\"x\",\"access\":null},"
		"\"of\":{\"source\":\"local.other\",\"command\":\"x\"},"
		"\"far\":{\"source\":\"mcp.a.b\",\"command\":\"x\"}}}}";
	struct tool_config tool;

	(void)state;
	assert_true(tool_config_find(&tool, slice_str(tools), "deaf"));
	assert_int_equal(tool.run, TOOL_RUN_ASK);
	assert_true(tool_config_find(&tool, slice_str(tools), "told"));
	assert_int_equal(tool.run, TOOL_RUN_UNATTENDED);
	assert_true(tool_config_find(&tool, slice_str(tools), "free"));
	assert_int_equal(tool.run, TOOL_RUN_UNATTENDED);
	assert_true(tool_config_find(&tool, slice_str(tools), "of"));
	assert_true(slice_is(tool.source, "other"));
	assert_false(tool_config_find(&tool, slice_str(tools), "far"));
}

static void prepared(const char *parameters, const char *arguments,
		     const char *got)
{
	struct strbuf out = STRBUF_INIT, err = STRBUF_INIT;
	bool added;

	if (tool_arguments_prepare(&out, slice_str(arguments),
				   slice_str(parameters), &added, &err))
		strbuf_addf(&out, "!%s", err.buf);
	assert_string_equal(out.buf, got);
	strbuf_release(&out);
	strbuf_release(&err);
}

static void arguments_are_checked_and_filled_in(void **state)
{
	static const char parameters[] =
		"{\"r\":{\"type\":\"string\",\"required\":true},"
		"\"d\":{\"type\":\"string\",\"default\":\"dflt\"},"
		"\"n\":{\"type\":\"integer\"},"
		"\"l\":{\"type\":\"array\",\"items\":{\"type\":\"object\","
		"\"properties\":{\"k\":{\"type\":\"boolean\",\"required\":true},"
		"\"m\":{\"type\":\"integer\",\"default\":1}}}},"
		"\"b\":{\"type\":[\"boolean\",\"null\"]}}";
	static const struct {
		const char *arguments, *got;
	} samples[] = {
		{ "{\"r\":\"x\"}", "{\"r\":\"x\",\"d\":\"dflt\"}" },
		{ "{\"r\":\"5\",\"d\":\"e\",\"n\":\"5\"}",
		  "{\"r\":\"5\",\"d\":\"e\",\"n\":5}" },
		{ "{\"r\":\"\",\"d\":\"\",\"n\":\"5.5\"}",
		  "{\"r\":\"\",\"d\":\"\",\"n\":\"5.5\"}" },
		{ "{\"r\":\"\",\"d\":\"\",\"b\":\"null\",\"l\":\"[]\"}",
		  "{\"r\":\"\",\"d\":\"\",\"b\":null,\"l\":[]}" },
		{ "{\"r\":\"\",\"d\":\"\",\"l\":[{\"k\":\"true\"}]}",
		  "{\"r\":\"\",\"d\":\"\",\"l\":[{\"k\":true,\"m\":1}]}" },
		{ "{\"r\":\"\",\"d\":\"\",\"n\":12345678901234567890}",
		  "{\"r\":\"\",\"d\":\"\",\"n\":12345678901234567890}" },
		{ "{\"zz\":1}",
		  "!Invalid arguments (missing: [\"r\"], unknown: "
		  "[\"zz\"])" },
		{ "{\"r\":\"\",\"l\":[{}]}",
		  "!Invalid arguments (missing: [\"k\"], unknown: [])" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++)
		prepared(parameters, samples[i].arguments, samples[i].got);
}

static void a_tool_without_parameters_takes_no_arguments(void **state)
{
	static const char *const none[] = { "", "{}", "null", "[]" };

	(void)state;
	for (size_t i = 0; i < sizeof(none) / sizeof(*none); i++) {
		prepared(none[i], "{}", "{}");
		prepared(none[i], "{\"a\":1,\"b\":2}",
			 "!Invalid arguments (missing: [], unknown: "
			 "[\"a\", \"b\"])");
	}
}

static void a_name_that_was_escaped_is_the_same_name(void **state)
{
	static const char parameters[] = "{\"gr\xc3\xb6\xc3\x9f"
					 "e\":{\"type\":\"integer\","
					 "\"required\":true}}";

	(void)state;
	prepared(parameters, "{\"gr\\u00f6\\u00dfe\":\"7\"}",
		 "{\"gr\xc3\xb6\xc3\x9f"
		 "e\":7}");
	prepared(parameters, "{\"gr\\u00f6\\u00dff\":7}",
		 "!Invalid arguments (missing: [\"gr\xc3\xb6\xc3\x9f"
		 "e\"], unknown: [\"gr\\u00f6\\u00dff\"])");
}

static void what_runs_in_the_background_has_parameters_to_move_it(void **state)
{
	struct strbuf offers = STRBUF_INIT, parameters = STRBUF_INIT;
	const char *tools = "{\"conversation\":{\"tools\":{"
			    "\"*\":{\"stateful\":true},"
			    "\"b\":{\"command\":\"x\",\"parameters\":{"
			    "\"n\":{\"type\":\"integer\"}}},"
			    "\"o\":{\"command\":\"x\",\"stateful\":false}}}}";
	struct tool_config tool;

	(void)state;
	tool_config_write_offers(&offers, slice_str(tools), "b");
	assert_non_null(strstr(offers.buf, "\"action\":{"));
	assert_non_null(strstr(offers.buf, "\"n\":{"));
	strbuf_reset(&offers);
	tool_config_write_offers(&offers, slice_str(tools), "o");
	assert_null(strstr(offers.buf, "\"action\":{"));

	assert_true(tool_config_find(&tool, slice_str(tools), "b"));
	tool_config_add_parameters(&parameters, &tool);
	prepared(parameters.buf,
		 "{\"action\":\"spawn\",\"id\":\"h\",\"n\":\"5\"}",
		 "{\"action\":\"spawn\",\"id\":\"h\",\"n\":5}");
	prepared(parameters.buf, "{\"zz\":1}",
		 "!Invalid arguments (missing: [], unknown: [\"zz\"])");
	assert_true(tool_config_find(&tool, slice_str(tools), "o"));
	strbuf_reset(&parameters);
	tool_config_add_parameters(&parameters, &tool);
	assert_string_equal(parameters.buf, "{}");
	strbuf_release(&parameters);
	strbuf_release(&offers);
}

#define A_TOOL   "\"b\":{\"command\":\"x\"}"
#define BUILT_IN "\"describe_tools\":{\"source\":\"builtin\""

static void the_tool_for_it_is_offered_with_any_other(void **state)
{
	static const struct {
		const char *tools;
		int offered;
	} configs[] = {
		{ "", 0 },
		{ "\"*\":{\"run\":\"ask\"}", 0 },
		{ "\"b\":{\"source\":\"mcp.s\"}", 0 },
		{ "\"b\":{\"command\":\"x\",\"enable\":false}", 0 },
		{ A_TOOL, 1 },
		/* jp stores it with a conversation. */
		{ A_TOOL "," BUILT_IN "}", 1 },
		{ A_TOOL "," BUILT_IN ",\"enable\":\"always\"}", 1 },
		{ A_TOOL "," BUILT_IN ",\"enable\":{\"state\":true}}", 1 },
		{ A_TOOL "," BUILT_IN ",\"enable\":false}", 0 },
		{ BUILT_IN "}", 0 },
		/* The user's own of that name, once. */
		{ "\"describe_tools\":{\"command\":\"x\"}", 1 },
	};
	struct strbuf text = STRBUF_INIT, out = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(configs); i++) {
		int count = 0;

		strbuf_setf(&text, "{\"conversation\":{\"tools\":{%s}}}",
			    configs[i].tools);
		strbuf_reset(&out);
		tool_config_write_offers(&out, strbuf_slice(&text), NULL);
		for (const char *at = out.buf;
		     (at = strstr(at, "\"name\":\"describe_tools\"")); at++)
			count++;
		assert_int_equal(count, configs[i].offered);
		assert_int_equal(tool_docs_is_offered(strbuf_slice(&text)),
				 configs[i].offered);
	}
	strbuf_release(&text);
	strbuf_release(&out);
}

/* An empty list would leave no value to choose. */
static void an_empty_list_of_values_is_none(void **state)
{
	struct strbuf out = STRBUF_INIT;

	(void)state;
	tool_config_write_offers(
		&out,
		SLICE("{\"conversation\":{\"tools\":{\"t\":{\"command\":\"x\","
		      "\"parameters\":{\"p\":{\"type\":\"string\",\"enum\":[]},"
		      "\"q\":{\"type\":\"string\",\"enum\":[\"a\"]}}}}}}"),
		"t");
	assert_non_null(strstr(
		out.buf, "\"properties\":{\"p\":{\"type\":\"string\"},"
			 "\"q\":{\"type\":\"string\",\"enum\":[\"a\"]}}"));
	strbuf_release(&out);
}

/* A member that stands twice is refused by some servers. */
static void a_parameter_has_one_type(void **state)
{
	struct strbuf out = STRBUF_INIT;

	(void)state;
	tool_config_write_offers(
		&out,
		SLICE("{\"conversation\":{\"tools\":{\"t\":{\"command\":\"x\","
		      "\"parameters\":{\"o\":{\"type\":\"object\","
		      "\"properties\":{\"a\":{}}},\"e\":{\"type\":"
		      "[\"string\",\"object\"],\"properties\":{\"b\":{}}},"
		      "\"n\":{\"properties\":{\"c\":{}}}}}}}}"),
		"t");
	assert_non_null(
		strstr(out.buf,
		       ",\"parameters\":{\"type\":\"object\",\"properties\":{"
		       "\"o\":{\"type\":\"object\",\"properties\":{\"a\":{}},"
		       "\"required\":[]},"
		       "\"e\":{\"type\":[\"string\",\"object\"],\"properties\":"
		       "{\"b\":{}},\"required\":[]},"
		       "\"n\":{\"type\":\"object\",\"properties\":{\"c\":{}},"
		       "\"required\":[]}},\"required\":[]}"));
	strbuf_release(&out);
}

/* jp gives them to the first run, so that it need not ask. */
static void a_tool_has_its_configured_answers(void **state)
{
	struct tool_config tool = {
		.questions =
			SLICE("{\"a\":{\"answer\":[1, 2]},\"b\":{},"
			      "\"c\":{\"answer\":null},\"d\\\"\":"
			      "{\"answer\":\"x\"},\"e\":{\"answer\":true}}"),
	};
	struct strbuf out = STRBUF_INIT;
	struct slice answer;

	(void)state;
	tool_answers_write(&out, &tool, SLICE("{\"e\":false,\"z\":1}"));
	assert_string_equal(out.buf, "{\"a\":[1,2],\"d\\\"\":\"x\","
				     "\"e\":false,\"z\":1}");
	assert_false(tool_answers_find(&tool, "c", &answer));
	assert_true(tool_answers_find(&tool, "d\"", &answer));
	strbuf_reset(&out);
	tool.questions = SLICE("");
	tool_answers_write(&out, &tool, SLICE("{}"));
	assert_string_equal(out.buf, "{}");
	strbuf_release(&out);
}

static void a_model_may_ask_for_the_long_text(void **state)
{
	static const char tools[] =
		"{\"conversation\":{\"tools\":{\"a\":{\"command\":\"x\","
		"\"summary\":\"S\",\"description\":\"D\",\"examples\":\"E\","
		"\"parameters\":{\"p\":{\"type\":\"string\",\"summary\":\"PS\","
		"\"description\":\"PD\"},\"q\":{\"type\":\"string\","
		"\"summary\":\"QS\"}}},\"b\":{\"command\":\"x\","
		"\"description\":\"D\"},\"off\":{\"command\":\"x\","
		"\"enable\":false,\"summary\":\"S\",\"description\":\"D\"}}}}";
	struct strbuf out = STRBUF_INIT;

	(void)state;
	assert_int_equal(tool_docs_answer(&out, slice_str(tools),
					  SLICE("{\"tools\":[\"a\",\"off\","
						"\"z\"]}")),
			 0);
	assert_string_equal(out.buf,
			    "## a\n\nS\n\nD\n\n### Examples\n\nE\n\n"
			    "### Parameters\n\n#### `p`\n\nPS\n\nPD\n"
			    "\n---\n\nNo additional documentation available "
			    "for: off, z");
	strbuf_reset(&out);
	assert_int_equal(tool_docs_answer(&out, slice_str(tools), SLICE("{}")),
			 -1);
	strbuf_reset(&out);
	tool_config_write_offers(&out, slice_str(tools), NULL);
	assert_non_null(strstr(out.buf, "\"description\":\"S\""));
	assert_non_null(strstr(out.buf, "\"name\":\"describe_tools\""));
	strbuf_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(switches_are_read_as_jp_does),
		cmocka_unit_test(a_tool_has_the_defaults_of_all_tools),
		cmocka_unit_test(its_own_settings_win),
		cmocka_unit_test(what_is_not_understood_is_asked_for),
		cmocka_unit_test(other_tools_are_not_run_here),
		cmocka_unit_test(what_only_jp_can_run_is_named),
		cmocka_unit_test(of_many_tools_some_are_named),
		cmocka_unit_test(a_word_that_is_unknown_is_told),
		cmocka_unit_test(access_is_told_as_jp_tells_it),
		cmocka_unit_test(rules_that_bind_nobody_are_asked_about),
		cmocka_unit_test(arguments_are_checked_and_filled_in),
		cmocka_unit_test(a_tool_without_parameters_takes_no_arguments),
		cmocka_unit_test(a_name_that_was_escaped_is_the_same_name),
		cmocka_unit_test(
			what_runs_in_the_background_has_parameters_to_move_it),
		cmocka_unit_test(the_tool_for_it_is_offered_with_any_other),
		cmocka_unit_test(an_empty_list_of_values_is_none),
		cmocka_unit_test(a_parameter_has_one_type),
		cmocka_unit_test(a_tool_has_its_configured_answers),
		cmocka_unit_test(a_model_may_ask_for_the_long_text),
	};

	return cmocka_run_group_tests_name("tool", tests, NULL, NULL);
}
