#include "config.h"

#include "src/jphost/provider/openai-headers.h"

#include <stdlib.h>

#include "src/jphost/provider/secret-env.h"
#include "tests/unit/test.h"

/* All lines and all secrets, or the error after a '!'. */
static void assert_headers(const char *const *lines, const char *got)
{
	struct openai_headers headers = OPENAI_HEADERS_INIT;
	struct strbuf out = STRBUF_INIT, err = STRBUF_INIT;

	for (; *lines && !err.len; lines++)
		openai_headers_add_line(&headers, slice_str(*lines), true, "it",
					&err);
	for (size_t i = 0; i < headers.count; i++)
		strbuf_addf(&out, "%s|", headers.lines[i]);
	for (size_t i = 0; i < headers.secret_count; i++)
		strbuf_addf(&out, "<%s>", headers.secrets[i]);
	if (err.len)
		strbuf_setf(&out, "!%s", err.buf);
	assert_string_equal(out.buf, got);
	openai_headers_release(&headers);
	strbuf_release(&out);
	strbuf_release(&err);
}

#define GOT(got, ...) \
	assert_headers((const char *const[]){ __VA_ARGS__, NULL }, got)

static void a_header_takes_the_place_of_one_of_its_name(void **state)
{
	(void)state;
	GOT("X-One: 2|b: c|", "x-one: 1", "b: c", "X-One:  2 ");
	GOT("x-one: |", "x-one:");
	GOT("x-one: a: b|", "x-one: a: b");
}

static void what_is_no_header_is_refused_without_its_value(void **state)
{
	(void)state;
	GOT("!it is not 'Name: value'", "secret-without-name");
	GOT("!it is not 'Name: value'", ": secret");
	GOT("!it is not 'Name: value'", "a b: secret");
	GOT("!it is not 'Name: value'", "");
	GOT("!the header 'a' has a control character", "a: b\rc: d");
	GOT("!the header 'a' has a control character", "a: b\nc: d");
	GOT("!the header 'content-length' cannot be set", "content-length: 1");
	GOT("!the header 'Transfer-Encoding' cannot be set",
	    "Transfer-Encoding: chunked");
}

static void a_variable_is_its_value_and_gone(void **state)
{
	(void)state;
	setenv("TEST_TOKEN_A", " tok-of-gateway ", 1);
	setenv("USER", "somebody-long", 1);
	GOT("a: <tok-of-gateway>|<tok-of-gateway>", "a: <$TEST_TOKEN_A>");
	assert_null(getenv("TEST_TOKEN_A"));
	GOT("a: xtok-of-gatewayx|<tok-of-gateway>", "a: x${TEST_TOKEN_A}x");
	GOT("a: $TEST_TOKEN_A $ $1 ${x|", "a: $$TEST_TOKEN_A $ $1 ${x");
	GOT("!the header 'a': $TEST_NOT_SET is not set", "a: $TEST_NOT_SET");
	/* The user's name is not a secret, and tools need it. */
	GOT("a: somebody-long|", "a: $USER");
	assert_string_equal(getenv("USER"), "somebody-long");
	assert_true(secret_env_is_plain("HOME"));
	assert_true(secret_env_is_plain("XDG_RUNTIME_DIR"));
	/* A name that only begins so may be anything. */
	setenv("XDG_SECRET", "tok-of-xdg", 1);
	GOT("a: tok-of-xdg|<tok-of-xdg>", "a: $XDG_SECRET");
	assert_null(getenv("XDG_SECRET"));
}

static void what_is_no_header_takes_its_variables_too(void **state)
{
	(void)state;
	setenv("TEST_TOKEN_C", "tok-of-c", 1);
	setenv("TEST_TOKEN_D", "tok-of-d", 1);
	setenv("TEST_TOKEN_E", "tok-of-e", 1);
	setenv("TEST_TOKEN_F", "left", 1);
	setenv("XDG_DATA_DIRS", "left", 1);
	GOT("!it is not 'Name: value'", "$TEST_TOKEN_C");
	GOT("!it is not 'Name: value'", "a b: $TEST_TOKEN_C");
	GOT("!the header 'a': $TEST_NOT_SET is not set",
	    "a: $TEST_NOT_SET ${TEST_TOKEN_D}");
	openai_headers_take(SLICE("[x\nb = \"$$TEST_TOKEN_F ${TEST_TOKEN_F "
				  "$XDG_DATA_DIRS$TEST_TOKEN_E"));
	assert_null(getenv("TEST_TOKEN_C"));
	assert_null(getenv("TEST_TOKEN_D"));
	assert_null(getenv("TEST_TOKEN_E"));
	assert_string_equal(getenv("TEST_TOKEN_F"), "left");
	assert_string_equal(getenv("XDG_DATA_DIRS"), "left");
	GOT("a: tok-of-e|<tok-of-e>", "a: $TEST_TOKEN_E");
}

static void jp_gets_the_variables_back(void **state)
{
	(void)state;
	setenv("OPENAI_API_KEY", "sk-ours", 1);
	setenv("JPHOST_HEADERS", "b: c", 1);
	setenv("TEST_TOKEN_B", "tok-of-b", 1);
	assert_string_equal(secret_env_key(), "sk-ours");
	GOT("a: tok-of-b|<tok-of-b>", "a: $TEST_TOKEN_B");
	assert_null(getenv("OPENAI_API_KEY"));
	assert_null(getenv("JPHOST_HEADERS"));
	assert_null(getenv("TEST_TOKEN_B"));
	secret_env_put_back();
	assert_string_equal(getenv("OPENAI_API_KEY"), "sk-ours");
	assert_string_equal(getenv("JPHOST_HEADERS"), "b: c");
	assert_string_equal(getenv("TEST_TOKEN_B"), "tok-of-b");
}

static void a_name_tells_that_its_value_is_secret(void **state)
{
	(void)state;
	GOT("api-key: 0123456789|<0123456789>", "api-key: 0123456789");
	GOT("x-virtual-key: 0123456789|<0123456789>",
	    "x-virtual-key: 0123456789");
	GOT("cf-aig-authorization: Bearer 0123456789|"
	    "<Bearer 0123456789><0123456789>",
	    "cf-aig-authorization: Bearer 0123456789");
	GOT("x-portkey-provider: anthropic|", "x-portkey-provider: anthropic");
	/* As for the key: a short one may occur as a word in any text. */
	GOT("api-key: key|", "api-key: key");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_header_takes_the_place_of_one_of_its_name),
		cmocka_unit_test(
			what_is_no_header_is_refused_without_its_value),
		/* The variables are taken once. */
		cmocka_unit_test(jp_gets_the_variables_back),
		cmocka_unit_test(a_variable_is_its_value_and_gone),
		cmocka_unit_test(what_is_no_header_takes_its_variables_too),
		cmocka_unit_test(a_name_tells_that_its_value_is_secret),
	};

	return cmocka_run_group_tests_name("openai-headers", tests, NULL, NULL);
}
