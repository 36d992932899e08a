#ifndef JPD_PROTO_EVENT_H
#define JPD_PROTO_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * One event of a conversation, as jp stores and sends it (RFD 072, D18;
 * facts of today's jp). The kinds beyond jp's own come only by push: D18's
 * query_complete and the extensions a host lists in its capabilities.
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
	X(HISTORY_CHANGED, "history_changed")         /* `history` */

enum event_kind {
	EVENT_UNKNOWN, /* a type of a newer jp: kept, shown by its name */
#define X(kind, name) EVENT_##kind,
	EVENT_KINDS(X)
#undef X
};

/* "chat_request", …; NULL for EVENT_UNKNOWN. */
const char *event_kind_name(enum event_kind kind);

enum chat_part { CHAT_MESSAGE, CHAT_REASONING, CHAT_DATA, CHAT_NONE };

/*
 * What a scan tells about an event without decoding it: enough to place it
 * in a transcript. The slices point into the raw text; strings are raw,
 * with their quotes, empty where the member is missing.
 */
struct event_peek {
	enum event_kind kind;
	enum chat_part part;    /* CHAT_RESPONSE only */
	struct slice type;      /* raw */
	struct slice timestamp; /* raw */
	struct slice id;        /* raw: tool call, inquiry, prompt_closed */
	struct slice text;      /* raw: message, reasoning, data, content */
	bool is_error;          /* TOOL_CALL_RESPONSE */
};

/* False where the text is no object with a string `type`. */
bool event_peek(struct event_peek *peek, struct slice raw);

enum answer_kind {
	ANSWER_BOOLEAN,
	ANSWER_SELECT,
	ANSWER_TEXT,
	ANSWER_SECRET,
	ANSWER_OTHER, /* a type of a newer jp: answered as JSON text */
};

struct inquiry_option {
	char *value;       /* JSON text, exactly as it came: goes back so */
	char *label;       /* what to show */
	char *description; /* or NULL */
};

/*
 * A decoded event. Every char * is owned, UTF-8 and NUL-terminated, and NULL
 * where the member is missing; strings hold no NUL (json_string_add()).
 * `metadata` is never decoded: it holds signatures that nobody may see.
 */
struct event {
	enum event_kind kind;
	int64_t at_ms; /* TIMESTAMP_NONE where it is missing or unreadable */
	char *type;
	char *id;   /* tool call, inquiry, prompt_closed, tool_call_output */
	char *text; /* content, message, reasoning; `data`: compact JSON;
		       an array of typed blocks: their texts joined by \n;
		       question text; why an inquiry was not answered;
		       compaction's summary; notice message; output chunk */
	size_t text_len;
	enum chat_part part;
	char *author;    /* chat_request */
	char *schema;    /* chat_request: raw JSON */
	char *name;      /* tool_call_request; inquiry source's name */
	char *arguments; /* tool_call_request: the raw text that arrived */
	size_t arguments_len;
	bool is_error;     /* tool_call_response */
	char *source;      /* inquiry: "tool", "assistant", "user", "other" */
	char *model;       /* config_delta: assistant.model.id, if it has one */
	char *by;          /* prompt_closed */
	char *outcome;     /* prompt_closed: what was answered, if told */
	char *state;       /* conversation_status; inquiry_response: what came
			     of it ("answered", "cancelled", …), if it says */
	char *where;       /* conversation_status: "elsewhere" */
	char *level;       /* notice */
	char *notice_kind; /* notice: its `kind` */
	enum answer_kind answer_kind;
	struct inquiry_option *options;
	size_t option_count;
	bool multi;           /* several answers */
	bool other;           /* an own text beside the options is allowed */
	char *answer_default; /* JSON text */
	char *answer;         /* inquiry_response: JSON text */
	int64_t input_tokens, output_tokens, context_limit; /* usage; or -1 */
};

#define EVENT_INIT                                                         \
	{                                                                  \
		.at_ms = INT64_MIN, .part = CHAT_NONE, .input_tokens = -1, \
		.output_tokens = -1, .context_limit = -1                   \
	}

/*
 * Decode one event. Missing, unknown and mistyped members are never an
 * error. -1 with a sentence in `err` where `raw` is no JSON object or has
 * no `type`.
 */
int event_decode(struct event *event, struct slice raw, struct strbuf *err);
void event_release(struct event *event);

#endif
