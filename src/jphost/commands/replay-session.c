#include "config.h"

#include "src/jphost/commands/replay-session.h"

#include <stdlib.h>
#include <string.h>

#include "proto/event.h"
#include "proto/host-message.h"
#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/clock.h"
#include "src/base/trace.h"
#include "src/base/xalloc.h"

#define OUT_MAX ((size_t)1 << 30)
/*
 * How long to wait for a recorded request, and before a request is answered
 * that is not in the recording.
 */
#define ASKED_MS 1000
#define EXTRA_MS 300

/* A recorded request, and the dashboard's request that matches it. */
struct asked {
	char *key;
	char *id; /* NULL: none */
};

/* Two requests with the same key match. */
static void add_key(struct strbuf *out, const struct plugin_message *msg)
{
	strbuf_addf(out, "%s %s", plugin_message_type_name(msg->type),
		    msg->conversation ? msg->conversation : "");
}

static bool is_key(const struct plugin_message *msg, const char *key)
{
	struct strbuf own = STRBUF_INIT;
	bool same;

	add_key(&own, msg);
	same = !strcmp(own.buf, key);
	strbuf_release(&own);
	return same;
}

static bool string_of(struct strbuf *out, struct slice line, const char *key,
		      struct json_member *m)
{
	return json_find(line, key, m) && json_string_add(out, m->value);
}

static void free_asked(struct asked *asked)
{
	if (!asked)
		return;
	free(asked->key);
	free(asked->id);
	free(asked);
}

static void forget_ids(struct replay_session *s)
{
	const struct strmap_entry *entry;
	size_t pos = 0;

	while ((entry = strmap_next(&s->ids, &pos)))
		free_asked(entry->value);
	strmap_release(&s->ids);
}

/* Match a recorded request to one of the dashboard (NULL: to none). */
static void set_asked(struct replay_session *s,
		      const struct plugin_message *recorded, const char *id)
{
	struct asked *asked = xcalloc(1, sizeof(*asked));
	struct strbuf key = STRBUF_INIT;

	add_key(&key, recorded);
	asked->key = strbuf_detach(&key);
	asked->id = id ? xstrdup(id) : NULL;
	free_asked(strmap_put(&s->ids, slice_str(recorded->id), asked));
}

/* Find the first answer to each request; later ones replace it in play. */
static void find_answers(struct replay_session *s)
{
	for (size_t i = 0; i < s->recording->count; i++) {
		struct recording_step *step = &s->recording->steps[i];
		struct plugin_message msg = PLUGIN_MESSAGE_INIT;
		struct strbuf id = STRBUF_INIT;
		const struct asked *asked;
		struct json_member m;

		if (step->kind == RECORDING_HEARS) {
			if (!plugin_message_decode(&msg, step->line, &id) &&
			    msg.id)
				set_asked(s, &msg, NULL);
		} else if (string_of(&id, step->line, "id", &m)) {
			asked = strmap_get(&s->ids, strbuf_slice(&id));
			if (asked &&
			    !strmap_get(&s->answers, slice_str(asked->key)))
				strmap_put(&s->answers, slice_str(asked->key),
					   step);
		}
		plugin_message_release(&msg);
		strbuf_release(&id);
	}
	forget_ids(s);
}

void replay_session_init(struct replay_session *session,
			 const struct recording *recording, double speed,
			 int64_t now_ms)
{
	*session = (struct replay_session){ .recording = recording,
					    .speed = speed,
					    .start_ms = now_ms,
					    .blocked_ms = -1 };
	outbox_init(&session->out, OUT_MAX);
	find_answers(session);
}

static void drop_request(struct replay_session *s, size_t i)
{
	plugin_message_release(&s->requests[i].msg);
	memmove(s->requests + i, s->requests + i + 1,
		(s->request_count - i - 1) * sizeof(*s->requests));
	s->request_count--;
}

static void drop_sub(struct replay_session *s, const char *sub_id)
{
	for (size_t i = 0; i < s->sub_count; i++) {
		if (strcmp(s->subs[i].sub_id, sub_id) != 0)
			continue;
		free(s->subs[i].sub_id);
		free(s->subs[i].conversation);
		s->subs[i] = s->subs[--s->sub_count];
		return;
	}
}

void replay_session_release(struct replay_session *session)
{
	const struct strmap_entry *entry;
	size_t pos = 0;

	outbox_release(&session->out);
	while (session->request_count)
		drop_request(session, 0);
	free(session->requests);
	while (session->sub_count)
		drop_sub(session, session->subs[0].sub_id);
	free(session->subs);
	forget_ids(session);
	while ((entry = strmap_next(&session->sub_ids, &pos)))
		free(entry->value);
	strmap_release(&session->sub_ids);
	strmap_release(&session->answers);
	free(session->reason);
}

void replay_session_skip(struct replay_session *session, int64_t at_ms)
{
	const struct recording *recording = session->recording;

	session->start_ms -= at_ms;
	for (size_t i = 0; i + 1 < recording->count; i++) {
		if (recording->steps[i].kind == RECORDING_GONE &&
		    (recording->steps[i].at_ms < at_ms || session->speed == 0))
			session->at = i + 1;
	}
}

