#ifndef JPD_TRANSCRIPT_TRANSCRIPT_RESULT_H
#define JPD_TRANSCRIPT_TRANSCRIPT_RESULT_H

#include "ui/transcript/transcript-item.h"

/*
 * A tool's result, below its call: JSON as members, a patch with its changed
 * words marked, fenced code as Markdown, terminal output with its colours,
 * otherwise the text as received. As many rows as the fold allows. It is the
 * end of the item's source, from this line on.
 */
void transcript_item_add_result(struct transcript_item *it, struct slice text,
				enum face face, uint32_t line);

/* Notifications before a request or a result (item_content.notice); they begin
 * with this line. */
void transcript_item_add_notice(struct transcript_item *it, struct slice notice,
				uint32_t line);

#endif
