#ifndef JPD_TESTS_APP_HOST_H
#define JPD_TESTS_APP_HOST_H

#include <stdbool.h>

#include "proto/host-message.h"
#include "proto/outbox.h"
#include "proto/plugin-message.h"

/* Shared by tests that play a host for an app. */

/* The app's next line for its host, without its newline. */
static inline bool app_host_take(struct outbox *outbox, struct strbuf *line)
{
	struct slice front;

	strbuf_reset(line);
	if (outbox_empty(outbox))
		return false;
	front = outbox_front(outbox);
	strbuf_addslice(line, slice_take_line(&front));
	outbox_sent(outbox, line->len + 1);
	return true;
}

/*
 * The answers of a host with that many empty conversations, "1" and up.
 * Subscriptions and actions of the user are not answered.
 */
static inline void app_host_answer(struct strbuf *out,
				   const struct plugin_message *msg,
				   int conversations)
{
	switch (msg->type) {
	case PLUGIN_MESSAGE_LIST_CONVERSATIONS:
		strbuf_addf(out,
			    "{\"type\":\"conversations\",\"id\":\"%s\","
			    "\"data\":[",
			    msg->id);
		for (int i = 1; i <= conversations; i++)
			strbuf_addf(out,
				    "%s{\"id\":\"%d\",\"title\":\"Talk %d\"}",
				    i > 1 ? "," : "", i, i);
		strbuf_addstr(out, "]}\n");
		break;
	case PLUGIN_MESSAGE_UNSUBSCRIBE:
		host_write_sub(out, HOST_MESSAGE_UNSUBSCRIBED, msg->id,
			       msg->sub_id);
		break;
	case PLUGIN_MESSAGE_READ_EVENTS:
		host_write_events_begin(out, msg->id, msg->conversation);
		host_write_events_end(out);
		break;
	default:
		break;
	}
}

#endif
