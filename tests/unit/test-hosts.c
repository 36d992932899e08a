#include "config.h"

#include "src/dashboard/hosts/hosts.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/xalloc.h"
#include "tests/unit/test.h"

/*
 * The room of the hosts without a screen: lines of hosts in; out come the
 * lines for them and the events, all in one log, in the order in which they
 * are told. "> " is a line that was sent.
 */
struct day {
	struct hosts *hosts;
	struct strbuf log;
	bool obeys; /* a rule allows each call at once */
};

static void changed(void *user)
{
	(void)user;
}

static void message(void *user, enum hosts_tone tone, const char *text)
{
	struct day *day = user;

	strbuf_addf(&day->log, "%s: %s\n",
		    tone == HOSTS_ERROR ? "error" : "message", text);
}

static void connected(void *user, int host)
{
	struct day *day = user;

	strbuf_addf(&day->log, "connected %d\n", host);
}

static void listed(void *user, int host)
{
	struct day *day = user;

	strbuf_addf(&day->log, "listed %d: %zu\n", host,
		    day->hosts->store.count);
}

static void forget(void *user, int host, bool replaced)
{
	struct day *day = user;

	strbuf_addf(&day->log, "forget %d%s\n", host,
		    replaced ? ", replaced" : "");
	/* They are there until it returns. */
	for (size_t i = 0; i < day->hosts->store.count; i++)
		strbuf_addf(&day->log, "  %s\n",
			    day->hosts->store.conversations[i]->id);
}

static void prepended(void *user, const struct conversation *conv, size_t items)
{
	struct day *day = user;

	strbuf_addf(&day->log, "prepended %s: %zu of %zu\n", conv->id, items,
		    conv->item_count);
}

static void prompt(void *user, const struct prompt *p, enum prompt_arrival how)
{
	struct day *day = user;
	struct strbuf err = STRBUF_INIT;

	strbuf_addf(&day->log, "prompt %s %s\n", p->id,
		    how == PROMPT_NEW ? "new" : "changed");
	if (day->obeys)
		assert_int_equal(hosts_respond_approval(
					 day->hosts, p->serial, ACTION_APPROVE,
					 slice_of(NULL, 0), NULL, &err),
				 0);
	strbuf_release(&err);
}

static void prompt_ended(void *user, const struct prompt *p,
			 enum prompt_end end, const char *outcome)
{
	static const char *const words[] = {
		[PROMPT_ALLOWED] = "allowed",
		[PROMPT_REJECTED] = "rejected",
		[PROMPT_ANSWERED] = "answered",
		[PROMPT_EXPIRED] = "expired",
		[PROMPT_WITHDRAWN] = "withdrawn",
		[PROMPT_LOST] = "lost",
	};
	struct day *day = user;

	strbuf_addf(&day->log, "ended %s %s%s%s\n", p->id, words[end],
		    outcome ? ": " : "", outcome ? outcome : "");
}

static void turn_over(void *user, int host, const char *conversation)
{
	struct day *day = user;

	strbuf_addf(&day->log, "turn over %d %s\n", host,
		    conversation ? conversation : "all");
}

static void query(void *user, struct conversation *conv, enum hosts_outcome how,
		  const char *why)
{
	static const char *const words[] = { [HOSTS_TAKEN] = "taken",
					     [HOSTS_REFUSED] = "refused",
					     [HOSTS_LOST] = "lost" };
	struct day *day = user;

	strbuf_addf(&day->log, "query %s %s%s%s\n", conv->id, words[how],
		    why ? ": " : "", why ? why : "");
}

static void created(void *user, struct conversation *conv,
		    const char *first_message)
{
	struct day *day = user;

	strbuf_addf(&day->log, "created %s: %s\n", conv->id,
		    first_message ? first_message : "-");
}

static void followed(void *user, struct conversation *conv)
{
	struct day *day = user;

	strbuf_addf(&day->log, "followed %s\n", conv->id);
}

static void learned(void *user, bool deaf)
{
	struct day *day = user;

	strbuf_addf(&day->log, "learned: %s\n", deaf ? "deaf" : "not deaf");
}

