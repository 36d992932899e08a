#ifndef JPD_QUERY_QUERY_PROMPT_H
#define JPD_QUERY_QUERY_PROMPT_H

#include <stddef.h>

#include "proto/host-message.h"
#include "proto/plugin-message.h"
#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/base/strmap.h"
#include "src/jphost/query/query-gate.h"
#include "src/jphost/query/query-out.h"
#include "src/jphost/query/terminal-rows.h"
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
	/* Of the menu that Ctrl-C opens. */
	void (*stop)(void *user);
	void (*reply)(void *user, struct slice text);
};

/* One prompt that waits. */
struct query_prompt {
	char *id;
	struct strbuf event;
	enum respond_kind respond;
	bool edit_first; /* the editor comes before the question */
	char *draft;     /* a result that may be edited; or NULL */
};

struct query_ask {
	enum query_ask_mode mode;
	struct strbuf draft; /* EDITOR: the arguments, pretty; or a text */
	bool is_text;        /* that it is */
	unsigned long asked; /* prompts asked so far: grows with a new one */
	/* Below: its own files'. */
	bool menu; /* Ctrl-C asks; the prompts wait */
	struct query_ask_sink sink;
	struct query_out *out;
	enum query_out_kind kind; /* what it writes is */
	struct terminal_look look;
	struct query_gate gate;
	struct rows rows; /* what is asked about */
	size_t rows_shown;
	struct strbuf edited; /* arguments to run it with instead; or empty */
	int64_t paste_ms;     /* when the last of a paste came; -1: none */
	struct query_prompt *prompts; /* the first one is asked */
	size_t count, cap;
	enum { LINE_ANSWER, LINE_REASON } line;
	/* Tools that Y or N was said to, until the end of the turn. */
	struct strmap always, never;
};

void query_ask_init(struct query_ask *ask, const struct query_ask_sink *sink,
		    struct query_out *out, enum query_out_kind kind);
/* The terminal, which may have another size now. */
void query_ask_set_look(struct query_ask *ask,
			const struct terminal_look *look);
void query_ask_release(struct query_ask *ask);

/* A prompt opened; it is asked when those before it are answered. `edit` and
 * `draft` are of turn_edit_of(). */
void query_ask_add(struct query_ask *ask, struct slice event,
		   enum respond_kind respond, enum turn_edit edit,
		   struct slice draft);
/* One was answered, from here or elsewhere, or it ended. */
void query_ask_closed(struct query_ask *ask, const char *id,
		      enum prompt_voice voice, enum prompt_outcome outcome);
/* Answer what Y or N answered before; not from within the turn. */
void query_ask_settle(struct query_ask *ask);
/*
 * Ctrl-C: a call that is asked about is skipped; where nothing is asked, a menu
 * asks what to do. False where it means the turn.
 */
bool query_ask_interrupt(struct query_ask *ask);
/* Write the question that waits once more. */
void query_ask_again(struct query_ask *ask);

/*
 * Bytes as one read() gave them: a key, or a line with its newline. Times are
 * of a monotonic clock. When a key counts: query-gate.h; what does not fit the
 * screen is shown by the page, and all of it before an allow is taken.
 */
void query_ask_input(struct query_ask *ask, struct slice bytes, int64_t now_ms);
/* All that was asked has left for the terminal. */
void query_ask_written(struct query_ask *ask, int64_t now_ms);
/* The terminal has nothing to read. */
void query_ask_quiet(struct query_ask *ask, int64_t now_ms);
/* When query_ask_quiet() is due, or -1. */
int64_t query_ask_wake_ms(const struct query_ask *ask);
/* The draft came back from the editor; empty where that failed. */
void query_ask_edited(struct query_ask *ask, struct slice text);

#endif
