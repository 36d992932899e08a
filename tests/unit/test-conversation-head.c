#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/xalloc.h"
#include "src/store/conversation.h"
#include "tests/unit/test.h"

/*
 * A history of which only the end was read at first must end up as if all of it
 * had been read immediately.
 */
#define SEEDS      40
#define EVENTS_MAX 6000
#define FIRST      100 /* read in any case */
#define NOW        ((int64_t)1767268800000)

struct history {
	char *raws[EVENTS_MAX];
	size_t count;
};

static uint32_t below(uint32_t *seed, uint32_t most)
{
	*seed = *seed * 1664525u + 1013904223u;
	return (*seed >> 8) % most;
}

/* Ids are reused, answers come twice or never, some are not events at all. */
static char *make_event(uint32_t *seed, uint32_t turn_one_in)
{
	static const char *const forms[] = {
		"{\"type\":\"chat_request\",\"content\":\"ask %u\"}",
		"{\"type\":\"chat_response\",\"message\":\"say %u\"}",
		"{\"type\":\"chat_response\",\"message\":\"more %u\"}",
		"{\"type\":\"chat_response\",\"reasoning\":\"hm %u\"}",
		"{\"type\":\"chat_response\",\"reasoning\":\" \"}",
		"{\"type\":\"tool_call_request\",\"id\":\"t%u\",\"name\":\"x\","
		"\"arguments\":{}}",
		"{\"type\":\"tool_call_response\",\"id\":\"t%u\","
		"\"content\":\"turn_start\",\"is_error\":true}",
		"{\"type\":\"tool_call_response\",\"id\":\"t%u\","
		"\"content\":\"Tool skipped by user.\"}",
		"{\"type\":\"inquiry_request\",\"id\":\"t%u\",\"question\":{}}",
		"{\"type\":\"inquiry_response\",\"id\":\"t%u\",\"answer\":1}",
		"{\"type\":\"config_delta\",\"delta\":{\"n\":%u}}",
		"{\"type\":\"of_tomorrow\",\"n\":%u}",
		"{\"no_type\":%u}",
		"[%u]",
		"{\"type\":\"chat_response\" \"message\":\"broken %u\"}",
	};
	struct strbuf raw = STRBUF_INIT;
	const char *form = forms[below(seed, ARRAY_SIZE(forms))];
	const char *number = strstr(form, "%u");

	if (!below(seed, turn_one_in)) {
		strbuf_addstr(&raw, "{\"type\":\"turn_start\"}");
	} else {
		strbuf_add(&raw, form,
			   number ? (size_t)(number - form) : strlen(form));
		if (number)
			strbuf_addf(&raw, "%u%s", below(seed, 6), number + 2);
	}
	return strbuf_detach(&raw);
}

static void make_history(struct history *history, size_t count, uint32_t *seed)
{
	/* From turns of a few events to one that never ends. */
	static const uint32_t turns[] = { 3, 10, 100, 1000, UINT32_MAX >> 8 };
	uint32_t turn_one_in = turns[below(seed, ARRAY_SIZE(turns))];

	history->count = count;
	for (size_t i = 0; i < count; i++)
		history->raws[i] = make_event(seed, turn_one_in);
}

static void release_history(struct history *history)
{
	for (size_t i = 0; i < history->count; i++)
		free(history->raws[i]);
}

static void load(struct conversation *conv, const struct history *history,
		 bool unread)
{
	struct event_log log = EVENT_LOG_INIT;

	for (size_t i = 0; i < history->count; i++) {
		if (i % 977 == 976)
			event_log_add_too_large(&log, i);
		if (unread && i >= FIRST)
			event_log_add_unread(&log, slice_str(history->raws[i]));
		else
			event_log_add(&log, slice_str(history->raws[i]));
	}
	conversation_load(conv, &log);
	event_log_release(&log);
}

static void push(struct conversation *conv, const char *raw)
{
	struct event event = EVENT_INIT;
	struct strbuf err = STRBUF_INIT;

	if (!event_decode(&event, slice_str(raw), &err))
		conversation_event(conv, slice_str(raw), &event, false, NOW);
	event_release(&event);
	strbuf_release(&err);
}

static void assert_same_record(const struct conversation *a, size_t i,
			       const struct conversation *b, size_t j)
{
	struct slice x, y;

	assert_int_equal(i == NO_RECORD, j == NO_RECORD);
	if (i == NO_RECORD)
		return;
	x = event_log_raw(&a->log, i);
	y = event_log_raw(&b->log, j);
	assert_int_equal(x.len, y.len);
	assert_memory_equal(x.ptr, y.ptr, x.len);
}

static void assert_same_item(const struct conversation *a, const struct item *x,
			     const struct conversation *b, const struct item *y)
{
	struct item_content p, q;

	assert_int_equal(x->kind, y->kind);
	assert_int_equal(x->tool_state, y->tool_state);
	assert_int_equal(x->open, y->open);
	assert_true(x->id_hash == y->id_hash);
	assert_int_equal(x->live != NULL, y->live != NULL);
	assert_same_record(a, x->record, b, y->record);
	assert_same_record(a, x->response, b, y->response);
	item_content_load(&p, a, x);
	item_content_load(&q, b, y);
	assert_string_equal(p.text.len ? p.text.buf : "",
			    q.text.len ? q.text.buf : "");
	item_content_release(&p);
	item_content_release(&q);
}

