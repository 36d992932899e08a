#ifndef JPD_TESTS_UNIT_CANVAS_ROWS_H
#define JPD_TESTS_UNIT_CANVAS_ROWS_H

#include <string.h>

#include "tests/unit/test.h"
#include "ui/view/canvas.h"

/* To canvas_release(). */
static inline struct canvas new_canvas(int w, int h)
{
	struct canvas cv;

	canvas_init(&cv);
	canvas_resize(&cv, w, h);
	return cv;
}

static inline struct rect all(const struct canvas *cv)
{
	return (struct rect){ 0, 0, cv->w, cv->h };
}

#define assert_row(cv, y, want)                                     \
	do {                                                        \
		struct strbuf got_row = STRBUF_INIT;                \
                                                                    \
		canvas_row_text(&got_row, (cv), (y));               \
		assert_string_equal(got_row.buf, (want));           \
		assert_int_equal(got_row.len, strlen(got_row.buf)); \
		strbuf_release(&got_row);                           \
	} while (0)

#endif
