#include "config.h"

#include "proto/secrets.h"

#include <string.h>

#include "proto/json-scan.h"
#include "tests/unit/test.h"

static void assert_text(const char *text, const char *want)
{
	struct strbuf out = STRBUF_INIT;

	secrets_add_text(&out, slice_str(text));
	assert_string_equal(out.buf, want);
	strbuf_release(&out);
}

/* Lines in order; checks the result of the last. */
static void assert_lines(const char *const *lines, const char *want)
{
	struct strbuf out = STRBUF_INIT, err = STRBUF_INIT;
	struct secrets secrets;

	secrets_init(&secrets);
	for (; *lines; lines++) {
		strbuf_reset(&out);
		secrets_add_line(&secrets, &out, slice_str(*lines));
		assert_int_equal(json_check(strbuf_slice(&out), NULL, &err), 0);
	}
	assert_string_equal(out.buf, want);
	secrets_release(&secrets);
	strbuf_release(&out);
	strbuf_release(&err);
}

static void assert_line(const char *line, const char *want)
{
	const char *const lines[] = { line, NULL };

	assert_lines(lines, want);
}

static void keys_of_known_kinds_go_wherever_they_stand(void **state)
{
	(void)state;
	assert_text("use sk-abcdefghijklmnopqrstuv now", "use *** now");
	assert_text("x=ghp_0123456789abcdefghij;", "x=***;");
	assert_text("(AKIAABCDEFGHIJKLMNOP)", "(***)");
	assert_text("-H 'Authorization: Bearer abcdefgh12'",
		    "-H 'Authorization: ***'");
	assert_text("send Bearer abcdefgh12 along", "send Bearer *** along");
	assert_text("-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA "
		    "PRIVATE KEY-----",
		    "***-----END RSA PRIVATE KEY-----");
	assert_text("git clone https://ann:pw@box/x", "git clone "
						      "https://***@box/x");
}

static void assignments_to_names_of_secrets_lose_their_value(void **state)
{
	(void)state;
	assert_text("DB_PASSWORD=hunter2 make", "DB_PASSWORD=*** make");
	assert_text("?api_key=abc&q=1", "?api_key=***&q=1");
	assert_text("{\\\"token\\\": \\\"abc\\\", \\\"a\\\": 1}",
		    "{\\\"token\\\": \\\"***\\\", \\\"a\\\": 1}");
}

static void all_else_stays_as_it_is(void **state)
{
	(void)state;
	assert_text("ask-me sk-short hf_x eyJ Bearer of news",
		    "ask-me sk-short hf_x eyJ Bearer of news");
	assert_text("a://b/c@d \\nsk \\", "a://b/c@d \\nsk \\");
	assert_text("the token is lost, keyboard=1",
		    "the token is lost, keyboard=1");
	assert_line("{\"type\":\"event\",\"data\":{\"type\":\"usage\","
		    "\"input_tokens\":12,\"text\":\"a \\\"b\\\" c\"}}",
		    "{\"type\":\"event\",\"data\":{\"type\":\"usage\","
		    "\"input_tokens\":12,\"text\":\"a \\\"b\\\" c\"}}");
}

static void members_named_like_secrets_lose_their_strings(void **state)
{
	(void)state;
	assert_line("{\"a\":{\"api-key\" : \"v\\\"w\",\"n\":\"v\"}}",
		    "{\"a\":{\"api-key\" : \"***\",\"n\":\"v\"}}");
	assert_line("{\"tokens\":[\"a\",\"b\"],\"n\":\"v\"}",
		    "{\"tokens\":[\"***\",\"***\"],\"n\":\"v\"}");
	assert_line("{\"cmd\":\"x\\nsk-abcdefghijklmnopqrstuv\"}",
		    "{\"cmd\":\"x\\n***\"}");
	/* An unterminated text does not swallow the line's own end. */
	assert_line("{\"k\":\"-----BEGIN PRIVATE KEY-----\\nMII\",\"n\":1}",
		    "{\"k\":\"***\",\"n\":1}");
}

static void the_configuration_is_left_out(void **state)
{
	(void)state;
	assert_line("{\"type\":\"init\",\"config\":{\"a\":[{}]},\"options\":"
		    "{\"theme\":\"dark\",\"x_token\":\"t\"}}",
		    "{\"type\":\"init\",\"config\":{},\"options\":"
		    "{\"theme\":\"dark\",\"x_token\":\"***\"}}");
}

static void an_answer_to_a_question_for_a_secret_is_hidden(void **state)
{
	static const char *const pushed[] = {
		"{\"type\":\"event\",\"data\":{\"type\":\"inquiry_request\","
		"\"id\":\"i1\",\"question\":{\"text\":\"?\",\"answer_type\":"
		"{\"type\":\"secret\"}}}}",
		"{\"type\":\"event\",\"data\":{\"type\":\"inquiry_response\","
		"\"id\":\"i1\",\"answer\":\"hunter2\"}}",
		NULL
	};
	static const char *const read[] = {
		"{\"type\":\"events\",\"data\":[{\"type\":\"inquiry_request\","
		"\"id\":\"i1\",\"question\":\"?\",\"answer_type\":\"secret\"},"
		"{\"type\":\"inquiry_response\",\"id\":\"i2\",\"answer\":"
		"\"plain\"},{\"type\":\"inquiry_response\",\"id\":\"i1\","
		"\"outcome\":{\"answer\":\"hunter2\"}}]}",
		NULL
	};

	(void)state;
	assert_lines(pushed,
		     "{\"type\":\"event\",\"data\":{\"type\":"
		     "\"inquiry_response\",\"id\":\"i1\",\"answer\":\"*\"}}");
	assert_lines(read,
		     "{\"type\":\"events\",\"data\":[{\"type\":"
		     "\"inquiry_request\",\"id\":\"i1\",\"question\":\"?\","
		     "\"answer_type\":\"secret\"},{\"type\":"
		     "\"inquiry_response\",\"id\":\"i2\",\"answer\":"
		     "\"plain\"},{\"type\":\"inquiry_response\",\"id\":\"i1\","
		     "\"outcome\":{\"answer\":\"*\"}}]}");
}

/* Malformed or truncated lines are read to their end and no further (sanitizers
 * check that). */
static void broken_lines_are_taken(void **state)
{
	static const char line[] =
		"{\"type\":\"event\",\"data\":{\"type\":\"x\",\"password\":"
		"\"a\\\"b\",\"u\":\"https://a:b@c Bearer abcdefgh9\"}}\\";
	struct secrets secrets;

	(void)state;
	secrets_init(&secrets);
	for (size_t len = 0; len < sizeof(line); len++) {
		struct strbuf out = STRBUF_INIT, cut = STRBUF_INIT;

		strbuf_add(&cut, line, len);
		secrets_add_line(&secrets, &out, strbuf_slice(&cut));
		secrets_add_text(&out, strbuf_slice(&cut));
		assert_true(out.len || !len);
		strbuf_release(&out);
		strbuf_release(&cut);
	}
	secrets_release(&secrets);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys_of_known_kinds_go_wherever_they_stand),
		cmocka_unit_test(
			assignments_to_names_of_secrets_lose_their_value),
		cmocka_unit_test(all_else_stays_as_it_is),
		cmocka_unit_test(members_named_like_secrets_lose_their_strings),
		cmocka_unit_test(the_configuration_is_left_out),
		cmocka_unit_test(
			an_answer_to_a_question_for_a_secret_is_hidden),
		cmocka_unit_test(broken_lines_are_taken),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
