#include "config.h"

#include "src/jphost/provider/openai-request.h"

#include <stdlib.h>
#include <string.h>

#include "proto/event.h"
#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/xalloc.h"
#include "src/jphost/tool/tool-config.h"

/*
 * The protocol wants the calls of an answer in one message, with the text
 * before them, and then one message for each result.
 */
struct writer {
	struct strbuf *out;
	struct strbuf text;  /* of an answer that is not written yet */
	struct strbuf calls; /* likewise, without brackets */
	char **owed;         /* ids of calls that have no result yet */
	size_t owed_count, owed_cap;
};

static void begin_message(struct strbuf *out, const char *role)
{
	if (out->buf[out->len - 1] != '[')
		strbuf_addch(out, ',');
	strbuf_addch(out, '{');
	json_write_member(out, "role", slice_str(role));
}

static void write_message(struct strbuf *out, const char *role,
			  struct slice content)
{
	begin_message(out, role);
	json_write_member(out, "content", content);
	strbuf_addch(out, '}');
}

static void flush_answer(struct writer *writer)
{
	if (!writer->text.len && !writer->calls.len)
		return;
	begin_message(writer->out, "assistant");
	if (writer->text.len)
		json_write_member(writer->out, "content",
				  strbuf_slice(&writer->text));
	else
		json_write_member_raw(writer->out, "content", SLICE("null"));
	if (writer->calls.len)
		strbuf_addf(writer->out, ",\"tool_calls\":[%s]",
			    writer->calls.buf);
	strbuf_addch(writer->out, '}');
	strbuf_reset(&writer->text);
	strbuf_reset(&writer->calls);
}

static void write_result(struct writer *writer, const char *id,
			 struct slice content)
{
	begin_message(writer->out, "tool");
	json_write_member(writer->out, "tool_call_id", slice_str(id));
	json_write_member(writer->out, "content", content);
	strbuf_addch(writer->out, '}');
}

/* An endpoint refuses a call that was left without a result. */
static void settle(struct writer *writer)
{
	flush_answer(writer);
	for (size_t i = 0; i < writer->owed_count; i++) {
		write_result(writer, writer->owed[i],
			     SLICE("Tool call was interrupted."));
		free(writer->owed[i]);
	}
	writer->owed_count = 0;
}

static void add_request(struct writer *writer, const struct event *event)
{
	settle(writer);
	write_message(writer->out, "user",
		      slice_of(event->text, event->text_len));
}

/* Reasoning is the model's own; endpoints refuse it or ignore it. */
static void add_response(struct writer *writer, const struct event *event)
{
	if (event->part != CHAT_MESSAGE && event->part != CHAT_DATA)
		return;
	if (writer->owed_count)
		settle(writer);
	strbuf_add(&writer->text, event->text, event->text_len);
}

static void add_call(struct writer *writer, const struct event *event)
{
	struct strbuf *calls = &writer->calls;

	if (!event->id || !event->name)
		return;
	if (calls->len)
		strbuf_addch(calls, ',');
	strbuf_addch(calls, '{');
	json_write_member(calls, "id", slice_str(event->id));
	strbuf_addstr(calls, ",\"type\":\"function\",\"function\":{");
	json_write_member(calls, "name", slice_str(event->name));
	json_write_member(calls, "arguments",
			  event->arguments ? slice_str(event->arguments)
					   : SLICE("{}"));
	strbuf_addstr(calls, "}}");
	ALLOC_GROW(writer->owed, writer->owed_count + 1, writer->owed_cap);
	writer->owed[writer->owed_count++] = xstrdup(event->id);
}

static void add_result(struct writer *writer, const struct event *event)
{
	size_t at = 0;

	while (at < writer->owed_count && event->id &&
	       strcmp(writer->owed[at], event->id) != 0)
		at++;
	if (at == writer->owed_count)
		return; /* nobody asked for it */
	flush_answer(writer);
	free(writer->owed[at]);
	writer->owed_count--;
	memmove(&writer->owed[at], &writer->owed[at + 1],
		(writer->owed_count - at) * sizeof(*writer->owed));
	write_result(writer, event->id, slice_of(event->text, event->text_len));
}

