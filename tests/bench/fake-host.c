#include "config.h"

#include "tests/bench/fake-host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto/host-message.h"
#include "proto/plugin-message.h"
#include "src/base/xalloc.h"
#include "tests/bench/measure.h"
#include "tests/bench/workload.h"

static const char *const IDS[FAKE_HOST_MAX] = {
	WORKLOAD_CONVERSATION, "17000000002", "17000000003", "17000000004",
	"17000000005",         "17000000006", "17000000007", "17000000008",
};

void fake_host_init(struct fake_host *host, struct slice history, size_t count)
{
	const struct host_init init = {
		.root = "/srv/bench",
		.storage = "/srv/bench/.jp",
		.workspace_id = "bench",
		.config = SLICE("{}"),
		.args = IDS,
		.argc = count,
		.capabilities = 1u << CAPABILITY_SUBSCRIBE |
				1u << CAPABILITY_RESPOND |
				1u << CAPABILITY_QUERY | 1u << CAPABILITY_EXACT,
	};

	*host = (struct fake_host){
		.history = history,
		.count = count,
		.out = STRBUF_INIT,
		.tail = STRBUF_INIT,
		.line = STRBUF_INIT,
	};
	host_write_init(&host->out, &init);
}

void fake_host_release(struct fake_host *host)
{
	strbuf_release(&host->out);
	strbuf_release(&host->tail);
	strbuf_release(&host->line);
}

struct strbuf *fake_host_say(struct fake_host *host)
{
	return host->large.len ? &host->tail : &host->out;
}

struct slice fake_host_front(const struct fake_host *host)
{
	if (host->sent < host->out.len)
		return slice_skip(strbuf_slice(&host->out), host->sent);
	return host->large;
}

void fake_host_sent(struct fake_host *host, size_t len)
{
	if (host->sent < host->out.len)
		host->sent += len;
	else
		host->large = slice_skip(host->large, len);
	if (host->sent < host->out.len || host->large.len)
		return;
	host->sent = 0;
	strbuf_release(&host->out);
	host->out = host->tail;
	strbuf_init(&host->tail);
}

static void list(struct fake_host *host, const char *id)
{
	static char title[] = "Bench";
	struct conversation_summary list[FAKE_HOST_MAX];

	for (size_t i = 0; i < host->count; i++)
		list[i] = (struct conversation_summary){
			.id = xstrdup(IDS[i]),
			.title = title,
			.last_activated_ms = 1773839946800,
			.pinned_ms = INT64_MIN,
			.events_count = 1,
		};
	host_write_conversations(fake_host_say(host), id, list, host->count);
	for (size_t i = 0; i < host->count; i++)
		free(list[i].id);
}

static void read_events(struct fake_host *host, const char *id,
			const char *conversation)
{
	struct strbuf *out = fake_host_say(host);

	strbuf_addstr(out, "{\"type\":\"events\",");
	if (id)
		strbuf_addf(out, "\"id\":\"%s\",", id);
	strbuf_addf(out, "\"conversation\":\"%s\",\"data\":[", conversation);
	if (!strcmp(conversation, IDS[0])) {
		host->was_read = true;
		if (out == &host->out)
			host->large = host->history;
		else
			strbuf_addslice(out, host->history);
	}
	strbuf_addstr(fake_host_say(host), "]}\n");
}

static void subscribe(struct fake_host *host, const struct plugin_message *msg)
{
	for (size_t i = 0; i < host->count && !msg->events.len; i++)
		if (!strcmp(msg->conversation, IDS[i]))
			snprintf(host->sub_ids[i], sizeof(host->sub_ids[i]),
				 "%s", msg->sub_id);
	host_write_sub(fake_host_say(host), HOST_MESSAGE_SUBSCRIBED, msg->id,
		       msg->sub_id);
}

static void answer(struct fake_host *host, const struct plugin_message *msg)
{
	switch (msg->type) {
	case PLUGIN_MESSAGE_LIST_CONVERSATIONS:
		list(host, msg->id);
		break;
	case PLUGIN_MESSAGE_READ_EVENTS:
		read_events(host, msg->id, msg->conversation);
		break;
	case PLUGIN_MESSAGE_SUBSCRIBE:
		subscribe(host, msg);
		break;
	case PLUGIN_MESSAGE_UNSUBSCRIBE:
		host_write_sub(fake_host_say(host), HOST_MESSAGE_UNSUBSCRIBED,
			       msg->id, msg->sub_id);
		break;
	case PLUGIN_MESSAGE_EXIT:
		host->exited = true;
		break;
	case PLUGIN_MESSAGE_UNKNOWN:
		measure_fail("the plugin sent '%s'", msg->type_name);
	default:
		break;
	}
}

static void take_line(struct fake_host *host)
{
	struct plugin_message msg = PLUGIN_MESSAGE_INIT;
	struct strbuf err = STRBUF_INIT;

	if (plugin_message_decode(&msg, strbuf_slice(&host->line), &err))
		measure_fail("a line of the plugin: %s", err.buf);
	answer(host, &msg);
	plugin_message_release(&msg);
	strbuf_release(&err);
}

void fake_host_take(struct fake_host *host, struct slice bytes)
{
	for (size_t i = 0; i < bytes.len; i++) {
		if (bytes.ptr[i] != '\n') {
			strbuf_addch(&host->line, bytes.ptr[i]);
			continue;
		}
		take_line(host);
		strbuf_reset(&host->line);
	}
}
