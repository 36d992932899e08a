#include "config.h"

#include <string.h>

#include "proto/json-scan.h"
#include "src/base/timestamp.h"
#include "src/jphost/serve/session-conversation.h"

/* What must be there, in every event of a type that may be pushed. */
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
	{ EVENT_TOOL_CALL_RESPONSE, "content", STRING | ARRAY, true },
	{ EVENT_TOOL_CALL_RESPONSE, "is_error", BOOL, true },
	{ EVENT_INQUIRY_REQUEST, "id", STRING, true },
	{ EVENT_INQUIRY_REQUEST, "question", STRING | OBJECT, true },
	{ EVENT_INQUIRY_RESPONSE, "id", STRING, true },
	{ EVENT_CONFIG_DELTA, "delta", OBJECT, true },
	{ EVENT_COMPACTION, "from_turn", NUMBER, true },
	{ EVENT_COMPACTION, "to_turn", NUMBER, true },
};

/* Where in its turn a conversation stands. */
enum turn_place {
	PLACE_OUTSIDE, /* no turn, or one that has its answer */
	PLACE_INSIDE,
};

static enum turn_place place_after(enum turn_place place,
				   const struct event_peek *peek)
{
	switch (peek->kind) {
	case EVENT_TURN_START:
	case EVENT_CHAT_REQUEST:
	case EVENT_TOOL_CALL_REQUEST:
	case EVENT_TOOL_CALL_RESPONSE:
	case EVENT_INQUIRY_REQUEST:
	case EVENT_INQUIRY_RESPONSE:
		return PLACE_INSIDE;
	case EVENT_CHAT_RESPONSE:
		/* Thinking is not yet an answer. */
		return peek->part == CHAT_REASONING ? place : PLACE_OUTSIDE;
	default:
		return place;
	}
}

static int check_time(struct slice event, struct strbuf *err)
{
	struct strbuf text = STRBUF_INIT;
	struct json_member member;
	int ret = 0;

	if (json_find(event, "timestamp", &member) &&
	    (!json_string_add(&text, member.value) ||
	     timestamp_parse(strbuf_slice(&text)) == TIMESTAMP_NONE)) {
		strbuf_setf(err, "`timestamp` is no time");
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
	if (kind == EVENT_INQUIRY_RESPONSE &&
	    !json_find(event, "answer", &member) &&
	    !json_find(event, "outcome", &member)) {
		strbuf_setf(err, "`answer` is missing");
		return -1;
	}
	return check_members(event, kind, err);
}

/* The ids of requests so far. */
struct known {
	struct strmap tools, inquiries;
};

static void learn(struct known *known, const struct event_peek *peek)
{
	struct strbuf id = STRBUF_INIT;

	if (peek->kind == EVENT_TOOL_CALL_REQUEST &&
	    json_string_add(&id, peek->id))
		strmap_put(&known->tools, strbuf_slice(&id), known);
	if (peek->kind == EVENT_INQUIRY_REQUEST &&
	    json_string_add(&id, peek->id))
		strmap_put(&known->inquiries, strbuf_slice(&id), known);
	strbuf_release(&id);
}

static int check_reference(const struct known *known,
			   const struct event_peek *peek, struct strbuf *err)
{
	struct strbuf id = STRBUF_INIT;
	int ret = 0;

	json_string_add(&id, peek->id);
	if (peek->kind == EVENT_TOOL_CALL_RESPONSE &&
	    !strmap_get(&known->tools, strbuf_slice(&id))) {
		strbuf_setf(err,
			    "ToolCallResponse references unknown "
			    "request ID `%.200s`",
			    id.buf);
		ret = -1;
	} else if (peek->kind == EVENT_INQUIRY_RESPONSE &&
		   !strmap_get(&known->inquiries, strbuf_slice(&id))) {
		strbuf_setf(err,
			    "InquiryResponse references unknown "
			    "request ID `%.200s`",
			    id.buf);
		ret = -1;
	}
	strbuf_release(&id);
	return ret;
}

/* Kinds that jp stores; the others live on the wire only. */
static bool is_stored(enum event_kind kind)
{
	return kind != EVENT_UNKNOWN && kind < EVENT_QUERY_COMPLETE;
}

static int check_one(const struct known *known, struct slice event,
		     struct event_peek *peek, enum turn_place place, bool first,
		     bool *inject, struct strbuf *err)
{
	struct strbuf type = STRBUF_INIT;

	if (!event_peek(peek, event)) {
		strbuf_setf(err, "it has no `type`");
		return -1;
	}
	if (!is_stored(peek->kind)) {
		json_string_add(&type, peek->type);
		strbuf_setf(err, "events of type `%.80s` are not stored",
			    type.buf);
		strbuf_release(&type);
		return -1;
	}
	if (peek->kind == EVENT_CHAT_REQUEST && place == PLACE_OUTSIDE) {
		if (!first) {
			strbuf_setf(err, "ChatRequest is not preceded by a "
					 "TurnStart");
			return -1;
		}
		*inject = true;
	}
	if (check_shape(event, peek->kind, err))
		return -1;
	return check_reference(known, peek, err);
}

int host_check_push(const struct history *history, struct slice events,
		    size_t *count, bool *inject, struct strbuf *err)
{
	struct known known = { STRMAP_INIT, STRMAP_INIT };
	enum turn_place place = PLACE_OUTSIDE;
	struct json_walk walk = json_walk_begin(events);
	struct strbuf why = STRBUF_INIT;
	struct json_member member;
	struct event_peek peek;
	int ret = -1;

	*count = 0;
	*inject = false;
	for (size_t i = 0; i < history->count; i++) {
		if (!event_peek(&peek, history->events[i]))
			continue;
		place = place_after(place, &peek);
		learn(&known, &peek);
	}
	if (json_type_of(events) != JSON_ARRAY) {
		strbuf_setf(err, "`events` is no array");
		goto out;
	}
	while (json_walk_next(&walk, &member)) {
		if (check_one(&known, member.value, &peek, place, !*count,
			      inject, &why)) {
			strbuf_setf(err, "%s (event %zu)", why.buf, *count + 1);
			goto out;
		}
		place = place_after(place, &peek);
		learn(&known, &peek);
		++*count;
	}
	ret = 0;
out:
	strmap_release(&known.tools);
	strmap_release(&known.inquiries);
	strbuf_release(&why);
	return ret;
}
