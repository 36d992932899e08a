#include "config.h"

#include "ui/term/term-out.h"

#include <fcntl.h>
#include <unistd.h>

#include "tests/unit/test.h"

struct line {
	struct term_out out;
	int ends[2]; /* a pipe in place of the terminal */
};

static void open_line(struct line *line)
{
	struct strbuf err = STRBUF_INIT;

	assert_int_equal(pipe2(line->ends, O_NONBLOCK | O_CLOEXEC), 0);
	line->out = (struct term_out)TERM_OUT_INIT;
	assert_int_equal(term_out_open(&line->out, line->ends[1], &err), 0);
}

static void close_line(struct line *line)
{
	term_out_release(&line->out);
	close(line->ends[0]);
	close(line->ends[1]);
}

/* What arrived so far. */
static void read_line(struct line *line, struct strbuf *text)
{
	char bytes[4096];
	ssize_t got;

	while ((got = read(line->ends[0], bytes, sizeof(bytes))) > 0)
		strbuf_add(text, bytes, (size_t)got);
}

static void what_curses_writes_keeps_its_place(void **state)
{
	struct line line;
	struct strbuf got = STRBUF_INIT;

	(void)state;
	open_line(&line);
	term_out_add(&line.out, SLICE("<"));
	for (int i = 0; i < 3; i++) {
		dprintf(fileno(line.out.screen), "frame %d", i);
		term_out_collect(&line.out);
		term_out_add(&line.out, SLICE("|"));
	}
	term_out_collect(&line.out);
	assert_true(term_out_flush(&line.out, 0));
	read_line(&line, &got);
	assert_string_equal(got.buf, "<frame 0|frame 1|frame 2|");
	strbuf_release(&got);
	close_line(&line);
}

static void a_stalled_line_loses_no_byte(void **state)
{
	struct line line;
	struct strbuf want = STRBUF_INIT;
	struct strbuf got = STRBUF_INIT;
	bool sent = false;

	(void)state;
	open_line(&line);
	for (int i = 0; i < 60000; i++)
		strbuf_addf(&want, "%d,", i);
	term_out_add(&line.out, strbuf_slice(&want));
	assert_false(term_out_flush(&line.out, 0));
	/* No one reads: it waits no longer than it may. */
	assert_false(term_out_flush(&line.out, 1));
	for (int i = 0; i < 100 && !sent; i++) {
		read_line(&line, &got);
		sent = term_out_flush(&line.out, 0);
	}
	assert_true(sent);
	read_line(&line, &got);
	assert_int_equal(got.len, want.len);
	assert_memory_equal(got.buf, want.buf, want.len);
	strbuf_release(&want);
	strbuf_release(&got);
	close_line(&line);
}

static void what_is_dropped_is_not_sent(void **state)
{
	struct line line;
	struct strbuf got = STRBUF_INIT;

	(void)state;
	open_line(&line);
	term_out_add(&line.out, SLICE("old"));
	term_out_drop(&line.out);
	term_out_add(&line.out, SLICE("new"));
	assert_true(term_out_flush(&line.out, 0));
	read_line(&line, &got);
	assert_string_equal(got.buf, "new");
	strbuf_release(&got);
	close_line(&line);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_curses_writes_keeps_its_place),
		cmocka_unit_test(a_stalled_line_loses_no_byte),
		cmocka_unit_test(what_is_dropped_is_not_sent),
	};

	return cmocka_run_group_tests_name("term-out", tests, NULL, NULL);
}