static void assert_same(const struct conversation *a,
			const struct conversation *b)
{
	assert_int_equal(a->item_count, b->item_count);
	for (size_t i = 0; i < a->item_count; i++)
		assert_same_item(a, &a->items[i], b, &b->items[i]);
	assert_int_equal(a->open_count, b->open_count);
	for (size_t i = 0; i < a->open_count; i++)
		assert_int_equal(a->open_calls[i], b->open_calls[i]);
	assert_int_equal(conversation_state(a), conversation_state(b));
}

/* The end of the complete result, with increasing ids that can be found. */
static void assert_tail(const struct conversation *whole,
			const struct conversation *conv)
{
	size_t before = whole->item_count - conv->item_count;

	for (size_t i = 0; i < conv->item_count; i++) {
		assert_same_item(whole, &whole->items[before + i], conv,
				 &conv->items[i]);
		assert_int_equal(
			conversation_find_item(conv, conv->items[i].id), i);
	}
}

/* Load, work, push and load again, in random order. */
static bool play(uint32_t seed)
{
	struct conversation *eager = conversation_new(0, "1");
	struct conversation *lazy = conversation_new(0, "1");
	struct history *history = xcalloc(1, sizeof(*history));
	bool had_head;

	make_history(history, EVENTS_MAX - below(&seed, 3000), &seed);
	load(eager, history, false);
	load(lazy, history, true);
	had_head = lazy->head != NULL;
	assert_tail(eager, lazy);
	while (below(&seed, 200)) {
		if (below(&seed, 4)) {
			conversation_work(lazy, below(&seed, 20000));
		} else {
			char *raw = make_event(&seed, 10);

			push(eager, raw);
			push(lazy, raw);
			free(raw);
		}
	}
	assert_tail(eager, lazy);
	if (below(&seed, 2)) {
		uint32_t last = lazy->items[lazy->item_count - 1].id;

		conversation_complete(lazy);
		assert_int_equal(lazy->items[lazy->item_count - 1].id, last);
		assert_tail(eager, lazy);
		assert_same(eager, lazy);
	}
	/* Whatever is unread gets read, to be compared with the new history. */
	load(eager, history, false);
	load(lazy, history, true);
	assert_null(lazy->head);
	assert_same(eager, lazy);
	release_history(history);
	free(history);
	conversation_free(eager);
	conversation_free(lazy);
	return had_head;
}

static void in_the_end_all_is_as_if_read_at_once(void **state)
{
	int with_head = 0;

	(void)state;
	for (uint32_t seed = 1; seed <= SEEDS; seed++)
		with_head += play(seed);
	assert_in_range(with_head, SEEDS / 4, SEEDS - 1);
}

static void a_place_in_the_end_stays_when_the_rest_comes(void **state)
{
	struct conversation *conv = conversation_new(0, "1");
	struct history *history = xcalloc(1, sizeof(*history));
	uint32_t seed = 0, ids[20];
	size_t count;

	(void)state;
	do {
		release_history(history);
		make_history(history, EVENTS_MAX, &seed);
		load(conv, history, true);
	} while (!conv->head);
	for (size_t i = 0; i < ARRAY_SIZE(ids); i++)
		ids[i] = conv->items[i].id;
	count = conv->item_count;
	conversation_complete(conv);
	assert_true(conv->item_count > count);
	for (size_t i = 0; i < ARRAY_SIZE(ids); i++)
		assert_int_equal(conversation_find_item(conv, ids[i]),
				 conv->item_count - count + i);
	release_history(history);
	free(history);
	conversation_free(conv);
}

static void a_turn_without_end_is_read_as_it_comes(void **state)
{
	struct event_log log = EVENT_LOG_INIT;
	char *text = xcalloc(1, 10001);
	struct strbuf raw = STRBUF_INIT;
	size_t unread = 0;

	(void)state;
	memset(text, 'x', 10000);
	strbuf_addf(&raw, "{\"type\":\"chat_response\",\"message\":\"%s\"}",
		    text);
	for (int i = 0; i < 1000; i++)
		event_log_add_unread(&log, strbuf_slice(&raw));
	for (size_t i = 0; i < log.count; i++)
		unread += event_log_at(&log, i)->unread;
	assert_in_range(unread, 1, 200);
	assert_false(event_log_at(&log, 999)->unread);
	event_log_add_unread(&log, SLICE("{\"type\":\"turn_start\"}"));
	assert_true(event_log_at(&log, 1000)->unread);
	event_log_release(&log);
	strbuf_release(&raw);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(in_the_end_all_is_as_if_read_at_once),
		cmocka_unit_test(a_place_in_the_end_stays_when_the_rest_comes),
		cmocka_unit_test(a_turn_without_end_is_read_as_it_comes),
	};

	return cmocka_run_group_tests_name("conversation-head", tests, NULL,
					   NULL);
}
