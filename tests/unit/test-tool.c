#include "config.h"

#include "src/jphost/tool/tool-command.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "proto/json-write.h"
#include "src/base/xalloc.h"
#include "src/jphost/tool/tool-arguments.h"
#include "src/jphost/tool/tool-config.h"
#include "src/jphost/tool/tool-docs.h"
#include "src/jphost/tool/tool-process.h"
#include "tests/unit/test.h"

/* The words of a command, each behind a '|'. */
static void assert_words(const char *command, const char *expected)
{
	const struct tool_call_data data = {
		.command = slice_str(command),
		.name = "t",
		.arguments = SLICE("{\"a\":\"x y\",\"q\":\"it's\","
				   "\"n\":[1, 2],\"o\":{\"k\":true}}"),
		.answers = SLICE("{\"yes\":true}"),
		.root = "/w",
		.workspace = "ab3de",
		.conversation = "jp-c17",
	};
	struct strbuf got = STRBUF_INIT, err = STRBUF_INIT;
	char **argv = tool_command_build(&data, &err);

	for (size_t i = 0; argv && argv[i]; i++)
		strbuf_addf(&got, "|%s", argv[i]);
	assert_string_equal(argv ? got.buf : err.buf, expected);
	tool_command_free(argv);
	strbuf_release(&got);
	strbuf_release(&err);
}

static void a_command_line_is_cut_at_blanks(void **state)
{
	(void)state;
	assert_words("\" just  serve-tools x \"", "|just|serve-tools|x");
	assert_words("\"a 'b c' \\\"d e\\\" f\\\\ g ''\"", "|a|b c|d e|f g|");
}

static void values_stand_for_their_names(void **state)
{
	(void)state;
	assert_words("\"run {{tool.arguments.a}} {{ tool.name }}\"",
		     "|run|x y|t");
	assert_words("\"run -{{tool.arguments.n}}-{{tool.answers.yes}}\"",
		     "|run|-[1,2]-true");
	assert_words("\"run {{context}}\"",
		     "|run|{\"action\":\"run\",\"root\":\"/w\","
		     "\"access\":null,\"workspace_id\":\"ab3de\","
		     "\"conversation_id\":\"jp-c17\"}");
	assert_words("[\"run\",\"{{tool}}\"]",
		     "|run|{\"name\":\"t\",\"arguments\":{\"a\":\"x y\","
		     "\"q\":\"it's\",\"n\":[1,2],\"o\":{\"k\":true}},"
		     "\"answers\":{\"yes\":true},\"options\":{}}");
	assert_words("\"run {{tool.answers.none}} {{tool.answers}}\"",
		     "|run||{\"yes\":true}");
}

static void a_shell_is_used_only_where_it_is_wanted(void **state)
{
	(void)state;
	assert_words("{\"program\":\"p q\",\"args\":[\"{{tool.arguments.q}}\","
		     "\"; id\"]}",
		     "|p q|it's|; id");
	assert_words("{\"program\":\"p\",\"args\":[\"{{tool.arguments.q}}\","
		     "\"| wc\"],\"shell\":true}",
		     "|/bin/sh|-c|p \"${1}\" '| wc'|sh|it's");
}

static void a_tool_without_a_command_is_an_error(void **state)
{
	static const char *const commands[] = { "\"\"", "\"  \"", "[]",   "{}",
						"7",    "[\"\"]", "null", "" };

	(void)state;
	for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++)
		assert_words(commands[i], "the tool 't' has no command");
}

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
	assert_true(tool_config_answer(&tool, "q", &answer));
	assert_true(slice_is(answer, "[1]"));
	assert_false(tool_config_answer(&tool, "r", &answer));
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

static void say_nothing(void *user, struct slice text)
{
	(void)user;
	(void)text;
}

