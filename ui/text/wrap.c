#include "config.h"

#include "ui/text/wrap.h"

#include <string.h>

#include "src/base/ascii.h"
#include "src/base/utf8.h"
#include "ui/text/width.h"

enum {
	TAB_COLS = 8,
	COLS_MAX = 10000, /* no terminal is wider; keeps sums small */
};

void wrap_stream_init(struct wrap_stream *ws,
		      const struct wrap_options *options)
{
	int cols = options->cols;

	*ws = (struct wrap_stream){ .options = *options };
	cols = cols < 1 ? 1 : cols > COLS_MAX ? COLS_MAX : cols;
	if (ws->options.indent < 0)
		ws->options.indent = 0;
	if (ws->options.indent >= cols)
		ws->options.indent = cols - 1;
	ws->room = cols - ws->options.indent;
}

static void open_row(struct wrap_stream *ws, struct rows *rows)
{
	rows_begin(rows, ws->options.indent);
	ws->open = true;
	ws->inked = false;
	ws->can_break = false;
	ws->col = 0;
	ws->last = ws->before = 0;
}

static void put(struct wrap_stream *ws, struct rows *rows, struct slice text,
		int cols)
{
	if (!ws->open)
		open_row(ws, rows);
	rows_add_measured(rows, text, ws->options.face, cols);
	ws->col += cols;
}

static void allow_break(struct wrap_stream *ws, const struct rows *rows)
{
	/* A break in a line's indent would leave a blank row. */
	if (!ws->inked || ws->options.keep_blanks)
		return;
	ws->can_break = true;
	ws->break_at = rows->text.len;
	ws->break_col = ws->col;
}

/* The row is full: continue in the next, with the text after the last break. */
static void next_row(struct wrap_stream *ws, struct rows *rows)
{
	if (!ws->can_break || ws->break_at == rows->text.len) {
		ws->open = false;
		ws->col = 0;
		return;
	}
	rows_split(rows, ws->break_at);
	ws->col -= ws->break_col;
	ws->can_break = false;
}

static bool is_word(uint32_t cp)
{
	return ascii_is_alnum(cp) || cp >= 0x80;
}

static bool is_one_of(uint32_t cp, const char *set)
{
	char utf8[5] = { 0 };

	utf8_encode(cp, utf8);
	return strstr(set, utf8) != NULL;
}

/*
 * Chinese and Japanese break between any two characters, except before those
 * that close or continue, and after those that open (UAX #14: CL, CJ, EX, NS;
 * OP).
 */
static bool breaks_between(uint32_t last, uint32_t cp)
{
	return !is_one_of(cp, "、。，．：；！？〉》」』】〕〗〙〛〟）］｝｠"
			      "々〜・ーゝゞヽヾぁぃぅぇぉっゃゅょゎ"
			      "ァィゥェォッャュョヮヵヶ") &&
	       !is_one_of(last, "〈《「『【〔〖〘〚〝（［｛｟");
}

static void break_before(struct wrap_stream *ws, const struct rows *rows,
			 uint32_t cp, int width)
{
	if ((ws->last == '-' || ws->last == '/') && is_word(ws->before) &&
	    is_word(cp))
		allow_break(ws, rows);
	else if (width == 2 && ws->last >= 0x80 && width_of(ws->last) == 2 &&
		 breaks_between(ws->last, cp))
		allow_break(ws, rows);
}

static void add_char(struct wrap_stream *ws, struct rows *rows, uint32_t cp,
		     struct slice bytes)
{
	int width = width_of(cp);

	if (!width) {
		bool behind = ws->can_break && ws->break_at == rows->text.len;

		put(ws, rows, bytes, 0);
		if (behind)
			ws->break_at = rows->text.len;
		return;
	}
	if (width > ws->room) {
		cp = UTF8_REPLACEMENT;
		bytes = SLICE("\xef\xbf\xbd");
		width = 1;
	}
	if (ws->open)
		break_before(ws, rows, cp, width);
	/* The text moved to the next row may itself leave too little room. */
	while (ws->open && ws->col + width > ws->room)
		next_row(ws, rows);
	put(ws, rows, bytes, width);
	ws->inked = true;
	ws->before = ws->last;
	ws->last = cp;
}

static void add_blanks(struct wrap_stream *ws, struct rows *rows, size_t count)
{
	static const char blanks[] = "                                ";

	if (!ws->open)
		open_row(ws, rows);
	while (count) {
		size_t n = sizeof(blanks) - 1;
		size_t left = (size_t)(ws->room - ws->col);

		if (!left && ws->options.keep_blanks) {
			open_row(ws, rows);
			continue;
		}
		if (!left)
			break;
		n = n < count ? n : count;
		n = n < left ? n : left;
		put(ws, rows, slice_of(blanks, n), (int)n);
		count -= n;
	}
	allow_break(ws, rows);
	ws->before = ws->last;
	ws->last = ' ';
}

