#ifndef JPD_PROTO_EVENT_H
#define JPD_PROTO_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#include "proto/terminal-place.h"
#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * One event of a conversation, as jp stores and sends it (RFD 072, D18; checked
 * against today's jp). The kinds that jp does not have are only pushed: D18's
 * query_complete and the extensions that a host lists in its capabilities.
 */
#define EVENT_KINDS(X)                                                    \
	X(TURN_START, "turn_start")                                       \
	X(CHAT_REQUEST, "chat_request")                                   \
	X(CHAT_RESPONSE, "chat_response")                                 \
	X(TOOL_CALL_REQUEST, "tool_call_request")                         \
	X(TOOL_CALL_RESPONSE, "tool_call_response")                       \
	X(INQUIRY_REQUEST, "inquiry_request")                             \
	X(INQUIRY_RESPONSE, "inquiry_response")                           \
	X(CONFIG_DELTA, "config_delta")                                   \
	X(COMPACTION, "compaction")                                       \
	X(QUERY_COMPLETE, "query_complete")                               \
	X(PROMPT_CLOSED, "prompt_closed")             /* `withdraw` */    \
	X(TOOL_CALL_OUTPUT, "tool_call_output")       /* `tool_output` */ \
	X(CONVERSATION_STATUS, "conversation_status") /* `status` */      \
	X(NOTICE, "notice")                           /* `notice` */      \
	X(USAGE, "usage")                             /* `usage` */       \
	X(PLAN, "plan")                               /* `plan` */        \
	X(AGENT, "agent")                             /* `agents` */      \
	X(HISTORY_CHANGED, "history_changed")         /* `history` */

enum event_kind {
	EVENT_UNKNOWN, /* a type from a newer jp: kept, shown by its name */
#define X(kind, name) EVENT_##kind,
	EVENT_KINDS(X)
#undef X
};

/* "chat_request", …; NULL for EVENT_UNKNOWN. */
const char *event_kind_name(enum event_kind kind);

/*
 * The words that events use. The first two values of each enum are not words:
 * NONE means that the member is missing or not a string, OTHER that the word is
 * unknown, from a newer host.
 */
#define EVENT_WORD(word, name) word,

/* conversation_status: `state`. */
#define EVENT_STATES(X)                             \
	X(EVENT_STATE_RUNNING, "running")           \
	X(EVENT_STATE_WAITING, "waiting-for-input") \
	X(EVENT_STATE_INTERRUPTED, "interrupted")   \
	X(EVENT_STATE_IDLE, "idle")

/* prompt_closed: `outcome` is the answer, `by` why it ended, `voice` who
 * answered. */
#define PROMPT_OUTCOMES(X)                         \
	X(PROMPT_OUTCOME_APPROVED, "approved")     \
	X(PROMPT_OUTCOME_REJECTED, "rejected")     \
	X(PROMPT_OUTCOME_MODIFIED, "modified")     \
	X(PROMPT_OUTCOME_ANSWERED, "answered")     \
	X(PROMPT_OUTCOME_UNANSWERED, "unanswered") \
	X(PROMPT_OUTCOME_CANCELLED, "cancelled")
#define PROMPT_CAUSES(X)                 \
	X(PROMPT_BY_ANSWER, "answered")  \
	X(PROMPT_BY_TIMEOUT, "timeout")  \
	X(PROMPT_BY_CANCEL, "cancelled") \
	X(PROMPT_BY_REFUSAL, "refused") /* an answer was none: asked again */
#define PROMPT_VOICES(X)                     \
	X(PROMPT_VOICE_TERMINAL, "terminal") \
	X(PROMPT_VOICE_PLUGIN, "plugin")     \
	X(PROMPT_VOICE_TIMEOUT, "timeout")   \
	X(PROMPT_VOICE_CANCEL, "cancel")

/* What a host does with a prompt that was not answered in time. */
#define FALLBACKS(X)                   \
	X(FALLBACK_APPROVE, "approve") \
	X(FALLBACK_REJECT, "reject")

/* notice: `level`. */
#define NOTICE_LEVELS(X)             \
	X(NOTICE_INFO, "info")       \
	X(NOTICE_WARNING, "warning") \
	X(NOTICE_ERROR, "error")     \
	X(NOTICE_CRITICAL, "critical")

/* inquiry_response: `outcome` (RFD 082). */
#define INQUIRY_OUTCOMES(X)                       \
	X(INQUIRY_OUTCOME_ANSWERED, "answered")   \
	X(INQUIRY_OUTCOME_CANCELLED, "cancelled") \
	X(INQUIRY_OUTCOME_REDACTED, "redacted")

enum event_state {
	EVENT_STATE_NONE,
	EVENT_STATE_OTHER,
	EVENT_STATES(EVENT_WORD)
};
enum prompt_outcome {
	PROMPT_OUTCOME_NONE,
	PROMPT_OUTCOME_OTHER,
	PROMPT_OUTCOMES(EVENT_WORD)
};
enum prompt_cause {
	PROMPT_BY_NONE,
	PROMPT_BY_OTHER,
	PROMPT_CAUSES(EVENT_WORD)
};
enum prompt_voice {
	PROMPT_VOICE_NONE,
	PROMPT_VOICE_OTHER,
	PROMPT_VOICES(EVENT_WORD)
};
enum fallback { FALLBACK_NONE, FALLBACK_OTHER, FALLBACKS(EVENT_WORD) };
enum notice_level {
	NOTICE_LEVEL_NONE,
	NOTICE_LEVEL_OTHER,
	NOTICE_LEVELS(EVENT_WORD)
};
enum inquiry_outcome {
	INQUIRY_OUTCOME_NONE,
	INQUIRY_OUTCOME_OTHER,
	INQUIRY_OUTCOMES(EVENT_WORD)
};

