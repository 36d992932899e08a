#include "config.h"

#include "src/store/conversation.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/test.h"
#include "tests/unit/told.h"

#define NOW ((int64_t)1767268800000)

#define TURN      "{\"type\":\"turn_start\"}"
#define ASK(text) "{\"type\":\"chat_request\",\"content\":\"" text "\"}"
#define SAY(agent, text)                                  \
	"{\"type\":\"chat_response\",\"message\":\"" text \
	"\",\"agent\":\"" agent "\"}"
#define THINK(agent, text)                                  \
	"{\"type\":\"chat_response\",\"reasoning\":\"" text \
	"\",\"agent\":\"" agent "\"}"
#define CALL(agent, id)                                                       \
	"{\"type\":\"tool_call_request\",\"id\":\"" id "\",\"name\":\"run\"," \
	"\"arguments\":{},\"agent\":\"" agent "\"}"
#define USAGE(agent, in, made, limit)                                       \
	"{\"type\":\"usage\",\"agent\":\"" agent "\",\"input_tokens\":" #in \
	",\"output_tokens\":" #made ",\"context_limit\":" #limit "}"
#define RUNNING "{\"type\":\"conversation_status\",\"state\":\"running\"}"
#define DONE    "{\"type\":\"query_complete\"}"

static void push(struct conversation *conv, const char *raw)
{
	told_event(conv, raw, false, NOW);
}

/* A chunk as the fast reader of lines gives it. */
static void chunk(struct conversation *conv, const char *agent,
		  const char *text)
{
	conversation_chunk(conv,
			   &(struct host_chunk){ .text = slice_str(text),
						 .agent = slice_str(agent) },
			   NOW);
}

/* The texts and calls, each after its writer: "a:one b>two a!". */
static void assert_items(const struct conversation *conv, const char *wanted)
{
	struct strbuf got = STRBUF_INIT;

	for (size_t i = 0; i < conv->item_count; i++) {
		const struct item *item = &conv->items[i];
		const char *id = agents_id(conv->agents, item->writer);
		struct item_content content;

		if (item->kind != ITEM_MESSAGE &&
		    item->kind != ITEM_REASONING &&
		    item->kind != ITEM_TOOL_CALL)
			continue;
		item_content_load(&content, conv, item);
		strbuf_addf(&got, "%s%s%s%s", got.len ? " " : "", id ? id : "-",
			    item->kind == ITEM_TOOL_CALL   ? "!"
			    : item->kind == ITEM_REASONING ? ">"
							   : ":",
			    content.text.len ? content.text.buf : "");
		item_content_release(&content);
	}
	assert_string_equal(got.buf, wanted);
	strbuf_release(&got);
}

static void each_writer_adds_to_its_own_text(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	chunk(conv, "", "\"main\"");
	chunk(conv, "\"a\"", "\"one\"");
	chunk(conv, "\"b\"", "\"two\"");
	/* The same name in another spelling. */
	chunk(conv, "\"\\u0061\"", "\",1\"");
	chunk(conv, "", "\",0\"");
	push(conv, SAY("b", ",2"));
	assert_items(conv, "-:main,0 a:one,1 b:two,2");
	push(conv, THINK("a", "hm"));
	chunk(conv, "\"a\"", "\"so\"");
	chunk(conv, "\"b\"", "\",2\"");
	assert_items(conv, "-:main,0 a:one,1 b:two,2,2 a>hm a:so");
	conversation_free(conv);
}

static void what_an_agent_does_ends_its_own_text_only(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	chunk(conv, "\"a\"", "\"one\"");
	chunk(conv, "\"b\"", "\"two\"");
	push(conv, CALL("b", "c1"));
	chunk(conv, "\"a\"", "\"+\"");
	chunk(conv, "\"b\"", "\"new\"");
	assert_items(conv, "a:one+ b:two b! b:new");
	push(conv, DONE);
	chunk(conv, "\"a\"", "\"next\"");
	assert_items(conv, "a:one+ b:two b! b:new a:next");
	conversation_free(conv);
}

