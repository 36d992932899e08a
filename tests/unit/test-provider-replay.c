#include "config.h"

#include "src/jphost/provider/provider-replay.h"

#include <string.h>

#include "src/base/utf8.h"
#include "tests/unit/test.h"

static struct provider *parse(const char *script)
{
	struct strbuf err = STRBUF_INIT;
	struct provider *replay;

	replay = provider_replay_parse(slice_str(script), "s", &err);
	if (!replay)
		print_message("%s\n", err.buf);
	assert_non_null(replay);
	strbuf_release(&err);
	return replay;
}

/* Play until something other than text or a wait comes; skips waits. */
static int64_t play(struct provider *replay, int64_t now_ms,
		    struct strbuf *text, struct provider_item *item)
{
	for (;;) {
		provider_next(replay, now_ms, item);
		if (item->kind == PROVIDER_WAIT) {
			assert_true(item->until_ms > now_ms);
			now_ms = item->until_ms;
		} else if (item->kind == PROVIDER_CHUNK) {
			strbuf_addslice(text, item->text);
		} else {
			return now_ms;
		}
	}
}

static void assert_refused(const char *script, const char *sentence)
{
	struct strbuf err = STRBUF_INIT;

	assert_null(provider_replay_parse(slice_str(script), "s", &err));
	assert_string_equal(err.buf, sentence);
	strbuf_release(&err);
}

static void a_bad_line_is_named_by_its_number(void **state)
{
	(void)state;
	assert_refused("{\"rate\":1}\n\n{\"speed\":3}\n",
		       "script 's' is bad in line 3: no step that is known");
	assert_refused("{\"rate\":1}\n[]",
		       "script 's' is bad in line 2: not an object");
	assert_refused("{\"rate\":-1}",
		       "script 's' is bad in line 1: 'rate' "
		       "is not a whole number from 0 to 1000000");
	assert_refused(
		"{\"message\":1}",
		"script 's' is bad in line 1: 'message' is not a string");
	assert_refused("{\"message\":\"a\",\"rate\":1}",
		       "script 's' is bad in line 1: "
		       "both 'rate' and 'message'");
}

static void a_tool_call_needs_an_id_and_a_name(void **state)
{
	(void)state;
	assert_refused("{\"tool_call\":{\"id\":\"a\"}}",
		       "script 's' is bad in line 1: "
		       "'tool_call' lacks an id or a name");
	assert_refused(
		"{\"tool_call\":{\"id\":\"a\",\"name\":\"b\","
		"\"arguments\":[]}}",
		"script 's' is bad in line 1: 'arguments' is not an object");
	assert_refused("{\"tool_call\":{\"id\":\"a\",\"name\":\"b\"},"
		       "\"run\":\"deny\"}",
		       "script 's' is bad in line 1: "
		       "'run' is neither ask nor unattended");
	assert_refused("{\"tool_calls\":[{\"tool_call\":{\"id\":\"a\","
		       "\"name\":\"b\"}},{\"tool_call\":{\"id\":\"a\","
		       "\"name\":\"c\"}}]}",
		       "script 's' is bad in line 1: "
		       "two calls of a batch have the id 'a'");
}

static void a_missing_script_is_a_sentence(void **state)
{
	struct strbuf err = STRBUF_INIT;

	(void)state;
	assert_null(provider_replay_open("/nonexistent/script", &err));
	assert_string_equal(err.buf, "cannot open '/nonexistent/script': "
				     "No such file or directory");
	strbuf_release(&err);
}

static void a_chunk_has_four_characters_and_cuts_none(void **state)
{
	struct provider *replay = parse(
		"{\"rate\":0}\n"
		"{\"message\":\"h\xc3\xa9llo \xe6\x97\xa5\xe6\x9c\xac!\"}");
	static const char *const chunks[] = {
		"h\xc3\xa9ll",
		"o \xe6\x97\xa5\xe6\x9c\xac",
		"!",
	};
	struct provider_item item;

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		provider_next(replay, 0, &item);
		assert_int_equal(item.kind, PROVIDER_CHUNK);
		assert_true(slice_is(item.text, chunks[i]));
	}
	provider_next(replay, 0, &item);
	assert_int_equal(item.kind, PROVIDER_END);
	provider_free(replay);
}

