#include "config.h"

#include "src/jphost/jp/trace-repeat.h"

#include <string.h>

#include "proto/json-write.h"
#include "src/base/xalloc.h"
#include "tests/unit/test.h"

/* A line as logged by jp: a provider's event, which is JSON, as a string. */
static void make(struct strbuf *line, const char *time, const char *before,
		 const char *text, const char *after)
{
	struct strbuf event = STRBUF_INIT;

	strbuf_addf(&event, "{\"id\":\"a\",%s", before);
	json_write_string(&event, slice_str(text));
	strbuf_addstr(&event, after);
	strbuf_reset(line);
	strbuf_addf(line,
		    "{\"timestamp\":\"%s\",\"level\":\"TRACE\",\"fields\":{"
		    "\"message\":\"Received event from Llamacpp API.\","
		    "\"event\":",
		    time);
	json_write_string(line, strbuf_slice(&event));
	strbuf_addstr(line, "},\"target\":\"jp_llm\"}");
	strbuf_release(&event);
}

#define BEFORE "\"delta\":{\"content\":"
#define AFTER  "},\"finish_reason\":null}"
#define TIME   "2026-11-28T18:22:13.148622Z"

static void learn(struct trace_repeat *repeat, const char *text)
{
	struct strbuf line = STRBUF_INIT;

	trace_repeat_init(repeat);
	make(&line, TIME, BEFORE, text, AFTER);
	trace_repeat_learn(repeat, strbuf_slice(&line), CHAT_MESSAGE,
			   slice_str(text));
	strbuf_release(&line);
}

static void the_text_of_a_line_like_it_is_read(void **state)
{
	static const char *const texts[] = {
		" slowly",
		"a \"quoted\" word",
		"back\\slash \\\" and \\\\",
		"a\nbreak\tand\x01",
		"d\xc3\xa9j\xc3\xa0 \xe6\xbc\xa2 \xf0\x9f\x98\x80",
		"\\n is no break",
		"\"",
		"\\",
		"},\"finish_reason\":\"stop\"}",
	};
	struct trace_repeat repeat;
	struct strbuf line = STRBUF_INIT;
	struct slice text;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		learn(&repeat, texts[i]);
		assert_true(repeat.known);
		for (size_t k = 0; k < ARRAY_SIZE(texts); k++) {
			/* Times have as many digits as they need. */
			make(&line, "2026-11-28T18:22:13.1Z", BEFORE, texts[k],
			     AFTER);
			assert_true(trace_repeat_take(
				&repeat, strbuf_slice(&line), &text));
			assert_true(slice_is(text, texts[k]));
		}
		trace_repeat_release(&repeat);
	}
	strbuf_release(&line);
}

static void a_line_that_differs_elsewhere_is_another(void **state)
{
	struct trace_repeat repeat;
	struct strbuf line = STRBUF_INIT;
	struct slice text;

	(void)state;
	learn(&repeat, "one");
	make(&line, TIME, BEFORE, "two", "},\"finish_reason\":\"stop\"}");
	assert_false(trace_repeat_take(&repeat, strbuf_slice(&line), &text));
	make(&line, TIME, "\"delta\":{\"reasoning\":", "two", AFTER);
	assert_false(trace_repeat_take(&repeat, strbuf_slice(&line), &text));
	make(&line, TIME, BEFORE, "", AFTER);
	assert_false(trace_repeat_take(&repeat, strbuf_slice(&line), &text));
	/* Truncated, short, unrelated. */
	make(&line, TIME, BEFORE, "two", AFTER);
	for (size_t len = 0; len < line.len; len++)
		assert_false(trace_repeat_take(&repeat, slice_of(line.buf, len),
					       &text));
	assert_true(trace_repeat_take(&repeat, strbuf_slice(&line), &text));
	trace_repeat_forget(&repeat);
	assert_false(trace_repeat_take(&repeat, strbuf_slice(&line), &text));
	strbuf_release(&line);
	trace_repeat_release(&repeat);
}

/* The part between the same bytes need not be one text. */
static void more_than_a_text_is_read_whole(void **state)
{
	static const char *const between[] = {
		"a\\\",\\\"more\\\":\\\"b", /* another member of the event */
		"a\",\"more\":\"b",         /* another field of the line */
		"a\\",                      /* escapes the quote after it */
		"a\\\\",                    /* the same for the inner one */
	};
	struct trace_repeat repeat;
	struct strbuf line = STRBUF_INIT, other = STRBUF_INIT;
	struct slice text;
	const char *at;

	(void)state;
	learn(&repeat, "TEXT");
	make(&line, TIME, BEFORE, "TEXT", AFTER);
	at = strstr(line.buf, "TEXT");
	for (size_t i = 0; i < ARRAY_SIZE(between); i++) {
		strbuf_setf(&other, "%.*s%s%s", (int)(at - line.buf), line.buf,
			    between[i], at + 4);
		assert_false(trace_repeat_take(&repeat, strbuf_slice(&other),
					       &text));
	}
	strbuf_release(&line);
	strbuf_release(&other);
	trace_repeat_release(&repeat);
}

/* It is ambiguous which of them it was. */
static void a_text_that_stands_there_twice_is_not_learned(void **state)
{
	struct trace_repeat repeat;

	(void)state;
	learn(&repeat, "content");
	assert_false(repeat.known);
	trace_repeat_release(&repeat);
	learn(&repeat, "a");
	assert_false(repeat.known);
	trace_repeat_release(&repeat);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_text_of_a_line_like_it_is_read),
		cmocka_unit_test(a_line_that_differs_elsewhere_is_another),
		cmocka_unit_test(more_than_a_text_is_read_whole),
		cmocka_unit_test(a_text_that_stands_there_twice_is_not_learned),
	};

	return cmocka_run_group_tests_name("trace-repeat", tests, NULL, NULL);
}
