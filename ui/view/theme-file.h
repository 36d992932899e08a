#ifndef JPD_VIEW_THEME_FILE_H
#define JPD_VIEW_THEME_FILE_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "ui/view/theme.h"

/*
 * A theme as text. Lines that begin with '#' are comments; of the others the
 * first may be "base = NAME", and all else is
 *
 *     FACE = COLOUR [GROUND] [ATTRIBUTE...]
 *
 * FACE is a name of face.h, in small letters and with '-'; a colour is
 * "default", a name ("red", "bright-red"), a number up to 255 or #rrggbb,
 * which becomes the nearest of the 256. A face whose two colours cannot be
 * told apart is refused: an approval is to be readable in any theme.
 *
 * -1 with a sentence in `err` that names the line.
 */
int theme_file_parse(struct theme *theme, struct slice text,
		     struct strbuf *err);

/* A face as such a file has it, for messages and tests. */
const char *theme_face_name(enum face face);

#endif
