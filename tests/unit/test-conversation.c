#include "config.h"

#include "src/store/conversation.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/timestamp.h"
#include "src/base/xalloc.h"
#include "tests/unit/test.h"
#include "tests/unit/told.h"

#define NOW ((int64_t)1767268800000)

static void chunk(struct conversation *conv, const char *raw)
{
	conversation_chunk(conv, &(struct host_chunk){ .text = slice_str(raw) },
			   NOW);
}

static void assert_item_text(const struct conversation *conv, size_t i,
			     enum item_kind kind, const char *text)
{
	struct item_content content;

	assert_true(i < conv->item_count);
	assert_int_equal(conv->items[i].kind, kind);
	item_content_load(&content, conv, &conv->items[i]);
	assert_string_equal(content.text.buf, text);
	item_content_release(&content);
}

#define TURN        "{\"type\":\"turn_start\"}"
#define ASK(text)   "{\"type\":\"chat_request\",\"content\":\"" text "\"}"
#define SAY(text)   "{\"type\":\"chat_response\",\"message\":\"" text "\"}"
#define THINK(text) "{\"type\":\"chat_response\",\"reasoning\":\"" text "\"}"
#define CALL(id)                                                      \
	"{\"type\":\"tool_call_request\",\"id\":\"" id "\",\"name\":" \
	"\"run\",\"arguments\":{\"n\":1}}"
#define RESULT(id, text)                                                  \
	"{\"type\":\"tool_call_response\",\"id\":\"" id "\",\"content\":" \
	"\"" text "\",\"is_error\":false}"

static void chunks_of_one_kind_are_one_text(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	chunk(conv, "\"Hel\"");
	chunk(conv, "\"lo\\n\"");
	conversation_chunk(conv,
			   &(struct host_chunk){ .reasoning = true,
						 .text = SLICE("\"hm\"") },
			   NOW);
	chunk(conv, "\"again\"");
	assert_int_equal(conv->item_count, 3);
	assert_item_text(conv, 0, ITEM_MESSAGE, "Hello\n");
	assert_item_text(conv, 1, ITEM_REASONING, "hm");
	assert_item_text(conv, 2, ITEM_MESSAGE, "again");
	assert_int_equal(conversation_state(conv), CONVERSATION_STREAMING);
	conversation_free(conv);
}

static void neighbours_in_a_history_are_one_item(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	LOAD(conv, TURN, ASK("hi"), SAY("one "), SAY("two"), THINK(" \\n"),
	     THINK("hm"));
	assert_int_equal(conv->item_count, 4);
	assert_item_text(conv, 2, ITEM_MESSAGE, "one two");
	assert_item_text(conv, 3, ITEM_REASONING, "hm");
	conversation_free(conv);
}

static void reused_ids_are_paired_in_order(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	LOAD(conv, TURN, CALL("a"), CALL("a"), RESULT("a", "first"),
	     "{\"type\":\"tool_call_response\",\"id\":\"a\",\"content\":"
	     "\"second\",\"is_error\":true}");
	assert_int_equal(conv->item_count, 3);
	assert_int_equal(conv->items[1].response, 3);
	assert_int_equal(conv->items[1].tool_state, TOOL_OK);
	assert_int_equal(conv->items[2].response, 4);
	assert_int_equal(conv->items[2].tool_state, TOOL_FAILED);
	conversation_free(conv);
}

static void a_refused_call_is_skipped_though_stored_as_a_success(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	LOAD(conv, CALL("a"), RESULT("a", "Tool skipped by user: no."));
	assert_int_equal(conv->items[0].tool_state, TOOL_SKIPPED);
	conversation_free(conv);
}

static void a_call_without_a_result_was_interrupted(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	LOAD(conv, CALL("a"), TURN, ASK("again"));
	assert_int_equal(conv->items[0].tool_state, TOOL_INTERRUPTED);
	conversation_free(conv);
}

