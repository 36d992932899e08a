#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/hosts-log.h"
#include "tests/unit/test.h"

static void a_host_is_greeted_and_listed_and_followed(void **state)
{
	struct hosts_log day;
	struct conversation *conv;

	(void)state;
	hosts_log_begin(&day);
	assert_told(&day,
		    "0> {\"type\":\"ready\"}\n"
		    "connected 0\n"
		    "0> {\"type\":\"list_conversations\",\"id\":\"1\"}\n");
	hosts_log_say(&day, 0, LIST("17"));
	assert_told(&day,
		    "listed 0: 1\n"
		    "0> {\"type\":\"subscribe\",\"id\":\"2\",\"sub_id\":\"s1\","
		    "\"conversation\":\"17\",\"events\":["
		    "\"tool_call_request\",\"tool_call_response\","
		    "\"inquiry_request\",\"inquiry_response\",\"turn_start\","
		    "\"query_complete\",\"prompt_closed\"]}\n");
	hosts_log_say(&day, 0, "{\"type\":\"subscribed\",\"sub_id\":\"s1\"}");
	assert_told(&day, "");
	conv = store_find(&day.hosts->store, 0, "17");
	hosts_follow(day.hosts, conv, HOSTS_FULL);
	hosts_pump(day.hosts);
	assert_told(&day, "0> {\"type\":\"subscribe\",\"id\":\"3\",\"sub_id\":"
			  "\"s2\",\"conversation\":\"17\"}\n");
	hosts_log_say(&day, 0, "{\"type\":\"subscribed\",\"sub_id\":\"s2\"}");
	assert_told(&day,
		    "0> {\"type\":\"unsubscribe\",\"id\":\"4\",\"sub_id\":"
		    "\"s1\"}\n"
		    "followed 17\n"
		    "0> {\"type\":\"read_events\",\"id\":\"5\","
		    "\"conversation\":\"17\"}\n");
	hosts_log_end(&day);
}

static void a_subscription_that_is_not_answered_is_asked_for_again(void **state)
{
	struct hosts_log day;

	(void)state;
	hosts_log_begin(&day);
	hosts_log_say(&day, 0, LIST("17"));
	strbuf_reset(&day.log);
	hosts_time(day.hosts, hosts_wake_ms(day.hosts));
	hosts_tick(day.hosts);
	assert_told(&day,
		    "error: the host does not answer: subscribe\n"
		    "0> {\"type\":\"subscribe\",\"id\":\"3\",\"sub_id\":\"s2\","
		    "\"conversation\":\"17\",\"events\":["
		    "\"tool_call_request\",\"tool_call_response\","
		    "\"inquiry_request\",\"inquiry_response\",\"turn_start\","
		    "\"query_complete\",\"prompt_closed\"]}\n");
	/* The first one comes after all: one is enough. */
	hosts_log_say(
		&day, 0,
		"{\"type\":\"subscribed\",\"id\":\"2\",\"sub_id\":\"s1\"}");
	assert_told(&day, "0> {\"type\":\"unsubscribe\",\"id\":\"4\","
			  "\"sub_id\":\"s1\"}\n");
	hosts_log_say(&day, 0, "{\"type\":\"unsubscribed\",\"id\":\"4\"}");
	hosts_follow(day.hosts, store_find(&day.hosts->store, 0, "17"),
		     HOSTS_FULL);
	hosts_log_say(
		&day, 0,
		"{\"type\":\"subscribed\",\"id\":\"3\",\"sub_id\":\"s2\"}");
	assert_told(&day, "0> {\"type\":\"subscribe\",\"id\":\"5\",\"sub_id\":"
			  "\"s3\",\"conversation\":\"17\"}\n");
	hosts_log_end(&day);
}

