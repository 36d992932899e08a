#ifndef JPD_TESTS_FUZZ_SESSION_MODEL_H
#define JPD_TESTS_FUZZ_SESSION_MODEL_H

#include "tests/fuzz/session-content.h"
#include "tests/fuzz/session-rule.h"
#include "tests/fuzz/session-terminal.h"
#include "tests/fuzz/session.h"
#include "ui/view/canvas.h"

/*
 * A user who sees the inputs, the terminal and the clock, but nothing of the
 * program. tests/fuzz/session-judge.h says what they may then have answered.
 */
struct model_request {
	int host, conversation, id, content;
	unsigned spelling;
	enum session_question question;
	bool waiting, answered, owed;
	int64_t shown_ms; /* since when frames show it, or -1 */
	bool seen[CONTENT_MARKS];
	bool offered[SESSION_OPTIONS]; /* was on the screen */
	bool pasted;                   /* since it is shown */
	/* The first press, and the first that would allow, while shown; or
	 * 0. */
	int first_key, first_allow;
	/* Both before the user had to look again, and when that was. */
	int64_t before_ms, again_ms;
	int before_allow;
	int number; /* printed number with this content; 0: none */
};

#define MODEL_PRESSES 4

/* A key, and what preceded it. -1: nothing. */
struct model_press {
	int number; /* from 1; 0: not a press */
	int64_t at_ms, input_before_ms, same_before_ms;
	int64_t busy_ms; /* of the model, then */
	char key[16];
	bool repeats;    /* the terminal reports a repeat */
	bool at_once;    /* it came in one read with another */
	bool used;       /* it has answered */
	size_t answered; /* this request, first */
	/* The screen asked to confirm this rule, since when. */
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
	int64_t input_ms; /* the user's last byte; -1 */
	/* Newest first: the program may wait until it knows that a key is not
	 * held, and other keys may come meanwhile. */
	struct model_press presses[MODEL_PRESSES];
	struct model_press last; /* whatever followed it */
	int cols, rows;
	bool hidden; /* another window is in front */
	/* Source of the keys, or NULL; whether the last one is still down. */
	const struct session_terminal *terminal;
	bool down;
	bool together; /* the step before it was not looked at */
	/* On the screen now. */
	bool confirms;
	int64_t rule_shown_ms;
	struct session_rule rule;
	/* Rules that may answer without a key. */
	struct session_rule *rules;
	size_t rule_count, rule_cap;
	struct model_answer *open;
	size_t open_count, open_cap;
	/* The text last pasted into arguments, and since when a dialog shows
	 * it; -1: none does. */
	int edit;
	int64_t edit_shown_ms;
	struct strbuf typed; /* everything typed or pasted */
	/* In line mode: the last input line and its time; and whether it has
	 * answered. */
	enum session_mode mode;
	bool line_used;
	int64_t line_ms;
	int64_t busy_ms; /* so long the program could do nothing, in all */
	struct strbuf line;
	int printed;          /* last number */
	struct strbuf screen; /* all output of jphost query */
	size_t asked, allowed, rejected, by_rule;
	struct strbuf why; /* the first violation */
};

void model_init(struct model *model);
void model_release(struct model *model);

/* Before and after a step. */
void model_before(struct model *model, const struct session_step *step,
		  int64_t now_ms);
void model_after(struct model *model, const struct session_step *step);
/* The program received a host's line. */
void model_host(struct model *model, const struct session_step *step);
/* session-reader.c: a frame reached the terminal. */
void model_frame(struct model *model, const struct canvas *cv);
/* Output of line mode reached the terminal. */
void model_printed(struct model *model, const char *text);
/* Output of jphost query reached the terminal. */
void model_wrote(struct model *model, const char *text);
/* Everything is shown again: another program had the terminal. */
void model_covered(struct model *model);
/* The user must look again; what was done before stays done. */
void model_look_again(struct model *model);
/* The newest request with this id, or NULL. */
struct model_request *model_find(struct model *model, int host, bool question,
				 int id);
/* It is not on the screen any more. */
void model_hide(struct model_request *r);
/* Whether the key can answer anything. */
bool model_press_answers(const struct model_press *press);
/* The program has so many pending requests. */
void model_check_waiting(struct model *model, size_t known);
/* Whether there is no complaint; appends it, or else what was counted. */
bool model_conclude(const struct model *model, struct strbuf *why);

#endif
