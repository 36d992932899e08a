#include "config.h"

#include "ui/transcript/terminal-text.h"

#include <string.h>

#include "src/base/utf8.h"
#include "ui/transcript/terminal-screen.h"

enum {
	SEQUENCE_MAX = 64, /* bytes; a longer one is not a sequence */
	STRING_MAX = 1024, /* the same for a title, a link, a picture */
	NUMBERS_MAX = 4,   /* of a sequence, that a move can have */
	TAB_COLS = 8,
};

struct sequence {
	size_t len; /* bytes, from ESC on; 0: it is none */
	char final;
	bool private; /* ?, >, = or <: no move */
	size_t numbers[NUMBERS_MAX], count;
};

/* strchr() would find the NUL after the set, too. */
static bool is_one_of(char c, const char *set)
{
	return c && strchr(set, c);
}

/* ESC [ parameters, intermediates and a final byte. */
static struct sequence control_sequence(struct slice text)
{
	struct sequence seq = { .count = 1 };
	size_t at = 2;

	if (text.len > SEQUENCE_MAX)
		text.len = SEQUENCE_MAX;
	if (at < text.len && is_one_of(text.ptr[at], "?<=>")) {
		seq.private = true;
		at++;
	}
	for (; at < text.len && text.ptr[at] >= '0' && text.ptr[at] <= ';';
	     at++) {
		size_t *number = &seq.numbers[seq.count - 1];

		if (text.ptr[at] > '9')
			seq.count += seq.count < NUMBERS_MAX;
		else if (*number < 10000)
			*number = *number * 10 + (size_t)(text.ptr[at] - '0');
	}
	for (; at < text.len && text.ptr[at] >= ' ' && text.ptr[at] <= '/';
	     at++)
		seq.private = true;
	if (at < text.len && text.ptr[at] >= '@' && text.ptr[at] <= '~') {
		seq.final = text.ptr[at];
		seq.len = at + 1;
	}
	return seq;
}

/* Bytes of a string that nothing shows: OSC, DCS, APC, PM, SOS, a title of
 * screen's; 0 if it has no end. */
static size_t string_length(struct slice text)
{
	if (text.len < 2 || !is_one_of(text.ptr[1], "]P_^Xk"))
		return 0;
	for (size_t i = 2; i < text.len && i < STRING_MAX; i++) {
		if (text.ptr[i] == '\007')
			return i + 1;
		if (text.ptr[i] == '\033')
			return i + 1 < text.len && text.ptr[i + 1] == '\\'
				       ? i + 2
				       : 0;
		if (text.ptr[i] == '\n')
			return 0;
	}
	return 0;
}

/* --- whether there is something to do --- */

bool terminal_text_moves(struct slice text)
{
	while (text.len) {
		const char *at = memchr(text.ptr, '\033', text.len);
		struct sequence seq;

		if (memchr(text.ptr, '\v',
			   at ? (size_t)(at - text.ptr) : text.len))
			return true;
		if (!at)
			return false;
		text = slice_skip(text, (size_t)(at - text.ptr));
		if (text.len > 1 && is_one_of(text.ptr[1], "78DEM"))
			return true;
		seq = (struct sequence){ 0 };
		if (text.len > 1 && text.ptr[1] == '[')
			seq = control_sequence(text);
		if (seq.len && !seq.private &&
		    strchr("ABDEFHIJKLMPSTXZ@`adefrsu", seq.final))
			return true;
		text = slice_skip(text, 1);
	}
	return false;
}

/* --- the moves --- */

static void tab(struct screen *screen, long count)
{
	long col = (long)(screen->col / TAB_COLS) + count;

	if (count < 0 && screen->col % TAB_COLS)
		col++;
	screen_go(screen, screen->row, col < 0 ? 0 : (size_t)col * TAB_COLS);
}

/* Rows up or down in the region; the cursor stays. */
static void scroll(struct screen *screen, size_t count, bool up)
{
	size_t row = screen->row, col = screen->col;

	screen->row = screen->bottom ? screen->top : 0;
	if (up)
		screen_delete_rows(screen, count);
	else
		screen_insert_rows(screen, count);
	screen_go(screen, row, col);
}

static void act_on_place(struct screen *screen, const struct sequence *seq,
			 size_t n)
{
	size_t second = seq->count > 1 && seq->numbers[1] ? seq->numbers[1] : 1;

	switch (seq->final) {
	case 'G':
	case '`':
		screen_go(screen, screen->row, n - 1);
		break;
	case 'd':
		screen_go(screen, n - 1, screen->col);
		break;
	case 'H':
	case 'f':
		if (n == 1 && second == 1)
			screen_home(screen);
		else
			screen_go(screen, n - 1, second - 1);
		break;
	case 'r':
		screen_region(screen, n - 1,
			      seq->count > 1 && seq->numbers[1]
				      ? seq->numbers[1] - 1
				      : 0);
		screen_go(screen, 0, 0);
		break;
	case 's':
		screen_save(screen);
		break;
	case 'u':
		screen_restore(screen);
		break;
	default:
		break;
	}
}

