#ifndef JPD_COMMANDS_REPLAY_SESSION_H
#define JPD_COMMANDS_REPLAY_SESSION_H

#include <stdbool.h>

#include "proto/outbox.h"
#include "proto/plugin-message.h"
#include "src/base/strmap.h"
#include "src/jphost/commands/recording.h"

/*
 * A recorded host, played to a dashboard. Its lines go out at their times,
 * each behind what it had been asked before, for which it waits a moment.
 * The dashboard need not ask the same: ids and subscriptions are translated,
 * and what was not asked then is answered with what was told of it, or
 * refused. Nothing is ever run.
 */
struct replay_request {
	struct plugin_message msg;
	int64_t since_ms;
};

/* A subscription of the dashboard. */
struct replay_sub {
	char *sub_id, *conversation;
	bool extra; /* nobody asked for it in the recording */
};

struct replay_session {
	const struct recording *recording;
	struct outbox out;
	double speed;       /* 0: as fast as it goes */
	size_t at;          /* step that is next */
	int64_t start_ms;   /* the time of the recording's start */
	int64_t blocked_ms; /* since when `at` waits for a request; -1 */
	struct replay_request *requests; /* not answered yet */
	size_t request_count, request_cap;
	struct replay_sub *subs;
	size_t sub_count, sub_cap;
	struct strmap ids; /* recorded: what came of it (replay-session.c) */
	struct strmap sub_ids; /* recorded: char * */
	struct strmap answers; /* to a request: struct recording_step * */
	bool gone;             /* the host ended */
	bool exited;           /* `exit` came */
	int code;
	char *reason; /* or NULL */
};

void replay_session_init(struct replay_session *session,
			 const struct recording *recording, double speed,
			 int64_t now_ms);
void replay_session_release(struct replay_session *session);

/* Begin with the run of the host that goes on at this time. */
void replay_session_skip(struct replay_session *session, int64_t at_ms);
/* A line of the dashboard. */
void replay_session_line(struct replay_session *session, struct slice line,
			 int64_t now_ms);
/* Queue what is due. When to do so again; -1: when a line came. */
int64_t replay_session_play(struct replay_session *session, int64_t now_ms);

#endif
