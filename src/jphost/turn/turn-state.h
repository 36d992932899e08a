#ifndef JPD_TURN_TURN_STATE_H
#define JPD_TURN_TURN_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/strmap.h"
#include "src/jphost/provider/provider.h"
#include "src/jphost/tool/tool-config.h"
#include "src/jphost/tool/tool-process.h"
#include "src/jphost/turn/turn-limit.h"
#include "src/jphost/turn/turn.h"

/* What the files of a turn share; nobody else includes it. */

#define TURN_BESIDE_MAX 16

/* A time that is always past: at once. (-1 means never.) */
#define TURN_NOW 0

enum turn_phase {
	TURN_BEGIN,  /* stored, not told yet */
	TURN_STREAM, /* the provider gives */
	TURN_BATCH,  /* tool calls are asked for and run */
	TURN_ASK,    /* an inquiry waits */
	TURN_LEAVE,  /* all is stored; tools are ending */
	TURN_DONE,
};

enum turn_call_state {
	CALL_ASKED,
	CALL_RUNNING,
	CALL_QUESTION, /* the tool wants an answer */
	CALL_DELIVERY, /* may its result go to the model? */
	CALL_DONE,
};

struct turn_deadline {
	int64_t at_ms;    /* -1: never */
	int64_t slept_ms; /* at its beginning */
};

#define TURN_NO_DEADLINE ((struct turn_deadline){ -1, 0 })

struct turn_call {
	const struct provider_call *script;
	enum turn_call_state state;
	struct strbuf request;         /* the event */
	char *arguments;               /* what it runs with, where modified */
	struct strbuf problem;         /* why it cannot run, for the model */
	bool unreadable;               /* what the model sent as arguments */
	struct turn_deadline deadline; /* while something is asked */
	int64_t asked_ms, waited_ms;   /* its approval, and how that ended: */
	enum prompt_voice voice;
	enum prompt_outcome outcome;
	int64_t started_ms;
	size_t output_at; /* lines told */

	/* A tool that is run here. */
	bool real;
	struct tool_config tool;
	struct tool_process *process; /* NULL: it waits for its turn */
	char *question_id;            /* QUESTION, DELIVERY: the tool's own */
	struct strbuf question;       /* the event */
	bool question_kept;           /* and what is answered */
	struct strbuf answers;        /* so far: raw members */
	int questions;                /* how many there were */
	struct strbuf result;
	bool result_is_error;
};

struct turn_inquiry {
	char *id;
	struct strbuf request; /* the event */
	struct strbuf stored;  /* as jp reads it; empty: it is not stored */
	struct turn_deadline deadline;
	enum turn_limit limit; /* that it is about; COUNT: none */
	bool yes;              /* what came */
	bool open;
};

/* A tool in the background, by the name that the model gave it (RFD 009). */
struct turn_handle {
	char *id;
	char *name; /* the tool's */
	struct tool_config tool;
	char *arguments;
	struct tool_process *process; /* NULL: it stopped, or waits */
	size_t told;                  /* bytes of its output */
	struct strbuf answers;        /* to its questions: raw members */
	struct strbuf question;       /* raw object, while it waits */
	struct strbuf result;         /* once it has stopped */
	bool result_is_error;
};

struct turn {
	const struct workspace *workspace;
	char *conversation;
	char *config; /* a raw object */
	int64_t timeout_ms;
	bool approve_on_timeout;
	const struct turn_clock *clock; /* or NULL */
	struct notices *notices;        /* or NULL */
	struct turn_sink sink;
	struct provider *provider;
	enum turn_phase phase;
	bool failed;
	enum event_state status; /* the last conversation_status told */
	int64_t stream_due_ms;
	bool ready; /* what was polled has something */

	/* Events that are told (at BEGIN: to be told), and not stored. */
	struct strbuf *pending;
	size_t pending_count, pending_cap;

	struct strbuf beside[TURN_BESIDE_MAX]; /* told, and never stored */
	size_t beside_count;
	struct strbuf usage;
	/* Text that still grows. */
	enum chat_part open_part; /* CHAT_NONE: none */
	struct strbuf open_text;
	int64_t open_since_ms;

