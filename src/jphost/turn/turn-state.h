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

/* State shared by the files of a turn; no other file includes this. */

#define TURN_BESIDE_MAX 16

/* A time that is always past, meaning now. (-1 means never.) */
#define TURN_NOW 0

enum turn_phase {
	TURN_BEGIN,  /* stored, not sent yet */
	TURN_STREAM, /* the provider sends */
	TURN_BATCH,  /* tool calls await approval or run */
	TURN_ASK,    /* an inquiry is open */
	TURN_LEAVE,  /* all is stored; tools are exiting */
	TURN_DONE,
};

enum turn_call_state {
	CALL_ASKED,
	CALL_RUNNING,
	CALL_QUESTION, /* the tool wants an answer */
	CALL_DELIVERY, /* may its result be sent to the model? */
	CALL_DONE,
};

struct turn_deadline {
	int64_t at_ms;    /* -1: never */
	int64_t slept_ms; /* clock_slept_ms() when it was set */
};

#define TURN_NO_DEADLINE ((struct turn_deadline){ -1, 0 })

struct turn_call {
	const struct provider_call *script;
	enum turn_call_state state;
	struct strbuf request;         /* the event */
	char *arguments;               /* what it runs with, if modified */
	char *prepared;                /* else; NULL: they do not fit */
	struct strbuf misfit;          /* why, if a script calls */
	struct strbuf problem;         /* why it cannot run, for the model */
	bool unreadable, defaulted;    /* malformed; lacking defaults */
	struct turn_deadline deadline; /* of an open prompt */
	int64_t asked_ms, waited_ms;   /* for its approval; how that ended: */
	enum prompt_voice voice;
	enum prompt_outcome outcome;
	int64_t started_ms;
	size_t output_at; /* lines sent */

	/* For a tool that is run here. */
	bool real;
	struct tool_config tool;
	struct tool_process *process; /* NULL: queued */
	char *question_id;      /* QUESTION, DELIVERY: the tool's id of it */
	struct strbuf question; /* the event */
	bool question_kept;     /* store the question and its answer */
	struct strbuf answers;  /* so far: raw members */
	int questions;          /* how many it has asked */
	struct strbuf result;
	bool result_is_error;
};

struct turn_inquiry {
	char *id;
	struct strbuf request; /* the event */
	struct strbuf stored;  /* as jp reads it; empty: do not store it */
	struct turn_deadline deadline;
	enum turn_limit limit; /* that it asks about; COUNT: none */
	bool yes;              /* the answer */
	bool open;
};

/* A background tool, by the name that the model gave it (RFD 009). */
struct turn_handle {
	char *id;
	char *name; /* the tool's */
	struct tool_config tool;
	char *arguments;
	struct tool_process *process; /* NULL: it has stopped, or asks */
	size_t told;                  /* bytes of its output sent */
	struct strbuf answers;        /* to its questions: raw members */
	struct strbuf question;       /* raw object, while it asks */
	struct strbuf result;         /* once it has stopped */
	bool result_is_error;
};

struct turn {
	const struct workspace *workspace;
	char *conversation;
	struct conversation_lock *lock; /* the owner's, or NULL */
	char *config;                   /* a raw object */
	int64_t timeout_ms;
	bool approve_on_timeout;
	const struct turn_clock *clock; /* or NULL */
	struct notices *notices;        /* or NULL */
	struct turn_sink sink;
	struct provider *provider;
	enum turn_phase phase;
	bool failed;
	enum event_state status; /* the last conversation_status sent */
	int64_t stream_due_ms;
	bool ready; /* a polled descriptor is ready */

	/* Events that are sent (in BEGIN: to be sent) and not stored yet. */
	struct strbuf *pending;
	size_t pending_count, pending_cap;

	struct strbuf beside[TURN_BESIDE_MAX]; /* sent, and never stored */
	size_t beside_count;
	struct strbuf usage;
	/* Text that is still growing. */
	enum chat_part open_part; /* CHAT_NONE: none */
	struct strbuf open_text;
	int64_t open_since_ms;

	/* Tools that were told to exit. */
	struct tool_process *leaving[TURN_PROCESSES_MAX + TURN_HANDLES_MAX];
	size_t leaving_count;
	struct tool_left left;        /* children in other sessions */
	enum event_state last_status; /* in LEAVE: how the turn ends */

	struct turn_handle handles[TURN_HANDLES_MAX];
	size_t handle_count;
	size_t phase_fds; /* of turn_poll(), before those of tools */

	struct turn_call *calls; /* BATCH */
	size_t call_count;
	struct turn_inquiry inquiry; /* ASK */
	struct turn_limits limits;
	int limits_asked;
	struct strmap closed; /* ids of closed prompts */
};

/* --- turn.c --- */

/* The user did not lift a limit: end the turn. */
void turn_end_at_limit(struct turn *turn, enum turn_limit limit,
		       int64_t now_ms);
/* Store what is kept. If that fails, returns -1 and the turn is over. */
int turn_store(struct turn *turn, int64_t now_ms);
int64_t turn_stamp_ms(const struct turn *turn, int64_t now_ms);

/*
 * When a prompt times out, and whether it may then be approved: not if the
 * machine slept meanwhile, because then the user had less time to say no.
 */
void turn_deadline_set(const struct turn *turn, struct turn_deadline *deadline,
		       int64_t now_ms);
bool turn_deadline_is_over(const struct turn_deadline *deadline,
			   int64_t now_ms);
bool turn_deadline_approves(const struct turn *turn,
			    const struct turn_deadline *deadline);

/* --- turn-record.c: what is reported, and which of that is stored --- */

