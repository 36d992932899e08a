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
 * with their approvals, inquiries, and what of it goes to disk when. It does
 * no waiting: its owner (the `query` command, or a host that a plugin sent a
 * `query` to) calls turn_run() when turn_wake_ms() says so, and hands in
 * answers, from wherever they come. The first answer to a prompt counts.
 *
 * Times are milliseconds of a clock that nobody sets; see struct turn_clock.
 */
struct turn;

/* What the turn asks beside the times that it is given. */
struct turn_clock {
	int64_t (*wall_offset_ms)(void); /* to a time since 1970 */
	int64_t (*slept_ms)(void);       /* as clock_slept_ms() */
};

/* Of this machine, where times are those of clock_now_ms(). */
extern const struct turn_clock turn_real_clock;

/*
 * What the turn tells its owner. `raw` is the event as on the wire, chunks
 * while text streams; with `respond` it is a prompt that waits, until
 * `deadline_ms` (-1: for ever), when the fallback answers it. Everything
 * goes both to the own terminal and to whoever watches. Nothing is told
 * within turn_new(), and a sink does not call back into its turn.
 */
struct turn_sink {
	void *user;
	void (*event)(void *user, const struct event *event, struct slice raw,
		      enum respond_kind respond, int64_t deadline_ms);
	/* A prompt (its id) is no longer open, and how it ended.
	 * Before prompt_closed is pushed as an event. May be NULL. */
	void (*prompt_closed)(void *user, const char *id,
			      enum prompt_voice voice,
			      enum prompt_outcome outcome);
};

struct turn_options {
	const struct workspace *workspace;
	const char *conversation;
	struct slice content;           /* the request's text */
	struct slice attachments;       /* raw array, or empty */
	struct slice schema;            /* raw object, or empty */
	const char *author;             /* or NULL */
	struct slice config;            /* jp's configuration, a raw object */
	const char *provider;           /* "replay:FILE", "openai:URL" */
	const char *model;              /* or NULL: the configuration's */
	int64_t timeout_ms;             /* of a prompt; -1: waits for ever */
	enum fallback fallback;         /* then; NONE: rejected */
	const struct turn_clock *clock; /* NULL: times are since 1970 */
	struct notices *notices; /* the conversation's, kept by the owner */
	struct turn_sink sink;
};

/*
 * Start: check the provider, store turn_start and chat_request. The caller
 * has locked the conversation and keeps it so until the turn is done. NULL
 * with a sentence in `err`.
 */
struct turn *turn_new(const struct turn_options *options, int64_t now_ms,
		      struct strbuf *err);
void turn_free(struct turn *turn);

/* Do what is due. Returns false once the turn is done (query_complete was
 * the last event). */
bool turn_run(struct turn *turn, int64_t now_ms);
/* When to run again: a time, or -1 where only an answer can move it. */
int64_t turn_wake_ms(const struct turn *turn);

/*
 * Between turn_wake_ms() and turn_run(): what to poll for besides, at most
 * `max` entries (TURN_FDS_MAX are always enough); and, with the same entries
 * after poll(), what came of it.
 */
#define TURN_PROCESSES_MAX 16 /* tools at once; others wait */
#define TURN_HANDLES_MAX   8  /* tools in the background */
#define TURN_FDS_MAX       (4 * (TURN_PROCESSES_MAX + TURN_HANDLES_MAX))
size_t turn_poll(struct turn *turn, struct pollfd *fds, size_t max);
void turn_ready(struct turn *turn, const struct pollfd *fds, size_t count,
		int64_t now_ms);

/* Whether a prompt of that id was asked and is over: an answer is late. */
bool turn_was_asked(const struct turn *turn, const char *id);

/* As a reason: it was rejected for an answer given before. */
#define TURN_REMEMBERED "(remembered)"

/* What the editor has to do with a prompt: `run` and `result` of its tool. */
enum turn_edit {
	TURN_EDIT_NONE,
	TURN_EDIT_MAY,
	TURN_EDIT_FIRST, /* before it is asked: "edit" */
};
/*
 * `text`: the result whose delivery is asked about, good until the turn goes
 * on; a string as its answer is delivered instead of it.
 */
enum turn_edit turn_edit_of(struct turn *turn, const char *id,
			    struct slice *text);

/* An answer. 0, or -1 with a sentence: no such prompt, answered already. */
int turn_approve(struct turn *turn, const char *tool_call_id,
		 enum respond_action action, struct slice arguments,
		 const char *reason, enum prompt_voice voice, int64_t now_ms,
		 struct strbuf *err);
int turn_answer(struct turn *turn, const char *inquiry_id, struct slice answer,
		enum prompt_voice voice, int64_t now_ms, struct strbuf *err);
/*
 * The person says something in the middle: what runs is interrupted, as
 * turn_cancel() does it, and the turn goes on with that. -1 with a sentence
 * where it is over.
 */
int turn_reply(struct turn *turn, struct slice content, int64_t now_ms,
	       struct strbuf *err);
/*
 * Stop: store what is there, interrupted calls as jp stores them. The turn is
 * done once its tools have ended, which have TOOL_GRACE_MS; a
 * second time they are killed at once.
 */
void turn_cancel(struct turn *turn, int64_t now_ms);
/* Whether query_complete was told. */
bool turn_is_done(const struct turn *turn);
/* After turn_cancel(): wait until it is done. */
void turn_finish(struct turn *turn, int64_t now_ms);
/* Keep on disk what its notices still have for the conversation's next turn. */
void turn_save_notices(const struct turn *turn);

/*
 * For one who comes later: the status, notices and usage, what this turn has
 * told but not yet stored (the open text as one chunk), what running tools
 * have written, and every prompt that still waits.
 */
void turn_replay(const struct turn *turn, const struct turn_sink *sink,
		 int64_t now_ms);

/* Tell a prompt that still waits once more; nothing where it does not. */
void turn_ask_again(struct turn *turn, const char *id,
		    const struct turn_sink *sink);

/* Whether the turn failed (a provider error), for the exit status. */
bool turn_failed(const struct turn *turn);

#endif
