#include "config.h"

#include "src/store/conversation.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/test.h"
#include "tests/unit/told.h"

/*
 * A host repeats running events to a new subscriber, and those events may also
 * be in a history read meanwhile: in any order, each must appear once.
 */

#define NOW ((int64_t)1767268800000)

#define AT(s) "\"timestamp\":\"2026-01-01 12:00:" s "\","

#define TURN(at) "{" AT(at) "\"type\":\"turn_start\"}"
#define ASK(at, text) \
	"{" AT(at) "\"type\":\"chat_request\",\"content\":\"" text "\"}"
#define SAY(at, text) \
	"{" AT(at) "\"type\":\"chat_response\",\"message\":\"" text "\"}"
#define THINK(at, text) \
	"{" AT(at) "\"type\":\"chat_response\",\"reasoning\":\"" text "\"}"
#define DATA(at, json) \
	"{" AT(at) "\"type\":\"chat_response\",\"data\":" json "}"
#define CALL(at, id)                                             \
	"{" AT(at) "\"type\":\"tool_call_request\",\"id\":\"" id \
		   "\",\"name\":\"run\",\"arguments\":{}}"
#define RESULT(at, id, text)                                      \
	"{" AT(at) "\"type\":\"tool_call_response\",\"id\":\"" id \
		   "\",\"content\":\"" text "\",\"is_error\":false}"
#define QUESTION(at, id)                                       \
	"{" AT(at) "\"type\":\"inquiry_request\",\"id\":\"" id \
		   "\",\"question\":{\"text\":\"Which?\","     \
		   "\"answer_type\":{\"type\":\"text\"}}}"
#define ANSWER(at, id)                                          \
	"{" AT(at) "\"type\":\"inquiry_response\",\"id\":\"" id \
		   "\",\"answer\":\"x\"}"
#define NOTE(at, text)                                             \
	"{" AT(at) "\"type\":\"notice\",\"kind\":\"k\",\"level\":" \
		   "\"info\",\"message\":\"" text "\"}"
#define RUNNING "{\"type\":\"conversation_status\",\"state\":\"running\"}"
#define OUTPUT(id, text)                                                     \
	"{\"type\":\"tool_call_output\",\"id\":\"" id "\",\"chunk\":\"" text \
	"\"}"

static void push(struct conversation *conv, const char *raw, bool respond)
{
	told_event(conv, raw, respond, NOW);
}

/* Receive a chunk's line, by the fast path for chunks. */
static void chunk(struct conversation *conv, const char *raw)
{
	struct event_peek peek;

	assert_true(event_peek(&peek, slice_str(raw)));
	conversation_chunk(
		conv,
		&(struct host_chunk){ .reasoning = peek.part == CHAT_REASONING,
				      .text = peek.text,
				      .timestamp = peek.timestamp },
		NOW);
}

/* One letter per item, and its text or state: "T R:hi M:one C:ok Q:done". */
static void assert_items(const struct conversation *conv, const char *wanted)
{
	static const char letters[] = "TRMDDCQFXNO!";
	static const char *const states[] = {
		"wait", "run", "ok", "failed", "skipped", "interrupted",
	};
	struct strbuf got = STRBUF_INIT;

	for (size_t i = 0; i < conv->item_count; i++) {
		const struct item *item = &conv->items[i];
		struct item_content content;

		item_content_load(&content, conv, item);
		strbuf_addf(&got, "%s%c", i ? " " : "",
			    item->kind == ITEM_REASONING ? 'H'
							 : letters[item->kind]);
		if (item->kind == ITEM_TOOL_CALL)
			strbuf_addf(&got, ":%s", states[item->tool_state]);
		else if (item->kind == ITEM_INQUIRY)
			strbuf_addf(&got, ":%s",
				    item->response == NO_RECORD ? "open"
								: "done");
		else if (content.text.len)
			strbuf_addf(&got, ":%s", content.text.buf);
		item_content_release(&content);
	}
	assert_string_equal(got.buf, wanted);
	strbuf_release(&got);
}

static void a_result_of_before_the_join_answers_its_call(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	/* Received before the history was read. */
	push(conv, RUNNING, false);
	push(conv, RESULT("03", "a", "x"), false);
	push(conv, CALL("02", "b"), true);
	LOAD(conv, TURN("00"), ASK("00", "hi"), CALL("01", "a"),
	     CALL("02", "b"));
	assert_items(conv, "T R:hi C:ok C:wait");
	/* And again when it is reread in the middle. */
	LOAD(conv, TURN("00"), ASK("00", "hi"), CALL("01", "a"),
	     CALL("02", "b"));
	assert_items(conv, "T R:hi C:ok C:wait");
	push(conv, RESULT("04", "b", "y"), false);
	assert_items(conv, "T R:hi C:ok C:ok");
	conversation_free(conv);
}