static void a_prompt_comes_changes_and_is_answered_once(void **state)
{
	struct hosts_log day;
	struct strbuf err = STRBUF_INIT;

	(void)state;
	hosts_log_begin_followed(&day);
	hosts_log_say(&day, 0, CALL("c1", "a"));
	hosts_log_say(&day, 0, CALL("c1", "a"));
	hosts_log_say(&day, 0, CALL("c1", "b"));
	assert_told(&day, "prompt c1 new\nprompt c1 changed\n");
	assert_int_equal(day.hosts->store.conversations[0]->waiting, 1);
	assert_int_equal(hosts_respond_approval(day.hosts, 1, ACTION_REJECT,
						slice_of(NULL, 0), NULL, &err),
			 0);
	assert_told(&day, "0> {\"type\":\"respond\",\"sub_id\":\"s2\","
			  "\"respond\":\"tool_approval\","
			  "\"tool_call_id\":\"c1\",\"action\":\"reject\"}\n"
			  "ended c1 rejected\n");
	assert_int_equal(hosts_respond_approval(day.hosts, 1, ACTION_APPROVE,
						slice_of(NULL, 0), NULL, &err),
			 -1);
	assert_told(&day, "");
	assert_int_equal(day.hosts->store.conversations[0]->waiting, 0);
	hosts_log_end(&day);
}

static void
what_a_rule_answers_goes_out_before_the_next_line_is_read(void **state)
{
	static char both[] = CALL("c1", "a") "\n" CALL("c2", "b") "\n";
	struct hosts_log day;

	(void)state;
	hosts_log_begin_followed(&day);
	day.obeys = true;
	hosts_bytes(day.hosts, 0, both, sizeof(both) - 1);
	assert_told(&day, "prompt c1 new\n"
			  "0> {\"type\":\"respond\",\"sub_id\":\"s2\","
			  "\"respond\":\"tool_approval\","
			  "\"tool_call_id\":\"c1\",\"action\":\"approve\"}\n"
			  "ended c1 allowed\n"
			  "prompt c2 new\n"
			  "0> {\"type\":\"respond\",\"sub_id\":\"s2\","
			  "\"respond\":\"tool_approval\","
			  "\"tool_call_id\":\"c2\",\"action\":\"approve\"}\n"
			  "ended c2 allowed\n");
	hosts_log_end(&day);
}

static void a_prompt_that_ends_elsewhere_tells_how(void **state)
{
	struct hosts_log day;

	(void)state;
	hosts_log_begin_followed(&day);
	hosts_log_say(&day, 0, CALL("c1", "a"));
	hosts_log_say(&day, 0, CALL("c2", "a"));
	hosts_log_say(&day, 0, CALL("c3", "a"));
	strbuf_reset(&day.log);
	hosts_log_say(&day, 0,
		      EVENT("\"type\":\"prompt_closed\",\"id\":\"c1\",\"by\":"
			    "\"answered\",\"outcome\":\"rejected\""));
	hosts_log_say(&day, 0,
		      EVENT("\"type\":\"prompt_closed\",\"id\":\"c2\",\"by\":"
			    "\"timeout\",\"outcome\":\"approved\""));
	assert_told(
		&day,
		"ended c1 withdrawn: rejected\nended c2 expired: approved\n");
	hosts_log_say(&day, 0, EVENT("\"type\":\"query_complete\""));
	assert_told(&day,
		    "ended c3 withdrawn\nturn over 0 17\n"
		    "0> {\"type\":\"list_conversations\",\"id\":\"6\"}\n");
	hosts_log_end(&day);
}

static void an_answer_that_is_secret_is_told_as_one(void **state)
{
	struct hosts_log day;
	struct strbuf err = STRBUF_INIT;

	(void)state;
	hosts_log_begin_followed(&day);
	hosts_log_say(
		&day, 0,
		"{\"type\":\"event\",\"sub_id\":\"s2\",\"respond\":\"inquiry\","
		"\"data\":{\"type\":\"inquiry_request\",\"id\":\"q1\",\"question\":"
		"\"Key?\",\"answer_type\":{\"type\":\"secret\"}}}");
	assert_told(&day, "prompt q1 new\n");
	assert_int_equal(
		hosts_respond_inquiry(day.hosts, 1, SLICE("\"hunter2\""), &err),
		0);
	assert_told(&day, "0> a secret\nended q1 answered\n");
	assert_non_null(
		strstr(hosts_outbox(day.hosts, 0)->bytes.buf, "hunter2"));
	hosts_log_end(&day);
}