	/* Tools that were told to end. */
	struct tool_process *leaving[TURN_PROCESSES_MAX + TURN_HANDLES_MAX];
	size_t leaving_count;
	enum event_state last_status; /* LEAVE: how the turn ends */

	struct turn_handle handles[TURN_HANDLES_MAX];
	size_t handle_count;
	size_t phase_fds; /* of what turn_poll() gave; the rest is tools' */

	struct turn_call *calls; /* BATCH */
	size_t call_count;
	struct turn_inquiry inquiry; /* ASK */
	struct turn_limits limits;
	int limits_asked;
	struct strmap closed; /* ids of prompts that are over */
};

/* --- turn.c --- */

/* The person would not lift a bound: the turn is over. */
void turn_end_at_limit(struct turn *turn, enum turn_limit limit,
		       int64_t now_ms);
/* Store what is kept. -1 where that failed; then the turn is over. */
int turn_store(struct turn *turn, int64_t now_ms);
int64_t turn_stamp_ms(const struct turn *turn, int64_t now_ms);

/*
 * When a prompt ends by itself, and whether it may then be approved. The time
 * that a person had to say no is not the time that the machine slept.
 */
void turn_deadline_set(const struct turn *turn, struct turn_deadline *deadline,
		       int64_t now_ms);
bool turn_deadline_is_over(const struct turn_deadline *deadline,
			   int64_t now_ms);
bool turn_deadline_approves(const struct turn *turn,
			    const struct turn_deadline *deadline);

/* --- turn-record.c: what is told, and what of it is stored --- */

/* Tell an event to somebody. */
void turn_tell(const struct turn_sink *sink, const struct strbuf *event,
	       enum respond_kind respond, int64_t deadline_ms);
/* The same to the owner. */
void turn_push(struct turn *turn, const struct strbuf *event,
	       enum respond_kind respond, int64_t deadline_ms);
/* The same, of one that asks for nothing, which is released. */
void turn_push_plain(struct turn *turn, struct strbuf *event);
/* Keep an event (its text is taken) until the next turn_store(). */
void turn_keep(struct turn *turn, struct strbuf *event);
void turn_forget_kept(struct turn *turn);
int turn_append_kept(struct turn *turn, int64_t now_ms, struct strbuf *err);
/* Keep and store turn_start and the request. */
int turn_store_start(struct turn *turn, const struct turn_options *options,
		     int64_t now_ms, struct strbuf *err);
/* End text that still grows: no more chunks are added to it. */
void turn_close_text(struct turn *turn);
void turn_set_status(struct turn *turn, enum event_state status,
		     int64_t now_ms);

/* Tell the person a sentence, a notice of that kind. */
void turn_tell_text(struct turn *turn, const char *kind,
		    enum notice_level level, struct slice text, int64_t now_ms);
/* For one who comes later. */
void turn_replay_beside(const struct turn *turn, const struct turn_sink *sink);
void turn_release_beside(struct turn *turn);
/* Queue for the model and tell the person, if such are wanted. */
void turn_notify(struct turn *turn, const char *kind, struct slice message,
		 int64_t now_ms);
/* Put what is queued in front of a text for the model. */
void turn_deliver_notices(struct turn *turn, struct strbuf *out,
			  int64_t now_ms);
/* What the provider tells beside the answer. */
void turn_tell_notice(struct turn *turn, const struct provider_item *item,
		      int64_t now_ms);
void turn_tell_usage(struct turn *turn, const struct provider_item *item,
		     int64_t now_ms);

/* --- turn-thought.c: what a server wants back with the reasoning --- */
void turn_keep_thought(struct turn *turn, struct slice json, int64_t now_ms);

/* --- turn-batch.c --- */

void turn_batch_begin(struct turn *turn, const struct provider_item *item,
		      int64_t now_ms);
