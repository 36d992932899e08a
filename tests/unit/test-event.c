#include "config.h"

#include "proto/event.h"

#include <string.h>

#include "src/base/timestamp.h"
#include "tests/unit/test.h"
#include "tests/unit/vectors.h"

static void dump_inquiry(struct strbuf *out, const struct event *e)
{
	static const char *const kinds[] = { "boolean", "select", "text",
					     "secret", "other" };

	if (e->kind != EVENT_INQUIRY_REQUEST)
		return;
	dump_text(out, "answer_kind", kinds[e->answer_kind]);
	for (size_t i = 0; i < e->option_count; i++) {
		dump_text(out, "option", e->options[i].value);
		dump_text(out, " label", e->options[i].label);
		dump_text(out, " description", e->options[i].description);
	}
	dump_bool(out, "multi", e->multi);
	dump_bool(out, "other", e->other);
	dump_text(out, "default", e->answer_default);
}

static void dump_event(struct strbuf *out, struct slice line)
{
	static const char *const parts[] = { "message", "reasoning", "data" };
	struct event e = EVENT_INIT;
	struct strbuf err = STRBUF_INIT;

	if (event_decode(&e, line, &err)) {
		dump_text(out, "error", err.buf);
		strbuf_release(&err);
		return;
	}
	dump_text(out, "kind", e.kind ? event_kind_name(e.kind) : "?");
	if (e.kind == EVENT_UNKNOWN)
		dump_text(out, "type", e.type);
	dump_int(out, "at_ms", e.at_ms, TIMESTAMP_NONE);
	dump_text(out, "id", e.id);
	if (e.part != CHAT_NONE)
		dump_text(out, "part", parts[e.part]);
	dump_text(out, "text", e.text);
	assert_int_equal(e.text_len, e.text ? strlen(e.text) : 0);
	dump_text(out, "author", e.author);
	dump_text(out, "schema", e.schema);
	dump_text(out, "name", e.name);
	dump_text(out, "arguments", e.arguments);
	assert_int_equal(e.arguments_len,
			 e.arguments ? strlen(e.arguments) : 0);
	dump_bool(out, "is_error", e.is_error);
	dump_text(out, "source", e.source);
	dump_inquiry(out, &e);
	dump_text(out, "answer", e.answer);
	dump_text(out, "model", e.model);
	dump_word(out, "by", e.by, prompt_cause_name(e.by));
	dump_word(out, "voice", e.voice, prompt_voice_name(e.voice));
	dump_word(out, "outcome", e.outcome, prompt_outcome_name(e.outcome));
	dump_word(out, "outcome", e.inquiry_outcome,
		  inquiry_outcome_name(e.inquiry_outcome));
	dump_word(out, "state", e.state, event_state_name(e.state));
	dump_bool(out, "elsewhere", e.elsewhere);
	if (e.place) {
		strbuf_addstr(out, "place=");
		terminal_place_write(out, e.place);
		strbuf_addch(out, '\n');
	}
	dump_word(out, "level", e.level, notice_level_name(e.level));
	dump_text(out, "notice_kind", e.notice_kind);
	dump_int(out, "input_tokens", e.input_tokens, -1);
	dump_int(out, "output_tokens", e.output_tokens, -1);
	dump_int(out, "context_limit", e.context_limit, -1);
	event_release(&e);
}

static void events_are_decoded_as_the_vectors_say(void **state)
{
	(void)state;
	assert_in_range(vectors_check("events.txt", dump_event), 40, 1000);
}

static void assert_peek(const char *raw, enum event_kind kind,
			enum chat_part part, const char *id, const char *text)
{
	struct event_peek peek;

	assert_true(event_peek(&peek, slice_str(raw)));
	assert_int_equal(peek.kind, kind);
	assert_int_equal(peek.part, part);
	assert_true(slice_is(peek.id, id));
	assert_true(slice_is(peek.text, text));
}