static void a_name_is_a_string_that_is_cut(void **state)
{
	struct conversation *conv = conversation_new(0, "1");
	struct strbuf raw = STRBUF_INIT;

	(void)state;
	push(conv, "{\"type\":\"chat_response\",\"message\":\"x\",\"agent\":"
		   "{\"id\":1}}");
	push(conv, "{\"type\":\"chat_response\",\"message\":\"y\",\"agent\":"
		   "\"\"}");
	assert_items(conv, "-:xy");
	strbuf_addch(&raw, '"');
	for (int i = 0; i < 1000; i++)
		strbuf_addstr(&raw, "\xc3\xa9");
	strbuf_addch(&raw, '"');
	chunk(conv, raw.buf, "\"long\"");
	assert_int_equal(strlen(agents_id(conv->agents, 1)), 256);
	chunk(conv, raw.buf, "\"er\"");
	assert_int_equal(conv->item_count, 2);
	strbuf_release(&raw);
	conversation_free(conv);
}

static void more_agents_than_can_be_told_apart_share_the_last(void **state)
{
	struct agents *agents = agents_new();
	char raw[32];

	(void)state;
	for (unsigned i = 1; i < AGENTS_MAX + 100; i++) {
		snprintf(raw, sizeof(raw), "\"agent %u\"", i);
		assert_int_equal(agents_number(agents, slice_str(raw)),
				 i < AGENTS_MAX ? i : AGENTS_MAX);
	}
	assert_int_equal(agents_number(agents, SLICE("\"agent 7\"")), 7);
	agents_free(agents);
}

static void more_texts_than_are_kept_open_end_the_oldest(void **state)
{
	struct conversation *conv = conversation_new(0, "1");
	char raw[32];

	(void)state;
	for (unsigned i = 0; i < 17; i++) {
		snprintf(raw, sizeof(raw), "\"agent %u\"", i);
		chunk(conv, raw, "\"x\"");
	}
	chunk(conv, "\"agent 1\"", "\"y\"");
	assert_int_equal(conv->item_count, 17);
	assert_false(conv->items[0].open);
	chunk(conv, "\"agent 0\"", "\"y\"");
	assert_int_equal(conv->item_count, 18);
	conversation_free(conv);
}

static void a_history_tells_the_writers_apart_alike(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	LOAD(conv, TURN, ASK("hi"), SAY("a", "one"), SAY("b", "two"),
	     SAY("a", ",1"), SAY("b", ",2"), CALL("b", "c1"), SAY("a", ",1"),
	     THINK("b", "hm"));
	assert_items(conv, "a:one,1 b:two,2 b! a:,1 b>hm");
	conversation_free(conv);
}

static void what_streams_is_what_the_history_has_later(void **state)
{
	struct conversation *conv = conversation_new(0, "1");
	uint32_t id;

	(void)state;
	push(conv, TURN);
	push(conv, ASK("hi"));
	chunk(conv, "\"a\"", "\"one that is long enough\"");
	id = conv->items[conv->item_count - 1].id;
	push(conv, CALL("b", "c1"));
	/* What b did is stored; the text of a is not, and goes on. */
	LOAD(conv, TURN, ASK("hi"), CALL("b", "c1"));
	assert_items(conv, "b! a:one that is long enough");
	chunk(conv, "\"a\"", "\", and more\"");
	assert_items(conv, "b! a:one that is long enough, and more");
	LOAD(conv, TURN, ASK("hi"), CALL("b", "c1"),
	     SAY("a", "one that is long enough, and more"));
	assert_items(conv, "b! a:one that is long enough, and more");
	/* With its folds and the place of the view. */
	assert_int_equal(conv->items[conv->item_count - 1].id, id);
	conversation_free(conv);
}

static void the_order_of_a_history_may_be_another(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	push(conv, TURN);
	push(conv, ASK("hi"));
	chunk(conv, "\"a\"", "\"one that is rather long\"");
	chunk(conv, "\"b\"", "\"two that is rather long\"");
	LOAD(conv, TURN, ASK("hi"),
	     SAY("b", "two that is rather long enough, 2"),
	     SAY("a", "one that is rather long enough, 1"));
	assert_items(conv, "b:two that is rather long enough, 2 a:one that is "
			   "rather long enough, 1");
	/* The host tells the rest of both, which is here. */
	chunk(conv, "\"a\"", "\" enough, 1\"");
	chunk(conv, "\"b\"", "\" enough, 2\"");
	assert_items(conv, "b:two that is rather long enough, 2 a:one that is "
			   "rather long enough, 1");
	conversation_free(conv);
}

static void what_is_sent_again_stands_once_for_each_writer(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	push(conv, RUNNING);
	for (int i = 0; i < 2; i++) {
		if (i)
			conversation_drop_open_text(conv);
		chunk(conv, "\"a\"", "\"one\"");
		chunk(conv, "\"b\"", "\"two\"");
		chunk(conv, "\"a\"", "\", 1\"");
		push(conv, CALL("b", "c1"));
		chunk(conv, "\"a\"", "\", 1\"");
	}
	assert_items(conv, "a:one, 1, 1 b:two b!");
	chunk(conv, "\"b\"", "\"new\"");
	chunk(conv, "\"a\"", "\", end\"");
	assert_items(conv, "a:one, 1, 1, end b:two b! b:new");
	conversation_free(conv);
}

