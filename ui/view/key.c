#include "config.h"

#include "ui/view/key.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "src/base/ascii.h"
#include "src/base/utf8.h"
#include "src/base/xalloc.h"

static const char *const sym_names[] = {
#define X(sym, name) [KEY_SYM_##sym] = name,
	KEY_SYMS(X)
#undef X
};

/* Other common spellings; accepted, but never written. */
static const struct {
	const char *name;
	enum key_sym sym;
} aliases[] = {
	{ "CR", KEY_SYM_ENTER },         { "Return", KEY_SYM_ENTER },
	{ "Escape", KEY_SYM_ESCAPE },    { "Backspace", KEY_SYM_BACKSPACE },
	{ "Delete", KEY_SYM_DELETE },    { "Insert", KEY_SYM_INSERT },
	{ "PageUp", KEY_SYM_PAGE_UP },   { "PageDown", KEY_SYM_PAGE_DOWN },
	{ "PageDn", KEY_SYM_PAGE_DOWN },
};

static const struct {
	const char *name;
	uint32_t ch;
} char_names[] = {
	{ "Space", ' ' },
	{ "lt", '<' },
};

static const char *name_of(struct key key)
{
	if (key.sym != KEY_SYM_NONE)
		return sym_names[key.sym];
	for (size_t i = 0; i < ARRAY_SIZE(char_names); i++)
		if (char_names[i].ch == key.ch)
			return char_names[i].name;
	return NULL;
}

/* A character that can be a key; lower codes are symbols or C-x. */
static bool is_key_char(uint32_t ch)
{
	return ch >= 0x20 && ch != 0x7f && (ch < 0x80 || ch >= 0xa0);
}

void key_format(struct strbuf *out, struct key key)
{
	const char *name = name_of(key);
	char utf8[4];
	size_t len = 0;

	if (!name)
		len = utf8_encode(
			is_key_char(key.ch) ? key.ch : UTF8_REPLACEMENT, utf8);
	if (!name && !key.mods) {
		strbuf_add(out, utf8, len);
		return;
	}
	strbuf_addch(out, '<');
	if (key.mods & KEY_CTRL)
		strbuf_addstr(out, "C-");
	if (key.mods & KEY_ALT)
		strbuf_addstr(out, "M-");
	if (key.mods & KEY_SHIFT)
		strbuf_addstr(out, "S-");
	if (name)
		strbuf_addstr(out, name);
	else
		strbuf_add(out, utf8, len);
	strbuf_addch(out, '>');
}

void key_format_shown(struct strbuf *out, struct key key)
{
	size_t start = out->len;

	key_format(out, key);
	if (out->len - start < 3 || out->buf[start] != '<')
		return;
	strbuf_setlen(out, out->len - 1);
	strbuf_remove(out, start, 1);
	if (strcmp(out->buf + start, "lt") != 0)
		return;
	strbuf_setlen(out, start);
	strbuf_addch(out, '<');
}

static unsigned mod_of(char c)
{
	switch (c) {
	case 'C':
	case 'c':
		return KEY_CTRL;
	case 'M':
	case 'm':
	case 'A':
	case 'a':
		return KEY_ALT;
	case 'S':
	case 's':
		return KEY_SHIFT;
	default:
		return 0;
	}
}

static bool is_name(struct slice text, const char *name)
{
	return text.len == strlen(name) &&
	       !strncasecmp(text.ptr, name, text.len);
}

static bool find_name(struct slice text, struct key *key)
{
	for (size_t i = 1; i < ARRAY_SIZE(sym_names); i++) {
		if (is_name(text, sym_names[i])) {
			key->sym = (enum key_sym)i;
			return true;
		}
	}
	for (size_t i = 0; i < ARRAY_SIZE(aliases); i++) {
		if (is_name(text, aliases[i].name)) {
			key->sym = aliases[i].sym;
			return true;
		}
	}
	for (size_t i = 0; i < ARRAY_SIZE(char_names); i++) {
		if (is_name(text, char_names[i].name)) {
			key->ch = char_names[i].ch;
			return true;
		}
	}
	return false;
}

/* Read one character off the front of `text`. */
static bool parse_char(struct slice *text, uint32_t *ch)
{
	size_t took;

	if (!text->len || !utf8_decode_valid(text->ptr, text->len, ch, &took) ||
	    !is_key_char(*ch))
		return false;
	*text = slice_skip(*text, took);
	return true;
}

/* Normalize to one spelling: Shift becomes case, C-x lower case. */
static bool normalize_char(struct key *key)
{
	if (key->mods & KEY_SHIFT) {
		if (!ascii_is_letter(key->ch) || key->mods & KEY_CTRL)
			return false;
		key->ch &= ~0x20u;
		key->mods &= ~(unsigned)KEY_SHIFT;
	}
	if (key->mods & KEY_CTRL && ascii_is_letter(key->ch))
		key->ch |= 0x20;
	return true;
}

/* Parse the text between "<" and ">", and the ">". */
static bool parse_bracket(struct slice *text, struct key *key)
{
	struct slice rest = *text;
	struct slice one;
	const char *end;

	while (rest.len > 2 && rest.ptr[1] == '-' && mod_of(rest.ptr[0])) {
		key->mods |= mod_of(rest.ptr[0]);
		rest = slice_skip(rest, 2);
	}
	one = rest;
	if (parse_char(&one, &key->ch) && one.len && one.ptr[0] == '>') {
		*text = slice_skip(one, 1);
		return normalize_char(key);
	}
	key->ch = 0;
	end = rest.len ? memchr(rest.ptr, '>', rest.len) : NULL;
	if (!end)
		return false;
	one = slice_of(rest.ptr, (size_t)(end - rest.ptr));
	if (!find_name(one, key))
		return false;
	*text = slice_skip(rest, one.len + 1);
	return key->sym != KEY_SYM_NONE || normalize_char(key);
}

bool key_parse(struct slice *text, struct key *key)
{
	struct slice rest = *text;
	struct key got = { 0 };

	if (rest.len && rest.ptr[0] == '<') {
		rest = slice_skip(rest, 1);
		if (!parse_bracket(&rest, &got))
			return false;
	} else if (!parse_char(&rest, &got.ch)) {
		return false;
	}
	*text = rest;
	*key = got;
	return true;
}

bool key_parse_shown(struct slice text, struct key *key)
{
	struct strbuf whole = STRBUF_INIT;
	struct slice rest = text;
	bool known = false;

	if (slice_is(text, "<")) {
		*key = (struct key){ .ch = '<' };
		return true;
	}
	/* A single character is itself; anything else is a name. */
	if (key_parse(&rest, key) && !rest.len)
		return true;
	strbuf_addch(&whole, '<');
	strbuf_addslice(&whole, text);
	strbuf_addch(&whole, '>');
	rest = strbuf_slice(&whole);
	known = key_parse(&rest, key) && !rest.len;
	strbuf_release(&whole);
	return known;
}
