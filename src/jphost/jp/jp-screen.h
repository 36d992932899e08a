#ifndef JPD_JP_JP_SCREEN_H
#define JPD_JP_JP_SCREEN_H

#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/jphost/jp/jp-prompt.h"

/*
 * A terminal in memory that shows what jp's terminal shows. A program that
 * draws in rows and moves among them can be read there, but not from its bytes.
 */
struct jp_screen;

struct jp_screen_sink {
	void *user;
	/*
	 * The program hides its cursor while it draws, and has now shown it
	 * again: the drawing is complete, whatever is printed later.
	 */
	void (*drawn)(void *user, const struct jp_view *view);
	/* This terminal's reply to a query of the program. */
	void (*reply)(void *user, struct slice bytes);
};

struct jp_screen *jp_screen_new(size_t rows, size_t cols,
				const struct jp_screen_sink *sink);
void jp_screen_free(struct jp_screen *screen);
/* Write bytes; their readable text is appended to `text`, in order. */
void jp_screen_write(struct jp_screen *screen, struct slice bytes,
		     struct strbuf *text);
/*
 * Resize it; what it shows stays, its last rows if there is less room. A prompt
 * is recognized once the program redraws it.
 */
void jp_screen_resize(struct jp_screen *screen, size_t rows, size_t cols);
/* View all of it as it is now; valid until the next call. */
void jp_screen_look(struct jp_screen *screen, struct jp_view *view);
/* Add what draws a view, and its cursor, on another terminal of this size. */
void jp_view_draw(struct strbuf *out, const struct jp_view *view, size_t rows,
		  size_t cols);

#endif
