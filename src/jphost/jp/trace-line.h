#ifndef JPD_JP_TRACE_LINE_H
#define JPD_JP_TRACE_LINE_H

#include <stdbool.h>

#include "src/base/slice.h"

/*
 * Parses a line of the log that every `jp query` writes at level trace: JSON
 * with a message among its fields. Pure computation on bytes.
 */
enum trace_line_kind {
	TRACE_LINE_OTHER,
	TRACE_LINE_WORKSPACE,   /* value: its folder */
	TRACE_LINE_CONFIG,      /* value: a file with the configuration */
	TRACE_LINE_TURN,        /* a turn starts; value: the model */
	TRACE_LINE_TITLE_BEGIN, /* a second stream, for a title, may run ... */
	TRACE_LINE_TITLE_END,   /* ... until here */
	TRACE_LINE_STREAM,      /* a request was sent: an answer starts */
	TRACE_LINE_EVENT,       /* value: what the provider streamed */
	TRACE_LINE_TOOL,        /* a tool starts; value: its name */
	TRACE_LINE_FLUSHED,     /* the conversation was written */
	TRACE_LINE_RETRY,       /* the stream broke and is retried */
	TRACE_LINE_KIND_COUNT,
};

/* The provider's format of stream events. */
enum trace_dialect {
	TRACE_DIALECT_NONE,
	TRACE_DIALECT_CHAT,      /* chunks of chat completions */
	TRACE_DIALECT_RESPONSES, /* OpenAI's Responses */
	TRACE_DIALECT_ANTHROPIC,
	TRACE_DIALECT_OLLAMA, /* in the line's own fields */
	TRACE_DIALECT_GOOGLE,
};

struct trace_line {
	enum trace_line_kind kind;
	enum trace_dialect dialect; /* for EVENT */
	struct slice fields;        /* the raw object */
	struct slice value;         /* raw JSON string in `fields`, or empty */
};

/*
 * False for a line that is not jp's or is not needed: most lines, and the long
 * ones (requests, bodies) after their first bytes.
 */
bool trace_line_parse(struct trace_line *out, struct slice line);

/* Whether such a log can begin with this line. */
bool trace_line_is_first(struct slice line);

#endif
