#include "config.h"

#include <stdlib.h>

#include "src/base/utf8.h"
#include "src/jphost/jp/jp-screen.h"
#include "tests/fuzz/fuzz.h"

/*
 * Output of a program for a terminal; the first two bytes are its size, and
 * 0xff changes it. Rows must fit the screen and be UTF-8, and a prompt found in
 * them must have a text.
 */

static void check(bool right)
{
	if (!right)
		abort();
}

static void check_view(const struct jp_view *view)
{
	struct jp_prompt prompt, again;

	check(view->count && view->cols && view->cursor_row < view->count);
	for (size_t i = 0; i < view->count; i++) {
		struct slice text = view->rows[i].text;

		check(view->rows[i].used <= view->cols);
		check(utf8_valid_prefix(text.ptr, text.len) == text.len);
	}
	jp_prompt_init(&prompt);
	jp_prompt_init(&again);
	jp_prompt_find(&prompt, view);
	jp_prompt_find(&again, view);
	check(jp_prompt_same(&prompt, &again));
	check((prompt.kind == JP_PROMPT_NONE) == !prompt.text.len);
	check(!prompt.server.len || prompt.kind == JP_PROMPT_PERMISSION);
	jp_prompt_release(&prompt);
	jp_prompt_release(&again);
}

static void on_drawn(void *user, const struct jp_view *view)
{
	(void)user;
	check(view->drawn);
	check_view(view);
}

static void on_reply(void *user, struct slice bytes)
{
	(void)user;
	check(bytes.len > 0);
}

FUZZ_TARGET(screen)
{
	const struct jp_screen_sink sink = { NULL, on_drawn, on_reply };
	struct strbuf text = STRBUF_INIT;
	struct jp_screen *screen;
	struct jp_view view;

	if (size < 2)
		return;
	screen = jp_screen_new(data[0] % 30U, data[1] % 100U, &sink);
	for (size_t i = 2; i < size; i++) {
		if (data[i] == 0xff && i + 2 < size) {
			jp_screen_resize(screen, data[i + 1] % 30U,
					 data[i + 2] % 100U);
			i += 2;
		} else {
			jp_screen_write(screen,
					slice_of((const char *)data + i, 1),
					&text);
		}
	}
	jp_screen_look(screen, &view);
	check_view(&view);
	check(utf8_valid_prefix(text.buf, text.len) == text.len);
	jp_screen_free(screen);
	strbuf_release(&text);
}
