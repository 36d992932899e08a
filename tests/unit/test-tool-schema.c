#include "config.h"

#include "src/jphost/tool/tool-schema.h"

#include <string.h>

#include "tests/unit/test.h"

#define PARAMETERS                                                               \
	"{\"path\":{\"type\":\"string\",\"required\":true},"                     \
	"\"lines\":{\"type\":\"array\",\"items\":{\"type\":\"integer\"}},"       \
	"\"mode\":{\"type\":[\"string\",\"null\"],\"enum\":[\"r\",\"w\",null]}," \
	"\"deep\":{\"type\":\"object\",\"properties\":"                          \
	"{\"n\":{\"type\":\"number\",\"required\":true}}},\"any\":{}}"

static void check(const char *parameters, const char *arguments,
		  const char *why)
{
	struct strbuf err = STRBUF_INIT;
	int ret = tool_schema_check(slice_str(parameters), slice_str(arguments),
				    &err);

	if (!ret != !why || (why && strcmp(err.buf, why) != 0))
		fail_msg("%s: %s", arguments, err.buf);
	strbuf_release(&err);
}

static void what_fits_is_taken(void **state)
{
	(void)state;
	check(PARAMETERS, "{\"path\":\"a\"}", NULL);
	check(PARAMETERS,
	      "{\"path\":\"a\",\"lines\":[1,-2],\"mode\":null,"
	      "\"deep\":{\"n\":1.5},\"any\":[{}]}",
	      NULL);
	check(PARAMETERS,
	      "{\"p\\u0061th\":\"a\",\"mode\":\"w\",\"path\":\"b\"}", NULL);
	check("", "{}", NULL);
}

static void what_does_not_fit_is_told(void **state)
{
	(void)state;
	check("", "{\"x\":1}", "there is no `x` in it");
	check("{}", "{\"x\":1}", "there is no `x` in it");
	check(PARAMETERS, "{}", "`path` is missing");
	check(PARAMETERS, "{\"path\":1}", "`path` is of the wrong type");
	check(PARAMETERS, "{\"path\":null}", "`path` is of the wrong type");
	check(PARAMETERS, "{\"path\":\"a\",\"x\":1}", "there is no `x` in it");
	check(PARAMETERS, "{\"path\":\"a\",\"lines\":[1.5]}",
	      "`lines` is of the wrong type");
	check(PARAMETERS, "{\"path\":\"a\",\"lines\":{}}",
	      "`lines` is of the wrong type");
	check(PARAMETERS, "{\"path\":\"a\",\"mode\":\"x\"}",
	      "`mode` is none of the values it may have");
	check(PARAMETERS, "{\"path\":\"a\",\"deep\":{}}", "`n` is missing");
	check(PARAMETERS, "{\"path\":\"a\",\"deep\":{\"n\":\"1\"}}",
	      "`n` is of the wrong type");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_fits_is_taken),
		cmocka_unit_test(what_does_not_fit_is_told),
	};

	return cmocka_run_group_tests_name("tool-schema", tests, NULL, NULL);
}
