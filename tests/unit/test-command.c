#include "config.h"

#include "ui/view/command.h"

#include "tests/unit/test.h"
#include "ui/view/key.h"

static void every_command_is_found_by_its_name(void **state)
{
	(void)state;
	for (int id = COMMAND_NONE + 1; id < COMMAND_COUNT; id++)
		assert_int_equal(command_find(slice_str(command_name(id))), id);
}

static void another_name_finds_none(void **state)
{
	(void)state;
	assert_int_equal(command_find(SLICE("")), COMMAND_NONE);
	assert_int_equal(command_find(SLICE("none")), COMMAND_NONE);
	assert_int_equal(command_find(SLICE("qui")), COMMAND_NONE);
	assert_int_equal(command_find(SLICE("quit ")), COMMAND_NONE);
	assert_int_equal(command_find(SLICE("Quit")), COMMAND_NONE);
}

static void the_rows_of_the_table_give_what_they_say(void **state)
{
	(void)state;
	assert_string_equal(command_name(COMMAND_ANSWER), "answer");
	assert_string_equal(command_keys(COMMAND_ANSWER), "a <F2>");
	assert_int_equal(command_group(COMMAND_ANSWER), COMMAND_GROUP_DOING);
	assert_string_equal(command_help(COMMAND_ANSWER),
			    "Answer pending requests, oldest first");
	assert_null(command_help(COMMAND_PANE_2));
	assert_string_equal(command_group_title(COMMAND_GROUP_READING),
			    "Reading");
}

/* The help, the palette and the completion list what has a help text; the key
 * of pane 1 stands there for the others. */
static void every_command_is_listed_but_those_of_panes_2_to_9(void **state)
{
	(void)state;
	for (int id = COMMAND_NONE + 1; id < COMMAND_COUNT; id++)
		assert_int_equal(command_help(id) == NULL,
				 id >= COMMAND_PANE_2 && id <= COMMAND_PANE_9);
}

static void default_keys_are_keys_and_each_has_one_command(void **state)
{
	struct key seen[200];
	size_t count = 0;

	(void)state;
	for (int id = COMMAND_NONE + 1; id < COMMAND_COUNT; id++) {
		struct slice keys = slice_str(command_keys(id));

		while (keys.len) {
			struct key key;

			if (keys.ptr[0] == ' ') {
				keys = slice_skip(keys, 1);
				continue;
			}
			assert_true(key_parse(&keys, &key));
			for (size_t i = 0; i < count; i++)
				assert_false(key_equal(seen[i], key));
			assert_true(count < 200);
			seen[count++] = key;
		}
	}
	assert_true(count > 40);
}

/* What a line runs: "name|argument", or the error. */
static void assert_runs(const char *line, const char *want)
{
	struct strbuf got = STRBUF_INIT, err = STRBUF_INIT;
	struct slice argument;
	enum command_id id = command_parse(slice_str(line), &argument, &err);

	if (id == COMMAND_NONE)
		strbuf_addslice(&got, strbuf_slice(&err));
	else
		strbuf_addf(&got, "%s|%.*s", command_name(id),
			    (int)argument.len, argument.ptr);
	assert_string_equal(got.buf, want);
	strbuf_release(&got);
	strbuf_release(&err);
}

static void a_line_runs_a_command_by_its_name(void **state)
{
	(void)state;
	assert_runs("help", "help|");
	assert_runs("  help  ", "help|");
	assert_runs("layout grid", "layout|grid");
	assert_runs("search   two  words ", "search|two  words");
	assert_runs("search", "search|");
}

static void a_beginning_that_one_name_has_is_enough(void **state)
{
	(void)state;
	assert_runs("q", "quit|");
	assert_runs("lay rows", "layout|rows");
	/* A whole name wins over longer ones. */
	assert_runs("open x", "open|x");
	assert_runs("split", "which one: split-right, split-below?");
}

static void what_cannot_be_run_is_one_sentence(void **state)
{
	(void)state;
	assert_runs("", "no command");
	assert_runs("   ", "no command");
	assert_runs("qiut", "unknown command: 'qiut'");
	assert_runs("zoom 3", "'zoom' takes nothing more");
	assert_runs("layout", "'layout' needs columns|rows|grid|main");
	assert_runs("bind ", "'bind' needs KEY COMMAND");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_command_is_found_by_its_name),
		cmocka_unit_test(another_name_finds_none),
		cmocka_unit_test(the_rows_of_the_table_give_what_they_say),
		cmocka_unit_test(
			every_command_is_listed_but_those_of_panes_2_to_9),
		cmocka_unit_test(
			default_keys_are_keys_and_each_has_one_command),
		cmocka_unit_test(a_line_runs_a_command_by_its_name),
		cmocka_unit_test(a_beginning_that_one_name_has_is_enough),
		cmocka_unit_test(what_cannot_be_run_is_one_sentence),
	};

	return cmocka_run_group_tests_name("command", tests, NULL, NULL);
}
