#include "config.h"

#include "proto/event-check.h"

#include <string.h>

#include "proto/json-strict.h"
#include "proto/member.h"
#include "src/base/timestamp.h"
#include "src/base/xalloc.h"

/* Members of the event types that may be pushed. */
struct member_rule {
	enum event_kind kind;
	const char *key;
	unsigned types; /* bit per enum json_type */
	bool required;
};

#define STRING (1u << JSON_STRING)
#define BOOL   (1u << JSON_TRUE | 1u << JSON_FALSE)
#define NUMBER (1u << JSON_NUMBER)
#define OBJECT (1u << JSON_OBJECT)
#define ARRAY  (1u << JSON_ARRAY)
#define NIL    (1u << JSON_NULL)
#define ANY    (STRING | BOOL | NUMBER | OBJECT | ARRAY | NIL)

static const struct member_rule RULES[] = {
	{ EVENT_CHAT_REQUEST, "content", STRING, true },
	{ EVENT_CHAT_REQUEST, "author", STRING | NIL, false },
	{ EVENT_CHAT_REQUEST, "schema", OBJECT | NIL, false },
	{ EVENT_CHAT_RESPONSE, "message", STRING, false },
	{ EVENT_CHAT_RESPONSE, "reasoning", STRING, false },
	{ EVENT_TOOL_CALL_REQUEST, "id", STRING, true },
	{ EVENT_TOOL_CALL_REQUEST, "name", STRING, true },
	{ EVENT_TOOL_CALL_REQUEST, "arguments", OBJECT, true },
	{ EVENT_TOOL_CALL_RESPONSE, "id", STRING, true },
	{ EVENT_TOOL_CALL_RESPONSE, "content", STRING, true },
	{ EVENT_TOOL_CALL_RESPONSE, "is_error", BOOL, true },
	{ EVENT_INQUIRY_REQUEST, "id", STRING, true },
	{ EVENT_INQUIRY_REQUEST, "source", OBJECT, true },
	{ EVENT_INQUIRY_REQUEST, "question", OBJECT, true },
	{ EVENT_INQUIRY_RESPONSE, "id", STRING, true },
	{ EVENT_INQUIRY_RESPONSE, "answer", ANY, true },
	{ EVENT_CONFIG_DELTA, "delta", OBJECT, true },
	{ EVENT_COMPACTION, "from_turn", NUMBER, true },
	{ EVENT_COMPACTION, "to_turn", NUMBER, true },
	{ EVENT_COMPACTION, "summary", OBJECT | NIL, false },
	{ EVENT_COMPACTION, "reasoning", STRING | NIL, false },
	{ EVENT_COMPACTION, "tool_calls", OBJECT | NIL, false },
};

static int check_time(struct slice event, struct strbuf *err)
{
	struct strbuf text = STRBUF_INIT;
	struct json_member member;
	int ret = 0;

	if (json_find(event, "timestamp", &member) &&
	    (!json_string_add(&text, member.value) ||
	     timestamp_parse(strbuf_slice(&text)) == TIMESTAMP_NONE)) {
		strbuf_setf(err, "`timestamp` is not a time");
		ret = -1;
	}
	strbuf_release(&text);
	return ret;
}

static int check_members(struct slice event, enum event_kind kind,
			 struct strbuf *err)
{
	struct json_member member;

	for (size_t i = 0; i < sizeof(RULES) / sizeof(RULES[0]); i++) {
		const struct member_rule *rule = &RULES[i];
		bool there;

		if (rule->kind != kind)
			continue;
		there = json_find(event, rule->key, &member);
		if (!there && !rule->required)
			continue;
		if (!there || !(rule->types >> member.type & 1)) {
			strbuf_setf(err, "`%s` is %s", rule->key,
				    there ? "of the wrong type" : "missing");
			return -1;
		}
	}
	if (json_find(event, "metadata", &member) &&
	    member.type != JSON_OBJECT) {
		strbuf_setf(err, "`metadata` is of the wrong type");
		return -1;
	}
	return check_time(event, err);
}

static int wrong(const char *key, const char *what, struct strbuf *err)
{
	strbuf_setf(err, "`%s` is %s", key, what);
	return -1;
}

/* Find the member: present (if required), once, and of one of `types`. */
static int check_member(struct slice object, const char *key, unsigned types,
			struct json_member *member, struct strbuf *err)
{
	if (!json_find(object, key, member))
		return wrong(key, "missing", err);
	if (!(types >> member->type & 1))
		return wrong(key, "of the wrong type", err);
	return member->type == JSON_OBJECT
		       ? member_check_once(member->value, err)
		       : 0;
}

static bool is_one_of(const struct json_member *member,
		      const char *const *words, size_t count)
{
	return member_name(member, words, count) != 0;
}

