#include "config.h"

#include "src/base/xalloc.h"
#include "src/store/item-text.h"
#include "tests/unit/search-check.h"
#include "tests/unit/test.h"

/*
 * The search reads raw JSON if possible, and builds texts only if necessary.
 * With random conversations, as any host might write them, and random patterns
 * it finds what reading each whole text finds.
 */

/* Raw, as in a JSON string; some are malformed. */
static const char *const WORDS[] = {
	"new",
	"foo",
	"Foo",
	"parser",
	"\\n",
	"\\n",
	"\\new",
	"\\tab",
	"\\\\new",
	"\\\\\\n",
	"\\u001b",
	"\\u001bfoo",
	"\\u000afoo",
	"\\u00e9",
	"\\u0066oo",
	"\xc3\xa9",
	"\\u212a",
	"\xe2\x84\xaa",
	"k",
	"K",
	"\\\"",
	"\\/",
	"/",
	" ",
	" ",
	"\xc5\xbf",
	"s",
	"\xc3",
	"\xed\xa0\x80",
	"\xff",
	"\\ud83d\\ude00",
	"\xf0\x9f\x98\x80",
	"\\ud83d",
	"metadata",
	"type",
	"42",
	"a",
	"b",
	"u001b",
	"00",
};

static void add_text(struct strbuf *out, uint32_t *seed, size_t words)
{
	strbuf_addch(out, '"');
	for (size_t i = search_random(seed, (uint32_t)words) + 1; i; i--)
		strbuf_addstr(out,
			      WORDS[search_random(seed, ARRAY_SIZE(WORDS))]);
	strbuf_addch(out, '"');
}

static void add_value(struct strbuf *out, uint32_t *seed, int depth)
{
	uint32_t kind = search_random(seed, depth ? 6 : 3);

	if (kind < 2) {
		add_text(out, seed, 6);
	} else if (kind == 2) {
		strbuf_addf(out, "%u", search_random(seed, 100));
	} else if (kind == 3) {
		strbuf_addstr(out, "[ ");
		add_value(out, seed, depth - 1);
		strbuf_addstr(out, ",null]");
	} else {
		strbuf_addstr(out, "{\"foo\":");
		add_value(out, seed, depth - 1);
		strbuf_addf(out, ",\"%s\" : ",
			    search_random(seed, 3) ? "new" : "metadata");
		add_value(out, seed, depth - 1);
		strbuf_addch(out, '}');
	}
}

static void add_event(struct strbuf *raw, uint32_t *seed)
{
	static const char *const STARTS[] = {
		"\"chat_request\",\"content\":",
		"\"chat_response\",\"message\":",
		"\"chat_response\",\"message\":",
		"\"chat_response\",\"reasoning\":",
		"\"tool_call_response\",\"id\":\"1\",\"content\":",
		"\"tool_call_request\",\"id\":\"1\",\"name\":\"foo\","
		"\"arguments\":",
		"\"chat_response\",\"data\":",
		"\"novel\",\"foo\":",
		"\"inquiry_request\",\"id\":\"2\",\"question\":",
		"\"notice\",\"message\":",
		"\"turn_start\",\"foo\":",
	};
	uint32_t start = search_random(seed, ARRAY_SIZE(STARTS));

	strbuf_addf(raw, "{\"type\":%s", STARTS[start]);
	if (start < 4)
		add_text(raw, seed, 12);
	else
		add_value(raw, seed, start < 5 ? 1 : 2);
	if (!search_random(seed, 4)) {
		strbuf_addstr(raw, ",\"metadata\":");
		add_value(raw, seed, 1);
	}
	strbuf_addch(raw, '}');
}

static struct conversation *make(uint32_t *seed)
{
	struct conversation *conv = conversation_new(0, "17");
	struct event_log log = EVENT_LOG_INIT;
	struct strbuf raw = STRBUF_INIT;

	for (int i = 0; i < 40; i++) {
		strbuf_reset(&raw);
		add_event(&raw, seed);
		event_log_add(&log, strbuf_slice(&raw));
	}
	conversation_load(conv, &log);
	event_log_release(&log);
	strbuf_release(&raw);
	return conv;
}

static void it_finds_what_looking_at_all_finds(void **state)
{
	uint32_t seed = 20260801;
	size_t taken = 0;

	(void)state;
	for (int i = 0; i < 200; i++) {
		struct conversation *conv = make(&seed);
		struct strbuf text = STRBUF_INIT, pattern = STRBUF_INIT;

		for (size_t n = 0; n < conv->item_count; n++)
			item_text_search(&text, conv, &conv->items[n]);
		for (int n = 0; n < 40; n++) {
			strbuf_reset(&pattern);
			search_pattern(&pattern, strbuf_slice(&text), &seed);
			taken += search_check(conv, NULL,
					      strbuf_slice(&pattern));
		}
		strbuf_release(&text);
		strbuf_release(&pattern);
		conversation_free(conv);
	}
	assert_true(taken > 4000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_finds_what_looking_at_all_finds),
	};

	return cmocka_run_group_tests_name("search-random", tests, NULL, NULL);
}
