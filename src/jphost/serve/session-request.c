#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "proto/secrets.h"
#include "src/base/clock.h"
#include "src/base/trace.h"
#include "src/base/xalloc.h"
#include "src/jphost/config/config-load.h"
#include "src/jphost/serve/session-conversation.h"

/* The list is checked, and reported as changed, at most once in this time. */
#define LIST_EVERY_MS 250

static void send(struct session *session, struct strbuf *line)
{
	session_queue_push(&session->out, strbuf_slice(line), OUTBOX_ALWAYS);
	strbuf_release(line);
}

static void refuse(struct session *session, const struct plugin_message *msg,
		   const char *why)
{
	struct strbuf line = STRBUF_INIT;

	host_write_error(&line, msg->id, msg->type_name,
			 session->options.strict ? NULL : msg->conversation,
			 why);
	send(session, &line);
}

static void confirm(struct session *session, const struct plugin_message *msg,
		    enum host_message_type type)
{
	struct strbuf line = STRBUF_INIT;

	host_write_conversation(&line, type, msg->id, msg->conversation);
	send(session, &line);
}

/* The digits of the message's conversation; NULL after an error. */
static const char *conversation_of(struct session *session,
				   const struct plugin_message *msg)
{
	struct strbuf err = STRBUF_INIT;
	const char *digits = NULL;
	char *dir = NULL;

	if (!msg->conversation) {
		refuse(session, msg, "`conversation` is missing");
		return NULL;
	}
	dir = workspace_conversation_dir(session->options.workspace,
					 msg->conversation, &err);
	if (dir)
		digits = workspace_conversation_digits(msg->conversation);
	else
		refuse(session, msg, err.buf);
	free(dir);
	strbuf_release(&err);
	return digits;
}

/* --- Reading --- */

/* Hash all that a list shows except counts, which change with every event. */
static uint64_t hash_list(const struct conversation_list *list)
{
	uint64_t hash = 1;

	for (size_t i = 0; i < list->count; i++) {
		const struct conversation_summary *one = &list->entries[i];
		const char *texts[] = { one->id, one->title, one->unreadable,
					one->first_message };

		for (size_t j = 0; j < ARRAY_SIZE(texts); j++)
			hash = hash_bytes(texts[j] ? texts[j] : "",
					  texts[j] ? strlen(texts[j]) + 1 : 0,
					  hash + j);
		hash = hash_bytes(&one->pinned_ms, sizeof(one->pinned_ms),
				  hash);
	}
	return hash;
}

static void list_conversations(struct session *session,
			       const struct plugin_message *msg)
{
	struct conversation_list list = { NULL, 0, 0 };
	struct strbuf line = STRBUF_INIT, err = STRBUF_INIT;

	if (workspace_list(session->options.workspace, &list, &err)) {
		refuse(session, msg, err.buf);
	} else {
		session->list_hash = hash_list(&list);
		/* With nothing to subscribe to, watch for the first one. */
		if (!list.count)
			session_watch(session);
		host_write_conversations(&line, msg->id, list.entries,
					 list.count);
		send(session, &line);
	}
	conversation_list_release(&list);
	strbuf_release(&err);
}

void session_request_list_known(struct session *session)
{
	struct conversation_list list = { NULL, 0, 0 };
	struct strbuf ignored = STRBUF_INIT;

	if (!workspace_list(session->options.workspace, &list, &ignored))
		session->list_hash = hash_list(&list);
	conversation_list_release(&list);
	strbuf_release(&ignored);
}

void session_request_list_check(struct session *session, int64_t now_ms)
{
	struct conversation_list list = { NULL, 0, 0 };
	struct strbuf line = STRBUF_INIT, err = STRBUF_INIT;
	uint64_t hash;

	if (now_ms < session->next_list_ms)
		return;
	session->list_changed = false;
	session->next_list_ms = now_ms + LIST_EVERY_MS;
	if (workspace_list(session->options.workspace, &list, &err))
		goto out;
	hash = hash_list(&list);
	if (hash == session->list_hash)
		goto out;
	session->list_hash = hash;
	host_write_plain(&line, HOST_MESSAGE_CONVERSATIONS_CHANGED);
	send(session, &line);
out:
	conversation_list_release(&list);
	strbuf_release(&err);
}

int session_request_load(void *user, const char *conversation,
			 struct history *history, struct strbuf *err)
{
	struct session *session = user;
	const char *digits = workspace_conversation_digits(conversation);
	struct session_conversation *conv =
		digits ? session_conversation_find(session, digits) : NULL;

	/* Events pushed before the reply are in it, later ones are not. */
	if (conv && (conv->baseline.known || conv->baseline.unreadable))
		session_conversation_check(conv);
	return workspace_read(session->options.workspace, conversation, history,
			      err);
}

