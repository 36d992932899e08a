#include "config.h"

#include <assert.h>

#include "src/base/utf8.h"
#include "tests/fuzz/fuzz.h"
#include "ui/term/term-input.h"

/* Any input of a terminal, cut anywhere, with pauses: no crash, and only valid
 * text comes out. A first byte with bit 0 unset means no UTF-8, a byte 0xff a
 * cut, 0xfe a pause. */

static void check_paste(struct slice text)
{
	assert(utf8_valid_prefix(text.ptr, text.len) == text.len);
	for (size_t i = 0; i < text.len; i++)
		assert((unsigned char)text.ptr[i] >= 0x20 ||
		       text.ptr[i] == '\n' || text.ptr[i] == '\t');
}

static void check_key(struct key key)
{
	if (key.sym != KEY_SYM_NONE) {
		assert(key.sym <= KEY_SYM_F12 && !key.ch && key.mods < 8);
		return;
	}
	assert(key.ch >= 0x20 && key.ch <= 0x10ffff);
	assert(key.ch < 0x7f || key.ch >= 0xa0);
	assert(!(key.mods & KEY_SHIFT) && key.mods < 8);
}

static void take(struct term_input *in)
{
	struct term_event event;

	while (term_input_next(in, &event)) {
		assert(event.kind != TERM_EVENT_NONE);
		if (event.kind == TERM_EVENT_PASTE)
			check_paste(event.text);
		if (event.kind == TERM_EVENT_KEY)
			check_key(event.key);
		if (event.kind == TERM_EVENT_MOUSE)
			assert(event.mouse.x >= 0 && event.mouse.y >= 0);
	}
}

FUZZ_TARGET(term_input)
{
	static const char *const terms[] = { "xterm-256color", "linux", "rxvt",
					     "vt100" };
	struct term_input_options options = { .esc_ms = 50 };
	struct term_input *in;

	if (!size)
		return;
	options.term = terms[data[0] >> 1 & 3];
	options.utf8 = data[0] & 1;
	in = term_input_new(&options);
	for (size_t i = 1; i < size; i++) {
		if (data[i] < 0xfe)
			term_input_feed(in,
					slice_of((const char *)data + i, 1));
		else
			take(in);
		if (data[i] == 0xfe)
			term_input_idle(in);
	}
	take(in);
	term_input_idle(in);
	take(in);
	assert(term_input_timeout_ms(in) == -1);
	term_input_free(in);
}
