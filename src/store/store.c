#include "config.h"

#include "src/store/store.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/timestamp.h"
#include "src/base/xalloc.h"

void store_init(struct store *store)
{
	*store = (struct store){ 0 };
	prompts_init(&store->prompts);
}

void store_release(struct store *store)
{
	if (!store)
		return;
	for (size_t i = 0; i < store->count; i++)
		conversation_free(store->conversations[i]);
	free(store->conversations);
	strmap_release(&store->by_key);
	prompts_release(&store->prompts);
	store_init(store);
}

static void add_key(struct strbuf *key, int host, const char *id)
{
	strbuf_addf(key, "%d/%s", host, id);
}

struct conversation *store_find(const struct store *store, int host,
				const char *id)
{
	struct strbuf key = STRBUF_INIT;
	struct conversation *conv;

	add_key(&key, host, id);
	conv = strmap_get(&store->by_key, strbuf_slice(&key));
	strbuf_release(&key);
	return conv;
}

struct conversation *store_get(struct store *store, int host, const char *id)
{
	struct conversation *conv = store_find(store, host, id);
	struct strbuf key = STRBUF_INIT;

	if (conv)
		return conv;
	conv = conversation_new(host, id);
	add_key(&key, host, id);
	strmap_put(&store->by_key, strbuf_slice(&key), conv);
	strbuf_release(&key);
	ALLOC_GROW(store->conversations, store->count + 1, store->cap);
	store->conversations[store->count++] = conv;
	return conv;
}

struct conversation *store_get_new(struct store *store, int host,
				   const char *id)
{
	struct conversation *conv = store_get(store, host, id);

	conv->listed = true;
	return conv;
}

void store_set_waiting(struct store *store, struct conversation *conv)
{
	conv->waiting =
		prompts_waiting_in(&store->prompts, conv->host, conv->id);
	/* The user triages by age: that of the oldest request. */
	if (conv->waiting)
		conv->state_since_ms = prompts_oldest_ms(&store->prompts,
							 conv->host, conv->id);
	conv->revision++;
}

void store_begin_list(struct store *store, int host)
{
	for (size_t i = 0; i < store->count; i++) {
		if (store->conversations[i]->host == host)
			store->conversations[i]->listed = false;
	}
}

void store_forget_host(struct store *store, int host)
{
	struct strbuf key = STRBUF_INIT;
	size_t kept = 0;

	for (size_t i = 0; i < store->count; i++) {
		struct conversation *conv = store->conversations[i];

		if (conv->host != host) {
			store->conversations[kept++] = conv;
			continue;
		}
		strbuf_reset(&key);
		add_key(&key, host, conv->id);
		strmap_remove(&store->by_key, strbuf_slice(&key));
		conversation_free(conv);
	}
	store->count = kept;
	strbuf_release(&key);
}

static void set_text(char **text, const char *to)
{
	free(*text);
	*text = to ? xstrdup(to) : NULL;
}

void store_list_entry(struct store *store, int host,
		      const struct conversation_summary *summary)
{
	struct conversation *conv = store_get(store, host, summary->id);

	conv->listed = true;
	set_text(&conv->title, summary->title);
	set_text(&conv->unreadable, summary->unreadable);
	if (summary->first_message && !conv->called)
		conversation_call(conv, slice_str(summary->first_message));
	conv->last_activated_ms = summary->last_activated_ms;
	conv->pinned_ms = summary->pinned_ms;
	conv->events_count = summary->events_count;
}

/* Waiting, then running, pinned, recent; ties by id, so that the list does not
 * flicker. */
static int compare(const void *a, const void *b)
{
	const struct conversation *x = *(struct conversation *const *)a;
	const struct conversation *y = *(struct conversation *const *)b;
	bool x_pinned = x->pinned_ms != TIMESTAMP_NONE;
	bool y_pinned = y->pinned_ms != TIMESTAMP_NONE;

	if (!x->waiting != !y->waiting)
		return x->waiting ? -1 : 1;
	if (x->turn_active != y->turn_active)
		return x->turn_active ? -1 : 1;
	if (x_pinned != y_pinned)
		return x_pinned ? -1 : 1;
	if (x->last_activated_ms != y->last_activated_ms)
		return x->last_activated_ms > y->last_activated_ms ? -1 : 1;
	if (x->host != y->host)
		return x->host < y->host ? -1 : 1;
	return strcmp(x->id, y->id);
}

size_t store_order(const struct store *store, struct conversation **order)
{
	size_t count = 0;

	for (size_t i = 0; i < store->count; i++) {
		struct conversation *conv = store->conversations[i];

		if (conv->listed || conv->waiting || conv->turn_active)
			order[count++] = conv;
	}
	qsort(order, count, sizeof(*order), compare);
	return count;
}