static void sent(void *user, int host, struct slice line, bool secret)
{
	struct day *day = user;

	if (line.len && line.ptr[line.len - 1] == '\n')
		line.len--;
	if (secret)
		line = SLICE("a secret");
	strbuf_addf(&day->log, "%d> %.*s\n", host, (int)line.len, line.ptr);
}

static void leave(void *user, int code, const char *reason)
{
	struct day *day = user;

	strbuf_addf(&day->log, "leave %d: %s\n", code, reason ? reason : "-");
}

static const struct hosts_events all_events = {
	.changed = changed,
	.message = message,
	.connected = connected,
	.listed = listed,
	.forget = forget,
	.prepended = prepended,
	.prompt = prompt,
	.prompt_ended = prompt_ended,
	.turn_over = turn_over,
	.query = query,
	.created = created,
	.followed = followed,
	.learned = learned,
	.sent = sent,
	.leave = leave,
};

#define CAPABLE                                                  \
	"\"capabilities\":[\"subscribe\",\"respond\",\"query\"," \
	"\"lock\",\"withdraw\",\"exact\",\"cancel_query\"]"
#define INIT "{\"type\":\"init\",\"version\":1,"
#define LIST(id)                                                             \
	"{\"type\":\"conversations\",\"data\":[{\"id\":\"" id                \
	"\",\"title\":\"A\",\"last_activated_at\":\"2026-01-01T11:59:00Z\"," \
	"\"events_count\":1}]}"

static void say(struct day *day, int host, const char *line)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(&text, "%s\n", line);
	hosts_bytes(day->hosts, host, text.buf, text.len);
	strbuf_release(&text);
}

static void assert_told(struct day *day, const char *log)
{
	assert_string_equal(day->log.len ? day->log.buf : "", log);
	strbuf_reset(&day->log);
}

static void begin_as(struct day *day, const char *init,
		     const struct hosts_options *options, const char *jphost)
{
	struct hosts_events on = all_events;
	struct host_message msg = HOST_MESSAGE_INIT;
	struct strbuf err = STRBUF_INIT;

	*day = (struct day){ .log = STRBUF_INIT };
	on.user = day;
	day->hosts = hosts_new(options, &on, 1000, 0);
	hosts_surroundings(day->hosts, jphost, false);
	assert_int_equal(host_message_decode(&msg, slice_str(init), &err), 0);
	hosts_add_parent(day->hosts, "jp", &msg);
	host_message_release(&msg);
	strbuf_release(&err);
}

static void begin(struct day *day)
{
	const struct hosts_options options = { 0 };

	begin_as(day, INIT CAPABLE "}", &options, NULL);
}

/* Its one conversation is listed and followed in full; nothing is in the
 * log. */
static struct conversation *begin_followed(struct day *day)
{
	struct conversation *conv;

	begin(day);
	say(day, 0, LIST("17"));
	say(day, 0, "{\"type\":\"subscribed\",\"sub_id\":\"s1\"}");
	conv = store_find(&day->hosts->store, 0, "17");
	assert_non_null(conv);
	hosts_follow(day->hosts, conv, HOSTS_FULL);
	hosts_pump(day->hosts);
	say(day, 0, "{\"type\":\"subscribed\",\"sub_id\":\"s2\"}");
	say(day, 0, "{\"type\":\"unsubscribed\",\"sub_id\":\"s1\"}");
	say(day, 0,
	    "{\"type\":\"events\",\"conversation\":\"17\",\"data\":[]}");
	strbuf_reset(&day->log);
	return conv;
}

static void end(struct day *day)
{
	hosts_free(day->hosts);
	strbuf_release(&day->log);
}

#define CALL(id, path)                                                            \
	"{\"type\":\"event\",\"sub_id\":\"s2\",\"respond\":"                      \
	"\"tool_approval\",\"data\":{\"type\":\"tool_call_request\",\"id\":\"" id \
	"\",\"name\":\"rm\",\"arguments\":{\"path\":\"" path "\"}}}"
