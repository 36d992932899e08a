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
 * Asks the user at this terminal for the answers that a turn waits for, one
 * prompt after the other. It does no terminal I/O: output goes to `out`, `mode`
 * says how to read, and input is passed to query_ask_input().
 */
enum query_ask_mode {
	ASK_NOTHING, /* nothing is being asked */
	ASK_KEY,     /* single keys, not echoed */
	ASK_LINE,
	ASK_SECRET, /* a line, not echoed */
	ASK_EDITOR, /* edit `draft`, then call query_ask_edited() */
};

/* Receives what the user decided. */
struct query_ask_sink {
	void *user;
	void (*approve)(void *user, const char *id, enum respond_action action,
			struct slice arguments, const char *reason);
	void (*answer)(void *user, const char *id, struct slice json);
	/* From the menu that Ctrl-C opens. */
	void (*stop)(void *user);
	void (*reply)(void *user, struct slice text);
};

/* One pending prompt. */
struct query_prompt {
	char *id;
	struct strbuf event;
	enum respond_kind respond;
	bool edit_first; /* open the editor before asking */
	char *draft;     /* a result that may be edited; or NULL */
};

struct query_ask {
	enum query_ask_mode mode;
	struct strbuf draft; /* EDITOR: arguments, pretty-printed, or a text */
	bool is_text;        /* the draft is a text */
	unsigned long asked; /* number of prompts asked so far */
	/* Private to query_ask's files from here on. */
	bool menu; /* the Ctrl-C menu is open; prompts are pending */
	struct query_ask_sink sink;
	struct query_out *out;
	enum query_out_kind kind; /* of all that it writes */
	struct terminal_look look;
	struct query_gate gate;
	struct rows rows; /* what the prompt is about */
	size_t rows_shown;
	struct strbuf edited; /* arguments to run it with instead, or empty */
	int64_t paste_ms;     /* time of a paste's last piece; -1: none */
	struct query_prompt *prompts; /* the first one is being asked */
	size_t count, cap;
	enum { LINE_ANSWER, LINE_REASON } line;
	/* Tools that were answered with Y or N, until the turn ends. */
	struct strmap always, never;
};

void query_ask_init(struct query_ask *ask, const struct query_ask_sink *sink,
		    struct query_out *out, enum query_out_kind kind);
/* Set the terminal, whose size may have changed. */
void query_ask_set_look(struct query_ask *ask,
			const struct terminal_look *look);
void query_ask_release(struct query_ask *ask);

/*
 * A prompt opened; it is asked after those before it. `edit` and `draft` are
 * those of turn_edit_of().
 */
void query_ask_add(struct query_ask *ask, struct slice event,
		   enum respond_kind respond, enum turn_edit edit,
		   struct slice draft);
/* A prompt was answered, here or elsewhere, or timed out. */
void query_ask_closed(struct query_ask *ask, const char *id,
		      enum prompt_voice voice, enum prompt_outcome outcome);
/* Give answers remembered from Y or N; not from within the turn. */
void query_ask_settle(struct query_ask *ask);
/*
 * Handle Ctrl-C: a call that is being asked about is skipped; if nothing is
 * being asked, a menu is opened. Returns false if Ctrl-C should stop the turn.
 */
bool query_ask_interrupt(struct query_ask *ask);
/* Write the current prompt again. */
void query_ask_again(struct query_ask *ask);

/*
 * Handle the bytes of one read(): a key, or a line with its newline. Times are
 * of a monotonic clock. query-gate.h says when a key counts. What does not fit
 * on the screen is shown by pages, and all of it before an allow is accepted.
 */
void query_ask_input(struct query_ask *ask, struct slice bytes, int64_t now_ms);
/* Everything asked was written to the terminal. */
void query_ask_written(struct query_ask *ask, int64_t now_ms);
/* The terminal has no more input. */
void query_ask_quiet(struct query_ask *ask, int64_t now_ms);
/* When query_ask_quiet() is due, or -1. */
int64_t query_ask_wake_ms(const struct query_ask *ask);
/* The editor returned the draft; empty if it failed. */
void query_ask_edited(struct query_ask *ask, struct slice text);

#endif
