#include "config.h"

#include "src/jphost/turn/live-turn.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "src/base/trace.h"
#include "src/base/xalloc.h"

void live_turn_init(struct live_turn *live)
{
	memset(live, 0, sizeof(*live));
	live->notices = (struct notices)NOTICES_INIT;
}

static void forget_answers(struct live_turn *live)
{
	for (size_t i = 0; i < live->answer_count; i++) {
		struct live_answer *answer = &live->answers[i];

		free((char *)answer->id);
		free((char *)answer->json);
		free((char *)answer->reason);
		free((char *)answer->request_id);
		free((char *)answer->sub_id);
	}
	live->answer_count = 0;
}

void live_turn_release(struct live_turn *live)
{
	live_turn_end(live);
	notices_release(&live->notices);
	free(live->answers);
}

/* --- What the turn reports --- */

int64_t live_turn_left_ms(const struct live_turn *live, int64_t deadline_ms)
{
	if (deadline_ms < 0)
		return -1;
	return deadline_ms > live->now_ms ? deadline_ms - live->now_ms : 0;
}

const char *live_turn_fallback(const struct live_turn *live,
			       int64_t deadline_ms)
{
	return deadline_ms < 0 ? NULL : fallback_name(live->fallback);
}

static void write_line(const struct live_turn *live, struct strbuf *line,
		       struct slice raw, enum respond_kind respond,
		       int64_t deadline_ms)
{
	host_write_event(line, LIVE_TURN_SUB, respond, raw,
			 live_turn_left_ms(live, deadline_ms),
			 live_turn_fallback(live, deadline_ms));
}

static void tell_watchers(void *user, struct slice raw,
			  enum respond_kind respond, int64_t deadline_ms)
{
	struct live_turn *live = user;
	struct strbuf line = STRBUF_INIT;

	write_line(live, &line, raw, respond, deadline_ms);
	live_server_send(live->server, strbuf_slice(&line));
	strbuf_release(&line);
}

static void hear(void *user, struct slice raw, enum respond_kind respond,
		 int64_t deadline_ms)
{
	struct live_turn *live = user;

	if (live->server && live_server_has_watchers(live->server))
		tell_watchers(live, raw, respond, deadline_ms);
	live->owner.event(live->owner.user, raw, respond, deadline_ms);
}

static void hear_closed(void *user, const char *id, enum prompt_voice voice,
			enum prompt_outcome outcome)
{
	struct live_turn *live = user;

	if (live->owner.prompt_closed)
		live->owner.prompt_closed(live->owner.user, id, voice, outcome);
}

/* --- Answers --- */

static char *copy_of(const char *text)
{
	return text ? xstrdup(text) : NULL;
}

void live_turn_answer(struct live_turn *live, const struct live_answer *answer)
{
	ALLOC_GROW(live->answers, live->answer_count + 1, live->answer_cap);
	live->answers[live->answer_count++] = (struct live_answer){
		.respond = answer->respond,
		.id = copy_of(answer->id),
		.action = answer->action,
		.json = copy_of(answer->json),
		.reason = copy_of(answer->reason),
		.voice = answer->voice,
		.request_id = copy_of(answer->request_id),
		.sub_id = copy_of(answer->sub_id),
	};
}

static void respond(struct live_turn *live, const struct plugin_message *msg,
		    const char *sub_id)
{
	bool approval = msg->respond == RESPOND_TOOL_APPROVAL;
	struct slice json = approval ? msg->arguments : msg->answer;
	char *json_copy = json.len ? xmemdupz(json.ptr, json.len) : NULL;
	const struct live_answer answer = {
		.respond = msg->respond,
		.id = approval ? msg->tool_call_id : msg->inquiry_id,
		.action = msg->action,
		.json = json_copy,
		.reason = msg->reason,
		.voice = PROMPT_VOICE_PLUGIN,
		.request_id = msg->id,
		.sub_id = sub_id,
	};

	live_turn_answer(live, &answer);
	free(json_copy);
}

void live_turn_respond(struct live_turn *live, const struct plugin_message *msg)
{
	respond(live, msg, msg->sub_id);
}

/* --- Watchers --- */

static void hear_watcher(void *user, struct slice line)
{
	struct live_turn *live = user;
	struct plugin_message msg = PLUGIN_MESSAGE_INIT;
	struct strbuf err = STRBUF_INIT;

	if (plugin_message_decode(&msg, line, &err))
		trace(TRACE_HOST, "live: %s", err.buf);
	else if (msg.type == PLUGIN_MESSAGE_RESPOND)
		respond(live, &msg, NULL);
	else if (msg.type == PLUGIN_MESSAGE_CANCEL_QUERY && live->turn)
		turn_cancel(live->turn, live->now_ms);
	plugin_message_release(&msg);
	strbuf_release(&err);
}

