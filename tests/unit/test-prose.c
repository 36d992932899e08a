#include "config.h"

#include "ui/text/prose.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/random.h"
#include "tests/unit/test.h"

static const struct prose_options marked = { .cols = 20, .markup = true };

/* Rows, each with its face's first letter and ended by "|". */
static void add_rows(struct strbuf *out, const struct rows *rows)
{
	static const char *const names[] = {
#define X(name) #name,
		FACES(X)
#undef X
	};

	for (size_t i = 0; i < rows->count; i++) {
		const struct row *row = &rows->rows[i];

		if (row->span_count)
			strbuf_addf(out, "%.3s:",
				    names[rows->spans[row->first_span].face]);
		rows_text(out, rows, i);
		strbuf_addch(out, '|');
	}
}

static void assert_prose(const char *text, const char *want)
{
	struct rows rows = ROWS_INIT;
	struct strbuf got = STRBUF_INIT;
	struct prose prose;

	prose_init(&prose, &rows, &marked);
	prose_add(&prose, &rows, slice_str(text));
	prose_end(&prose, &rows);
	add_rows(&got, &rows);
	assert_string_equal(got.buf, want);
	strbuf_release(&got);
	prose_release(&prose);
	rows_release(&rows);
}

static void blank_lines_around_the_text_show_nothing(void **state)
{
	(void)state;
	assert_prose("\n  \n a\n\n\n\nb\n\n", "DEF: a||DEF:b|");
	assert_prose(" \n\n ", "");
	assert_prose("", "");
}

static void headings_and_fenced_code_have_their_looks(void **state)
{
	(void)state;
	assert_prose("# Title\n#no title\n####### seven",
		     "HEA:# Title|DEF:#no title|DEF:####### seven|");
	assert_prose("```c\nint a;\n\n\nint b;\n```\nend",
		     "DIM:```c|COD:int a;|||COD:int b;|DIM:```|DEF:end|");
	assert_prose("~~~\n```\n~~~\nx", "DIM:~~~|COD:```|DIM:~~~|DEF:x|");
	assert_prose("```` a\n```\n`````\nx",
		     "DIM:```` a|COD:```|DIM:`````|DEF:x|");
	assert_prose("```code``` here\nx", "DEF:```code``` here|DEF:x|");
}

static void a_progress_line_shows_its_last_state(void **state)
{
	struct prose_options output = marked;
	struct rows rows = ROWS_INIT;
	struct strbuf got = STRBUF_INIT;
	struct prose prose;

	(void)state;
	rows_begin(&rows, 0);
	rows_add(&rows, SLICE("above"), FACE_BOLD);
	output.terminal = true;
	prose_init(&prose, &rows, &output);
	for (int i = 0; i <= 2000; i++) {
		char text[80];

		snprintf(text, sizeof(text), "%s %d of 2000\r",
			 i % 2 ? "a longer line of progress" : "step", i);
		prose_add(&prose, &rows, slice_str(text));
		assert_in_range(rows.count, 2, 4);
	}
	prose_add(&prose, &rows, SLICE("\nDone"));
	prose_end(&prose, &rows);
	add_rows(&got, &rows);
	assert_string_equal(got.buf, "BOL:above|DEF:step 2000 of 2000|"
				     "DEF:Done|");
	strbuf_release(&got);
	prose_release(&prose);
	rows_release(&rows);
}

static void text_shows_before_its_line_is_complete(void **state)
{
	struct rows rows = ROWS_INIT;
	struct strbuf got = STRBUF_INIT;
	struct prose prose;

	(void)state;
	prose_init(&prose, &rows, &marked);
	prose_add(&prose, &rows, SLICE("Hel"));
	add_rows(&got, &rows);
	assert_string_equal(got.buf, "DEF:Hel|");
	strbuf_reset(&got);
	prose_add(&prose, &rows, SLICE("le"));
	prose_add(&prose, &rows, SLICE("\xcc\x81"));
	add_rows(&got, &rows);
	assert_string_equal(got.buf, "DEF:Hell\xc3\xa9|");
	strbuf_release(&got);
	prose_release(&prose);
	rows_release(&rows);
}

static void random_text(struct strbuf *out, uint64_t *seed)
{
	static const char *const parts[] = {
		" ",         "\n",
		"\n\n",      "\r",
		"\r\n",      "\t",
		"```",       "~~~",
		"`",         "# ",
		"#",         "word",
		"two words", "e",
		"\xcc\x81",  "\xe6\x97\xa5",
		"\033[1m",   "    ",
		"\n```\n",   "\n# ",
		"a-b/c",     "\n                              x",
	};
	uint32_t count = random_below(seed, 50);

	while (count--)
		strbuf_addstr(out,
			      parts[random_below(
				      seed, sizeof(parts) / sizeof(*parts))]);
}

static void pieces_give_the_rows_of_the_whole(void **state)
{
	uint64_t seed = 1963;

	(void)state;
	for (int round = 0; round < 30000; round++) {
		struct prose_options options = {
			.cols = 1 + (int)random_below(&seed, 30),
			.indent = (int)random_below(&seed, 3),
			.markup = random_below(&seed, 4) != 0,
		};
		struct strbuf text = STRBUF_INIT;
		struct strbuf want = STRBUF_INIT, got = STRBUF_INIT;
		struct rows whole = ROWS_INIT, pieces = ROWS_INIT;
		struct prose a, b;
		size_t pos = 0;

		random_text(&text, &seed);
		prose_init(&a, &whole, &options);
		prose_add(&a, &whole, strbuf_slice(&text));
		prose_end(&a, &whole);
		prose_init(&b, &pieces, &options);
		while (pos < text.len) {
			size_t n = 1 + random_below(&seed, 8);

			n = n < text.len - pos ? n : text.len - pos;
			prose_add(&b, &pieces, slice_of(text.buf + pos, n));
			pos += n;
		}
		prose_end(&b, &pieces);
		add_rows(&want, &whole);
		add_rows(&got, &pieces);
		assert_string_equal(got.buf, want.buf);
		prose_release(&a);
		prose_release(&b);
		rows_release(&whole);
		rows_release(&pieces);
		strbuf_release(&text);
		strbuf_release(&want);
		strbuf_release(&got);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(blank_lines_around_the_text_show_nothing),
		cmocka_unit_test(headings_and_fenced_code_have_their_looks),
		cmocka_unit_test(a_progress_line_shows_its_last_state),
		cmocka_unit_test(text_shows_before_its_line_is_complete),
		cmocka_unit_test(pieces_give_the_rows_of_the_whole),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("prose", tests, NULL, NULL);
}
