#include "config.h"

#include "ui/text/colored.h"

#include <stdint.h>
#include <string.h>

#include "src/base/xalloc.h"
#include "ui/text/sanitize.h"
#include "ui/text/source.h"
#include "ui/text/styled.h"

enum {
	NUMBERS_MAX = 16,      /* in one sequence */
	LINE_BYTES = 64 << 10, /* a longer line is split */
};

/* The SGR state: ECMA-48 8.3.117, and the colours of xterm. */
struct look {
	enum face color; /* or FACE_DEFAULT */
	bool bold, dim, italic, underline;
};

static enum face face_of(const struct look *look, enum face plain)
{
	if (look->color != FACE_DEFAULT)
		return look->color;
	if (look->bold)
		return FACE_BOLD;
	if (look->underline)
		return FACE_UNDERLINE;
	if (look->italic)
		return FACE_ITALIC;
	return look->dim ? FACE_DIM : plain;
}

/* Black and white are the user's background and text colours. */
static enum face face_of_ansi(unsigned color)
{
	static const enum face faces[] = {
		FACE_DIM,         FACE_TINT_RED,  FACE_TINT_GREEN,
		FACE_TINT_YELLOW, FACE_TINT_BLUE, FACE_TINT_MAGENTA,
		FACE_TINT_CYAN,   FACE_DEFAULT,
	};

	return faces[color % ARRAY_SIZE(faces)];
}

/* The nearest of the eight: a channel near the strongest one is on. */
static enum face face_of_rgb(unsigned r, unsigned g, unsigned b)
{
	unsigned most = r > g ? r : g, least = r < g ? r : g, limit;

	most = b > most ? b : most;
	least = b < least ? b : least;
	if (most - least < 48)
		return most < 160 ? FACE_DIM : FACE_DEFAULT;
	limit = least + (most - least) / 2;
	return face_of_ansi((r > limit) | (unsigned)(g > limit) << 1 |
			    (unsigned)(b > limit) << 2);
}

/* The 256 colours of xterm. */
static enum face face_of_index(unsigned index)
{
	static const unsigned char steps[] = { 0, 95, 135, 175, 215, 255 };

	if (index < 16)
		return index == 8 ? FACE_DIM : face_of_ansi(index);
	if (index >= 232)
		return index < 244 ? FACE_DIM : FACE_DEFAULT;
	index -= 16;
	return face_of_rgb(steps[index / 36 % 6], steps[index / 6 % 6],
			   steps[index % 6]);
}

/* 38;5;n and 38;2;r;g;b; returns how many numbers they used. */
static size_t take_color(struct look *look, const unsigned *n, size_t count,
			 bool use)
{
	enum face face = look->color;
	size_t took = 1;

	if (count > 2 && n[1] == 5) {
		face = face_of_index(n[2] & 255);
		took = 3;
	} else if (count > 4 && n[1] == 2) {
		face = face_of_rgb(n[2] & 255, n[3] & 255, n[4] & 255);
		took = 5;
	}
	if (use)
		look->color = face;
	return took;
}

static size_t take_number(struct look *look, const unsigned *n, size_t count)
{
	switch (*n) {
	case 0:
		*look = (struct look){ .color = FACE_DEFAULT };
		break;
	case 1:
		look->bold = true;
		break;
	case 2:
		look->dim = true;
		break;
	case 3:
		look->italic = true;
		break;
	case 4:
		look->underline = true;
		break;
	case 22:
		look->bold = look->dim = false;
		break;
	case 23:
		look->italic = false;
		break;
	case 24:
		look->underline = false;
		break;
	case 38:
	case 48:
	case 58:
		return take_color(look, n, count, *n == 38);
	case 39:
		look->color = FACE_DEFAULT;
		break;
	default:
		if (*n >= 30 && *n < 38)
			look->color = face_of_ansi(*n - 30);
		else if (*n >= 91 && *n < 98)
			look->color = face_of_ansi(*n - 90);
		else if (*n == 90)
			look->color = FACE_DIM;
	}
	return 1;
}

/* The length of the SGR sequence at the start of `text`, or 0. */
static size_t sgr_length(struct slice text)
{
	size_t at = 2;

	if (!slice_starts_with(text, SLICE("\x1b[")))
		return 0;
	while (at < text.len && text.ptr[at] &&
	       strchr("0123456789;:", text.ptr[at]))
		at++;
	return at < text.len && text.ptr[at] == 'm' ? at + 1 : 0;
}