static void a_message_is_taken_or_refused_or_lost(void **state)
{
	struct hosts_log day;
	struct conversation *conv;
	struct strbuf err = STRBUF_INIT;

	(void)state;
	conv = hosts_log_begin_followed(&day);
	assert_int_equal(hosts_query(day.hosts, conv, SLICE("hello"),
				     slice_of(NULL, 0), slice_of(NULL, 0),
				     &err),
			 0);
	assert_true(hosts_is_sending(day.hosts, conv));
	assert_told(&day, "0> {\"type\":\"query\",\"id\":\"6\","
			  "\"conversation\":\"17\",\"content\":\"hello\"}\n");
	hosts_log_say(&day, 0, "{\"type\":\"query_started\",\"id\":\"6\"}");
	assert_told(&day, "query 17 taken\n");
	assert_false(hosts_is_sending(day.hosts, conv));

	hosts_query(day.hosts, conv, SLICE("again"), slice_of(NULL, 0),
		    slice_of(NULL, 0), &err);
	strbuf_reset(&day.log);
	hosts_log_say(
		&day, 0,
		"{\"type\":\"error\",\"id\":\"7\",\"message\":\"it is locked\"}");
	assert_told(&day, "query 17 refused: it is locked\n"
			  "error: query failed: it is locked\n");
	hosts_log_end(&day);
}

static void what_a_lost_host_had_is_lost(void **state)
{
	struct hosts_log day;
	struct conversation *conv;
	struct strbuf err = STRBUF_INIT;

	(void)state;
	hosts_log_begin(&day);
	assert_int_equal(hosts_add(day.hosts, SLICE("box=ssh box"), &err), 0);
	assert_int_equal(day.hosts->list[1].run, 1);
	strbuf_reset(&day.log);
	hosts_log_say(&day, 1, INIT CAPABLE "}");
	hosts_log_say(&day, 1, LIST("9"));
	hosts_log_say(&day, 1, "{\"type\":\"subscribed\",\"sub_id\":\"s1\"}");
	conv = store_find(&day.hosts->store, 1, "9");
	hosts_log_say(
		&day, 1,
		"{\"type\":\"event\",\"sub_id\":\"s1\",\"respond\":"
		"\"tool_approval\",\"data\":{\"type\":\"tool_call_request\",\"id\":"
		"\"c1\",\"name\":\"rm\",\"arguments\":{}}}");
	hosts_query(day.hosts, conv, SLICE("hello"), slice_of(NULL, 0),
		    slice_of(NULL, 0), &err);
	strbuf_reset(&day.log);
	hosts_gone(day.hosts, 1);
	assert_told(
		&day,
		"ended c1 lost\n"
		"turn over 1 all\n"
		"error: host box disconnected; reconnecting\n"
		"query 9 lost: the host was lost before it took the message\n");
	assert_true(conv->host_lost);
	assert_int_equal(hosts_wake_ms(day.hosts), 2000);
	hosts_time(day.hosts, 2000);
	hosts_tick(day.hosts);
	assert_int_equal(day.hosts->list[1].run, 2);
	hosts_log_end(&day);
}

static void a_conversation_is_made_and_its_message_waits_for_it(void **state)
{
	struct hosts_log day;
	struct strbuf err = STRBUF_INIT;

	(void)state;
	hosts_log_begin_followed(&day);
	assert_int_equal(hosts_create(day.hosts, 0, SLICE("first"), &err), 0);
	assert_told(&day, "0> {\"type\":\"create_conversation\",\"id\":\"6\","
			  "\"title\":\"first\"}\n");
	assert_int_equal(hosts_create(day.hosts, 0, SLICE("no"), &err), -1);
	assert_string_equal(err.buf, "a new conversation is being created");
	strbuf_release(&err);
	hosts_log_say(&day, 0,
		      "{\"type\":\"created\",\"id\":\"6\",\"conversation\":"
		      "\"18\"}");
	assert_told(&day,
		    "0> {\"type\":\"unlock\",\"id\":\"7\",\"conversation\":"
		    "\"18\"}\n"
		    "created 18: first\n"
		    "0> {\"type\":\"list_conversations\",\"id\":\"8\"}\n"
		    "0> {\"type\":\"subscribe\",\"id\":\"9\",\"sub_id\":\"s3\","
		    "\"conversation\":\"18\"}\n");
	hosts_log_say(&day, 0, "{\"type\":\"subscribed\",\"sub_id\":\"s3\"}");
	assert_true(strstr(day.log.buf, "followed 18\n") == day.log.buf);
	hosts_log_end(&day);
}

