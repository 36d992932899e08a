#include "config.h"

#include "ui/view/keymap.h"

#include "tests/unit/test.h"

static struct key key_of(const char *text)
{
	struct slice rest = slice_str(text);
	struct key key;

	assert_true(key_parse(&rest, &key));
	return key;
}

static enum command_id found(const struct keymap *keymap, const char *key)
{
	return keymap_find(keymap, key_of(key));
}

static int bind(struct keymap *keymap, const char *key, const char *command,
		struct strbuf *err)
{
	return keymap_bind(keymap, slice_str(key), slice_str(command), err);
}

static void assert_keys(const struct keymap *keymap, enum command_id id,
			const char *want)
{
	struct strbuf keys = STRBUF_INIT;

	keymap_keys(&keys, keymap, id);
	assert_string_equal(keys.buf, want);
	strbuf_release(&keys);
}

static void it_starts_with_the_defaults(void **state)
{
	struct keymap keymap;

	(void)state;
	keymap_init(&keymap);
	assert_int_equal(found(&keymap, "q"), COMMAND_QUIT);
	assert_int_equal(found(&keymap, "<Tab>"), COMMAND_NEXT_PANE);
	assert_int_equal(found(&keymap, "<S-Tab>"), COMMAND_PREVIOUS_PANE);
	assert_int_equal(found(&keymap, "|"), COMMAND_SPLIT_RIGHT);
	assert_int_equal(found(&keymap, "v"), COMMAND_SPLIT_RIGHT);
	assert_int_equal(found(&keymap, "<C-d>"), COMMAND_HALF_DOWN);
	assert_int_equal(found(&keymap, "<Space>"), COMMAND_PAGE_DOWN);
	assert_keys(&keymap, COMMAND_SWAP_PREVIOUS, "<");
	keymap_release(&keymap);
}

static void case_and_modifiers_make_another_key(void **state)
{
	struct keymap keymap;

	(void)state;
	keymap_init(&keymap);
	assert_int_equal(found(&keymap, "x"), COMMAND_CLOSE_PANE);
	assert_int_equal(found(&keymap, "X"), COMMAND_CANCEL);
	assert_int_equal(found(&keymap, "<M-x>"), COMMAND_PALETTE);
	assert_int_equal(found(&keymap, "<C-x>"), COMMAND_NONE);
	keymap_release(&keymap);
}

static void a_key_is_bound_anew(void **state)
{
	struct keymap keymap;
	struct strbuf err = STRBUF_INIT;

	(void)state;
	keymap_init(&keymap);
	assert_int_equal(bind(&keymap, "q", "close-pane", &err), 0);
	assert_int_equal(found(&keymap, "q"), COMMAND_CLOSE_PANE);
	assert_keys(&keymap, COMMAND_QUIT, "");
	assert_keys(&keymap, COMMAND_CLOSE_PANE, "x, q");
	assert_int_equal(bind(&keymap, "<C-q>", "quit", &err), 0);
	assert_keys(&keymap, COMMAND_QUIT, "C-q");
	assert_int_equal(err.len, 0);
	keymap_release(&keymap);
}

static void none_frees_a_key(void **state)
{
	struct keymap keymap;
	struct strbuf err = STRBUF_INIT;

	(void)state;
	keymap_init(&keymap);
	assert_int_equal(bind(&keymap, "a", "none", &err), 0);
	assert_int_equal(found(&keymap, "a"), COMMAND_NONE);
	assert_keys(&keymap, COMMAND_ANSWER, "F2");
	assert_int_equal(bind(&keymap, "a", "none", &err), 0);
	assert_int_equal(found(&keymap, "<F2>"), COMMAND_ANSWER);
	keymap_release(&keymap);
}

static void assert_function_key(const struct keymap *keymap,
				const char *expected)
{
	struct strbuf key = STRBUF_INIT;

	assert_int_equal(
		keymap_first_function_key(&key, keymap, COMMAND_ANSWER),
		*expected != '\0');
	assert_string_equal(key.buf, expected);
	strbuf_release(&key);
}

