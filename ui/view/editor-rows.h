#ifndef JPD_VIEW_EDITOR_ROWS_H
#define JPD_VIEW_EDITOR_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "ui/view/editor.h"

/* Where the line of `pos` begins, and its line break or the text's end. */
size_t editor_line_start(const struct editor *ed, size_t pos);
size_t editor_line_end(const struct editor *ed, size_t pos);
/*
 * Move the cursor a drawn row up (-1) or down (+1), to the column it came
 * from; false at the first or last one.
 */
bool editor_rows_move(struct editor *ed, int step);

#endif
