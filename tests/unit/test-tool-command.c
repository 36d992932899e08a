#include "config.h"

#include "src/jphost/tool/tool-command.h"

#include <string.h>

#include "proto/json-write.h"
#include "src/base/xalloc.h"
#include "tests/unit/test.h"

/* The words of a command, each after a '|'. */
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

/* The script of a shell tool, followed by its values. */
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
	assert_script("echo " Q " | grep -c sh",
		      GOT("echo \"${1}\" | grep -c sh"));
	assert_script("echo " Q " | xargs ls -c",
		      GOT("echo \"${1}\" | xargs ls -c"));
	assert_script("D=$PWD grep -c " Q " f",
		      GOT("D=$PWD grep -c \"${1}\" f"));
	assert_script("sudo sh script " Q, GOT("sudo sh script \"${1}\""));
	assert_script("sed -n 1,5p " Q, GOT("sed -n 1,5p \"${1}\""));
	assert_script("sed -e s/a/b/ -- " Q, GOT("sed -e s/a/b/ -- \"${1}\""));
	assert_script("sed -f x.sed " Q " | grep " Q,
		      "|/bin/sh|-c|sed -f x.sed \"${1}\" | grep \"${2}\"|sh|"
		      "it's|it's");
	assert_script("( (ls); ls " Q ")", GOT("( (ls); ls \"${1}\")"));
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
		"echo " Q " | sudo -u me sh",
		"echo " Q " | LANG=C nice -n 5 bash -x",
		"echo " Q " | (sh)",
		"echo " Q " | { sh; }",
		"echo " Q " | tee log | sh",
		"echo " Q " | python3 -",
		"echo " Q " | xargs -0 sh -c",
		"echo " Q " | xargs -0 -n 1 env sh -c",
		"S=sh; $S -c \"echo " Q "\"",
		"S=sh; \"$S\" -c \"echo " Q "\"",
		"S=sh; X=1 ${S} -c 'echo " Q "'",
		"echo $((" Q " + 1))",
		"echo ${" Q "}",
		"echo ${x:-" Q "}",
		"echo $" Q,
		"echo \\" Q,
		"echo \"\\" Q "\"",
		"echo $'" Q "'",
		". " Q,
		"sed \"s/x/" Q "/\" f",
		"sed -i.bak 's/" Q "/y/' f",
		"sed -n /" Q "/p f",
		"sed -n -e p -e \"s/x/" Q "/\" f",
		"sed -ne 's/x/" Q "/p' f",
		"sed --expression=\"" Q "\" f",
		"sed -es/x/" Q "/ f",
		"sed -l 5 \"s/x/" Q "/\" f",
		"cat f | sudo /bin/sed " Q,
		"let \"x = " Q "\"",
		"declare -i x=" Q,
		"[[ " Q " -gt 3 ]] && ls",
		"((x = " Q "))",
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
		if (tool_command_build(&call, &err) ||
		    !strstr(err.buf, "could be run as a command"))
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
		     "is in a script within the script, where a value "
		     "could be run as a command");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_command_line_is_cut_at_blanks),
		cmocka_unit_test(values_stand_for_their_names),
		cmocka_unit_test(a_shell_is_used_only_where_it_is_wanted),
		cmocka_unit_test(a_tool_without_a_command_is_an_error),
		cmocka_unit_test(what_a_template_cannot_fill_is_an_error),
		cmocka_unit_test(a_command_is_cut_as_a_shell_cuts_it),
		cmocka_unit_test(a_value_is_no_part_of_a_script),
		cmocka_unit_test(a_value_that_would_be_code_is_refused),
		cmocka_unit_test(words_behind_a_script_are_words),
	};

	return cmocka_run_group_tests_name("tool-command", tests, NULL, NULL);
}
