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

/* A request's dialog: when it opens, and what it shows. */

/* `arrival` is NEW or CHANGED; this may answer and free the prompt. */
void app_prompt_came(struct app *app, const struct prompt *p,
		     enum prompt_arrival arrival);
/* Called before it is freed. `outcome`: the answer from elsewhere, or NULL. */
void app_prompt_over(struct app *app, const struct prompt *p,
		     enum prompt_end end, const char *outcome);

void app_prompt_open(struct app *app, uint64_t serial);
void app_prompt_open_next(struct app *app, bool by_itself);
/* Choose its place before drawing, so that its subject is visible above. */
void app_prompt_dock(struct app *app);
void app_prompt_draw(struct app *app, struct canvas *cv);
void app_prompt_written(struct app *app);
/* Note that the last frame is on the screen, unless that is still awaited. */
void app_prompt_arrived(struct app *app);
int64_t app_prompt_wake_ms(const struct app *app);
/* Judge an allow that waited because its key may be held; `other` key follows
 * it. */
void app_prompt_waited(struct app *app, bool other);

/* The one whose dialog is open, or NULL. */
struct prompt *app_prompt_shown(const struct app *app);
/* The dialog for this prompt. */
struct dialog app_dialog_of(struct app *app, const struct prompt *p);
void app_prompt_note(struct app *app, const char *text);
/* An allow came while it is locked. */
void app_prompt_locked(struct app *app);
void app_prompt_close(struct app *app);
/* The same, by Esc: it stays pending, and the next one is shown next. */
void app_prompt_leave(struct app *app);

/* Visit its conversation; the key that answers returns to the dialog. */
void app_prompt_visit(struct app *app);

/* Approvals of the same conversation: `A` rejects them together. */
bool app_prompt_is_companion(const struct prompt *p,
			     const struct prompt *other);
/* Companions that are byte-identical: `I`. */
bool app_prompt_is_identical(const struct prompt *p,
			     const struct prompt *other);

/* Change what the dialog shows: it must be read again. */
void app_prompt_mode(struct app *app, const struct prompt *p,
		     enum approval_mode mode);
/* Show the changes in the arguments; only well-formed, changed ones proceed. */
void app_prompt_review(struct app *app, const struct prompt *p);

/* Whether the text being typed is a secret answer. */
bool app_hides_input(const struct app *app);

#endif