static void read_events(struct session *session,
			const struct plugin_message *msg)
{
	if (conversation_of(session, msg))
		session_queue_reply(&session->out, msg->id, msg->conversation);
}

static void read_config(struct session *session,
			const struct plugin_message *msg)
{
	struct slice value = strbuf_slice(&session->config);
	const char *path = msg->path;
	struct strbuf line = STRBUF_INIT, why = STRBUF_INIT;

	/* A dot has a key on each side: "" and "a." have an empty one. */
	while (path) {
		size_t len = strcspn(path, ".");
		char *key = xmemdupz(path, len);
		struct json_member member;
		bool found = json_find(value, key, &member);

		free(key);
		if (!found) {
			strbuf_setf(&why, "config path not found: %.200s",
				    msg->path);
			refuse(session, msg, why.buf);
			strbuf_release(&why);
			return;
		}
		value = member.value;
		path = path[len] ? path + len + 1 : NULL;
	}
	host_write_config(&line, msg->id, msg->path, value);
	send(session, &line);
}

/* --- Writing --- */

static void lock(struct session *session, const struct plugin_message *msg)
{
	const char *digits = conversation_of(session, msg);
	struct strbuf err = STRBUF_INIT;
	struct session_conversation *conv;

	if (!digits)
		return;
	conv = session_conversation_get(session, digits);
	/* If a turn that runs here holds it, the plugin shares the lock. */
	if (!conversation_lock_is_held(&conv->lock) &&
	    workspace_lock(session->options.workspace, digits, &conv->lock,
			   &err) != LOCK_TAKEN) {
		refuse(session, msg, err.buf);
		session_conversation_settle(conv);
	} else {
		conv->locked = true;
		confirm(session, msg, HOST_MESSAGE_LOCKED);
	}
	strbuf_release(&err);
}

/* The conversation of this name if the plugin has locked it, or NULL. */
static struct session_conversation *
locked_conversation(struct session *session, const struct plugin_message *msg)
{
	const char *digits = workspace_conversation_digits(msg->conversation);
	struct session_conversation *conv =
		digits ? session_conversation_find(session, digits) : NULL;

	return conv && conv->locked ? conv : NULL;
}

static void unlock(struct session *session, const struct plugin_message *msg)
{
	struct session_conversation *conv = locked_conversation(session, msg);

	if (!conv) {
		refuse(session, msg, "conversation is not locked");
		return;
	}
	conv->locked = false;
	if (!conv->live.turn)
		workspace_unlock(&conv->lock);
	confirm(session, msg, HOST_MESSAGE_UNLOCKED);
	session_conversation_settle(conv);
}

static void push_events(struct session *session,
			const struct plugin_message *msg)
{
	struct session_conversation *conv = locked_conversation(session, msg);
	struct strbuf line = STRBUF_INIT, err = STRBUF_INIT;
	size_t count;

	if (!conv) {
		refuse(session, msg, "conversation is not locked");
	} else if (conv->live.turn) {
		refuse(session, msg, "a query runs in the conversation");
	} else if (!msg->events.len) {
		refuse(session, msg, "`events` is missing");
	} else if (push_check_events(conv, msg->events, &count, &err)) {
		refuse(session, msg, err.buf);
	} else {
		host_write_pushed(&line, msg->id, msg->conversation,
				  (int64_t)count);
		send(session, &line);
		if (conv->sub_count)
			session_conversation_check(conv);
	}
	strbuf_release(&err);
}

static void create_conversation(struct session *session,
				const struct plugin_message *msg)
{
	const struct workspace *ws = session->options.workspace;
	struct strbuf line = STRBUF_INIT, err = STRBUF_INIT;
	char *id =
		config_new_conversation(ws, msg->title, clock_wall_ms(), &err);
	struct session_conversation *conv;

	if (!id) {
		refuse(session, msg, err.buf);
		goto out;
	}
	conv = session_conversation_get(session, id);
	if (workspace_lock(ws, id, &conv->lock, &err) != LOCK_TAKEN) {
		refuse(session, msg, err.buf);
		session_conversation_settle(conv);
		goto out;
	}
	conv->locked = true;
	host_write_conversation(&line, HOST_MESSAGE_CREATED, msg->id, id);
	send(session, &line);
out:
	free(id);
	strbuf_release(&err);
}

/* --- Subscriptions and queries (D18) --- */

