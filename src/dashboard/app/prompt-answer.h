#ifndef JPD_APP_PROMPT_ANSWER_H
#define JPD_APP_PROMPT_ANSWER_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/store/prompts.h"

struct app;

/*
 * The user's decisions about the request whose dialog is open, by a key or a
 * line. The desk says whether an allow counts; if not, the dialog shows why and
 * nothing is sent. Otherwise the request is freed, and the next one opens,
 * locked: `p` must not be used any more.
 */
void prompt_answer_approve(struct app *app, const struct prompt *p);
/* Approve with the arguments that the review shows. */
void prompt_answer_modify(struct app *app, const struct prompt *p);
/* Always counts. `reason` may be NULL. */
void prompt_answer_reject(struct app *app, const struct prompt *p,
			  const char *reason);
/* Reject all approvals of its conversation. */
void prompt_answer_reject_all(struct app *app, const struct prompt *p);
/* Approve it and those of its conversation that are byte-identical; false if
 * there are none. */
bool prompt_answer_identical(struct app *app, const struct prompt *p);
/* Store the rule that the dialog shows, and answer by it. */
void prompt_answer_rule(struct app *app, const struct prompt *p);
/* Answer a question with this JSON text. */
void prompt_answer_reply(struct app *app, const struct prompt *p,
			 struct slice value);

/*
 * Answer the open dialog by a line: "y", "n", "r WHY" and so on for an
 * approval, the answer itself for a question. False if the line is not an
 * answer.
 */
bool prompt_answer_said(struct app *app, struct slice said);

/* Free an answer's text, which may be a secret. */
void prompt_answer_release(struct strbuf *value);

#endif