static void a_thousand_calls_without_results_do_not_slow_the_rest(void **state)
{
	struct conversation *conv = conversation_new(0, "1");
	struct event_log log = EVENT_LOG_INIT;
	struct strbuf raw = STRBUF_INIT;

	(void)state;
	for (int i = 0; i < 1000; i++) {
		strbuf_setf(&raw,
			    "{\"type\":\"tool_call_request\",\"id\":\"%d\","
			    "\"name\":\"n\",\"arguments\":{}}",
			    i);
		event_log_add(&log, strbuf_slice(&raw));
	}
	event_log_add(&log, slice_str(RESULT("999", "ok")));
	conv->turn_active = true;
	conversation_load(conv, &log);
	assert_true(conv->open_count < 300);
	assert_int_equal(conv->items[0].tool_state, TOOL_INTERRUPTED);
	assert_int_equal(conv->items[999].tool_state, TOOL_OK);
	strbuf_release(&raw);
	event_log_release(&log);
	conversation_free(conv);
}

static void
calls_that_a_reading_carries_over_are_no_more_than_others(void **state)
{
	struct conversation *conv = conversation_new(0, "1");
	struct strbuf raw = STRBUF_INIT;

	(void)state;
	for (int i = 0; i < 256; i++) {
		strbuf_setf(&raw,
			    "{\"type\":\"tool_call_request\",\"id\":\"%d\","
			    "\"name\":\"n\",\"arguments\":{}}",
			    i);
		told_event(conv, raw.buf, false, NOW);
	}
	LOAD(conv, CALL("a"), CALL("b"));
	assert_int_equal(conv->item_count, 258);
	assert_true(conv->open_count <= 256);
	strbuf_release(&raw);
	conversation_free(conv);
}

static void a_result_without_a_call_is_shown_all_the_same(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	LOAD(conv, RESULT("x", "lost"));
	assert_int_equal(conv->item_count, 1);
	assert_int_equal(conv->items[0].kind, ITEM_TOOL_CALL);
	assert_true(conv->items[0].record == NO_RECORD);
	conversation_free(conv);
}

static void a_call_waits_runs_and_ends(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	told_event(conv, CALL("a"), true, NOW);
	assert_int_equal(conv->items[0].tool_state, TOOL_WAITING);
	conversation_tool_answered(conv, "a", NOW + 1000);
	assert_int_equal(conv->items[0].tool_state, TOOL_RUNNING);
	told_event(
		conv,
		"{\"type\":\"tool_call_output\",\"id\":\"a\",\"chunk\":\"x\\n\"}",
		false, NOW + 1500);
	assert_string_equal(conv->items[0].live->output.buf, "x\n");
	told_event(conv, RESULT("a", "done"), false, NOW + 3000);
	assert_int_equal(conv->items[0].tool_state, TOOL_OK);
	assert_int_equal(conv->items[0].live->ended_ms -
				 conv->items[0].live->started_ms,
			 2000);
	conversation_free(conv);
}

static enum consent consent_from(const char *members)
{
	struct event event = EVENT_INIT;
	struct strbuf raw = STRBUF_INIT, err = STRBUF_INIT;
	enum consent consent;

	strbuf_addf(&raw, "{\"type\":\"prompt_closed\",\"id\":\"a\"%s}",
		    members);
	assert_int_equal(event_decode(&event, strbuf_slice(&raw), &err), 0);
	consent = consent_of(&event);
	event_release(&event);
	strbuf_release(&raw);
	strbuf_release(&err);
	return consent;
}

