#ifndef JPD_APP_APP_H
#define JPD_APP_APP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/strbuf.h"
#include "src/dashboard/app/attachment.h"
#include "src/dashboard/app/draft.h"
#include "src/dashboard/app/external-edit.h"
#include "src/dashboard/app/layer.h"
#include "src/dashboard/app/pane-search.h"
#include "src/dashboard/app/parts.h"
#include "src/dashboard/app/state.h"
#include "ui/text/face.h"

/* The state of the app that is its room's own; tests look at it, too. */
struct app_own {
	const struct layer_ops *const *layers; /* LAYER_COUNT */
	void *layer_data[LAYER_COUNT];
	enum app_layer under[LAYER_COUNT]; /* have the keys when it closes, the
					      last one first */
	size_t under_count;

	int last_pane_id;
	bool zoomed, sidebar;
	bool started; /* the panes of the start are there */
	struct app_find find;

	struct drafts drafts;
	struct app_reading reading; /* what EFFECT_READ is for */
	struct app_edit edit;       /* what EFFECT_EDIT is for */

	char **stored; /* lines of the file of rules that are rules */
	size_t stored_count;
	struct app_state state;

	bool welcome; /* the first start: a hint, until a key comes */
	enum face message_face;
	int64_t message_until_ms; /* 0: none */
	bool in_key;              /* one is being handled */
	bool message_of_key; /* what one came to: the next one makes it old */
	struct strbuf title; /* of the terminal */
	bool unfocused;      /* it says so */
	struct targets targets; /* of the last frame */
	/* The dialog on top, at a lower edge, or empty; what it is about. */
	struct rect docked;
	const struct conversation *docked_for;
	int64_t wake_ms; /* kept by app_draw() for what moves by itself */
};

#endif