/* `{"source":"tool","name":…}`, `"assistant"` and so on. */
static int check_source(struct slice source, struct strbuf *err)
{
	static const char *const plain[] = { "assistant", "user" };
	static const char *const named[] = { "tool", "other" };
	struct json_member member;

	if (member_check_once(source, err) ||
	    check_member(source, "source", STRING, &member, err))
		return -1;
	if (is_one_of(&member, plain, ARRAY_SIZE(plain)))
		return 0;
	if (!is_one_of(&member, named, ARRAY_SIZE(named)))
		return wrong("source", "none that jp knows", err);
	return check_member(source, "name", STRING, &member, err);
}

static int check_options(struct slice type, struct strbuf *err)
{
	struct json_member options, option, member;
	struct json_walk walk;
	bool any = false;

	if (check_member(type, "options", ARRAY, &options, err))
		return -1;
	walk = json_walk_begin(options.value);
	while (json_walk_next(&walk, &option)) {
		any = true;
		if (option.type != JSON_OBJECT)
			return wrong("options", "of the wrong type", err);
		if (member_check_once(option.value, err) ||
		    check_member(option.value, "value", ANY, &member, err))
			return -1;
		if (json_find(option.value, "description", &member) &&
		    !((STRING | NIL) >> member.type & 1))
			return wrong("description", "of the wrong type", err);
	}
	return any ? 0 : wrong("options", "empty", err);
}

static int check_inquiry(struct slice event, struct strbuf *err)
{
	static const char *const plain[] = { "boolean", "text" };
	struct json_member source, question, type, member;

	json_find(event, "source", &source);
	json_find(event, "question", &question);
	if (check_source(source.value, err) ||
	    member_check_once(question.value, err) ||
	    check_member(question.value, "text", STRING, &member, err) ||
	    check_member(question.value, "answer_type", OBJECT, &type, err) ||
	    check_member(type.value, "type", STRING, &member, err))
		return -1;
	if (is_one_of(&member, plain, ARRAY_SIZE(plain)))
		return 0;
	if (json_string_is(member.value, "select"))
		return check_options(type.value, err);
	return wrong("answer_type", "none that jp knows", err);
}

static bool is_turn_number(struct slice event, const char *key)
{
	struct json_member member;
	int64_t number;

	return json_find(event, key, &member) &&
	       json_int64(member.value, &number) && number >= 0 &&
	       !memchr(member.value.ptr, '-', member.value.len);
}

static int check_policy(struct slice calls, struct strbuf *err)
{
	struct json_member member;

	if (member_check_once(calls, err) ||
	    check_member(calls, "policy", STRING, &member, err))
		return -1;
	if (json_string_is(member.value, "omit"))
		return 0;
	if (!json_string_is(member.value, "strip"))
		return wrong("policy", "none that jp knows", err);
	if (check_member(calls, "request", BOOL, &member, err))
		return -1;
	return check_member(calls, "response", BOOL, &member, err);
}

static int check_compaction(struct slice event, struct strbuf *err)
{
	struct json_member member, text;

	if (!is_turn_number(event, "from_turn"))
		return wrong("from_turn", "no number of a turn", err);
	if (!is_turn_number(event, "to_turn"))
		return wrong("to_turn", "no number of a turn", err);
	if (json_find(event, "summary", &member) &&
	    member.type == JSON_OBJECT &&
	    (member_check_once(member.value, err) ||
	     check_member(member.value, "summary", STRING, &text, err)))
		return -1;
	if (json_find(event, "reasoning", &member) &&
	    member.type == JSON_STRING &&
	    !json_string_is(member.value, "strip"))
		return wrong("reasoning", "none that jp knows", err);
	if (json_find(event, "tool_calls", &member) &&
	    member.type == JSON_OBJECT)
		return check_policy(member.value, err);
	return 0;
}

static int check_shape(struct slice event, enum event_kind kind,
		       struct strbuf *err)
{
	static const char *const parts[] = { "message", "reasoning", "data" };
	struct json_member member;
	int found = 0;

	if (kind == EVENT_CHAT_RESPONSE) {
		for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
			found += json_find(event, parts[i], &member);
		if (found != 1) {
			strbuf_setf(err, "a chat_response has exactly one of "
					 "`message`, `reasoning` and `data`");
			return -1;
		}
	}
	if (check_members(event, kind, err))
		return -1;
	if (kind == EVENT_INQUIRY_REQUEST)
		return check_inquiry(event, err);
	return kind == EVENT_COMPACTION ? check_compaction(event, err) : 0;
}

/* The others are only on the wire. jp passes on kinds that it does not know. */
static bool is_stored(enum event_kind kind)
{
	return kind < EVENT_QUERY_COMPLETE;
}

int event_check_stored(struct slice event, struct strbuf *err)
{
	struct strbuf type = STRBUF_INIT;
	struct event_peek peek;

	if (json_strict_check(event, JSON_AROUND_EVENT, err))
		return -1;
	if (!event_peek(&peek, event)) {
		strbuf_setf(err, "it has no `type`");
		return -1;
	}
	if (!is_stored(peek.kind)) {
		json_string_add(&type, peek.type);
		strbuf_setf(err, "events of type `%.80s` are not stored",
			    type.buf);
		strbuf_release(&type);
		return -1;
	}
	if (member_check_once(event, err))
		return -1;
	return check_shape(event, peek.kind, err);
}