static void a_peek_tells_kind_id_and_text(void **state)
{
	(void)state;
	assert_peek("{\"type\":\"turn_start\"}", EVENT_TURN_START, CHAT_NONE,
		    "", "");
	assert_peek("{\"timestamp\":\"t\",\"type\":\"chat_response\","
		    "\"reasoning\":\"a\\\"b\"}",
		    EVENT_CHAT_RESPONSE, CHAT_REASONING, "", "\"a\\\"b\"");
	assert_peek("{\"data\":{\"a\":[1]},\"type\":\"chat_response\","
		    "\"message\":null}",
		    EVENT_CHAT_RESPONSE, CHAT_DATA, "", "{\"a\":[1]}");
	assert_peek("{\"type\":\"tool_call_response\",\"id\":\"t1\","
		    "\"metadata\":{\"id\":\"x\"},\"content\":[\"c\"]}",
		    EVENT_TOOL_CALL_RESPONSE, CHAT_NONE, "\"t1\"", "[\"c\"]");
	assert_peek("{\"type\":\"chat\\u005frequest\",\"id\":7,"
		    "\"content\":\"x\"}",
		    EVENT_CHAT_REQUEST, CHAT_NONE, "", "\"x\"");
	assert_peek("{\"type\":\"turn_start\",\"type\":\"later\"}",
		    EVENT_UNKNOWN, CHAT_NONE, "", "");
}

static void what_is_no_event_is_not_peeked_into(void **state)
{
	static const char *const bad[] = {
		"",
		"null",
		"[]",
		"\"type\"",
		"{}",
		"{\"type\":1}",
		"{\"type\":null}",
		"{\"type\":\"turn_start\"",
		"{\"type\":\"turn_start\"}}",
		"{\"type\":\"turn_start\",}",
		"{\"type\":\"turn_start",
		"[{\"type\":\"turn_start\"}]",
	};
	struct event_peek peek;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		if (event_peek(&peek, slice_str(bad[i])))
			fail_msg("taken: %s", bad[i]);
	}
}

static void a_refused_event_leaves_the_struct_as_it_was(void **state)
{
	struct event e = EVENT_INIT;
	struct strbuf err = STRBUF_INIT;

	(void)state;
	e.is_error = true;
	assert_int_equal(event_decode(&e, SLICE("{\"type\":"), &err), -1);
	assert_true(e.is_error);
	strbuf_release(&err);
}

static void too_many_levels_are_refused(void **state)
{
	struct strbuf raw = STRBUF_INIT, err = STRBUF_INIT;
	struct event e = EVENT_INIT;

	(void)state;
	strbuf_addstr(&raw, "{\"type\":\"tool_call_request\",\"arguments\":");
	strbuf_addchars(&raw, '[', 999);
	strbuf_addchars(&raw, ']', 999);
	strbuf_addch(&raw, '}');
	assert_int_equal(event_decode(&e, strbuf_slice(&raw), &err), 0);
	assert_int_equal(e.arguments_len, 2 * 999);
	event_release(&e);
	strbuf_insert(&raw, raw.len - 1 - 999, "[]", 2);
	assert_int_equal(event_decode(&e, strbuf_slice(&raw), &err), -1);
	assert_non_null(strstr(err.buf, "nested too deep"));
	strbuf_release(&raw);
	strbuf_release(&err);
}

static void bytes_that_are_not_utf8_are_replaced(void **state)
{
	struct strbuf err = STRBUF_INIT;
	struct event e = EVENT_INIT;

	(void)state;
	assert_int_equal(event_decode(&e,
				      SLICE("{\"type\":\"tool_call_request\","
					    "\"name\":\"a\xff\","
					    "\"arguments\":{\"a\":\"\xc3\"}}"),
				      &err),
			 0);
	assert_string_equal(e.name, "a\xef\xbf\xbd");
	assert_string_equal(e.arguments, "{\"a\":\"\xef\xbf\xbd\"}");
	event_release(&e);
	strbuf_release(&err);
}

static void a_text_of_10_mb_is_decoded(void **state)
{
	struct strbuf raw = STRBUF_INIT, err = STRBUF_INIT;
	struct event e = EVENT_INIT;

	(void)state;
	strbuf_addstr(&raw, "{\"type\":\"chat_response\",\"message\":\"");
	for (int i = 0; i < 1000000; i++)
		strbuf_addstr(&raw, "12345678\\n");
	strbuf_addstr(&raw, "\"}");
	assert_int_equal(event_decode(&e, strbuf_slice(&raw), &err), 0);
	assert_int_equal(e.text_len, 9000000);
	event_release(&e);
	strbuf_release(&raw);
	strbuf_release(&err);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(events_are_decoded_as_the_vectors_say),
		cmocka_unit_test(a_peek_tells_kind_id_and_text),
		cmocka_unit_test(what_is_no_event_is_not_peeked_into),
		cmocka_unit_test(a_refused_event_leaves_the_struct_as_it_was),
		cmocka_unit_test(too_many_levels_are_refused),
		cmocka_unit_test(bytes_that_are_not_utf8_are_replaced),
		cmocka_unit_test(a_text_of_10_mb_is_decoded),
	};

	return cmocka_run_group_tests_name("event", tests, NULL, NULL);
}
