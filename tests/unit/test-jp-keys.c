#include "config.h"

#include "src/jphost/jp/jp-keys.h"

#include <string.h>

#include "tests/unit/test.h"

static void check_steps(struct slice rest, size_t step, const char *typed,
			const char *replies)
{
	struct strbuf keys = STRBUF_INIT, said = STRBUF_INIT;
	struct jp_keys parser = { .len = 0 };

	while (rest.len) {
		size_t len = rest.len < step ? rest.len : step;

		jp_keys_take(&parser, slice_of(rest.ptr, len), &keys, &said);
		rest = slice_skip(rest, len);
	}
	jp_keys_settle(&parser, &keys);
	assert_string_equal(keys.buf, typed);
	assert_string_equal(said.buf, replies);
	strbuf_release(&keys);
	strbuf_release(&said);
}

static void check(const char *bytes, const char *typed, const char *replies)
{
	check_steps(slice_str(bytes), strlen(bytes), typed, replies);
	check_steps(slice_str(bytes), 1, typed, replies);
}

static void keys_are_typed(void **state)
{
	(void)state;
	check("yn\r", "yn\r", "");
	check("\xc3\xa9", "\xc3\xa9", "");
	check("\x1b[A\x1b[1;5C\x1bOP\x1b[3~", "\x1b[A\x1b[1;5C\x1bOP\x1b[3~",
	      "");
	check("\x1b[200~text\x1b[201~", "\x1b[200~text\x1b[201~", "");
	check("\x1b[97;5u", "\x1b[97;5u", "");
	check("\x1b", "\x1b", "");
}

static void what_a_terminal_says_is_no_key(void **state)
{
	(void)state;
	check("\x1b[24;80R", "", "\x1b[24;80R");
	check("\x1b[?62;22c\x1b[?1u\x1b[0n", "", "\x1b[?62;22c\x1b[?1u\x1b[0n");
	check("\x1b[I\x1b[O", "", "\x1b[I\x1b[O");
	check("\x1b]11;rgb:00/00/00\x1b\\\x1bP1$r0m\x1b\\", "",
	      "\x1b]11;rgb:00/00/00\x1b\\\x1bP1$r0m\x1b\\");
}

static void a_nul_is_no_mark_of_what_a_terminal_says(void **state)
{
	const struct slice bytes = slice_of("\x1b[\0u", 4);
	struct strbuf keys = STRBUF_INIT, said = STRBUF_INIT;
	struct jp_keys parser = { .len = 0 };

	(void)state;
	jp_keys_take(&parser, bytes, &keys, &said);
	assert_true(slice_equal(strbuf_slice(&keys), bytes));
	assert_int_equal(said.len, 0);
	strbuf_release(&keys);
	strbuf_release(&said);
}

static void the_two_come_mixed(void **state)
{
	(void)state;
	check("a\x1b[5;1Rb\x1b[?62cc", "abc", "\x1b[5;1R\x1b[?62c");
}

static void what_never_ends_is_typed(void **state)
{
	struct strbuf keys = STRBUF_INIT, said = STRBUF_INIT;
	struct jp_keys parser = { .len = 0 };

	(void)state;
	jp_keys_take(&parser, SLICE("\x1b]"), &keys, &said);
	for (int i = 0; i < 2000; i++)
		jp_keys_take(&parser, SLICE("x"), &keys, &said);
	assert_true(keys.len > 1000);
	assert_int_equal(said.len, 0);
	strbuf_release(&keys);
	strbuf_release(&said);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys_are_typed),
		cmocka_unit_test(what_a_terminal_says_is_no_key),
		cmocka_unit_test(a_nul_is_no_mark_of_what_a_terminal_says),
		cmocka_unit_test(the_two_come_mixed),
		cmocka_unit_test(what_never_ends_is_typed),
	};

	return cmocka_run_group_tests_name("jp-keys", tests, NULL, NULL);
}
