#include "config.h"

#include "src/jphost/provider/projection.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "src/base/xalloc.h"

/* The compaction of one turn. The slices point into the history. */
struct policy {
	struct slice summary; /* raw string, or empty */
	size_t summary_by;    /* index of the event it is from */
	bool strip_reasoning;
	bool omit_calls, strip_requests, strip_responses;
	int64_t summary_at, reasoning_at, calls_at;
};

void projection_release(struct projection *projection)
{
	for (size_t i = 0; i < projection->count; i++)
		event_release(&projection->events[i].event);
	free(projection->events);
}

/* --- Policies --- */

static void take_calls(struct policy *policy, struct slice calls, int64_t at)
{
	struct json_member member;
	bool omit;

	if (json_type_of(calls) != JSON_OBJECT || at < policy->calls_at)
		return;
	json_find(calls, "policy", &member);
	omit = json_string_is(member.value, "omit");
	policy->calls_at = at;
	policy->omit_calls = omit;
	json_find(calls, "request", &member);
	policy->strip_requests = !omit && member.type == JSON_TRUE;
	json_find(calls, "response", &member);
	policy->strip_responses = !omit && member.type == JSON_TRUE;
}

static void take_compaction(struct policy *policy, struct slice raw,
			    size_t index, int64_t at)
{
	struct json_member member;

	if (json_find_path(raw, &member, "summary", "summary", NULL) &&
	    member.type == JSON_STRING && at >= policy->summary_at) {
		policy->summary = member.value;
		policy->summary_by = index;
		policy->summary_at = at;
	}
	if (json_find(raw, "reasoning", &member) &&
	    member.type == JSON_STRING && at >= policy->reasoning_at) {
		policy->strip_reasoning = json_string_is(member.value, "strip");
		policy->reasoning_at = at;
	}
	if (json_find(raw, "tool_calls", &member))
		take_calls(policy, member.value, at);
}

static bool turn_number(struct slice raw, const char *key, size_t *turn)
{
	struct json_member member;
	int64_t number;

	if (!json_find(raw, key, &member) ||
	    !json_int64(member.value, &number) || number < 0)
		return false;
	*turn = (size_t)number;
	return true;
}

static void read_policies(struct policy *policies,
			  const struct projection *projection,
			  const struct history *history)
{
	for (size_t t = 0; t <= projection->last_turn; t++)
		policies[t].summary_at = policies[t].reasoning_at =
			policies[t].calls_at = INT64_MIN;
	for (size_t i = 0; i < history->count; i++) {
		struct slice raw = history->events[i];
		struct event event = EVENT_INIT;
		struct strbuf err = STRBUF_INIT;
		struct event_peek peek;
		size_t from, to;

		/* Compactions are rare, and decoding every event is costly. */
		if (!event_peek(&peek, raw) || peek.kind != EVENT_COMPACTION)
			continue;
		if (!event_decode(&event, raw, &err) &&
		    turn_number(raw, "from_turn", &from) &&
		    turn_number(raw, "to_turn", &to)) {
			for (size_t t = from;
			     t <= to && t <= projection->last_turn; t++)
				take_compaction(&policies[t], raw, i,
						event.at_ms);
		}
		event_release(&event);
		strbuf_release(&err);
	}
}

/* --- Events --- */

static bool is_shown(enum event_kind kind)
{
	return kind == EVENT_CHAT_REQUEST || kind == EVENT_CHAT_RESPONSE ||
	       kind == EVENT_TOOL_CALL_REQUEST ||
	       kind == EVENT_TOOL_CALL_RESPONSE;
}

/* Whether jp counts this as an event of a conversation. */
static bool opens_turn(enum event_kind kind)
{
	return kind != EVENT_UNKNOWN && kind != EVENT_CONFIG_DELTA &&
	       kind != EVENT_COMPACTION;
}

static struct projected *add(struct projection *projection, size_t turn)
{
	const struct event empty = EVENT_INIT;
	struct projected *to;

	ALLOC_GROW(projection->events, projection->count + 1, projection->cap);
	to = &projection->events[projection->count++];
	to->event = empty;
	to->kept = (struct slice)SLICE_INIT;
	to->turn = turn;
	return to;
}

