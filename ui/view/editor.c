#include "config.h"

#include "ui/view/editor.h"

#include <string.h>

#include "src/base/ascii.h"
#include "src/base/utf8.h"
#include "ui/view/editor-edit.h"
#include "ui/view/editor-rows.h"
#include "ui/view/editor-unit.h"

void editor_init(struct editor *ed)
{
	*ed = (struct editor){ .text = STRBUF_INIT, .goal_col = -1 };
}

static void release_text(struct editor *ed)
{
	if (ed->secret)
		editor_edit_wipe(&ed->text);
	else
		strbuf_release(&ed->text);
}

void editor_release(struct editor *ed)
{
	if (!ed)
		return;
	editor_edit_forget(ed);
	release_text(ed);
	editor_init(ed);
}

/* Number of leading printable ASCII bytes. */
static size_t plain_len(struct slice text)
{
	size_t len = 0;

	while (len < text.len && text.ptr[len] >= 0x20 && text.ptr[len] < 0x7f)
		len++;
	return len;
}

/*
 * Append the text as valid UTF-8 with \n for every line break. A single
 * allocation, so that a secret leaves no copy behind.
 */
static void clean(const struct editor *ed, struct strbuf *out,
		  struct slice text)
{
	char line_break = ed->one_line ? ' ' : '\n';

	/* An invalid byte becomes the three of U+FFFD. */
	strbuf_grow(out, 3 * text.len);
	while (text.len) {
		size_t took = plain_len(text);
		uint32_t cp;
		char utf8[4];

		strbuf_add(out, text.ptr, took);
		text = slice_skip(text, took);
		if (!text.len)
			break;
		took = utf8_decode(text.ptr, text.len, &cp);
		if (cp == '\r' && text.len > 1 && text.ptr[1] == '\n')
			took = 2;
		if (cp == '\n' || cp == '\r')
			strbuf_addch(out, line_break);
		else
			strbuf_add(out, utf8, utf8_encode(cp, utf8));
		text = slice_skip(text, took);
	}
}

static void insert(struct editor *ed, struct slice text,
		   enum editor_edit_kind kind)
{
	struct strbuf cleaned = STRBUF_INIT;

	clean(ed, &cleaned, text);
	editor_edit_replace(ed, ed->cursor, 0, strbuf_slice(&cleaned), kind);
	if (ed->secret)
		editor_edit_wipe(&cleaned);
	strbuf_release(&cleaned);
}

void editor_set(struct editor *ed, struct slice text)
{
	struct strbuf cleaned = STRBUF_INIT;

	editor_edit_forget(ed);
	/* Copied first: `text` may belong to the editor. */
	clean(ed, &cleaned, text);
	release_text(ed);
	ed->text = cleaned;
	ed->cursor = ed->text.len;
	ed->goal_col = -1;
	ed->top = 0;
}

void editor_paste(struct editor *ed, struct slice text)
{
	insert(ed, text, EDITOR_EDIT_WHOLE);
}

void editor_insert(struct editor *ed, struct slice text)
{
	insert(ed, text, EDITOR_EDIT_TYPED);
}

static enum editor_result move_to(struct editor *ed, size_t pos)
{
	editor_edit_seal(ed);
	ed->cursor = pos;
	ed->goal_col = -1;
	return EDITOR_MOVED;
}

static enum editor_result move_row(struct editor *ed, int step)
{
	if (!editor_rows_move(ed, step))
		return EDITOR_IGNORED;
	editor_edit_seal(ed);
	return EDITOR_MOVED;
}

static enum editor_result erase(struct editor *ed, size_t from, size_t to,
				enum editor_edit_kind kind)
{
	if (from == to)
		return EDITOR_MOVED;
	editor_edit_replace(ed, from, to - from, slice_of(NULL, 0), kind);
	return EDITOR_EDITED;
}

enum char_class { CLASS_BLANK, CLASS_SIGN, CLASS_WORD };

