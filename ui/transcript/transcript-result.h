#ifndef JPD_TRANSCRIPT_TRANSCRIPT_RESULT_H
#define JPD_TRANSCRIPT_TRANSCRIPT_RESULT_H

#include "ui/transcript/transcript-item.h"

/*
 * What a tool gave, below its call: JSON as its members, a patch with its
 * changed words marked, fenced code as Markdown, a terminal's output with its
 * colours, else the text as it came. As many rows as the fold allows. It
 * begins with this line of the item's source and goes on to its end.
 */
void transcript_item_add_result(struct transcript_item *it, struct slice text,
				enum face face, uint32_t line);

/* Notifications in front of a request or a result (item_content.notice); they
 * begin with this line. */
void transcript_item_add_notice(struct transcript_item *it, struct slice notice,
				uint32_t line);

#endif
