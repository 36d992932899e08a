#include "config.h"

#include "src/jphost/provider/openai-messages.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/xalloc.h"
#include "src/jphost/provider/openai-members.h"
#include "src/jphost/provider/openai-thought.h"
#include "src/jphost/provider/projection.h"

#define NO_RESULT SIZE_MAX

struct writer {
	struct strbuf *out;
	const struct projection *from;
	size_t *result_of; /* index of each call event's result event */
	bool after_result; /* the last message is a tool's */

	struct strbuf person;  /* the user's text, not written yet */
	struct slice pictures; /* to be written before it */
	/* An answer that is not written yet. */
	struct strbuf text, calls;
	struct openai_recalled thought;
	size_t *called; /* indices of its call events */
	size_t called_count, called_cap;
	bool answered; /* one of its results was passed */
};

static void begin_message(struct strbuf *out, const char *role)
{
	if (out->buf[out->len - 1] != '[')
		strbuf_addch(out, ',');
	strbuf_addch(out, '{');
	json_write_member(out, "role", slice_str(role));
}

void openai_message_write(struct strbuf *out, const char *role,
			  struct slice content)
{
	begin_message(out, role);
	json_write_member(out, "content", content);
	strbuf_addch(out, '}');
}

/* --- Which result belongs to which call --- */

/*
 * Match by id and order, because some servers reuse an id. A turn's results are
 * within the turn.
 */
static void pair(struct writer *writer)
{
	const struct projection *from = writer->from;

	for (size_t i = 0; i < from->count; i++)
		writer->result_of[i] = NO_RESULT;
	for (size_t i = 0; i < from->count; i++) {
		const struct projected *result = &from->events[i];

		if (result->event.kind != EVENT_TOOL_CALL_RESPONSE ||
		    !result->event.id)
			continue;
		for (size_t j = 0; j < i; j++) {
			const struct projected *call = &from->events[j];

			if (call->event.kind == EVENT_TOOL_CALL_REQUEST &&
			    call->turn == result->turn && call->event.id &&
			    writer->result_of[j] == NO_RESULT &&
			    !strcmp(call->event.id, result->event.id)) {
				writer->result_of[j] = i;
				break;
			}
		}
	}
}

/* --- Messages --- */

static void write_person(struct writer *writer)
{
	struct strbuf *out = writer->out;

	if (!writer->pictures.len) {
		openai_message_write(out, "user",
				     strbuf_slice(&writer->person));
		return;
	}
	begin_message(out, "user");
	json_write_key(out, "content");
	strbuf_addch(out, '[');
	strbuf_addslice(out, writer->pictures);
	if (writer->person.len) {
		strbuf_addstr(out, ",{\"type\":\"text\"");
		json_write_member(out, "text", strbuf_slice(&writer->person));
		strbuf_addch(out, '}');
	}
	strbuf_addstr(out, "]}");
	writer->pictures = slice_of(NULL, 0);
}

static void flush_person(struct writer *writer)
{
	if (!writer->person.len && !writer->pictures.len)
		return;
	/* The turn ended after its tools, without a last answer. */
	if (writer->after_result)
		openai_message_write(writer->out, "assistant",
				     SLICE("(interrupted)"));
	write_person(writer);
	strbuf_reset(&writer->person);
	writer->after_result = false;
}

static void write_result(struct writer *writer, size_t call, size_t result)
{
	const struct event *events = &writer->from->events[call].event;
	struct slice content = SLICE("Tool call was interrupted.");

	if (result != NO_RESULT) {
		const struct event *event = &writer->from->events[result].event;

		content = slice_of(event->text, event->text_len);
	}
	begin_message(writer->out, "tool");
	json_write_member(writer->out, "tool_call_id", slice_str(events->id));
	json_write_member(writer->out, "content", content);
	strbuf_addch(writer->out, '}');
	writer->after_result = true;
}

/* In the order in which they came; endpoints require one for each call. */
static void write_results(struct writer *writer)
{
	size_t last = 0;

	for (;;) {
		size_t next = NO_RESULT, of = 0;

		for (size_t i = 0; i < writer->called_count; i++) {
			size_t result = writer->result_of[writer->called[i]];

			if (result != NO_RESULT && result >= last &&
			    result < next) {
				next = result;
				of = writer->called[i];
			}
		}
		if (next == NO_RESULT)
			break;
		write_result(writer, of, next);
		last = next + 1;
	}
	for (size_t i = 0; i < writer->called_count; i++) {
		if (writer->result_of[writer->called[i]] == NO_RESULT)
			write_result(writer, writer->called[i], NO_RESULT);
	}
	writer->called_count = 0;
}

/* Mistral's reasoning is a block of the content. */
static void write_content(struct writer *writer)
{
	struct strbuf *out = writer->out;

	if (openai_recalled_is_content(&writer->thought)) {
		json_write_key(out, "content");
		strbuf_addstr(out, "[{\"type\":\"thinking\",\"thinking\":["
				   "{\"type\":\"text\"");
		json_write_member(out, "text",
				  strbuf_slice(&writer->thought.text));
		strbuf_addstr(out, "}]}");
		if (writer->text.len) {
			strbuf_addstr(out, ",{\"type\":\"text\"");
			json_write_member(out, "text",
					  strbuf_slice(&writer->text));
			strbuf_addch(out, '}');
		}
		strbuf_addch(out, ']');
	} else if (writer->text.len) {
		json_write_member(out, "content", strbuf_slice(&writer->text));
	} else {
		json_write_member_raw(out, "content", SLICE("null"));
	}
}