/* Do what is due; true once all calls are answered and stored. */
bool turn_batch_run(struct turn *turn, int64_t now_ms);
int64_t turn_batch_wake_ms(const struct turn *turn);
/* Close what is open and answer all calls that have no answer yet. */
void turn_batch_interrupt(struct turn *turn, int64_t now_ms);
void turn_batch_replay(const struct turn *turn, const struct turn_sink *sink,
		       int64_t now_ms);
size_t turn_batch_poll(const struct turn *turn, struct pollfd *fds, size_t max);
/* The call whose approval waits; NULL: none. */
struct turn_call *turn_batch_find_asked(struct turn *turn, const char *id);
void turn_batch_release(struct turn *turn);

/* A call's result. */
void turn_batch_respond(struct turn *turn, struct turn_call *call,
			struct slice content, bool is_error, int64_t now_ms);

/* --- turn-tool.c: calls of tools that are run here --- */

void turn_tool_start(struct turn *turn, struct turn_call *call, int64_t now_ms);
/* Do what is due. */
void turn_tool_run(struct turn *turn, struct turn_call *call, int64_t now_ms);
int64_t turn_tool_wake_ms(const struct turn *turn,
			  const struct turn_call *call);
/* The call that waits for an answer to the question; NULL: none. */
struct turn_call *turn_tool_find(struct turn *turn, const char *inquiry_id);
/* Take its answer, which was checked. */
void turn_tool_answer(struct turn *turn, struct turn_call *call,
		      struct slice answer, enum prompt_voice voice,
		      int64_t now_ms);
/* Tell it to end, and close what it asks. */
void turn_tool_interrupt(struct turn *turn, struct turn_call *call,
			 int64_t now_ms);
void turn_tool_release(struct turn_call *call);

/* Start a process of a tool. NULL with a sentence in `err`. */
struct tool_process *turn_tool_spawn(struct turn *turn,
				     const struct tool_config *tool,
				     const char *name, struct slice arguments,
				     const struct strbuf *answers,
				     int64_t now_ms, struct strbuf *err);

/* --- turn-background.c: tools in the background --- */

/*
 * A call with an `action` is answered at once. False where it has none: the
 * tool runs as any other.
 */
bool turn_handle_call(struct turn *turn, struct turn_call *call,
		      int64_t now_ms);
/* See what has become of them; who stopped or waits is queued for the model. */
void turn_handles_run(struct turn *turn, int64_t now_ms);
int64_t turn_handles_wake_ms(const struct turn *turn);
size_t turn_handles_poll(const struct turn *turn, struct pollfd *fds,
			 size_t max);
/* The turn ends: so do they. */
void turn_handles_end(struct turn *turn, int64_t now_ms);
/* The same without a word. */
void turn_handles_release(struct turn *turn, int64_t now_ms);

/* --- turn-inquiry.c --- */

void turn_inquiry_begin(struct turn *turn, struct slice json, int64_t now_ms);
/* Ask whether a bound that is reached may be lifted. */
void turn_inquiry_limit(struct turn *turn, enum turn_limit limit,
			int64_t now_ms);
bool turn_inquiry_run(struct turn *turn, int64_t now_ms);
int64_t turn_inquiry_wake_ms(const struct turn *turn);
void turn_inquiry_interrupt(struct turn *turn, int64_t now_ms);
void turn_inquiry_release(struct turn *turn);

/*
 * Whether an answer is of the type that the event asks for, and one of its
 * options. -1 with a sentence.
 */
int turn_answer_check(const struct strbuf *request, struct slice answer,
		      struct strbuf *err);
/* Tell an answer, and keep it if `kept`; a secret is not told. */
void turn_answer_tell(struct turn *turn, const struct strbuf *request,
		      const char *id, struct slice answer, bool kept,
		      enum prompt_voice voice, int64_t now_ms);

/* Whether how a prompt ended is stored: nobody decided, or it took a while. */
bool turn_prompt_is_kept(enum prompt_voice voice, int64_t waited_ms);
/* Say that a prompt ended, to the owner and as an event. */
void turn_prompt_closed(struct turn *turn, const char *id,
			enum prompt_voice voice, enum prompt_outcome outcome,
			int64_t now_ms);

#endif
