#include "config.h"

#include "src/jphost/provider/openai-request.h"

#include <string.h>

#include "proto/event.h"
#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/xalloc.h"
#include "src/jphost/provider/openai-attached.h"
#include "src/jphost/provider/openai-messages.h"
#include "src/jphost/provider/openai-system.h"
#include "src/jphost/tool/tool-config.h"

/* Map jp's words to those that servers know. */
static const char *effort_of(struct slice reasoning)
{
	static const struct {
		const char *word, *sent;
	} words[] = {
		{ "off", "none" },        { "none", "none" },
		{ "minimal", "minimal" }, { "xlow", "low" },
		{ "low", "low" },         { "medium", "medium" },
		{ "high", "high" },       { "xhigh", "high" },
		{ "max", "high" },
	};
	struct json_member member = { .value = reasoning };

	if (json_type_of(reasoning) == JSON_OBJECT &&
	    !json_find(reasoning, "effort", &member))
		return NULL;
	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		if (json_string_is(member.value, words[i].word))
			return words[i].sent;
	}
	return NULL; /* "auto", or a word that a server would reject */
}

const char *openai_dialect_learn(struct openai_dialect *dialect,
				 struct slice words)
{
	if (!dialect->no_stream_options &&
	    slice_find_caseless(words, "stream_options")) {
		dialect->no_stream_options = true;
		return "the server does not take stream_options: "
		       "asked again without it";
	}
	if (!dialect->completion_tokens &&
	    slice_find_caseless(words, "use 'max_completion_tokens'")) {
		dialect->completion_tokens = true;
		return "the server does not take max_tokens: "
		       "asked again with max_completion_tokens";
	}
	return NULL;
}

static void write_parameters(struct strbuf *out, struct slice config,
			     struct openai_dialect dialect)
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
			json_write_member_raw(
				out,
				dialect.completion_tokens &&
						!strcmp(names[i], "max_tokens")
					? "max_completion_tokens"
					: names[i],
				member.value);
	}
	if (json_find(parameters.value, "stop_words", &member) &&
	    member.type == JSON_ARRAY && member.value.len > 2)
		json_write_member_raw(out, "stop", member.value);
	if (json_find(parameters.value, "reasoning", &member) &&
	    effort_of(member.value))
		json_write_member(out, "reasoning_effort",
				  slice_str(effort_of(member.value)));
}

/* Whether a tool was called since the user's last message. */
static bool has_called(const struct history *history)
{
	struct event_peek peek;

	for (size_t i = history->count; i > 0; i--) {
		if (!event_peek(&peek, history->events[i - 1]))
			continue;
		if (peek.kind == EVENT_TOOL_CALL_REQUEST)
			return true;
		if (peek.kind == EVENT_CHAT_REQUEST)
			return false;
	}
	return false;
}

/* Whether an array of offers is not empty. */
static bool has_any(const struct strbuf *offers)
{
	return offers->len > 2;
}

/*
 * Write jp's `tool_choice`: auto, none, required, or the name of a tool, which
 * is then the only one offered. A call is forced only once.
 */
static void write_tools(struct strbuf *out, struct slice config,
			const struct history *history, const struct strbuf *all)
{
	struct strbuf one = STRBUF_INIT, choice = STRBUF_INIT;
	const struct strbuf *tools = all;
	struct json_member member;
	bool named, forced;

	if (json_find_path(config, &member, "assistant", "tool_choice", NULL))
		json_string_add(&choice, member.value);
	if (!choice.len)
		strbuf_addstr(&choice, "auto");
	named = strcmp(choice.buf, "auto") && strcmp(choice.buf, "none") &&
		strcmp(choice.buf, "required");
	forced = (named || !strcmp(choice.buf, "required")) &&
		 !has_called(history);
	if (named && forced) {
		tool_config_write_offers(&one, config, choice.buf);
		tools = &one;
	}
	if (has_any(tools)) {
		json_write_member_raw(out, "tools", strbuf_slice(tools));
		if (forced || !strcmp(choice.buf, "none"))
			json_write_member(out, "tool_choice",
					  forced ? SLICE("required")
						 : SLICE("none"));
	}
	strbuf_release(&one);
	strbuf_release(&choice);
}

static void write_system(struct strbuf *out,
			 const struct openai_request *request, bool has_tools)
{
	struct strbuf text = STRBUF_INIT;

	openai_system_add(&text, request->config, has_tools);
	if (request->attached)
		openai_attached_add_text(&text, request->attached);
	if (text.len)
		openai_message_write(out, "system", strbuf_slice(&text));
	strbuf_release(&text);
}

void openai_request_write(struct strbuf *out,
			  const struct openai_request *request,
			  const struct history *history)
{
	struct strbuf tools = STRBUF_INIT, pictures = STRBUF_INIT;

	if (request->attached)
		openai_attached_write_pictures(&pictures, request->attached);
	tool_config_write_offers(&tools, request->config, NULL);
	strbuf_addch(out, '{');
	json_write_member(out, "model", slice_str(request->model));
	strbuf_addstr(out, ",\"stream\":true");
	if (!request->dialect.no_stream_options)
		strbuf_addstr(out, ",\"stream_options\":"
				   "{\"include_usage\":true}");
	strbuf_addstr(out, ",\"messages\":[");
	write_system(out, request, has_any(&tools));
	openai_messages_write(out, history, strbuf_slice(&pictures));
	strbuf_addch(out, ']');
	write_parameters(out, request->config, request->dialect);
	write_tools(out, request->config, history, &tools);
	if (request->schema.len) {
		strbuf_addstr(out, ",\"response_format\":"
				   "{\"type\":\"json_schema\",\"json_schema\":"
				   "{\"name\":\"answer\"");
		json_write_member_raw(out, "schema", request->schema);
		strbuf_addstr(out, "}}");
	}
	strbuf_addch(out, '}');
	strbuf_release(&pictures);
	strbuf_release(&tools);
}
