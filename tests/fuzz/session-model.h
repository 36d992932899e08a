#ifndef JPD_TESTS_FUZZ_SESSION_MODEL_H
#define JPD_TESTS_FUZZ_SESSION_MODEL_H

#include "tests/fuzz/session-content.h"
#include "tests/fuzz/session-rule.h"
#include "tests/fuzz/session-terminal.h"
#include "tests/fuzz/session.h"
#include "ui/view/canvas.h"

/*
 * Somebody who sees what went in, what reached the terminal and the clock, and
 * nothing of the program. tests/fuzz/session-judge.h says what may be answered
 * then.
 */
struct model_request {
	int host, conversation, id, content;
	unsigned spelling;
	enum session_question question;
	bool waiting, answered, owed;
	int64_t shown_ms; /* frames show it since then, or -1 */
	bool seen[CONTENT_MARKS];
	bool offered[SESSION_OPTIONS]; /* was on the screen */
	bool pasted;                   /* since it is shown */
	/* The first press, and the first that would allow, since it is shown;
	 * 0: none. */
	int first_key, first_allow;
	int number; /* that was printed with it as it is; 0: none */
};

/* A key, and what was before it. -1: nothing. */
struct model_press {
	int number; /* from 1; 0: no press */
	int64_t at_ms, input_before_ms, same_before_ms;
	char key[16];
	bool repeats; /* the terminal says that it was down before */
	/* The rule that the screen asked to confirm, since when. */
	bool confirms;
	int64_t rule_shown_ms;
	struct session_rule rule;
};

/* An answer that no key explains. */
struct model_answer {
	size_t request;
	bool allow;
	const char *why;
};

struct model {
	struct model_request *requests;
	size_t count, cap;
	int64_t now_ms;
	int64_t input_ms; /* the last byte of the person; -1 */
	/* The last two, the newest first: the program may wait until it knows
	 * that a key is not held. */
	struct model_press presses[2];
	struct model_press last; /* whatever came behind it */
	int cols, rows;
	bool hidden; /* another window is in front */
	/* Whose keys they are, or NULL; whether the last one is still down. */
	const struct session_terminal *terminal;
	bool down;
	/* On the screen now. */
	bool confirms;
	int64_t rule_shown_ms;
	struct session_rule rule;
	/* What may answer without a key. */
	struct session_rule *rules;
	size_t rule_count, rule_cap;
	struct model_answer *open;
	size_t open_count, open_cap;
	/* What was pasted last into arguments, and since when a dialog shows
	 * it; -1: none does. */
	int edit;
	int64_t edit_shown_ms;
	struct strbuf typed; /* all that was typed or pasted */
	/* A plain session: the last line that was said, when; and whether it
	 * has answered. */
	enum session_mode mode;
	bool line_used;
	int64_t line_ms;
	struct strbuf line;
	int printed;          /* the last number */
	struct strbuf screen; /* all that jphost query wrote */
	size_t asked, allowed, rejected, by_rule;
	struct strbuf why; /* what was wrong first */
};

void model_init(struct model *model);
void model_release(struct model *model);

/* A step begins, and is over. */
void model_before(struct model *model, const struct session_step *step,
		  int64_t now_ms);
void model_after(struct model *model, const struct session_step *step);
/* A host's line was taken by the program. */
void model_host(struct model *model, const struct session_step *step);
/* A frame reached the terminal. */
void model_frame(struct model *model, const struct canvas *cv);
/* Text of a plain session reached the terminal. */
void model_printed(struct model *model, const char *text);
/* Text of jphost query reached the terminal. */
void model_wrote(struct model *model, const char *text);
/* All that it shows is shown anew: another program had the terminal. */
void model_covered(struct model *model);
/* The newest request under this id, or NULL. */
struct model_request *model_find(struct model *model, int host, bool question,
				 int id);
/* It is on no screen any more. */
void model_hide(struct model_request *r);
/* Whether it is a key that answers something somewhere. */
bool model_press_answers(const struct model_press *press);
/* How many requests wait. */
size_t model_waiting(const struct model *model);

#endif
