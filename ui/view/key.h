#ifndef JPD_VIEW_KEY_H
#define JPD_VIEW_KEY_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * A key press, independent of any terminal library. A character includes its
 * case (Shift is not a modifier for it); C-a to C-z are the lower-case letter
 * with KEY_CTRL. Written as in vim: j, G, <C-d>, <M-x>, <S-Tab>, <Enter>,
 * <Space>, <F2>, <lt> for "<".
 */
#define KEY_SYMS(X)          \
	X(ENTER, "Enter")    \
	X(TAB, "Tab")        \
	X(ESCAPE, "Esc")     \
	X(BACKSPACE, "BS")   \
	X(DELETE, "Del")     \
	X(INSERT, "Ins")     \
	X(UP, "Up")          \
	X(DOWN, "Down")      \
	X(LEFT, "Left")      \
	X(RIGHT, "Right")    \
	X(HOME, "Home")      \
	X(END, "End")        \
	X(PAGE_UP, "PgUp")   \
	X(PAGE_DOWN, "PgDn") \
	X(F1, "F1")          \
	X(F2, "F2")          \
	X(F3, "F3")          \
	X(F4, "F4")          \
	X(F5, "F5")          \
	X(F6, "F6")          \
	X(F7, "F7")          \
	X(F8, "F8")          \
	X(F9, "F9")          \
	X(F10, "F10")        \
	X(F11, "F11")        \
	X(F12, "F12")

enum key_sym {
	KEY_SYM_NONE, /* a character */
#define X(sym, name) KEY_SYM_##sym,
	KEY_SYMS(X)
#undef X
};

enum { KEY_SHIFT = 1, KEY_ALT = 2, KEY_CTRL = 4 };

struct key {
	enum key_sym sym;
	uint32_t ch;   /* with KEY_SYM_NONE: the code point */
	unsigned mods; /* KEY_SHIFT only with a symbol */
};

static inline bool key_equal(struct key a, struct key b)
{
	return a.sym == b.sym && a.ch == b.ch && a.mods == b.mods;
}

/* Whether it is this character, with exactly these modifiers. */
static inline bool key_is(struct key key, uint32_t ch, unsigned mods)
{
	return key.sym == KEY_SYM_NONE && key.ch == ch && key.mods == mods;
}

/* Whether it is this symbol, with no modifiers. */
static inline bool key_is_sym(struct key key, enum key_sym sym)
{
	return key.sym == sym && !key.mods;
}

/* Esc, or C-c, which people press to leave anything. */
static inline bool key_is_escape(struct key key)
{
	return key.sym == KEY_SYM_ESCAPE || key_is(key, 'c', KEY_CTRL);
}

/* Append the key as text. */
void key_format(struct strbuf *out, struct key key);
/* The same for people: "C-d" for "<C-d>", "<" for "<lt>". */
void key_format_shown(struct strbuf *out, struct key key);
/* Read one key off the front of `text`; false if there is none. */
bool key_parse(struct slice *text, struct key *key);
/* Parse a whole text as written by key_format_shown(). */
bool key_parse_shown(struct slice text, struct key *key);

enum mouse_action { MOUSE_PRESS, MOUSE_RELEASE, MOUSE_DRAG, MOUSE_WHEEL };

struct mouse {
	enum mouse_action action;
	int button; /* 1 left, 2 middle, 3 right; WHEEL: -1 up, +1 down */
	int x, y;   /* cells, 0-based */
	unsigned mods;
};

#endif
