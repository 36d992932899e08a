#include "config.h"

#include "src/jphost/jp/trace-follow.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/strbuf.h"
#include "src/base/xalloc.h"
#include "tests/unit/test.h"

/* This process plays jp: it has a log open for writing, and also reads it. */
struct log {
	char path[64];
	int fd;
	struct trace_follow *follow;
	struct strbuf told; /* a letter per event, and its text */
	struct trace_follow_sink sink;
};

static void on_event(void *user, struct slice event)
{
	struct log *log = user;
	struct json_member type, m;

	assert_true(json_find(event, "type", &type));
	/* Provisional events have no time: jp adds one. */
	if (json_string_is(type.value, "chat_response") ||
	    json_string_is(type.value, "tool_call_request"))
		assert_false(json_find(event, "timestamp", &m));
	if (json_find(event, "message", &m) || json_find(event, "state", &m) ||
	    json_find(event, "name", &m)) {
		json_string_add(&log->told, m.value);
	} else if (json_find(event, "reasoning", &m)) {
		strbuf_addch(&log->told, '(');
		json_string_add(&log->told, m.value);
		strbuf_addch(&log->told, ')');
	} else if (json_string_is(type.value, "usage")) {
		strbuf_addstr(&log->told, "usage");
	}
	if (json_find_path(event, &m, "elsewhere", "tool_call_id", NULL)) {
		strbuf_addch(&log->told, ':');
		json_string_add(&log->told, m.value);
		assert_true(json_find_path(event, &m, "elsewhere", "terminal",
					   NULL));
		assert_int_equal(m.type, JSON_OBJECT);
	}
	if (json_find(event, "arguments", &m))
		strbuf_addslice(&log->told, m.value);
	strbuf_addch(&log->told, '|');
}

static void on_flushed(void *user)
{
	struct log *log = user;

	strbuf_addstr(&log->told, "disk|");
}

