#include "config.h"

#include "src/jphost/commands/plugin-print.h"

#include "tests/unit/test.h"

static void assert_print(struct plugin_print print, const char *json,
			 const char *expected)
{
	struct plugin_message msg = PLUGIN_MESSAGE_INIT;
	struct strbuf out = STRBUF_INIT, err = STRBUF_INIT;

	assert_int_equal(plugin_message_decode(&msg, slice_str(json), &err), 0);
	plugin_print_add(&print, &out, &msg);
	assert_string_equal(out.buf, expected);
	plugin_message_release(&msg);
	strbuf_release(&out);
}

static const struct plugin_print plain, rich = { .look = { 40, 24, true } },
					bare = { .look = { 40, 24, false } },
					quiet = { .quiet = true },
					json = { .json = true };

#define PRINT(rest) "{\"type\":\"print\"," rest "}"

static void plain_text_is_passed_on(void **state)
{
	(void)state;
	assert_print(rich, PRINT("\"text\":\"a *b*\\n\""), "a *b*\n");
	assert_print(plain, PRINT("\"format\":\"of_tomorrow\",\"text\":\"a\""),
		     "a");
	assert_print(plain, PRINT("\"format\":\"plain\""), "");
}

static void markdown_has_faces_on_a_terminal(void **state)
{
	static const char text[] =
		PRINT("\"format\":\"markdown\",\"text\":\"## Results\\n\\n- "
		      "item `1`\\n- **two** * *three*\\n\\n```c\\nint "
		      "*a;\\n```\\n\"");

	(void)state;
	assert_print(rich, text,
		     "\033[1mResults\033[0m\n"
		     "\n"
		     "* item \033[36m1\033[0m\n"
		     "* \033[1mtwo\033[0m * \033[3mthree\033[0m\n"
		     "\n"
		     "  \033[2mc\033[0m\n"
		     "  \033[36mint\033[0m\033[36m *a;\033[0m\n");
	assert_print(bare, text,
		     "\033[1mResults\033[0m\n"
		     "\n"
		     "* item 1\n"
		     "* \033[1mtwo\033[0m * \033[3mthree\033[0m\n"
		     "\n"
		     "  \033[2mc\033[0m\n"
		     "  int *a;\n");
	assert_print(plain, text,
		     "## Results\n\n- item `1`\n- **two** * *three*\n\n"
		     "```c\nint *a;\n```\n");
}

static void markdown_is_broken_at_the_edge(void **state)
{
	struct plugin_print narrow = { .look = { 12, 24, true } };

	(void)state;
	assert_print(narrow,
		     PRINT("\"format\":\"markdown\","
			   "\"text\":\"one two three four five\""),
		     "one two \nthree four \nfive\n");
}

static void no_sequence_of_a_text_gets_through(void **state)
{
	(void)state;
	assert_print(rich,
		     PRINT("\"format\":\"markdown\","
			   "\"text\":\"a\\u001b]0;x\\u0007b\\u001b[2Jc\""),
		     "abc\n");
	assert_print(rich,
		     PRINT("\"format\":\"code\","
			   "\"text\":\"a\\u001b[31mb\\rc\\n\\n\\u202ed\""),
		     "\033[36mab\xef\xbf\xbd"
		     "c\033[0m\n\n\033[36md\033[0m\n");
}

static void json_is_pretty(void **state)
{
	(void)state;
	assert_print(plain,
		     PRINT("\"format\":\"json\",\"text\":\"{\\\"a\\\":[1]}\""),
		     "{\n  \"a\": [\n    1\n  ]\n}\n");
	assert_print(plain, PRINT("\"format\":\"json\",\"text\":\"no json\""),
		     "no json");
	assert_print(bare,
		     PRINT("\"format\":\"json\",\"text\":\"{\\\"a\\\":[1]}\""),
		     "{\n  \"a\": [\n    1\n  ]\n}\n");
	assert_print(
		rich, PRINT("\"format\":\"json\",\"text\":\"[true]\""),
		"\033[36m[\033[0m\n\033[36m  \033[0m\033[1;35mtrue\033[0m\n"
		"\033[36m]\033[0m\n");
}

static void code_ends_its_line(void **state)
{
	(void)state;
	assert_print(plain,
		     PRINT("\"format\":\"code\",\"language\":\"rust\","
			   "\"text\":\"fn main() {}\""),
		     "fn main() {}\n");
	assert_print(rich,
		     PRINT("\"format\":\"code\",\"language\":\"rust\","
			   "\"text\":\"fn main() {}\""),
		     "\033[1;35mfn\033[0m\033[36m main() {}\033[0m\n");
}

static void quiet_leaves_content_and_errors(void **state)
{
	(void)state;
	assert_print(quiet, PRINT("\"text\":\"a\""), "a");
	assert_print(quiet, PRINT("\"channel\":\"error\",\"text\":\"a\""), "a");
	assert_print(quiet, PRINT("\"channel\":\"chrome\",\"text\":\"a\""), "");
	assert_print(quiet, PRINT("\"channel\":\"tool_call\",\"text\":\"a\""),
		     "");
}

static void all_of_it_can_be_json(void **state)
{
	(void)state;
	assert_print(json, PRINT("\"text\":\"a\\n\""),
		     "{\"channel\":\"content\",\"format\":\"plain\","
		     "\"text\":\"a\\n\"}\n");
	assert_print(json,
		     PRINT("\"channel\":\"error\",\"format\":\"code\","
			   "\"language\":\"c\",\"text\":\"b\""),
		     "{\"channel\":\"error\",\"format\":\"code\","
		     "\"language\":\"c\",\"text\":\"b\"}\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(plain_text_is_passed_on),
		cmocka_unit_test(markdown_has_faces_on_a_terminal),
		cmocka_unit_test(markdown_is_broken_at_the_edge),
		cmocka_unit_test(no_sequence_of_a_text_gets_through),
		cmocka_unit_test(json_is_pretty),
		cmocka_unit_test(code_ends_its_line),
		cmocka_unit_test(quiet_leaves_content_and_errors),
		cmocka_unit_test(all_of_it_can_be_json),
	};

	return cmocka_run_group_tests_name("print-text", tests, NULL, NULL);
}