#define EVENT(data) "{\"type\":\"event\",\"sub_id\":\"s2\",\"data\":{" data "}}"

static void a_host_is_greeted_and_listed_and_followed(void **state)
{
	struct day day;
	struct conversation *conv;

	(void)state;
	begin(&day);
	assert_told(&day,
		    "0> {\"type\":\"ready\"}\n"
		    "connected 0\n"
		    "0> {\"type\":\"list_conversations\",\"id\":\"1\"}\n");
	say(&day, 0, LIST("17"));
	assert_told(&day,
		    "listed 0: 1\n"
		    "0> {\"type\":\"subscribe\",\"id\":\"2\",\"sub_id\":\"s1\","
		    "\"conversation\":\"17\",\"events\":["
		    "\"tool_call_request\",\"tool_call_response\","
		    "\"inquiry_request\",\"inquiry_response\",\"turn_start\","
		    "\"query_complete\",\"prompt_closed\"]}\n");
	say(&day, 0, "{\"type\":\"subscribed\",\"sub_id\":\"s1\"}");
	assert_told(&day, "");
	conv = store_find(&day.hosts->store, 0, "17");
	hosts_follow(day.hosts, conv, HOSTS_FULL);
	hosts_pump(day.hosts);
	assert_told(&day, "0> {\"type\":\"subscribe\",\"id\":\"3\",\"sub_id\":"
			  "\"s2\",\"conversation\":\"17\"}\n");
	say(&day, 0, "{\"type\":\"subscribed\",\"sub_id\":\"s2\"}");
	assert_told(&day,
		    "0> {\"type\":\"unsubscribe\",\"id\":\"4\",\"sub_id\":"
		    "\"s1\"}\n"
		    "followed 17\n"
		    "0> {\"type\":\"read_events\",\"id\":\"5\","
		    "\"conversation\":\"17\"}\n");
	end(&day);
}

static void a_prompt_comes_changes_and_is_answered_once(void **state)
{
	struct day day;
	struct strbuf err = STRBUF_INIT;

	(void)state;
	begin_followed(&day);
	say(&day, 0, CALL("c1", "a"));
	say(&day, 0, CALL("c1", "a"));
	say(&day, 0, CALL("c1", "b"));
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
	end(&day);
}

static void
what_a_rule_answers_goes_out_before_the_next_line_is_read(void **state)
{
	static char both[] = CALL("c1", "a") "\n" CALL("c2", "b") "\n";
	struct day day;

	(void)state;
	begin_followed(&day);
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
	end(&day);
}

static void a_prompt_that_ends_elsewhere_tells_how(void **state)
{
	struct day day;

	(void)state;
	begin_followed(&day);
	say(&day, 0, CALL("c1", "a"));
	say(&day, 0, CALL("c2", "a"));
	say(&day, 0, CALL("c3", "a"));
	strbuf_reset(&day.log);
	say(&day, 0,
	    EVENT("\"type\":\"prompt_closed\",\"id\":\"c1\",\"by\":"
		  "\"answered\",\"outcome\":\"rejected\""));
	say(&day, 0,
	    EVENT("\"type\":\"prompt_closed\",\"id\":\"c2\",\"by\":"
		  "\"timeout\",\"outcome\":\"approved\""));
	assert_told(&day, "ended c1 withdrawn: rejected\nended c2 expired\n");
	say(&day, 0, EVENT("\"type\":\"query_complete\""));
	assert_told(&day,
		    "ended c3 withdrawn\nturn over 0 17\n"
		    "0> {\"type\":\"list_conversations\",\"id\":\"6\"}\n");
	end(&day);
}

