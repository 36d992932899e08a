#include "config.h"

#include "src/jphost/tool/tool-config.h"

#include <string.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/xalloc.h"
#include "src/jphost/tool/tool-docs.h"

#define DEFAULT_TIMEOUT_MS (10 * 60 * 1000)
#define DEFAULT_MAX_BYTES  (1 << 20)

static bool find_tools(struct slice config, struct json_member *tools)
{
	return json_find_path(config, tools, "conversation", "tools", NULL) &&
	       tools->type == JSON_OBJECT;
}

/* Find the tool's member, else that of "*". */
static bool find_member(struct slice tools, struct slice tool, const char *key,
			struct json_member *member)
{
	struct json_member defaults;

	if (json_find(tool, key, member))
		return true;
	return json_find(tools, "*", &defaults) &&
	       json_find(defaults.value, key, member);
}

enum enable { ENABLE_UNSAID, ENABLE_OFF, ENABLE_ON, ENABLE_UNKNOWN };

/* {"state", "allow_toggle"}; jp rejects the file if there is more in it. */
static enum enable state_of(struct slice enable)
{
	struct json_walk walk = json_walk_begin(enable);
	enum enable found = ENABLE_UNSAID;
	struct json_member member;

	while (json_walk_next(&walk, &member)) {
		if (slice_is(member.key, "allow_toggle"))
			continue;
		if (!slice_is(member.key, "state"))
			return ENABLE_UNKNOWN;
		if (member.type == JSON_TRUE || member.type == JSON_FALSE)
			found = member.type == JSON_TRUE ? ENABLE_ON
							 : ENABLE_OFF;
		else if (member.type != JSON_NULL)
			return ENABLE_UNKNOWN;
	}
	return found;
}

/*
 * Read jp's `enable`: a boolean, a word, or {"state", "allow_toggle"}. What is
 * unknown, which jp rejects, enables nothing. "explicit" is off until the user
 * names the tool, which is not possible here.
 */
static enum enable enable_of(const struct json_member *enable)
{
	static const struct {
		const char *word;
		enum enable means;
	} words[] = {
		{ "on", ENABLE_ON },     { "true", ENABLE_ON },
		{ "always", ENABLE_ON }, { "off", ENABLE_OFF },
		{ "false", ENABLE_OFF }, { "explicit", ENABLE_OFF },
	};

	switch (enable->type) {
	case JSON_NULL:
		return ENABLE_UNSAID;
	case JSON_TRUE:
		return ENABLE_ON;
	case JSON_FALSE:
		return ENABLE_OFF;
	case JSON_OBJECT:
		return state_of(enable->value);
	default:
		break;
	}
	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		if (json_string_is(enable->value, words[i].word))
			return words[i].means;
	}
	return ENABLE_UNKNOWN;
}

/* Use the tool's own setting, else that of "*". */
static bool is_enabled(struct slice tools, struct slice tool)
{
	enum enable enable = ENABLE_UNSAID;
	struct json_member member, defaults;

	if (json_find(tool, "enable", &member))
		enable = enable_of(&member);
	if (enable == ENABLE_UNSAID && json_find(tools, "*", &defaults) &&
	    json_find(defaults.value, "enable", &member))
		enable = enable_of(&member);
	return enable == ENABLE_UNSAID || enable == ENABLE_ON;
}

/* "local", or "local.NAME" for a tool with another name in its program. */
static bool is_local(struct slice source)
{
	return json_string_is(source, "local") ||
	       slice_starts_with(source, SLICE("\"local."));
}

/* jp's own tools and those of MCP servers cannot be run here. */
static bool is_runnable(struct slice tools, struct slice tool)
{
	struct json_member member;

	if (json_find(tool, "source", &member) && !is_local(member.value))
		return false;
	return json_find(tool, "command", &member) && is_enabled(tools, tool);
}

/* False if jp does not know the word. */
static bool read_mode(const struct json_member *member, enum tool_run *mode)
{
	static const char *const names[] = {
		[TOOL_RUN_ASK] = "ask",
		[TOOL_RUN_UNATTENDED] = "unattended",
		[TOOL_RUN_EDIT] = "edit",
		[TOOL_RUN_SKIP] = "skip",
	};

	for (int i = 0; i < 4; i++) {
		if (!json_string_is(member->value, names[i]))
			continue;
		*mode = (enum tool_run)i;
		return true;
	}
	return false;
}

static enum tool_run mode_of(struct slice tools, struct slice tool,
			     const char *key, enum tool_run otherwise)
{
	struct json_member member;
	enum tool_run mode;

	if (!find_member(tools, tool, key, &member))
		return otherwise;
	/* An unknown mode of a newer jp: ask, to be safe. */
	return read_mode(&member, &mode) ? mode : TOOL_RUN_ASK;
}

