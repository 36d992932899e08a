#ifndef JPD_IO_THEME_LOAD_H
#define JPD_IO_THEME_LOAD_H

#include "src/base/strbuf.h"
#include "ui/view/theme.h"

/*
 * Load the theme of this name, or the file at this path. -1 with a sentence in
 * `err` if the file cannot be read or is not a theme.
 */
int theme_load(struct theme *theme, const char *choice, struct strbuf *err);

#endif
