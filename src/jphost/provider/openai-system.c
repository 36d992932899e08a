#include "config.h"

#include "src/jphost/provider/openai-system.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "src/base/xalloc.h"

struct section {
	int64_t position;
	struct strbuf content;
	struct strbuf tag, title;
};

struct sections {
	struct section *list;
	size_t count, cap;
};

/* A list or a text may be wrapped as {"value": …, …}. */
static struct slice unwrap(struct slice json)
{
	struct json_member value;

	if (json_type_of(json) == JSON_OBJECT &&
	    json_find(json, "value", &value))
		return value.value;
	return json;
}

static struct section *add_section(struct sections *sections,
				   struct slice object)
{
	struct section *section;
	struct json_member member;

	ALLOC_GROW(sections->list, sections->count + 1, sections->cap);
	section = &sections->list[sections->count++];
	section->position = 0;
	if (json_find(object, "position", &member))
		json_int64(member.value, &section->position);
	strbuf_init(&section->content);
	strbuf_init(&section->tag);
	strbuf_init(&section->title);
	json_find_text(object, "title", &section->title);
	return section;
}

static void trim_end(struct strbuf *text)
{
	while (text->len && strchr(" \t\r\n", text->buf[text->len - 1]))
		strbuf_setlen(text, text->len - 1);
}

static void trim(struct strbuf *text)
{
	trim_end(text);
	strbuf_remove(text, 0, strspn(text->buf, " \t\r\n"));
}

/* --- Instructions --- */

static void add_example(struct strbuf *out, struct slice example)
{
	static const char *const names[][2] = { { "good", "Good" },
						{ "bad", "Bad" },
						{ "reason", "Reason" } };
	struct json_member member;

	strbuf_addch(out, '\n');
	if (json_string_add(out, example)) {
		strbuf_addch(out, '\n');
		return;
	}
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (!json_find(example, names[i][0], &member) ||
		    member.type != JSON_STRING)
			continue;
		strbuf_addf(out, "%s: ", names[i][1]);
		json_string_add(out, member.value);
		strbuf_addch(out, '\n');
	}
}

static void add_instruction(struct sections *sections, struct slice object)
{
	struct section *section = add_section(sections, object);
	struct strbuf *out = &section->content;
	struct json_member list, member;
	struct json_walk walk;

	strbuf_addstr(&section->tag, "instruction");
	json_find_text(object, "description", out);
	if (out->len)
		strbuf_addstr(out, "\n\n");
	json_find(object, "items", &list);
	walk = json_walk_begin(list.value);
	while (json_walk_next(&walk, &member)) {
		strbuf_addstr(out, "- ");
		json_string_add(out, member.value);
		strbuf_addch(out, '\n');
	}
	json_find(object, "examples", &list);
	walk = json_walk_begin(list.value);
	if (list.value.len > 2)
		strbuf_addstr(out, "\n**Examples**\n");
	while (json_walk_next(&walk, &member))
		add_example(out, member.value);
	trim_end(out);
}

/* --- Sections --- */

static void add_escaped(struct strbuf *out, const struct strbuf *text)
{
	for (size_t i = 0; i < text->len; i++) {
		switch (text->buf[i]) {
		case '&':
			strbuf_addstr(out, "&amp;");
			break;
		case '"':
			strbuf_addstr(out, "&quot;");
			break;
		case '<':
			strbuf_addstr(out, "&lt;");
			break;
		case '>':
			strbuf_addstr(out, "&gt;");
			break;
		default:
			strbuf_addch(out, text->buf[i]);
		}
	}
}

/* Wrap what looks like markup in CDATA; "]]>" would end it, so split that. */
static void set_apart(struct strbuf *content)
{
	struct strbuf out = STRBUF_INIT;
	const char *at = content->buf, *end;

	if (!strpbrk(content->buf, "<>&"))
		return;
	strbuf_addstr(&out, "<![CDATA[\n");
	while ((end = strstr(at, "]]>"))) {
		strbuf_add(&out, at, (size_t)(end - at));
		strbuf_addstr(&out, "]]]]><![CDATA[>");
		at = end + 3;
	}
	strbuf_addstr(&out, at);
	strbuf_addstr(&out, "\n]]>");
	strbuf_release(content);
	*content = out;
}

static void render(struct strbuf *out, struct section *section)
{
	if (!section->tag.len && section->title.len) {
		strbuf_addf(out, "# %s\n\n%s", section->title.buf,
			    section->content.buf);
		return;
	}
	if (!section->tag.len) {
		trim(&section->content);
		strbuf_addslice(out, strbuf_slice(&section->content));
		return;
	}
	strbuf_addf(out, "<%s", section->tag.buf);
	if (section->title.len) {
		strbuf_addstr(out, " title=\"");
		add_escaped(out, &section->title);
		strbuf_addch(out, '"');
	}
	set_apart(&section->content);
	trim(&section->content);
	strbuf_addf(out, ">\n%s\n</%s>", section->content.buf,
		    section->tag.buf);
}

static void read_sections(struct sections *sections, struct slice config,
			  const char *key, bool instructions)
{
	struct json_member member;
	struct json_walk walk;

	if (!json_find_path(config, &member, "assistant", key, NULL))
		return;
	walk = json_walk_begin(unwrap(member.value));
	while (json_walk_next(&walk, &member)) {
		struct section *section;

		if (instructions) {
			add_instruction(sections, member.value);
			continue;
		}
		section = add_section(sections, member.value);
		if (json_string_add(&section->content, member.value))
			continue;
		json_find_text(member.value, "content", &section->content);
		json_find_text(member.value, "tag", &section->tag);
	}
}

static const char tool_usage[] =
	"{\"title\":\"Tool Usage\",\"description\":"
	"\"How to leverage the tools available to you.\",\"items\":["
	"\"Use all the tools available to you to give the best possible "
	"answer.\","
	"\"Verify the tool name, description and parameters are correct.\","
	"\"Even if you've reasoned yourself towards a solution, use any "
	"available tool to verify your answer.\"]}";

/* A stable sort by position. */
static void sort(struct sections *sections)
{
	for (size_t i = 1; i < sections->count; i++) {
		struct section section = sections->list[i];
		size_t at = i;

		for (; at && sections->list[at - 1].position > section.position;
		     at--)
			sections->list[at] = sections->list[at - 1];
		sections->list[at] = section;
	}
}

void openai_system_add(struct strbuf *out, struct slice config, bool has_tools)
{
	struct sections sections = { NULL, 0, 0 };
	struct json_member member;

	if (json_find_path(config, &member, "assistant", "system_prompt", NULL))
		json_string_add(out, unwrap(member.value));
	read_sections(&sections, config, "system_prompt_sections", false);
	read_sections(&sections, config, "instructions", true);
	if (has_tools)
		add_instruction(&sections, slice_str(tool_usage));
	sort(&sections);
	for (size_t i = 0; i < sections.count; i++) {
		struct section *section = &sections.list[i];

		if (out->len)
			strbuf_addstr(out, "\n\n");
		render(out, section);
		strbuf_release(&section->content);
		strbuf_release(&section->tag);
		strbuf_release(&section->title);
	}
	free(sections.list);
}
