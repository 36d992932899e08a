#ifndef JPD_STORE_STORE_H
#define JPD_STORE_STORE_H

#include "proto/host-message.h"
#include "src/base/strmap.h"
#include "src/store/conversation.h"
#include "src/store/prompts.h"

/* All that we know: conversations by host and id, and what waits. */
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
/* The same, made if it is not there: a host may speak of one unlisted. */
struct conversation *store_get(struct store *store, int host, const char *id);
/* Likewise, of one that was made just now: its host will list it. */
struct conversation *store_get_new(struct store *store, int host,
				   const char *id);
/*
 * A host's list has come: begin, then each entry. What it does not name is no
 * longer listed, but stays known.
 */
void store_begin_list(struct store *store, int host);
void store_list_entry(struct store *store, int host,
		      const struct conversation_summary *summary);

/* Count anew what waits in it. */
void store_set_waiting(struct store *store, struct conversation *conv);

/* Forget a host's conversations. Nothing may point to them. */
void store_forget_host(struct store *store, int host);

/*
 * The order in which a person wants them: waiting, running, pinned, recent
 * (jp-dashboard(1)). Fills `order` (room for store->count) with the listed ones and
 * those that wait, returns how many.
 */
size_t store_order(const struct store *store, struct conversation **order);

#endif