/* In a process of its own, which starts a tool and is then killed. */
static void start_and_wait(char **argv, int told)
{
	struct strbuf err = STRBUF_INIT;
	struct tool_process *process = tool_process_start(
		argv, "/", slice_str(""), 100, INT64_MAX, &err);

	while (process && !process->stdout_text.len)
		tool_process_run(process, 0, say_nothing, NULL);
	if (write(told, "x", 1) == 1)
		pause();
	_exit(1);
}

/* What it started is known to be gone when nobody holds the pipe. */
static void a_tool_ends_with_us_whatever_ends_us(void **state)
{
	char script[] = "sleep 1000 & sh -c 'trap \"\" TERM HUP; sleep 1000' & "
			"echo up; wait";
	char *argv[] = { (char *)"sh", (char *)"-c", script, NULL };
	int held[2], told[2];
	struct pollfd end;
	char byte;
	pid_t pid;

	(void)state;
	/* All of them inherit the one, and we alone have the other. */
	assert_int_equal(pipe(held), 0);
	assert_int_equal(pipe2(told, O_CLOEXEC), 0);
	fcntl(held[0], F_SETFD, FD_CLOEXEC);
	pid = fork();
	assert_true(pid >= 0);
	if (!pid)
		start_and_wait(argv, told[1]);
	close(held[1]);
	close(told[1]);
	assert_int_equal(read(told[0], &byte, 1), 1);
	end = (struct pollfd){ held[0], POLLIN, 0 };
	assert_int_equal(poll(&end, 1, 0), 0);
	assert_int_equal(kill(pid, SIGKILL), 0);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	assert_int_equal(poll(&end, 1, 10000), 1);
	assert_int_equal(read(held[0], &byte, 1), 0);
	close(held[0]);
	close(told[0]);
}

/* jp's EnableConfig; a mistake in a word opens nothing (J25). */
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
		{ NULL, "{\"state\":\"on\"}", true },
		{ NULL, "{}", true },
		{ NULL, "null", true },
		{ NULL, "{\"allow_toggle\":\"if_named\"}", true },
		{ NULL, "false", false },
		{ NULL, "\"off\"", false },
		{ NULL, "\"false\"", false },
		{ NULL, "\"explicit\"", false },
		{ NULL, "\"never\"", false },
		{ NULL, "\"On\"", false },
		{ NULL, "\"\"", false },
		{ NULL, "1", false },
		{ NULL, "[]", false },
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

