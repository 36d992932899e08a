#include "config.h"

#include "src/jphost/query/terminal-stream.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/random.h"
#include "tests/unit/test.h"

#define COLS 24
#define ROWS 8
/* Total lines, including those scrolled off. */
#define LINES 400

/*
 * A terminal that keeps what it scrolls off. It only knows what a stream may
 * write: text, line breaks, moving up, clearing to the end, faces.
 */
struct terminal {
	char lines[LINES][COLS + 1];
	int row, col, bottom;
};

static void put(struct terminal *terminal, char c)
{
	char *line = terminal->lines[terminal->row];
	size_t len = strlen(line);

	assert_true(terminal->col < COLS);
	while (len < (size_t)terminal->col)
		line[len++] = ' ';
	if ((size_t)terminal->col == len)
		line[len + 1] = '\0';
	line[terminal->col++] = c;
}

static void clear_below(struct terminal *terminal)
{
	terminal->lines[terminal->row][terminal->col] = '\0';
	for (int i = terminal->row + 1; i < LINES; i++)
		terminal->lines[i][0] = '\0';
}

static const char *sequence(struct terminal *terminal, const char *at)
{
	int number = atoi(at + 2);
	const char *end = at + 2 + strspn(at + 2, "0123456789;");

	assert_int_equal(at[1], '[');
	if (*end == 'A') {
		/* Lines that scrolled off cannot be reached. */
		assert_true(number < ROWS);
		terminal->row -= number;
		assert_true(terminal->row >= 0);
	} else if (*end == 'J') {
		clear_below(terminal);
	} else {
		assert_int_equal(*end, 'm');
	}
	return end + 1;
}

static void feed(struct terminal *terminal, struct strbuf *bytes)
{
	const char *at = bytes->buf, *end = bytes->buf + bytes->len;

	while (at < end) {
		if (*at == '\033') {
			at = sequence(terminal, at);
			continue;
		}
		if (*at == '\n') {
			terminal->row++;
			terminal->col = 0;
			assert_true(terminal->row < LINES);
		} else if (*at == '\r') {
			terminal->col = 0;
		} else {
			put(terminal, *at);
		}
		at++;
	}
	strbuf_reset(bytes);
}

static void show(struct strbuf *out, const struct terminal *terminal)
{
	for (int i = 0; i < terminal->row; i++)
		strbuf_addf(out, "%s\n", terminal->lines[i]);
	strbuf_addstr(out, terminal->lines[terminal->row]);
}

static const struct terminal_look look = { COLS, ROWS, false, false };

/* The text in pieces of at most `size` bytes, on an empty terminal. */
static void play(struct strbuf *shown, const char *text, size_t size,
		 uint64_t *seed)
{
	static struct terminal terminal;
	struct slice rest = slice_str(text);
	struct terminal_stream stream;
	struct strbuf out = STRBUF_INIT;

	memset(&terminal, 0, sizeof(terminal));
	terminal_stream_init(&stream, &look);
	while (rest.len) {
		size_t len =
			seed ? 1 + random_below(seed, (uint32_t)size) : size;

		if (len > rest.len)
			len = rest.len;
		terminal_stream_add(&stream, &out, slice_of(rest.ptr, len),
				    FACE_DEFAULT);
		rest = slice_skip(rest, len);
		feed(&terminal, &out);
	}
	terminal_stream_end(&stream, &out);
	feed(&terminal, &out);
	strbuf_reset(shown);
	show(shown, &terminal);
	terminal_stream_release(&stream);
	strbuf_release(&out);
}

/* With any pieces: the same as the text in one piece. */
static void assert_same(const char *text)
{
	struct strbuf whole = STRBUF_INIT, expected = STRBUF_INIT;
	struct strbuf got = STRBUF_INIT;
	uint64_t seed = 5;

	terminal_add_markdown(&expected, slice_str(text), FACE_DEFAULT, &look);
	play(&whole, text, strlen(text), NULL);
	for (size_t size = 1; size <= strlen(text); size += 1 + size / 4) {
		play(&got, text, size, NULL);
		assert_string_equal(got.buf, whole.buf);
		play(&got, text, size, &seed);
		assert_string_equal(got.buf, whole.buf);
	}
	/* Also the same as what is shown of a whole text. */
	strbuf_reset(&got);
	while (expected.len) {
		struct slice rest = strbuf_slice(&expected);
		struct slice line = slice_take_line(&rest);

		for (size_t i = 0; i < line.len; i++) {
			if (line.ptr[i] == '\033')
				i += strcspn(line.ptr + i, "m");
			else
				strbuf_addch(&got, line.ptr[i]);
		}
		strbuf_addch(&got, '\n');
		strbuf_remove(&expected, 0, expected.len - rest.len);
	}
	assert_string_equal(whole.buf, got.buf);
	strbuf_release(&whole);
	strbuf_release(&expected);
	strbuf_release(&got);
}

