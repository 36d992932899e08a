#ifndef JPD_JP_JP_SCREEN_H
#define JPD_JP_JP_SCREEN_H

#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/jphost/jp/jp-prompt.h"

/*
 * A terminal in memory, which shows what jp's shows: a program that draws in
 * rows and moves about in them is read there, not in its bytes.
 */
struct jp_screen;

struct jp_screen_sink {
	void *user;
	/*
	 * The program shows its cursor again, which it hides while it draws:
	 * what it has drawn since then is whole, whatever is printed later.
	 */
	void (*drawn)(void *user, const struct jp_view *view);
	/* What this terminal would answer to a question of the program. */
	void (*reply)(void *user, struct slice bytes);
};

struct jp_screen *jp_screen_new(size_t rows, size_t cols,
				const struct jp_screen_sink *sink);
void jp_screen_free(struct jp_screen *screen);
/* What can be read of it is appended to `text`, in the order it came. */
void jp_screen_write(struct jp_screen *screen, struct slice bytes,
		     struct strbuf *text);
/* It is empty then: what is asked is known when the program draws it again. */
void jp_screen_resize(struct jp_screen *screen, size_t rows, size_t cols);
/* All of it, as it is now; valid until the next call. */
void jp_screen_look(struct jp_screen *screen, struct jp_view *view);

#endif
