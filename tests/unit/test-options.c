#include "config.h"

#include "proto/host-message.h"
#include "src/dashboard/app/options.h"
#include "tests/unit/test.h"

/* What the configuration and the arguments say, and what they may not. */

static void read_init(const char *members, int wanted, const char *sentence)
{
	struct host_message init = HOST_MESSAGE_INIT;
	struct strbuf line = STRBUF_INIT, err = STRBUF_INIT;
	struct options options;

	strbuf_addf(&line, "{\"type\":\"init\",\"version\":1,%s}", members);
	assert_int_equal(host_message_decode(&init, strbuf_slice(&line), &err),
			 0);
	options_init(&options);
	assert_int_equal(options_read(&options, &init, &err), wanted);
	assert_string_equal(err.len ? err.buf : "", sentence);
	options_release(&options);
	host_message_release(&init);
	strbuf_release(&line);
	strbuf_release(&err);
}

static void one_key_for_two_commands_is_refused(void **state)
{
	(void)state;
	read_init("\"args\":[\"--bind\",\"Z zoom\",\"--bind\",\"Z quit\"]", -1,
		  "'Z zoom' and 'Z quit' are of one key");
	read_init("\"options\":{\"keys\":{\"<C-a>\":\"zoom\","
		  "\"<c-a>\":\"quit\"}}",
		  -1, "'<C-a> zoom' and '<c-a> quit' are of one key");
	read_init("\"args\":[\"--bind\",\"Z zoom\",\"--bind\",\"Z zoom\"]", 0,
		  "");
}

static void an_argument_wins_over_the_configuration(void **state)
{
	(void)state;
	read_init("\"options\":{\"keys\":{\"Z\":\"zoom\"}},"
		  "\"args\":[\"--bind\",\"Z quit\"]",
		  0, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_key_for_two_commands_is_refused),
		cmocka_unit_test(an_argument_wins_over_the_configuration),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