static void the_rest_of_a_long_history_comes_in_front(void **state)
{
	enum { EVENTS = 5000 };
	struct hosts_log day;
	struct conversation *conv;
	struct strbuf line = STRBUF_INIT;

	(void)state;
	hosts_log_begin(&day);
	hosts_log_say(&day, 0, LIST("17"));
	conv = store_find(&day.hosts->store, 0, "17");
	hosts_peek(day.hosts, conv);
	hosts_log_say(&day, 0, "{\"type\":\"subscribed\",\"sub_id\":\"s1\"}");
	strbuf_addstr(&line, "{\"type\":\"events\",\"conversation\":\"17\","
			     "\"data\":[");
	for (int i = 0; i < EVENTS; i++)
		strbuf_addf(&line,
			    "%s{\"type\":\"turn_start\"},{\"type\":"
			    "\"chat_request\",\"content\":\"%d\"}",
			    i ? "," : "", i);
	strbuf_addstr(&line, "]}");
	strbuf_reset(&day.log);
	hosts_log_say(&day, 0, line.buf);
	assert_told(&day, "");
	assert_true(conv->item_count < 2 * EVENTS);
	assert_int_equal(hosts_wake_ms(day.hosts), day.hosts->now_ms);
	while (hosts_work(day.hosts))
		;
	assert_non_null(strstr(day.log.buf, "prepended 17: "));
	assert_non_null(strstr(day.log.buf, " of 10000\n"));
	strbuf_release(&line);
	hosts_log_end(&day);
}

static void a_first_host_that_goes_asks_us_to_go(void **state)
{
	struct hosts_log day;

	(void)state;
	hosts_log_begin_followed(&day);
	hosts_log_say(&day, 0, "no JSON");
	assert_true(strstr(day.log.buf, "error: the host sent a bad line: ") ==
		    day.log.buf);
	strbuf_reset(&day.log);
	hosts_log_say(&day, 0, "{\"type\":\"shutdown\"}");
	assert_told(&day, "leave 0: -\n");
	hosts_gone(day.hosts, 0);
	assert_told(&day, "turn over 0 all\nleave 1: the host is gone\n");
	hosts_log_end(&day);
}

static void nothing_is_sent_on_the_way_out_but_what_unlocks(void **state)
{
	struct hosts_log day;
	struct conversation *conv;
	struct strbuf err = STRBUF_INIT;

	(void)state;
	conv = hosts_log_begin_followed(&day);
	assert_int_equal(hosts_lock(day.hosts, conv, &err), 0);
	hosts_log_say(&day, 0,
		      "{\"type\":\"locked\",\"id\":\"6\",\"conversation\":"
		      "\"17\"}");
	assert_true(hosts_is_locked(day.hosts, conv));
	hosts_log_say(&day, 0, CALL("c1", "a"));
	strbuf_reset(&day.log);
	hosts_leave(day.hosts);
	hosts_leave(day.hosts);
	assert_told(&day, "0> {\"type\":\"unlock\",\"id\":\"7\","
			  "\"conversation\":\"17\"}\n");
	assert_int_equal(hosts_respond_approval(day.hosts, 1, ACTION_APPROVE,
						slice_of(NULL, 0), NULL, &err),
			 -1);
	assert_told(&day, "");
	hosts_log_end(&day);
}

static void the_unlock_of_a_new_conversation_is_nobodys_news(void **state)
{
	struct hosts_log day;
	struct strbuf err = STRBUF_INIT;

	(void)state;
	hosts_log_begin_followed(&day);
	hosts_create(day.hosts, 0, SLICE("first"), &err);
	hosts_log_say(&day, 0,
		      "{\"type\":\"created\",\"id\":\"6\",\"conversation\":"
		      "\"18\"}");
	strbuf_reset(&day.log);
	hosts_log_say(
		&day, 0,
		"{\"type\":\"error\",\"id\":\"7\",\"message\":\"what?\"}");
	assert_told(&day, "");
	hosts_log_end(&day);
}