static void add_sub(struct replay_session *s, const struct plugin_message *msg,
		    bool extra)
{
	if (!msg->sub_id || !msg->conversation)
		return;
	ALLOC_GROW(s->subs, s->sub_count + 1, s->sub_cap);
	s->subs[s->sub_count++] =
		(struct replay_sub){ xstrdup(msg->sub_id),
				     xstrdup(msg->conversation), extra };
}

/* --- Lines to the dashboard. --- */

static void push(struct replay_session *s, struct slice line)
{
	struct strbuf whole = STRBUF_INIT;

	strbuf_addslice(&whole, line);
	strbuf_addch(&whole, '\n');
	trace_bytes(TRACE_HOST, ">", line);
	outbox_push(&s->out, strbuf_slice(&whole), OUTBOX_NORMAL);
	strbuf_release(&whole);
}

/* Append the line with another string as a member's value. */
static void add_with(struct strbuf *out, struct slice line, const char *key,
		     const char *text)
{
	struct json_member m;
	const char *behind;

	if (!text || !json_find(line, key, &m)) {
		strbuf_addslice(out, line);
		return;
	}
	behind = m.value.ptr + m.value.len;
	strbuf_add(out, line.ptr, (size_t)(m.value.ptr - line.ptr));
	json_write_string(out, slice_str(text));
	strbuf_add(out, behind, line.len - (size_t)(behind - line.ptr));
}

static void push_with(struct replay_session *s, struct slice line,
		      const char *key, const char *text)
{
	struct strbuf out = STRBUF_INIT;

	add_with(&out, line, key, text);
	push(s, strbuf_slice(&out));
	strbuf_release(&out);
}

/*
 * Send an event to the dashboard's subscription that matches the recorded one,
 * and to its additional ones in the conversation.
 */
static void push_event(struct replay_session *s, struct slice line,
		       struct slice recorded)
{
	const char *sub_id = strmap_get(&s->sub_ids, recorded);
	const char *conversation = NULL;

	for (size_t i = 0; sub_id && i < s->sub_count; i++) {
		if (strcmp(s->subs[i].sub_id, sub_id) != 0)
			continue;
		conversation = s->subs[i].conversation;
		push_with(s, line, "sub_id", sub_id);
	}
	for (size_t i = 0; conversation && i < s->sub_count; i++) {
		if (s->subs[i].extra &&
		    !strcmp(s->subs[i].conversation, conversation))
			push_with(s, line, "sub_id", s->subs[i].sub_id);
	}
}

/* Send an answer, with the id of the dashboard's subscription. */
static void push_answer(struct replay_session *s, struct slice line,
			const struct asked *asked)
{
	struct strbuf sub = STRBUF_INIT, out = STRBUF_INIT;
	struct json_member m;

	add_with(&out, line, "id", asked->id);
	if (string_of(&sub, line, "sub_id", &m))
		push_with(s, strbuf_slice(&out), "sub_id",
			  strmap_get(&s->sub_ids, strbuf_slice(&sub)));
	else
		push(s, strbuf_slice(&out));
	strbuf_release(&sub);
	strbuf_release(&out);
}

static void say(struct replay_session *s, struct recording_step *step)
{
	struct strbuf text = STRBUF_INIT;
	struct json_member m;

	if (string_of(&text, step->line, "id", &m)) {
		struct asked *asked = strmap_get(&s->ids, strbuf_slice(&text));

		if (asked)
			strmap_put(&s->answers, slice_str(asked->key), step);
		if (asked && asked->id)
			push_answer(s, step->line, asked);
	} else if (string_of(&text, step->line, "sub_id", &m)) {
		push_event(s, step->line, strbuf_slice(&text));
	} else {
		push(s, step->line);
	}
	strbuf_release(&text);
}

/* --- Recorded requests and those of the dashboard. --- */

static bool is_waited_for(enum plugin_message_type type)
{
	return type == PLUGIN_MESSAGE_LIST_CONVERSATIONS ||
	       type == PLUGIN_MESSAGE_READ_EVENTS ||
	       type == PLUGIN_MESSAGE_SUBSCRIBE;
}

/* Whether the dashboard has sent this request; remembers the match. */
static bool match(struct replay_session *s, const struct plugin_message *msg)
{
	struct strbuf key = STRBUF_INIT;
	size_t i = 0;

	add_key(&key, msg);
	while (i < s->request_count && !is_key(&s->requests[i].msg, key.buf))
		i++;
	strbuf_release(&key);
	if (i == s->request_count)
		return false;
	if (msg->type == PLUGIN_MESSAGE_SUBSCRIBE && msg->sub_id &&
	    s->requests[i].msg.sub_id) {
		free(strmap_put(&s->sub_ids, slice_str(msg->sub_id),
				xstrdup(s->requests[i].msg.sub_id)));
		add_sub(s, &s->requests[i].msg, false);
	} else if (msg->type == PLUGIN_MESSAGE_UNSUBSCRIBE &&
		   s->requests[i].msg.sub_id) {
		drop_sub(s, s->requests[i].msg.sub_id);
	}
	set_asked(s, msg, s->requests[i].msg.id);
	drop_request(s, i);
	return true;
}

