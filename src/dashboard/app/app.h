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

/* The part of the app's state that is private to its room; tests see it too. */
struct app_own {
	const struct layer_ops *const *layers; /* LAYER_COUNT */
	void *layer_data[LAYER_COUNT];
	enum app_layer under[LAYER_COUNT]; /* get the keys when it closes, the
					      last one first */
	size_t under_count;

	int last_pane_id;
	bool zoomed, sidebar;
	size_t sidebar_top; /* rows that the wheel scrolled out of it */
	bool started;       /* the initial panes exist */
	struct pane_search find;

	struct drafts drafts;
	struct app_reading reading; /* purpose of EFFECT_READ */
	struct external_edit edit;  /* purpose of EFFECT_EDIT */

	char **stored; /* the valid lines of the file of rules */
	size_t stored_count;
	struct app_state state;

	bool welcome; /* first start: show a hint until a key is pressed */
	enum face message_face;
	int64_t message_until_ms; /* 0: none */
	size_t messages_before;   /* that it replaced unread */
	bool in_key;              /* a key is being handled */
	bool message_of_key;    /* it came from a key: the next key clears it */
	struct strbuf title;    /* of the terminal */
	bool unfocused;         /* as reported by the terminal */
	struct targets targets; /* of the last frame */
	/* The topmost dialog's place at a lower edge, or empty; its subject. */
	struct rect docked;
	const struct conversation *docked_for;
	struct rect dialog_room; /* in which it has that place */
	int64_t wake_ms; /* set by app_draw() for what changes over time */
};

#endif