static void act_on_cells(struct screen *screen, const struct sequence *seq,
			 size_t n)
{
	enum screen_part part = seq->numbers[0] == 1   ? SCREEN_TO_START
				: seq->numbers[0] >= 2 ? SCREEN_ALL
						       : SCREEN_TO_END;

	switch (seq->final) {
	case 'J':
		screen_erase(screen, part);
		break;
	case 'K':
		screen_erase_line(screen, part);
		break;
	case 'L':
		screen_insert_rows(screen, n);
		break;
	case 'M':
		screen_delete_rows(screen, n);
		break;
	case 'P':
		screen_delete_cells(screen, n);
		break;
	case '@':
		screen_insert_cells(screen, n);
		break;
	case 'X':
		screen_erase_cells(screen, n);
		break;
	case 'S':
	case 'T':
		scroll(screen, n, seq->final == 'S');
		break;
	default:
		act_on_place(screen, seq, n);
	}
}

static void act(struct screen *screen, const struct sequence *seq,
		struct slice text)
{
	size_t n = seq->numbers[0] ? seq->numbers[0] : 1;

	if (seq->final == 'm' && !seq->private) {
		screen_style(screen, slice_of(text.ptr, seq->len));
		return;
	}
	if (seq->private)
		return;
	switch (seq->final) {
	case 'A':
	case 'F':
		screen_move(screen, -(long)n, 0);
		break;
	case 'B':
	case 'E':
	case 'e':
		screen_move(screen, (long)n, 0);
		break;
	case 'C':
	case 'a':
		screen_move(screen, 0, (long)n);
		break;
	case 'D':
		screen_move(screen, 0, -(long)n);
		break;
	case 'I':
	case 'Z':
		tab(screen, seq->final == 'I' ? (long)n : -(long)n);
		break;
	default:
		act_on_cells(screen, seq, n);
	}
	if (seq->final == 'E' || seq->final == 'F')
		screen->col = 0;
}

/* ESC and one letter. */
static void act_on_escape(struct screen *screen, char final)
{
	switch (final) {
	case '7':
		screen_save(screen);
		break;
	case '8':
		screen_restore(screen);
		break;
	case 'M':
		screen_reverse_feed(screen);
		break;
	case 'E':
		screen->col = 0;
		/* fallthrough */
	case 'D':
		screen_line_feed(screen);
		break;
	default:
		break;
	}
}

/* Returns the bytes of a sequence; anything else is text after a U+FFFD. */
static size_t take_escape(struct screen *screen, struct slice text)
{
	struct sequence seq;
	size_t len = 1;

	if (text.len > 1 && text.ptr[1] == '[') {
		seq = control_sequence(text);
		if (seq.len) {
			act(screen, &seq, text);
			return seq.len;
		}
	} else if ((len = string_length(text))) {
		return len;
	} else if (text.len > 1 && !is_one_of(text.ptr[1], "]P_^Xk")) {
		len = 1;
		while (len < text.len && len < SEQUENCE_MAX &&
		       text.ptr[len] >= ' ' && text.ptr[len] <= '/')
			len++;
		if (len < text.len && text.ptr[len] >= '0' &&
		    text.ptr[len] <= '~') {
			if (len == 1)
				act_on_escape(screen, text.ptr[len]);
			return len + 1;
		}
	}
	screen_put(screen, UTF8_REPLACEMENT);
	return 1;
}

static void take_control(struct screen *screen, char c)
{
	switch (c) {
	case '\n':
		screen_line_feed(screen);
		screen->col = 0;
		break;
	case '\v':
	case '\f':
		screen_line_feed(screen);
		break;
	case '\r':
		screen->col = 0;
		break;
	case '\b':
		screen_move(screen, 0, -1);
		break;
	case '\t':
		tab(screen, 1);
		break;
	case '\0':
	case '\a':
		break;
	default:
		screen_put(screen, UTF8_REPLACEMENT);
	}
}

void terminal_text_add(struct strbuf *out, struct slice text)
{
	struct screen screen;

	screen_init(&screen, out);
	while (text.len) {
		unsigned char c = (unsigned char)*text.ptr;
		size_t len = 1;
		uint32_t cp;

		if (c == 0x1b) {
			len = take_escape(&screen, text);
		} else if (c < 0x20 || c == 0x7f) {
			take_control(&screen, (char)c);
		} else {
			len = utf8_decode(text.ptr, text.len, &cp);
			screen_put(&screen, cp);
		}
		text = slice_skip(text, len);
	}
	screen_release(&screen);
}
