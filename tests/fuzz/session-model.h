#ifndef JPD_TESTS_FUZZ_SESSION_MODEL_H
#define JPD_TESTS_FUZZ_SESSION_MODEL_H

#include "tests/fuzz/session.h"
#include "ui/view/canvas.h"

/*
 * What may be answered, by somebody who sees what went in, what reached the
 * terminal and the clock, and nothing of the program (doc/HACKING,
 * "Approvals"). The text of its complaint names the rule.
 */
#define MODEL_MARKS 2 /* the first and the last word of a content */

struct model_request {
	int host, conversation, id, content;
	bool question, waiting, answered, owed;
	int64_t shown_ms; /* frames show it since then, or -1 */
	bool seen[MODEL_MARKS];
	/* The first press, and the first that would allow, since it is shown;
	 * 0: none. */
	int first_key, first_allow;
};

/* A key, and what was before it. -1: nothing. */
struct model_press {
	int number; /* from 1; 0: no press */
	int64_t at_ms, input_before_ms, same_before_ms;
	char key[16];
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
	size_t asked, allowed, rejected;
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
/* The program answers. */
void model_answer(struct model *model, int host, bool question, const char *id,
		  bool allow);
/* How many requests wait. */
size_t model_waiting(const struct model *model);

#endif
