#ifndef JPD_TESTS_FUZZ_SESSION_H
#define JPD_TESTS_FUZZ_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/strbuf.h"

/*
 * A plausible session: lines of hosts, the user's input and the passing of
 * time, in order. It is generated from a seed, can be played without any of its
 * steps, and can be written as a case.
 */
enum session_kind {
	SESSION_TICK,   /* `number` ms, waking whenever the app asks */
	SESSION_BUSY,   /* `number` ms without being scheduled */
	SESSION_KEY,    /* `text`, as in a keymap */
	SESSION_PASTE,  /* `text` */
	SESSION_WHEEL,  /* `number` rows */
	SESSION_CLICK,  /* in column `x`, row `y` */
	SESSION_FOCUS,  /* `number`: 1 comes, 0 goes */
	SESSION_SIGHT,  /* the window is in front, as a query found: the same */
	SESSION_RESIZE, /* to x, y */
	SESSION_STALL,  /* frames do not reach the terminal */
	SESSION_FLOW,   /* they do again */
	SESSION_HOST,   /* `host` sends `text` for its conversation `number` */
	SESSION_LOST,   /* `host` exits */
	SESSION_LINE,   /* `text` as a line, in line mode */
	SESSION_EDITOR, /* the user's editor writes `text` into arguments */
};

/* The meaning of a host's line, for the model. */
enum session_about {
	ABOUT_NOTHING,
	ABOUT_TOOL,     /* asks for an approval of `content` under `id` */
	ABOUT_QUESTION, /* asks for an answer of `question` under `id` */
	ABOUT_CLOSED,   /* `id` is closed */
	ABOUT_RESULT,   /* `id` has its result */
	ABOUT_COMPLETE, /* the turn is over */
};

enum session_question {
	QUESTION_NONE, /* a tool call */
	QUESTION_BOOLEAN,
	QUESTION_SELECT,
	QUESTION_SEVERAL,
	QUESTION_TEXT,
	QUESTION_KINDS,
};

struct session_step {
	enum session_kind kind;
	enum session_about about;
	enum session_question question;
	int host, number, x, y;
	int id, content; /* of ABOUT_* */
	/* The next one comes before anybody has looked at this one. */
	bool together;
	unsigned spelling;
	struct strbuf text;
};

enum session_mode {
	MODE_SCREEN,
	MODE_PLAIN, /* --plain: lines in and out */
	MODE_QUERY, /* the questions of jphost query */
	MODE_PTY,   /* the real program, on a pseudo-terminal */
};

struct session {
	enum session_mode mode;
	size_t terminal; /* MODE_PTY: of session_terminals */
	/* The same: the dashboard, and this program, which is its editor. */
	const char *program, *self;
	struct session_step *steps;
	size_t count, cap;
	size_t prompts;
};

#define SESSION_HOSTS         2
#define SESSION_CONVERSATIONS 3
/* The options of a question: "O5x2O" is the third for content 5, both in the
 * list and as an answer. */
#define SESSION_OPTIONS 30
int session_options(int content);
/* In a host's line: the newest subscription of its conversation. */
#define SESSION_SUB "@SUB@"

/* In a line: the last printed number, plus `number`. */
#define SESSION_NUMBER "@"

void session_make(struct session *session, uint64_t seed);
/* The same for MODE_PTY. */
void session_make_pty(struct session *session, uint64_t seed);
/* In this terminal: a key goes on while the program is not scheduled. */
void session_make_busy(struct session *session, size_t terminal);
void session_release(struct session *session);

/*
 * Play the steps for which `left_out` (may be NULL) is false. False with a
 * sentence in `why` if anything was sent that must not be. `record` (may be
 * NULL) gets the case.
 */
bool session_play(const struct session *session, const bool *left_out,
		  struct strbuf *record, struct strbuf *why);
/* The same for MODE_QUERY, or MODE_PTY. */
bool session_play_query(const struct session *session, const bool *left_out,
			struct strbuf *record, struct strbuf *why);
bool session_play_pty(const struct session *session, const bool *left_out,
		      struct strbuf *record, struct strbuf *why);

#endif
