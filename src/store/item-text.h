#ifndef JPD_STORE_ITEM_TEXT_H
#define JPD_STORE_ITEM_TEXT_H

#include "src/store/conversation.h"

/*
 * The text of an item as it came, not as it is drawn: what is copied, shown
 * in a pager and written to files. A tool call gives its name, its arguments
 * as JSON and its result.
 */
void item_text_source(struct strbuf *out, const struct conversation *conv,
		      const struct item *item);

/*
 * What a search looks at: the same, but arguments and data as keys and
 * decoded values, a line each, so that what one reads can be found. Made at
 * the speed of a scan. Never holds an event's `metadata`.
 */
void item_text_search(struct strbuf *out, const struct conversation *conv,
		      const struct item *item);

/* The bytes of the events that an item is made of: what reading it costs. */
size_t item_text_cost(const struct conversation *conv, const struct item *item);

#endif
