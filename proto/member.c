#include "config.h"

#include "proto/member.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-token.h"
#include "src/base/strmap.h"
#include "src/base/xalloc.h"

char *member_text(const struct json_member *member)
{
	struct strbuf text = STRBUF_INIT;

	if (!json_string_add(&text, member->value))
		return NULL;
	return strbuf_detach(&text);
}

char *member_raw(const struct json_member *member)
{
	struct strbuf text = STRBUF_INIT;

	json_add_utf8(&text, member->value);
	return strbuf_detach(&text);
}

void member_set_text(char **slot, const struct json_member *member)
{
	free(*slot);
	*slot = member_text(member);
}

void member_set_raw(char **slot, const struct json_member *member)
{
	free(*slot);
	*slot = member_raw(member);
}

int64_t member_int(const struct json_member *member, int64_t otherwise)
{
	int64_t number;

	return json_int64(member->value, &number) ? number : otherwise;
}

char **member_texts(const struct json_member *member, size_t *count)
{
	struct json_walk walk = json_walk_begin(member->value);
	struct json_member each;
	char **texts = NULL;
	size_t cap = 0;

	*count = 0;
	while (member->type == JSON_ARRAY && json_walk_next(&walk, &each)) {
		if (each.type != JSON_STRING)
			continue;
		ALLOC_GROW(texts, *count + 1, cap);
		texts[(*count)++] = member_text(&each);
	}
	return texts;
}

static char **slot_at(void *base, const struct member_slot *slot)
{
	return (char **)((char *)base + slot->offset);
}

bool member_is_id(struct slice key)
{
	static const char *const keys[] = { "id", "conversation", "sub_id",
					    "tool_call_id", "inquiry_id" };

	return slice_is_one_of(key, keys, ARRAY_SIZE(keys));
}

static char *id_text(const struct json_member *member)
{
	struct strbuf text = STRBUF_INIT;

	return json_id_add(&text, member->value) ? strbuf_detach(&text) : NULL;
}

void member_set_slot(void *base, const struct member_slot *slots, size_t count,
		     const struct json_member *member)
{
	char **slot;

	for (size_t i = 0; i < count; i++) {
		if (!slice_is(member->key, slots[i].key))
			continue;
		slot = slot_at(base, &slots[i]);
		free(*slot);
		*slot = member_is_id(member->key) ? id_text(member)
						  : member_text(member);
		return;
	}
}

void member_free_slots(void *base, const struct member_slot *slots,
		       size_t count)
{
	for (size_t i = 0; i < count; i++) {
		free(*slot_at(base, &slots[i]));
		*slot_at(base, &slots[i]) = NULL;
	}
}

int member_name_number(const char *text, const char *const *names, size_t count)
{
	for (size_t i = 0; text && i < count; i++) {
		if (names[i] && !strcmp(text, names[i]))
			return (int)i + 1;
	}
	return 0;
}

int member_name(const struct json_member *member, const char *const *names,
		size_t count)
{
	char *text = member_text(member);
	int number = member_name_number(text, names, count);

	free(text);
	return number;
}

enum respond_kind member_respond(const struct json_member *member)
{
	static const char *const names[] = { "tool_approval", "inquiry" };

	/* 0, which is not one of them, is RESPOND_NONE. */
	return (enum respond_kind)member_name(member, names, ARRAY_SIZE(names));
}

int member_check_once(struct slice object, struct strbuf *err)
{
	struct json_walk walk = json_walk_begin(object);
	struct strmap seen = STRMAP_INIT;
	struct json_member m;
	int ret = 0;

	while (!ret && walk.object && json_walk_next(&walk, &m)) {
		struct strbuf key = STRBUF_INIT;

		json_string_add(&key, json_quoted_key(m.key));
		if (strmap_put(&seen, strbuf_slice(&key), &seen)) {
			strbuf_setf(err, "`%.80s` is there twice", key.buf);
			ret = -1;
		}
		strbuf_release(&key);
	}
	strmap_release(&seen);
	return ret;
}

char *member_line_type(struct slice line, struct strbuf *err)
{
	struct json_member member;

	if (json_check(line, NULL, err))
		return NULL;
	if (json_type_of(line) != JSON_OBJECT) {
		strbuf_setf(err, "it is not a JSON object");
		return NULL;
	}
	if (!json_find(line, "type", &member) || member.type != JSON_STRING) {
		strbuf_setf(err, "it has no type");
		return NULL;
	}
	return member_text(&member);
}
