#include "config.h"

#include "src/store/search.h"

#include "src/base/xalloc.h"
#include "src/store/item-text.h"
#include "tests/unit/test.h"
#include "tests/unit/told.h"

#define SAY(text) "{\"type\":\"chat_response\",\"message\":\"" text "\"}"
#define ASK(text) "{\"type\":\"chat_request\",\"content\":\"" text "\"}"
#define CALL(arguments)                                          \
	"{\"type\":\"tool_call_request\",\"id\":\"t\",\"name\":" \
	"\"run\",\"arguments\":" arguments "}"
#define RESULT(text)                                                        \
	"{\"type\":\"tool_call_response\",\"id\":\"t\",\"content\":\"" text \
	"\"}"

static void push(struct conversation *conv, const char *raw)
{
	told_event(conv, raw, false, 1000);
}

static void set(struct search *search, const char *pattern)
{
	struct strbuf err = STRBUF_INIT;

	assert_int_equal(search_set(search, slice_str(pattern), &err), 0);
	strbuf_release(&err);
}

static void finish(struct search *search, size_t bytes)
{
	for (int left = 100000; search_step(search, bytes); left--)
		assert_true(left > 0);
}

/* How often a pattern matches in a whole conversation. */
static uint64_t count(const struct conversation *conv, const char *pattern)
{
	struct search search;
	uint64_t total;

	search_init(&search, NULL);
	set(&search, pattern);
	search_begin(&search, conv, 0);
	finish(&search, 1);
	total = search.total;
	search_release(&search);
	return total;
}

static void what_one_reads_is_found(void **state)
{
	struct conversation *conv = conversation_new(0, "17");

	(void)state;
	LOAD(conv, ASK("a \\\"quoted\\\" word\\nand more"), SAY("Hello "),
	     SAY("world"),
	     CALL("{\"path\":\"src\\/x.c\",\"edits\":[{\"old\":"
		  "\"one\\ntwo\"}],\"n\":42}"),
	     RESULT("first line\\nlast \\u00e9"),
	     "{\"type\":\"novel\",\"what\":\"strange\","
	     "\"metadata\":{\"signature\":\"c2VjcmV0\"}}");
	assert_int_equal(count(conv, "\"quoted\" word$"), 1);
	assert_int_equal(count(conv, "hello world"), 1);
	assert_int_equal(count(conv, "^path src/x"), 1);
	assert_int_equal(count(conv, "one\ntwo"), 1);
	assert_int_equal(count(conv, "n 42"), 1);
	assert_int_equal(count(conv, "^run$"), 1);
	assert_int_equal(count(conv, "^last \xc3\xa9$"), 1);
	assert_int_equal(count(conv, "strange"), 1);
	/* These must not be visible. */
	assert_int_equal(count(conv, "signature|c2VjcmV0"), 0);
	conversation_free(conv);
}

static void hits_are_walked_in_order_and_back(void **state)
{
	struct conversation *conv = conversation_new(0, "17");
	struct search_hit hit = { 0, 0 };
	struct search search;

	(void)state;
	LOAD(conv, ASK("ab ab"), SAY("none"), ASK("ab"));
	search_init(&search, NULL);
	set(&search, "ab");
	search_begin(&search, conv, 1);
	finish(&search, 4096);
	assert_int_equal(search.total, 3);
	assert_true(search_next(&search, 1, &hit));
	assert_int_equal(hit.index, 0);
	assert_int_equal(hit.ordinal, 1);
	assert_true(search_next(&search, 1, &hit));
	assert_int_equal(hit.index, 2);
	assert_int_equal(hit.ordinal, 0);
	assert_int_equal(search_hits_before(&search, hit), 2);
	assert_false(search_next(&search, 1, &hit));
	assert_true(search_next(&search, -1, &hit));
	assert_int_equal(hit.index, 0);
	assert_int_equal(hit.ordinal, 1);
	assert_true(search_next(&search, -1, &hit));
	assert_false(search_next(&search, -1, &hit));
	search_release(&search);
	conversation_free(conv);
}

static void a_hit_is_located_in_the_text(void **state)
{
	struct conversation *conv = conversation_new(0, "17");
	struct search_hit hit = { 0, 1 };
	struct strbuf text = STRBUF_INIT;
	struct regex_match match;
	struct search search;

	(void)state;
	LOAD(conv, ASK("ab cab"));
	search_init(&search, NULL);
	set(&search, "ab");
	search_begin(&search, conv, 0);
	finish(&search, 4096);
	assert_true(search_locate(&search, hit, &text, &match));
	assert_string_equal(text.buf, "ab cab");
	assert_int_equal(match.start, 4);
	assert_int_equal(match.end, 6);
	hit.ordinal = 2;
	assert_false(search_locate(&search, hit, &text, &match));
	search_release(&search);
	strbuf_release(&text);
	conversation_free(conv);
}

static void what_is_near_is_known_first(void **state)
{
	struct conversation *conv = conversation_new(0, "17");
	struct search search;

	(void)state;
	for (int i = 0; i < 101; i++)
		push(conv, ASK("word"));
	search_init(&search, NULL);
	set(&search, "word");
	search_begin(&search, conv, 50);
	while (search.total < 11)
		assert_true(search_step(&search, 1));
	for (size_t i = 45; i < 55; i++)
		assert_int_equal(search_hits_in(&search, i), 1);
	finish(&search, 100);
	assert_int_equal(search.total, 101);
	search_release(&search);
	conversation_free(conv);
}

