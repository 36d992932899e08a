#include "config.h"

#include "proto/outbox.h"

#include "tests/unit/test.h"

static void assert_front(const struct outbox *out, const char *want)
{
	assert_true(slice_is(outbox_front(out), want));
}

static void what_was_pushed_comes_in_order(void **state)
{
	struct outbox out;

	(void)state;
	outbox_init(&out, 100);
	assert_true(outbox_empty(&out));
	assert_int_equal(outbox_push(&out, SLICE("one\n"), OUTBOX_NORMAL), 0);
	assert_int_equal(outbox_push(&out, SLICE("two\n"), OUTBOX_NORMAL), 0);
	assert_front(&out, "one\ntwo\n");
	outbox_sent(&out, 2);
	assert_front(&out, "e\ntwo\n");
	outbox_sent(&out, 4);
	assert_front(&out, "o\n");
	assert_int_equal(outbox_push(&out, SLICE("three\n"), OUTBOX_NORMAL), 0);
	assert_front(&out, "o\nthree\n");
	outbox_sent(&out, 8);
	assert_true(outbox_empty(&out));
	assert_front(&out, "");
	outbox_release(&out);
}

static void a_full_box_refuses_whole_lines(void **state)
{
	struct outbox out;

	(void)state;
	outbox_init(&out, 10);
	assert_int_equal(outbox_push(&out, SLICE("1234567\n"), OUTBOX_NORMAL),
			 0);
	assert_int_equal(outbox_push(&out, SLICE("ab\n"), OUTBOX_NORMAL), -1);
	assert_int_equal(out.dropped, 1);
	assert_int_equal(outbox_push(&out, SLICE("a\n"), OUTBOX_NORMAL), 0);
	assert_int_equal(outbox_push(&out, SLICE("a\nb\n"), OUTBOX_NORMAL), -1);
	assert_int_equal(out.dropped, 3);
	assert_front(&out, "1234567\na\n");
	/* Sent bytes make room. */
	outbox_sent(&out, 4);
	assert_int_equal(outbox_push(&out, SLICE("ab\n"), OUTBOX_NORMAL), 0);
	assert_front(&out, "567\na\nab\n");
	outbox_release(&out);
}

static void log_lines_are_refused_at_half(void **state)
{
	struct outbox out;

	(void)state;
	outbox_init(&out, 10);
	assert_int_equal(outbox_push(&out, SLICE("1234\n"), OUTBOX_LOG), 0);
	assert_int_equal(outbox_push(&out, SLICE("\n"), OUTBOX_LOG), -1);
	assert_int_equal(outbox_push(&out, SLICE("1234\n"), OUTBOX_NORMAL), 0);
	outbox_release(&out);
}

static void what_must_go_is_never_refused(void **state)
{
	struct outbox out;

	(void)state;
	outbox_init(&out, 4);
	assert_int_equal(outbox_push(&out, SLICE("123\n"), OUTBOX_NORMAL), 0);
	assert_int_equal(outbox_push(&out, SLICE("exit\n"), OUTBOX_ALWAYS), 0);
	assert_front(&out, "123\nexit\n");
	assert_int_equal(out.dropped, 0);
	outbox_release(&out);
}

static void a_large_box_shrinks_once_it_is_empty(void **state)
{
	struct strbuf line = STRBUF_INIT;
	struct outbox out;

	(void)state;
	outbox_init(&out, 8 << 20);
	strbuf_addchars(&line, 'x', 4 << 20);
	strbuf_addch(&line, '\n');
	assert_int_equal(outbox_push(&out, strbuf_slice(&line), OUTBOX_NORMAL),
			 0);
	while (!outbox_empty(&out)) {
		size_t len = outbox_front(&out).len;

		outbox_sent(&out, len < 65536 ? len : 65536);
	}
	assert_int_equal(out.bytes.cap, 0);
	strbuf_release(&line);
	outbox_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_pushed_comes_in_order),
		cmocka_unit_test(a_full_box_refuses_whole_lines),
		cmocka_unit_test(log_lines_are_refused_at_half),
		cmocka_unit_test(what_must_go_is_never_refused),
		cmocka_unit_test(a_large_box_shrinks_once_it_is_empty),
	};

	return cmocka_run_group_tests_name("outbox", tests, NULL, NULL);
}
