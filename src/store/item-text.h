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

/* How that of a tool call begins: lines with its name and its arguments. */
void item_text_call(struct strbuf *out, const struct event *call);

/*
 * What a search looks at: the same, but arguments and data as keys and
 * decoded values, a line each, so that what one reads can be found. Made at
 * the speed of a scan. Never holds an event's `metadata`.
 */
void item_text_search(struct strbuf *out, const struct conversation *conv,
		      const struct item *item);

/*
 * The raw JSON that holds all that a search looks at, for items where each
 * word of that text stands in one piece: no blank, quote, backslash, slash
 * or control character between, and nothing else escaped. Returns how many
 * of `raws` were set; 0 where it is not so.
 */
#define ITEM_RAWS 2

size_t item_text_raw(struct slice raws[ITEM_RAWS],
		     const struct conversation *conv, const struct item *item);
/* Those values in one of them that a search looks at, and the text of one. */
size_t item_text_values(struct slice values[ITEM_RAWS], const struct item *item,
			struct slice raw);
void item_text_value(struct strbuf *out, struct slice value);

/* The bytes of the events that an item is made of: what reading it costs. */
size_t item_text_cost(const struct conversation *conv, const struct item *item);

#endif
