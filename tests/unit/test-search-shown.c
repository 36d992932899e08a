#include "config.h"

#include <locale.h>

#include "proto/json-write.h"
#include "src/base/xalloc.h"
#include "tests/unit/markdown-rows.h"
#include "tests/unit/random.h"
#include "tests/unit/search-check.h"
#include "tests/unit/test.h"
#include "ui/transcript/transcript.h"

/*
 * The search skips items whose raw JSON rules out a match. What is drawn of an
 * item may have other words: with random Markdown and random program output it
 * finds what reading all of it finds.
 */

/* Output of a program that is drawn differently from how it was written. */
static void random_output(struct strbuf *out, uint64_t *seed)
{
	static const char *const parts[] = {
		"word",      "two words",    "\033[31m", "\033[0m",
		"\r",        "\n",           "\b",       "\xe2\x80\x8b",
		"e\xcc\x81", "a1",           "\033[2C",  "\033[9G",
		" ",         "\t",           "{\"a\":",  "\n```c\n",
		"\xc2\xad",  "&amp;",        "\"x\\y\"", "}",
		"\033[K",    "\xef\xb8\x8f",
	};

	for (uint32_t count = random_below(seed, 30); count; count--)
		strbuf_addstr(out,
			      parts[random_below(seed, ARRAY_SIZE(parts))]);
}

static void add_event(struct event_log *log, uint64_t *seed)
{
	static const char *const starts[] = {
		"\"chat_request\",\"content\":",
		"\"chat_response\",\"message\":",
		"\"chat_response\",\"message\":",
		"\"chat_response\",\"reasoning\":",
		"\"tool_call_response\",\"id\":\"1\",\"content\":",
		"\"tool_call_request\",\"id\":\"1\",\"name\":\"run\","
		"\"arguments\":",
	};
	uint32_t start = random_below(seed, ARRAY_SIZE(starts));
	struct strbuf text = STRBUF_INIT, raw = STRBUF_INIT;

	strbuf_addf(&raw, "{\"type\":%s", starts[start]);
	if (start < 4)
		markdown_random(&text, seed);
	else
		random_output(&text, seed);
	if (start == 5)
		strbuf_addstr(&raw, "{\"two words\":");
	json_write_string(&raw, strbuf_slice(&text));
	strbuf_addstr(&raw, start == 5 ? "}}" : "}");
	event_log_add(log, strbuf_slice(&raw));
	strbuf_release(&text);
	strbuf_release(&raw);
}

static void what_is_drawn_is_found_whatever_is_left_out(void **state)
{
	uint64_t seed = random_seed(47);
	uint32_t dice = 47;
	size_t drawn = 0, taken = 0;

	(void)state;
	for (int i = random_rounds(150); i; i--) {
		struct conversation *conv = conversation_new(0, "17");
		struct event_log log = EVENT_LOG_INIT;
		struct strbuf text = STRBUF_INIT, pattern = STRBUF_INIT;

		for (int k = 0; k < 12; k++)
			add_event(&log, &seed);
		conversation_load(conv, &log);
		for (size_t n = 0; n < conv->item_count; n++)
			drawn += transcript_shown_text(&text, conv,
						       &conv->items[n]);
		for (int n = 0; n < 25; n++) {
			strbuf_reset(&pattern);
			search_pattern(&pattern, strbuf_slice(&text), &dice);
			taken += search_check(conv, transcript_shown_text,
					      strbuf_slice(&pattern));
		}
		strbuf_release(&text);
		strbuf_release(&pattern);
		event_log_release(&log);
		conversation_free(conv);
	}
	assert_true(drawn > 250 && taken > 500);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_drawn_is_found_whatever_is_left_out),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("search-shown", tests, NULL, NULL);
}