static void flush_answer(struct writer *writer)
{
	if (writer->text.len || writer->calls.len) {
		flush_person(writer);
		begin_message(writer->out, "assistant");
		write_content(writer);
		openai_recalled_write(writer->out, &writer->thought);
		if (writer->calls.len)
			strbuf_addf(writer->out, ",\"tool_calls\":[%s]",
				    writer->calls.buf);
		strbuf_addch(writer->out, '}');
		writer->after_result = false;
	}
	strbuf_reset(&writer->text);
	strbuf_reset(&writer->calls);
	openai_recalled_release(&writer->thought);
	write_results(writer);
	writer->answered = false;
}

static void add_request(struct writer *writer, const struct event *event)
{
	flush_answer(writer);
	if (!event->text_len)
		return;
	if (writer->person.len)
		strbuf_addstr(&writer->person, "\n\n");
	strbuf_add(&writer->person, event->text, event->text_len);
}

/* Signatures are required until their turn ends, and only until then. */
static void add_thought(struct writer *writer, const struct projected *one)
{
	bool now = one->turn == writer->from->last_turn;
	struct slice text = slice_of(one->event.text, one->event.text_len);

	openai_recalled_add(&writer->thought, text, one->kept, now);
}

static void add_response(struct writer *writer, const struct projected *one)
{
	if (writer->answered)
		flush_answer(writer);
	if (one->event.part == CHAT_REASONING)
		add_thought(writer, one);
	else if (one->event.part != CHAT_NONE)
		strbuf_add(&writer->text, one->event.text, one->event.text_len);
}

/* Add what the server wants back, except members that we write ourselves. */
static void add_kept(struct strbuf *out, struct slice kept, const char *where)
{
	static const char *const ours[] = { "id",       "type", "index",
					    "function", "name", "arguments",
					    NULL };
	struct strbuf members = STRBUF_INIT;
	struct json_member member;

	if (json_find(kept, where, &member))
		openai_members_keep_unknown(&members, member.value, ours);
	if (members.len)
		strbuf_addf(out, ",%s", members.buf);
	strbuf_release(&members);
}

static void add_call(struct writer *writer, size_t index)
{
	const struct projected *one = &writer->from->events[index];
	const struct event *event = &one->event;
	struct strbuf *calls = &writer->calls;

	if (!event->id || !event->name)
		return;
	if (writer->answered)
		flush_answer(writer);
	if (calls->len)
		strbuf_addch(calls, ',');
	strbuf_addch(calls, '{');
	json_write_member(calls, "id", slice_str(event->id));
	strbuf_addstr(calls, ",\"type\":\"function\"");
	add_kept(calls, one->kept, "call");
	strbuf_addstr(calls, ",\"function\":{");
	json_write_member(calls, "name", slice_str(event->name));
	json_write_member(calls, "arguments",
			  event->arguments ? slice_str(event->arguments)
					   : SLICE("{}"));
	add_kept(calls, one->kept, "function");
	strbuf_addstr(calls, "}}");
	ALLOC_GROW(writer->called, writer->called_count + 1,
		   writer->called_cap);
	writer->called[writer->called_count++] = index;
}

static void pass_result(struct writer *writer, size_t index)
{
	for (size_t i = 0; i < writer->called_count; i++) {
		if (writer->result_of[writer->called[i]] == index)
			writer->answered = true;
	}
}

static void add_event(struct writer *writer, size_t index)
{
	const struct projected *one = &writer->from->events[index];

	switch (one->event.kind) {
	case EVENT_CHAT_REQUEST:
		add_request(writer, &one->event);
		break;
	case EVENT_CHAT_RESPONSE:
		add_response(writer, one);
		break;
	case EVENT_TOOL_CALL_REQUEST:
		add_call(writer, index);
		break;
	case EVENT_TOOL_CALL_RESPONSE:
		pass_result(writer, index);
		break;
	default:
		break;
	}
}

void openai_messages_write(struct strbuf *out, const struct history *history,
			   struct slice pictures)
{
	struct projection from;
	struct writer writer = { .out = out,
				 .from = &from,
				 .person = STRBUF_INIT,
				 .pictures = pictures,
				 .text = STRBUF_INIT,
				 .calls = STRBUF_INIT };

	projection_make(&from, history);
	openai_recalled_init(&writer.thought);
	writer.result_of = xcalloc(from.count + 1, sizeof(*writer.result_of));
	pair(&writer);
	for (size_t i = 0; i < from.count; i++)
		add_event(&writer, i);
	flush_answer(&writer);
	flush_person(&writer);
	free(writer.result_of);
	free(writer.called);
	strbuf_release(&writer.person);
	strbuf_release(&writer.text);
	strbuf_release(&writer.calls);
	openai_recalled_release(&writer.thought);
	projection_release(&from);
}
