#ifndef JPD_TESTS_FUZZ_SESSION_JUDGE_H
#define JPD_TESTS_FUZZ_SESSION_JUDGE_H

#include "tests/fuzz/session-model.h"

/*
 * What may be answered by who has seen what the model has (doc/HACKING,
 * "Approvals"). The text of a complaint, in model->why, names the rule.
 */

/* The program answers; `answer` is JSON: of a question, or the arguments of a
 * call that were changed. */
void model_answer(struct model *model, int host, bool question, const char *id,
		  bool allow, const char *answer);
/* It has sent all that it had to send. */
void model_sent(struct model *model);

#endif