static void the_first_function_key_is_found_behind_letters(void **state)
{
	struct keymap keymap;
	struct strbuf err = STRBUF_INIT;

	(void)state;
	keymap_init(&keymap);
	assert_function_key(&keymap, "F2");
	assert_int_equal(bind(&keymap, "<F2>", "none", &err), 0);
	assert_function_key(&keymap, "");
	assert_int_equal(bind(&keymap, "<Home>", "answer", &err), 0);
	assert_function_key(&keymap, "");
	assert_int_equal(bind(&keymap, "<S-F3>", "answer", &err), 0);
	assert_function_key(&keymap, "S-F3");
	assert_keys(&keymap, COMMAND_ANSWER, "a, Home, S-F3");
	keymap_release(&keymap);
}

static void what_is_no_key_is_refused(void **state)
{
	static const char *const bad[] = { "",    "qq",   "<Nope>",
					   "<C-", "\x01", "q " };
	struct keymap keymap;
	struct strbuf err = STRBUF_INIT;

	(void)state;
	keymap_init(&keymap);
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		assert_int_equal(bind(&keymap, bad[i], "help", &err), -1);
	assert_string_equal(err.buf, "not a key: 'q '");
	assert_int_equal(found(&keymap, "q"), COMMAND_QUIT);
	assert_keys(&keymap, COMMAND_HELP, "?, F1");
	strbuf_release(&err);
	keymap_release(&keymap);
}

static void an_unknown_command_is_refused(void **state)
{
	struct keymap keymap;
	struct strbuf err = STRBUF_INIT;

	(void)state;
	keymap_init(&keymap);
	assert_int_equal(bind(&keymap, "q", "quti", &err), -1);
	assert_string_equal(err.buf, "unknown command: 'quti'");
	assert_int_equal(bind(&keymap, "q", "", &err), -1);
	assert_int_equal(found(&keymap, "q"), COMMAND_QUIT);
	strbuf_release(&err);
	keymap_release(&keymap);
}

static void a_line_that_takes_a_key_tells_whose(void **state)
{
	struct keymap keymap;

	(void)state;
	keymap_init(&keymap);
	assert_int_equal(keymap_taken_by(&keymap, SLICE("q zoom")),
			 COMMAND_QUIT);
	assert_int_equal(keymap_taken_by(&keymap, SLICE("q quit")),
			 COMMAND_NONE);
	assert_int_equal(keymap_taken_by(&keymap, SLICE("q none")),
			 COMMAND_NONE);
	assert_int_equal(keymap_taken_by(&keymap, SLICE("<F9> zoom")),
			 COMMAND_NONE);
	assert_int_equal(keymap_taken_by(&keymap, SLICE("no")), COMMAND_NONE);
	keymap_release(&keymap);
}

static void all_keys_of_a_command_are_told(void **state)
{
	struct keymap keymap;

	(void)state;
	keymap_init(&keymap);
	assert_keys(&keymap, COMMAND_ANSWER, "a, F2");
	assert_keys(&keymap, COMMAND_SPLIT_RIGHT, "|, v");
	keymap_release(&keymap);
	keymap_release(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_starts_with_the_defaults),
		cmocka_unit_test(case_and_modifiers_make_another_key),
		cmocka_unit_test(a_key_is_bound_anew),
		cmocka_unit_test(none_frees_a_key),
		cmocka_unit_test(
			the_first_function_key_is_found_behind_letters),
		cmocka_unit_test(what_is_no_key_is_refused),
		cmocka_unit_test(an_unknown_command_is_refused),
		cmocka_unit_test(a_line_that_takes_a_key_tells_whose),
		cmocka_unit_test(all_keys_of_a_command_are_told),
	};

	return cmocka_run_group_tests_name("keymap", tests, NULL, NULL);
}
