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
			    "Answer what waits, oldest first");
	assert_null(command_help(COMMAND_PANE_2));
	assert_string_equal(command_group_title(COMMAND_GROUP_READING),
			    "Reading");
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_command_is_found_by_its_name),
		cmocka_unit_test(another_name_finds_none),
		cmocka_unit_test(the_rows_of_the_table_give_what_they_say),
		cmocka_unit_test(
			default_keys_are_keys_and_each_has_one_command),
	};

	return cmocka_run_group_tests_name("command", tests, NULL, NULL);
}
