#ifndef JPD_APP_EXTERNAL_EDIT_H
#define JPD_APP_EXTERNAL_EDIT_H

#include <stdbool.h>
#include <stdint.h>

#include "src/dashboard/app/effect.h"
#include "ui/view/editor.h"
#include "ui/view/key.h"

struct app;

/* What is written in the person's own editor, and what it is for. */
struct app_edit {
	const struct editor *editor; /* to be compared only */
	uint64_t serial;             /* of the prompt; 0: none */
	uint32_t revision;
};

/* Whether the key opened the person's editor. */
bool app_edit_key(struct app *app, struct key key);

/* What came of EFFECT_EDIT. */
void app_edited(struct app *app, const struct effect_done *done);

#endif