/* Returns false while the request may still come. */
static bool hear(struct replay_session *s, struct slice line, int64_t now_ms)
{
	struct plugin_message msg = PLUGIN_MESSAGE_INIT;
	struct strbuf err = STRBUF_INIT;
	bool done = true;

	if (plugin_message_decode(&msg, line, &err) || !msg.id ||
	    match(s, &msg))
		goto out;
	if (is_waited_for(msg.type)) {
		if (s->blocked_ms < 0)
			s->blocked_ms = now_ms;
		done = now_ms - s->blocked_ms >= ASKED_MS;
	}
	if (done)
		set_asked(s, &msg, NULL);
out:
	plugin_message_release(&msg);
	strbuf_release(&err);
	return done;
}

/* Answer a request that is not in the recording. */
static void answer_extra(struct replay_session *s, struct plugin_message *msg)
{
	struct strbuf key = STRBUF_INIT, line = STRBUF_INIT;
	const struct recording_step *step;

	add_key(&key, msg);
	step = strmap_get(&s->answers, strbuf_slice(&key));
	if (msg->type == PLUGIN_MESSAGE_SUBSCRIBE) {
		add_sub(s, msg, true);
		host_write_sub(&line, HOST_MESSAGE_SUBSCRIBED, msg->id,
			       msg->sub_id);
	} else if (msg->type == PLUGIN_MESSAGE_UNSUBSCRIBE) {
		if (msg->sub_id)
			drop_sub(s, msg->sub_id);
		host_write_sub(&line, HOST_MESSAGE_UNSUBSCRIBED, msg->id,
			       msg->sub_id);
	} else if (step) {
		push_with(s, step->line, "id", msg->id);
	} else if (msg->type == PLUGIN_MESSAGE_READ_EVENTS) {
		strbuf_addstr(&line, "{\"type\":\"events\",\"data\":[]");
		json_write_member(&line, "id", slice_str(msg->id));
		json_write_member(&line, "conversation",
				  slice_str(msg->conversation));
		strbuf_addstr(&line, "}\n");
	} else {
		host_write_error(&line, msg->id, NULL, NULL,
				 "this is a recording");
	}
	if (line.len)
		push(s, slice_of(line.buf, line.len - 1));
	strbuf_release(&key);
	strbuf_release(&line);
}

static int64_t answer_extras(struct replay_session *s, int64_t now_ms)
{
	while (s->request_count) {
		int64_t due_ms = s->requests[0].since_ms + EXTRA_MS;

		if (now_ms < due_ms)
			return due_ms;
		answer_extra(s, &s->requests[0].msg);
		drop_request(s, 0);
	}
	return -1;
}

void replay_session_line(struct replay_session *session, struct slice line,
			 int64_t now_ms)
{
	struct plugin_message msg = PLUGIN_MESSAGE_INIT;
	struct strbuf err = STRBUF_INIT;

	trace_bytes(TRACE_HOST, "<", line);
	if (plugin_message_decode(&msg, line, &err)) {
		trace(TRACE_HOST, "no message: %s", err.buf);
	} else if (msg.type == PLUGIN_MESSAGE_EXIT) {
		session->exited = true;
		session->code = msg.code > 0 ? (int)msg.code : 0;
		free(session->reason);
		session->reason = msg.reason;
		msg.reason = NULL;
	} else if (msg.id) {
		ALLOC_GROW(session->requests, session->request_count + 1,
			   session->request_cap);
		session->requests[session->request_count++] =
			(struct replay_request){ msg, now_ms };
		msg = (struct plugin_message)PLUGIN_MESSAGE_INIT;
	}
	plugin_message_release(&msg);
	strbuf_release(&err);
}

static int64_t due_of(const struct replay_session *s,
		      const struct recording_step *step)
{
	return s->speed != 0
		       ? s->start_ms + (int64_t)((double)step->at_ms / s->speed)
		       : s->start_ms;
}

int64_t replay_session_play(struct replay_session *session, int64_t now_ms)
{
	int64_t next_ms = -1;

	while (session->at < session->recording->count && !session->gone) {
		struct recording_step *step =
			&session->recording->steps[session->at];

		next_ms = due_of(session, step);
		if (next_ms > now_ms)
			break;
		if (step->kind == RECORDING_HEARS &&
		    !hear(session, step->line, now_ms)) {
			next_ms = session->blocked_ms + ASKED_MS;
			break;
		}
		/* The time spent waiting does not shorten later pauses. */
		if (session->blocked_ms >= 0)
			session->start_ms += now_ms - session->blocked_ms;
		session->blocked_ms = -1;
		if (step->kind == RECORDING_SAYS)
			say(session, step);
		session->gone = step->kind == RECORDING_GONE;
		session->at++;
		next_ms = -1;
	}
	sooner_ms(&next_ms, answer_extras(session, now_ms));
	return next_ms;
}
