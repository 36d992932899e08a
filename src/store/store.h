#ifndef JPD_STORE_STORE_H
#define JPD_STORE_STORE_H

#include "proto/host-message.h"
#include "src/base/strmap.h"
#include "src/store/conversation.h"
#include "src/store/prompts.h"

/* All that is known: conversations by host and id, and pending prompts. */
struct store {
	struct conversation **conversations; /* in order of appearance */
	size_t count, cap;
	struct strmap by_key; /* "<host>/<id>" */
	struct prompts prompts;
};

void store_init(struct store *store);
void store_release(struct store *store);

struct conversation *store_find(const struct store *store, int host,
				const char *id);
/* The same, created if missing: a host may mention an unlisted one. */
struct conversation *store_get(struct store *store, int host, const char *id);
/* The same for one that was just created: its host will list it. */
struct conversation *store_get_new(struct store *store, int host,
				   const char *id);
/*
 * A host's list came: begin, then each entry. Conversations that it does not
 * name are no longer listed, but stay known.
 */
void store_begin_list(struct store *store, int host);
void store_list_entry(struct store *store, int host,
		      const struct conversation_summary *summary);

/* Count its pending prompts again. */
void store_set_waiting(struct store *store, struct conversation *conv);

/* Forget a host's conversations. Nothing may point to them. */
void store_forget_host(struct store *store, int host);

/*
 * The order in which the user wants them: waiting, running, pinned, recent
 * (jp-dashboard(1)). Fills `order` (room for store->count) with those that are
 * listed or wait, and returns how many.
 */
size_t store_order(const struct store *store, struct conversation **order);

#endif
