#ifndef JPD_TESTS_FUZZ_SESSION_JUDGE_H
#define JPD_TESTS_FUZZ_SESSION_JUDGE_H

#include "tests/fuzz/session-model.h"

/*
 * What a user who saw the model's screen may have answered (doc/HACKING,
 * "Approvals"). The complaint in model->why names the rule.
 */

/* The program answers; `answer` is JSON: to a question, or a call's changed
 * arguments. */
void model_answer(struct model *model, int host, bool question, const char *id,
		  bool allow, const char *answer);
/* It has sent everything. */
void model_sent(struct model *model);

#endif