static void greet(void *user, struct slice raw, enum respond_kind respond,
		  int64_t deadline_ms)
{
	struct live_turn *live = user;
	struct strbuf line = STRBUF_INIT;

	write_line(live, &line, raw, respond, deadline_ms);
	live_server_greet(live->server, strbuf_slice(&line));
	strbuf_release(&line);
}

static void hear_joined(void *user, struct live_server *server)
{
	const struct turn_sink sink = { .user = user, .event = greet };
	struct live_turn *live = user;

	(void)server;
	if (live->turn)
		turn_replay(live->turn, &sink, live->now_ms);
}

/* --- Its life --- */

int live_turn_start(struct live_turn *live, const struct turn_options *options,
		    live_turn_refused *refused, int64_t now_ms,
		    struct strbuf *err)
{
	const struct live_server_sink sink = { live, hear_watcher,
					       hear_joined };
	struct turn_options own = *options;

	live->owner = options->sink;
	live->fallback = options->fallback;
	live->refused = refused;
	live->now_ms = now_ms;
	own.notices = &live->notices;
	notices_load(&live->notices, options->workspace, options->conversation);
	own.sink = (struct turn_sink){ live, hear, hear_closed };
	live->turn = turn_new(&own, now_ms, err);
	if (!live->turn)
		return -1;
	live->server = live_server_open(options->workspace,
					options->conversation, &sink, err);
	return 0;
}

void live_turn_end(struct live_turn *live)
{
	live_server_close(live->server);
	live->server = NULL;
	if (live->turn)
		turn_save_notices(live->turn);
	turn_free(live->turn);
	live->turn = NULL;
	forget_answers(live);
}

size_t live_turn_poll(struct live_turn *live, struct pollfd *fds, bool held)
{
	live->turn_fds = live->server_fds = 0;
	if (live->turn && !held)
		live->turn_fds = turn_poll(live->turn, fds, TURN_FDS_MAX);
	if (live->server)
		live->server_fds =
			live_server_poll(live->server, fds + live->turn_fds,
					 LIVE_SERVER_FDS_MAX);
	return live->turn_fds + live->server_fds;
}

void live_turn_ready(struct live_turn *live, const struct pollfd *fds,
		     int64_t now_ms)
{
	size_t turn_fds = live->turn_fds, server_fds = live->server_fds;

	live->now_ms = now_ms;
	live->turn_fds = live->server_fds = 0;
	if (live->turn)
		turn_ready(live->turn, fds, turn_fds, now_ms);
	if (live->server && server_fds)
		live_server_ready(live->server, fds + turn_fds, server_fds);
}

/* --- The end of a round --- */

static int give(struct live_turn *live, const struct live_answer *answer,
		struct strbuf *err)
{
	struct slice json = slice_str(answer->json ? answer->json : "");

	if (!live->turn) {
		strbuf_setf(err, "no query runs in the conversation");
		return -1;
	}
	if (answer->respond == RESPOND_TOOL_APPROVAL && answer->id)
		return turn_approve(live->turn, answer->id, answer->action,
				    json, answer->reason, answer->voice,
				    live->now_ms, err);
	if (answer->respond == RESPOND_INQUIRY && answer->id)
		return turn_answer(live->turn, answer->id, json, answer->voice,
				   live->now_ms, err);
	strbuf_setf(err, "an answer to nothing");
	return -1;
}

static bool is_late(const struct live_turn *live,
		    const struct live_answer *answer)
{
	return !live->turn ||
	       (answer->id && turn_was_asked(live->turn, answer->id));
}

/* Whether it is a no, which wins over answers that arrive with it. */
static bool is_refusal(const struct live_answer *answer)
{
	if (answer->respond == RESPOND_TOOL_APPROVAL)
		return answer->action == ACTION_REJECT;
	return answer->json &&
	       json_type_of(slice_str(answer->json)) == JSON_FALSE;
}

static void refuse(struct live_turn *live, const struct live_answer *answer,
		   const char *why)
{
	const struct turn_sink watchers = { live, tell_watchers, NULL };
	bool late = is_late(live, answer);

	/* The watcher takes the prompt for answered, so ask it again. */
	if (!late && live->server && !answer->sub_id && answer->id &&
	    answer->voice == PROMPT_VOICE_PLUGIN)
		turn_ask_again(live->turn, answer->id, why, live->now_ms,
			       &watchers);
	if (live->refused)
		live->refused(live->owner.user, answer, why, late);
}

void live_turn_settle(struct live_turn *live, int64_t now_ms)
{
	live->now_ms = now_ms;
	for (int refusals = 1; refusals >= 0; refusals--) {
		for (size_t i = 0; i < live->answer_count; i++) {
			const struct live_answer *answer = &live->answers[i];
			struct strbuf err = STRBUF_INIT;

			if (is_refusal(answer) == (bool)refusals &&
			    give(live, answer, &err))
				refuse(live, answer, err.buf);
			strbuf_release(&err);
		}
	}
	forget_answers(live);
}