static enum char_class class_at(const struct editor *ed, size_t pos)
{
	unsigned char c = (unsigned char)ed->text.buf[pos];

	/* The word boundaries of a secret are secret too. */
	if (ed->secret || c >= 0x80 || ascii_is_alnum(c) || c == '_')
		return CLASS_WORD;
	return c == ' ' || c == '\n' || c == '\t' ? CLASS_BLANK : CLASS_SIGN;
}

/* Start of the word before the cursor; words have classes >= `least`. */
static size_t word_back(const struct editor *ed, enum char_class least)
{
	size_t pos = ed->cursor;
	bool inside = false;

	while (pos) {
		size_t prev = editor_unit_prev(ed, pos);
		bool is_word = class_at(ed, prev) >= least;

		if (inside && !is_word)
			break;
		inside = is_word;
		pos = prev;
	}
	return pos;
}

static size_t word_forward(const struct editor *ed)
{
	size_t pos = ed->cursor;
	bool inside = false;

	while (pos < ed->text.len) {
		bool is_word = class_at(ed, pos) == CLASS_WORD;

		if (inside && !is_word)
			break;
		inside = is_word;
		pos = editor_unit_next(ed, pos);
	}
	return pos;
}

static enum editor_result erase_to_line_end(struct editor *ed)
{
	size_t end = editor_line_end(ed, ed->cursor);

	/* At the end of a line, delete the line break. */
	if (end == ed->cursor && end < ed->text.len)
		end++;
	return erase(ed, ed->cursor, end, EDITOR_EDIT_WHOLE);
}

static enum editor_result undo(struct editor *ed, bool again)
{
	bool done = again ? editor_edit_redo(ed) : editor_edit_undo(ed);

	return done ? EDITOR_EDITED : EDITOR_MOVED;
}

static enum editor_result erase_back(struct editor *ed)
{
	return erase(ed, editor_unit_prev(ed, ed->cursor), ed->cursor,
		     EDITOR_EDIT_ERASED);
}

static enum editor_result erase_forward(struct editor *ed)
{
	return erase(ed, ed->cursor, editor_unit_next(ed, ed->cursor),
		     EDITOR_EDIT_ERASED);
}

static enum editor_result break_line(struct editor *ed)
{
	editor_insert(ed, SLICE("\n"));
	return EDITOR_EDITED;
}

static enum editor_result ctrl_key(struct editor *ed, uint32_t ch)
{
	switch (ch) {
	case 'a':
		return move_to(ed, editor_line_start(ed, ed->cursor));
	case 'e':
		return move_to(ed, editor_line_end(ed, ed->cursor));
	case 'b':
		return move_to(ed, editor_unit_prev(ed, ed->cursor));
	case 'f':
		return move_to(ed, editor_unit_next(ed, ed->cursor));
	case 'n':
		return move_row(ed, 1);
	case 'p':
		return move_row(ed, -1);
	case 'd':
		return erase_forward(ed);
	case 'h':
		return erase_back(ed);
	case 'j':
		return break_line(ed);
	case 'k':
		return erase_to_line_end(ed);
	case 'u':
		return erase(ed, editor_line_start(ed, ed->cursor), ed->cursor,
			     EDITOR_EDIT_WHOLE);
	case 'w':
		return erase(ed, word_back(ed, CLASS_SIGN), ed->cursor,
			     EDITOR_EDIT_WHOLE);
	case '_':
	case '/': /* some terminals send C-_ for it */
		return undo(ed, false);
	default:
		return EDITOR_IGNORED;
	}
}

static enum editor_result alt_key(struct editor *ed, struct key key)
{
	if (key.sym == KEY_SYM_ENTER)
		return break_line(ed);
	if (key.sym == KEY_SYM_BACKSPACE)
		return erase(ed, word_back(ed, CLASS_WORD), ed->cursor,
			     EDITOR_EDIT_WHOLE);
	if (key.sym != KEY_SYM_NONE)
		return EDITOR_IGNORED;
	switch (key.ch) {
	case 'b':
		return move_to(ed, word_back(ed, CLASS_WORD));
	case 'f':
		return move_to(ed, word_forward(ed));
	case 'd':
		return erase(ed, ed->cursor, word_forward(ed),
			     EDITOR_EDIT_WHOLE);
	case '_':
		return undo(ed, true);
	default:
		return EDITOR_IGNORED;
	}
}

