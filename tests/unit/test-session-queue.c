#include "config.h"

#include "src/jphost/serve/session-queue.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/xalloc.h"
#include "tests/unit/test.h"

/* An outbox whose other end is a pipe that the test reads. */
struct end {
	struct session_queue out;
	int to, from;
	size_t count;       /* events in a conversation */
	bool missing;       /* it cannot be loaded */
	const char *pushed; /* pushed while it is loaded */
};

static int load(void *user, const char *conversation, struct history *history,
		struct strbuf *err)
{
	struct end *end = user;
	char event[200];

	if (end->pushed)
		session_queue_push(&end->out, slice_str(end->pushed),
				   OUTBOX_NORMAL);
	if (end->missing) {
		strbuf_setf(err, "no %s", conversation);
		return -1;
	}
	memset(event, ' ', sizeof(event));
	memcpy(event, "{\"a\":1}", 7);
	history->events = xcalloc(end->count, sizeof(*history->events));
	for (size_t i = 0; i < end->count; i++)
		strbuf_add(&history->text, event, sizeof(event));
	for (; history->count < end->count; history->count++)
		history->events[history->count] =
			slice_of(history->text.buf + history->count * 200, 200);
	return 0;
}

static int open_end(void **state)
{
	struct end *end = xcalloc(1, sizeof(*end));
	const struct session_queue_source source = { end, load };
	int fds[2];

	assert_int_equal(pipe2(fds, O_CLOEXEC | O_NONBLOCK), 0);
	end->from = fds[0];
	end->to = fds[1];
	session_queue_init(&end->out, end->to, &source);
	*state = end;
	return 0;
}

static int close_end(void **state)
{
	struct end *end = *state;

	session_queue_release(&end->out);
	close(end->from);
	close(end->to);
	free(end);
	return 0;
}

static void take(const struct end *end, struct strbuf *text)
{
	char bytes[65536];
	ssize_t got;

	while ((got = read(end->from, bytes, sizeof(bytes))) > 0)
		strbuf_add(text, bytes, (size_t)got);
}

static void take_all(struct end *end, struct strbuf *text)
{
	do {
		session_queue_write(&end->out);
		take(end, text);
	} while (!session_queue_is_empty(&end->out));
}

static void push(struct end *end, const char *line)
{
	assert_int_equal(
		session_queue_push(&end->out, slice_str(line), OUTBOX_NORMAL),
		0);
}

static void lines_behind_a_reply_wait_for_its_end(void **state)
{
	struct end *end = *state;
	struct strbuf text = STRBUF_INIT;

	end->count = 2;
	push(end, "1\n");
	session_queue_reply(&end->out, "x", "17");
	push(end, "2\n");
	session_queue_reply(&end->out, NULL, "18");
	push(end, "3\n");
	assert_false(session_queue_is_empty(&end->out));
	take_all(end, &text);
	assert_string_equal(text.buf,
			    "1\n{\"type\":\"events\",\"id\":\"x\","
			    "\"conversation\":\"17\",\"data\":[{\"a\":1},"
			    "{\"a\":1}]}\n2\n{\"type\":\"events\","
			    "\"conversation\":\"18\",\"data\":[{\"a\":1},"
			    "{\"a\":1}]}\n3\n");
	strbuf_release(&text);
}

static void a_reply_larger_than_the_pipe_is_whole(void **state)
{
	struct end *end = *state;
	struct strbuf text = STRBUF_INIT;
	size_t events = 0;

	end->count = 200000;
	session_queue_reply(&end->out, NULL, "17");
	push(end, "behind\n");
	session_queue_write(&end->out);
	/* Only part of it is prepared. */
	assert_true(outbox_front(&end->out.box).len < 300000);
	take_all(end, &text);
	/* Not strstr(), which measures the rest each time with ASan. */
	for (const char *at = text.buf; *at; at++)
		events += !strncmp(at, "{\"a\":1}", 7);
	assert_int_equal(events, 200000);
	assert_null(strstr(text.buf, ",,"));
	assert_null(strstr(text.buf, "}{"));
	assert_null(strstr(text.buf, ",]"));
	assert_string_equal(text.buf + text.len - 10, "]}\nbehind\n");
	strbuf_release(&text);
}

static void what_loading_pushes_goes_before_the_reply(void **state)
{
	struct end *end = *state;
	struct strbuf text = STRBUF_INIT;

	end->pushed = "new\n";
	session_queue_reply(&end->out, NULL, "17");
	push(end, "behind\n");
	take_all(end, &text);
	assert_string_equal(text.buf,
			    "new\n{\"type\":\"events\","
			    "\"conversation\":\"17\",\"data\":[]}\nbehind\n");
	strbuf_release(&text);
}

static void a_reply_that_cannot_be_loaded_is_an_error(void **state)
{
	struct end *end = *state;
	struct strbuf text = STRBUF_INIT;

	end->missing = true;
	session_queue_reply(&end->out, "x", "17");
	take_all(end, &text);
	assert_string_equal(text.buf, "{\"type\":\"error\",\"id\":\"x\","
				      "\"request\":\"read_events\","
				      "\"conversation\":\"17\","
				      "\"message\":\"no 17\"}\n");
	strbuf_release(&text);
}

static void a_reader_that_does_not_read_costs_a_bounded_amount(void **state)
{
	struct end *end = *state;
	struct strbuf line = STRBUF_INIT;
	size_t taken = 0;

	strbuf_addchars(&line, 'x', 65535);
	strbuf_addch(&line, '\n');
	while (taken < 1000 &&
	       !session_queue_push(&end->out, strbuf_slice(&line),
				   OUTBOX_NORMAL)) {
		session_queue_write(&end->out);
		taken++;
	}
	/* 4 MiB, and the content of the pipe. */
	assert_in_range(taken, 64, 70);
	assert_false(session_queue_is_low(&end->out));
	/* After a reply it is not low any more. */
	session_queue_reply(&end->out, NULL, "17");
	assert_int_equal(session_queue_push(&end->out, strbuf_slice(&line),
					    OUTBOX_NORMAL),
			 -1);
	/* An answer is accepted until no more requests are read. */
	while (!session_queue_is_full(&end->out))
		assert_int_equal(session_queue_push(&end->out,
						    strbuf_slice(&line),
						    OUTBOX_ALWAYS),
				 0);
	strbuf_release(&line);
}

static void many_replies_are_too_many(void **state)
{
	struct end *end = *state;
	int count = 0;

	for (; !session_queue_is_full(&end->out); count++)
		session_queue_reply(&end->out, NULL, "17");
	assert_int_equal(count, 256);
}

static void the_other_end_may_go(void **state)
{
	struct end *end = *state;

	close(end->from);
	end->from = -1;
	push(end, "1\n");
	session_queue_write(&end->out);
	assert_true(end->out.failed);
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, open_end, close_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(lines_behind_a_reply_wait_for_its_end),
		TEST(a_reply_larger_than_the_pipe_is_whole),
		TEST(what_loading_pushes_goes_before_the_reply),
		TEST(a_reply_that_cannot_be_loaded_is_an_error),
		TEST(a_reader_that_does_not_read_costs_a_bounded_amount),
		TEST(many_replies_are_too_many),
		TEST(the_other_end_may_go),
	};

	signal(SIGPIPE, SIG_IGN);
	return cmocka_run_group_tests_name("session-queue", tests, NULL, NULL);
}
