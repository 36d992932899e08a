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
struct app_find {
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
int app_find_set(struct app *app, struct slice pattern, struct strbuf *err);
void app_find_clear(struct app *app);
bool app_find_active(const struct app *app);
void app_find_step(struct app *app, int step); /* to the next hit */
bool app_find_work(struct app *app);
int64_t app_find_wake_ms(const struct app *app);
/* `count` items were inserted before the first one of `conv`. */
void app_find_shifted(struct app *app, const struct conversation *conv,
		      size_t count);
void app_find_status(const struct app *app, struct strbuf *out);

/* The same, and go to match number `ordinal` of an item. */
void app_find_at(struct app *app, struct slice pattern, uint32_t item,
		 uint32_t ordinal);

#endif