static void take_sgr(struct look *look, struct slice sequence)
{
	unsigned numbers[NUMBERS_MAX] = { 0 };
	size_t count = 1;

	for (size_t i = 2; i + 1 < sequence.len; i++) {
		unsigned *n = &numbers[count - 1];

		if (sequence.ptr[i] < '0' || sequence.ptr[i] > '9') {
			if (count == NUMBERS_MAX)
				break;
			count++;
		} else if (*n < 1000) {
			*n = *n * 10 + (unsigned)(sequence.ptr[i] - '0');
		}
	}
	for (size_t i = 0; i < count;)
		i += take_number(look, &numbers[i], count - i);
}

static const char *find_sgr(struct slice text, size_t *len)
{
	const char *at = text.ptr, *end = text.ptr + text.len;

	while (at < end && (at = memchr(at, '\x1b', (size_t)(end - at)))) {
		*len = sgr_length(slice_of(at, (size_t)(end - at)));
		if (*len)
			return at;
		at++;
	}
	return NULL;
}

bool colored_is(struct slice text)
{
	size_t len;

	return text.len && find_sgr(text, &len);
}

/* Add text without SGR; text after a \r replaces the line. */
static void add_piece(struct styled *line, struct slice text, enum face face)
{
	struct strbuf clean = STRBUF_INIT;
	const char *cr = text.len ? memrchr(text.ptr, '\r', text.len) : NULL;

	if (cr) {
		struct slice rest =
			slice_skip(text, (size_t)(cr - text.ptr) + 1);

		sanitize_output(&clean, rest);
		if (clean.len) {
			styled_reset(line);
			text = rest;
		}
		strbuf_reset(&clean);
	}
	sanitize_output(&clean, text);
	styled_add(line, strbuf_slice(&clean), face);
	strbuf_release(&clean);
}

/*
 * A \r at the end of a piece counts only if text follows it, perhaps in the
 * next piece: it is passed on to that.
 */
static void add_line(struct styled *line, struct look *look, struct slice text,
		     enum face plain)
{
	struct strbuf piece = STRBUF_INIT;
	const char *at;
	size_t len;
	bool pending = false;

	while (text.len) {
		size_t before = text.len;

		at = find_sgr(text, &len);
		if (at)
			before = (size_t)(at - text.ptr);
		strbuf_reset(&piece);
		if (pending && before)
			strbuf_addch(&piece, '\r');
		strbuf_add(&piece, text.ptr, before);
		pending = (pending && !before) ||
			  (piece.len && piece.buf[piece.len - 1] == '\r');
		while (piece.len && piece.buf[piece.len - 1] == '\r')
			strbuf_setlen(&piece, piece.len - 1);
		add_piece(line, strbuf_slice(&piece), face_of(look, plain));
		if (!at)
			break;
		take_sgr(look, slice_of(at, len));
		text = slice_skip(text, before + len);
	}
	strbuf_release(&piece);
}

static size_t line_length(struct slice text)
{
	const char *end = memchr(text.ptr, '\n', text.len);
	size_t len = end ? (size_t)(end - text.ptr) : text.len;

	if (len <= LINE_BYTES)
		return len;
	len = LINE_BYTES;
	while (len && ((unsigned char)text.ptr[len] & 0xc0) == 0x80)
		len--;
	return len ? len : LINE_BYTES;
}

size_t colored_rows(struct rows *rows, struct slice text,
		    const struct colored_options *options)
{
	const struct wrap_options wrap = {
		.cols = options->cols,
		.indent = options->indent,
		.keep_blanks = true,
	};
	struct look look = { .color = FACE_DEFAULT };
	struct styled line = STYLED_INIT;
	size_t size = text.len;
	uint32_t number = options->line;

	while (text.len && rows->count < options->max_rows) {
		size_t len = line_length(text);
		uint32_t last = number;

		if (number) {
			last += source_breaks(slice_of(text.ptr, len));
			rows_source(rows, number, last);
			number = last;
		}
		styled_reset(&line);
		add_line(&line, &look, slice_of(text.ptr, len), options->face);
		styled_add(&line, SLICE("\n"), options->face);
		styled_wrap(&line, 0, line.text.len, rows, &wrap);
		text = slice_skip(text, len);
		if (text.len && *text.ptr == '\n') {
			text = slice_skip(text, 1);
			number += number > 0;
		}
	}
	styled_release(&line);
	return size - text.len;
}
