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
 * Text typed for a conversation, kept byte for byte through errors, other panes
 * and dialogs until its host has accepted it. It is identified by the host's
 * name and the conversation's id, so it can exist before and after both.
 */
struct draft {
	char *host, *id;
	struct editor *editor;    /* typed and not sent */
	struct editor *stash;     /* the same, while another is recalled */
	struct line_history sent; /* `recalled` is one of these */
	size_t recalled;
	struct attached attached; /* sent with it */
	bool send_when_followed;  /* automatically */
	bool queued;              /* to be sent when the turn is over */
	char *error;              /* why it was refused, or NULL */
};

struct drafts {
	struct draft **list; /* in order of appearance */
	size_t count;
};

void drafts_release(struct drafts *drafts);
/* Created if missing. */
struct draft *drafts_get(struct drafts *drafts, const char *host,
			 const char *id);

/* A conversation's draft, found or created. */
struct draft *draft_find(const struct app *app,
			 const struct conversation *conv);
struct draft *draft_get(struct app *app, const struct conversation *conv);
/* The focused pane's draft, or NULL. */
struct draft *draft_here(struct app *app);

bool draft_is_empty(const struct draft *draft); /* true for NULL */
/* Whether an existing conversation has a typed text. */
bool draft_any(const struct app *app);
/* The same, but not if it only waits for the end of a turn. */
bool draft_any_typed(const struct app *app);
/* draft_any() for one host. */
bool draft_any_of(const struct app *app, int host);
/* The part stored for the next run; a recalled message is not stored. */
struct slice draft_typed(const struct draft *draft);

/* Recall sent messages: older (1) or newer (-1) ones. */
void draft_recall(struct draft *draft, int step);
/* An unchanged recalled message is not a draft. */
void draft_leave(struct draft *draft);
void draft_set_error(struct draft *draft, const char *why); /* NULL: none */
/* Its conversation is removed: keep only typed and sent texts. */
void draft_put_away(struct app *app, int host);

/* Why nothing written here could ever be sent; or NULL. */
const char *draft_obstacle(const struct app *app,
			   const struct conversation *conv);
/*
 * Send it; false if that was impossible, which was reported. While a turn runs
 * it goes into that turn if the host takes it, else it is queued.
 */
bool draft_send(struct app *app, struct conversation *conv);
/* Queue it until the turn is over; without a turn, send it. */
bool draft_queue(struct app *app, struct conversation *conv);
/* It is no longer queued, but an ordinary draft. */
void draft_hold(struct app *app, const struct conversation *conv);
/* Whether draft_send() would put it into the turn that runs. */
bool draft_goes_in(const struct app *app, const struct conversation *conv);
/* Send what was queued for a turn that is over. */
void drafts_send_queued(struct app *app);
/* The host refused it because a turn runs: queue it. */
void draft_busy(struct app *app, struct draft *draft, const char *why);
/* The host accepted it: it becomes the latest sent message. */
void draft_taken(struct app *app, struct draft *draft);
/* The message that a conversation was created for is its draft, sent once the
 * conversation is followed, so that nothing of the turn is missed. */
void draft_first(struct draft *draft, const char *text);
void draft_followed(struct app *app, struct conversation *conv);

#endif