static void a_paragraph_grows_in_place(void **state)
{
	(void)state;
	assert_same("One word, and then some more of them, **bold** too.");
	assert_same("One.\n\nTwo *words.*\n\n\n- three\n- four\n    - five\n");
	assert_same("A line that is just as w\nide and one that is not.");
}

static void a_line_becomes_a_heading(void **state)
{
	(void)state;
	assert_same("Before.\n\nIt looked like\na paragraph\n===\n\nText.\n");
	assert_same("# One\n## Two ##\ntext `code\nstill` text\n");
}

static void a_table_gets_wider(void **state)
{
	(void)state;
	assert_same("| a | b |\n|---|---|\n| 1 | 2 |\n| longer | x |\n\nText");
}

static void code_is_written_line_by_line(void **state)
{
	(void)state;
	assert_same("See:\n```c\nint main(void)\n{\n\n}\n```\nThere.");
}

static void what_is_long_stays_where_it_was(void **state)
{
	struct strbuf text = STRBUF_INIT, shown = STRBUF_INIT;

	(void)state;
	for (int i = 0; i < 60; i++)
		strbuf_addf(&text, "Paragraph %d has a\nsecond line.\n\n", i);
	assert_same(text.buf);
	/* A table that changes above the screen: only that. */
	strbuf_setf(&text, "|a|b|\n|-|-|\n");
	for (int i = 0; i < 30; i++)
		strbuf_addf(&text, "|%d|%.*s|\n", i, i / 3, "xxxxxxxxxx");
	play(&shown, text.buf, 1, NULL);
	assert_non_null(strstr(shown.buf, "29"));
	strbuf_release(&text);
	strbuf_release(&shown);
}

static void only_what_is_new_is_written(void **state)
{
	struct terminal_stream stream;
	struct strbuf out = STRBUF_INIT;

	(void)state;
	terminal_stream_init(&stream, &look);
	terminal_stream_add(&stream, &out, SLICE("Some"), FACE_DEFAULT);
	assert_string_equal(out.buf, "Some");
	strbuf_reset(&out);
	terminal_stream_add(&stream, &out, SLICE(" text"), FACE_DEFAULT);
	assert_string_equal(out.buf, " text");
	strbuf_reset(&out);
	/* Others wrote: the open line is shown again, below. */
	terminal_stream_break(&stream, &out);
	terminal_stream_add(&stream, &out, SLICE(" here"), FACE_DEFAULT);
	assert_string_equal(out.buf, "\nSome text here");
	strbuf_reset(&out);
	terminal_stream_end(&stream, &out);
	assert_string_equal(out.buf, "\n");
	strbuf_reset(&out);
	terminal_stream_end(&stream, &out);
	assert_string_equal(out.buf, "");
	terminal_stream_release(&stream);
	strbuf_release(&out);
}

static void after_a_resize_nothing_above_is_touched(void **state)
{
	const struct terminal_look narrow = { 10, ROWS, false, false };
	struct terminal_stream stream;
	struct strbuf out = STRBUF_INIT;

	(void)state;
	terminal_stream_init(&stream, &look);
	terminal_stream_add(&stream, &out, SLICE("One\ntwo\n\nthree\nfour"),
			    FACE_DEFAULT);
	terminal_stream_set_look(&stream, &narrow);
	strbuf_reset(&out);
	terminal_stream_add(&stream, &out, SLICE("\n===\n"), FACE_DEFAULT);
	assert_null(strchr(out.buf, 'A'));
	terminal_stream_release(&stream);
	strbuf_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_paragraph_grows_in_place),
		cmocka_unit_test(a_line_becomes_a_heading),
		cmocka_unit_test(a_table_gets_wider),
		cmocka_unit_test(code_is_written_line_by_line),
		cmocka_unit_test(what_is_long_stays_where_it_was),
		cmocka_unit_test(only_what_is_new_is_written),
		cmocka_unit_test(after_a_resize_nothing_above_is_touched),
	};

	return cmocka_run_group_tests_name("terminal-stream", tests, NULL,
					   NULL);
}