static void a_closed_prompt_tells_who_decided(void **state)
{
	static const struct {
		const char *members;
		enum consent consent;
	} cases[] = {
		{ ",\"by\":\"timeout\",\"outcome\":\"approved\"",
		  CONSENT_HOST_APPROVED },
		{ ",\"by\":\"timeout\",\"outcome\":\"modified\"",
		  CONSENT_HOST_APPROVED },
		{ ",\"by\":\"timeout\",\"outcome\":\"rejected\"",
		  CONSENT_HOST_REJECTED },
		{ ",\"by\":\"timeout\",\"outcome\":\"answered\"",
		  CONSENT_HOST_ANSWERED },
		{ ",\"by\":\"timeout\",\"outcome\":\"unanswered\"",
		  CONSENT_NOBODY },
		{ ",\"by\":\"timeout\"", CONSENT_NOBODY },
		{ ",\"voice\":\"timeout\",\"outcome\":\"approved\"",
		  CONSENT_HOST_APPROVED },
		{ ",\"by\":\"answered\",\"outcome\":\"approved\"",
		  CONSENT_ELSEWHERE_APPROVED },
		{ ",\"by\":\"answered\",\"outcome\":\"modified\"",
		  CONSENT_ELSEWHERE_MODIFIED },
		{ ",\"by\":\"answered\",\"outcome\":\"rejected\"",
		  CONSENT_ELSEWHERE_REJECTED },
		{ ",\"by\":\"answered\"", CONSENT_ELSEWHERE_ANSWERED },
		{ ",\"by\":\"of_a_newer_host\",\"outcome\":\"approved\"",
		  CONSENT_ELSEWHERE_APPROVED },
		{ ",\"by\":\"cancelled\",\"outcome\":\"rejected\"",
		  CONSENT_WITHDRAWN },
		{ ",\"by\":\"cancelled\"", CONSENT_WITHDRAWN },
		{ "", CONSENT_ELSEWHERE_ANSWERED },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		assert_int_equal(consent_from(cases[i].members),
				 cases[i].consent);
}

static void who_decided_stays_when_the_history_is_read(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	told_event(conv, CALL("a"), true, NOW);
	told_event(conv, CALL("b"), true, NOW);
	conversation_decided(conv, "a", CONSENT_HOST_APPROVED);
	conversation_decided(conv, "b", CONSENT_HOST_REJECTED);
	assert_int_equal(conv->items[1].tool_state, TOOL_SKIPPED);
	told_event(conv, RESULT("a", "done"), false, NOW + 1000);
	LOAD(conv, CALL("a"), CALL("b"), RESULT("a", "done"));
	assert_int_equal(conv->item_count, 2);
	assert_int_equal(conv->items[0].consent, CONSENT_HOST_APPROVED);
	assert_int_equal(conv->items[0].tool_state, TOOL_OK);
	assert_int_equal(conv->items[1].consent, CONSENT_HOST_REJECTED);
	assert_int_equal(conv->items[1].tool_state, TOOL_SKIPPED);
	conversation_free(conv);
}

static void who_decided_may_be_told_behind_the_result(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	told_event(conv, CALL("here"), true, NOW);
	told_event(conv, CALL("there"), true, NOW);
	told_event(conv, CALL("open"), true, NOW);
	told_event(conv, RESULT("here", "done"), false, NOW + 1000);
	conversation_decided(conv, "there", CONSENT_ELSEWHERE_ANSWERED);
	told_event(conv, RESULT("there", "done"), false, NOW + 1000);
	conversation_decided(conv, "here", CONSENT_ELSEWHERE_APPROVED);
	conversation_decided(conv, "there", CONSENT_ELSEWHERE_REJECTED);
	assert_int_equal(conv->items[0].consent, CONSENT_NONE);
	assert_int_equal(conv->items[1].consent, CONSENT_ELSEWHERE_REJECTED);
	assert_int_equal(conv->items[1].tool_state, TOOL_OK);
	/* The host answered before us, and what it decided last is told. */
	conversation_decided(conv, "here", CONSENT_HOST_APPROVED);
	assert_int_equal(conv->items[0].consent, CONSENT_HOST_APPROVED);
	conversation_decided(conv, "here", CONSENT_HOST_REJECTED);
	assert_int_equal(conv->items[0].consent, CONSENT_HOST_APPROVED);
	conversation_free(conv);
}

static void an_earlier_turn_is_not_decided_any_more(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	told_event(conv, CALL("a"), true, NOW);
	told_event(conv, RESULT("a", "done"), false, NOW + 1000);
	told_event(conv, TURN, false, NOW + 2000);
	conversation_decided(conv, "a", CONSENT_HOST_APPROVED);
	assert_int_equal(conv->items[0].consent, CONSENT_NONE);
	conversation_free(conv);
}

static void what_is_asked_again_was_decided_by_nobody(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	told_event(conv, CALL("a"), true, NOW);
	conversation_decided(conv, "a", CONSENT_HOST_REJECTED);
	told_event(conv, CALL("a"), true, NOW + 1000);
	assert_int_equal(conv->item_count, 1);
	assert_int_equal(conv->items[0].consent, CONSENT_NONE);
	assert_int_equal(conv->items[0].tool_state, TOOL_WAITING);
	conversation_free(conv);
}

static void the_same_call_again_is_no_second_item(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	told_event(conv, CALL("a"), false, NOW);
	told_event(conv, CALL("a"), true, NOW);
	assert_int_equal(conv->item_count, 1);
	assert_int_equal(conv->items[0].tool_state, TOOL_WAITING);
	conversation_free(conv);
}

#define INQUIRY(id)                                                     \
	"{\"type\":\"inquiry_request\",\"id\":\"" id "\",\"question\":" \
	"{\"text\":\"Which?\",\"answer_type\":{\"type\":\"text\"}}}"
#define CALL_AT(at, id)                                             \
	"{\"timestamp\":\"2026-01-01 12:00:0" at "\",\"type\":"     \
	"\"tool_call_request\",\"id\":\"" id "\",\"name\":\"run\"," \
	"\"arguments\":{\"n\":1}}"

static void what_was_read_and_is_told_then_stands_once(void **state)
{
	(void)state;
	/* The turn may be known to run before it is read, or from the push. */
	for (int active = 0; active < 2; active++) {
		struct conversation *conv = conversation_new(0, "1");
		uint32_t call, question;

		conv->turn_active = active;
		LOAD(conv, TURN, ASK("hi"), CALL("a"), CALL("b"), INQUIRY("q"));
		call = conv->items[3].id;
		question = conv->items[4].id;
		told_event(conv, CALL("a"), false, NOW);
		told_event(conv, CALL_AT("1", "b"), true, NOW);
		told_event(conv, INQUIRY("q"), true, NOW);
		told_event(conv, CALL_AT("1", "b"), true, NOW);
		assert_int_equal(conv->item_count, 5);
		assert_int_equal(conv->items[2].tool_state, TOOL_RUNNING);
		assert_int_equal(conv->items[3].tool_state, TOOL_WAITING);
		assert_int_equal(conv->items[3].id, call);
		assert_int_equal(conv->items[4].tool_state, TOOL_WAITING);
		assert_int_equal(conv->items[4].id, question);
		assert_int_equal(conv->open_count, 3);
		told_event(conv, RESULT("b", "x"), false, NOW);
		told_event(conv, RESULT("a", "x"), false, NOW);
		assert_int_equal(conv->item_count, 5);
		assert_int_equal(conv->items[2].tool_state, TOOL_OK);
		assert_int_equal(conv->items[3].tool_state, TOOL_OK);
		conversation_free(conv);
	}
}

static void two_open_calls_of_one_id_are_told_apart_by_their_bytes(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	conv->turn_active = true;
	LOAD(conv, TURN, CALL_AT("1", "a"), CALL_AT("2", "a"));
	told_event(conv, CALL_AT("2", "a"), true, NOW);
	assert_int_equal(conv->item_count, 3);
	assert_int_equal(conv->items[1].tool_state, TOOL_RUNNING);
	assert_int_equal(conv->items[2].tool_state, TOOL_WAITING);
	conversation_free(conv);
}

static void an_id_that_had_its_answer_or_its_turn_is_a_new_call(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	LOAD(conv, TURN, CALL("a"), TURN, CALL("b"), RESULT("b", "x"));
	told_event(conv, CALL("a"), true, NOW);
	told_event(conv, CALL("b"), true, NOW);
	assert_int_equal(conv->item_count, 6);
	assert_int_equal(conv->items[1].tool_state, TOOL_INTERRUPTED);
	assert_int_equal(conv->items[3].tool_state, TOOL_OK);
	assert_int_equal(conv->items[4].tool_state, TOOL_WAITING);
	assert_int_equal(conv->items[5].tool_state, TOOL_WAITING);
	conversation_free(conv);
}

static void what_is_told_and_then_read_is_the_open_one_of_its_id(void **state)
{
	struct conversation *conv = conversation_new(0, "1");
	uint32_t id;

	(void)state;
	told_event(conv, CALL_AT("3", "a"), true, NOW);
	id = conv->items[0].id;
	/* The first two belong to the previous turn and an earlier step. */
	LOAD(conv, TURN, CALL_AT("1", "a"), RESULT("a", "1"), TURN,
	     CALL_AT("2", "a"), RESULT("a", "2"));
	assert_int_equal(conv->item_count, 5);
	assert_int_equal(conv->items[4].id, id);
	LOAD(conv, TURN, CALL_AT("1", "a"), RESULT("a", "1"), TURN,
	     CALL_AT("2", "a"), RESULT("a", "2"), CALL_AT("3", "a"));
	assert_int_equal(conv->item_count, 5);
	assert_int_equal(conv->items[1].tool_state, TOOL_OK);
	assert_int_equal(conv->items[3].tool_state, TOOL_OK);
	assert_int_equal(conv->items[4].tool_state, TOOL_WAITING);
	assert_int_equal(conv->items[4].id, id);
	/* The answer is in the history before it is pushed. */
	LOAD(conv, TURN, CALL_AT("1", "a"), RESULT("a", "1"), TURN,
	     CALL_AT("2", "a"), RESULT("a", "2"), CALL_AT("3", "a"),
	     RESULT("a", "3"));
	assert_int_equal(conv->item_count, 5);
	assert_int_equal(conv->items[4].tool_state, TOOL_OK);
	assert_int_equal(conv->items[4].id, id);
	conversation_free(conv);
}

static void loading_again_keeps_the_ids_of_what_is_the_same(void **state)
{
	struct conversation *conv = conversation_new(0, "1");
	uint32_t ids[4];

	(void)state;
	LOAD(conv, TURN, ASK("hi"), SAY("one"), CALL("a"));
	for (size_t i = 0; i < 4; i++)
		ids[i] = conv->items[i].id;
	/* jp inserts a result in the middle and rewrites the file. */
	LOAD(conv, TURN, ASK("hi"), THINK("new"), SAY("one"), CALL("a"),
	     RESULT("a", "x"), SAY("end"));
	assert_int_equal(conv->item_count, 6);
	assert_int_equal(conv->items[0].id, ids[0]);
	assert_int_equal(conv->items[1].id, ids[1]);
	assert_true(conv->items[2].id > ids[3]);
	assert_int_equal(conv->items[3].id, ids[2]);
	assert_int_equal(conv->items[4].id, ids[3]);
	for (size_t i = 0; i < conv->item_count; i++)
		assert_int_equal(
			conversation_find_item(conv, conv->items[i].id), i);
	conversation_free(conv);
}

static void what_came_live_is_not_doubled_by_the_history(void **state)
{
	struct conversation *conv = conversation_new(0, "1");
	uint32_t said, called;

	(void)state;
	told_event(conv, TURN, false, NOW);
	told_event(conv, ASK("hi"), false, NOW);
	chunk(conv, "\"Hel\"");
	chunk(conv, "\"lo\"");
	told_event(conv, CALL("a"), true, NOW);
	said = conv->items[2].id;
	called = conv->items[3].id;
	LOAD(conv, TURN, ASK("hi"), SAY("Hello"));
	assert_int_equal(conv->item_count, 4);
	assert_int_equal(conv->items[2].id, said);
	assert_int_equal(conv->items[3].id, called);
	assert_int_equal(conv->items[3].tool_state, TOOL_WAITING);
	told_event(conv, RESULT("a", "x"), false, NOW);
	assert_int_equal(conv->item_count, 4);
	assert_int_equal(conv->items[3].tool_state, TOOL_OK);
	conversation_free(conv);
}

static void text_that_we_joined_in_the_middle_is_the_stored_one(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	chunk(conv, "\"lo, world\"");
	LOAD(conv, ASK("hi"), SAY("Hello, world"));
	assert_int_equal(conv->item_count, 2);
	assert_item_text(conv, 1, ITEM_MESSAGE, "Hello, world");
	conversation_free(conv);
}

static void open_text_stays_behind_a_history_without_it(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	told_event(conv, ASK("hi"), false, NOW);
	chunk(conv, "\"strea\"");
	LOAD(conv, TURN, ASK("hi"));
	assert_item_text(conv, 2, ITEM_MESSAGE, "strea");
	chunk(conv, "\"ming\"");
	assert_int_equal(conv->item_count, 3);
	assert_item_text(conv, 2, ITEM_MESSAGE, "streaming");
	conversation_free(conv);
}

static void the_end_of_a_turn_ends_all_that_ran(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	told_event(conv, CALL("a"), false, NOW);
	assert_int_equal(conversation_state(conv), CONVERSATION_RUNNING);
	told_event(conv, "{\"type\":\"query_complete\"}", false, NOW);
	assert_int_equal(conv->items[0].tool_state, TOOL_INTERRUPTED);
	assert_int_equal(conversation_state(conv), CONVERSATION_IDLE);
	conversation_free(conv);
}

static void a_notification_block_is_not_the_persons_words(void **state)
{
	struct conversation *conv = conversation_new(0, "1");
	struct item_content content;

	(void)state;
	LOAD(conv, ASK("---\\n**system notifications**\\nBlah.\\n- one\\n"
		       "---\\n\\nDo it"));
	item_content_load(&content, conv, &conv->items[0]);
	assert_string_equal(content.text.buf, "Do it");
	assert_non_null(strstr(content.notice.buf, "- one"));
	item_content_release(&content);
	conversation_free(conv);
}

static void the_rate_is_of_the_last_two_seconds(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	for (int i = 0; i < 80; i++)
		conversation_chunk(
			conv, &(struct host_chunk){ .text = SLICE("\"x\"") },
			NOW + i * 25);
	assert_int_equal(conversation_rate(conv, NOW + 1999), 40);
	assert_int_equal(conversation_rate(conv, NOW + 10000), 0);
	conversation_free(conv);
}

static void an_unknown_event_is_kept(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	LOAD(conv, "{\"type\":\"system_notification_queued\",\"x\":1}");
	assert_int_equal(conv->items[0].kind, ITEM_OTHER);
	conversation_free(conv);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(chunks_of_one_kind_are_one_text),
		cmocka_unit_test(neighbours_in_a_history_are_one_item),
		cmocka_unit_test(reused_ids_are_paired_in_order),
		cmocka_unit_test(
			a_refused_call_is_skipped_though_stored_as_a_success),
		cmocka_unit_test(a_call_without_a_result_was_interrupted),
		cmocka_unit_test(
			a_thousand_calls_without_results_do_not_slow_the_rest),
		cmocka_unit_test(
			calls_that_a_reading_carries_over_are_no_more_than_others),
		cmocka_unit_test(a_result_without_a_call_is_shown_all_the_same),
		cmocka_unit_test(a_call_waits_runs_and_ends),
		cmocka_unit_test(a_closed_prompt_tells_who_decided),
		cmocka_unit_test(who_decided_stays_when_the_history_is_read),
		cmocka_unit_test(who_decided_may_be_told_behind_the_result),
		cmocka_unit_test(an_earlier_turn_is_not_decided_any_more),
		cmocka_unit_test(what_is_asked_again_was_decided_by_nobody),
		cmocka_unit_test(the_same_call_again_is_no_second_item),
		cmocka_unit_test(what_was_read_and_is_told_then_stands_once),
		cmocka_unit_test(
			two_open_calls_of_one_id_are_told_apart_by_their_bytes),
		cmocka_unit_test(
			an_id_that_had_its_answer_or_its_turn_is_a_new_call),
		cmocka_unit_test(
			what_is_told_and_then_read_is_the_open_one_of_its_id),
		cmocka_unit_test(
			loading_again_keeps_the_ids_of_what_is_the_same),
		cmocka_unit_test(what_came_live_is_not_doubled_by_the_history),
		cmocka_unit_test(
			text_that_we_joined_in_the_middle_is_the_stored_one),
		cmocka_unit_test(open_text_stays_behind_a_history_without_it),
		cmocka_unit_test(the_end_of_a_turn_ends_all_that_ran),
		cmocka_unit_test(a_notification_block_is_not_the_persons_words),
		cmocka_unit_test(the_rate_is_of_the_last_two_seconds),
		cmocka_unit_test(an_unknown_event_is_kept),
	};

	return cmocka_run_group_tests_name("conversation", tests, NULL, NULL);
}
