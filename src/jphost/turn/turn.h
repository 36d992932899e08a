#ifndef JPD_TURN_TURN_H
#define JPD_TURN_TURN_H

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

#include "proto/host-message.h"
#include "proto/plugin-message.h"
#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/jphost/turn/notices.h"
#include "src/jphost/workspace/workspace.h"

/*
 * One turn of a conversation: the request, the provider's stream, tool calls
 * with their approvals, inquiries, and when each of them is stored. A turn
 * never blocks: its owner (the `query` command, or a host to which a plugin
 * sent a `query`) calls turn_run() when turn_wake_ms() says so, and passes in
 * answers from any source. The first answer to a prompt counts.
 *
 * Times are milliseconds of a clock that is never set; see struct turn_clock.
 */
struct turn;

/* Clocks that the turn reads besides the times it is given. */
struct turn_clock {
	int64_t (*wall_offset_ms)(void); /* to milliseconds since 1970 */
	int64_t (*slept_ms)(void);       /* as clock_slept_ms() */
};

/* This machine's clocks, for times of clock_now_ms(). */
extern const struct turn_clock turn_real_clock;

/*
 * What the turn reports to its owner. `raw` is the event as on the wire, in
 * chunks while text streams. With `respond` it is a prompt that waits until
 * `deadline_ms` (-1: forever), when the fallback answers it. Everything goes
 * both to our own terminal and to all watchers. Nothing is sent within
 * turn_new(), and a sink must not call back into its turn.
 */
struct turn_sink {
	void *user;
	void (*event)(void *user, struct slice raw, enum respond_kind respond,
		      int64_t deadline_ms);
	/*
	 * A prompt (by id) was closed, and how. Called before prompt_closed is
	 * sent as an event. May be NULL.
	 */
	void (*prompt_closed)(void *user, const char *id,
			      enum prompt_voice voice,
			      enum prompt_outcome outcome);
};

struct turn_options {
	const struct workspace *workspace;
	const char *conversation;
	struct conversation_lock *lock; /* that the caller holds, or NULL */
	struct slice content;           /* the request's text */
	struct slice attachments;       /* raw array, or empty */
	struct slice schema;            /* raw object, or empty */
	const char *author;             /* or NULL */
	struct slice config;            /* jp's configuration, a raw object */
	const char *provider;           /* "replay:FILE", "openai:URL" */
	const char *model;              /* NULL: the configured one */
	int64_t timeout_ms;             /* of a prompt; -1: none */
	enum fallback fallback;         /* on timeout; NONE: reject */
	const struct turn_clock *clock; /* NULL: times are since 1970 */
	struct notices *notices; /* the conversation's, kept by the owner */
	struct turn_sink sink;
};

/*
 * Start a turn: check the provider, store turn_start and chat_request. The
 * caller has locked the conversation, and keeps it locked until the turn is
 * done. NULL with a sentence in `err`.
 */
struct turn *turn_new(const struct turn_options *options, int64_t now_ms,
		      struct strbuf *err);
void turn_free(struct turn *turn);

/* Do what is due. Returns false once the turn is done (query_complete was
 * the last event). */
bool turn_run(struct turn *turn, int64_t now_ms);
/* When to run again: a time, or -1 if only an answer can continue it. */
int64_t turn_wake_ms(const struct turn *turn);

/*
 * Between turn_wake_ms() and turn_run(): what else to poll for, at most `max`
 * entries (TURN_FDS_MAX are always enough); and, with the same entries after
 * poll(), the results.
 */
#define TURN_PROCESSES_MAX 16 /* tools that run in parallel */
#define TURN_HANDLES_MAX   8  /* tools in the background */
#define TURN_FDS_MAX       (4 * (TURN_PROCESSES_MAX + TURN_HANDLES_MAX))
size_t turn_poll(struct turn *turn, struct pollfd *fds, size_t max);
void turn_ready(struct turn *turn, const struct pollfd *fds, size_t count,
		int64_t now_ms);

/* Whether a prompt of that id was asked and is closed: an answer is late. */
bool turn_was_asked(const struct turn *turn, const char *id);

/* The reason given when a remembered answer rejected a call. */
#define TURN_REMEMBERED "(remembered)"

/* How a prompt may use the editor, from its tool's `run` and `result`. */
enum turn_edit {
	TURN_EDIT_NONE,
	TURN_EDIT_MAY,
	TURN_EDIT_FIRST, /* "edit": before the prompt */
};
/*
 * `text` is set to the result whose delivery is asked about, valid until the
 * turn goes on. An answer that is a string is delivered instead of the result.
 */
enum turn_edit turn_edit_of(struct turn *turn, const char *id,
			    struct slice *text);

/* Answer a prompt. -1 with a sentence: no such prompt, or already answered. */
int turn_approve(struct turn *turn, const char *tool_call_id,
		 enum respond_action action, struct slice arguments,
		 const char *reason, enum prompt_voice voice, int64_t now_ms,
		 struct strbuf *err);
int turn_answer(struct turn *turn, const char *inquiry_id, struct slice answer,
		enum prompt_voice voice, int64_t now_ms, struct strbuf *err);
/*
 * The user replies in the middle of a turn: what runs is interrupted as by
 * turn_cancel(), and the turn goes on with the reply. -1 with a sentence if the
 * turn is over.
 */
int turn_reply(struct turn *turn, struct slice content, int64_t now_ms,
	       struct strbuf *err);
/*
 * Stop: store what there is, with interrupted calls as jp stores them. The turn
 * is done once its tools have exited, for which they have TOOL_GRACE_MS. A
 * second call kills them immediately.
 */
void turn_cancel(struct turn *turn, int64_t now_ms);
/* Whether query_complete was sent. */
bool turn_is_done(const struct turn *turn);
/* After turn_cancel(): wait until the turn is done. */
void turn_finish(struct turn *turn, int64_t now_ms);
/* Save undelivered notices for the conversation's next turn. */
void turn_save_notices(const struct turn *turn);

/*
 * For a watcher that joins later: repeat the status, notices and usage, what
 * this turn has sent but not yet stored (open text as one chunk), the output of
 * running tools, and every pending prompt.
 */
void turn_replay(const struct turn *turn, const struct turn_sink *sink,
		 int64_t now_ms);

/* Send a prompt again if it is still pending, and before it why. */
void turn_ask_again(struct turn *turn, const char *id, const char *why,
		    int64_t now_ms, const struct turn_sink *sink);

/* Whether the turn failed (a provider error), for the exit status. */
bool turn_failed(const struct turn *turn);

#endif