static void add(struct log *log, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
static void add(struct log *log, const char *fmt, ...)
{
	struct strbuf text = STRBUF_INIT;
	va_list args;

	va_start(args, fmt);
	strbuf_vaddf(&text, fmt, args);
	va_end(args);
	assert_int_equal(write(log->fd, text.buf, text.len), (int)text.len);
	strbuf_release(&text);
}

static void add_line(struct log *log, const char *fields)
{
	add(log,
	    "{\"timestamp\":\"2026-11-28T18:22:13.1Z\",\"level\":\"TRACE\","
	    "\"fields\":{\"message\":%s},\"target\":\"jp_llm\"}\n",
	    fields);
}

/* A stream event of `provider`, logged as a string. */
static void add_event(struct log *log, const char *provider, const char *event)
{
	struct strbuf fields = STRBUF_INIT;

	strbuf_addf(&fields,
		    "\"Received event from %s API.\",\"event\":", provider);
	json_write_string(&fields, slice_str(event));
	add_line(log, fields.buf);
	strbuf_release(&fields);
}

static void add_choice(struct log *log, const char *id, const char *delta,
		       const char *finish)
{
	struct strbuf event = STRBUF_INIT;

	strbuf_addf(&event,
		    "{\"id\":\"%s\",\"choices\":[{\"index\":0,\"delta\":{%s},"
		    "\"finish_reason\":%s}]}",
		    id, delta, finish);
	add_event(log, "Llamacpp", event.buf);
	strbuf_release(&event);
}

static void add_chunk(struct log *log, const char *id, const char *text)
{
	struct strbuf delta = STRBUF_INIT;

	strbuf_addf(&delta, "\"content\":\"%s\"", text);
	add_choice(log, id, delta.buf, "null");
	strbuf_release(&delta);
}

static void add_finish(struct log *log, const char *id)
{
	add_choice(log, id, "", "\"stop\"");
}

static void assert_told(struct log *log, const char *want)
{
	while (trace_follow_read(log->follow, &log->sink, 1000))
		;
	assert_string_equal(log->told.buf, want);
	strbuf_reset(&log->told);
}

static int open_log(void **state)
{
	struct log *log = xcalloc(1, sizeof(*log));

	snprintf(log->path, sizeof(log->path), "/tmp/jpd-trace-XXXXXX");
	log->fd = mkostemp(log->path, O_CLOEXEC);
	assert_true(log->fd >= 0);
	strbuf_init(&log->told);
	log->sink = (struct trace_follow_sink){ .user = log,
						.event = on_event,
						.asks = on_event,
						.flushed = on_flushed };
	add(log, "{\"timestamp\":\"2026-11-28T18:22:13.1Z\",\"level\":"
		 "\"TRACE\",\"fields\":{\"message\":\"Starting CLI run.\"},"
		 "\"target\":\"jp_cli\"}\n");
	log->follow = trace_follow_open(getpid(), 1000);
	assert_non_null(log->follow);
	*state = log;
	return 0;
}

static int close_log(void **state)
{
	struct log *log = *state;

	trace_follow_close(log->follow);
	close(log->fd);
	unlink(log->path);
	strbuf_release(&log->told);
	free(log);
	return 0;
}

static void tokens_are_told_as_they_come(void **state)
{
	struct log *log = *state;

	add_line(log, "\"Starting conversation turn.\",\"model\":\"m\"");
	assert_told(log, "running|");
	add_chunk(log, "a", "Hello");
	assert_told(log, "Hello|");
	add_chunk(log, "a", " there");
	add_finish(log, "a");
	add_event(log, "Llamacpp", "[DONE]");
	assert_told(log, " there|");
	add_line(log, "\"Flushed conversation to disk.\",\"id\":\"jp-c1\"");
	assert_told(log, "disk|");
}

static void pieces_that_come_at_once_are_told_as_one(void **state)
{
	struct log *log = *state;

	add_chunk(log, "a", "one");
	add_chunk(log, "a", " two");
	add_chunk(log, "a", " thr\\u00e9\\ne");
	add_event(log, "Llamacpp",
		  "{\"id\":\"a\",\"choices\":[{\"delta\":{"
		  "\"reasoning_content\":\"hm\"}}]}");
	add_chunk(log, "a", "four");
	add_finish(log, "a");
	assert_told(log, "one two thr\xc3\xa9\ne|(hm)|four|");
	/* A new answer may look like the previous one. */
	add_chunk(log, "a", "five");
	add_choice(log, "a", "\"content\":\"six\"", "\"stop\"");
	add_chunk(log, "a", "seven");
	assert_told(log, "fivesixseven|");
}

static void what_is_not_on_disk_is_told_again_to_a_newcomer(void **state)
{
	struct log *log = *state;

	add_line(log, "\"Starting conversation turn.\",\"model\":\"m\"");
	add_chunk(log, "a", "old");
	add_line(log, "\"Flushed conversation to disk.\"");
	add_chunk(log, "b", "new");
	assert_told(log, "running|old|disk|new|");
	trace_follow_replay(log->follow, &log->sink);
	assert_string_equal(log->told.buf, "running|new|");
}

static void a_line_may_come_in_any_pieces(void **state)
{
	struct log *log = *state;
	struct strbuf line = STRBUF_INIT;

	strbuf_addstr(&line,
		      "{\"timestamp\":\"2026-11-28T18:22:13.1Z\",\"level\":"
		      "\"INFO\",\"fields\":{\"message\":\"Executing tool.\","
		      "\"tool\":\"sh\"},\"target\":\"jp_llm::tool\"}\n");
	for (size_t i = 0; i < line.len; i++) {
		assert_told(log, "");
		assert_int_equal(write(log->fd, line.buf + i, 1), 1);
	}
	assert_told(log, "running|");
	strbuf_release(&line);
}

static void a_title_that_is_made_meanwhile_is_not_told(void **state)
{
	struct log *log = *state;

	add_line(log, "\"Spawning task.\",\"name\":\"title_generator\"");
	add_chunk(log, "title", "A fine");
	add_chunk(log, "turn", "Hel");
	add_chunk(log, "title", " title");
	add_finish(log, "title");
	add_chunk(log, "turn", "lo");
	assert_told(log, "");
	add_line(log, "\"Title generator task completed.\"");
	add_chunk(log, "turn", "!");
	assert_told(log, "Hello!|");
}

static void of_a_title_that_failed_nothing_is_told(void **state)
{
	struct log *log = *state;

	add_line(log, "\"Spawning task.\",\"name\":\"title_generator\"");
	add_chunk(log, "x", "who knows");
	add_line(log, "\"Title generator task completed.\"");
	add_chunk(log, "y", "the turn");
	assert_told(log, "the turn|");
}

static void a_call_whose_tool_asks_waits_in_its_own_terminal(void **state)
{
	struct log *log = *state;
	char path[] = "/tmp/jpd-config-XXXXXX";
	struct strbuf fields = STRBUF_INIT;
	const char config[] =
		"{\"conversation\":{\"tools\":{\"*\":{\"run\":\"ask\"},"
		"\"ls\":{\"run\":\"unattended\"}}}}";
	int fd = mkostemp(path, O_CLOEXEC);

	assert_int_equal(write(fd, config, strlen(config)),
			 (int)strlen(config));
	close(fd);
	strbuf_addf(&fields, "\"Configuration details.\",\"config\":\"%s\"",
		    path);
	add_line(log, fields.buf);
	add_event(
		log, "Llamacpp",
		"{\"id\":\"a\",\"choices\":[{\"delta\":{\"tool_calls\":[{"
		"\"index\":0,\"id\":\"c1\",\"function\":{\"name\":\"ls\","
		"\"arguments\":\"{}\"}}]},\"finish_reason\":\"tool_calls\"}]}");
	assert_told(log, "ls{}|");
	add_event(log, "Llamacpp",
		  "{\"id\":\"b\",\"choices\":[{\"delta\":{\"tool_calls\":[{"
		  "\"index\":0,\"id\":\"c2\",\"function\":{\"name\":\"sh\","
		  "\"arguments\":\"{\\\"c\\\":\"}}]}}]}");
	assert_told(log, "");
	add_event(log, "Llamacpp",
		  "{\"id\":\"b\",\"choices\":[{\"delta\":{\"tool_calls\":[{"
		  "\"index\":0,\"function\":{\"arguments\":\"1}\"}}]},"
		  "\"finish_reason\":\"tool_calls\"}]}");
	assert_told(log, "sh{\"c\":1}|waiting-for-input:c2|");
	/* A late watcher gets the same. */
	trace_follow_replay(log->follow, &log->sink);
	assert_string_equal(log->told.buf,
			    "ls{}|sh{\"c\":1}|waiting-for-input:c2|");
	strbuf_reset(&log->told);
	/* Unless something else reports what is asked. */
	log->sink.asks = NULL;
	trace_follow_replay(log->follow, &log->sink);
	assert_string_equal(log->told.buf, "ls{}|sh{\"c\":1}|");
	strbuf_reset(&log->told);
	add_line(log, "\"Executing tool.\",\"tool\":\"sh\"");
	assert_told(log, "running|");
	unlink(path);
	strbuf_release(&fields);
}

static void every_provider_is_followed(void **state)
{
	struct log *log = *state;

	add_event(log, "Anthropic",
		  "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{"
		  "\"type\":\"thinking_delta\",\"thinking\":\"hm\"}}");
	add_event(log, "Anthropic",
		  "{\"type\":\"content_block_delta\",\"index\":1,\"delta\":{"
		  "\"type\":\"text_delta\",\"text\":\"An\"}}");
	add_event(log, "Anthropic",
		  "{\"type\":\"content_block_start\",\"index\":2,"
		  "\"content_block\":{\"type\":\"tool_use\",\"id\":\"t1\","
		  "\"name\":\"sh\",\"input\":{}}}");
	add_event(
		log, "Anthropic",
		"{\"type\":\"content_block_delta\",\"index\":2,\"delta\":{"
		"\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"a\\\"\"}}");
	add_event(log, "Anthropic",
		  "{\"type\":\"content_block_delta\",\"index\":2,\"delta\":{"
		  "\"type\":\"input_json_delta\",\"partial_json\":\":1}\"}}");
	assert_told(log, "(hm)|An|");
	add_event(log, "Anthropic",
		  "{\"type\":\"content_block_stop\",\"index\":2}");
	add_event(
		log, "Anthropic",
		"{\"type\":\"message_delta\",\"usage\":{\"output_tokens\":5}}");
	assert_told(log, "sh{\"a\":1}|usage|");
	add_event(log, "OpenAI",
		  "{\"type\":\"response.output_text.delta\",\"delta\":\"Op\"}");
	add_event(log, "OpenAI",
		  "{\"type\":\"response.output_item.done\",\"item\":{\"type\":"
		  "\"function_call\",\"call_id\":\"k\",\"name\":\"ls\","
		  "\"arguments\":\"{\\\"b\\\":2}\"}}");
	assert_told(log, "Op|ls{\"b\":2}|");
	add_line(log, "\"Received event from Ollama API.\",\"content\":\"Ol\","
		      "\"thinking\":\"\",\"tool_calls\":\"[{\\\"name\\\":"
		      "\\\"rm\\\",\\\"arguments\\\":{\\\"c\\\":3}}]\"");
	assert_told(log, "Ol|rm{\"c\":3}|");
	add_line(log,
		 "\"Response payload.\",\"response\":\"{\\\"candidates\\\":"
		 "[{\\\"content\\\":{\\\"parts\\\":[{\\\"text\\\":\\\"Go"
		 "\\\"},{\\\"functionCall\\\":{\\\"name\\\":\\\"mv\\\","
		 "\\\"args\\\":{}}}]}}]}\"");
	assert_told(log, "Go|mv{}|");
}

static void what_cannot_be_read_is_passed_over(void **state)
{
	struct log *log = *state;
	char *junk = xmalloc(6 << 20);

	memset(junk, 'x', 6 << 20);
	/* A line of 6 MB that begins like a relevant one. */
	add(log, "{\"timestamp\":\"2\",\"level\":\"T\",\"fields\":{\"message\":"
		 "\"Executing tool.\",\"tool\":\"");
	assert_int_equal(write(log->fd, junk, 6 << 20), 6 << 20);
	add(log, "\"},\"target\":\"jp_llm\"}\n");
	assert_int_equal(write(log->fd, "\0\xff\xfe\n\n\0", 6), 6);
	add(log, "\n");
	add_event(log, "Llamacpp", "{\"choices\":[");
	add_event(log, "Llamacpp", "7");
	add_event(log, "Anthropic", "{\"type\":\"content_block_stop\"}");
	add_chunk(log, "a", "still here");
	assert_told(log, "still here|");
	free(junk);
}

static void of_a_log_that_is_cut_only_whole_lines_count(void **state)
{
	struct log *log = *state;
	const char *half =
		"{\"timestamp\":\"2026-11-28T18:22:13.1Z\",\"level\":"
		"\"TRACE\",\"fields\":{\"message\":\"Executing tool.\",";

	add_chunk(log, "a", "He");
	add(log, "%s", half);
	assert_told(log, "He|");
	/* If it is truncated, the other half of a line comes next. */
	assert_int_equal(ftruncate(log->fd, 40), 0);
	assert_int_equal(lseek(log->fd, 0, SEEK_END), 40);
	assert_told(log, "");
	add(log, "\"tool\":\"rm\"},\"target\":\"jp_llm\"}\n");
	add_chunk(log, "b", "Again");
	assert_told(log, "Again|");
	/* A writer that keeps its position leaves a hole. */
	assert_int_equal(ftruncate(log->fd, 0), 0);
	assert_told(log, "");
	add_chunk(log, "b", "lost");
	add_chunk(log, "b", "found");
	assert_told(log, "found|");
}

static void a_log_is_followed_whatever_gets_its_name(void **state)
{
	struct log *log = *state;
	char other[80];
	int fd;

	snprintf(other, sizeof(other), "%s.other", log->path);
	fd = open(other, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	assert_int_equal(write(fd, "no log\n", 7), 7);
	close(fd);
	add_chunk(log, "a", "He");
	assert_told(log, "He|");
	assert_int_equal(rename(other, log->path), 0);
	add_chunk(log, "a", "llo");
	assert_told(log, "llo|");
}

static void a_process_without_a_log_is_not_followed(void **state)
{
	(void)state;
	assert_null(trace_follow_open(0, 0));
	assert_null(trace_follow_open(-1, 0));
	assert_null(trace_follow_open(getpid(), 0));
	assert_null(trace_follow_open(getppid() == 1 ? 2 : 1, 0));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(tokens_are_told_as_they_come,
						open_log, close_log),
		cmocka_unit_test_setup_teardown(
			pieces_that_come_at_once_are_told_as_one, open_log,
			close_log),
		cmocka_unit_test_setup_teardown(
			what_is_not_on_disk_is_told_again_to_a_newcomer,
			open_log, close_log),
		cmocka_unit_test_setup_teardown(a_line_may_come_in_any_pieces,
						open_log, close_log),
		cmocka_unit_test_setup_teardown(
			a_title_that_is_made_meanwhile_is_not_told, open_log,
			close_log),
		cmocka_unit_test_setup_teardown(
			of_a_title_that_failed_nothing_is_told, open_log,
			close_log),
		cmocka_unit_test_setup_teardown(
			a_call_whose_tool_asks_waits_in_its_own_terminal,
			open_log, close_log),
		cmocka_unit_test_setup_teardown(every_provider_is_followed,
						open_log, close_log),
		cmocka_unit_test_setup_teardown(
			what_cannot_be_read_is_passed_over, open_log,
			close_log),
		cmocka_unit_test_setup_teardown(
			of_a_log_that_is_cut_only_whole_lines_count, open_log,
			close_log),
		cmocka_unit_test_setup_teardown(
			a_log_is_followed_whatever_gets_its_name, open_log,
			close_log),
		cmocka_unit_test(a_process_without_a_log_is_not_followed),
	};

	return cmocka_run_group_tests_name("trace-follow", tests, NULL, NULL);
}
