#include "config.h"

#include <string.h>

#include "proto/host-message.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/options.h"
#include "tests/unit/test.h"

/* Configuration and arguments, and what they may not contain. */

static void read_into(struct options *options, const char *members, int wanted,
		      const char *sentence)
{
	struct host_message init = HOST_MESSAGE_INIT;
	struct strbuf line = STRBUF_INIT, err = STRBUF_INIT;

	strbuf_addf(&line,
		    "{\"type\":\"init\",\"version\":1,\"workspace\":{"
		    "\"root\":\"/w\"},%s}",
		    members);
	assert_int_equal(host_message_decode(&init, strbuf_slice(&line), &err),
			 0);
	assert_int_equal(options_read(options, &init, &err), wanted);
	assert_string_equal(err.len ? err.buf : "", sentence);
	host_message_release(&init);
	strbuf_release(&line);
	strbuf_release(&err);
}

static void read_init(const char *members, int wanted, const char *sentence)
{
	struct options options;

	options_init(&options);
	read_into(&options, members, wanted, sentence);
	assert_int_equal(options.problem_count, 0);
	options_release(&options);
}

static void one_key_for_two_commands_is_refused(void **state)
{
	(void)state;
	read_init("\"args\":[\"--bind\",\"Z zoom\",\"--bind\",\"Z quit\"]", -1,
		  "'Z zoom' and 'Z quit' bind the same key");
	read_init("\"args\":[\"--bind\",\"Z zoom\",\"--bind\",\"Z zoom\"]", 0,
		  "");
}

