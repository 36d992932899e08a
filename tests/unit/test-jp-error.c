#include "config.h"

#include "src/jphost/jp/jp-error.h"

#include <string.h>

#include "tests/unit/test.h"

static void check(const char *printed, const char *error)
{
	struct strbuf out = STRBUF_INIT;

	jp_error_add(&out, slice_str(printed));
	assert_string_equal(out.len ? out.buf : "", error);
	strbuf_release(&out);
}

static void an_error_is_named_with_its_cause(void **state)
{
	(void)state;
	/* On a terminal, and elsewhere. */
	check("Hello.\r\n\r\nError while making HTTP request\r\n\r\n"
	      "    error sending request for url (http://h/v1/models)\r\n"
	      "    tcp connect error\r\n"
	      "    Connection refused (os error 111)\r\n\r\n"
	      "Full trace log written to: /tmp/.tmpWqW\r\n",
	      "Error while making HTTP request: "
	      "Connection refused (os error 111)");
	check("CLI Config error\n| error | nix: unknown key |\n\n\n"
	      "Full trace log written to: /tmp/.tmpWqW\n",
	      "CLI Config error: error | nix: unknown key");
}

static void an_error_without_a_cause_is_its_name(void **state)
{
	(void)state;
	check("  of another\nFailed to lock conversation jp-c17\n\nFull trace "
	      "log written to: x",
	      "Failed to lock conversation jp-c17");
	check("", "");
	check("\r\n \r\n||\n", "");
}

static void what_is_too_long_is_no_error(void **state)
{
	char text[1000];

	(void)state;
	memset(text, 'x', sizeof(text));
	text[999] = '\0';
	text[0] = 'E';
	text[1] = '\n';
	check(text, "E");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_error_is_named_with_its_cause),
		cmocka_unit_test(an_error_without_a_cause_is_its_name),
		cmocka_unit_test(what_is_too_long_is_no_error),
	};

	return cmocka_run_group_tests_name("jp-error", tests, NULL, NULL);
}
