#include "config.h"

#include "src/jphost/provider/replay-script.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/xalloc.h"
#include "src/jphost/provider/provider.h"

/* Limits for chunks per second, and for a tool's or a pause's time (a day). */
#define MAX_RATE  1000000
#define MAX_MS    ((int64_t)24 * 3600 * 1000)
#define MAX_CALLS 100

static char *string_member(struct slice object, const char *key)
{
	struct strbuf text = STRBUF_INIT;

	if (!json_find_text(object, key, &text))
		return NULL;
	return strbuf_detach(&text);
}

static int parse_number(int64_t *number, struct slice value, const char *key,
			int64_t max, struct strbuf *err)
{
	int64_t got;

	if (!json_int64(value, &got) || got < 0 || got > max) {
		strbuf_setf(err, "'%s' is not a whole number from 0 to %lld",
			    key, (long long)max);
		return -1;
	}
	*number = got;
	return 0;
}

static int parse_text(struct strbuf *text, struct slice value, const char *key,
		      struct strbuf *err)
{
	if (json_string_add(text, value))
		return 0;
	strbuf_setf(err, "'%s' is not a string", key);
	return -1;
}

static int parse_output(struct provider_call *call, struct slice object,
			struct strbuf *err)
{
	struct json_member member;
	struct json_walk walk;
	size_t cap = 0;

	if (!json_find(object, "output", &member))
		return 0;
	if (member.type != JSON_ARRAY) {
		strbuf_setf(err, "'output' is not an array");
		return -1;
	}
	walk = json_walk_begin(member.value);
	while (json_walk_next(&walk, &member)) {
		struct strbuf line = STRBUF_INIT;

		if (parse_text(&line, member.value, "output", err))
			return -1;
		ALLOC_GROW(call->output, call->output_count + 1, cap);
		call->output[call->output_count++] = strbuf_detach(&line);
	}
	return 0;
}

/* Parse how the tool behaves: the members besides "tool_call". */
static int parse_behaviour(struct provider_call *call, struct slice object,
			   struct strbuf *err)
{
	static const char *const played[] = { "takes_ms", "output", "result",
					      "is_error" };
	struct json_member member;

	for (size_t i = 0; i < ARRAY_SIZE(played); i++)
		call->scripted |= json_find(object, played[i], &member);
	if (json_find(object, "run", &member)) {
		call->unattended = json_string_is(member.value, "unattended");
		if (!call->unattended && !json_string_is(member.value, "ask")) {
			strbuf_setf(err, "'run' is neither ask nor unattended");
			return -1;
		}
	}
	if (json_find(object, "takes_ms", &member) &&
	    parse_number(&call->takes_ms, member.value, "takes_ms", MAX_MS,
			 err))
		return -1;
	if (json_find(object, "is_error", &member)) {
		call->is_error = member.type == JSON_TRUE;
		if (!call->is_error && member.type != JSON_FALSE) {
			strbuf_setf(err,
				    "'is_error' is neither true nor false");
			return -1;
		}
	}
	call->result = string_member(object, "result");
	if (!call->result && json_find(object, "result", &member)) {
		strbuf_setf(err, "'result' is not a string");
		return -1;
	}
	if (!call->result)
		call->result = xstrdup("");
	return parse_output(call, object, err);
}

static int parse_call(struct provider_call *call, struct slice object,
		      struct strbuf *err)
{
	struct json_member head, arguments;

	if (!json_find(object, "tool_call", &head) ||
	    head.type != JSON_OBJECT) {
		strbuf_setf(err, "'tool_call' is not an object");
		return -1;
	}
	call->id = string_member(head.value, "id");
	call->name = string_member(head.value, "name");
	if (!call->id || !*call->id || !call->name || !*call->name) {
		strbuf_setf(err, "'tool_call' lacks an id or a name");
		return -1;
	}
	if (!json_find(head.value, "arguments", &arguments)) {
		arguments.value = SLICE("{}");
	} else if (arguments.type != JSON_OBJECT) {
		strbuf_setf(err, "'arguments' is not an object");
		return -1;
	}
	call->arguments = xmemdupz(arguments.value.ptr, arguments.value.len);
	return parse_behaviour(call, object, err);
}

static int add_call(struct replay_step *step, struct slice object,
		    struct strbuf *err)
{
	struct provider_call *call;

	if (step->call_count == MAX_CALLS) {
		strbuf_setf(err, "more than %d calls in a batch", MAX_CALLS);
		return -1;
	}
	step->calls = xreallocarray(step->calls, step->call_count + 1,
				    sizeof(*step->calls));
	call = &step->calls[step->call_count++];
	memset(call, 0, sizeof(*call));
	if (parse_call(call, object, err))
		return -1;
	/* An answer refers to its call by the id alone. */
	for (size_t i = 0; i + 1 < step->call_count; i++) {
		if (!strcmp(step->calls[i].id, call->id)) {
			strbuf_setf(err,
				    "two calls of a batch have the id '%s'",
				    call->id);
			return -1;
		}
	}
	return 0;
}

static int parse_batch(struct replay_step *step, struct slice value,
		       struct strbuf *err)
{
	struct json_walk walk = json_walk_begin(value);
	struct json_member member;

