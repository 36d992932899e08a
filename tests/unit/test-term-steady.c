#include "config.h"

#include "ui/term/term-steady.h"

#include <locale.h>
#include <string.h>
#include <wchar.h>

#include "src/base/utf8.h"
#include "tests/unit/test.h"

/* A line of a terminal that draws each non-ASCII character in so many columns;
 * with `marks`, marks take as many. */
struct line {
	char cells[64];
	int x, saved, width;
	bool marks;
};

static void show(struct line *line, struct slice bytes)
{
	size_t pos = 0;

	memset(line->cells, ' ', sizeof(line->cells));
	while (pos < bytes.len) {
		uint32_t cp;
		size_t took =
			utf8_decode(bytes.ptr + pos, bytes.len - pos, &cp);

		if (cp == 033 && bytes.ptr[pos + 1] == '7') {
			line->saved = line->x;
			took = 2;
		} else if (cp == 033 && bytes.ptr[pos + 1] == '8') {
			line->x = line->saved;
			took = 2;
		} else if (cp == 033) {
			line->x += bytes.ptr[pos + 2] - '0';
			took = 4;
		} else if (cp < 0x80) {
			line->cells[line->x++] = (char)cp;
		} else if (line->marks || wcwidth((wchar_t)cp)) {
			for (int i = 0; i < line->width; i++)
				line->cells[line->x++] = '#';
		}
		pos += took;
	}
}

static void a_character_of_any_width_moves_nothing_behind_it(void **state)
{
	/* Hindi with a vowel sign, a marked letter, an emoji, Thai. */
	static const struct {
		const char *text;
		int end; /* expected column of the "E" */
	} rows[] = {
		{ "ab\u0939\u093f; rm E", 9 },
		{ "x\u0301\u0302yE", 2 },
		{ "a\U0001f600bE", 4 },
		{ "\u0e17\u0e35\u0e48 E", 2 },
		{ "\u05e9\u05c1\u05b8 \u0628\u064eE", 3 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		for (int width = 0; width < 4; width++) {
			struct line line = { .width = width,
					     .marks = width % 2 == 1 };
			struct strbuf out = STRBUF_INIT;

			term_steady_add(&out, slice_str(rows[i].text));
			show(&line, strbuf_slice(&out));
			assert_int_equal(line.cells[rows[i].end], 'E');
			assert_int_equal(line.x, rows[i].end + 1);
			strbuf_release(&out);
		}
	}
}

static void what_is_plain_costs_nothing(void **state)
{
	static const char plain[] =
		"\033[1;2Hcaf\u00e9 \u2500\u2502 \u65e5\u672c\u8a9e \u0441\n"
		"\ud55c\uae00 \u2705 \u283f";
	struct strbuf out = STRBUF_INIT;

	(void)state;
	term_steady_add(&out, slice_str(plain));
	assert_string_equal(out.buf, plain);
	strbuf_reset(&out);
	/* Bytes in another encoding pass unchanged. */
	term_steady_add(&out, SLICE("a\xe4\xff\x80"
				    "b\xe2\x80"));
	assert_string_equal(out.buf, "a\xe4\xff\x80"
				     "b\xe2\x80");
	strbuf_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			a_character_of_any_width_moves_nothing_behind_it),
		cmocka_unit_test(what_is_plain_costs_nothing),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("term-steady", tests, NULL, NULL);
}