static int64_t number_of(struct slice tools, struct slice tool, const char *key,
			 int64_t otherwise)
{
	struct json_member member;
	int64_t number;

	if (!find_member(tools, tool, key, &member) ||
	    !json_int64(member.value, &number) || number <= 0 ||
	    number > INT32_MAX)
		return otherwise;
	return number;
}

static bool flag_of(struct slice tools, struct slice tool, const char *key,
		    bool otherwise)
{
	struct json_member member;

	if (!find_member(tools, tool, key, &member))
		return otherwise;
	return member.type == JSON_TRUE;
}

/* Read `notifications`, by name; a missing one is on. */
static bool tells(struct slice tools, struct slice tool, const char *what)
{
	struct json_member member;

	return !find_member(tools, tool, "notifications", &member) ||
	       !json_find(member.value, what, &member) ||
	       member.type != JSON_FALSE;
}

static bool is_named(struct slice key, const char *name)
{
	struct strbuf raw = STRBUF_INIT;
	bool same;

	json_write_string(&raw, slice_str(name));
	same = slice_equal(key, slice_of(raw.buf + 1, raw.len - 2));
	strbuf_release(&raw);
	return same;
}

static bool find_tool(struct slice tools, const char *name,
		      struct json_member *tool)
{
	struct json_walk walk = json_walk_begin(tools);
	bool found = false;
	struct json_member member;

	while (json_walk_next(&walk, &member)) {
		if (!is_named(member.key, name))
			continue;
		*tool = member;
		found = true;
	}
	return found && strcmp(name, "*") != 0;
}

static struct slice member_of(struct slice tool, const char *key)
{
	struct json_member member;

	if (!json_find(tool, key, &member) || member.type != JSON_OBJECT)
		return (struct slice)SLICE_INIT;
	return member.value;
}

/*
 * Access rules have no effect on a tool that is not given them, so such a tool
 * is not run without asking.
 */
static void read_access(struct tool_config *tool, struct slice tools,
			struct slice found)
{
	struct json_member member;

	if (!find_member(tools, found, "access", &member) ||
	    member.type == JSON_NULL)
		return;
	tool->access = member.value;
	if (tool->run == TOOL_RUN_UNATTENDED &&
	    !memmem(tool->command.ptr, tool->command.len, "context", 7))
		tool->run = TOOL_RUN_ASK;
}

bool tool_config_find(struct tool_config *tool, struct slice config,
		      const char *name)
{
	struct json_member tools, found, member;

	if (!find_tools(config, &tools) ||
	    !find_tool(tools.value, name, &found) ||
	    !is_runnable(tools.value, found.value))
		return false;
	memset(tool, 0, sizeof(*tool));
	tool->raw = found.value;
	tool->run = mode_of(tools.value, found.value, "run", TOOL_RUN_ASK);
	tool->result = mode_of(tools.value, found.value, "result",
			       TOOL_RUN_UNATTENDED);
	json_find(found.value, "command", &member);
	tool->command = member.value;
	if (json_find(found.value, "questions", &member))
		tool->questions = member.value;
	tool->parameters = member_of(found.value, "parameters");
	tool->options = member_of(found.value, "options");
	if (json_find(found.value, "source", &member) &&
	    member.value.len > strlen("\"local.\""))
		tool->source =
			slice_of(member.value.ptr + 7, member.value.len - 8);
	read_access(tool, tools.value, found.value);
	tool->timeout_ms = number_of(tools.value, found.value, "timeout_secs",
				     DEFAULT_TIMEOUT_MS / 1000) *
			   1000;
	tool->max_bytes = number_of(tools.value, found.value, "max_bytes",
				    DEFAULT_MAX_BYTES);
	tool->stateful = flag_of(tools.value, found.value, "stateful", false);
	tool->tells_stopped = tells(tools.value, found.value, "stopped");
	tool->tells_waiting = tells(tools.value, found.value, "waiting");
	return true;
}

/* --- What the model is offered --- */

static void write_schema(struct strbuf *out, struct slice parameter);

