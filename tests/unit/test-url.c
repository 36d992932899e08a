#include "config.h"

#include "src/base/url.h"

#include <stdlib.h>

#include "src/base/xalloc.h"
#include "tests/unit/test.h"

static void a_login_stands_before_the_host(void **state)
{
	static const struct {
		const char *text, *login;
	} samples[] = {
		{ "://u:p@h/x", "u:p" },
		{ "://u@h", "u" },
		{ "://u:p@ss@h:1/v1#x", "u:p@ss" },
		{ "://u:p@h/@cf/m", "u:p" },
		{ "://h/x", "" },
		{ "://h/a@b", "" },
		{ "://h:80/a@b", "" },
		{ "://[::1]:80/a@b", "" },
		{ "://[::1]/a@b", "" },
		{ "://h?a@b", "" },
		/* It should have been encoded, but it is one. */
		{ "://u:p/q@h/x", "u:p/q" },
		{ "://u:p?q#r@h/x", "u:p?q#r" },
		/* The URL ends before. */
		{ "://h a@b", "" },
		{ "://h\"a@b", "" },
		{ "://u:p/q \"a@b", "" },
		{ "://", "" },
		{ "://@h", "" },
		{ "u:p@h", "" },
		{ "", "" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(samples); i++) {
		struct slice login = url_login(slice_str(samples[i].text));
		char *text = xmemdupz(login.ptr, login.len);

		assert_string_equal(text, samples[i].login);
		free(text);
	}
}

static void an_escaped_byte_is_two_hexadecimal_digits(void **state)
{
	(void)state;
	assert_int_equal(url_byte(SLICE("%2f")), '/');
	assert_int_equal(url_byte(SLICE("%FFx")), 0xff);
	assert_int_equal(url_byte(SLICE("%00")), 0);
	assert_int_equal(url_byte(SLICE("%2")), -1);
	assert_int_equal(url_byte(SLICE("%2g")), -1);
	assert_int_equal(url_byte(SLICE("/2f")), -1);
	assert_int_equal(url_byte(SLICE("")), -1);
}

static void logins_become_asterisks_of_their_length(void **state)
{
	char text[] =
		"{\"a\":\"openai:http://u:p@h/v1\",\"b\":\"http://h/a@b\","
		"\"c\":\"ftp://user@h\"} ://";

	(void)state;
	url_hide_logins(text);
	assert_string_equal(text, "{\"a\":\"openai:http://***@h/v1\","
				  "\"b\":\"http://h/a@b\","
				  "\"c\":\"ftp://****@h\"} ://");
}

static void many_beginnings_take_linear_time(void **state)
{
	size_t len = 300000;
	char *text = xcalloc(len + 1, 1);

	(void)state;
	for (size_t i = 0; i < len; i++)
		text[i] = "://"[i % 3];
	url_hide_logins(text);
	assert_int_equal(strspn(text, ":/"), len);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_login_stands_before_the_host),
		cmocka_unit_test(an_escaped_byte_is_two_hexadecimal_digits),
		cmocka_unit_test(logins_become_asterisks_of_their_length),
		cmocka_unit_test(many_beginnings_take_linear_time),
	};

	return cmocka_run_group_tests_name("url", tests, NULL, NULL);
}
