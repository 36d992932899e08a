#include "config.h"

#include "src/base/base64.h"

#include "tests/unit/test.h"

static void encoding_pads_to_four_characters(void **state)
{
	/* RFC 4648, section 10. */
	static const char *const pairs[][2] = {
		{ "", "" },
		{ "f", "Zg==" },
		{ "fo", "Zm8=" },
		{ "foo", "Zm9v" },
		{ "foob", "Zm9vYg==" },
		{ "fooba", "Zm9vYmE=" },
		{ "foobar", "Zm9vYmFy" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		struct strbuf out = STRBUF_INIT;

		base64_encode(&out, slice_str(pairs[i][0]));
		assert_string_equal(out.buf, pairs[i][1]);
		strbuf_reset(&out);
		assert_true(base64_decode(&out, slice_str(pairs[i][1])));
		assert_string_equal(out.buf, pairs[i][0]);
		strbuf_release(&out);
	}
}

static void every_byte_survives(void **state)
{
	struct strbuf coded = STRBUF_INIT, back = STRBUF_INIT;
	char bytes[1021];

	(void)state;
	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (char)(i * 7 + i / 256);
	base64_encode(&coded, slice_of(bytes, sizeof(bytes)));
	assert_true(base64_decode(&back, strbuf_slice(&coded)));
	assert_int_equal(back.len, sizeof(bytes));
	assert_memory_equal(back.buf, bytes, sizeof(bytes));
	strbuf_release(&coded);
	strbuf_release(&back);
}

static void what_is_not_canonical_is_refused(void **state)
{
	static const char *const bad[] = {
		"Zg",       "Zg=",  "Zg===",     "=g==",       "Zh==",
		"Zm9=",     "Zm-v", "Zm_v",      "Zm 9",       "Zg==Zg==",
		"Zm9vZ===", "a.rs", "Zm9vY\n==", "\xc3\xa4xx", "====",
	};
	struct strbuf out = STRBUF_INIT;

	(void)state;
	strbuf_addstr(&out, "kept");
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		assert_false(base64_decode(&out, slice_str(bad[i])));
		assert_string_equal(out.buf, "kept");
	}
	strbuf_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(encoding_pads_to_four_characters),
		cmocka_unit_test(every_byte_survives),
		cmocka_unit_test(what_is_not_canonical_is_refused),
	};

	return cmocka_run_group_tests_name("base64", tests, NULL, NULL);
}