static void a_call_that_was_read_runs_until_its_result_is_told(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	LOAD(conv, TURN("00"), ASK("00", "hi"), CALL("01", "a"),
	     CALL("02", "b"), QUESTION("02", "q"));
	assert_items(conv, "T R:hi C:interrupted C:interrupted Q:open");
	push(conv, RUNNING, false);
	assert_items(conv, "T R:hi C:run C:run Q:open");
	push(conv, RESULT("03", "a", "x"), false);
	push(conv, ANSWER("04", "q"), false);
	push(conv, CALL("02", "b"), true);
	assert_items(conv, "T R:hi C:ok C:wait Q:done");
	conversation_free(conv);
}

static void without_a_status_the_result_tells_that_the_turn_runs(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	LOAD(conv, TURN("00"), ASK("00", "hi"), CALL("01", "a"),
	     CALL("02", "b"));
	push(conv, RESULT("03", "a", "x"), false);
	assert_items(conv, "T R:hi C:ok C:run");
	assert_int_equal(conversation_state(conv), CONVERSATION_RUNNING);
	conversation_free(conv);
}

static void
what_is_stored_meanwhile_is_told_behind_and_stands_once(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	push(conv, RUNNING, false);
	LOAD(conv, TURN("00"), ASK("00", "hi"), THINK("01", "hm"),
	     SAY("02", "Look:"), CALL("03", "a"), RESULT("04", "a", "x"),
	     QUESTION("05", "q"), ANSWER("06", "q"), DATA("07", "{\"n\":1}"),
	     SAY("08", "done"));
	push(conv, TURN("00"), false);
	push(conv, ASK("00", "hi"), false);
	chunk(conv, THINK("01", "h"));
	chunk(conv, THINK("01", "m"));
	chunk(conv, SAY("02", "Look:"));
	push(conv, CALL("03", "a"), true);
	push(conv, RESULT("04", "a", "x"), false);
	push(conv, QUESTION("05", "q"), true);
	push(conv, ANSWER("06", "q"), false);
	push(conv, DATA("07", "{\"n\":1}"), false);
	push(conv, SAY("08", "do"), false);
	push(conv, SAY("08", "ne"), false);
	assert_items(conv,
		     "T R:hi H:hm M:Look: C:ok Q:done D:{\"n\":1} M:done");
	/* Later events are new, even with the same text. */
	push(conv, CALL("09", "a"), false);
	chunk(conv, SAY("10", "done"));
	assert_items(conv, "T R:hi H:hm M:Look: C:ok Q:done D:{\"n\":1} M:done "
			   "C:run M:done");
	conversation_free(conv);
}

static void a_text_that_only_begins_alike_is_another(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	push(conv, RUNNING, false);
	LOAD(conv, "{\"type\":\"turn_start\"}",
	     "{\"type\":\"chat_request\",\"content\":\"hi\"}",
	     "{\"type\":\"chat_response\",\"message\":\"I look\"}");
	chunk(conv, "{\"type\":\"chat_response\",\"message\":\"I lo\"}");
	assert_items(conv, "T R:hi M:I look");
	chunk(conv, "{\"type\":\"chat_response\",\"message\":\"ve it\"}");
	assert_items(conv, "T R:hi M:I look M:I love it");
	conversation_free(conv);

	/* It ends earlier than the other one. */
	conv = conversation_new(0, "1");
	push(conv, RUNNING, false);
	LOAD(conv, "{\"type\":\"turn_start\"}",
	     "{\"type\":\"chat_response\",\"message\":\"I look\"}");
	chunk(conv, "{\"type\":\"chat_response\",\"message\":\"I\"}");
	push(conv, CALL("01", "a"), false);
	assert_items(conv, "T M:I look M:I C:run");
	conversation_free(conv);
}

static void a_block_of_another_time_is_another(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	push(conv, RUNNING, false);
	LOAD(conv, TURN("00"), ASK("00", "hi"), SAY("01", "OK"),
	     CALL("02", "a"), RESULT("03", "a", "x"));
	chunk(conv, SAY("05", "OK"));
	push(conv, CALL("06", "b"), false);
	assert_items(conv, "T R:hi M:OK C:ok M:OK C:run");
	/* Nor does it match the earlier one when the history is reread. */
	LOAD(conv, TURN("00"), ASK("00", "hi"), SAY("01", "OK"),
	     CALL("02", "a"), RESULT("03", "a", "x"));
	assert_items(conv, "T R:hi M:OK C:ok M:OK C:run");
	conversation_free(conv);
}

