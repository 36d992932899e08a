#include "config.h"

#include "src/jphost/provider/openai-thought.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/xalloc.h"
#include "src/jphost/provider/openai-members.h"
#include "src/jphost/provider/openai-piece.h"

/* Used by LiteLLM, OpenRouter and Portkey. */
static const char *const LISTS[] = { "thinking_blocks", "reasoning_details",
				     "content_blocks" };
enum { THINKING_BLOCKS, REASONING_DETAILS, CONTENT_BLOCKS, LIST_COUNT };

/* Members that come in pieces. */
static const char *const PARTS[] = { "thinking", "text", "summary", "data",
				     "signature" };
enum { PART_DATA = 3, PART_SIGNATURE = 4, PART_COUNT };

#define MAX_BLOCKS 1024

struct thought_block {
	int list;
	int64_t index; /* -1: none */
	struct strbuf type;
	struct strbuf parts[PART_COUNT];
	struct strbuf members; /* all others, raw */
};

void openai_thought_init(struct openai_thought *thought)
{
	memset(thought, 0, sizeof(*thought));
	strbuf_init(&thought->as);
	strbuf_init(&thought->opaque);
	strbuf_init(&thought->held);
}

void openai_thought_release(struct openai_thought *thought)
{
	for (size_t i = 0; i < thought->block_count; i++) {
		struct thought_block *block = &thought->blocks[i];

		strbuf_release(&block->type);
		strbuf_release(&block->members);
		for (int part = 0; part < PART_COUNT; part++)
			strbuf_release(&block->parts[part]);
	}
	free(thought->blocks);
	strbuf_release(&thought->as);
	strbuf_release(&thought->opaque);
	strbuf_release(&thought->held);
}

void openai_thought_came_as(struct openai_thought *thought, const char *name)
{
	strbuf_setf(&thought->as, "%s", name);
}

/* --- Blocks --- */

/* One piece of a block. */
struct piece {
	int list;
	int64_t index;
	struct slice object; /* raw */
	struct strbuf type, id;
};

static void id_of(const struct thought_block *block, struct strbuf *id)
{
	struct strbuf object = STRBUF_INIT;

	strbuf_addf(&object, "{%s}", block->members.buf);
	json_find_text(strbuf_slice(&object), "id", id);
	strbuf_release(&object);
}

static bool belongs(const struct thought_block *block,
		    const struct piece *piece)
{
	struct strbuf id = STRBUF_INIT;
	bool same_id;

	if (block->list != piece->list || block->index != piece->index)
		return false;
	if (block->type.len && piece->type.len &&
	    strcmp(block->type.buf, piece->type.buf) != 0)
		return false;
	id_of(block, &id);
	same_id = !id.len || !piece->id.len || !strcmp(id.buf, piece->id.buf);
	strbuf_release(&id);
	/* Without an index, a block ends with its signature. */
	return same_id &&
	       (piece->index >= 0 || (!block->parts[PART_SIGNATURE].len &&
				      !block->parts[PART_DATA].len));
}

static struct thought_block *block_of(struct openai_thought *thought,
				      const struct piece *piece)
{
	struct thought_block *block;

	for (size_t i = thought->block_count; i > 0; i--) {
		block = &thought->blocks[i - 1];
		if (belongs(block, piece))
			return block;
		if (block->list == piece->list && piece->index < 0)
			break;
	}
	if (thought->block_count == MAX_BLOCKS)
		return NULL;
	ALLOC_GROW(thought->blocks, thought->block_count + 1,
		   thought->block_cap);
	block = &thought->blocks[thought->block_count++];
	block->list = piece->list;
	block->index = piece->index;
	strbuf_init(&block->type);
	strbuf_init(&block->members);
	for (int part = 0; part < PART_COUNT; part++)
		strbuf_init(&block->parts[part]);
	return block;
}

static void fill(struct thought_block *block, const struct piece *piece)
{
	static const char *const known[] = { "thinking", "text",      "summary",
					     "data",     "signature", "type",
					     NULL };

	if (!block->type.len)
		strbuf_addslice(&block->type, strbuf_slice(&piece->type));
	for (int part = 0; part < PART_COUNT; part++)
		json_find_text(piece->object, PARTS[part], &block->parts[part]);
	openai_members_keep_unknown(&block->members, piece->object, known);
}

