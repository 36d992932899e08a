#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/hosts-log.h"
#include "tests/unit/test.h"

/* Hosts that support less than others, or are to get less. */

static void a_deaf_host_is_learned_and_replaced(void **state)
{
	const struct hosts_options options = { 0 };
	struct hosts_log day;

	(void)state;
	hosts_log_begin_as(&day, INIT "\"workspace\":{\"root\":\"/w\"}}",
			   &options, "/bin/jphost");
	assert_true(hosts_is_probing(day.hosts));
	hosts_log_say(&day, 0, LIST("17"));
	strbuf_reset(&day.log);
	assert_int_equal(hosts_wake_ms(day.hosts), 3000);
	hosts_time(day.hosts, 3000);
	hosts_tick(day.hosts);
	assert_told(&day, "learned: deaf\nforget 0, replaced\n  17\n");
	assert_true(hosts_is_deaf(day.hosts, 0));
	assert_int_equal(hosts_main(day.hosts), 1);
	assert_string_equal(day.hosts->list[1].command,
			    "/bin/jphost --as jphost serve -w /w");
	assert_int_equal(hosts_shown(day.hosts), 1);
	/* It was slow. */
	hosts_log_say(&day, 0, "{\"type\":\"subscribed\",\"sub_id\":\"s1\"}");
	assert_told(&day, "learned: not deaf\n");
	hosts_log_end(&day);
}

static void where_no_subscription_is_taken_it_is_polled(void **state)
{
	struct hosts_log day;
	struct conversation *conv;

	(void)state;
	hosts_log_begin(&day);
	hosts_log_say(&day, 0, LIST("17"));
	conv = store_find(&day.hosts->store, 0, "17");
	hosts_follow(day.hosts, conv, HOSTS_FULL);
	strbuf_reset(&day.log);
	/* Without id and request: it belongs to the oldest. */
	hosts_log_say(&day, 0, "{\"type\":\"error\",\"message\":\"what?\"}");
	hosts_log_say(&day, 0, "{\"type\":\"error\",\"message\":\"what?\"}");
	strbuf_reset(&day.log);
	assert_int_equal(hosts_wake_ms(day.hosts), day.hosts->now_ms);
	hosts_tick(day.hosts);
	assert_told(&day, "error: the host does not accept subscriptions: "
			  "what is shown may be old\n");
	assert_false(hosts_can(day.hosts, 0, CAPABILITY_SUBSCRIBE));
	hosts_log_say(
		&day, 0,
		"{\"type\":\"events\",\"conversation\":\"17\",\"data\":[]}");
	hosts_tick(day.hosts);
	hosts_time(day.hosts, 10000);
	hosts_tick(day.hosts);
	assert_non_null(strstr(day.log.buf, "list_conversations"));
	assert_non_null(strstr(day.log.buf, "read_events"));
	hosts_log_end(&day);
}

static void one_conversation_that_is_refused_is_polled_alone(void **state)
{
	struct hosts_log day;
	struct conversation *conv;

	(void)state;
	conv = hosts_log_begin_followed(&day);
	hosts_log_say(
		&day, 0,
		"{\"type\":\"conversations\",\"data\":[{\"id\":\"17\"},{\"id\":"
		"\"18\"}]}");
	hosts_log_say(
		&day, 0,
		"{\"type\":\"error\",\"request\":\"subscribe\",\"conversation\":"
		"\"18\",\"message\":\"not that one\"}");
	conv = store_find(&day.hosts->store, 0, "18");
	hosts_follow(day.hosts, conv, HOSTS_FULL);
	hosts_pump(day.hosts);
	strbuf_reset(&day.log);
	hosts_log_say(
		&day, 0,
		"{\"type\":\"error\",\"request\":\"subscribe\",\"conversation\":"
		"\"18\",\"message\":\"not that one\"}");
	hosts_log_say(
		&day, 0,
		"{\"type\":\"events\",\"conversation\":\"18\",\"data\":[]}");
	strbuf_reset(&day.log);
	hosts_time(day.hosts, 20000);
	hosts_tick(day.hosts);
	assert_told(&day, "0> {\"type\":\"read_events\",\"id\":\"9\","
			  "\"conversation\":\"18\"}\n");
	assert_true(hosts_can(day.hosts, 0, CAPABILITY_SUBSCRIBE));
	hosts_log_end(&day);
}

static void
a_host_that_says_nothing_and_subscribes_has_all_of_protocol_1(void **state)
{
	const struct hosts_options options = { 0 };
	struct hosts_log day;
	struct conversation *conv;
	struct strbuf err = STRBUF_INIT;

	(void)state;
	hosts_log_begin_as(&day, INIT "\"workspace\":{\"root\":\"/w\"}}",
			   &options, "/bin/jphost");
	hosts_log_say(&day, 0, LIST("17"));
	hosts_log_say(&day, 0, "{\"type\":\"subscribed\",\"sub_id\":\"s1\"}");
	conv = store_find(&day.hosts->store, 0, "17");
	assert_int_equal(hosts_lock(day.hosts, conv, &err), 0);
	hosts_log_end(&day);
}