static void the_rate_is_chunks_a_second(void **state)
{
	struct provider *replay =
		parse("{\"rate\":10}\n{\"message\":\"aaaabbbbccccddddeeee\"}");
	struct strbuf text = STRBUF_INIT;
	struct provider_item item;

	(void)state;
	/* Five chunks: at 0, 100, 200, 300 and 400 ms. */
	assert_int_equal(play(replay, 7000, &text, &item), 7400);
	assert_int_equal(item.kind, PROVIDER_END);
	assert_string_equal(text.buf, "aaaabbbbccccddddeeee");
	strbuf_release(&text);
	provider_free(replay);
}

static void a_late_player_goes_on_at_the_same_rate(void **state)
{
	struct provider *replay =
		parse("{\"rate\":10}\n{\"message\":\"aaaabbbbcccc\"}");
	struct provider_item item;

	(void)state;
	provider_next(replay, 0, &item);
	assert_int_equal(item.kind, PROVIDER_CHUNK);
	provider_next(replay, 60000, &item);
	assert_int_equal(item.kind, PROVIDER_CHUNK);
	provider_next(replay, 60000, &item);
	assert_int_equal(item.kind, PROVIDER_WAIT);
	assert_int_equal(item.until_ms, 60100);
	provider_free(replay);
}

static void a_pause_waits_once(void **state)
{
	struct provider *replay = parse(
		"{\"rate\":0}\n{\"pause_ms\":500}\n{\"message\":\"abc\"}\n"
		"{\"pause_ms\":20}");
	struct strbuf text = STRBUF_INIT;
	struct provider_item item;

	(void)state;
	assert_int_equal(play(replay, 100, &text, &item), 620);
	assert_string_equal(text.buf, "abc");
	strbuf_release(&text);
	provider_free(replay);
}

static void a_batch_is_handed_out_whole(void **state)
{
	struct provider *replay =
		parse("{\"tool_calls\":["
		      "{\"tool_call\":{\"id\":\"a\",\"name\":\"x\","
		      "\"arguments\":{\"n\":123456789012345678901}},"
		      "\"run\":\"unattended\",\"takes_ms\":70,"
		      "\"output\":[\"one\",\"two\"],\"result\":\"ok\"},"
		      "{\"tool_call\":{\"id\":\"b\",\"name\":\"y\"},"
		      "\"result\":\"no\",\"is_error\":true}]}");
	struct provider_item item;

	(void)state;
	provider_next(replay, 0, &item);
	assert_int_equal(item.kind, PROVIDER_CALLS);
	assert_int_equal(item.call_count, 2);
	assert_string_equal(item.calls[0].arguments,
			    "{\"n\":123456789012345678901}");
	assert_true(item.calls[0].unattended);
	assert_int_equal(item.calls[0].takes_ms, 70);
	assert_int_equal(item.calls[0].output_count, 2);
	assert_string_equal(item.calls[0].output[1], "two");
	assert_string_equal(item.calls[1].arguments, "{}");
	assert_false(item.calls[1].unattended);
	assert_true(item.calls[1].is_error);
	provider_next(replay, 0, &item);
	assert_int_equal(item.kind, PROVIDER_END);
	provider_free(replay);
}

static void an_error_is_the_last_word(void **state)
{
	struct provider *replay =
		parse("{\"error\":\"overloaded\"}\n{\"message\":\"never\"}");
	struct provider_item item;

	(void)state;
	for (int i = 0; i < 2; i++) {
		provider_next(replay, 0, &item);
		assert_int_equal(item.kind, PROVIDER_FAILED);
		assert_true(slice_is(item.text, "overloaded"));
	}
	provider_free(replay);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_bad_line_is_named_by_its_number),
		cmocka_unit_test(a_tool_call_needs_an_id_and_a_name),
		cmocka_unit_test(a_missing_script_is_a_sentence),
		cmocka_unit_test(a_chunk_has_four_characters_and_cuts_none),
		cmocka_unit_test(the_rate_is_chunks_a_second),
		cmocka_unit_test(a_late_player_goes_on_at_the_same_rate),
		cmocka_unit_test(a_pause_waits_once),
		cmocka_unit_test(a_batch_is_handed_out_whole),
		cmocka_unit_test(an_error_is_the_last_word),
	};

	return cmocka_run_group_tests_name("provider-replay", tests, NULL,
					   NULL);
}
