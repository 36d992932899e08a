#include "config.h"

#include "ui/text/wrap.h"

#include <locale.h>
#include <string.h>

#include "src/base/utf8.h"
#include "tests/unit/random.h"
#include "tests/unit/test.h"
#include "ui/text/width.h"

/* `want`: the rows, each ended by "|". */
static void assert_wraps(const char *text, int cols, bool keep_blanks,
			 const char *want)
{
	const struct wrap_options options = { .cols = cols,
					      .keep_blanks = keep_blanks };
	struct rows rows = ROWS_INIT;
	struct strbuf got = STRBUF_INIT;

	wrap_text(&rows, slice_str(text), &options);
	for (size_t i = 0; i < rows.count; i++) {
		rows_text(&got, &rows, i);
		strbuf_addch(&got, '|');
	}
	assert_string_equal(got.buf, want);
	strbuf_release(&got);
	rows_release(&rows);
}

static void rows_break_at_blanks(void **state)
{
	(void)state;
	assert_wraps("one two three", 8, false, "one two |three|");
	assert_wraps("one two three", 7, false, "one two|three|");
	assert_wraps("abcd", 4, false, "abcd|");
	assert_wraps("abcd ", 4, false, "abcd|");
	assert_wraps("abcd     efgh", 4, false, "abcd|efgh|");
	assert_wraps("", 4, false, "");
}

static void line_breaks_are_kept(void **state)
{
	(void)state;
	assert_wraps("\n", 4, false, "|");
	assert_wraps("a\n", 4, false, "a|");
	assert_wraps("a\n\nb", 4, false, "a||b|");
	assert_wraps("abcd\nefgh", 4, false, "abcd|efgh|");
}

static void a_long_word_is_cut_at_the_edge(void **state)
{
	(void)state;
	assert_wraps("abcdef", 4, false, "abcd|ef|");
	assert_wraps("x abcdef", 4, false, "x |abcd|ef|");
	assert_wraps("abcdef", 0, false, "a|b|c|d|e|f|");
	assert_wraps("  abcdef", 4, false, "  ab|cdef|");
}

static void words_break_behind_inner_hyphens_and_slashes(void **state)
{
	(void)state;
	assert_wraps("src/parser.c", 8, false, "src/|parser.c|");
	assert_wraps("well-known", 6, false, "well-|known|");
	assert_wraps("cc --help", 6, false, "cc |--help|");
	assert_wraps("cat /usr/lib", 8, false, "cat |/usr/lib|");
}

static void wide_characters_are_never_halved(void **state)
{
	(void)state;
	assert_wraps("\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e", 5, false,
		     "\xe6\x97\xa5\xe6\x9c\xac|\xe8\xaa\x9e|");
	assert_wraps("a\xe6\x97\xa5", 2, false, "a|\xe6\x97\xa5|");
	assert_wraps("\xe6\x97\xa5", 1, false, "\xef\xbf\xbd|");
}

static void chinese_and_japanese_punctuation_stays_with_its_word(void **state)
{
	(void)state;
	assert_wraps("日本語です。", 10, false, "日本語で|す。|");
	assert_wraps("你好，世界！？", 12, false, "你好，世|界！？|");
	assert_wraps("これは「字」", 8, false, "これは|「字」|");
	assert_wraps("ダッシュボード", 6, false, "ダッ|シュ|ボード|");
	/* If there is no other way, at the edge. */
	assert_wraps("。。。。", 4, false, "。。|。。|");
	assert_wraps("「「「「", 4, false, "「「|「「|");
}

static void a_mark_stays_with_its_letter(void **state)
{
	(void)state;
	assert_wraps("abe\xcc\x81 x", 3, false, "abe\xcc\x81|x|");
	assert_wraps("ab \xcc\x81x", 3, false, "ab \xcc\x81|x|");
}

static void a_tab_goes_to_the_next_eighth_column(void **state)
{
	(void)state;
	assert_wraps("a\tb", 20, false, "a       b|");
	assert_wraps("\tb", 20, true, "        b|");
	assert_wraps("abcdefgh\tb", 20, true, "abcdefgh        b|");
	assert_wraps("abc\tb", 5, true, "abc  |b|");
}

static void code_is_cut_at_the_edge_with_its_blanks(void **state)
{
	(void)state;
	assert_wraps("if (a b)", 4, true, "if (|a b)|");
	assert_wraps("ab   c", 3, true, "ab |  c|");
	assert_wraps("abc\nd", 3, true, "abc|d|");
}

static void an_indent_counts_within_the_columns(void **state)
{
	const struct wrap_options options = { .cols = 5, .indent = 2 };
	const struct wrap_options none_left = { .cols = 2, .indent = 7 };
	struct rows rows = ROWS_INIT;

	(void)state;
	wrap_text(&rows, SLICE("abcd"), &options);
	assert_int_equal(rows.count, 2);
	assert_int_equal(rows_cols(&rows, 0), 5);
	rows_clear(&rows);
	wrap_text(&rows, SLICE("abcd"), &none_left);
	assert_int_equal(rows.count, 4);
	assert_int_equal(rows_cols(&rows, 0), 2);
	rows_release(&rows);
}

