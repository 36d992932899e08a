#include "config.h"

#include "src/jphost/jp/trace-line.h"

#include <string.h>

#include "proto/json-scan.h"
#include "src/base/xalloc.h"

/* Only a time and a level come before the fields. */
#define HEAD_MAX 128

static const struct known {
	const char *message;
	enum trace_line_kind kind;
	const char *value; /* the field that is wanted, or NULL */
	enum trace_dialect dialect;
} known[] = {
	{ "Found workspace root.", TRACE_LINE_WORKSPACE, "root", 0 },
	{ "Configuration details.", TRACE_LINE_CONFIG, "config", 0 },
	{ "Starting conversation turn.", TRACE_LINE_TURN, "model", 0 },
	{ "Spawning task.", TRACE_LINE_TITLE_BEGIN, "name", 0 },
	{ "Title generator task completed.", TRACE_LINE_TITLE_END, NULL, 0 },
	{ "Received event from Llamacpp API.", TRACE_LINE_EVENT, "event",
	  TRACE_DIALECT_CHAT },
	{ "Received event from Cerebras API.", TRACE_LINE_EVENT, "event",
	  TRACE_DIALECT_CHAT },
	{ "Received event from OpenRouter API.", TRACE_LINE_EVENT, "event",
	  TRACE_DIALECT_CHAT },
	{ "Received event from OpenAI API.", TRACE_LINE_EVENT, "event",
	  TRACE_DIALECT_RESPONSES },
	{ "Received event from Anthropic API.", TRACE_LINE_EVENT, "event",
	  TRACE_DIALECT_ANTHROPIC },
	{ "Received event from Ollama API.", TRACE_LINE_EVENT, NULL,
	  TRACE_DIALECT_OLLAMA },
	{ "Response payload.", TRACE_LINE_EVENT, "response",
	  TRACE_DIALECT_GOOGLE },
	{ "Executing tool.", TRACE_LINE_TOOL, "tool", 0 },
	{ "Flushed conversation to disk.", TRACE_LINE_FLUSHED, NULL, 0 },
	{ "Retryable stream error, backing off.", TRACE_LINE_RETRY, NULL, 0 },
};

/* "Starting X chat completion stream.", with any X. */
static bool is_stream(struct slice message)
{
	const struct slice begin = SLICE("Starting ");
	const struct slice end = SLICE(" chat completion stream.\"");

	return message.len > begin.len + end.len && message.len < HEAD_MAX &&
	       slice_starts_with(message, begin) &&
	       !memcmp(message.ptr + message.len - end.len, end.ptr, end.len);
}

/* The line from its message on, after the quote; empty if there is none. */
static struct slice message_of(struct slice line)
{
	const struct slice mark = SLICE("\"fields\":{\"message\":\"");
	size_t head = line.len < HEAD_MAX ? line.len : HEAD_MAX;
	const char *at = memmem(line.ptr, head, mark.ptr, mark.len);

	if (!at || !slice_starts_with(line, SLICE("{\"timestamp\":\"")))
		return slice_of(NULL, 0);
	return slice_skip(line, (size_t)(at - line.ptr) + mark.len);
}

static const struct known *find_known(struct slice rest)
{
	for (size_t i = 0; i < ARRAY_SIZE(known); i++) {
		size_t len = strlen(known[i].message);

		if (slice_starts_with(rest, slice_of(known[i].message, len)) &&
		    rest.len > len && rest.ptr[len] == '"')
			return &known[i];
	}
	return NULL;
}

static bool fill(struct trace_line *out, struct slice line,
		 const struct known *what)
{
	struct json_member fields, target, value;

	if (!json_find(line, "fields", &fields) ||
	    !json_find(line, "target", &target) || target.type != JSON_STRING ||
	    !slice_starts_with(target.value, SLICE("\"jp_")))
		return false;
	*out = (struct trace_line){ .kind = what->kind,
				    .dialect = what->dialect,
				    .fields = fields.value };
	if (!what->value)
		return true;
	if (!json_find(fields.value, what->value, &value) ||
	    value.type != JSON_STRING)
		return false;
	out->value = value.value;
	/* Other tasks do not stream. */
	return what->kind != TRACE_LINE_TITLE_BEGIN ||
	       json_string_is(value.value, "title_generator");
}

bool trace_line_parse(struct trace_line *out, struct slice line)
{
	static const struct known stream = { "", TRACE_LINE_STREAM, NULL, 0 };
	struct slice rest = message_of(line);
	const struct known *what = find_known(rest);
	const char *end;

	if (!rest.len)
		return false;
	if (!what) {
		end = memchr(rest.ptr, '"',
			     rest.len < HEAD_MAX ? rest.len : HEAD_MAX);
		if (!end || !is_stream(slice_of(rest.ptr,
						(size_t)(end - rest.ptr) + 1)))
			return false;
		what = &stream;
	}
	return fill(out, line, what);
}

bool trace_line_is_first(struct slice line)
{
	struct json_member target;

	return message_of(line).len && json_find(line, "target", &target) &&
	       json_string_is(target.value, "jp_cli");
}
