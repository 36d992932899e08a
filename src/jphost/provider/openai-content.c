#include "config.h"

#include "src/jphost/provider/openai-content.h"

#include <string.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/jphost/provider/openai-piece.h"

/* Limit of the kinds of content that one answer may name. */
#define MAX_KINDS_BYTES 200

void openai_content_release(struct openai_content *content)
{
	strbuf_release(&content->text);
	strbuf_release(&content->reasoning);
	strbuf_release(&content->calls);
	strbuf_release(&content->dropped);
}

static bool has_kind(struct slice list, struct slice kind)
{
	while (list.len) {
		const char *comma = memchr(list.ptr, ',', list.len);
		size_t len = comma ? (size_t)(comma - list.ptr) : list.len;

		if (slice_equal(slice_trim(slice_of(list.ptr, len)), kind))
			return true;
		list = slice_skip(list, len + 1);
	}
	return false;
}

void openai_content_add_kinds(struct strbuf *list, struct slice kinds)
{
	while (kinds.len && list->len < MAX_KINDS_BYTES) {
		const char *comma = memchr(kinds.ptr, ',', kinds.len);
		size_t len = comma ? (size_t)(comma - kinds.ptr) : kinds.len;
		struct slice kind = slice_trim(slice_of(kinds.ptr, len));

		if (kind.len && !has_kind(strbuf_slice(list), kind)) {
			strbuf_addstr(list, list->len ? ", " : "");
			strbuf_addslice(list, kind);
		}
		kinds = slice_skip(kinds, len + 1);
	}
}

static void drop(struct openai_content *content, struct slice kind)
{
	openai_content_add_kinds(&content->dropped, kind);
}

/* Append a string's text, or that of a list of text blocks. */
static bool add_text(struct strbuf *out, struct slice value)
{
	struct json_walk walk = json_walk_begin(value);
	struct json_member member;
	bool any = false;

	if (json_type_of(value) != JSON_ARRAY)
		return json_string_add(out, value);
	while (json_walk_next(&walk, &member)) {
		any = json_find_text(member.value, "text", out) ||
		      json_string_add(out, member.value) || any;
	}
	return any;
}

/* Convert Anthropic's block of a tool call. */
static void add_call(struct openai_content *content, struct slice block)
{
	struct json_member id, name, input;
	struct strbuf *calls = &content->calls;

	json_find(block, "id", &id);
	json_find(block, "name", &name);
	json_find(block, "input", &input);
	if (calls->len)
		strbuf_setlen(calls, calls->len - 1);
	strbuf_addstr(calls, calls->len ? ",{" : "[{");
	if (id.type == JSON_STRING)
		json_write_member_raw(calls, "id", id.value);
	json_write_key(calls, "function");
	strbuf_addch(calls, '{');
	if (name.type == JSON_STRING)
		json_write_member_raw(calls, "name", name.value);
	if (input.type != JSON_NONE)
		json_write_member_raw(calls, "arguments", input.value);
	strbuf_addstr(calls, "}}]");
}

static void add_refusal(struct openai_content *content, struct slice text)
{
	size_t len = content->text.len;

	json_string_add(&content->text, text);
	content->refused = content->refused || content->text.len > len;
}

static void add_thinking(struct openai_content *content, struct slice block)
{
	static const char *const names[] = { "thinking", "reasoning", "text",
					     "summary", "content" };
	struct json_member member;

	content->reasoning_in_content = true;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (json_find(block, names[i], &member) &&
		    add_text(&content->reasoning, member.value))
			return;
	}
}

static void add_block(struct openai_content *content, struct slice block,
		      bool with_reasoning)
{
	struct strbuf kind = STRBUF_INIT;
	struct json_member member;

	if (json_string_add(&content->text, block))
		return;
	json_find_text(block, "type", &kind);
	if (slice_is(strbuf_slice(&kind), "tool_use"))
		add_call(content, block);
	else if (slice_is(strbuf_slice(&kind), "refusal") &&
		 json_find(block, "refusal", &member))
		add_refusal(content, member.value);
	else if (slice_is(strbuf_slice(&kind), "thinking") ||
		 slice_is(strbuf_slice(&kind), "reasoning")) {
		if (with_reasoning)
			add_thinking(content, block);
	} else if (!json_find(block, "text", &member) ||
		   !add_text(&content->text, member.value)) {
		if ((json_type_of(block) == JSON_OBJECT && block.len > 2) ||
		    json_type_of(block) == JSON_NUMBER ||
		    json_type_of(block) == JSON_TRUE)
			drop(content, kind.len ? strbuf_slice(&kind)
					       : SLICE("unknown content"));
	}
	strbuf_release(&kind);
}

static void add_content(struct openai_content *content, struct slice value)
{
	bool with_reasoning = !content->reasoning.len;
	struct json_walk walk = json_walk_begin(value);
	struct json_member member;

	if (content->held &&
	    openai_piece_add(&content->text, content->held, value))
		return;
	if (json_type_of(value) != JSON_ARRAY) {
		if (json_type_of(value) != JSON_NONE &&
		    json_type_of(value) != JSON_NULL)
			add_block(content, value, with_reasoning);
		return;
	}
	while (json_walk_next(&walk, &member))
		add_block(content, member.value, with_reasoning);
}

/* Portkey's blocks repeat the text, and sometimes only they have it. */
static void add_content_blocks(struct openai_content *content,
			       struct slice blocks)
{
	struct json_walk walk = json_walk_begin(blocks);
	struct json_member block, member;

	while (json_walk_next(&walk, &block)) {
		if (json_find_path(block.value, &member, "delta", "text",
				   NULL) ||
		    json_find(block.value, "text", &member))
			json_string_add(&content->text, member.value);
	}
}

static bool is_filled(struct slice delta, const char *key,
		      struct json_member *member)
{
	return json_find(delta, key, member) && member->type >= JSON_ARRAY &&
	       member->value.len > 2;
}

void openai_content_read(struct openai_content *content, struct slice delta)
{
	static const char *const others[] = { "images", "annotations",
					      "citations", "videos" };
	struct json_member member;

	if (json_find(delta, "content", &member))
		add_content(content, member.value);
	if (!content->text.len && json_find(delta, "text", &member))
		add_content(content, member.value);
	if (!content->text.len && json_find(delta, "content_blocks", &member))
		add_content_blocks(content, member.value);
	if (json_find(delta, "refusal", &member))
		add_refusal(content, member.value);
	if (is_filled(delta, "audio", &member)) {
		if (!content->text.len)
			json_find_text(member.value, "transcript",
				       &content->text);
		drop(content, SLICE("audio"));
	}
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++) {
		if (is_filled(delta, others[i], &member))
			drop(content, slice_str(others[i]));
	}
}