/* Send an event to a sink. */
void turn_tell(const struct turn_sink *sink, const struct strbuf *event,
	       enum respond_kind respond, int64_t deadline_ms);
/* Send it to the owner. */
void turn_push(struct turn *turn, const struct strbuf *event,
	       enum respond_kind respond, int64_t deadline_ms);
/* The same for an event that asks nothing; releases it. */
void turn_push_plain(struct turn *turn, struct strbuf *event);
/* Keep an event until the next turn_store(). Takes its text. */
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

/* Send the user a sentence as a notice of this kind. */
void turn_tell_text(struct turn *turn, const char *kind,
		    enum notice_level level, struct slice text, int64_t now_ms);
/* Repeat the notices for a sink that joins later. */
void turn_replay_beside(const struct turn *turn, const struct turn_sink *sink);
void turn_release_beside(struct turn *turn);
/* Notify the user and, if the configuration wants it, queue for the model. */
void turn_notify(struct turn *turn, const char *kind, struct slice message,
		 int64_t now_ms);
/* Put what is queued in front of a text for the model. */
void turn_deliver_notices(struct turn *turn, struct strbuf *out,
			  int64_t now_ms);
/* What the provider reports besides the answer. */
void turn_tell_notice(struct turn *turn, const struct provider_item *item,
		      int64_t now_ms);
void turn_tell_usage(struct turn *turn, const struct provider_item *item,
		     int64_t now_ms);

/* --- turn-thought.c: reasoning data that a server wants back --- */
void turn_keep_thought(struct turn *turn, struct slice json, int64_t now_ms);

/* --- turn-batch.c --- */

void turn_batch_begin(struct turn *turn, const struct provider_item *item,
		      int64_t now_ms);
/* Do what is due; true once all calls are answered and stored. */
bool turn_batch_run(struct turn *turn, int64_t now_ms);
int64_t turn_batch_wake_ms(const struct turn *turn);
/* Close open prompts and answer all calls that have no answer yet. */
void turn_batch_interrupt(struct turn *turn, int64_t now_ms);
void turn_batch_replay(const struct turn *turn, const struct turn_sink *sink,
		       int64_t now_ms);
size_t turn_batch_poll(const struct turn *turn, struct pollfd *fds, size_t max);
/* The call whose approval is pending, or NULL. */
struct turn_call *turn_batch_find_asked(struct turn *turn, const char *id);
void turn_batch_release(struct turn *turn);

/* Set a call's result. */
void turn_batch_respond(struct turn *turn, struct turn_call *call,
			struct slice content, bool is_error, int64_t now_ms);

/* --- turn-tool.c: calls of tools that are run here --- */

void turn_tool_start(struct turn *turn, struct turn_call *call, int64_t now_ms);
/* Do what is due. */
void turn_tool_run(struct turn *turn, struct turn_call *call, int64_t now_ms);
int64_t turn_tool_wake_ms(const struct turn *turn,
			  const struct turn_call *call);
/* The call that waits for an answer to this question, or NULL. */
struct turn_call *turn_tool_find(struct turn *turn, const char *inquiry_id);
/* Give the call its answer, which was checked. */
void turn_tool_answer(struct turn *turn, struct turn_call *call,
		      struct slice answer, enum prompt_voice voice,
		      int64_t now_ms);
/* Tell the tool to exit, and close its prompt. */
void turn_tool_interrupt(struct turn *turn, struct turn_call *call,
			 int64_t now_ms);
void turn_tool_release(struct turn_call *call);
struct slice turn_call_arguments(const struct turn_call *call);
/* With exactly these arguments. NULL with a sentence in `err`. */
struct tool_process *turn_tool_spawn(struct turn *turn,
				     const struct tool_config *tool,
				     const char *name, struct slice arguments,
				     const struct strbuf *answers,
				     int64_t now_ms, struct strbuf *err);

/* --- turn-background.c: tools in the background --- */

/*
 * Answer a call that has an `action`. False if it has none: the tool then runs
 * as any other.
 */
bool turn_background_call(struct turn *turn, struct turn_call *call,
			  int64_t now_ms);
/* Check background tools; one that stopped or asks is queued for the model. */
void turn_background_run(struct turn *turn, int64_t now_ms);
int64_t turn_background_wake_ms(const struct turn *turn);
size_t turn_background_poll(const struct turn *turn, struct pollfd *fds,
			    size_t max);
/* The turn ends, and with it all background tools. */
void turn_background_end(struct turn *turn, int64_t now_ms);
/* The same without notices. */
void turn_background_release(struct turn *turn, int64_t now_ms);

/* --- turn-inquiry.c --- */

void turn_inquiry_begin(struct turn *turn, struct slice json, int64_t now_ms);
/* Ask whether a limit that was reached may be lifted. */
void turn_inquiry_limit(struct turn *turn, enum turn_limit limit,
			int64_t now_ms);
bool turn_inquiry_run(struct turn *turn, int64_t now_ms);
int64_t turn_inquiry_wake_ms(const struct turn *turn);
void turn_inquiry_interrupt(struct turn *turn, int64_t now_ms);
void turn_inquiry_release(struct turn *turn);

/* Send an answer, and keep it if `kept`; a secret is not sent. */
void turn_answer_tell(struct turn *turn, const struct strbuf *request,
		      const char *id, struct slice answer, bool kept,
		      enum prompt_voice voice, int64_t now_ms);

/* Whether a prompt's end is stored: it timed out or was open for a while. */
bool turn_prompt_is_kept(enum prompt_voice voice, int64_t waited_ms);
/* Report a prompt's end, to the owner and as an event. */
void turn_prompt_closed(struct turn *turn, const char *id,
			enum prompt_voice voice, enum prompt_outcome outcome,
			int64_t now_ms);

#endif
