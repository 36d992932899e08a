#include "config.h"

#include "src/base/user-editor.h"

#include <stdlib.h>

#include "tests/unit/test.h"

static void the_first_variable_that_says_something_counts(void **state)
{
	(void)state;
	unsetenv("JP_EDITOR");
	unsetenv("VISUAL");
	unsetenv("EDITOR");
	assert_null(user_editor_variable());
	assert_string_equal(user_editor(), "vi");
	setenv("EDITOR", "ed -s", 1);
	setenv("VISUAL", "", 1);
	assert_string_equal(user_editor_variable(), "EDITOR");
	assert_string_equal(user_editor(), "ed -s");
	setenv("VISUAL", "emacs", 1);
	assert_string_equal(user_editor(), "emacs");
	setenv("JP_EDITOR", "nano", 1);
	assert_string_equal(user_editor_variable(), "JP_EDITOR");
	assert_string_equal(user_editor(), "nano");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_variable_that_says_something_counts),
	};

	return cmocka_run_group_tests_name("user-editor", tests, NULL, NULL);
}