static void decode_all(struct projection *projection,
		       const struct history *history)
{
	bool any = false;
	size_t turn = 0;

	for (size_t i = 0; i < history->count; i++) {
		struct event event = EVENT_INIT;
		struct strbuf err = STRBUF_INIT;
		struct json_member member;
		struct projected *to;

		if (event_decode(&event, history->events[i], &err)) {
			strbuf_release(&err);
			continue;
		}
		if (event.kind == EVENT_TURN_START && any)
			turn++;
		any = any || opens_turn(event.kind);
		if (!is_shown(event.kind)) {
			event_release(&event);
			continue;
		}
		to = add(projection, turn);
		to->event = event;
		if (json_find_path(history->events[i], &member, "metadata",
				   "jphost", NULL))
			to->kept = member.value;
	}
	projection->last_turn = turn;
}

static void set_text(struct event *event, struct slice text)
{
	free(event->text);
	event->text = xmemdupz(text.ptr, text.len);
	event->text_len = text.len;
}

static const char *name_of_call(const struct projection *from, const char *id)
{
	for (size_t i = from->count; id && i > 0; i--) {
		const struct event *event = &from->events[i - 1].event;

		if (event->kind == EVENT_TOOL_CALL_REQUEST && event->id &&
		    event->name && !strcmp(event->id, id))
			return event->name;
	}
	return "unknown";
}

static void strip_response(struct event *event, const struct projection *from)
{
	struct strbuf line = STRBUF_INIT;

	strbuf_addf(&line, "[compacted] %s: %s", name_of_call(from, event->id),
		    event->is_error ? "error" : "success");
	set_text(event, strbuf_slice(&line));
	strbuf_release(&line);
}

static bool is_dropped(const struct event *event, const struct policy *policy)
{
	if (event->kind == EVENT_CHAT_RESPONSE)
		return policy->strip_reasoning && event->part == CHAT_REASONING;
	return policy->omit_calls && event->kind != EVENT_CHAT_REQUEST;
}

static void add_summary(struct projection *out, const struct policy *policy,
			size_t turn)
{
	struct strbuf text = STRBUF_INIT;
	struct event *event;

	event = &add(out, turn)->event;
	event->kind = EVENT_CHAT_REQUEST;
	set_text(event, SLICE("[Summary of previous conversation]"));
	json_string_add(&text, policy->summary);
	event = &add(out, turn)->event;
	event->kind = EVENT_CHAT_RESPONSE;
	event->part = CHAT_MESSAGE;
	set_text(event, strbuf_slice(&text));
	strbuf_release(&text);
}

/* True once for each run of turns that share a summary. */
static bool begins_summary(const struct policy *policies, size_t turn,
			   size_t *told)
{
	bool begins =
		!turn || !policies[turn - 1].summary.len ||
		policies[turn - 1].summary_by != policies[turn].summary_by;

	if (!begins || *told == turn + 1)
		return false;
	*told = turn + 1;
	return true;
}

/* Keep its id and name here: results refer to them. */
static void move(struct projection *out, struct projected *from)
{
	struct projected *to = add(out, from->turn);

	*to = *from;
	from->event = (struct event)EVENT_INIT;
	from->event.kind = to->event.kind;
	if (to->event.id)
		from->event.id = xstrdup(to->event.id);
	if (to->event.name)
		from->event.name = xstrdup(to->event.name);
}

static void apply(struct projection *out, struct projection *from,
		  const struct policy *policies)
{
	size_t told = 0; /* the turn after the last one with a summary */

	for (size_t i = 0; i < from->count; i++) {
		struct projected *one = &from->events[i];
		const struct policy *policy = &policies[one->turn];

		if (policy->summary.len) {
			if (begins_summary(policies, one->turn, &told))
				add_summary(out, policy, one->turn);
			continue;
		}
		if (is_dropped(&one->event, policy))
			continue;
		if (policy->strip_requests &&
		    one->event.kind == EVENT_TOOL_CALL_REQUEST) {
			free(one->event.arguments);
			one->event.arguments = xstrdup("{}");
		}
		if (policy->strip_responses &&
		    one->event.kind == EVENT_TOOL_CALL_RESPONSE)
			strip_response(&one->event, from);
		move(out, one);
	}
}

void projection_make(struct projection *projection,
		     const struct history *history)
{
	struct projection all = { NULL, 0, 0, 0 };
	struct policy *policies;

	decode_all(&all, history);
	policies = xcalloc(all.last_turn + 1, sizeof(*policies));
	read_policies(policies, &all, history);
	*projection = (struct projection){ NULL, 0, 0, all.last_turn };
	apply(projection, &all, policies);
	projection_release(&all);
	free(policies);
}