static void assert_usage(const struct conversation *conv, int64_t in,
			 int64_t made, int64_t used, int64_t limit)
{
	assert_int_equal(conv->input_tokens, in);
	assert_int_equal(conv->output_tokens, made);
	assert_int_equal(conv->context_used, used);
	assert_int_equal(conv->context_limit, limit);
}

static void tokens_are_summed_and_a_context_is_the_first_agents(void **state)
{
	struct conversation *conv = conversation_new(0, "1");
	struct conversation *read = conversation_new(0, "2");

	(void)state;
	push(conv, TURN);
	push(conv, USAGE("main", 100, 10, 1000));
	push(conv, USAGE("sub", 50, 5, 200));
	push(conv, USAGE("main", 300, 30, 1000));
	assert_usage(conv, 350, 35, 330, 1000);
	push(conv, USAGE("huge", 9223372036854775807, 1, 200));
	assert_usage(conv, INT64_MAX, 36, 330, 1000);
	/* Another turn has other agents. */
	push(conv, TURN);
	push(conv, USAGE("main", 400, 40, 1000));
	assert_usage(conv, 400, 40, 440, 1000);
	LOAD(read, TURN, USAGE("old", 7, 7, 7), TURN,
	     USAGE("main", 100, 10, 1000), USAGE("sub", 50, 5, 200),
	     USAGE("main", 300, 30, 1000));
	assert_usage(read, 350, 35, 330, 1000);
	conversation_free(read);
	conversation_free(conv);
}

#define PLAN(n) "{\"type\":\"plan\",\"entries\":[{\"content\":\"" n "\"}]}"
#define AGENT(id, name)                                          \
	"{\"type\":\"agent\",\"id\":\"" id "\",\"name\":\"" name \
	"\",\"state\":"                                          \
	"\"running\"}"

static size_t reports(const struct conversation *conv)
{
	size_t count = 0;

	for (size_t i = 0; i < conv->item_count; i++)
		count += conv->items[i].kind == ITEM_OTHER;
	return count;
}

static void a_report_replaces_the_one_before_and_ends_no_text(void **state)
{
	struct conversation *conv = conversation_new(0, "1");

	(void)state;
	push(conv, TURN);
	push(conv, ASK("hi"));
	chunk(conv, "", "\"one\"");
	push(conv, PLAN("1"));
	push(conv, AGENT("a", "Ann"));
	push(conv, AGENT("b", "Bob"));
	chunk(conv, "", "\",1\"");
	push(conv, PLAN("2"));
	push(conv, AGENT("a", "Zoe"));
	assert_items(conv, "-:one,1");
	assert_int_equal(reports(conv), 3);
	assert_string_equal(agents_name(conv->agents, 1), "Zoe");
	assert_string_equal(agents_name(conv->agents, 2), "Bob");
	assert_string_equal(agents_id(conv->agents, 1), "a");
	/* A reading in the turn keeps what it does not have. */
	LOAD(conv, TURN, ASK("hi"), PLAN("3"));
	assert_int_equal(reports(conv), 3);
	push(conv, TURN);
	push(conv, PLAN("4"));
	assert_int_equal(reports(conv), 4);
	conversation_free(conv);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_writer_adds_to_its_own_text),
		cmocka_unit_test(what_an_agent_does_ends_its_own_text_only),
		cmocka_unit_test(a_name_is_a_string_that_is_cut),
		cmocka_unit_test(
			more_agents_than_can_be_told_apart_share_the_last),
		cmocka_unit_test(more_texts_than_are_kept_open_end_the_oldest),
		cmocka_unit_test(
			tokens_are_summed_and_a_context_is_the_first_agents),
		cmocka_unit_test(
			a_report_replaces_the_one_before_and_ends_no_text),
		cmocka_unit_test(a_history_tells_the_writers_apart_alike),
		cmocka_unit_test(what_streams_is_what_the_history_has_later),
		cmocka_unit_test(the_order_of_a_history_may_be_another),
		cmocka_unit_test(
			what_is_sent_again_stands_once_for_each_writer),
	};

	return cmocka_run_group_tests_name("writers", tests, NULL, NULL);
}
