#include "config.h"

#include "proto/plugin-check.h"

#include "src/base/xalloc.h"
#include "tests/unit/test.h"

#define EXIT "{\"type\":\"exit\","
#define LOG  "{\"type\":\"log\","

/* The line, and the complaint of a jp of protocol 1; verified with it. */
static const struct {
	const char *line;
	const char *why; /* NULL: it is accepted */
} LINES[] = {
	{ "{\"type\":\"ready\"}", NULL },
	{ "{\"type\":\"ready\",\"protocol\":99,\"id\":3}", NULL },
	{ "{\"type\":\"list_conversations\",\"id\":null}", NULL },
	{ "{\"type\":\"list_conversations\",\"id\":7}",
	  "'id' is not a string" },
	{ "{\"type\":\"read_events\"}", "'conversation' is missing" },
	{ "{\"type\":\"read_config\",\"path\":5}", "'path' is not a string" },
	{ "{\"type\":\"print\"}", "'text' is missing" },
	{ "{\"type\":\"print\",\"text\":null}", "'text' is not a string" },
	{ "{\"type\":\"print\",\"text\":\"a\",\"language\":null}", NULL },
	{ "{\"type\":\"print\",\"text\":\"a\",\"channel\":null}",
	  "'channel' is not a string" },
	{ "{\"type\":\"print\",\"text\":\"a\",\"te\\u0078t\":\"b\"}",
	  "'text' is there twice" },
	{ "{\"type\":\"print\",\"text\":\"a\",\"x\":1,\"x\":2}", NULL },
	{ LOG "\"message\":\"m\"}", "'level' is missing" },
	{ LOG "\"level\":\"loud\",\"message\":\"m\",\"fields\":{}}", NULL },
	{ LOG "\"level\":\"info\",\"message\":\"m\",\"fields\":null}",
	  "'fields' is not an object" },
	{ EXIT "\"code\":255,\"reason\":null}", NULL },
	{ EXIT "\"code\":256}", "'code' is not a whole number from 0 to 255" },
	{ EXIT "\"code\":3.0}", "'code' is not a whole number from 0 to 255" },
	{ EXIT "\"code\":-0}", "'code' is not a whole number from 0 to 255" },
	{ EXIT "\"code\":\"1\"}",
	  "'code' is not a whole number from 0 to 255" },
	{ EXIT "\"reason\":\"r\"}", "'code' is missing" },
	{ "{\"type\":\"describe\",\"name\":\"a\"}", "'version' is missing" },
	{ "{\"type\":\"describe\",\"name\":\"a\",\"version\":\"1\","
	  "\"description\":\"d\",\"command\":[\"a\",1]}",
	  "'command' is not an array of strings" },
	{ "{\"type\":\"ready\",\"type\":\"ready\"}", "'type' is there twice" },
	{ "{\"a\":1}", "'type' is missing" },
	{ "[]", "it is not an object" },
	{ "hello", "not JSON at byte 0: no JSON value" },
	{ "{\"type\":\"print\",\"text\":\"\\ud800\"}",
	  "jp could not read it: half of a surrogate pair" },
	{ "{\"type\":\"ready\",\"x\":\"\377\"}",
	  "jp could not read it: a text that is not UTF-8" },
};

static void what_jp_refuses_is_refused(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(LINES); i++) {
		struct strbuf err = STRBUF_INIT;
		enum plugin_check check =
			plugin_check_line(slice_str(LINES[i].line), &err);

		print_message("%s\n", LINES[i].line);
		assert_int_equal(check, LINES[i].why ? PLUGIN_CHECK_REFUSED
						     : PLUGIN_CHECK_TAKEN);
		assert_string_equal(err.buf, LINES[i].why ? LINES[i].why : "");
		strbuf_release(&err);
	}
}

static void a_type_of_newer_protocols_is_told_apart(void **state)
{
	struct strbuf err = STRBUF_INIT;

	(void)state;
	assert_int_equal(plugin_check_line(SLICE("{\"type\":\"lock\","
						 "\"conversation\":\"1\"}"),
					   &err),
			 PLUGIN_CHECK_NEWER);
	assert_string_equal(err.buf, "there is no 'lock' in protocol 1");
	strbuf_release(&err);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_jp_refuses_is_refused),
		cmocka_unit_test(a_type_of_newer_protocols_is_told_apart),
	};

	return cmocka_run_group_tests_name("plugin-check", tests, NULL, NULL);
}