static void a_few_letters_are_not_taken_for_an_earlier_text(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	push(conv, RUNNING, false);
	chunk(conv, SAY("05", "I"));
	LOAD(conv, TURN("00"), ASK("00", "hi"), SAY("01", "I look"),
	     CALL("02", "a"), RESULT("03", "a", "x"));
	chunk(conv, SAY("05", " see"));
	assert_items(conv, "T R:hi M:I look C:ok M:I see");
	conversation_free(conv);
}

static void a_text_that_was_read_to_its_end_is_still_being_told(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	push(conv, RUNNING, false);
	chunk(conv, SAY("01", "I lo"));
	LOAD(conv, TURN("00"), ASK("00", "hi"), SAY("01", "I look."),
	     CALL("02", "a"));
	assert_items(conv, "T R:hi M:I look. C:run");
	chunk(conv, SAY("01", "ok"));
	chunk(conv, SAY("01", "."));
	push(conv, CALL("02", "a"), false);
	assert_items(conv, "T R:hi M:I look. C:run");
	conversation_free(conv);
}

static void the_same_message_in_the_next_turn_is_a_second_one(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	LOAD(conv, TURN("00"), ASK("00", "go on"));
	push(conv, TURN("05"), false);
	push(conv, ASK("05", "go on"), false);
	assert_items(conv, "T R:go on T R:go on");
	conversation_free(conv);

	/* The turn before has no times, and no turn was running. */
	conv = conversation_new(0, "1");
	LOAD(conv, "{\"type\":\"turn_start\"}",
	     "{\"type\":\"chat_request\",\"content\":\"go on\"}");
	push(conv, "{\"type\":\"turn_start\"}", false);
	push(conv, "{\"type\":\"chat_request\",\"content\":\"go on\"}", false);
	assert_items(conv, "T R:go on T R:go on");
	conversation_free(conv);
}

static void
a_message_that_was_taken_is_read_and_told_and_stands_once(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	conversation_query_taken(conv);
	LOAD(conv, "{\"type\":\"turn_start\"}",
	     "{\"type\":\"chat_request\",\"content\":\"hi\"}");
	push(conv, "{\"type\":\"turn_start\"}", false);
	push(conv, "{\"type\":\"chat_request\",\"content\":\"hi\"}", false);
	push(conv, RUNNING, false);
	chunk(conv, "{\"type\":\"chat_response\",\"message\":\"yes\"}");
	assert_items(conv, "T R:hi M:yes");
	conversation_free(conv);
}

static void the_same_time_in_another_spelling_is_the_same_event(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	LOAD(conv, TURN("00.5"), ASK("00.5", "hi"));
	push(conv,
	     "{\"type\":\"turn_start\",\"timestamp\":"
	     "\"2026-01-01T12:00:00.500Z\"}",
	     false);
	push(conv,
	     "{\"type\":\"chat_request\",\"timestamp\":"
	     "\"2026-01-01T12:00:00.500Z\",\"content\":\"hi\"}",
	     false);
	assert_items(conv, "T R:hi");
	conversation_free(conv);
}

static void a_host_that_comes_back_tells_all_again(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	LOAD(conv, TURN("00"), ASK("00", "hi"));
	push(conv, RUNNING, false);
	push(conv, NOTE("01", "slow"), false);
	chunk(conv, THINK("01", "hm"));
	chunk(conv, SAY("02", "I lo"));
	conversation_lost(conv, NOW);
	conversation_set_host_lost(conv, false);
	/* A new subscription. */
	conversation_drop_open_text(conv);
	push(conv, RUNNING, false);
	push(conv, NOTE("01", "slow"), false);
	push(conv, THINK("01", "hm"), false);
	push(conv, SAY("02", "I loo"), false);
	chunk(conv, SAY("02", "k"));
	assert_items(conv, "T R:hi N:slow H:hm M:I look");
	LOAD(conv, TURN("00"), ASK("00", "hi"));
	assert_items(conv, "T R:hi N:slow H:hm M:I look");
	LOAD(conv, TURN("00"), ASK("00", "hi"), THINK("01", "hm"),
	     SAY("02", "I look"));
	assert_items(conv, "T R:hi N:slow H:hm M:I look");
	conversation_free(conv);
}

static void the_output_of_a_running_call_is_told_again(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	LOAD(conv, TURN("00"), ASK("00", "hi"), CALL("03", "a"));
	push(conv, RUNNING, false);
	push(conv, OUTPUT("a", "one\\ntwo\\n"), false);
	conversation_lost(conv, NOW);
	assert_items(conv, "T R:hi C:interrupted");
	conversation_set_host_lost(conv, false);
	conversation_drop_open_text(conv);
	push(conv, RUNNING, false);
	assert_items(conv, "T R:hi C:run");
	push(conv, OUTPUT("a", "one\\ntwo\\nthree\\n"), false);
	push(conv, OUTPUT("a", "four\\n"), false);
	assert_string_equal(conv->items[2].live->output.buf,
			    "one\ntwo\nthree\nfour\n");
	push(conv, RESULT("04", "a", "x"), false);
	assert_items(conv, "T R:hi C:ok");
	conversation_free(conv);
}