/* "running", …; NULL for NONE and OTHER. */
const char *event_state_name(enum event_state state);
const char *prompt_outcome_name(enum prompt_outcome outcome);
const char *prompt_cause_name(enum prompt_cause by);
const char *prompt_voice_name(enum prompt_voice voice);
const char *fallback_name(enum fallback fallback);
const char *notice_level_name(enum notice_level level);
const char *inquiry_outcome_name(enum inquiry_outcome outcome);

/* For a word that the user typed; FALLBACK_OTHER if it is unknown. */
enum fallback fallback_find(const char *name);

enum chat_part { CHAT_MESSAGE, CHAT_REASONING, CHAT_DATA, CHAT_NONE };

/*
 * What a scan finds in an event without decoding it: enough to place it in a
 * transcript. The slices point into the raw text; strings are raw, with their
 * quotes, and empty if the member is missing.
 */
struct event_peek {
	enum event_kind kind;
	enum chat_part part;    /* CHAT_RESPONSE only */
	struct slice type;      /* raw */
	struct slice timestamp; /* raw */
	struct slice id;        /* raw: tool call, inquiry, prompt_closed */
	struct slice text;      /* raw: message, reasoning, data, content */
	struct slice metadata;  /* raw: of an answer, or empty */
	struct slice agent;     /* raw: who of several agents, or empty */
	bool is_error;          /* TOOL_CALL_RESPONSE */
};

/* False if the text is not an object with a string `type`. */
bool event_peek(struct event_peek *peek, struct slice raw);

enum answer_kind {
	ANSWER_BOOLEAN,
	ANSWER_SELECT,
	ANSWER_TEXT,
	ANSWER_SECRET,
	ANSWER_OTHER, /* a type from a newer jp: answered as JSON text */
};

struct inquiry_option {
	char *value;       /* JSON text, sent back exactly as it came */
	char *label;       /* what to show */
	char *description; /* or NULL; with the value, if the label hides it */
};

/*
 * A decoded event. Every char * is owned, UTF-8 and NUL-terminated, and NULL if
 * the member is missing; strings contain no NUL (json_string_add()). `metadata`
 * contains signatures that must not be shown: only jphost's record of how a
 * prompt ended is decoded from it.
 */
struct event {
	enum event_kind kind;
	int64_t at_ms; /* TIMESTAMP_NONE if missing or unreadable */
	char *type;
	char *id;   /* tool call, inquiry, prompt_closed, tool_call_output */
	char *text; /* content, message, reasoning; `data`: compact JSON;
		       an array of typed blocks: their texts joined by \n;
		       question text; why an inquiry was not answered;
		       compaction's summary; notice message; output chunk */
	size_t text_len;
	enum chat_part part;
	char *author;    /* chat_request */
	char *agent;     /* who of several agents it is of */
	char *schema;    /* chat_request: raw JSON */
	char *name;      /* tool_call_request; inquiry source's name */
	char *arguments; /* tool_call_request: the raw text that arrived */
	size_t arguments_len;
	bool is_error; /* tool_call_response */
	char *source;  /* inquiry: "tool", "assistant", "user", "other" */
	char *model;   /* config_delta: assistant.model.id, or NULL */
	enum prompt_cause by;        /* prompt_closed */
	enum prompt_outcome outcome; /* prompt_closed */
	enum prompt_voice voice;     /* prompt_closed */
	/* Responses have these three too, from `metadata.jphost`. */
	int64_t waited_ms;            /* response: of its prompt; or -1 */
	enum event_state state;       /* conversation_status */
	bool elsewhere;               /* conversation_status: `where` says so */
	struct terminal_place *place; /* conversation_status: the terminal in
					 which it can be answered, or NULL */
	enum inquiry_outcome inquiry_outcome; /* inquiry_response */
	enum notice_level level;
	char *notice_kind; /* notice: its `kind` */
	enum answer_kind answer_kind;
	struct inquiry_option *options;
	size_t option_count;
	bool multi;           /* several answers */
	bool other;           /* a free text is allowed beside the options */
	char *answer_default; /* JSON text */
	char *answer;         /* inquiry_response: JSON text */
	int64_t input_tokens, output_tokens, context_limit; /* usage; or -1 */
};

#define EVENT_INIT                                                         \
	{                                                                  \
		.at_ms = INT64_MIN, .part = CHAT_NONE, .input_tokens = -1, \
		.output_tokens = -1, .context_limit = -1, .waited_ms = -1  \
	}

/*
 * Decode one event. Missing, unknown and mistyped members are never an error.
 * -1 with a sentence in `err` if `raw` is not a JSON object or has no `type`.
 */
int event_decode(struct event *event, struct slice raw, struct strbuf *err);
/* Decode from an answer only what jphost stored of how its prompt ended: `by`,
 * `voice`, `outcome` and `waited_ms`. None of them needs a release. */
void event_decode_prompt(struct event *event, struct slice raw);
void event_release(struct event *event);

#endif
