#ifndef JPD_COMMANDS_REPLAY_SESSION_H
#define JPD_COMMANDS_REPLAY_SESSION_H

#include <stdbool.h>

#include "proto/outbox.h"
#include "proto/plugin-message.h"
#include "src/base/strmap.h"
#include "src/jphost/commands/recording.h"

/*
 * A recorded host, played to a dashboard. Its lines are sent at their times,
 * each after the requests that preceded it, for which it waits a moment. The
 * dashboard may send other requests: ids and subscriptions are translated, and
 * a request that is not in the recording is answered with what is known, or
 * refused. Nothing is ever run.
 */
struct replay_request {
	struct plugin_message msg;
	int64_t since_ms;
};

/* A subscription of the dashboard. */
struct replay_sub {
	char *sub_id, *conversation;
	bool extra; /* not in the recording */
};

struct replay_session {
	const struct recording *recording;
	struct outbox out;
	double speed;       /* 0: no pauses */
	size_t at;          /* the next step */
	int64_t start_ms;   /* when the recording started */
	int64_t blocked_ms; /* start of `at`'s wait for a request; -1: none */
	struct replay_request *requests; /* not answered yet */
	size_t request_count, request_cap;
	struct replay_sub *subs;
	size_t sub_count, sub_cap;
	struct strmap ids;     /* struct asked by recorded id */
	struct strmap sub_ids; /* recorded: char * */
	struct strmap answers; /* request key: struct recording_step * */
	bool gone;             /* the host exited */
	bool exited;           /* `exit` was received */
	int code;
	char *reason; /* or NULL */
};

void replay_session_init(struct replay_session *session,
			 const struct recording *recording, double speed,
			 int64_t now_ms);
void replay_session_release(struct replay_session *session);

/* Start with the run of the host that was under way at this time. */
void replay_session_skip(struct replay_session *session, int64_t at_ms);
/* Take a line from the dashboard. */
void replay_session_line(struct replay_session *session, struct slice line,
			 int64_t now_ms);
/* Queue what is due. Returns when to call again; -1: after the next line. */
int64_t replay_session_play(struct replay_session *session, int64_t now_ms);

#endif