static void an_answer_that_is_secret_is_told_as_one(void **state)
{
	struct day day;
	struct strbuf err = STRBUF_INIT;

	(void)state;
	begin_followed(&day);
	say(&day, 0,
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
	end(&day);
}

static void a_message_is_taken_or_refused_or_lost(void **state)
{
	struct day day;
	struct conversation *conv;
	struct strbuf err = STRBUF_INIT;

	(void)state;
	conv = begin_followed(&day);
	assert_int_equal(hosts_query(day.hosts, conv, SLICE("hello"),
				     slice_of(NULL, 0), slice_of(NULL, 0),
				     &err),
			 0);
	assert_true(hosts_is_sending(day.hosts, conv));
	assert_told(&day, "0> {\"type\":\"query\",\"id\":\"6\","
			  "\"conversation\":\"17\",\"content\":\"hello\"}\n");
	say(&day, 0, "{\"type\":\"query_started\",\"id\":\"6\"}");
	assert_told(&day, "query 17 taken\n");
	assert_false(hosts_is_sending(day.hosts, conv));

	hosts_query(day.hosts, conv, SLICE("again"), slice_of(NULL, 0),
		    slice_of(NULL, 0), &err);
	strbuf_reset(&day.log);
	say(&day, 0,
	    "{\"type\":\"error\",\"id\":\"7\",\"message\":\"it is locked\"}");
	assert_told(&day, "query 17 refused: it is locked\n"
			  "error: query failed: it is locked\n");
	end(&day);
}

static void what_a_lost_host_had_is_lost(void **state)
{
	struct day day;
	struct conversation *conv;
	struct strbuf err = STRBUF_INIT;

	(void)state;
	begin(&day);
	assert_int_equal(hosts_add(day.hosts, SLICE("box=ssh box"), &err), 0);
	assert_int_equal(day.hosts->list[1].run, 1);
	strbuf_reset(&day.log);
	say(&day, 1, INIT CAPABLE "}");
	say(&day, 1, LIST("9"));
	say(&day, 1, "{\"type\":\"subscribed\",\"sub_id\":\"s1\"}");
	conv = store_find(&day.hosts->store, 1, "9");
	say(&day, 1,
	    "{\"type\":\"event\",\"sub_id\":\"s1\",\"respond\":"
	    "\"tool_approval\",\"data\":{\"type\":\"tool_call_request\",\"id\":"
	    "\"c1\",\"name\":\"rm\",\"arguments\":{}}}");
	hosts_query(day.hosts, conv, SLICE("hello"), slice_of(NULL, 0),
		    slice_of(NULL, 0), &err);
	strbuf_reset(&day.log);
	hosts_gone(day.hosts, 1);
	assert_told(&day, "ended c1 lost\n"
			  "turn over 1 all\n"
			  "error: host box is lost; it is tried again\n"
			  "query 9 lost: the host was lost before it took the "
			  "message\n");
	assert_true(conv->host_lost);
	assert_int_equal(hosts_wake_ms(day.hosts), 2000);
	hosts_time(day.hosts, 2000);
	hosts_tick(day.hosts);
	assert_int_equal(day.hosts->list[1].run, 2);
	end(&day);
}

static void a_host_that_is_removed_takes_its_conversations_along(void **state)
{
	struct day day;
	struct strbuf err = STRBUF_INIT;

	(void)state;
	begin(&day);
	assert_int_equal(hosts_add(day.hosts, SLICE("box=ssh box"), &err), 0);
	say(&day, 1, INIT CAPABLE "}");
	say(&day, 1, LIST("9"));
	strbuf_reset(&day.log);
	assert_int_equal(hosts_remove(day.hosts, SLICE("box"), &err), 0);
	assert_told(&day, "turn over 1 all\nforget 1\n  9\n");
	assert_null(store_find(&day.hosts->store, 1, "9"));
	assert_int_equal(hosts_remove(day.hosts, SLICE("jp"), &err), -1);
	assert_string_equal(err.buf, "host jp started us: it stays");
	strbuf_release(&err);
	end(&day);
}

static void a_deaf_host_is_learned_and_replaced(void **state)
{
	const struct hosts_options options = { 0 };
	struct day day;

	(void)state;
	begin_as(&day, INIT "\"workspace\":{\"root\":\"/w\"}}", &options,
		 "/bin/jphost");
	assert_true(hosts_is_probing(day.hosts));
	say(&day, 0, LIST("17"));
	strbuf_reset(&day.log);
	assert_int_equal(hosts_wake_ms(day.hosts), 3000);
	hosts_time(day.hosts, 3000);
	hosts_tick(day.hosts);
	assert_told(&day, "learned: deaf\nforget 0, replaced\n  17\n");
	assert_true(hosts_is_deaf(day.hosts, 0));
	assert_int_equal(hosts_main(day.hosts), 1);
	assert_string_equal(day.hosts->list[1].command,
			    "/bin/jphost serve -w /w");
	assert_int_equal(hosts_shown(day.hosts), 1);
	/* It was slow. */
	say(&day, 0, "{\"type\":\"subscribed\",\"sub_id\":\"s1\"}");
	assert_told(&day, "learned: not deaf\n");
	end(&day);
}

static void a_conversation_is_made_and_its_message_waits_for_it(void **state)
{
	struct day day;
	struct strbuf err = STRBUF_INIT;

	(void)state;
	begin_followed(&day);
	assert_int_equal(hosts_create(day.hosts, 0, SLICE("first"), &err), 0);
	assert_told(&day,
		    "0> {\"type\":\"create_conversation\",\"id\":\"6\"}\n");
	assert_int_equal(hosts_create(day.hosts, 0, SLICE("no"), &err), -1);
	assert_string_equal(err.buf, "a new conversation is on its way");
	strbuf_release(&err);
	say(&day, 0,
	    "{\"type\":\"created\",\"id\":\"6\",\"conversation\":"
	    "\"18\"}");
	assert_told(&day,
		    "0> {\"type\":\"unlock\",\"id\":\"7\",\"conversation\":"
		    "\"18\"}\n"
		    "created 18: first\n"
		    "0> {\"type\":\"list_conversations\",\"id\":\"8\"}\n"
		    "0> {\"type\":\"subscribe\",\"id\":\"9\",\"sub_id\":\"s3\","
		    "\"conversation\":\"18\"}\n");
	say(&day, 0, "{\"type\":\"subscribed\",\"sub_id\":\"s3\"}");
	assert_true(strstr(day.log.buf, "followed 18\n") == day.log.buf);
	end(&day);
}

static void the_rest_of_a_long_history_comes_in_front(void **state)
{
	enum { EVENTS = 5000 };
	struct day day;
	struct conversation *conv;
	struct strbuf line = STRBUF_INIT;

	(void)state;
	begin(&day);
	say(&day, 0, LIST("17"));
	conv = store_find(&day.hosts->store, 0, "17");
	hosts_peek(day.hosts, conv);
	say(&day, 0, "{\"type\":\"subscribed\",\"sub_id\":\"s1\"}");
	strbuf_addstr(&line, "{\"type\":\"events\",\"conversation\":\"17\","
			     "\"data\":[");
	for (int i = 0; i < EVENTS; i++)
		strbuf_addf(&line,
			    "%s{\"type\":\"turn_start\"},{\"type\":"
			    "\"chat_request\",\"content\":\"%d\"}",
			    i ? "," : "", i);
	strbuf_addstr(&line, "]}");
	strbuf_reset(&day.log);
	say(&day, 0, line.buf);
	assert_told(&day, "");
	assert_true(conv->item_count < 2 * EVENTS);
	assert_int_equal(hosts_wake_ms(day.hosts), day.hosts->now_ms);
	while (hosts_work(day.hosts))
		;
	assert_non_null(strstr(day.log.buf, "prepended 17: "));
	assert_non_null(strstr(day.log.buf, " of 10000\n"));
	strbuf_release(&line);
	end(&day);
}

static void a_first_host_that_goes_asks_us_to_go(void **state)
{
	struct day day;

	(void)state;
	begin_followed(&day);
	say(&day, 0, "no JSON");
	assert_true(strstr(day.log.buf, "error: the host sent a bad line: ") ==
		    day.log.buf);
	strbuf_reset(&day.log);
	say(&day, 0, "{\"type\":\"shutdown\"}");
	assert_told(&day, "leave 0: -\n");
	hosts_gone(day.hosts, 0);
	assert_told(&day, "turn over 0 all\nleave 1: the host is gone\n");
	end(&day);
}

static void nothing_is_sent_on_the_way_out_but_what_unlocks(void **state)
{
	struct day day;
	struct conversation *conv;
	struct strbuf err = STRBUF_INIT;

	(void)state;
	conv = begin_followed(&day);
	assert_int_equal(hosts_lock(day.hosts, conv, &err), 0);
	say(&day, 0,
	    "{\"type\":\"locked\",\"id\":\"6\",\"conversation\":"
	    "\"17\"}");
	assert_true(hosts_is_locked(day.hosts, conv));
	say(&day, 0, CALL("c1", "a"));
	strbuf_reset(&day.log);
	hosts_leave(day.hosts);
	hosts_leave(day.hosts);
	assert_told(&day, "0> {\"type\":\"unlock\",\"id\":\"7\","
			  "\"conversation\":\"17\"}\n");
	assert_int_equal(hosts_respond_approval(day.hosts, 1, ACTION_APPROVE,
						slice_of(NULL, 0), NULL, &err),
			 -1);
	assert_told(&day, "");
	end(&day);
}

static void who_may_only_look_sends_nothing(void **state)
{
	const struct hosts_options options = { .read_only = true };
	struct day day;
	struct conversation *conv;
	struct strbuf err = STRBUF_INIT;

	(void)state;
	begin_as(&day, INIT CAPABLE "}", &options, NULL);
	say(&day, 0, LIST("17"));
	say(&day, 0, "{\"type\":\"subscribed\",\"sub_id\":\"s1\"}");
	say(&day, 0,
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
	end(&day);
}

static void nobody_need_listen(void **state)
{
	const struct hosts_options options = { 0 };
	const struct hosts_events none = { 0 };
	struct day day = { .log = STRBUF_INIT };
	struct host_message msg = HOST_MESSAGE_INIT;
	struct strbuf err = STRBUF_INIT;

	(void)state;
	day.hosts = hosts_new(&options, &none, 0, 0);
	assert_int_equal(
		host_message_decode(&msg, slice_str(INIT CAPABLE "}"), &err),
		0);
	hosts_add_parent(day.hosts, "jp", &msg);
	say(&day, 0, LIST("17"));
	say(&day, 0, "{\"type\":\"subscribed\",\"sub_id\":\"s1\"}");
	say(&day, 0, "no JSON");
	say(&day, 0,
	    "{\"type\":\"event\",\"sub_id\":\"s1\",\"respond\":"
	    "\"tool_approval\",\"data\":{\"type\":\"tool_call_request\",\"id\":"
	    "\"c1\",\"name\":\"rm\",\"arguments\":{}}}");
	assert_int_equal(day.hosts->store.prompts.count, 1);
	hosts_gone(day.hosts, 0);
	assert_int_equal(day.hosts->store.prompts.count, 0);
	host_message_release(&msg);
	end(&day);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_host_is_greeted_and_listed_and_followed),
		cmocka_unit_test(a_prompt_comes_changes_and_is_answered_once),
		cmocka_unit_test(
			what_a_rule_answers_goes_out_before_the_next_line_is_read),
		cmocka_unit_test(a_prompt_that_ends_elsewhere_tells_how),
		cmocka_unit_test(an_answer_that_is_secret_is_told_as_one),
		cmocka_unit_test(a_message_is_taken_or_refused_or_lost),
		cmocka_unit_test(what_a_lost_host_had_is_lost),
		cmocka_unit_test(
			a_host_that_is_removed_takes_its_conversations_along),
		cmocka_unit_test(a_deaf_host_is_learned_and_replaced),
		cmocka_unit_test(
			a_conversation_is_made_and_its_message_waits_for_it),
		cmocka_unit_test(the_rest_of_a_long_history_comes_in_front),
		cmocka_unit_test(a_first_host_that_goes_asks_us_to_go),
		cmocka_unit_test(
			nothing_is_sent_on_the_way_out_but_what_unlocks),
		cmocka_unit_test(who_may_only_look_sends_nothing),
		cmocka_unit_test(nobody_need_listen),
	};

	return cmocka_run_group_tests_name("hosts", tests, NULL, NULL);
}
