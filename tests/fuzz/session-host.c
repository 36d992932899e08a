#include "config.h"

#include "tests/fuzz/session-host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto/host-message.h"
#include "proto/plugin-message.h"
#include "src/base/case-text.h"
#include "tests/fuzz/session-judge.h"
#include "tests/unit/app-host.h"

const char session_init[] =
	"{\"type\":\"init\",\"version\":1,\"workspace\":{\"root\":\"/w\","
	"\"storage\":\"/w/.jp\",\"id\":\"abcde\"},\"config\":{},\"args\":[],"
	"\"log_level\":0,\"capabilities\":[\"subscribe\",\"respond\","
	"\"query\",\"reason\",\"modify\",\"withdraw\",\"status\",\"exact\"]}";

static void on_subscribe(struct session_hosts *hosts, int host,
			 const struct plugin_message *msg,
			 struct strbuf *answer)
{
	int conversation = atoi(msg->conversation) - 1;

	if (conversation < 0 || conversation >= SESSION_CONVERSATIONS)
		return;
	snprintf(hosts->subs[host][conversation], sizeof(hosts->subs[0][0]),
		 "%s", msg->sub_id);
	host_write_sub(answer, HOST_MESSAGE_SUBSCRIBED, msg->id, msg->sub_id);
}

static void on_answer(struct session_hosts *hosts, int host,
		      const struct plugin_message *msg)
{
	bool question = msg->respond == RESPOND_INQUIRY;
	struct strbuf answer = STRBUF_INIT;

	strbuf_addslice(&answer, question ? msg->answer : msg->arguments);
	model_answer(hosts->model, host, question,
		     question ? msg->inquiry_id : msg->tool_call_id,
		     question || msg->action != ACTION_REJECT, answer.buf);
	strbuf_release(&answer);
}

void session_hosts_hear(struct session_hosts *hosts, int host,
			struct slice line, struct strbuf *answer)
{
	struct plugin_message msg = PLUGIN_MESSAGE_INIT;
	struct strbuf err = STRBUF_INIT;

	if (plugin_message_decode(&msg, line, &err))
		strbuf_addf(&hosts->model->why, "no message: %s", err.buf);
	else if (msg.type == PLUGIN_MESSAGE_RESPOND)
		on_answer(hosts, host, &msg);
	else if (msg.type == PLUGIN_MESSAGE_SUBSCRIBE)
		on_subscribe(hosts, host, &msg, answer);
	else
		app_host_answer(answer, &msg, SESSION_CONVERSATIONS);
	plugin_message_release(&msg);
	strbuf_release(&err);
}

bool session_hosts_say(const struct session_hosts *hosts,
		       const struct session_step *step, struct strbuf *line)
{
	const char *sub = hosts->subs[step->host][step->number];
	const char *at = strstr(step->text.buf, SESSION_SUB);

	if (!*sub)
		return false;
	strbuf_add(line, step->text.buf, (size_t)(at - step->text.buf));
	strbuf_addstr(line, sub);
	strbuf_addstr(line, at + strlen(SESSION_SUB));
	return true;
}

void session_note(struct strbuf *record, const char *word, struct slice text)
{
	strbuf_addf(record, "%s ", word);
	case_text_escape(record, text);
	strbuf_addch(record, '\n');
}

void session_note_step(struct strbuf *record, const struct session_step *step,
		       const char *said)
{
	struct slice text = strbuf_slice(&step->text);

	if (!record)
		return;
	switch (step->kind) {
	case SESSION_TICK:
		strbuf_addf(record, "tick %d\n", step->number);
		break;
	case SESSION_BUSY: /* not a word of cases */
		strbuf_addf(record, "# busy for %d ms\n", step->number);
		break;
	case SESSION_KEY:
		session_note(record, "key", text);
		break;
	case SESSION_PASTE:
		session_note(record, "paste", text);
		break;
	case SESSION_WHEEL:
		strbuf_addf(record, "mouse %s 0 0\n",
			    step->number < 0 ? "up" : "down");
		break;
	case SESSION_CLICK:
		strbuf_addf(record, "mouse press %d %d\n", step->x, step->y);
		break;
	case SESSION_FOCUS:
		strbuf_addf(record, "focus %s\n", step->number ? "in" : "out");
		break;
	case SESSION_SIGHT:
		strbuf_addf(record, "%s\n",
			    step->number ? "in-front" : "behind");
		break;
	case SESSION_RESIZE:
		strbuf_addf(record, "resize %d %d\n", step->x, step->y);
		break;
	case SESSION_STALL:
		strbuf_addstr(record, "stall\n");
		break;
	case SESSION_FLOW:
		strbuf_addstr(record, "flow\n");
		break;
	case SESSION_HOST:
		strbuf_addf(record, "about %s\nhost %s\n",
			    step->host ? "north" : "jp", said);
		break;
	case SESSION_LOST:
		strbuf_addstr(record, "about north\ngone\n");
		break;
	case SESSION_LINE:
		strbuf_addf(record, "line %s\n", said);
		break;
	case SESSION_EDITOR:
		session_note(record, "# an own editor writes", text);
		break;
	}
}