static void a_full_table_has_a_place_left_for_the_sidecar(void **state)
{
	const struct hosts_options options = { 0 };
	struct hosts_log day;
	struct strbuf err = STRBUF_INIT, spec = STRBUF_INIT;

	(void)state;
	hosts_log_begin_as(&day, INIT "\"workspace\":{\"root\":\"/w\"}}",
			   &options, "/bin/jphost");
	for (int i = 1; i < HOSTS_MAX; i++) {
		strbuf_setf(&spec, "h%d=true", i);
		assert_int_equal(
			hosts_add(day.hosts, strbuf_slice(&spec), &err), 0);
	}
	assert_int_equal(hosts_add(day.hosts, SLICE("one=more"), &err), -1);
	assert_string_equal(err.buf, "too many hosts (256 at most)");
	hosts_log_say(&day, 0, LIST("17"));
	hosts_time(day.hosts, 3000);
	hosts_tick(day.hosts);
	assert_int_equal(hosts_main(day.hosts), HOSTS_MAX);
	strbuf_release(&spec);
	strbuf_release(&err);
	hosts_log_end(&day);
}

static void who_may_only_look_sends_nothing(void **state)
{
	const struct hosts_options options = { .read_only = true };
	struct hosts_log day;
	struct conversation *conv;
	struct strbuf err = STRBUF_INIT;

	(void)state;
	hosts_log_begin_as(&day, INIT CAPABLE "}", &options, NULL);
	hosts_log_say(&day, 0, LIST("17"));
	hosts_log_say(&day, 0, "{\"type\":\"subscribed\",\"sub_id\":\"s1\"}");
	hosts_log_say(
		&day, 0,
		"{\"type\":\"event\",\"sub_id\":\"s1\",\"respond\":"
		"\"tool_approval\",\"data\":{\"type\":\"tool_call_request\",\"id\":"
		"\"c1\",\"name\":\"rm\",\"arguments\":{}}}");
	conv = store_find(&day.hosts->store, 0, "17");
	strbuf_reset(&day.log);
	assert_int_equal(hosts_respond_approval(day.hosts, 1, ACTION_REJECT,
						slice_of(NULL, 0), NULL, &err),
			 -1);
	assert_string_equal(err.buf, "read-only: nothing is sent");
	strbuf_reset(&err);
	assert_int_equal(hosts_lock(day.hosts, conv, &err), -1);
	strbuf_reset(&err);
	assert_int_equal(hosts_push(day.hosts, conv, SLICE("[]"), &err), -1);
	strbuf_reset(&err);
	assert_int_equal(hosts_query(day.hosts, conv, SLICE("x"),
				     slice_of(NULL, 0), slice_of(NULL, 0),
				     &err),
			 -1);
	strbuf_reset(&err);
	assert_int_equal(hosts_create(day.hosts, 0, SLICE("x"), &err), -1);
	strbuf_reset(&err);
	assert_int_equal(hosts_cancel(day.hosts, conv, &err), -1);
	assert_told(&day, "");
	strbuf_release(&err);
	hosts_log_end(&day);
}

static void a_host_that_is_removed_takes_its_conversations_along(void **state)
{
	struct hosts_log day;
	struct strbuf err = STRBUF_INIT;

	(void)state;
	hosts_log_begin(&day);
	assert_int_equal(hosts_add(day.hosts, SLICE("box=ssh box"), &err), 0);
	hosts_log_say(&day, 1, INIT CAPABLE "}");
	hosts_log_say(&day, 1, LIST("9"));
	strbuf_reset(&day.log);
	assert_int_equal(hosts_remove(day.hosts, SLICE("box"), &err), 0);
	assert_told(&day, "turn over 1 all\nforget 1\n  9\n");
	assert_null(store_find(&day.hosts->store, 1, "9"));
	assert_int_equal(hosts_remove(day.hosts, SLICE("jp"), &err), -1);
	assert_string_equal(
		err.buf,
		"host jp started this dashboard and cannot be removed");
	strbuf_release(&err);
	hosts_log_end(&day);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_deaf_host_is_learned_and_replaced),
		cmocka_unit_test(where_no_subscription_is_taken_it_is_polled),
		cmocka_unit_test(
			one_conversation_that_is_refused_is_polled_alone),
		cmocka_unit_test(
			a_host_that_says_nothing_and_subscribes_has_all_of_protocol_1),
		cmocka_unit_test(a_full_table_has_a_place_left_for_the_sidecar),
		cmocka_unit_test(who_may_only_look_sends_nothing),
		cmocka_unit_test(
			a_host_that_is_removed_takes_its_conversations_along),
	};

	return cmocka_run_group_tests_name("hosts-kinds", tests, NULL, NULL);
}
