#include "config.h"

#include "ui/text/source.h"

#include <locale.h>
#include <stdlib.h>

#include "tests/unit/random.h"
#include "tests/unit/test.h"
#include "ui/text/colored.h"
#include "ui/text/diff.h"
#include "ui/text/markdown.h"
#include "ui/text/prose.h"
#include "ui/text/sanitize.h"

static void assert_lines(const char *text, uint32_t first, uint32_t last,
			 const char *want)
{
	struct slice got = source_lines(slice_str(text), first, last);

	assert_int_equal(got.len, strlen(want));
	assert_memory_equal(got.ptr, want, got.len);
}

static void lines_are_counted_from_one(void **state)
{
	(void)state;
	assert_lines("a\nb\n\nd", 1, 1, "a");
	assert_lines("a\nb\n\nd", 2, 3, "b\n");
	assert_lines("a\nb\n\nd", 2, UINT32_MAX, "b\n\nd");
	assert_lines("a\nb\n", 2, 3, "b\n");
	assert_lines("a\r\nb", 1, 1, "a\r");
	assert_lines("a", 2, 3, "");
	assert_lines("", 1, 1, "");
	assert_lines("a\xe2\x80\xa8"
		     "b\xe2\x80\xa9"
		     "c\xe2\x80",
		     2, 2, "b");
	assert_int_equal(source_breaks(SLICE("a\n\xe2\x80\xa8\xe2\x80")), 2);
	assert_int_equal(source_breaks(SLICE("")), 0);
}

static void breaks_are_those_of_what_is_shown(void **state)
{
	static const char *const parts[] = {
		"a",
		"\n",
		"\r\n",
		"\r",
		"\xe2\x80\xa8",
		"\xe2\x80\xa9",
		"\x1b",
		"\x1b]0;",
		"\x1b[",
		"\x07",
		"\x1b\\",
		"\x9b",
		"\xc2\x9b",
		"\xe2",
		"\xe2\x80",
		"1;2",
		"\xcc\x81",
		"\x18",
		"\x1bP",
		" ",
		"\xf0\x9f\x87\xa9",
	};
	struct strbuf text = STRBUF_INIT, clean = STRBUF_INIT;
	uint64_t seed = 8;

	(void)state;
	for (int round = 0; round < 20000; round++) {
		size_t shown = 0;

		strbuf_reset(&text);
		strbuf_reset(&clean);
		for (uint32_t n = random_below(&seed, 20); n; n--)
			strbuf_addstr(&text,
				      parts[random_below(
					      &seed,
					      sizeof(parts) / sizeof(*parts))]);
		sanitize_all(&clean, strbuf_slice(&text));
		for (size_t i = 0; i < clean.len; i++)
			shown += clean.buf[i] == '\n';
		assert_int_equal(source_breaks(strbuf_slice(&text)), shown);
	}
	strbuf_release(&text);
	strbuf_release(&clean);
}

/*
 * Texts in which line n has the words "n<n>x": the lines of a row are compared
 * with the words in it.
 */
#define FIRST_LINE 3

/* Returns the number of the line with the words. */
static unsigned add_line(struct strbuf *out, uint64_t *seed)
{
	static const char *const before[] = {
		"",         "",       "",
		"- ",       "  ",     "> ",
		"1. ",      "    ",   "# ",
		"```",      "~~~ ",   "| a | b |\n|-|-|\n| c | ",
		"<i ",      "**",     "`",
		"+",        "-",      "@@ -1 +1 @@ ",
		"- - > ",   "[x](",   "\t",
		"---\n",    "===\n",  "|-|-|\n",
		"\n",       "\n\n",   "```\n",
		"\x1b[31m", "10 %\r", "- [ ] ",
		"\n- \n",
	};
	static const char *const behind[] = {
		"",
		"",
		"  ",
		"**",
		"`",
		" |",
		"\\",
		"</b>",
		"<br>",
		"\r",
		"\x1b[0m",
		">",
		"\xe2\x80\xa8",
		" \xe6\x97\xa5\xe6\x9c\xac",
		")",
	};
	uint32_t words = 1 + random_below(seed, 6);
	unsigned number;

	strbuf_addstr(
		out,
		before[random_below(seed, sizeof(before) / sizeof(*before))]);
	number = FIRST_LINE + (unsigned)source_breaks(strbuf_slice(out));
	while (words--)
		strbuf_addf(out, "n%ux ", number);
	if (!random_below(seed, 40))
		for (int i = 0; i < 2000; i++)
			strbuf_addf(out, "n%ux ", number);
	strbuf_addstr(
		out,
		behind[random_below(seed, sizeof(behind) / sizeof(*behind))]);
	strbuf_addch(out, '\n');
	return number;
}

static void check_row(const struct rows *rows, size_t i, char *seen)
{
	const struct row *row = &rows->rows[i];
	struct strbuf text = STRBUF_INIT;
	const char *at;

	rows_text(&text, rows, i);
	for (at = text.buf; (at = strchr(at, 'n')); at++) {
		char *end;
		unsigned long number = strtoul(at + 1, &end, 10);

		if (*end != 'x' || end == at + 1)
			continue;
		assert_in_range(number, row->line, row->last);
		seen[number] = 1;
	}
	strbuf_release(&text);
}

