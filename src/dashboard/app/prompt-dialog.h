#ifndef JPD_APP_PROMPT_DIALOG_H
#define JPD_APP_PROMPT_DIALOG_H

#include "src/dashboard/app/app-private.h"

/* Between what opens a dialog, its keys, rules and lines only. */

/* The one whose dialog is open, or NULL. */
struct prompt *app_prompt_shown(const struct app *app);
/* The dialog that is for it. */
struct dialog app_dialog_of(struct app *app, const struct prompt *p);
void app_prompt_note(struct app *app, const char *text);
void app_prompt_close(struct app *app);
/* Likewise, by Esc: it goes on waiting, and the next one is shown next. */
void app_prompt_leave(struct app *app);

/* Approvals of the same conversation: `A` rejects them together. */
bool app_prompt_is_companion(const struct prompt *p,
			     const struct prompt *other);
/* Of those the ones that ask for the same, byte for byte: `I`. */
bool app_prompt_is_identical(const struct prompt *p,
			     const struct prompt *other);

/* What is on the screen changes: it is to be read anew. */
void app_prompt_mode(struct app *app, const struct prompt *p,
		     enum approval_mode mode);
/* Show what changed in the arguments; only what is well formed and did change
 * goes on. */
void app_prompt_review(struct app *app, const struct prompt *p);

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