/* Append the part that is shown. */
static void add_text(struct strbuf *text, struct slice object)
{
	for (int part = 0; part < PART_DATA; part++) {
		if (json_find_text(object, PARTS[part], text))
			return;
	}
}

static bool has_thought(struct slice object)
{
	struct json_member member;

	return json_find(object, "thinking", &member) ||
	       json_find(object, "signature", &member) ||
	       json_find(object, "data", &member);
}

static void take_block(struct openai_thought *thought, int list,
		       struct slice json, struct strbuf *text)
{
	struct piece piece = { list, -1, json, STRBUF_INIT, STRBUF_INIT };
	struct thought_block *block;
	struct json_member member;

	if (json_type_of(json) != JSON_OBJECT)
		return;
	if (json_find(json, "index", &member) &&
	    !json_int64(member.value, &piece.index))
		piece.index = -1;
	if (list == CONTENT_BLOCKS) {
		if (json_find(json, "delta", &member))
			piece.object = member.value;
		if (!has_thought(piece.object))
			return; /* text that is also in `content` */
	}
	if (json_find(piece.object, "type", &member))
		json_string_add(&piece.type, member.value);
	else if (list != REASONING_DETAILS)
		strbuf_addstr(&piece.type, "thinking");
	json_find_text(piece.object, "id", &piece.id);
	thought->bytes += json.len;
	block = block_of(thought, &piece);
	if (block)
		fill(block, &piece);
	add_text(text, piece.object);
	strbuf_release(&piece.type);
	strbuf_release(&piece.id);
}

static void take_list(struct openai_thought *thought, int list,
		      struct slice delta, struct strbuf *text)
{
	struct json_member member;
	struct json_walk walk;

	if (!json_find(delta, LISTS[list], &member))
		return;
	walk = json_walk_begin(member.value);
	while (json_walk_next(&walk, &member))
		take_block(thought, list, member.value, text);
}

/* --- A piece of an answer --- */

/* Append a text, or that of an object. */
static bool add_plain(struct openai_thought *thought, struct strbuf *text,
		      struct slice value)
{
	static const char *const names[] = { "content", "text", "thinking",
					     "summary" };
	struct json_member member;

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (json_find(value, names[i], &member) &&
		    member.value.len > 2 && json_string_add(text, member.value))
			return true;
	}
	return value.len > 2 && openai_piece_add(text, &thought->held, value);
}

static void take_plain(struct openai_thought *thought, struct slice delta,
		       struct strbuf *text)
{
	static const char *const names[] = { "reasoning_content", "reasoning",
					     "reasoning_text", "thinking" };
	struct json_member member;

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (!json_find(delta, names[i], &member) ||
		    !add_plain(thought, text, member.value))
			continue;
		/* A server may send it under two names: the first counts. */
		if (!thought->as.len)
			openai_thought_came_as(thought, names[i]);
		thought->plain = true;
		break;
	}
}

void openai_thought_take(struct openai_thought *thought, struct slice delta,
			 struct strbuf *text)
{
	struct json_member member;

	take_plain(thought, delta, text);
	for (int list = 0; list < LIST_COUNT; list++) {
		struct strbuf own = STRBUF_INIT;

		take_list(thought, list, delta, &own);
		if (!text->len && !thought->plain)
			strbuf_addslice(text, strbuf_slice(&own));
		strbuf_release(&own);
	}
	if (json_find(delta, "reasoning_opaque", &member) &&
	    member.type == JSON_STRING) {
		strbuf_reset(&thought->opaque);
		json_write_compact(&thought->opaque, member.value);
	}
}

/* --- Storing --- */

static void write_block(struct strbuf *out, const struct thought_block *block)
{
	strbuf_addch(out, '{');
	if (block->type.len)
		json_write_member(out, "type", strbuf_slice(&block->type));
	for (int part = 0; part < PART_COUNT; part++) {
		/* A signed block has its text, even if that is empty. */
		if (block->parts[part].len ||
		    (!part && !strcmp(block->type.buf, "thinking")))
			json_write_member(out, PARTS[part],
					  strbuf_slice(&block->parts[part]));
	}
	if (block->members.len)
		strbuf_addf(out, ",%s", block->members.buf);
	strbuf_addch(out, '}');
}