static void subscribe(struct session *session, const struct plugin_message *msg)
{
	struct strbuf line = STRBUF_INIT;
	struct session_conversation *conv;
	const char *digits, *why = NULL;
	struct session_sub *sub;

	if (!msg->sub_id)
		why = "`sub_id` is missing";
	else if (strmap_get(&session->subs, slice_str(msg->sub_id)))
		why = "`sub_id` is in use";
	else if (session->subs.count >= SESSION_SUBS_MAX)
		why = "too many subscriptions";
	else if (msg->events.len && json_type_of(msg->events) != JSON_ARRAY &&
		 json_type_of(msg->events) != JSON_NULL)
		why = "`events` is not an array";
	if (why) {
		refuse(session, msg, why);
		return;
	}
	digits = conversation_of(session, msg);
	if (!digits)
		return;
	session_watch(session);
	conv = session_conversation_get(session, digits);
	/* Changes that no one watched are not reported. */
	if (!conv->sub_count)
		known_events_release(&conv->baseline);
	else if (conv->changed)
		session_conversation_check(conv);
	session_conversation_learn(conv);
	sub = xcalloc(1, sizeof(*sub));
	sub->sub_id = xstrdup(msg->sub_id);
	sub->conv = conv;
	session_sub_set_filter(sub, msg->events);
	ALLOC_GROW(conv->subs, conv->sub_count + 1, conv->sub_cap);
	conv->subs[conv->sub_count++] = sub;
	strmap_put(&session->subs, slice_str(sub->sub_id), sub);
	host_write_sub(&line, HOST_MESSAGE_SUBSCRIBED, msg->id, sub->sub_id);
	send(session, &line);
	session_live_join(sub);
}

static struct session_sub *sub_of(struct session *session,
				  const struct plugin_message *msg)
{
	return msg->sub_id ? strmap_get(&session->subs, slice_str(msg->sub_id))
			   : NULL;
}

static void unsubscribe(struct session *session,
			const struct plugin_message *msg)
{
	struct session_sub *sub = sub_of(session, msg);
	struct strbuf line = STRBUF_INIT;
	struct session_conversation *conv;
	size_t at = 0;

	if (!sub) {
		refuse(session, msg,
		       msg->sub_id ? "no such subscription"
				   : "`sub_id` is missing");
		return;
	}
	conv = sub->conv;
	while (conv->subs[at] != sub)
		at++;
	conv->subs[at] = conv->subs[--conv->sub_count];
	strmap_remove(&session->subs, slice_str(sub->sub_id));
	host_write_sub(&line, HOST_MESSAGE_UNSUBSCRIBED, msg->id, sub->sub_id);
	send(session, &line);
	session_sub_free(sub);
	session_conversation_settle(conv);
}

static void respond(struct session *session, const struct plugin_message *msg)
{
	struct session_sub *sub = sub_of(session, msg);

	/* In D18 an answer that counts, or is late, gets no reply. */
	if (sub)
		session_live_respond(sub, msg);
	else
		refuse(session, msg,
		       msg->sub_id ? "no such subscription"
				   : "`sub_id` is missing");
}

static void query(struct session *session, const struct plugin_message *msg)
{
	const char *digits = conversation_of(session, msg);
	struct strbuf err = STRBUF_INIT;
	struct session_conversation *conv;

	if (!digits)
		return;
	conv = session_conversation_find(session, digits);
	if (!session->options.provider)
		refuse(session, msg, "this host has no provider for queries");
	else if (!msg->content)
		refuse(session, msg, "`content` is missing");
	else if (!slice_skip_space(slice_str(msg->content)).len)
		refuse(session, msg, "`content` is empty");
	else if (!conv || !conv->sub_count)
		refuse(session, msg, "no subscription to the conversation");
	else if (conv->live.turn)
		refuse(session, msg, "a query runs in the conversation");
	else if (session_live_query(conv, msg, &err))
		refuse(session, msg, err.buf);
	else
		confirm(session, msg, HOST_MESSAGE_QUERY_STARTED);
	strbuf_release(&err);
}

static void cancel_query(struct session *session,
			 const struct plugin_message *msg)
{
	const char *digits = conversation_of(session, msg);
	struct session_conversation *conv;

	if (!digits)
		return;
	conv = session_conversation_find(session, digits);
	if (conv && session_live_cancel(conv)) {
		confirm(session, msg, HOST_MESSAGE_QUERY_CANCELLED);
		session_conversation_settle(conv);
	} else {
		refuse(session, msg, "no query runs in the conversation");
	}
}

