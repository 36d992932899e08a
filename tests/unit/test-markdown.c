#include "config.h"

#include "ui/text/markdown.h"

#include <locale.h>
#include <string.h>

#include "tests/unit/markdown-rows.h"
#include "tests/unit/random.h"
#include "tests/unit/test.h"

#define BULLET "\xe2\x80\xa2"
#define CIRCLE "\xe2\x97\xa6"
#define BAR    "\xe2\x94\x82"
#define DASH   "\xe2\x94\x80"
#define CROSS  "\xe2\x94\xbc"

static void rows_to_lines(struct strbuf *out, const struct rows *rows)
{
	strbuf_reset(out);
	for (size_t i = 0; i < rows->count; i++) {
		rows_text(out, rows, i);
		while (out->len && out->buf[out->len - 1] == ' ')
			strbuf_setlen(out, out->len - 1);
		strbuf_addch(out, '\n');
	}
}

/* Trailing blanks in rows are ignored. */
static void assert_shows(const char *text, int cols, const char *want)
{
	const struct markdown_options options = { .cols = cols };
	struct rows rows = ROWS_INIT;
	struct strbuf got = STRBUF_INIT;

	markdown_all(&rows, slice_str(text), &options);
	rows_to_lines(&got, &rows);
	assert_string_equal(got.buf, want);
	strbuf_release(&got);
	rows_release(&rows);
}

/* The rows before the text is complete. */
static void assert_shows_so_far(const char *text, int cols, const char *want)
{
	const struct markdown_options options = { .cols = cols };
	struct rows rows = ROWS_INIT;
	struct strbuf got = STRBUF_INIT;
	struct markdown *md = markdown_new(&rows, &options);

	markdown_add(md, &rows, slice_str(text));
	rows_to_lines(&got, &rows);
	assert_string_equal(got.buf, want);
	markdown_free(md);
	strbuf_release(&got);
	rows_release(&rows);
}

/* The face of `part`, which occurs once in the rows. */
static void assert_face(const char *text, const char *part, enum face face)
{
	const struct markdown_options options = { .cols = 80 };
	struct rows rows = ROWS_INIT;
	const char *found;
	size_t pos, i = 0;

	markdown_all(&rows, slice_str(text), &options);
	found = strstr(rows.text.buf, part);
	assert_non_null(found);
	pos = (size_t)(found - rows.text.buf);
	while (rows.spans[i].start + rows.spans[i].len <= pos)
		i++;
	assert_int_equal(rows.spans[i].face, face);
	rows_release(&rows);
}

/* Check that `part` is in the rows. */
static void assert_letters(const char *text, const char *part)
{
	const struct markdown_options options = { .cols = 40 };
	struct rows rows = ROWS_INIT;

	markdown_all(&rows, slice_str(text), &options);
	assert_non_null(strstr(rows.text.buf, part));
	rows_release(&rows);
}

static void paragraphs_are_wrapped_and_set_apart(void **state)
{
	(void)state;
	assert_shows("one two\nthree\n\n\n\nfour", 9,
		     "one two\nthree\n\nfour\n");
	assert_shows("a\\\nb  \nc", 9, "a\nb\nc\n");
	assert_shows("\n\n a\n\n", 9, "a\n");
	assert_shows("", 9, "");
}

static void a_line_break_can_be_kept(void **state)
{
	const struct markdown_options options = { .cols = 20,
						  .keep_breaks = true };
	struct rows rows = ROWS_INIT;

	(void)state;
	markdown_all(&rows, SLICE("a\nb\n"), &options);
	assert_int_equal(rows.count, 2);
	rows_release(&rows);
}

static void headings_have_a_blank_row_before(void **state)
{
	(void)state;
	assert_shows("# One\ntext\n## Two ##\ntext", 20,
		     "One\ntext\n\nTwo\ntext\n");
	assert_shows("One\n===\nTwo\n---", 20, "One\n\nTwo\n");
	assert_face("# *One* two", "One", FACE_HEADING_TOP);
	assert_face("## One", "One", FACE_HEADING);
	assert_face("### One", "One", FACE_BOLD);
	assert_shows("#none\n\n#\nx", 20, "#none\n\nx\n");
}

