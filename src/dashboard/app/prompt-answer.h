#ifndef JPD_APP_PROMPT_ANSWER_H
#define JPD_APP_PROMPT_ANSWER_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/store/prompts.h"

struct app;

/*
 * What the person decides about the request whose dialog is open, by a key or
 * by a line. The desk says whether an allow counts; where it does not, the
 * dialog says why and nothing is sent. Else the request is gone, and the next
 * one opens, locked: `p` is not to be used any more.
 */
void prompt_answer_approve(struct app *app, const struct prompt *p);
/* With the arguments that the review shows. */
void prompt_answer_modify(struct app *app, const struct prompt *p);
/* Always counts. `reason` may be NULL. */
void prompt_answer_reject(struct app *app, const struct prompt *p,
			  const char *reason);
/* All approvals of its conversation. */
void prompt_answer_reject_all(struct app *app, const struct prompt *p);
/* It, and those of its conversation that are the same to the byte. */
void prompt_answer_identical(struct app *app, const struct prompt *p);
/* Store the rule that the dialog shows, and answer by it. */
void prompt_answer_rule(struct app *app, const struct prompt *p);
/* A question, with this JSON text. */
void prompt_answer_reply(struct app *app, const struct prompt *p,
			 struct slice value);

/*
 * A line is said to the open dialog: "y", "n", "r WHY" and the like for an
 * approval, the answer itself for a question. False where it is none.
 */
bool prompt_answer_said(struct app *app, struct slice said);

/* The text of an answer, which may be a secret. */
void prompt_answer_release(struct strbuf *value);

#endif