/* Whatever is on the command line is valid, or reported (D33). */
static void a_host_that_is_none_is_refused(void **state)
{
	static const struct {
		const char *args, *sentence;
	} wrong[] = {
		{ "\"--host\",\"bad\"", "a host is NAME=COMMAND, not 'bad'" },
		{ "\"--host\",\"\"", "a host is NAME=COMMAND, not ''" },
		{ "\"--host\",\"a= \"", "a host is NAME=COMMAND, not 'a= '" },
		{ "\"--host=a b=c\"",
		  "invalid host name 'a b': use letters, digits, "
		  "'.', '_' or '-' (32 at most)" },
		{ "\"--host=a=c\",\"--host= a =d\"",
		  "host 'a' already exists" },
		{ "\"--host=jp=c\"", "host 'jp' already exists" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) {
		struct strbuf text = STRBUF_INIT;

		strbuf_addf(&text, "\"args\":[%s]", wrong[i].args);
		read_init(text.buf, -1, wrong[i].sentence);
		strbuf_release(&text);
	}
}

static void one_thing_is_printed(void **state)
{
	static const char two[] = "one of --list, --json and --export, not two";

	(void)state;
	read_init("\"args\":[\"--list\",\"--json\"]", -1, two);
	read_init("\"args\":[\"--export\",\"--list\",\"1\"]", -1, two);
	read_init("\"args\":[\"--list\",\"--list\"]", 0, "");
	read_init("\"args\":[\"--help\",\"--list\"]", 0, "");
	read_init("\"args\":[\"--list\",\"--version\",\"--json\"]", 0, "");
}

static void a_host_of_an_argument_replaces_the_one_of_a_file(void **state)
{
	struct options options;

	(void)state;
	options_init(&options);
	options_set_own(
		&options, "/c",
		SLICE("{\"hosts\":{\"a\":\"1\",\"b\":\"2\",\"c\":\"3\"}}"));
	read_into(&options, "\"args\":[\"--host\",\"b=4\",\"--host\",\"d=5\"]",
		  0, "");
	assert_int_equal(options.host_count, 4);
	assert_string_equal(options.hosts[0], "a=1");
	assert_string_equal(options.hosts[1], "c=3");
	assert_int_equal(options.host_start, 2);
	assert_string_equal(options.hosts[2], "b=4");
	assert_string_equal(options.hosts[3], "d=5");
	assert_int_equal(options.problem_count, 0);
	options_release(&options);
}

static void an_argument_wins_over_the_configuration(void **state)
{
	(void)state;
	read_init("\"options\":{\"keys\":{\"Z\":\"zoom\"}},"
		  "\"untrusted_options\":{},"
		  "\"args\":[\"--bind\",\"Z quit\"]",
		  0, "");
}

/* Whatever is wrong in a configuration, the rest counts (D35). */
static void one_wrong_option_is_told_and_the_rest_counts(void **state)
{
	static const struct {
		const char *options, *problem;
	} wrong[] = {
		{ "\"keys\":{\"gg\":\"top\"}", "keys: not a key: 'gg'" },
		{ "\"keys\":{\"<C-a>\":\"zoom\",\"<c-a>\":\"quit\"}",
		  "keys: '<C-a> zoom' and '<c-a> quit' bind the same key" },
		{ "\"keys\":7", "keys: not a table" },
		{ "\"hosts\":{\"a\":1}", "hosts: 'a' is not a string" },
		{ "\"hosts\":{\"a b\":\"c\"}",
		  "hosts: invalid host name 'a b': use letters, "
		  "digits, '.', '_' or '-' (32 at most)" },
		{ "\"hosts\":{\"jp\":\"c\"}",
		  "hosts: host 'jp' already exists" },
		{ "\"theme\":\"pink\"", "theme: unknown theme 'pink'" },
		{ "\"theme\":{}", "theme: it has no such value" },
		{ "\"mouse\":\"no\"",
		  "mouse: 'mouse' is neither 'false' nor 'true': 'no'" },
		{ "\"guard_ms\":99999",
		  "guard_ms: guard_ms '99999' is not between 0 and 5000" },
		{ "\"guard_ms\":\"x\"",
		  "guard_ms: guard_ms 'x' is not between 0 and 5000" },
		{ "\"rules_file\":\"r\"",
		  "rules_file: rules_file is no absolute path: 'r'" },
		{ "\"frob\":1", "frob: there is no such option" },
		{ "\"no-mouse\":true", "no-mouse: there is no such option" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) {
		struct strbuf text = STRBUF_INIT;
		struct options options;

		options_init(&options);
		strbuf_addf(&text,
			    "\"options\":{%s,\"plain\":true},"
			    "\"untrusted_options\":{}",
			    wrong[i].options);
		read_into(&options, text.buf, 0, "");
		assert_true(options.plain);
		assert_int_equal(options.problem_count, 1);
		strbuf_setf(&text, "plugins.command.dashboard.options: %s",
			    wrong[i].problem);
		assert_string_equal(options.problems[0], text.buf);
		options_release(&options);
		strbuf_release(&text);
	}
}

static const char wishes[] =
	"{\"hosts\":{\"ci\":\"evil\"},\"keys\":{\"y\":\"quit\"},"
	"\"guard_ms\":499,\"popup\":\"manual\",\"live\":\"poll\","
	"\"theme\":\"/etc/passwd\",\"rules_file\":\"/w/r\","
	"\"notify\":\"off\",\"read_only\":false,\"mouse\":false}";

static void assert_untouched(const struct options *options)
{
	assert_int_equal(options->host_count, 0);
	assert_int_equal(options->binding_count, 0);
	assert_int_equal(options->guard_ms, 500);
	assert_true(options->popup);
	assert_int_equal(options->live, LIVE_AUTO);
	assert_string_equal(options->theme, "auto");
	assert_null(options->rules_file);
	assert_int_equal(options->notify, NOTIFY_AUTO);
	assert_int_equal(options->problem_count, 0);
}

/* Merged from all layers by jp, or separated by jphost. */
static void what_a_workspace_may_not_say_does_not_count(void **state)
{
	static const char *const shapes[] = {
		"\"options\":%s",
		"\"options\":{\"mouse\":false},\"untrusted_options\":%s",
		"\"options\":%s,\"untrusted_options\":[]",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(shapes); i++) {
		struct strbuf text = STRBUF_INIT;
		struct options options;
		const char *at = strstr(shapes[i], "%s");

		options_init(&options);
		strbuf_add(&text, shapes[i], (size_t)(at - shapes[i]));
		strbuf_addf(&text, "%s%s", wishes, at + 2);
		read_into(&options, text.buf, 0, "");
		assert_untouched(&options);
		assert_false(options.mouse);
		assert_int_equal(options.wish_count, 9);
		assert_int_equal(options_unasked(&options), 9);
		options_release(&options);
		strbuf_release(&text);
	}
}

static void what_is_allowed_counts_and_nothing_like_it(void **state)
{
	static const char name[] = "plugins.command.dashboard.options.hosts.ci";
	struct options options;

	(void)state;
	options_init(&options);
	trust_set(&options.trust, "/w", name, "\"evil\"", TRUST_ALLOWED);
	read_into(&options, "\"options\":{\"hosts\":{\"ci\":\"evil\"}}", 0, "");
	assert_int_equal(options.host_count, 1);
	assert_string_equal(options.hosts[0], "ci=evil");
	assert_int_equal(options.wishes[0].answer, TRUST_ALLOWED);
	options_release(&options);
	options_init(&options);
	trust_set(&options.trust, "/w", name, "\"evil\"", TRUST_ALLOWED);
	trust_set(&options.trust, "/v", name, "\"evil2\"", TRUST_ALLOWED);
	read_into(&options, "\"options\":{\"hosts\":{\"ci\":\"evil2\"}}", 0,
		  "");
	assert_int_equal(options.host_count, 0);
	assert_int_not_equal(options.wishes[0].answer, TRUST_ALLOWED);
	options_release(&options);
}

static void ones_own_file_counts_over_the_workspace(void **state)
{
	struct options options;

	(void)state;
	options_init(&options);
	options.home = xstrdup("/home/ann");
	options_set_own(&options, "/c",
			SLICE("{\"guard_ms\":0,\"theme\":\"dark\","
			      "\"rules_file\":\"~/r\",\"frob\":1,"
			      "\"hosts\":{\"box\":\"ssh\"}}"));
	read_into(&options,
		  "\"options\":{\"guard_ms\":700,\"theme\":\"light\","
		  "\"layout\":\"rows\"},\"args\":[\"--theme\",\"mono\"]",
		  0, "");
	assert_int_equal(options.guard_ms, 0);
	assert_string_equal(options.theme, "mono");
	assert_string_equal(options.rules_file, "/home/ann/r");
	assert_string_equal(options.hosts[0], "box=ssh");
	assert_true(options.layout >= 0);
	assert_int_equal(options.wish_count, 0);
	assert_int_equal(options.problem_count, 1);
	assert_string_equal(options.problems[0],
			    "/c: frob: there is no such option");
	options_release(&options);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_key_for_two_commands_is_refused),
		cmocka_unit_test(a_host_that_is_none_is_refused),
		cmocka_unit_test(one_thing_is_printed),
		cmocka_unit_test(
			a_host_of_an_argument_replaces_the_one_of_a_file),
		cmocka_unit_test(an_argument_wins_over_the_configuration),
		cmocka_unit_test(one_wrong_option_is_told_and_the_rest_counts),
		cmocka_unit_test(what_a_workspace_may_not_say_does_not_count),
		cmocka_unit_test(what_is_allowed_counts_and_nothing_like_it),
		cmocka_unit_test(ones_own_file_counts_over_the_workspace),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
