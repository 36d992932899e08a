#include "config.h"

#include "ui/transcript/data-uri.h"

#include <stdlib.h>

#include "src/base/xalloc.h"
#include "tests/unit/random.h"
#include "tests/unit/test.h"

#define LONG_HERE                                                          \
	"iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/" \
	"w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg=="
#define CUT_HERE                                    \
	"iVBORw0KGgoAAAAN\u2026100\u00a0more\u00a0" \
	"characters"

static void show(struct strbuf *out, struct slice text, size_t piece)
{
	struct data_uri uri;

	data_uri_init(&uri);
	while (text.len) {
		size_t n = piece < text.len ? piece : text.len;

		data_uri_add(&uri, slice_of(text.ptr, n), out);
		text = slice_skip(text, n);
	}
	data_uri_end(&uri, out);
	data_uri_release(&uri);
}

static void assert_shown(const char *text, const char *want)
{
	for (size_t piece = 1; piece < 8; piece++) {
		struct strbuf out = STRBUF_INIT;

		show(&out, slice_str(text), piece);
		assert_string_equal(out.buf, want);
		strbuf_release(&out);
	}
}

static void a_long_one_is_cut_wherever_it_stands(void **state)
{
	(void)state;
	assert_shown("data:image/png;base64," LONG_HERE,
		     "data:image/png;base64," CUT_HERE);
	assert_shown("![dot](data:image/png;base64," LONG_HERE ") and",
		     "![dot](data:image/png;base64," CUT_HERE ") and");
	assert_shown("src=\"data:;base64," LONG_HERE "\">\nb",
		     "src=\"data:;base64," CUT_HERE "\">\nb");
	assert_shown("`data:," LONG_HERE "` data:," LONG_HERE "\n",
		     "`data:," CUT_HERE "` data:," CUT_HERE "\n");
	assert_shown("ddata:, dadata:, data data:x/y," LONG_HERE,
		     "ddata:, dadata:, data data:x/y," CUT_HERE);
}

static void what_is_none_or_short_stays(void **state)
{
	static const char *const same[] = {
		"",
		"data",
		"data:",
		"data:image/png;base64,",
		"data:text/plain,hello%20world and more",
		"data: " LONG_HERE,
		"metadata:image/png," LONG_HERE,
		"my-data:," LONG_HERE,
		"\u00e9data:," LONG_HERE,
		"data:{\"a\":1}," LONG_HERE,
		"data:image/png\n," LONG_HERE,
		"dadadata:" LONG_HERE,
		/* As long as the shortened form would be. */
		"data:,0123456789012345678901234567890123456789012345678901234"
		"567890123",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(same); i++)
		assert_shown(same[i], same[i]);
}

static void no_line_is_lost_and_none_is_made(void **state)
{
	static const char letters[] = "data:,ab \n;/=xdata:,";
	uint64_t seed = 7;

	(void)state;
	for (int round = 0; round < 2000; round++) {
		struct strbuf text = STRBUF_INIT, whole = STRBUF_INIT;
		struct strbuf pieces = STRBUF_INIT;
		size_t breaks = 0;

		for (int i = 0; i < 200; i++) {
			char c = letters[random_below(&seed,
						      sizeof(letters) - 1)];

			/* Now and then a complete beginning, and a long end. */
			if (!random_below(&seed, 16))
				strbuf_addstr(&text, "data:," LONG_HERE);
			strbuf_addch(&text, c);
			breaks += c == '\n';
		}
		show(&whole, strbuf_slice(&text), text.len);
		show(&pieces, strbuf_slice(&text), 1 + random_below(&seed, 9));
		assert_string_equal(pieces.buf, whole.buf);
		for (size_t i = 0; i < whole.len; i++)
			breaks -= whole.buf[i] == '\n';
		assert_int_equal(breaks, 0);
		strbuf_release(&text);
		strbuf_release(&whole);
		strbuf_release(&pieces);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_long_one_is_cut_wherever_it_stands),
		cmocka_unit_test(what_is_none_or_short_stays),
		cmocka_unit_test(no_line_is_lost_and_none_is_made),
	};

	return cmocka_run_group_tests_name("data uri", tests, NULL, NULL);
}
