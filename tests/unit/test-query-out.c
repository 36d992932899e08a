#include "config.h"

#include "src/jphost/query/query-out.h"

#include "tests/unit/test.h"

static void text_is_written_in_its_order(void **state)
{
	for (size_t step = 1; step < 9; step++) {
		struct query_out out = QUERY_OUT_INIT;
		struct strbuf answer = STRBUF_INIT, news = STRBUF_INIT;
		enum query_out_kind kind = OUT_NEWS;
		struct slice first;

		strbuf_addstr(query_out_to(&out, OUT_ANSWER), "one ");
		strbuf_addstr(query_out_to(&out, OUT_ANSWER), "two ");
		strbuf_addstr(query_out_to(&out, OUT_NEWS), "NEWS ");
		query_out_to(&out, OUT_ANSWER);
		strbuf_addstr(query_out_to(&out, OUT_NEWS), "MORE ");
		strbuf_addstr(query_out_to(&out, OUT_ANSWER), "three");
		while ((first = query_out_first(&out, &kind)).len) {
			size_t len = first.len < step ? first.len : step;

			strbuf_add(kind == OUT_NEWS ? &news : &answer,
				   first.ptr, len);
			query_out_drop(&out, len);
		}
		assert_string_equal(answer.buf, "one two three");
		assert_string_equal(news.buf, "NEWS MORE ");
		assert_int_equal(out.text.len, 0);
		query_out_release(&out);
		strbuf_release(&answer);
		strbuf_release(&news);
	}
	(void)state;
}

/* A model may be faster than who reads: much waits, and little is written. */
static void what_waits_is_not_moved_with_each_write(void **state)
{
	struct query_out out = QUERY_OUT_INIT;
	enum query_out_kind kind;
	int moves = 0;

	(void)state;
	for (int i = 0; i < 100000; i++)
		strbuf_addch(query_out_to(&out, OUT_ANSWER), 'x');
	while (out.text.len) {
		const char *at = query_out_first(&out, &kind).ptr;

		query_out_drop(&out, 10);
		moves += out.text.len &&
			 query_out_first(&out, &kind).ptr != at + 10;
	}
	assert_true(moves < 20);
	query_out_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_is_written_in_its_order),
		cmocka_unit_test(what_waits_is_not_moved_with_each_write),
	};

	return cmocka_run_group_tests_name("query-out", tests, NULL, NULL);
}