	if (json_type_of(value) != JSON_ARRAY) {
		strbuf_setf(err, "'tool_calls' is not an array");
		return -1;
	}
	while (json_walk_next(&walk, &member)) {
		if (add_call(step, member.value, err))
			return -1;
	}
	if (!step->call_count) {
		strbuf_setf(err, "'tool_calls' is empty");
		return -1;
	}
	return 0;
}

static int parse_inquiry(struct replay_step *step, struct slice value,
			 struct strbuf *err)
{
	struct json_member id, question, text;

	if (!json_find(value, "id", &id) || id.type != JSON_STRING ||
	    id.value.len <= 2) {
		strbuf_setf(err, "'inquiry' lacks an id");
		return -1;
	}
	if (!json_find(value, "question", &question) ||
	    (question.type != JSON_STRING &&
	     (!json_find(question.value, "text", &text) ||
	      text.type != JSON_STRING))) {
		strbuf_setf(err, "'inquiry' lacks a question");
		return -1;
	}
	json_write_compact(&step->text, value);
	return 0;
}

/* The names of steps in a script. */
static const struct {
	const char *key;
	enum replay_step_kind kind;
	enum chat_part part;
} steps[] = {
	{ "rate", STEP_RATE, CHAT_NONE },
	{ "reasoning", STEP_TEXT, CHAT_REASONING },
	{ "message", STEP_TEXT, CHAT_MESSAGE },
	{ "data", STEP_DATA, CHAT_DATA },
	{ "tool_call", STEP_CALLS, CHAT_NONE },
	{ "tool_calls", STEP_CALLS, CHAT_NONE },
	{ "inquiry", STEP_INQUIRY, CHAT_NONE },
	{ "pause_ms", STEP_PAUSE, CHAT_NONE },
	{ "error", STEP_ERROR, CHAT_NONE },
};

static int parse_body(struct replay_step *step, struct slice line,
		      const char *key, struct slice value, struct strbuf *err)
{
	switch (step->kind) {
	case STEP_RATE:
		return parse_number(&step->number, value, key, MAX_RATE, err);
	case STEP_PAUSE:
		return parse_number(&step->number, value, key, MAX_MS, err);
	case STEP_DATA:
		json_write_compact(&step->text, value);
		return 0;
	case STEP_CALLS:
		if (!strcmp(key, "tool_calls"))
			return parse_batch(step, value, err);
		return add_call(step, line, err);
	case STEP_INQUIRY:
		return parse_inquiry(step, value, err);
	case STEP_TEXT:
	case STEP_ERROR:
		break;
	}
	return parse_text(&step->text, value, key, err);
}

static int parse_step(struct replay_step *step, struct slice line,
		      struct strbuf *err)
{
	struct json_member member;
	bool found = false;
	size_t at = 0;

	if (json_check(line, NULL, err))
		return -1;
	if (json_type_of(line) != JSON_OBJECT) {
		strbuf_setf(err, "not an object");
		return -1;
	}
	for (size_t i = 0; i < ARRAY_SIZE(steps); i++) {
		struct json_member other;

		if (!json_find(line, steps[i].key, &other))
			continue;
		if (found) {
			strbuf_setf(err, "both '%s' and '%s'", steps[at].key,
				    steps[i].key);
			return -1;
		}
		found = true;
		at = i;
		member = other;
	}
	if (!found) {
		strbuf_setf(err, "no step that is known");
		return -1;
	}
	step->kind = steps[at].kind;
	step->part = steps[at].part;
	return parse_body(step, line, steps[at].key, member.value, err);
}

static bool blank(struct slice line)
{
	for (size_t i = 0; i < line.len; i++) {
		if (line.ptr[i] != ' ' && line.ptr[i] != '\t' &&
		    line.ptr[i] != '\r')
			return false;
	}
	return true;
}

int replay_script_parse(struct replay_script *script, struct slice text,
			const char *name, struct strbuf *err)
{
	struct strbuf why = STRBUF_INIT;
	size_t number = 0;
	int ret = 0;

	while (text.len && !ret) {
		const char *newline = memchr(text.ptr, '\n', text.len);
		size_t len = newline ? (size_t)(newline - text.ptr) : text.len;
		struct slice line = slice_of(text.ptr, len);
		struct replay_step *step;

		text = slice_skip(text, len + 1);
		number++;
		if (blank(line))
			continue;
		ALLOC_GROW(script->steps, script->count + 1, script->cap);
		step = &script->steps[script->count++];
		*step = (struct replay_step){ .text = STRBUF_INIT };
		ret = parse_step(step, line, &why);
		if (ret)
			strbuf_setf(err, "script '%s' is bad in line %zu: %s",
				    name, number, why.buf);
	}
	strbuf_release(&why);
	return ret;
}

static void release_call(struct provider_call *call)
{
	free(call->id);
	free(call->name);
	free(call->arguments);
	free_strings(call->output, call->output_count);
	free(call->result);
}

void replay_script_release(struct replay_script *script)
{
	for (size_t i = 0; i < script->count; i++) {
		struct replay_step *step = &script->steps[i];

		for (size_t j = 0; j < step->call_count; j++)
			release_call(&step->calls[j]);
		free(step->calls);
		strbuf_release(&step->text);
	}
	free(script->steps);
	*script = (struct replay_script)REPLAY_SCRIPT_INIT;
}
