#ifndef JPD_VIEW_ARGUMENTS_H
#define JPD_VIEW_ARGUMENTS_H

#include "src/base/slice.h"
#include "ui/text/rows.h"

/*
 * A tool's arguments, raw JSON, as rows to decide on: nothing left out,
 * nothing hidden (sanitize_visible()). One member after the other: short
 * values beside their name, texts of several lines below it, an old and a
 * new text as removed and added lines, a patch with its colours, nested
 * values as JSON. What is no object is shown as it is.
 */
struct arguments_facts {
	size_t bytes;   /* of the raw text */
	size_t escapes; /* places where hidden characters are shown */
};
void arguments_rows(struct rows *rows, struct slice raw, int cols,
		    struct arguments_facts *facts);
/* The raw JSON itself, laid out, with the same care. */
void arguments_raw_rows(struct rows *rows, struct slice raw, int cols,
			struct arguments_facts *facts);
/* Any text with the same care: a question, an edited text. */
void arguments_text_rows(struct rows *rows, struct slice text, int cols,
			 struct arguments_facts *facts);

#endif
