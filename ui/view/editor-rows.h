#ifndef JPD_VIEW_EDITOR_ROWS_H
#define JPD_VIEW_EDITOR_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "ui/view/editor.h"

/* The start of the line of `pos`, and its line break or the text's end. */
size_t editor_line_start(const struct editor *ed, size_t pos);
size_t editor_line_end(const struct editor *ed, size_t pos);
/*
 * Move the cursor up (-1) or down (+1) a drawn row, keeping its column; false
 * in the first or last one.
 */
bool editor_rows_move(struct editor *ed, int step);

#endif