static void random_text(struct strbuf *out, uint64_t *seed)
{
	static const char *const parts[] = {
		" ",
		" ",
		"  ",
		"\n",
		"\t",
		"-",
		"/",
		"--",
		"a",
		"b7",
		"word",
		"longer-word",
		"src/base/x.c",
		"\xc3\xa9",
		"e\xcc\x81",
		"\xe6\x97\xa5",
		"\xe6\x9c\xac\xe8\xaa\x9e",
		"\xf0\x9f\x91\x8d",
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
		"            ",
	};
	uint32_t count = random_below(seed, 60);

	while (count--)
		strbuf_addstr(out,
			      parts[random_below(
				      seed, sizeof(parts) / sizeof(*parts))]);
}

static void assert_same_rows(const struct rows *a, const struct rows *b)
{
	assert_int_equal(a->count, b->count);
	assert_int_equal(a->text.len, b->text.len);
	assert_memory_equal(a->text.buf, b->text.buf, a->text.len + 1);
	assert_int_equal(a->span_count, b->span_count);
	for (size_t i = 0; i < a->span_count; i++) {
		assert_int_equal(a->spans[i].start, b->spans[i].start);
		assert_int_equal(a->spans[i].len, b->spans[i].len);
		assert_int_equal(a->spans[i].cols, b->spans[i].cols);
	}
	for (size_t i = 0; i < a->count; i++)
		assert_int_equal(a->rows[i].first_span, b->rows[i].first_span);
}

static void text_in_pieces_gives_the_rows_of_the_whole(void **state)
{
	uint64_t seed = 20260318;

	(void)state;
	for (int round = 0; round < 20000; round++) {
		struct wrap_options options = {
			.cols = 1 + (int)random_below(&seed, 200),
			.indent = (int)random_below(&seed, 6),
			.keep_blanks = random_below(&seed, 3) == 0,
		};
		struct rows whole = ROWS_INIT, pieces = ROWS_INIT;
		struct strbuf text = STRBUF_INIT;
		struct wrap_stream ws;
		size_t pos = 0;

		if (random_below(&seed, 2))
			options.cols = 1 + options.cols % 12;
		random_text(&text, &seed);
		wrap_text(&whole, strbuf_slice(&text), &options);
		wrap_stream_init(&ws, &options);
		while (pos < text.len) {
			size_t end = utf8_next(text.buf, text.len, pos);

			while (end < text.len && random_below(&seed, 4))
				end = utf8_next(text.buf, text.len, end);
			wrap_stream_add(&ws, &pieces,
					slice_of(text.buf + pos, end - pos));
			pos = end;
		}
		assert_same_rows(&whole, &pieces);
		for (size_t i = 0; i < whole.count; i++)
			assert_in_range(rows_cols(&whole, i), 0, options.cols);
		strbuf_release(&text);
		rows_release(&whole);
		rows_release(&pieces);
	}
}

static void no_letter_is_lost_or_made_up(void **state)
{
	uint64_t seed = 7;

	(void)state;
	for (int round = 0; round < 2000; round++) {
		struct wrap_options options = {
			.cols = 2 + (int)random_below(&seed, 40),
		};
		struct rows rows = ROWS_INIT;
		struct strbuf text = STRBUF_INIT;
		size_t at = 0;

		random_text(&text, &seed);
		wrap_text(&rows, strbuf_slice(&text), &options);
		for (size_t i = 0; i < text.len; i++) {
			if (strchr(" \t\n", text.buf[i]))
				continue;
			while (at < rows.text.len && rows.text.buf[at] == ' ')
				at++;
			assert_int_equal(rows.text.buf[at++], text.buf[i]);
		}
		strbuf_release(&text);
		rows_release(&rows);
	}
}

static void an_amended_letter_takes_the_place_of_the_last(void **state)
{
	const struct wrap_options options = { .cols = 3 };
	struct rows rows = ROWS_INIT;
	struct strbuf got = STRBUF_INIT;
	struct wrap_stream ws;

	(void)state;
	wrap_stream_init(&ws, &options);
	wrap_stream_add(&ws, &rows, SLICE("ab cde"));
	wrap_stream_amend(&ws, &rows, 1, SLICE("\xc3\xa9"));
	wrap_stream_add(&ws, &rows, SLICE("f"));
	for (size_t i = 0; i < rows.count; i++) {
		rows_text(&got, &rows, i);
		strbuf_addch(&got, '|');
	}
	assert_string_equal(got.buf, "ab |cd\xc3\xa9|f|");
	strbuf_release(&got);
	rows_release(&rows);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_break_at_blanks),
		cmocka_unit_test(line_breaks_are_kept),
		cmocka_unit_test(a_long_word_is_cut_at_the_edge),
		cmocka_unit_test(words_break_behind_inner_hyphens_and_slashes),
		cmocka_unit_test(wide_characters_are_never_halved),
		cmocka_unit_test(
			chinese_and_japanese_punctuation_stays_with_its_word),
		cmocka_unit_test(a_mark_stays_with_its_letter),
		cmocka_unit_test(a_tab_goes_to_the_next_eighth_column),
		cmocka_unit_test(code_is_cut_at_the_edge_with_its_blanks),
		cmocka_unit_test(an_indent_counts_within_the_columns),
		cmocka_unit_test(text_in_pieces_gives_the_rows_of_the_whole),
		cmocka_unit_test(no_letter_is_lost_or_made_up),
		cmocka_unit_test(an_amended_letter_takes_the_place_of_the_last),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("wrap", tests, NULL, NULL);
}