static void an_answer_that_was_not_written_is_lost_with_its_host(void **state)
{
	struct hosts_log day;
	const struct prompts *ps;
	struct outbox *out;
	struct strbuf err = STRBUF_INIT;

	(void)state;
	hosts_log_begin_followed(&day);
	ps = &day.hosts->store.prompts;
	out = hosts_outbox(day.hosts, 0);
	for (int i = 0; i < 3; i++)
		hosts_log_say(&day, 0,
			      i == 0   ? CALL("c1", "a")
			      : i == 1 ? CALL("c2", "a")
				       : CALL("c3", "a"));
	hosts_respond_approval(day.hosts, 1, ACTION_APPROVE, slice_of(NULL, 0),
			       NULL, &err);
	outbox_sent(out, outbox_front(out).len);
	hosts_respond_approval(day.hosts, 2, ACTION_APPROVE, slice_of(NULL, 0),
			       NULL, &err);
	/* Everything except its last byte. */
	outbox_sent(out, outbox_front(out).len - 1);
	hosts_respond_approval(day.hosts, 3, ACTION_REJECT, slice_of(NULL, 0),
			       NULL, &err);
	assert_int_equal(ps->ended[PROMPT_ALLOWED], 2);
	strbuf_reset(&day.log);
	hosts_gone(day.hosts, 0);
	assert_told(&day, "turn over 0 all\n"
			  "error: an answer was not sent: the host is gone\n"
			  "leave 1: the host is gone\n");
	assert_int_equal(ps->ended[PROMPT_ALLOWED], 1);
	assert_int_equal(ps->ended[PROMPT_REJECTED], 0);
	assert_int_equal(ps->ended[PROMPT_LOST], 2);
	assert_true(prompts_balanced(ps));
	hosts_log_end(&day);
}

static void nobody_need_listen(void **state)
{
	const struct hosts_options options = { 0 };
	const struct hosts_events none = { 0 };
	struct hosts_log day = { .log = STRBUF_INIT };
	struct host_message msg = HOST_MESSAGE_INIT;
	struct strbuf err = STRBUF_INIT;

	(void)state;
	day.hosts = hosts_new(&options, &none, 0, 0);
	assert_int_equal(
		host_message_decode(&msg, slice_str(INIT CAPABLE "}"), &err),
		0);
	hosts_add_parent(day.hosts, "jp", &msg);
	hosts_log_say(&day, 0, LIST("17"));
	hosts_log_say(&day, 0, "{\"type\":\"subscribed\",\"sub_id\":\"s1\"}");
	hosts_log_say(&day, 0, "no JSON");
	hosts_log_say(
		&day, 0,
		"{\"type\":\"event\",\"sub_id\":\"s1\",\"respond\":"
		"\"tool_approval\",\"data\":{\"type\":\"tool_call_request\",\"id\":"
		"\"c1\",\"name\":\"rm\",\"arguments\":{}}}");
	assert_int_equal(day.hosts->store.prompts.count, 1);
	hosts_gone(day.hosts, 0);
	assert_int_equal(day.hosts->store.prompts.count, 0);
	host_message_release(&msg);
	hosts_log_end(&day);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_host_is_greeted_and_listed_and_followed),
		cmocka_unit_test(
			a_subscription_that_is_not_answered_is_asked_for_again),
		cmocka_unit_test(a_prompt_comes_changes_and_is_answered_once),
		cmocka_unit_test(
			what_a_rule_answers_goes_out_before_the_next_line_is_read),
		cmocka_unit_test(a_prompt_that_ends_elsewhere_tells_how),
		cmocka_unit_test(an_answer_that_is_secret_is_told_as_one),
		cmocka_unit_test(a_message_is_taken_or_refused_or_lost),
		cmocka_unit_test(what_a_lost_host_had_is_lost),
		cmocka_unit_test(
			a_conversation_is_made_and_its_message_waits_for_it),
		cmocka_unit_test(the_rest_of_a_long_history_comes_in_front),
		cmocka_unit_test(a_first_host_that_goes_asks_us_to_go),
		cmocka_unit_test(
			nothing_is_sent_on_the_way_out_but_what_unlocks),
		cmocka_unit_test(
			the_unlock_of_a_new_conversation_is_nobodys_news),
		cmocka_unit_test(
			an_answer_that_was_not_written_is_lost_with_its_host),
		cmocka_unit_test(nobody_need_listen),
	};

	return cmocka_run_group_tests_name("hosts", tests, NULL, NULL);
}
