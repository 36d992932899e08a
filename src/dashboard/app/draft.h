#ifndef JPD_APP_DRAFT_H
#define JPD_APP_DRAFT_H

#include <stdbool.h>
#include <stddef.h>

#include "src/dashboard/app/attachment.h"
#include "ui/view/editor.h"
#include "ui/view/line-history.h"

struct app;
struct conversation;

/*
 * What is typed for a conversation, until its host has taken it: errors, other
 * panes and dialogs leave it as it is, byte for byte. It is told apart by the
 * host's name and the conversation's id, so it is there before both are, and
 * stays when they go.
 */
struct draft {
	char *host, *id;
	struct editor *editor;    /* what was typed and not sent */
	struct editor *stash;     /* that, while `editor` has one recalled */
	struct line_history sent; /* messages; `recalled` is one of them */
	size_t recalled;
	struct attached attached; /* goes with it */
	bool send_when_followed;  /* by itself */
	char *error;              /* why it was not taken, or NULL */
};

struct drafts {
	struct draft **list; /* in order of appearance */
	size_t count;
};

void drafts_release(struct drafts *drafts);
/* NULL: nothing was typed for it. */
struct draft *drafts_find(const struct drafts *drafts, const char *host,
			  const char *id);
/* Likewise, begun where there is none. */
struct draft *drafts_get(struct drafts *drafts, const char *host,
			 const char *id);

/* A conversation's, found or begun. */
struct draft *draft_find(const struct app *app,
			 const struct conversation *conv);
struct draft *draft_get(struct app *app, const struct conversation *conv);
/* That of the focused pane, or NULL. */
struct draft *draft_here(struct app *app);

bool draft_is_empty(const struct draft *draft); /* NULL is, too */
/* Whether something is typed for a conversation that is there. */
bool draft_any(const struct app *app);
/* Likewise, of a host. */
bool draft_any_of(const struct app *app, int host);
/* What of it is kept for the next run: a message that was recalled is not. */
struct slice draft_typed(const struct draft *draft);

/* The messages that were sent, as the draft's place goes up (1) and down. */
void draft_recall(struct draft *draft, int step);
/* A message that was only looked at is no draft. */
void draft_leave(struct draft *draft);
void draft_set_error(struct draft *draft, const char *why); /* NULL: none */
/* Its conversation goes: what was typed and sent is kept, and no more. */
void draft_put_away(struct app *app, int host);

/* Why nothing that is written here could be sent, ever; or NULL. */
const char *draft_obstacle(const struct app *app,
			   const struct conversation *conv);
/* Send it; false where it could not be, and was told. */
bool draft_send(struct app *app, struct conversation *conv);
/* The host took it: it is the last one of those sent. */
void draft_taken(struct app *app, struct draft *draft);
/* The message that a conversation was made for is its draft, sent as soon as
 * the conversation is followed, so that nothing of the turn is missed. */
void draft_first(struct draft *draft, const char *text);
void draft_followed(struct app *app, struct conversation *conv);

#endif