static void write_list(struct strbuf *out, const struct openai_thought *thought,
		       int list)
{
	const char *comma = "[";

	for (size_t i = 0; i < thought->block_count; i++) {
		if (thought->blocks[i].list != list)
			continue;
		if (*comma == '[')
			json_write_key(out, LISTS[list]);
		strbuf_addstr(out, comma);
		comma = ",";
		write_block(out, &thought->blocks[i]);
	}
	if (*comma == ',')
		strbuf_addch(out, ']');
}

void openai_thought_write(struct strbuf *out,
			  const struct openai_thought *thought)
{
	bool named = thought->as.len &&
		     strcmp(thought->as.buf, "reasoning_content") != 0;

	if (!named && !thought->block_count && !thought->opaque.len)
		return;
	strbuf_addch(out, '{');
	if (named)
		json_write_member(out, "as", strbuf_slice(&thought->as));
	for (int list = 0; list < LIST_COUNT; list++)
		write_list(out, thought, list);
	if (thought->opaque.len)
		json_write_member_raw(out, "reasoning_opaque",
				      strbuf_slice(&thought->opaque));
	strbuf_addch(out, '}');
}

/* --- Recalling --- */

void openai_recalled_init(struct openai_recalled *recalled)
{
	strbuf_init(&recalled->as);
	strbuf_init(&recalled->text);
	strbuf_init(&recalled->opaque);
	for (int list = 0; list < LIST_COUNT; list++)
		strbuf_init(&recalled->lists[list]);
}

void openai_recalled_release(struct openai_recalled *recalled)
{
	strbuf_release(&recalled->as);
	strbuf_release(&recalled->text);
	strbuf_release(&recalled->opaque);
	for (int list = 0; list < LIST_COUNT; list++)
		strbuf_release(&recalled->lists[list]);
	openai_recalled_init(recalled);
}

static void add_name(struct openai_recalled *recalled, struct slice kept)
{
	static const char *const names[] = { "reasoning", "reasoning_text",
					     "thinking", "content" };
	struct json_member member;

	strbuf_setf(&recalled->as, "reasoning_content");
	if (!json_find(kept, "as", &member))
		return;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (json_string_is(member.value, names[i]))
			strbuf_setf(&recalled->as, "%s", names[i]);
	}
}

void openai_recalled_add(struct openai_recalled *recalled, struct slice text,
			 struct slice kept, bool whole)
{
	struct json_member member;

	if (text.len)
		add_name(recalled, kept);
	strbuf_addslice(&recalled->text, text);
	if (!whole)
		return;
	for (int list = 0; list < LIST_COUNT; list++) {
		struct strbuf *out = &recalled->lists[list];

		if (!json_find(kept, LISTS[list], &member) ||
		    member.type != JSON_ARRAY || member.value.len <= 2)
			continue;
		strbuf_addstr(out, out->len ? "," : "");
		strbuf_add(out, member.value.ptr + 1, member.value.len - 2);
	}
	if (json_find(kept, "reasoning_opaque", &member) &&
	    member.type == JSON_STRING) {
		strbuf_reset(&recalled->opaque);
		strbuf_addslice(&recalled->opaque, member.value);
	}
}

bool openai_recalled_is_content(const struct openai_recalled *recalled)
{
	return recalled->text.len && !strcmp(recalled->as.buf, "content");
}

void openai_recalled_write(struct strbuf *out,
			   const struct openai_recalled *recalled)
{
	if (recalled->text.len && !openai_recalled_is_content(recalled))
		json_write_member(out, recalled->as.buf,
				  strbuf_slice(&recalled->text));
	for (int list = 0; list < LIST_COUNT; list++) {
		if (recalled->lists[list].len) {
			json_write_key(out, LISTS[list]);
			strbuf_addf(out, "[%s]", recalled->lists[list].buf);
		}
	}
	if (recalled->opaque.len)
		json_write_member_raw(out, "reasoning_opaque",
				      strbuf_slice(&recalled->opaque));
}
