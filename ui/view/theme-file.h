#ifndef JPD_VIEW_THEME_FILE_H
#define JPD_VIEW_THEME_FILE_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "ui/view/theme.h"

/*
 * A theme as text. Lines that begin with '#' are comments; the first other one
 * may be "base = NAME"; the rest are
 *
 *     FACE = COLOUR [GROUND] [ATTRIBUTE...]
 *
 * FACE is a name of face.h, in lower case with '-'; a colour is "default", a
 * name ("red", "bright-red"), a number up to 255 or #rrggbb, which becomes the
 * nearest of the 256. A face with two indistinguishable colours is refused:
 * approvals must be readable in any theme.
 *
 * -1 with a sentence in `err` that names the line.
 */
int theme_file_parse(struct theme *theme, struct slice text,
		     struct strbuf *err);

/* A face's name as in a theme file, for messages and tests. */
const char *theme_face_name(enum face face);

#endif
