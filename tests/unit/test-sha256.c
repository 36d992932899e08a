#include "config.h"

#include "src/base/sha256.h"

#include "tests/unit/test.h"

static void assert_sum(struct slice text, const char *expected)
{
	struct strbuf got = STRBUF_INIT;

	sha256_add(&got, text);
	assert_string_equal(got.buf, expected);
	strbuf_release(&got);
}

/* FIPS 180-2, appendix B, and the empty one. */
static void the_standards_examples_hold(void **state)
{
	(void)state;
	assert_sum(SLICE(""), "e3b0c44298fc1c149afbf4c8996fb924"
			      "27ae41e4649b934ca495991b7852b855");
	assert_sum(SLICE("abc"), "ba7816bf8f01cfea414140de5dae2223"
				 "b00361a396177a9cb410ff61f20015ad");
	assert_sum(SLICE("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmno"
			 "mnopnopq"),
		   "248d6a61d20638b8e5c026930c3e6039"
		   "a33ce45964ff2167f6ecedd419db06c1");
}

/* The padding needs a separate block, or just does not. */
static void a_million_letters_and_every_edge(void **state)
{
	static const char *const sums[] = {
		"9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318",
		"b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a",
		"7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34",
		"ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb",
	};
	static const size_t lens[] = { 55, 56, 63, 64 };
	struct strbuf text = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		strbuf_reset(&text);
		strbuf_addchars(&text, 'a', lens[i]);
		assert_sum(strbuf_slice(&text), sums[i]);
	}
	strbuf_reset(&text);
	strbuf_addchars(&text, 'a', 1000000);
	assert_sum(strbuf_slice(&text), "cdc76e5c9914fb9281a1c7e284d73e67"
					"f1809a48a497200e046d39ccc7112cd0");
	strbuf_release(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_standards_examples_hold),
		cmocka_unit_test(a_million_letters_and_every_edge),
	};

	return cmocka_run_group_tests_name("sha256", tests, NULL, NULL);
}
