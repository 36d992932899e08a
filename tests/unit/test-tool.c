#include "config.h"

#include "src/jphost/tool/tool-command.h"
#include "src/jphost/tool/tool-config.h"
#include "src/jphost/tool/tool-process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

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
		     "|run|{\"action\":\"run\",\"root\":\"/w\"}");
	assert_words("[\"run\",\"{{tool}}\"]",
		     "|run|{\"name\":\"t\",\"arguments\":{\"a\":\"x y\","
		     "\"q\":\"it's\",\"n\":[1,2],\"o\":{\"k\":true}},"
		     "\"answers\":{\"yes\":true}}");
	assert_words("\"run {{tool.arguments.none}} {{ open\"",
		     "|run||{{|open");
}

static void a_shell_is_used_only_where_it_is_wanted(void **state)
{
	(void)state;
	assert_words("{\"program\":\"p q\",\"args\":[\"{{tool.arguments.q}}\","
		     "\"; id\"]}",
		     "|p q|it's|; id");
	assert_words("{\"program\":\"p\",\"args\":[\"{{tool.arguments.q}}\","
		     "\"| wc\"],\"shell\":true}",
		     "|/bin/sh|-c|p 'it'\\''s' | wc");
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
	};

	return cmocka_run_group_tests_name("tool", tests, NULL, NULL);
}