static void what_comes_later_is_searched_too(void **state)
{
	struct conversation *conv = conversation_new(0, "17");
	struct search search;

	(void)state;
	push(conv, ASK("one"));
	search_init(&search, NULL);
	set(&search, "one|two");
	search_begin(&search, conv, 0);
	finish(&search, 4096);
	assert_int_equal(search.total, 1);
	assert_false(search_is_behind(&search));
	conversation_chunk(
		conv, &(struct host_chunk){ .text = SLICE("\"on\"") }, 1000);
	assert_true(search_is_behind(&search));
	finish(&search, 4096);
	assert_int_equal(search.total, 1);
	conversation_chunk(
		conv, &(struct host_chunk){ .text = SLICE("\"e two\"") }, 1000);
	finish(&search, 4096);
	assert_int_equal(search.total, 3);
	/* Another history replaces it. */
	LOAD(conv, ASK("nothing"), ASK("two"));
	finish(&search, 4096);
	assert_int_equal(search_hits_in(&search, 0), 0);
	assert_int_equal(search_hits_in(&search, 1), 1);
	search_release(&search);
	conversation_free(conv);
}

static void what_streams_in_is_looked_at_again_after_a_while(void **state)
{
	struct conversation *conv = conversation_new(0, "1");
	struct search search;

	(void)state;
	push(conv, SAY("one"));
	search_init(&search, NULL);
	set(&search, "o");
	assert_int_equal(search_wake_ms(&search, 1000), -1);
	search_begin(&search, conv, 0);
	assert_int_equal(search_wake_ms(&search, 1000), 1000);
	assert_false(search_work(&search, 1000));
	assert_int_equal(search.total, 1);
	push(conv, SAY("two"));
	/* The first sweep began without a wait, the next one waits. */
	assert_false(search_work(&search, 1010));
	assert_int_equal(search.total, 2);
	push(conv, SAY("foo"));
	assert_false(search_work(&search, 1020));
	assert_int_equal(search.total, 2);
	assert_int_equal(search_wake_ms(&search, 1020), 1260);
	assert_false(search_work(&search, 1260));
	assert_int_equal(search.total, 4);
	assert_int_equal(search_wake_ms(&search, 1260), -1);
	search_release(&search);
	conversation_free(conv);
}

static void an_item_that_goes_while_it_is_searched_does_no_harm(void **state)
{
	struct conversation *conv = conversation_new(0, "17");
	struct strbuf raw = STRBUF_INIT;
	struct search search;

	(void)state;
	push(conv, ASK("ab"));
	strbuf_addstr(&raw, "{\"type\":\"chat_request\",\"content\":\"");
	for (int i = 0; i < 20000; i++)
		strbuf_addstr(&raw, "ab ");
	strbuf_addstr(&raw, "\"}");
	push(conv, raw.buf);
	search_init(&search, NULL);
	set(&search, "[a]b"); /* a plain word would be done immediately */
	search_begin(&search, conv, 1);
	search_step(&search, 4096);
	assert_true(search.active);
	LOAD(conv, ASK("ab ab ab"));
	finish(&search, 4096);
	assert_int_equal(search.total, 3);
	search_release(&search);
	strbuf_release(&raw);
	conversation_free(conv);
}

static void parts_that_were_given_up_are_told(void **state)
{
	struct conversation *conv = conversation_new(0, "17");
	struct strbuf raw = STRBUF_INIT;
	struct search search;

	(void)state;
	strbuf_addstr(&raw, "{\"type\":\"chat_request\",\"content\":\"");
	strbuf_addchars(&raw, 'a', 5000);
	strbuf_addstr(&raw, "b\"}");
	push(conv, raw.buf);
	push(conv, ASK("aaa"));
	search_init(&search, NULL);
	set(&search, "(a+)+$");
	search_begin(&search, conv, 0);
	finish(&search, 4096);
	assert_int_equal(search.gave_up, 1);
	assert_int_equal(search_hits_in(&search, 1), 1);
	search_release(&search);
	strbuf_release(&raw);
	conversation_free(conv);
}

static void matches_of_nothing_do_not_count(void **state)
{
	struct conversation *conv = conversation_new(0, "17");

	(void)state;
	push(conv, ASK("axxb"));
	assert_int_equal(count(conv, "x*"), 1);
	assert_int_equal(count(conv, "^"), 0);
	conversation_free(conv);
}

static void the_source_of_a_call_is_its_name_arguments_and_result(void **state)
{
	struct conversation *conv = conversation_new(0, "17");
	struct strbuf text = STRBUF_INIT;

	(void)state;
	LOAD(conv, CALL("{\"a\":[1,\"x\\ny\"]}"), RESULT("done\\n"));
	item_text_source(&text, conv, &conv->items[0]);
	assert_string_equal(text.buf, "run\n{\n  \"a\": [\n    1,\n"
				      "    \"x\\ny\"\n  ]\n}\ndone\n");
	strbuf_release(&text);
	conversation_free(conv);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_one_reads_is_found),
		cmocka_unit_test(hits_are_walked_in_order_and_back),
		cmocka_unit_test(a_hit_is_located_in_the_text),
		cmocka_unit_test(what_is_near_is_known_first),
		cmocka_unit_test(what_comes_later_is_searched_too),
		cmocka_unit_test(
			what_streams_in_is_looked_at_again_after_a_while),
		cmocka_unit_test(
			an_item_that_goes_while_it_is_searched_does_no_harm),
		cmocka_unit_test(parts_that_were_given_up_are_told),
		cmocka_unit_test(matches_of_nothing_do_not_count),
		cmocka_unit_test(
			the_source_of_a_call_is_its_name_arguments_and_result),
	};

	return cmocka_run_group_tests_name("search", tests, NULL, NULL);
}