/* As in newer jp, except `abort`: text is stored as it arrives. */
static void interrupt(struct session *session, const struct plugin_message *msg)
{
	const char *digits = conversation_of(session, msg);
	const char *action = msg->interrupt ? msg->interrupt : "";
	struct strbuf err = STRBUF_INIT;
	struct session_conversation *conv;

	if (!digits)
		return;
	conv = session_conversation_find(session, digits);
	if (conv && !strcmp(action, "stop") && session_live_cancel(conv)) {
		confirm(session, msg, HOST_MESSAGE_DONE);
		session_conversation_settle(conv);
	} else if (!conv || !conv->live.turn) {
		refuse(session, msg, "no query runs in the conversation");
	} else if (strcmp(action, "reply") != 0) {
		refuse(session, msg, "`action` is neither stop nor reply");
	} else if (!msg->content ||
		   !slice_skip_space(slice_str(msg->content)).len) {
		refuse(session, msg,
		       msg->content ? "`content` is empty"
				    : "`content` is missing");
	} else if (session_live_reply(conv, slice_str(msg->content), &err)) {
		refuse(session, msg, err.buf);
	} else {
		confirm(session, msg, HOST_MESSAGE_DONE);
	}
	strbuf_release(&err);
}

/* --- Other messages --- */

static void leave(struct session *session, const struct plugin_message *msg)
{
	struct session_end *end = &session->end;
	bool in_range = msg->code >= 0 && msg->code <= 255;

	end->leaving = end->exited = true;
	end->code = in_range ? (int)msg->code : 1;
	if (msg->reason)
		end->reason = xstrdup(msg->reason);
	else if (!in_range)
		end->reason = xstrdup("the plugin's exit code is not 0 to 255");
}

static void dispatch(struct session *session, const struct plugin_message *msg)
{
	static void (*const handlers[])(struct session * session,
					const struct plugin_message *msg) = {
		[PLUGIN_MESSAGE_LIST_CONVERSATIONS] = list_conversations,
		[PLUGIN_MESSAGE_READ_EVENTS] = read_events,
		[PLUGIN_MESSAGE_READ_CONFIG] = read_config,
		[PLUGIN_MESSAGE_LOCK] = lock,
		[PLUGIN_MESSAGE_UNLOCK] = unlock,
		[PLUGIN_MESSAGE_PUSH_EVENTS] = push_events,
		[PLUGIN_MESSAGE_CREATE_CONVERSATION] = create_conversation,
		[PLUGIN_MESSAGE_EXIT] = leave,
		[PLUGIN_MESSAGE_SUBSCRIBE] = subscribe,
		[PLUGIN_MESSAGE_UNSUBSCRIBE] = unsubscribe,
		[PLUGIN_MESSAGE_RESPOND] = respond,
		[PLUGIN_MESSAGE_QUERY] = query,
		[PLUGIN_MESSAGE_CANCEL_QUERY] = cancel_query,
		[PLUGIN_MESSAGE_INTERRUPT] = interrupt,
	};
	const struct session_options *with = &session->options;

	if (msg->type < ARRAY_SIZE(handlers) && handlers[msg->type]) {
		handlers[msg->type](session, msg);
		return;
	}
	switch (msg->type) {
	case PLUGIN_MESSAGE_PRINT:
		with->print(with->user, msg);
		break;
	case PLUGIN_MESSAGE_LOG:
		with->log(with->user, msg);
		break;
	case PLUGIN_MESSAGE_READY:
		session_strict_ready(session, msg->protocol);
		break;
	case PLUGIN_MESSAGE_DESCRIBE:
		break;
	default:
		/* Without an id, its error would be taken for an answer. */
		if (msg->id)
			refuse(session, msg, "unknown message type");
	}
}

/*
 * A line that is not a request gets no answer: a plugin without ids would take
 * it for that of its next request. A line with a duplicate member is a request,
 * of its type.
 */
static void pass_over(struct session *session, struct slice line,
		      const char *why)
{
	struct plugin_message msg = PLUGIN_MESSAGE_INIT;
	struct strbuf name = STRBUF_INIT;

	trace(TRACE_HOST, "passed over: %s", why);
	if (json_is_valid(line) && json_find_text(line, "type", &name)) {
		msg.type_name = name.buf;
		refuse(session, &msg, why);
	}
	strbuf_release(&name);
}

void session_request_take(struct session *session, struct slice line)
{
	struct plugin_message msg = PLUGIN_MESSAGE_INIT;
	struct strbuf err = STRBUF_INIT;
	int failed;

	secrets_trace("<", line);
	if (!slice_skip_space(line).len)
		return;
	failed = plugin_message_decode(&msg, line, &err);
	if (!session_strict_take(session, line, msg.type))
		;
	else if (failed)
		pass_over(session, line, err.buf);
	else if (msg.bad_id && msg.type != PLUGIN_MESSAGE_UNKNOWN)
		refuse(session, &msg, "`id` is not a string");
	else
		dispatch(session, &msg);
	plugin_message_release(&msg);
	strbuf_release(&err);
}
