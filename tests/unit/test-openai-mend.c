#include "config.h"

#include "src/jphost/provider/openai-mend.h"

#include "tests/unit/test.h"

static void one_fence_around_it_all_is_taken_off(void **state)
{
	static const struct {
		const char *text, *inside; /* NULL: there is none */
	} samples[] = {
		{ "```json\n{}\n```", "{}" },
		{ "```\n{\"a\": 1}\n```", "{\"a\": 1}" },
		{ " \n```JSON \r\n[1,\n2]\r\n```\n\n", "[1,\n2]" },
		{ "\xef\xbb\xbf```json\n{}```", "{}" },
		/* A fence inside a JSON string. */
		{ "```json\n{\"a\":\"```x```\"}\n```", "{\"a\":\"```x```\"}" },
		/* The caller decides whether to remove it. */
		{ "```c\nint x;\n```", "int x;" },
		{ "{}", NULL },
		{ "Here it is:\n```json\n{}\n```", NULL },
		{ "```json\n{}\n```\nThat is all.", NULL },
		{ "```json\n{}\n```\n```json\n{}\n```", NULL },
		{ "```json\n{}", NULL },
		{ "```", NULL },
		{ "``````", "" },
		{ "", NULL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
		struct slice inside = SLICE("(none)");
		bool taken =
			openai_take_fence(slice_str(samples[i].text), &inside);

		assert_int_equal(taken, samples[i].inside != NULL);
		if (taken && !slice_is(inside, samples[i].inside))
			fail_msg("%s: %.*s", samples[i].text, (int)inside.len,
				 inside.ptr);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_fence_around_it_all_is_taken_off),
	};

	return cmocka_run_group_tests_name("openai-mend", tests, NULL, NULL);
}