static void words_have_faces(void **state)
{
	static const char text[] = "plain **strong** *em* `code` ~~struck~~ "
				   "***both*** [link](http://u.rl)";

	(void)state;
	assert_face(text, "plain", FACE_DEFAULT);
	assert_face(text, "strong", FACE_BOLD);
	assert_face(text, "em", FACE_ITALIC);
	assert_face(text, "code", FACE_CODE);
	assert_face(text, "struck", FACE_DIM);
	assert_face(text, "both", FACE_BOLD);
	assert_face(text, "link", FACE_LINK);
	assert_face(text, "http", FACE_DIM);
	assert_shows("~~a~~ **b**c*d*", 20, "~~a~~ bcd\n");
}

static void a_word_of_two_faces_is_not_broken_between_them(void **state)
{
	(void)state;
	assert_shows("aa bb**cc**dd", 7, "aa\nbbccdd\n");
	assert_shows("a **b c**d", 5, "a b\ncd\n");
}

static void reasoning_has_one_face(void **state)
{
	const struct markdown_options options = { .cols = 20,
						  .face = FACE_REASONING };
	struct rows rows = ROWS_INIT;

	(void)state;
	markdown_all(&rows,
		     SLICE("# a\n**b** `c`\n- [d](e)\n\n```\nf\n```\n---\n"),
		     &options);
	for (size_t i = 0; i < rows.span_count; i++)
		assert_int_equal(rows.spans[i].face, FACE_REASONING);
	rows_release(&rows);
}

static void links_tell_where_they_lead(void **state)
{
	(void)state;
	assert_shows("[a](http://b.c)", 40, "a (http://b.c)\n");
	assert_shows("<http://b.c> https://d.e www.f.org g@h.org", 60,
		     "http://b.c https://d.e www.f.org g@h.org\n");
	assert_shows("[http://good.org](http://bad.org)", 60,
		     "http://good.org (http://bad.org)\n");
	assert_shows("![pic *x*](a.png) ![](b.png)", 60,
		     "[image: pic x] (a.png) [image] (b.png)\n");
}

static void references_stay_as_they_were_written(void **state)
{
	(void)state;
	assert_shows("[a][r] [r]\n\n[r]: http://b.c\n", 60,
		     "[a][r] [r]\n\n[r]: http://b.c\n");
}

static void entities_become_characters_but_not_hidden_ones(void **state)
{
	(void)state;
	assert_shows("&lt;&amp;&copy;&#65;&#x42; a&nbsp;b &rarr;", 60,
		     "<&\xc2\xa9"
		     "AB a b \xe2\x86\x92\n");
	assert_shows("&#x202e; &#27; &#x200b; &nosuch; &#0; &zwj;", 60,
		     "&#x202e; &#27; &#x200b; &nosuch; &#0; &zwj;\n");
}

static void html_is_text(void **state)
{
	(void)state;
	assert_shows("<div>\n*a* <b>c</b><!-- d -->\n</div>", 60,
		     "<div> a <b>c</b><!-- d --> </div>\n");
	assert_shows("a<br>b<br/>c<BR />d", 60, "a\nb\nc\nd\n");
}

static void lists_hang_at_their_marks(void **state)
{
	(void)state;
	assert_shows("- one two\n- three\n  - four\n    - five\n", 9,
		     BULLET " one two\n" BULLET " three\n  " CIRCLE
			    " four\n    - fiv\n      e\n");
	assert_shows("- one two", 6, BULLET " one\n  two\n");
	assert_shows("- a\n\n  b\n- c\n\n- d", 20,
		     BULLET " a\n\n  b\n" BULLET " c\n\n" BULLET " d\n");
	assert_shows("- a\nlazy\n- - b\n-\n- c", 20,
		     BULLET " a lazy\n" BULLET " " CIRCLE " b\n" BULLET
			    "\n" BULLET " c\n");
}

static void numbers_are_kept_and_grow(void **state)
{
	(void)state;
	assert_shows("1. a\n1. b\n1. c", 20, "1. a\n2. b\n3. c\n");
	assert_shows("9) a\n10) b\n    more", 20, "9) a\n10) b more\n");
	assert_shows("1. a\n```\nx\n```\n2. b\n\n5. c", 20,
		     "1. a\n  x\n2. b\n\n5. c\n");
	assert_shows("1. a\n   1. b\n   1. c\n2. d\n   1. e", 20,
		     "1. a\n   1. b\n   2. c\n2. d\n   1. e\n");
}

static void tasks_show_their_boxes(void **state)
{
	(void)state;
	assert_shows("- [ ] a\n- [x] b\n  c\n- [X] d\n- [y] e\n1. [x] f", 20,
		     "[ ] a\n[x] b c\n[x] d\n" BULLET " [y] e\n1. [x] f\n");
}

