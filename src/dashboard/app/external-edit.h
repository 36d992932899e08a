#ifndef JPD_APP_EXTERNAL_EDIT_H
#define JPD_APP_EXTERNAL_EDIT_H

#include <stdbool.h>
#include <stdint.h>

#include "src/dashboard/app/effect.h"
#include "ui/view/editor.h"
#include "ui/view/key.h"

struct app;

/* A text in the user's own editor, and its purpose. */
struct external_edit {
	const struct editor *editor; /* only for comparison */
	uint64_t serial;             /* of the prompt; 0: none */
	uint32_t revision;
};

/* Whether the key opened the user's editor. */
bool external_edit_key(struct app *app, struct key key);

/* The result of EFFECT_EDIT. */
void external_edit_done(struct app *app, const struct effect_done *done);

#endif