static void add_tab(struct wrap_stream *ws, struct rows *rows)
{
	int left;

	if (ws->open && ws->col == ws->room && ws->options.keep_blanks)
		ws->open = false;
	if (!ws->open)
		open_row(ws, rows);
	/* A tab ends at the edge; its rest does not go to the next row. */
	left = ws->room - ws->col;
	if (left > TAB_COLS - ws->col % TAB_COLS)
		left = TAB_COLS - ws->col % TAB_COLS;
	add_blanks(ws, rows, (size_t)left);
}

/* Add ASCII letters, digits and signs that contain no break. */
static void add_solid(struct wrap_stream *ws, struct rows *rows,
		      struct slice text)
{
	size_t pos = 0;

	if (ws->open)
		break_before(ws, rows, (unsigned char)text.ptr[0], 1);
	while (pos < text.len) {
		size_t n = text.len - pos, left;

		if (ws->open && (size_t)ws->col + n > (size_t)ws->room &&
		    (ws->can_break || ws->col == ws->room)) {
			next_row(ws, rows);
			continue;
		}
		left = (size_t)(ws->open ? ws->room - ws->col : ws->room);
		n = n < left ? n : left;
		put(ws, rows, slice_of(text.ptr + pos, n), (int)n);
		ws->inked = true;
		pos += n;
	}
	ws->before =
		text.len > 1 ? (unsigned char)text.ptr[text.len - 2] : ws->last;
	ws->last = (unsigned char)text.ptr[text.len - 1];
}

static bool is_solid(char c)
{
	return c > ' ' && c < 0x7f && c != '-' && c != '/';
}

static size_t count_while_blank(struct slice text, size_t pos)
{
	size_t n = 0;

	while (pos + n < text.len && text.ptr[pos + n] == ' ')
		n++;
	return n;
}

static size_t count_solid(struct slice text, size_t pos)
{
	size_t n = 0;

	while (pos + n < text.len && is_solid(text.ptr[pos + n]))
		n++;
	return n;
}

void wrap_stream_add(struct wrap_stream *ws, struct rows *rows,
		     struct slice text)
{
	size_t pos = 0;

	while (pos < text.len) {
		char c = text.ptr[pos];
		size_t n = 1;

		if (c == '\n') {
			if (!ws->open)
				open_row(ws, rows);
			ws->open = false;
		} else if (c == ' ') {
			n = count_while_blank(text, pos);
			add_blanks(ws, rows, n);
		} else if (c == '\t') {
			add_tab(ws, rows);
		} else if (is_solid(c)) {
			n = count_solid(text, pos);
			add_solid(ws, rows, slice_of(text.ptr + pos, n));
		} else {
			uint32_t cp;

			n = utf8_decode(text.ptr + pos, text.len - pos, &cp);
			add_char(ws, rows, cp, slice_of(text.ptr + pos, n));
		}
		pos += n;
	}
}

void wrap_stream_add_whole(struct wrap_stream *ws, struct rows *rows,
			   struct slice text)
{
	int width = width_text(text);

	if (width > ws->room) {
		wrap_stream_add(ws, rows, text);
		return;
	}
	while (ws->open && ws->col + width > ws->room)
		next_row(ws, rows);
	put(ws, rows, text, width);
	ws->inked = true;
	ws->before = ws->last = 0;
}

void wrap_stream_face(struct wrap_stream *ws, enum face face)
{
	ws->options.face = face;
}

void wrap_stream_amend(struct wrap_stream *ws, struct rows *rows,
		       size_t old_len, struct slice now)
{
	struct span *span;

	/* In one column a wide character becomes U+FFFD anyway. */
	if (!ws->open || width_text(now) > ws->room ||
	    !rows->rows[rows->count - 1].span_count)
		return;
	span = &rows->spans[rows->span_count - 1];
	if (span->len < old_len)
		return;
	strbuf_setlen(&rows->text, rows->text.len - old_len);
	strbuf_addslice(&rows->text, now);
	span->len += (uint32_t)now.len;
	span->len -= (uint32_t)old_len;
}

void wrap_text(struct rows *rows, struct slice text,
	       const struct wrap_options *options)
{
	struct wrap_stream ws;

	wrap_stream_init(&ws, options);
	wrap_stream_add(&ws, rows, text);
}
