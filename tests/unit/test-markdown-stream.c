#include "config.h"

#include "ui/text/markdown.h"

#include <locale.h>

#include "tests/unit/markdown-rows.h"
#include "tests/unit/random.h"
#include "tests/unit/test.h"

static void a_text_byte_by_byte_gives_the_rows_of_the_whole(void **state)
{
	static const int widths[] = { 1, 2, 7, 20, 80 };
	uint64_t seed = 1;

	(void)state;
	for (size_t i = 0; i < markdown_text_count; i++) {
		for (size_t k = 0; k < sizeof(widths) / sizeof(*widths); k++) {
			const struct markdown_options options = {
				.cols = widths[k],
				.indent = (int)k,
				.keep_breaks = k == 3,
				.line = 1,
			};

			assert_pieces_give_whole(slice_str(markdown_texts[i]),
						 &options, 1, &seed);
		}
	}
}

static void
random_pieces_of_random_texts_give_the_rows_of_the_whole(void **state)
{
	uint64_t seed = 20260401;
	struct strbuf text = STRBUF_INIT;

	(void)state;
	for (int round = 0; round < 3000; round++) {
		const struct markdown_options options = {
			.cols = 1 + (int)random_below(&seed, 100),
			.indent = (int)random_below(&seed, 4),
			.face = random_below(&seed, 4) ? FACE_DEFAULT
						       : FACE_REASONING,
			.line = 1,
		};

		strbuf_reset(&text);
		markdown_random(&text, &seed);
		assert_pieces_give_whole(strbuf_slice(&text), &options,
					 1 + random_below(&seed, 40), &seed);
	}
	strbuf_release(&text);
}

/* Lines and blocks over every limit. */
static void long_lines_and_blocks_are_cut_at_the_same_places(void **state)
{
	static const char *const units[] = {
		"a",        "word ",         "\xe6\x97\xa5", "e\xcc\x81",
		"line\n",   "- item\n",      "> quote ",     "| a | b |\n",
		"x\rlong ", "**bold** `x` ", "\x01",         "  - a\n",
	};
	static const char *const starts[] = {
		"", "```c\n", "- ", "> ", "| a | b |\n|---|---|\n", "    ",
	};
	const struct markdown_options options = { .cols = 60, .line = 7 };
	struct strbuf text = STRBUF_INIT;
	uint64_t seed = 5;

	(void)state;
	for (size_t s = 0; s < sizeof(starts) / sizeof(*starts); s++) {
		for (size_t u = 0; u < sizeof(units) / sizeof(*units); u++) {
			strbuf_reset(&text);
			strbuf_addstr(&text, starts[s]);
			while (text.len < 40000)
				strbuf_addstr(&text, units[u]);
			assert_pieces_give_whole(strbuf_slice(&text), &options,
						 3000, &seed);
		}
	}
	strbuf_release(&text);
}

/* 78 KB of this are 60 million cells. */
static void a_table_of_mostly_missing_cells_is_shown_as_text(void **state)
{
	const struct markdown_options options = { .cols = 80 };
	struct strbuf text = STRBUF_INIT;
	struct rows rows = ROWS_INIT;

	(void)state;
	for (int i = 0; i < 1000; i++)
		strbuf_addstr(&text, "|a");
	strbuf_addch(&text, '\n');
	for (int i = 0; i < 1000; i++)
		strbuf_addstr(&text, "|-");
	strbuf_addch(&text, '\n');
	for (int i = 0; i < 39000; i++)
		strbuf_addstr(&text, "|\n");
	markdown_all(&rows, strbuf_slice(&text), &options);
	assert_true(rows.count > 1000 && rows.count < 200000);
	rows_release(&rows);
	strbuf_release(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			a_text_byte_by_byte_gives_the_rows_of_the_whole),
		cmocka_unit_test(
			random_pieces_of_random_texts_give_the_rows_of_the_whole),
		cmocka_unit_test(
			long_lines_and_blocks_are_cut_at_the_same_places),
		cmocka_unit_test(
			a_table_of_mostly_missing_cells_is_shown_as_text),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("markdown stream", tests, NULL,
					   NULL);
}