static void what_interrupts_a_paragraph_is_what_commonmark_says(void **state)
{
	(void)state;
	assert_shows("a\n2. b\n-c\n-", 20, "a 2. b -c\n");
	assert_shows("a\n1. b", 20, "a\n1. b\n");
	assert_shows("a\n    b\n> c\nd\n\ne", 20, "a b\n" BAR " c d\n\ne\n");
}

static void quotes_have_a_bar(void **state)
{
	(void)state;
	assert_shows("> one two\n>\n> - a\n>> b\n\nc", 8,
		     BAR " one\n" BAR " two\n" BAR "\n" BAR " " BULLET
			 " a\n" BAR " " BAR " b\n\nc\n");
	assert_face("> quoted", "quoted", FACE_QUOTE);
	assert_shows("> ```\n> code\n>\n>  x\nout", 20,
		     BAR "   code\n" BAR "\n" BAR "    x\nout\n");
}

static void code_keeps_its_blanks_and_is_cut_at_the_edge(void **state)
{
	(void)state;
	assert_shows("```rust\nlet  x;\n\n  y\n```\nz", 8,
		     "  rust\n  let  x\n  ;\n\n    y\nz\n");
	assert_shows("    a\n\n      b\n\nc", 20, "  a\n\n    b\n\nc\n");
	assert_shows("~~~~\n~~~\n```\n~~~~", 20, "  ~~~\n  ```\n");
	assert_shows("- a\n\n  ```\n  x\n y\n", 20, BULLET " a\n\n    x\ny\n");
	assert_face("```\n**x**\n```", "**x**", FACE_CODE);
}

static void a_rule_is_as_wide_as_the_text(void **state)
{
	(void)state;
	assert_shows("a\n\n***\n- - -", 3,
		     "a\n\n" DASH DASH DASH "\n" DASH DASH DASH "\n");
}

static void tables_are_aligned(void **state)
{
	(void)state;
	assert_shows("| a | bb | c |\n|--|:-:|-:|\n| one | 2 | 3 |\n"
		     "| x | | 44 |\n",
		     40,
		     "a   " BAR " bb " BAR "  c\n" DASH DASH DASH DASH CROSS
			     DASH DASH DASH DASH CROSS DASH DASH DASH
		     "\none " BAR " 2  " BAR "  3\nx   " BAR "    " BAR
		     " 44\n");
}

static void a_table_may_follow_a_paragraph_and_be_followed_by_one(void **state)
{
	(void)state;
	assert_shows("Look:\na|b\n-|-\n1|2\nend", 40,
		     "Look:\na " BAR " b\n" DASH DASH CROSS DASH DASH "\n1 " BAR
		     " 2\nend\n");
	assert_shows("a|b\n-|-|-\n1|2", 40, "a|b -|-|- 1|2\n");
}

static void cells_are_wrapped_so_that_a_table_fits(void **state)
{
	(void)state;
	assert_shows(
		"| k | v |\n|---|---|\n| a | one two three four five |\n", 20,
		"k " BAR " v\n" DASH DASH CROSS DASH DASH DASH DASH DASH DASH
			DASH DASH DASH DASH DASH DASH DASH DASH DASH DASH DASH
		"\na " BAR " one two three\n  " BAR " four five\n");
}

static void a_table_too_wide_becomes_a_list(void **state)
{
	(void)state;
	assert_shows("| name | value |\n|---|---|\n| one | some words |\n"
		     "| two | |\n| three | x<br>y |\n",
		     12,
		     "name: one\nvalue: some\nwords\n\nname: two\n\n"
		     "name: three\nvalue: x\ny\n");
}

static void deep_nesting_leaves_room_for_the_text(void **state)
{
	struct strbuf text = STRBUF_INIT;
	struct rows rows = ROWS_INIT;
	const struct markdown_options options = { .cols = 12 };

	(void)state;
	for (int i = 0; i < 100; i++)
		strbuf_addstr(&text, "> ");
	strbuf_addstr(&text, "a b c d e f");
	markdown_all(&rows, strbuf_slice(&text), &options);
	assert_rows_fit(&rows, 12);
	assert_non_null(strstr(rows.text.buf, "f"));
	strbuf_release(&text);
	rows_release(&rows);
}

static void an_open_block_shows_what_there_is(void **state)
{
	(void)state;
	assert_shows_so_far("a\n\nb", 20, "a\n\nb\n");
	assert_shows_so_far("```c\nint", 20, "  c\n  int\n");
	assert_shows_so_far("- a\n- b\n  - c", 20,
			    BULLET " a\n" BULLET " b\n  " CIRCLE " c\n");
	assert_shows_so_far("| a | b |\n|---|---|\n| c", 20,
			    "a " BAR " b\n" DASH DASH CROSS DASH DASH "\nc " BAR
			    "\n");
}

