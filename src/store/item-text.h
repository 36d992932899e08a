#ifndef JPD_STORE_ITEM_TEXT_H
#define JPD_STORE_ITEM_TEXT_H

#include "src/store/conversation.h"

/*
 * The text of an item as received, not as drawn: for copying, the pager and
 * files. A tool call gives its name, its arguments as JSON and its result.
 */
void item_text_source(struct strbuf *out, const struct conversation *conv,
		      const struct item *item);

/* The start of a tool call's text: lines with its name and its arguments. */
void item_text_call(struct strbuf *out, const struct event *call);

/*
 * The text to search: the same, but with arguments and data as keys and decoded
 * values, one per line, so that what is visible can be found. Made at the speed
 * of a scan. Never contains an event's `metadata`.
 */
void item_text_search(struct strbuf *out, const struct conversation *conv,
		      const struct item *item);

/*
 * The raw JSON that contains all of the text to search, for items in which each
 * word of that text is in one piece: words end at blanks, quotes, backslashes,
 * slashes and control characters, and nothing else is escaped. Returns how many
 * of `raws` were set; 0 for other items.
 */
#define ITEM_RAWS 2

size_t item_text_raw(struct slice raws[ITEM_RAWS],
		     const struct conversation *conv, const struct item *item);
/* The values in one of them that are searched, and the text of one value. */
size_t item_text_values(struct slice values[ITEM_RAWS], const struct item *item,
			struct slice raw);
void item_text_value(struct strbuf *out, struct slice value);

/* The bytes of an item's events: the cost of reading it. */
size_t item_text_cost(const struct conversation *conv, const struct item *item);

#endif
