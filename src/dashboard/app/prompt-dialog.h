#ifndef JPD_APP_PROMPT_DIALOG_H
#define JPD_APP_PROMPT_DIALOG_H

#include <stdbool.h>
#include <stdint.h>

#include "src/dashboard/hosts/hosts.h"
#include "src/store/prompts.h"
#include "ui/dialog/dialog-approval.h"
#include "ui/dialog/dialog.h"
#include "ui/view/canvas.h"

struct app;

/* A request's dialog: when it opens, what it shows. */

/* `arrival` is NEW or CHANGED; it may be answered and freed by this. */
void app_prompt_came(struct app *app, const struct prompt *p,
		     enum prompt_arrival arrival);
/* Before it is freed. `outcome`: what became of it elsewhere, or NULL. */
void app_prompt_over(struct app *app, const struct prompt *p,
		     enum prompt_end end, const char *outcome);

void app_prompt_open(struct app *app, uint64_t serial);
void app_prompt_open_next(struct app *app, bool by_itself);
/* Where it is to be before anything is drawn: what it is about shows above. */
void app_prompt_dock(struct app *app);
void app_prompt_draw(struct app *app, struct canvas *cv);
void app_prompt_written(struct app *app);
/* What was written last is on the screen, unless that is still awaited. */
void app_prompt_arrived(struct app *app);
int64_t app_prompt_wake_ms(const struct app *app);
/* An allow that waited to be told from a key that is held; `other` key
 * follows it. */
void app_prompt_waited(struct app *app, bool other);

/* The one whose dialog is open, or NULL. */
struct prompt *app_prompt_shown(const struct app *app);
/* The dialog that is for it. */
struct dialog app_dialog_of(struct app *app, const struct prompt *p);
void app_prompt_note(struct app *app, const char *text);
/* An allow came while it is locked. */
void app_prompt_locked(struct app *app);
void app_prompt_close(struct app *app);
/* Likewise, by Esc: it goes on waiting, and the next one is shown next. */
void app_prompt_leave(struct app *app);

/* To the conversation that it is of; the key that answers comes back to it. */
void app_prompt_visit(struct app *app);

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

/* What is typed now is an answer that is not to be seen. */
bool app_hides_input(const struct app *app);

#endif