static void open_marks_look_as_if_they_were_closed(void **state)
{
	(void)state;
	assert_shows_so_far("a **b", 20, "a b\n");
	assert_shows_so_far("a **b *c", 20, "a b c\n");
	assert_shows_so_far("a **b*", 20, "a b\n");
	assert_shows_so_far("a *", 20, "a\n");
	assert_shows_so_far("a `b* c", 20, "a b* c\n");
	assert_shows_so_far("a `b` ``c`", 20, "a b c\n");
	assert_shows_so_far("## A **b", 20, "A b\n");
	assert_shows_so_far("**[a](http://b", 20, "a (http://b)\n");
	assert_shows_so_far("- __a", 20, BULLET " a\n");
	assert_shows_so_far("a ~~b", 20, "a ~~b~~\n");
}

static void what_is_no_open_mark_stays(void **state)
{
	(void)state;
	assert_shows_so_far("2*3 a_b a ** b", 20, "2*3 a_b a ** b\n");
	assert_shows_so_far("**a** \\*b", 20, "a *b\n");
	assert_shows_so_far("[a] (b [c]( d", 20, "[a] (b [c]( d\n");
	assert_shows_so_far("**a\n\nb", 20, "**a\n\nb\n");
	assert_shows_so_far("***\n**", 3, DASH DASH DASH "\n");
	assert_shows("a **b", 20, "a **b\n");
}

/* "a\n-" is a heading, until a blank comes. */
static void marks_alone_do_not_show_what_they_may_not_become(void **state)
{
	(void)state;
	assert_shows_so_far("a\n-", 20, "a\n");
	assert_shows_so_far("a\n- ", 20, "a\n");
	assert_shows_so_far("a\n1", 20, "a\n");
	assert_shows_so_far("a\n1. b", 20, "a\n1. b\n");
	assert_shows_so_far("a\n\n``", 20, "a\n");
	assert_shows_so_far("| a |\n|--", 20, "| a |\n");
	assert_shows_so_far("a\n##", 20, "a\n");
}

static void a_table_has_room_for_all_that_its_lines_have(void **state)
{
	struct strbuf wide = STRBUF_INIT;

	(void)state;
	assert_shows("| a | b |\n|---|---|\n| 1 | 2 | 3 | 4\n| 5 |\n", 40,
		     "a " BAR " b " BAR "   " BAR "\n" DASH DASH CROSS DASH DASH
			     DASH CROSS DASH DASH DASH CROSS DASH DASH
		     "\n1 " BAR " 2 " BAR " 3 " BAR " 4\n"
		     "5 " BAR "   " BAR "   " BAR "\n");
	assert_shows("a | b\n-|-\n1 | 2 | 3", 40,
		     "a " BAR " b " BAR
		     "\n" DASH DASH CROSS DASH DASH DASH CROSS DASH DASH
		     "\n1 " BAR " 2 " BAR " 3\n");
	/* A | within code does not separate cells, as in md4c. */
	assert_shows("a | b\n-|-\n`x|y` | 2", 40,
		     "a   " BAR " b\n" DASH DASH DASH DASH CROSS DASH DASH
		     "\nx|y " BAR " 2\n");
	strbuf_addstr(&wide, "a | b\n-|-\n1 | 2\n");
	for (int i = 0; i < 200; i++)
		strbuf_addstr(&wide, "| x");
	strbuf_addstr(&wide, "| end");
	assert_letters(wide.buf, "end");
	strbuf_release(&wide);
}

static void what_stands_behind_a_link_or_a_fence_is_told(void **state)
{
	(void)state;
	assert_shows("[a](http://b.c \"do *x*\") ![p](q.png 't')", 60,
		     "a (http://b.c \"do *x*\") [image: p] (q.png \"t\")\n");
	assert_shows("[a](<> \"t\") [b.c](http://b.c)", 60,
		     "a (\"t\") b.c (http://b.c)\n");
	assert_shows("```c title=\"a.c\" {1,2}\nx\n```", 60,
		     "  c title=\"a.c\" {1,2}\n  x\n");
}

/* Each row's width of the line number's column, or 0, as digits. */
static void assert_gutters(const char *text, int cols, const char *want)
{
	const struct markdown_options options = { .cols = cols, .indent = 1 };
	struct rows rows = ROWS_INIT;
	struct strbuf got = STRBUF_INIT;

	markdown_all(&rows, slice_str(text), &options);
	for (size_t i = 0; i < rows.count; i++)
		strbuf_addf(&got, "%d", rows.rows[i].gutter);
	assert_string_equal(got.buf, want);
	strbuf_release(&got);
	rows_release(&rows);
}

