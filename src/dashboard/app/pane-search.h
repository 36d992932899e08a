#ifndef JPD_APP_PANE_SEARCH_H
#define JPD_APP_PANE_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/store/search.h"

struct app;
struct conversation;

/* The current search in a pane. */
struct pane_search {
	struct search search;
	int pane;    /* its id; -1: none */
	size_t from; /* starting item */
	bool wanted; /* go to the first hit once it is known */
	bool has_hit;
	struct search_hit hit; /* the current hit */
	uint32_t hit_id;       /* its item */
};

/* Search the focused pane; an empty pattern ends the search. -1 with a sentence
 * in `err`. */
int pane_search_set(struct app *app, struct slice pattern, struct strbuf *err);
void pane_search_clear(struct app *app);
bool pane_search_active(const struct app *app);
void pane_search_step(struct app *app, int step); /* to the next hit */
bool pane_search_work(struct app *app);
int64_t pane_search_wake_ms(const struct app *app);
/* `count` items were inserted before the first one of `conv`. */
void pane_search_shifted(struct app *app, const struct conversation *conv,
			 size_t count);
void pane_search_status(const struct app *app, struct strbuf *out);

/* The same, and go to match number `ordinal` of an item. */
void pane_search_at(struct app *app, struct slice pattern, uint32_t item,
		    uint32_t ordinal);

#endif