static void add_event(struct writer *writer, const struct event *event)
{
	switch (event->kind) {
	case EVENT_CHAT_REQUEST:
		add_request(writer, event);
		break;
	case EVENT_CHAT_RESPONSE:
		add_response(writer, event);
		break;
	case EVENT_TOOL_CALL_REQUEST:
		add_call(writer, event);
		break;
	case EVENT_TOOL_CALL_RESPONSE:
		add_result(writer, event);
		break;
	default:
		break;
	}
}

/* A list may be wrapped as {"value": […], …}. */
static struct slice unwrap(struct slice json)
{
	struct json_member value;

	if (json_type_of(json) == JSON_OBJECT &&
	    json_find(json, "value", &value))
		return value.value;
	return json;
}

static void add_instruction(struct strbuf *text, struct slice instruction)
{
	struct json_member title, items, item;
	struct json_walk walk;

	if (json_find(instruction, "title", &title)) {
		strbuf_addstr(text, "\n\n# ");
		json_string_add(text, title.value);
		strbuf_addch(text, '\n');
	}
	if (!json_find(instruction, "items", &items))
		return;
	walk = json_walk_begin(items.value);
	while (json_walk_next(&walk, &item)) {
		strbuf_addstr(text, "\n- ");
		json_string_add(text, item.value);
	}
}

static void write_system(struct strbuf *out, struct slice config,
			 struct slice attached)
{
	struct strbuf text = STRBUF_INIT;
	struct json_member member;
	struct json_walk walk;

	if (json_find_path(config, &member, "assistant", "system_prompt", NULL))
		json_string_add(&text, unwrap(member.value));
	if (json_find_path(config, &member, "assistant", "instructions",
			   NULL)) {
		walk = json_walk_begin(unwrap(member.value));
		while (json_walk_next(&walk, &member))
			add_instruction(&text, member.value);
	}
	strbuf_addslice(&text, attached);
	if (text.len)
		write_message(out, "system", strbuf_slice(&text));
	strbuf_release(&text);
}

static void write_messages(struct strbuf *out,
			   const struct openai_request *request,
			   const struct history *history)
{
	struct writer writer = { .out = out,
				 .text = STRBUF_INIT,
				 .calls = STRBUF_INIT };

	write_system(out, request->config, request->attached);
	for (size_t i = 0; i < history->count; i++) {
		struct event event = EVENT_INIT;
		struct strbuf err = STRBUF_INIT;

		if (!event_decode(&event, history->events[i], &err))
			add_event(&writer, &event);
		event_release(&event);
		strbuf_release(&err);
	}
	settle(&writer);
	free(writer.owed);
	strbuf_release(&writer.text);
	strbuf_release(&writer.calls);
}

static void write_parameters(struct strbuf *out, struct slice config)
{
	static const char *const names[] = { "temperature", "top_p",
					     "max_tokens" };
	struct json_member parameters, member;

	if (!json_find_path(config, &parameters, "assistant", "model",
			    "parameters", NULL))
		return;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (json_find(parameters.value, names[i], &member) &&
		    member.type == JSON_NUMBER)
			json_write_member_raw(out, names[i], member.value);
	}
	if (json_find(parameters.value, "stop_words", &member) &&
	    member.type == JSON_ARRAY && member.value.len > 2)
		json_write_member_raw(out, "stop", member.value);
	if (json_find_path(parameters.value, &member, "reasoning", "effort",
			   NULL) &&
	    member.type == JSON_STRING)
		json_write_member_raw(out, "reasoning_effort", member.value);
}

void openai_request_write(struct strbuf *out,
			  const struct openai_request *request,
			  const struct history *history)
{
	struct strbuf tools = STRBUF_INIT;

	strbuf_addch(out, '{');
	json_write_member(out, "model", slice_str(request->model));
	strbuf_addstr(out, ",\"stream\":true,"
			   "\"stream_options\":{\"include_usage\":true},"
			   "\"messages\":[");
	write_messages(out, request, history);
	strbuf_addch(out, ']');
	write_parameters(out, request->config);
	tool_config_write_offers(&tools, request->config);
	if (tools.len > 2)
		json_write_member_raw(out, "tools", strbuf_slice(&tools));
	if (request->schema.len) {
		strbuf_addstr(out, ",\"response_format\":"
				   "{\"type\":\"json_schema\",\"json_schema\":"
				   "{\"name\":\"answer\"");
		json_write_member_raw(out, "schema", request->schema);
		strbuf_addstr(out, "}}");
	}
	strbuf_addch(out, '}');
	strbuf_release(&tools);
}