/* Write jp's parameters as the properties of a JSON Schema. */
static void write_properties(struct strbuf *out, struct slice parameters)
{
	struct json_walk walk = json_walk_begin(parameters);
	struct json_member member, required;
	const char *comma = "";

	strbuf_addstr(out, "\"properties\":{");
	while (json_walk_next(&walk, &member)) {
		strbuf_addf(out, "%s\"%.*s\":", comma, (int)member.key.len,
			    member.key.ptr);
		comma = ",";
		write_schema(out, member.value);
	}
	strbuf_addstr(out, "},\"required\":[");
	comma = "";
	walk = json_walk_begin(parameters);
	while (json_walk_next(&walk, &member)) {
		if (!json_find(member.value, "required", &required) ||
		    required.type != JSON_TRUE)
			continue;
		strbuf_addf(out, "%s\"%.*s\"", comma, (int)member.key.len,
			    member.key.ptr);
		comma = ",";
	}
	strbuf_addch(out, ']');
}

/* The short text, as in jp; describe_tools gives the long one. */
static struct slice short_text(struct slice object)
{
	static const char *const names[] = { "summary", "description" };
	struct json_member member;

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (json_find(object, names[i], &member) &&
		    member.type == JSON_STRING)
			return member.value;
	}
	return (struct slice)SLICE_INIT;
}

static void write_schema(struct strbuf *out, struct slice parameter)
{
	static const char *const same[] = { "type", "enum", "default" };
	struct slice text = short_text(parameter);
	struct json_member member;
	bool typed = false;

	strbuf_addch(out, '{');
	if (text.len)
		json_write_member_raw(out, "description", text);
	for (size_t i = 0; i < sizeof(same) / sizeof(*same); i++) {
		if (!json_find(parameter, same[i], &member) ||
		    member.type == JSON_NULL || slice_is(member.value, "[]"))
			continue;
		json_write_member_raw(out, same[i], member.value);
		typed = typed || !i;
	}
	if (json_find(parameter, "items", &member) &&
	    member.type == JSON_OBJECT) {
		json_write_key(out, "items");
		write_schema(out, member.value);
	}
	if (json_find(parameter, "properties", &member) &&
	    member.type == JSON_OBJECT) {
		if (out->buf[out->len - 1] != '{')
			strbuf_addch(out, ',');
		/* It may be one of several types. */
		if (!typed)
			strbuf_addstr(out, "\"type\":\"object\",");
		write_properties(out, member.value);
	}
	strbuf_addch(out, '}');
}

/*
 * What RFD 009 adds to a tool that may run in the background. It is flat
 * because the endpoints require an object at the top level.
 */
static const char HANDLE_PARAMETERS[] =
	"\"action\":{\"type\":\"string\",\"enum\":[\"spawn\",\"fetch\","
	"\"apply\",\"abort\"],\"description\":\"spawn starts the tool in the "
	"background, fetch tells its state and new output, apply sends it "
	"input, abort ends it. Without an action it runs to its end.\"},"
	"\"id\":{\"type\":\"string\",\"description\":\"The handle: a name "
	"that you choose with spawn.\"},"
	"\"input\":{\"type\":\"string\",\"description\":\"For apply.\"}";

/* Write all as one object. Of duplicate names the last counts, the tool's. */
static void add_parameters(struct strbuf *out, struct slice own, bool stateful)
{
	struct json_walk walk = json_walk_begin(own);
	struct json_member member;
	const char *comma = stateful ? "," : "";

	strbuf_addf(out, "{%s", stateful ? HANDLE_PARAMETERS : "");
	while (json_walk_next(&walk, &member)) {
		strbuf_addf(out, "%s\"%.*s\":%.*s", comma, (int)member.key.len,
			    member.key.ptr, (int)member.value.len,
			    member.value.ptr);
		comma = ",";
	}
	strbuf_addch(out, '}');
}

void tool_config_add_parameters(struct strbuf *out,
				const struct tool_config *tool)
{
	add_parameters(out, tool->parameters, tool->stateful);
}

static void write_offer(struct strbuf *out, struct slice tools,
			const struct json_member *tool)
{
	struct slice text = short_text(tool->value);
	struct strbuf parameters = STRBUF_INIT;

	add_parameters(&parameters, member_of(tool->value, "parameters"),
		       flag_of(tools, tool->value, "stateful", false));
	strbuf_addf(out,
		    "{\"type\":\"function\",\"function\":{\"name\":\"%.*s\"",
		    (int)tool->key.len, tool->key.ptr);
	/* Some servers reject a tool without a description. */
	json_write_member_raw(out, "description",
			      text.len ? text : SLICE("\"\""));
	strbuf_addstr(out, ",\"parameters\":{\"type\":\"object\",");
	write_properties(out, strbuf_slice(&parameters));
	strbuf_addstr(out, "}}}");
	strbuf_release(&parameters);
}

/*
 * Offered along with any other tool, as in jp: a model may know of it from
 * earlier messages. A configured tool of this name replaces it if it can be
 * run.
 */
