#ifndef JPD_IO_THEME_LOAD_H
#define JPD_IO_THEME_LOAD_H

#include "src/base/strbuf.h"
#include "ui/view/theme.h"

/*
 * The theme that is meant by `choice` (theme_is_choice()); "auto" is a light
 * one on a light ground. -1 with a sentence in `err` where it is a file that
 * cannot be read or is none.
 */
int theme_load(struct theme *theme, const char *choice, bool light,
	       struct strbuf *err);

#endif