/* In order, correct, and complete except for what follows a fence. */
static void check_rows(const struct rows *rows, size_t lines, char *seen)
{
	uint32_t before = 0;

	for (size_t i = 0; i < rows->count; i++) {
		const struct row *row = &rows->rows[i];

		check_row(rows, i, seen);
		if (!row->line)
			continue;
		assert_in_range(row->line, FIRST_LINE, row->last);
		assert_in_range(row->last, row->line, FIRST_LINE + lines);
		assert_true(row->line >= before);
		before = row->line;
	}
}

enum shape { MARKDOWN, PROSE, MARKED_UP, COLORED, PATCH, SHAPES };

static void show(struct rows *rows, struct slice text, enum shape shape,
		 int cols)
{
	const struct markdown_options markdown = {
		.cols = cols,
		.keep_breaks = cols % 3,
		.line = FIRST_LINE,
	};
	const struct prose_options plain = {
		.cols = cols,
		.markup = shape == MARKED_UP,
		.line = FIRST_LINE,
	};
	const struct colored_options colored = {
		.cols = cols,
		.max_rows = SIZE_MAX,
		.line = FIRST_LINE,
	};
	const struct diff_options patch = { .cols = cols, .is_source = true };
	struct strbuf clean = STRBUF_INIT;
	struct prose prose;

	switch (shape) {
	case MARKDOWN:
		markdown_all(rows, text, &markdown);
		break;
	case COLORED:
		colored_rows(rows, text, &colored);
		break;
	case PATCH:
		rows_source(rows, FIRST_LINE, FIRST_LINE);
		sanitize_all(&clean, text);
		diff_unified(rows, strbuf_slice(&clean), &patch);
		break;
	default:
		prose_init(&prose, rows, &plain);
		prose_add(&prose, rows, text);
		prose_end(&prose, rows);
		prose_release(&prose);
	}
	strbuf_release(&clean);
}

static void rows_tell_the_lines_that_they_show(void **state)
{
	struct strbuf text = STRBUF_INIT;
	struct rows rows = ROWS_INIT;
	uint64_t seed = 20261128;

	(void)state;
	for (int round = 0; round < 4000; round++) {
		uint32_t count = 1 + random_below(&seed, 12);
		enum shape shape = random_below(&seed, SHAPES);
		char seen[256] = { 0 };
		unsigned numbers[12];

		strbuf_reset(&text);
		rows_clear(&rows);
		for (uint32_t i = 0; i < count; i++)
			numbers[i] = add_line(&text, &seed);
		show(&rows, strbuf_slice(&text), shape,
		     16 + (int)random_below(&seed, 100));
		check_rows(&rows, source_breaks(strbuf_slice(&text)), seen);
		/* All lines are shown; in other shapes marks may hide some. */
		for (uint32_t i = 0; shape == PROSE && i < count; i++)
			assert_true(seen[numbers[i]]);
	}
	rows_release(&rows);
	strbuf_release(&text);
}

static void assert_markdown(const char *text, const char *want)
{
	const struct markdown_options options = {
		.cols = 20,
		.keep_breaks = true,
		.line = 1,
	};
	struct rows rows = ROWS_INIT;
	struct strbuf got = STRBUF_INIT;

	markdown_all(&rows, slice_str(text), &options);
	for (size_t i = 0; i < rows.count; i++) {
		const struct row *row = &rows.rows[i];

		strbuf_addf(&got, "%s%u", i ? " " : "", (unsigned)row->line);
		if (row->last != row->line)
			strbuf_addf(&got, "-%u", (unsigned)row->last);
	}
	assert_string_equal(got.buf, want);
	strbuf_release(&got);
	rows_release(&rows);
}

/* A gap between blocks shows no line of the source. */
static void rows_of_markdown_tell_their_lines(void **state)
{
	(void)state;
	assert_markdown("a\nb\n\n\nc", "1 2 0 5");
	assert_markdown("one two three four five six\nb", "1 1 2");
	assert_markdown("Title\n===\nb", "1-2 3");
	assert_markdown("a\n# Title\n***\nb", "1 0 2 3 4");
	assert_markdown("```c\nx\n\ny\n```\nb", "1 2 3 4 6");
	assert_markdown("```\nx\n```\nb", "2 4");
	assert_markdown("    x\n\n\n    y\nb", "1 2 3 4 5");
	assert_markdown("> a\n> b\n>\n> - c\n>   d\nlazy", "1 2 0 4 5 6");
	assert_markdown("-\n- a\n- > \n", "1 2 3");
	assert_markdown("a\n|b|c|\n|-|-|\n|d|e|\n|f|g|\n\nh",
			"1 2-5 2-5 2-5 2-5 0 7");
	assert_markdown("```diff\n x\n-a\n+b\n y\n```", "1 2 3 4 5");
	assert_markdown("~~a~~\n~~b~~ c\\\n~~d~~", "1 2 3");
	assert_markdown("![x](y)\n![x](z)", "1 2");
	assert_markdown("`a\nb` c\nd", "1-2 3");
	assert_markdown("`aa\nbbbbbbbbb bbbbbbbbbbbb` c\nd", "1-2 2 3");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_are_counted_from_one),
		cmocka_unit_test(breaks_are_those_of_what_is_shown),
		cmocka_unit_test(rows_of_markdown_tell_their_lines),
		cmocka_unit_test(rows_tell_the_lines_that_they_show),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("source", tests, NULL, NULL);
}