static bool offers_docs(struct slice tools, bool any)
{
	struct json_member own;

	if (!any || !find_tool(tools, TOOL_DOCS_NAME, &own))
		return any;
	return !is_runnable(tools, own.value) && is_enabled(tools, own.value);
}

void tool_config_write_offers(struct strbuf *out, struct slice config,
			      const char *only)
{
	bool describes = !only || !strcmp(only, TOOL_DOCS_NAME), any = false;
	struct json_member tools = { .value = SLICE_INIT }, member;
	const char *comma = "";
	struct json_walk walk;

	find_tools(config, &tools);
	walk = json_walk_begin(tools.value);
	strbuf_addch(out, '[');
	while (json_walk_next(&walk, &member)) {
		if (slice_is(member.key, "*") ||
		    !is_runnable(tools.value, member.value))
			continue;
		any = true;
		if (only && !is_named(member.key, only))
			continue;
		strbuf_addstr(out, comma);
		comma = ",";
		write_offer(out, tools.value, &member);
	}
	if (describes && offers_docs(tools.value, any)) {
		strbuf_addstr(out, comma);
		tool_docs_write_offer(out);
	}
	strbuf_addch(out, ']');
}

/* --- What a user would miss --- */

/* Names in one sentence, and bytes of a word in it. */
#define NAMES_MAX 12
#define WORD_MAX  60

static void add_word(struct strbuf *out, struct slice raw)
{
	struct strbuf text = STRBUF_INIT;
	size_t len;

	json_text_add(&text, raw);
	len = text.len < WORD_MAX ? text.len : WORD_MAX;
	/* Not within a character. */
	while (len < text.len && len && (text.buf[len] & 0xc0) == 0x80)
		len--;
	strbuf_addf(out, "'%.*s%s'", (int)len, text.len ? text.buf : "",
		    len < text.len ? "\xe2\x80\xa6" : "");
	strbuf_release(&text);
}

static void begin_line(struct strbuf *out)
{
	if (out->len)
		strbuf_addch(out, '\n');
}

/* Tools of MCP servers and jp's own, which only jp can run. */
static void name_absent(struct strbuf *out, struct slice tools)
{
	struct json_walk walk = json_walk_begin(tools);
	struct json_member tool, source;
	size_t count = 0;

	while (json_walk_next(&walk, &tool)) {
		if (slice_is(tool.key, "*") ||
		    is_named(tool.key, TOOL_DOCS_NAME) ||
		    !json_find(tool.value, "source", &source) ||
		    source.type != JSON_STRING || is_local(source.value) ||
		    !is_enabled(tools, tool.value))
			continue;
		if (!count++)
			begin_line(out);
		if (count > NAMES_MAX)
			continue;
		strbuf_addstr(out, count > 1 ? ", " : "not offered: ");
		add_word(out, json_quoted_key(tool.key));
	}
	if (count > NAMES_MAX)
		strbuf_addf(out, " and %zu more", count - NAMES_MAX);
	if (count)
		strbuf_addstr(out, " (only jp runs its own tools and those of "
				   "MCP servers)");
}

static void name_unknown(struct strbuf *out, const struct json_member *tool,
			 const char *key, const struct json_member *value,
			 const char *follows)
{
	begin_line(out);
	strbuf_addf(out, "conversation.tools.");
	add_word(out, json_quoted_key(tool->key));
	strbuf_addf(out, ".%s = ", key);
	add_word(out, value->value);
	strbuf_addf(out, " is unknown: %s", follows);
}

/* Words that jp would reject together with their file. */
static void name_unknown_words(struct strbuf *out, struct slice tools)
{
	static const char *const modes[] = { "run", "result" };
	struct json_walk walk = json_walk_begin(tools);
	struct json_member tool, member;
	enum tool_run mode;
	size_t count = 0;

	while (count < NAMES_MAX && json_walk_next(&walk, &tool)) {
		for (size_t i = 0; i < ARRAY_SIZE(modes); i++) {
			if (!json_find(tool.value, modes[i], &member) ||
			    member.type == JSON_NULL ||
			    read_mode(&member, &mode))
				continue;
			name_unknown(out, &tool, modes[i], &member,
				     "you are asked");
			count++;
		}
		if (!json_find(tool.value, "enable", &member) ||
		    enable_of(&member) != ENABLE_UNKNOWN)
			continue;
		name_unknown(out, &tool, "enable", &member, "it is off");
		count++;
	}
}

void tool_config_review(struct strbuf *out, struct slice config)
{
	struct json_member tools;

	if (!find_tools(config, &tools))
		return;
	name_absent(out, tools.value);
	name_unknown_words(out, tools.value);
}
