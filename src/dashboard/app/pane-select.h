#ifndef JPD_APP_PANE_SELECT_H
#define JPD_APP_PANE_SELECT_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/dashboard/app/effect.h"
#include "ui/view/command.h"
#include "ui/view/key.h"

struct app;
struct pane;

/* Selecting lines in the focused pane. */
bool pane_select_active(struct app *app);
void pane_select_toggle(struct app *app);
/* Whether the key, or the command, belongs to it. */
bool pane_select_key(struct app *app, struct key key);
bool pane_select_command(struct app *app, enum command_id command);
/* Report that its lines disappeared; call after the pane's layout. */
void pane_select_check(struct app *app, struct pane *pane);

void pane_select_copied(struct app *app, const struct effect_done *done);
void pane_select_copy(struct app *app);
void pane_select_show(struct app *app);
/* Ask for a file's name; `path` is the initial text, or empty. */
void pane_select_save(struct app *app, struct slice path);

#endif
