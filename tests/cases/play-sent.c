#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "proto/host-message.h"
#include "proto/plugin-message.h"
#include "src/base/xalloc.h"
#include "tests/cases/play.h"
#include "tests/unit/app-host.h"

/* Lines sent to the hosts, and the answers of an automatic case's host. */

void play_host_line(struct play *play, struct slice line)
{
	char *copy = xmalloc(line.len + 1);

	memcpy(copy, line.ptr, line.len);
	copy[line.len] = '\n';
	play_input(play, (struct input){ .kind = INPUT_HOST_BYTES,
					 .bytes = copy,
					 .byte_count = line.len + 1 });
	free(copy);
}

static void answer_list(struct play *play, const char *id)
{
	struct strbuf line = STRBUF_INIT;

	strbuf_addf(&line,
		    "{\"type\":\"conversations\",\"id\":\"%s\",\"data\":[", id);
	for (size_t i = 1; i <= play->conversations; i++) {
		strbuf_addf(&line,
			    "%s{\"id\":\"%zu\",\"title\":\"Conversation %zu\","
			    "\"last_activated_at\":\"2026-01-01T%02d:00:00Z\","
			    "\"events_count\":1}",
			    i > 1 ? "," : "", i, i, 11 - (int)(i % 10));
	}
	strbuf_addstr(&line, "]}");
	play_host_line(play, strbuf_slice(&line));
	strbuf_release(&line);
}

static void answer(struct play *play, const struct plugin_message *msg)
{
	struct strbuf line = STRBUF_INIT;
	const char *history;

	switch (msg->type) {
	case PLUGIN_MESSAGE_LIST_CONVERSATIONS:
		answer_list(play, msg->id);
		break;
	case PLUGIN_MESSAGE_SUBSCRIBE:
		host_write_sub(&line, HOST_MESSAGE_SUBSCRIBED, msg->id,
			       msg->sub_id);
		break;
	case PLUGIN_MESSAGE_UNSUBSCRIBE:
		host_write_sub(&line, HOST_MESSAGE_UNSUBSCRIBED, msg->id,
			       msg->sub_id);
		break;
	case PLUGIN_MESSAGE_READ_EVENTS:
		history = strmap_get(&play->histories,
				     slice_str(msg->conversation));
		strbuf_addf(&line,
			    "{\"type\":\"events\",\"id\":\"%s\","
			    "\"conversation\":\"%s\",\"data\":%s}\n",
			    msg->id, msg->conversation,
			    history ? history : "[]");
		break;
	case PLUGIN_MESSAGE_QUERY:
		host_write_conversation(&line, HOST_MESSAGE_QUERY_STARTED,
					msg->id, msg->conversation);
		break;
	default:
		break;
	}
	if (line.len)
		play_host_line(play, slice_of(line.buf, line.len - 1));
	strbuf_release(&line);
}

/* The lines sent to a host. */
static struct strbuf *sent_to(struct play *play, size_t host)
{
	if (host >= play->sent_count) {
		play->sent = xreallocarray(play->sent, host + 1,
					   sizeof(*play->sent));
		while (play->sent_count <= host)
			strbuf_init(&play->sent[play->sent_count++]);
	}
	return &play->sent[host];
}

/* What an automatic case shows of the sent lines: the rest is bookkeeping. */
static bool is_of_person(enum plugin_message_type type)
{
	return type == PLUGIN_MESSAGE_RESPOND || type == PLUGIN_MESSAGE_QUERY ||
	       type == PLUGIN_MESSAGE_CANCEL_QUERY ||
	       type == PLUGIN_MESSAGE_INTERRUPT ||
	       type == PLUGIN_MESSAGE_CREATE_CONVERSATION ||
	       type == PLUGIN_MESSAGE_UNLOCK;
}

/* Take the lines that the app sends; the first host of an automatic case
 * answers them. */
static void take_sent_to(struct play *play, size_t host)
{
	struct outbox *outbox = hosts_outbox(play->app->hosts, (int)host);
	bool automatic = play->automatic && !host;
	struct strbuf line = STRBUF_INIT;

	while (app_host_take(outbox, &line)) {
		struct plugin_message msg = PLUGIN_MESSAGE_INIT;
		struct strbuf err = STRBUF_INIT;

		if (plugin_message_decode(&msg, strbuf_slice(&line), &err))
			play_fail(play, "sent no message: %s", err.buf);
		if (!automatic || is_of_person(msg.type))
			strbuf_addf(sent_to(play, host), "%s\n", line.buf);
		if (automatic)
			answer(play, &msg);
		plugin_message_release(&msg);
		strbuf_release(&err);
	}
	strbuf_release(&line);
}

void play_take_sent(struct play *play)
{
	int about = play->host;

	for (size_t i = 0; i < play->app->hosts->count; i++) {
		play->host = (int)i;
		take_sent_to(play, i);
	}
	play->host = about;
}

void play_sent(struct play *play, struct strbuf *out)
{
	struct strbuf *sent = sent_to(play, (size_t)play->host);
	const char *at = sent->buf;

	while (*at) {
		const char *nl = strchr(at, '\n');

		strbuf_addstr(out, "> ");
		strbuf_add(out, at, (size_t)(nl - at) + 1);
		at = nl + 1;
	}
	strbuf_reset(sent);
}
