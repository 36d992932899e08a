#ifndef JPD_QUERY_QUERY_PROMPT_H
#define JPD_QUERY_QUERY_PROMPT_H

#include <stdbool.h>
#include <stddef.h>

#include "proto/host-message.h"
#include "proto/plugin-message.h"
#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/base/strmap.h"
#include "src/jphost/turn/turn.h"

/*
 * Asks the person at this terminal for what a turn waits for, one prompt
 * after the other. It touches no terminal: text to write goes to `out`,
 * `mode` says how to read, and what was read comes in by query_ask_input().
 */
enum query_ask_mode {
	ASK_NOTHING, /* nothing is asked now */
	ASK_KEY,     /* single keys, not echoed */
	ASK_LINE,
	ASK_SECRET, /* a line, not echoed */
	ASK_EDITOR, /* `draft` is to be edited: query_ask_edited() */
};

/* What the person decided. */
struct query_ask_sink {
	void *user;
	void (*approve)(void *user, const char *id, enum respond_action action,
			struct slice arguments, const char *reason);
	void (*answer)(void *user, const char *id, struct slice json);
};

/* One prompt that waits. */
struct query_prompt {
	char *id;
	struct strbuf event;
	enum respond_kind respond;
};

struct query_ask {
	enum query_ask_mode mode;
	struct strbuf draft; /* EDITOR: the arguments, pretty */
	unsigned long asked; /* prompts asked so far: grows with a new one */
	/* Below: query-ask.c's own. */
	struct query_ask_sink sink;
	struct strbuf *out;
	bool color;
	struct query_prompt *prompts; /* the first one is asked */
	size_t count, cap;
	enum { LINE_ANSWER, LINE_REASON } line;
	/* Tools that Y or N was said to, until the end of the turn. */
	struct strmap always, never;
};

void query_ask_init(struct query_ask *ask, const struct query_ask_sink *sink,
		    struct strbuf *out, bool color);
void query_ask_release(struct query_ask *ask);

/* A prompt opened; it is asked when those before it are answered. */
void query_ask_add(struct query_ask *ask, struct slice event,
		   enum respond_kind respond);
/* One was answered, from here or elsewhere, or it ended. */
void query_ask_closed(struct query_ask *ask, const char *id,
		      enum prompt_voice voice, enum prompt_outcome outcome);
/* How a prompt ended, as a line. */
void query_ask_outcome(struct strbuf *out, enum prompt_voice voice,
		       enum prompt_outcome outcome);
/* Answer what Y or N answered before; not from within the turn. */
void query_ask_settle(struct query_ask *ask);
/* Write the question that waits once more. */
void query_ask_again(struct query_ask *ask);

/* Bytes as one read() gave them: a key, or a line with its newline. */
void query_ask_input(struct query_ask *ask, struct slice bytes);
/* The draft came back from the editor; empty where that failed. */
void query_ask_edited(struct query_ask *ask, struct slice text);

#endif
