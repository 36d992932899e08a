#include "config.h"

#include "src/jphost/tool/tool-docs.h"

#include "proto/json-scan.h"
#include "src/jphost/tool/tool-config.h"

static bool has_text(struct slice object, const char *key)
{
	struct json_member member;

	return json_find(object, key, &member) && member.type == JSON_STRING &&
	       member.value.len > 2;
}

static bool parameter_has_more(struct slice parameter)
{
	return has_text(parameter, "description") ||
	       has_text(parameter, "examples");
}

void tool_docs_write_offer(struct strbuf *out)
{
	strbuf_addstr(
		out,
		"{\"type\":\"function\",\"function\":{\"name\":"
		"\"" TOOL_DOCS_NAME "\",\"description\":\"Get detailed "
		"descriptions and usage examples for one or more tools.\","
		"\"parameters\":{\"type\":\"object\",\"properties\":{\"tools\":"
		"{\"description\":\"Array of tool names to describe\","
		"\"type\":\"array\",\"items\":{\"type\":\"string\"}}},"
		"\"required\":[\"tools\"]}}}");
}

bool tool_docs_is_offered(struct slice config)
{
	struct strbuf offers = STRBUF_INIT;
	bool offered;

	tool_config_write_offers(&offers, config, TOOL_DOCS_NAME);
	offered = offers.len > 2;
	strbuf_release(&offers);
	return offered;
}

/* Append a text after an empty line. */
static void add_text(struct strbuf *out, struct slice object, const char *key)
{
	struct json_member member;

	if (!has_text(object, key))
		return;
	json_find(object, key, &member);
	strbuf_addch(out, '\n');
	json_string_add(out, member.value);
	strbuf_addch(out, '\n');
}

static void add_parameters(struct strbuf *out, struct slice tool)
{
	struct json_member parameters, member;
	struct json_walk walk;
	bool any = false;

	json_find(tool, "parameters", &parameters);
	walk = json_walk_begin(parameters.value);
	while (json_walk_next(&walk, &member)) {
		if (!parameter_has_more(member.value))
			continue;
		if (!any)
			strbuf_addstr(out, "\n### Parameters\n");
		any = true;
		strbuf_addstr(out, "\n#### `");
		strbuf_addslice(out, member.key);
		strbuf_addstr(out, "`\n");
		add_text(out, member.value, "summary");
		add_text(out, member.value, "description");
		add_text(out, member.value, "examples");
	}
}

static void add_tool(struct strbuf *out, const char *name, struct slice tool)
{
	strbuf_addf(out, "## %s\n", name);
	add_text(out, tool, "summary");
	add_text(out, tool, "description");
	if (has_text(tool, "examples"))
		strbuf_addstr(out, "\n### Examples\n");
	add_text(out, tool, "examples");
	add_parameters(out, tool);
}

int tool_docs_answer(struct strbuf *out, struct slice config,
		     struct slice arguments)
{
	struct strbuf name = STRBUF_INIT, missing = STRBUF_INIT;
	struct json_member names, member;
	struct json_walk walk;
	struct tool_config tool;

	if (!json_find(arguments, "tools", &names) ||
	    names.type != JSON_ARRAY || names.value.len <= 2) {
		strbuf_addstr(out, "Missing or invalid `tools` parameter.");
		return -1;
	}
	walk = json_walk_begin(names.value);
	while (json_walk_next(&walk, &member)) {
		strbuf_reset(&name);
		json_string_add(&name, member.value);
		if (!tool_config_find(&tool, config, name.buf)) {
			strbuf_addf(&missing, "%s%s", missing.len ? ", " : "",
				    name.buf);
			continue;
		}
		strbuf_addstr(out, out->len ? "\n---\n\n" : "");
		add_tool(out, name.buf, tool.raw);
	}
	if (missing.len)
		strbuf_addf(out,
			    "%sNo additional documentation available for: %s",
			    out->len ? "\n---\n\n" : "", missing.buf);
	strbuf_release(&name);
	strbuf_release(&missing);
	return 0;
}
