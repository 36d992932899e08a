#ifndef JPD_TURN_LIVE_TURN_H
#define JPD_TURN_LIVE_TURN_H

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

#include "src/jphost/live/live.h"
#include "src/jphost/turn/notices.h"
#include "src/jphost/turn/turn.h"

/* The name of the one subscription on a turn's socket. */
#define LIVE_TURN_SUB "live"
/* What live_turn_poll() may give. */
#define LIVE_TURN_FDS_MAX (TURN_FDS_MAX + LIVE_SERVER_FDS_MAX)

/* An answer to a prompt, of a plugin, a watcher or the own terminal. */
struct live_answer {
	enum respond_kind respond;
	const char *id;             /* of the tool call, or the inquiry */
	enum respond_action action; /* tool call */
	const char *json;           /* new arguments, or the answer; or NULL */
	const char *reason;         /* or NULL */
	enum prompt_voice voice;
	const char *request_id; /* of the plugin's message, or NULL */
	const char *sub_id;     /* likewise; NULL: of a watcher */
};

/* Why an answer did not count; `late`: because another one did. */
typedef void live_turn_refused(void *user, const struct live_answer *answer,
			       const char *why, bool late);

/*
 * A turn and its socket: what the turn tells goes to its owner and to whoever
 * watches, and answers come from both. What comes within one round of poll()
 * came at once, whichever descriptor was read first: then a reject counts.
 * One struct serves the turns of a conversation one after the other.
 */
struct live_turn {
	struct turn *turn;          /* NULL: none runs */
	struct live_server *server; /* NULL: nobody can watch */
	struct notices notices; /* the conversation's: they outlive a turn */
	/* Below: live-turn.c's own. */
	struct turn_sink owner;
	enum fallback fallback;
	live_turn_refused *refused;
	int64_t now_ms; /* of the last call */
	struct live_answer *answers;
	size_t answer_count, answer_cap;
	size_t turn_fds, server_fds; /* that live_turn_poll() gave */
};

void live_turn_init(struct live_turn *live);
void live_turn_release(struct live_turn *live);

/*
 * Start a turn. `options` as for turn_new(), but for the notices, which are
 * ours. `refused` is told why an answer did not count; it may be NULL. -1 with
 * a sentence where there is no turn; a sentence and 0 where it has no socket.
 */
int live_turn_start(struct live_turn *live, const struct turn_options *options,
		    live_turn_refused *refused, int64_t now_ms,
		    struct strbuf *err);
/* Close the socket and free the turn. */
void live_turn_end(struct live_turn *live);

/* As turn_poll() and turn_ready(), with the socket's descriptors. A turn that
 * is `held` (what it told is not read) does not go on, but can be watched. */
size_t live_turn_poll(struct live_turn *live, struct pollfd *fds, bool held);
void live_turn_ready(struct live_turn *live, const struct pollfd *fds,
		     int64_t now_ms);

/* Take an answer, which is copied; live_turn_settle() hands it to the turn. */
void live_turn_answer(struct live_turn *live, const struct live_answer *answer);
/* The same of a plugin's `respond`. */
void live_turn_respond(struct live_turn *live,
		       const struct plugin_message *msg);
/* At the end of a round, when all that came in it was read. */
void live_turn_settle(struct live_turn *live, int64_t now_ms);

/* How long the turn still waits for an answer; -1: for ever. */
int64_t live_turn_left_ms(const struct live_turn *live, int64_t deadline_ms);
/* What it does then, as the wire has it; NULL: not told. */
const char *live_turn_fallback(const struct live_turn *live,
			       int64_t deadline_ms);

#endif