static void output_that_says_the_same_twice_is_two_lines(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	LOAD(conv, TURN("00"), CALL("01", "a"));
	push(conv, RUNNING, false);
	push(conv, OUTPUT("a", "x\\n"), false);
	push(conv, OUTPUT("a", "x\\n"), false);
	assert_string_equal(conv->items[1].live->output.buf, "x\nx\n");
	conversation_free(conv);
}

static void calls_of_one_id_keep_their_own_results(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	/* The second of that id came live, and its result is not stored. */
	push(conv, RUNNING, false);
	push(conv, CALL("03", "a"), false);
	push(conv, RESULT("04", "a", "two"), false);
	LOAD(conv, TURN("00"), CALL("01", "a"), RESULT("02", "a", "one"),
	     CALL("03", "a"));
	assert_items(conv, "T C:ok C:ok");
	assert_int_equal(conv->items[1].response, 2);
	conversation_free(conv);
}

static void texts_that_a_note_parted_are_one_when_stored(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	push(conv, TURN("00"), false);
	chunk(conv, SAY("01", "one "));
	push(conv, "{\"type\":\"usage\",\"input_tokens\":1}", false);
	chunk(conv, SAY("01", "two"));
	LOAD(conv, TURN("00"), SAY("01", "one two"));
	assert_items(conv, "T M:one two");
	conversation_free(conv);
}

static void a_notice_stays_where_it_was_told(void **state)
{
	struct conversation *conv = conversation_new(0, "17");

	(void)state;
	push(conv, TURN("00"), false);
	push(conv, CALL("02", "a"), false);
	push(conv, RESULT("03", "a", "one"), false);
	push(conv, NOTE("04", "mind this"), false);
	push(conv, NOTE("05", "and that"), false);
	push(conv, CALL("06", "b"), false);
	for (int i = 0; i < 2; i++) {
		LOAD(conv, TURN("00"), CALL("02", "a"),
		     RESULT("03", "a", "one"), CALL("06", "b"));
		assert_int_equal(conv->item_count, 5);
		assert_int_equal(conv->items[1].kind, ITEM_TOOL_CALL);
		assert_int_equal(conv->items[2].kind, ITEM_NOTICE);
		assert_int_equal(conv->items[3].kind, ITEM_NOTICE);
		assert_int_equal(conv->items[4].kind, ITEM_TOOL_CALL);
		assert_true(conv->ids_sorted);
		/* The result goes to the call that is open. */
		assert_int_equal(conv->open_count, 1);
		assert_int_equal(conv->open_calls[0], 4);
	}
	push(conv, RESULT("07", "b", "two"), false);
	assert_int_equal(conv->items[4].tool_state, TOOL_OK);
	conversation_free(conv);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_result_of_before_the_join_answers_its_call),
		cmocka_unit_test(
			a_call_that_was_read_runs_until_its_result_is_told),
		cmocka_unit_test(
			without_a_status_the_result_tells_that_the_turn_runs),
		cmocka_unit_test(
			what_is_stored_meanwhile_is_told_behind_and_stands_once),
		cmocka_unit_test(a_text_that_only_begins_alike_is_another),
		cmocka_unit_test(a_block_of_another_time_is_another),
		cmocka_unit_test(
			a_few_letters_are_not_taken_for_an_earlier_text),
		cmocka_unit_test(
			a_text_that_was_read_to_its_end_is_still_being_told),
		cmocka_unit_test(
			the_same_message_in_the_next_turn_is_a_second_one),
		cmocka_unit_test(
			a_message_that_was_taken_is_read_and_told_and_stands_once),
		cmocka_unit_test(
			the_same_time_in_another_spelling_is_the_same_event),
		cmocka_unit_test(a_host_that_comes_back_tells_all_again),
		cmocka_unit_test(the_output_of_a_running_call_is_told_again),
		cmocka_unit_test(output_that_says_the_same_twice_is_two_lines),
		cmocka_unit_test(calls_of_one_id_keep_their_own_results),
		cmocka_unit_test(texts_that_a_note_parted_are_one_when_stored),
		cmocka_unit_test(a_notice_stays_where_it_was_told),
	};

	return cmocka_run_group_tests_name("conversation-repeat", tests, NULL,
					   NULL);
}
