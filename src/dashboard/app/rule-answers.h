#ifndef JPD_APP_RULE_ANSWERS_H
#define JPD_APP_RULE_ANSWERS_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/store/prompts.h"
#include "src/store/rules.h"

struct app;

/* What the file of rules holds; once, at the start. */
void app_rules_loaded(struct app *app, struct slice text);
/* Or why it was not read. */
void app_rules_unread(struct app *app, const char *why);

/* A host is there: those of the file that are for it count. */
void app_rules_apply(struct app *app, int host);
/* It answers no more, and is not kept. */
void app_rule_revoke(struct app *app, const struct rule *rule);

/* Whether a rule answered this new prompt, which then is gone. */
bool app_rules_answered(struct app *app, const struct prompt *p);
/* Store what the dialog shows; false with the reason in its `problem`. */
bool app_rule_store(struct app *app, const struct prompt *p);
/* Offer rules that fit this call. False, and said why, if there are none. */
bool app_rule_begin(struct app *app, const struct prompt *p, bool allow);
struct rule_call app_rule_call(const struct app *app, const struct prompt *p);
/* Put the chosen rule in full into words, and which waiting requests it
 * answers. */
void app_rule_review(struct app *app, const struct prompt *p);
/* Let the rules answer the waiting requests that the last review listed. */
void app_rules_answer_waiting(struct app *app);

#endif
