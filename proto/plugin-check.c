#include "config.h"

#include "proto/plugin-check.h"

#include <stdbool.h>
#include <string.h>

#include "proto/json-scan.h"
#include "proto/json-strict.h"
#include "src/base/xalloc.h"

#define MEMBERS_MAX 8

enum kind { KIND_TEXT, KIND_TEXTS, KIND_OBJECT, KIND_CODE };

/* Whether a member may be missing. */
enum need {
	NEED_MUST,
	NEED_MAY_BE_NULL, /* an Option: missing or null */
	NEED_MAY_MISS,    /* it has a default, but null is invalid */
};

static const struct message {
	const char *type;
	struct expected {
		const char *name;
		enum kind kind;
		enum need need;
	} members[MEMBERS_MAX];
} MESSAGES[] = {
	{ "ready", { { NULL, KIND_TEXT, NEED_MUST } } },
	{ "list_conversations", { { "id", KIND_TEXT, NEED_MAY_BE_NULL } } },
	{ "read_events",
	  { { "id", KIND_TEXT, NEED_MAY_BE_NULL },
	    { "conversation", KIND_TEXT, NEED_MUST } } },
	{ "read_config",
	  { { "id", KIND_TEXT, NEED_MAY_BE_NULL },
	    { "path", KIND_TEXT, NEED_MAY_BE_NULL } } },
	{ "print",
	  { { "text", KIND_TEXT, NEED_MUST },
	    { "channel", KIND_TEXT, NEED_MAY_MISS },
	    { "format", KIND_TEXT, NEED_MAY_MISS },
	    { "language", KIND_TEXT, NEED_MAY_BE_NULL } } },
	{ "log",
	  { { "level", KIND_TEXT, NEED_MUST },
	    { "message", KIND_TEXT, NEED_MUST },
	    { "fields", KIND_OBJECT, NEED_MAY_MISS } } },
	{ "describe",
	  { { "name", KIND_TEXT, NEED_MUST },
	    { "version", KIND_TEXT, NEED_MUST },
	    { "description", KIND_TEXT, NEED_MUST },
	    { "command", KIND_TEXTS, NEED_MAY_MISS },
	    { "author", KIND_TEXT, NEED_MAY_BE_NULL },
	    { "help", KIND_TEXT, NEED_MAY_BE_NULL },
	    { "repository", KIND_TEXT, NEED_MAY_BE_NULL } } },
	{ "exit",
	  { { "code", KIND_CODE, NEED_MUST },
	    { "reason", KIND_TEXT, NEED_MAY_BE_NULL } } },
};

static const char *const kind_names[] = {
	[KIND_TEXT] = "a string",
	[KIND_TEXTS] = "an array of strings",
	[KIND_OBJECT] = "an object",
	[KIND_CODE] = "a whole number from 0 to 255",
};

/* Digits only: to serde, 3.0 and 3e0 are not integers. */
static bool is_code(struct slice value)
{
	int64_t code;

	for (size_t i = 0; i < value.len; i++) {
		if (value.ptr[i] < '0' || value.ptr[i] > '9')
			return false;
	}
	return json_int64(value, &code) && code <= 255;
}

static bool is_kind(const struct json_member *member, enum kind kind)
{
	struct json_walk walk = json_walk_begin(member->value);
	struct json_member item;

	switch (kind) {
	case KIND_TEXT:
		return member->type == JSON_STRING;
	case KIND_OBJECT:
		return member->type == JSON_OBJECT;
	case KIND_CODE:
		return member->type == JSON_NUMBER && is_code(member->value);
	case KIND_TEXTS:
		break;
	}
	while (json_walk_next(&walk, &item)) {
		if (item.type != JSON_STRING)
			return false;
	}
	return member->type == JSON_ARRAY;
}

/*
 * Find the member of that name, in any spelling of its key; returns how many
 * there are.
 */
static size_t find_all(struct slice line, const char *name,
		       struct json_member *found)
{
	struct json_walk walk = json_walk_begin(line);
	struct json_member member;
	size_t count = 0;

	while (json_walk_next(&walk, &member)) {
		if (!json_string_is(json_quoted_key(member.key), name))
			continue;
		*found = member;
		count++;
	}
	return count;
}

static int check_member(struct slice line, const struct expected *expected,
			struct strbuf *err)
{
	struct json_member member;
	size_t count = find_all(line, expected->name, &member);

	if (count > 1) {
		strbuf_setf(err, "'%s' is there twice", expected->name);
		return -1;
	}
	if (!count && expected->need == NEED_MUST) {
		strbuf_setf(err, "'%s' is missing", expected->name);
		return -1;
	}
	if (!count ||
	    (member.type == JSON_NULL && expected->need == NEED_MAY_BE_NULL) ||
	    is_kind(&member, expected->kind))
		return 0;
	strbuf_setf(err, "'%s' is not %s", expected->name,
		    kind_names[expected->kind]);
	return -1;
}

static int check_members(struct slice line, const struct message *message,
			 struct strbuf *err)
{
	for (size_t i = 0; i < MEMBERS_MAX && message->members[i].name; i++) {
		if (check_member(line, &message->members[i], err))
			return -1;
	}
	return 0;
}

enum plugin_check plugin_check_line(struct slice line, struct strbuf *err)
{
	const struct expected must = { "type", KIND_TEXT, NEED_MUST };
	struct strbuf type = STRBUF_INIT;
	struct json_member member;

	if (json_strict_check(line, 0, err))
		return PLUGIN_CHECK_REFUSED;
	if (json_type_of(line) != JSON_OBJECT) {
		strbuf_setf(err, "it is not an object");
		return PLUGIN_CHECK_REFUSED;
	}
	if (check_member(line, &must, err))
		return PLUGIN_CHECK_REFUSED;
	find_all(line, "type", &member);
	for (size_t i = 0; i < ARRAY_SIZE(MESSAGES); i++) {
		if (json_string_is(member.value, MESSAGES[i].type))
			return check_members(line, &MESSAGES[i], err)
				       ? PLUGIN_CHECK_REFUSED
				       : PLUGIN_CHECK_TAKEN;
	}
	json_string_add(&type, member.value);
	strbuf_setf(err, "there is no '%.100s' in protocol 1", type.buf);
	strbuf_release(&type);
	return PLUGIN_CHECK_NEWER;
}