static void what_a_template_cannot_fill_is_an_error(void **state)
{
	static const struct {
		const char *word, *got;
	} samples[] = {
		{ "{{tool.arguments.a | tojson}}", "|p|\"x y\"" },
		{ "{{ tool.arguments.a|upper }}", "|p|X Y" },
		{ "{{tool.arguments['a']}}", "|p|x y" },
		{ "{{tool[\\\"arguments\\\"].n[1]}}", "|p|2" },
		{ "{{tool.arguments.z | default('d e')}}", "|p|d e" },
		{ "{{tool.arguments.a | default('d')}}", "|p|x y" },
		{ "{{tool.arguments.o}}", "|p|{\"k\":true}" },
		{ "{# c #}", "|p|" },
		{ "{{nope}}", "the template '{{nope}}' has no value" },
		{ "{{tool.nope}}",
		  "the template '{{tool.nope}}' has no value" },
		{ "{{tool.nope.z}}",
		  "the template '{{tool.nope.z}}' has no value" },
		{ "{{tool.arguments.z}}",
		  "the template '{{tool.arguments.z}}' has no value" },
		{ "{{tool.arguments.z | upper}}",
		  "the template '{{tool.arguments.z | upper}}' has no value" },
		{ "{{ 1+2 }}", "the template '{{ 1+2 }}' is not understood" },
		{ "{{tool.name + 'x'}}",
		  "the template '{{tool.name + 'x'}}' is not understood" },
		{ "{{}}", "the template '{{}}' is not understood" },
		{ "{{tool.name | rot13}}",
		  "the template '{{tool.name | rot13}}' "
		  "has a filter that is not known "
		  "here" },
		{ "{% if tool %}yes{% endif %}",
		  "the template '{% if tool %}yes{% endif %}' is not "
		  "understood" },
		{ "{{ open", "the template '{{ open' is not understood" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
		struct strbuf command = STRBUF_INIT;

		strbuf_addf(&command, "{\"program\":\"p\",\"args\":[\"%s\"]}",
			    samples[i].word);
		assert_words(command.buf, samples[i].got);
		strbuf_release(&command);
	}
}

static void a_command_is_cut_as_a_shell_cuts_it(void **state)
{
	(void)state;
	assert_words("\"echo a #b c\"", "|echo|a");
	assert_words("\"echo a#b # c\\nd\"", "|echo|a#b|d");
	assert_words("\"echo 'a\"", "a quote in its command does not end");
	assert_words("\"echo \\\"a\"", "a quote in its command does not end");
}

/* The script of a shell tool, and the values behind it. */
static void assert_script(const char *program, const char *expected)
{
	struct strbuf command = STRBUF_INIT;

	strbuf_addstr(&command, "{\"program\":");
	json_write_string(&command, slice_str(program));
	strbuf_addstr(&command, ",\"shell\":true}");
	assert_words(command.buf, expected);
	strbuf_release(&command);
}

static void a_value_is_no_part_of_a_script(void **state)
{
#define Q           "{{tool.arguments.q}}"
#define GOT(script) "|/bin/sh|-c|" script "|sh|it's"
	(void)state;
	assert_script("grep " Q " .", GOT("grep \"${1}\" ."));
	assert_script("grep \"" Q "\" .", GOT("grep \"${1}\" ."));
	assert_script("grep '" Q "' .", GOT("grep ''\"${1}\"'' ."));
	assert_script("grep \"a $(cat " Q ") b\"",
		      GOT("grep \"a $(cat \"${1}\") b\""));
	assert_script("x=`cat " Q "`", GOT("x=`cat \"${1}\"`"));
	assert_script("(cd " Q "; ls)", GOT("(cd \"${1}\"; ls)"));
	assert_script("ls # " Q "\nid", GOT("ls # \"${1}\"\nid"));
	assert_script("wc -c " Q, GOT("wc -c \"${1}\""));
	assert_script("grep -c -e " Q " f", GOT("grep -c -e \"${1}\" f"));
	assert_script("awk -v p=\"" Q "\" '{print p}' f",
		      GOT("awk -v p=\"${1}\" '{print p}' f"));
	assert_script("sh -c 'grep \"$1\" .' sh " Q,
		      GOT("sh -c 'grep \"$1\" .' sh \"${1}\""));
	assert_script("echo no value", "|/bin/sh|-c|echo no value");
	assert_script("cat <<'E' | sh\nid\nE",
		      "|/bin/sh|-c|cat <<'E' | sh\nid\nE");
}

static void a_value_that_would_be_code_is_refused(void **state)
{
	static const char *const programs[] = {
		"sh -c \"grep " Q " .\"",
		"sh -c 'grep " Q " .'",
		"sh -c " Q,
		"/bin/bash -lc \"" Q "\"",
		"sudo su - u -c 'ls " Q "'",
		"find . -exec sh -c 'ls " Q "' \\;",
		"eval \"ls " Q "\"",
		"eval " Q,
		"trap '" Q "' EXIT",
		"ssh host ls " Q,
		"python3 -c 'print(\"" Q "\")'",
		"perl -e \"" Q "\"",
		"awk '/" Q "/ {print}' f",
		"awk " Q,
		"cat <<E\n" Q "\nE",
		"sh <<E\n" Q "\nE",
		"echo " Q " | sh",
		"echo " Q " | bash -s",
		"echo $((" Q " + 1))",
		"echo ${" Q "}",
		"echo ${x:-" Q "}",
		"echo $" Q,
		"echo \\" Q,
		"echo \"\\" Q "\"",
		"echo $'" Q "'",
		". " Q,
	};

	(void)state;
	for (size_t i = 0; i < sizeof(programs) / sizeof(*programs); i++) {
		const struct tool_call_data data = {
			.command = SLICE_INIT,
			.name = "t",
			.arguments = SLICE("{\"q\":\"x\"}"),
			.root = "/w",
		};
		struct tool_call_data call = data;
		struct strbuf command = STRBUF_INIT, err = STRBUF_INIT;

		strbuf_addstr(&command, "{\"program\":");
		json_write_string(&command, slice_str(programs[i]));
		strbuf_addstr(&command, ",\"shell\":true}");
		call.command = strbuf_slice(&command);
		assert_null(tool_command_build(&call, &err));
		if (!strstr(err.buf, "could be run as a command"))
			fail_msg("%s: %s", programs[i], err.buf);
		strbuf_release(&command);
		strbuf_release(&err);
	}
}

static void words_behind_a_script_are_words(void **state)
{
	(void)state;
	assert_words("{\"program\":\"printf '<%s>'\",\"args\":[\"a b\","
		     "\"c;echo INJ\",\"{{tool.arguments.a}}\","
		     "\"-{{tool.name}}\"],\"shell\":true}",
		     "|/bin/sh|-c|printf '<%s>' 'a b' 'c;echo INJ' \"${1}\" "
		     "\"${2}\"|sh|x y|-t");
	assert_words("{\"program\":\"sh\",\"args\":[\"-c\","
		     "\"ls {{tool.arguments.a}}\"],\"shell\":true}",
		     "the tool is not run: '{{ls {{tool.arguments.a}}}}' "
		     "stands in a script within the script, where a value "
		     "could be run as a command");
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
		/* Nothing that can be told grants nothing. */
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
	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
		struct strbuf out = STRBUF_INIT, err = STRBUF_INIT;

		if (tool_arguments_prepare(&out,
					   slice_str(samples[i].arguments),
					   slice_str(parameters), &err))
			strbuf_addf(&out, "!%s", err.buf);
		assert_string_equal(out.buf, samples[i].got);
		strbuf_release(&out);
		strbuf_release(&err);
	}
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
		/* Somebody's own of that name, once. */
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
		cmocka_unit_test(a_tool_ends_with_us_whatever_ends_us),
		cmocka_unit_test(switches_are_read_as_jp_does),
		cmocka_unit_test(a_command_line_is_cut_at_blanks),
		cmocka_unit_test(values_stand_for_their_names),
		cmocka_unit_test(a_shell_is_used_only_where_it_is_wanted),
		cmocka_unit_test(a_tool_without_a_command_is_an_error),
		cmocka_unit_test(a_tool_has_the_defaults_of_all_tools),
		cmocka_unit_test(its_own_settings_win),
		cmocka_unit_test(what_is_not_understood_is_asked_for),
		cmocka_unit_test(other_tools_are_not_run_here),
		cmocka_unit_test(what_a_template_cannot_fill_is_an_error),
		cmocka_unit_test(a_command_is_cut_as_a_shell_cuts_it),
		cmocka_unit_test(a_value_is_no_part_of_a_script),
		cmocka_unit_test(a_value_that_would_be_code_is_refused),
		cmocka_unit_test(words_behind_a_script_are_words),
		cmocka_unit_test(access_is_told_as_jp_tells_it),
		cmocka_unit_test(rules_that_bind_nobody_are_asked_about),
		cmocka_unit_test(arguments_are_checked_and_filled_in),
		cmocka_unit_test(the_tool_for_it_is_offered_with_any_other),
		cmocka_unit_test(an_empty_list_of_values_is_none),
		cmocka_unit_test(a_model_may_ask_for_the_long_text),
	};

	return cmocka_run_group_tests_name("tool", tests, NULL, NULL);
}
