#include "config.h"

#include "src/jphost/net/sse.h"

#include <string.h>

#include "tests/unit/test.h"

static void collect(void *user, struct slice data)
{
	struct strbuf *got = user;

	strbuf_addch(got, '<');
	strbuf_addslice(got, data);
	strbuf_addch(got, '>');
}

/* The events of `text`, in pieces of `piece` bytes. */
static void assert_events(const char *text, size_t piece, const char *expected)
{
	struct slice rest = slice_str(text);
	struct strbuf got = STRBUF_INIT;
	struct sse sse;

	sse_init(&sse, 1000);
	while (rest.len) {
		size_t len = rest.len < piece ? rest.len : piece;

		assert_int_equal(
			sse_feed(&sse, slice_of(rest.ptr, len), collect, &got),
			0);
		rest = slice_skip(rest, len);
	}
	assert_string_equal(got.buf, expected);
	sse_release(&sse);
	strbuf_release(&got);
}

static const struct {
	const char *text, *expected;
} samples[] = {
	{ "data: a\n\n", "<a>" },
	{ "data:a\n\ndata:  b\n\n", "<a>< b>" },
	{ "data: a\r\n\r\ndata: b\r\n\r\n", "<a><b>" },
	{ "data: a\r\rdata: b\n\r\n", "<a><b>" },
	{ "data: a\ndata: b\n\n", "<a\nb>" },
	{ "data\n\n", "<>" },
	{ "data\ndata\n\n", "<\n>" },
	{ ": a comment\n\nevent: x\nid: 7\ndata: a\nretry: 1\n\n", "<a>" },
	{ "\xef\xbb\xbf"
	  "data: a\n\n",
	  "<a>" },
	{ "data: a\n\n\xef\xbb\xbf"
	  "data: b\n\n",
	  "<a>" },
	{ "database: a\n\nDATA: b\n\n", "" },
	{ "data: never ended\n", "" },
	{ "\n\n\n", "" },
};

static void events_are_the_same_however_they_are_cut(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
		for (size_t piece = 1; piece < 20; piece++)
			assert_events(samples[i].text, piece,
				      samples[i].expected);
	}
}

static bool is_x(struct slice data)
{
	return slice_is(data, "x");
}

static void stray(void *user, struct slice line)
{
	strbuf_addf(user, "(%.*s)", (int)line.len, line.ptr);
}

static void what_is_whole_or_stray_is_handed_on_at_once(void **state)
{
	static const struct {
		const char *text, *expected;
	} cases[] = {
		{ "data: x\ndata: x\n", "<x><x>" },
		{ "data: x\n\n\ndata: y\n\n", "<x><y>" },
		{ "data: y\ndata: x\n\n", "<y\nx>" },
		{ ": no\nid: 1\nretry: 2\nevent: e\nids: 3\n text\n",
		  "(ids: 3)( text)" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct strbuf got = STRBUF_INIT;
		struct sse sse;

		sse_init(&sse, 1000);
		sse.is_whole = is_x;
		sse.stray = stray;
		assert_int_equal(
			sse_feed(&sse, slice_str(cases[i].text), collect, &got),
			0);
		assert_string_equal(got.buf, cases[i].expected);
		sse_release(&sse);
		strbuf_release(&got);
	}
}

static void an_event_that_never_ends_is_refused(void **state)
{
	struct strbuf got = STRBUF_INIT;
	struct sse sse;
	int ret = 0;

	(void)state;
	sse_init(&sse, 100);
	for (int i = 0; i < 30 && !ret; i++)
		ret = sse_feed(&sse, SLICE("data: abc\n"), collect, &got);
	assert_int_equal(ret, -1);
	assert_true(sse.data.len <= 100);
	assert_int_equal(sse_feed(&sse, SLICE("\n\n"), collect, &got), -1);
	assert_string_equal(got.buf, "");
	sse_release(&sse);
	strbuf_release(&got);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(events_are_the_same_however_they_are_cut),
		cmocka_unit_test(what_is_whole_or_stray_is_handed_on_at_once),
		cmocka_unit_test(an_event_that_never_ends_is_refused),
	};

	return cmocka_run_group_tests_name("sse", tests, NULL, NULL);
}