static void code_stands_behind_a_line(void **state)
{
	(void)state;
	assert_gutters("a\n```c\nint x;\n\nint y;\n```\nb", 30, "022220");
	/* Wrapped rows too. */
	assert_gutters("```\n0123456789012345\n```", 12, "22");
	assert_gutters("a\n\n    int x;\n\nb", 30, "00200");
	assert_gutters("```diff\n-a\n+b\n c\n```", 30, "2222");
	/* In a list or a quote it follows their marks. */
	assert_gutters("- a\n  ```\n  x\n  ```\n", 30, "04");
	assert_gutters("> ```\n> x\n> ```\n", 30, "4");
	/* If it is too narrow, there is none. */
	assert_gutters("```\nx\n```", 5, "0");
}

/* Letters are not syntax here, so the rows must have each, in order. */
static void no_letter_is_lost(void **state)
{
	uint64_t seed = 99;
	struct strbuf text = STRBUF_INIT;

	(void)state;
	for (int round = 0; round < 3000; round++) {
		const struct markdown_options options = {
			.cols = 4 + (int)random_below(&seed, 100),
		};
		struct rows rows = ROWS_INIT;
		const char *at;
		char letter = 'a';

		strbuf_reset(&text);
		for (int i = (int)random_below(&seed, 40); i > 0; i--) {
			static const char marks[] = "\n\n\n-*_#>`~| \t.0123";
			int n = (int)random_below(&seed, 4);

			while (n-- > 0)
				strbuf_addch(
					&text,
					marks[random_below(&seed,
							   sizeof(marks) - 1)]);
			strbuf_addch(&text, letter);
			letter = letter == 'z' ? 'a' : (char)(letter + 1);
		}
		markdown_all(&rows, strbuf_slice(&text), &options);
		at = rows.text.buf;
		for (size_t i = 0; i < text.len; i++) {
			if (text.buf[i] < 'a' || text.buf[i] > 'z')
				continue;
			at = strchr(at, text.buf[i]);
			assert_non_null(at);
			at++;
		}
		rows_release(&rows);
	}
	strbuf_release(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(paragraphs_are_wrapped_and_set_apart),
		cmocka_unit_test(a_line_break_can_be_kept),
		cmocka_unit_test(headings_have_a_blank_row_before),
		cmocka_unit_test(words_have_faces),
		cmocka_unit_test(
			a_word_of_two_faces_is_not_broken_between_them),
		cmocka_unit_test(reasoning_has_one_face),
		cmocka_unit_test(links_tell_where_they_lead),
		cmocka_unit_test(references_stay_as_they_were_written),
		cmocka_unit_test(
			entities_become_characters_but_not_hidden_ones),
		cmocka_unit_test(html_is_text),
		cmocka_unit_test(lists_hang_at_their_marks),
		cmocka_unit_test(numbers_are_kept_and_grow),
		cmocka_unit_test(tasks_show_their_boxes),
		cmocka_unit_test(
			what_interrupts_a_paragraph_is_what_commonmark_says),
		cmocka_unit_test(quotes_have_a_bar),
		cmocka_unit_test(code_keeps_its_blanks_and_is_cut_at_the_edge),
		cmocka_unit_test(a_rule_is_as_wide_as_the_text),
		cmocka_unit_test(tables_are_aligned),
		cmocka_unit_test(
			a_table_may_follow_a_paragraph_and_be_followed_by_one),
		cmocka_unit_test(cells_are_wrapped_so_that_a_table_fits),
		cmocka_unit_test(a_table_too_wide_becomes_a_list),
		cmocka_unit_test(deep_nesting_leaves_room_for_the_text),
		cmocka_unit_test(an_open_block_shows_what_there_is),
		cmocka_unit_test(open_marks_look_as_if_they_were_closed),
		cmocka_unit_test(what_is_no_open_mark_stays),
		cmocka_unit_test(
			marks_alone_do_not_show_what_they_may_not_become),
		cmocka_unit_test(code_stands_behind_a_line),
		cmocka_unit_test(a_table_has_room_for_all_that_its_lines_have),
		cmocka_unit_test(what_stands_behind_a_link_or_a_fence_is_told),
		cmocka_unit_test(no_letter_is_lost),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("markdown", tests, NULL, NULL);
}
