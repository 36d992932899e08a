#ifndef JPD_TURN_LIVE_TURN_H
#define JPD_TURN_LIVE_TURN_H

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

#include "src/jphost/live/live.h"
#include "src/jphost/turn/notices.h"
#include "src/jphost/turn/turn.h"

/* The name of the only subscription on a turn's socket. */
#define LIVE_TURN_SUB "live"
/* The most entries that live_turn_poll() may return. */
#define LIVE_TURN_FDS_MAX (TURN_FDS_MAX + LIVE_SERVER_FDS_MAX)

/* An answer to a prompt, from a plugin, a watcher or our own terminal. */
struct live_answer {
	enum respond_kind respond;
	const char *id;             /* of the tool call or the inquiry */
	enum respond_action action; /* for a tool call */
	const char *json;           /* new arguments, or the answer; or NULL */
	const char *reason;         /* or NULL */
	enum prompt_voice voice;
	const char *request_id; /* of the plugin's message, or NULL */
	const char *sub_id;     /* of that message; NULL: from a watcher */
};

/* Reports why an answer did not count; `late` if another one came first. */
typedef void live_turn_refused(void *user, const struct live_answer *answer,
			       const char *why, bool late);

/*
 * A turn and its socket. The turn's events go to its owner and to all watchers,
 * and answers come from both. Answers that arrive in one round of poll() count
 * as simultaneous, whichever descriptor was read first: a rejection wins. One
 * struct serves a conversation's turns one after the other.
 */
struct live_turn {
	struct turn *turn;          /* NULL: no turn runs */
	struct live_server *server; /* NULL: the turn cannot be watched */
	struct notices notices; /* the conversation's; they outlive a turn */
	/* Private to live-turn.c from here on. */
	struct turn_sink owner;
	enum fallback fallback;
	live_turn_refused *refused;
	int64_t now_ms; /* time of the last call */
	struct live_answer *answers;
	size_t answer_count, answer_cap;
	size_t turn_fds, server_fds; /* how many live_turn_poll() returned */
};

void live_turn_init(struct live_turn *live);
void live_turn_release(struct live_turn *live);

/*
 * Start a turn. `options` are those of turn_new() except for the notices, which
 * are ours. `refused` is called with the reason when an answer did not count;
 * it may be NULL. -1 with a sentence if the turn could not start; 0 with a
 * sentence if it has no socket.
 */
int live_turn_start(struct live_turn *live, const struct turn_options *options,
		    live_turn_refused *refused, int64_t now_ms,
		    struct strbuf *err);
/* Close the socket and free the turn. */
void live_turn_end(struct live_turn *live);

/*
 * As turn_poll() and turn_ready(), plus the socket's descriptors. A turn that
 * is `held` (its owner does not read its events) is paused but can be watched.
 */
size_t live_turn_poll(struct live_turn *live, struct pollfd *fds, bool held);
void live_turn_ready(struct live_turn *live, const struct pollfd *fds,
		     int64_t now_ms);

/* Queue a copy of an answer; live_turn_settle() hands it to the turn. */
void live_turn_answer(struct live_turn *live, const struct live_answer *answer);
/* The same for a plugin's `respond`. */
void live_turn_respond(struct live_turn *live,
		       const struct plugin_message *msg);
/* Call at the end of a round, when all its input was read. */
void live_turn_settle(struct live_turn *live, int64_t now_ms);

/* How long the turn will wait for an answer; -1: forever. */
int64_t live_turn_left_ms(const struct live_turn *live, int64_t deadline_ms);
/* What it does after that, in the wire's word; NULL: none is given. */
const char *live_turn_fallback(const struct live_turn *live,
			       int64_t deadline_ms);

#endif
