#ifndef JPD_TESTS_FUZZ_SESSION_H
#define JPD_TESTS_FUZZ_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/strbuf.h"

/*
 * A session that somebody could have: what hosts say, what a person does and
 * how time passes, one after the other. It is made of a seed, can be played
 * without any part of it, and is written as a case.
 */
enum session_kind {
	SESSION_TICK,   /* `number` ms, awake whenever the app wants to be */
	SESSION_BUSY,   /* `number` ms, in which nobody looked */
	SESSION_KEY,    /* `text`, as a keymap has it */
	SESSION_PASTE,  /* `text` */
	SESSION_WHEEL,  /* `number` rows */
	SESSION_CLICK,  /* in column `x`, row `y` */
	SESSION_FOCUS,  /* `number`: 1 comes, 0 goes */
	SESSION_SIGHT,  /* the window is in front, as somebody found out:
			   likewise */
	SESSION_RESIZE, /* to x, y */
	SESSION_STALL,  /* frames do not reach the terminal */
	SESSION_FLOW,   /* they do again */
	SESSION_HOST,   /* `host` says `text` of its conversation `number` */
	SESSION_LOST,   /* `host` is gone */
	SESSION_LINE,   /* `text` as a line, in a plain session */
	SESSION_EDITOR, /* the person's own one puts `text` into arguments */
};

/* What a line of a host is about, for the model. */
enum session_about {
	ABOUT_NOTHING,
	ABOUT_TOOL,     /* asks for an approval of `content` under `id` */
	ABOUT_QUESTION, /* asks for an answer of `question` under `id` */
	ABOUT_CLOSED,   /* `id` is not asked any more */
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
	unsigned spelling;
	struct strbuf text;
};

enum session_mode {
	MODE_SCREEN,
	MODE_PLAIN, /* --plain: lines are said and printed */
	MODE_QUERY, /* the questions of jphost query */
	MODE_PTY,   /* the program itself, on a pseudo-terminal */
};

struct session {
	enum session_mode mode;
	size_t terminal; /* MODE_PTY: of session_terminals */
	/* Likewise, the dashboard, and us, who are its editor. */
	const char *program, *self;
	struct session_step *steps;
	size_t count, cap;
	size_t prompts;
};

#define SESSION_HOSTS         2
#define SESSION_CONVERSATIONS 3
/* The options of a question: "O5x2O" is the third for content 5, in the list
 * and as an answer. */
#define SESSION_OPTIONS 30
int session_options(int content);
/* In a host's line: the newest subscription of its conversation. */
#define SESSION_SUB "@SUB@"

/* In a line: the number that was printed last, `number` more. */
#define SESSION_NUMBER "@"

void session_make(struct session *session, uint64_t seed);
/* Likewise one of MODE_PTY. */
void session_make_pty(struct session *session, uint64_t seed);
void session_release(struct session *session);

/*
 * Play the steps for which `left_out` (may be NULL) is false. False with a
 * sentence in `why` where something came out that may not. `record` (may be
 * NULL) gets the case.
 */
bool session_play(const struct session *session, const bool *left_out,
		  struct strbuf *record, struct strbuf *why);
/* Likewise one of MODE_QUERY, or MODE_PTY. */
bool session_play_query(const struct session *session, const bool *left_out,
			struct strbuf *record, struct strbuf *why);
bool session_play_pty(const struct session *session, const bool *left_out,
		      struct strbuf *record, struct strbuf *why);

#endif
