#ifndef JPD_APP_RULE_ANSWERS_H
#define JPD_APP_RULE_ANSWERS_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/store/prompts.h"
#include "src/store/rules.h"

struct app;

/* The content of the file of rules; once, at the start. */
void app_rules_loaded(struct app *app, struct slice text);
/* The reason why it was not read. */
void app_rules_unread(struct app *app, const char *why);

/* A host connected: apply the file's rules for it. */
void app_rules_apply(struct app *app, int host);
/* Remove a rule, also from the file. */
void app_rule_revoke(struct app *app, const struct rule *rule);

/* Whether a rule answered this new prompt, which is then freed. */
bool app_rules_answered(struct app *app, const struct prompt *p);
/* Store the rule in the dialog; NULL with the reason in its `problem`. */
const struct rule *app_rule_store(struct app *app, const struct prompt *p);
/* Offer rules that match this call. False, with a message, if there is none. */
bool app_rule_begin(struct app *app, const struct prompt *p, bool allow);
struct rule_call app_rule_call(const struct app *app, const struct prompt *p);
/* Describe the chosen rule in full, and which pending requests it answers. */
void app_rule_review(struct app *app, const struct prompt *p);
/* Let a new rule answer the pending requests that its review listed. */
void app_rules_answer_waiting(struct app *app, const struct rule *rule);
/* A line could not be added to the file, or removed from it. */
void app_rule_file_failed(struct app *app, bool add, struct slice line,
			  const char *why);
/* The file that keeps this rule; NULL: none does. */
const char *app_rule_file(const struct app *app, const struct rule *rule);

#endif