static enum editor_result ctrl_sym(struct editor *ed, enum key_sym sym)
{
	switch (sym) {
	case KEY_SYM_BACKSPACE:
		return erase(ed, word_back(ed, CLASS_WORD), ed->cursor,
			     EDITOR_EDIT_WHOLE);
	case KEY_SYM_LEFT:
		return move_to(ed, word_back(ed, CLASS_WORD));
	case KEY_SYM_RIGHT:
		return move_to(ed, word_forward(ed));
	case KEY_SYM_HOME:
		return move_to(ed, 0);
	case KEY_SYM_END:
		return move_to(ed, ed->text.len);
	default:
		return EDITOR_IGNORED;
	}
}

static enum editor_result plain_sym(struct editor *ed, enum key_sym sym)
{
	switch (sym) {
	case KEY_SYM_LEFT:
		return move_to(ed, editor_unit_prev(ed, ed->cursor));
	case KEY_SYM_RIGHT:
		return move_to(ed, editor_unit_next(ed, ed->cursor));
	case KEY_SYM_UP:
		return move_row(ed, -1);
	case KEY_SYM_DOWN:
		return move_row(ed, 1);
	case KEY_SYM_HOME:
		return move_to(ed, editor_line_start(ed, ed->cursor));
	case KEY_SYM_END:
		return move_to(ed, editor_line_end(ed, ed->cursor));
	case KEY_SYM_BACKSPACE:
		return erase_back(ed);
	case KEY_SYM_DELETE:
		return erase_forward(ed);
	default:
		return EDITOR_IGNORED;
	}
}

static enum editor_result type(struct editor *ed, uint32_t ch)
{
	char utf8[4];

	if (ch < 0x20 || ch == 0x7f)
		return EDITOR_IGNORED;
	editor_insert(ed, slice_of(utf8, utf8_encode(ch, utf8)));
	return EDITOR_EDITED;
}

/*
 * Kitty's and xterm's key protocols report Shift with keys that are sent
 * without it otherwise: Shift+Backspace is easily hit by a fast typist. With
 * Enter, Shift breaks the line, as in other chat programs.
 */
static enum editor_result shift_sym(struct editor *ed, enum key_sym sym)
{
	if (sym == KEY_SYM_ENTER)
		return break_line(ed);
	if (sym == KEY_SYM_BACKSPACE || sym == KEY_SYM_DELETE)
		return plain_sym(ed, sym);
	return EDITOR_IGNORED;
}

enum editor_result editor_key(struct editor *ed, struct key key)
{
	if (key.sym != KEY_SYM_NONE && key.mods == KEY_SHIFT)
		return shift_sym(ed, key.sym);
	if (key.mods == KEY_ALT)
		return alt_key(ed, key);
	if (key.sym != KEY_SYM_NONE && key.mods == KEY_CTRL)
		return ctrl_sym(ed, key.sym);
	if (key.sym != KEY_SYM_NONE)
		return key.mods ? EDITOR_IGNORED : plain_sym(ed, key.sym);
	if (key.mods == KEY_CTRL)
		return ctrl_key(ed, key.ch);
	return key.mods ? EDITOR_IGNORED : type(ed, key.ch);
}

void editor_position(const struct editor *ed, size_t at, int *line, int *col)
{
	size_t pos = 0;

	if (at > ed->text.len)
		at = ed->text.len;
	*line = 1;
	*col = 1;
	while (pos < at) {
		if (ed->text.buf[pos] == '\n') {
			(*line)++;
			*col = 1;
		} else {
			(*col)++;
		}
		pos = utf8_next(ed->text.buf, ed->text.len, pos);
	}
}
