#include "config.h"

#include "ui/term/term-keys.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <termkey.h>

#include "src/base/xalloc.h"

struct term_keys {
	TermKey *tk;
};

static const struct {
	TermKeySym from;
	enum key_sym sym;
} syms[] = {
	{ TERMKEY_SYM_BACKSPACE, KEY_SYM_BACKSPACE },
	{ TERMKEY_SYM_TAB, KEY_SYM_TAB },
	{ TERMKEY_SYM_ENTER, KEY_SYM_ENTER },
	{ TERMKEY_SYM_KPENTER, KEY_SYM_ENTER },
	{ TERMKEY_SYM_ESCAPE, KEY_SYM_ESCAPE },
	{ TERMKEY_SYM_DEL, KEY_SYM_BACKSPACE },
	{ TERMKEY_SYM_DELETE, KEY_SYM_DELETE },
	{ TERMKEY_SYM_INSERT, KEY_SYM_INSERT },
	{ TERMKEY_SYM_UP, KEY_SYM_UP },
	{ TERMKEY_SYM_DOWN, KEY_SYM_DOWN },
	{ TERMKEY_SYM_LEFT, KEY_SYM_LEFT },
	{ TERMKEY_SYM_RIGHT, KEY_SYM_RIGHT },
	{ TERMKEY_SYM_HOME, KEY_SYM_HOME },
	{ TERMKEY_SYM_END, KEY_SYM_END },
	/* VT220 names for Home and End of PC keyboards. */
	{ TERMKEY_SYM_FIND, KEY_SYM_HOME },
	{ TERMKEY_SYM_SELECT, KEY_SYM_END },
	{ TERMKEY_SYM_PAGEUP, KEY_SYM_PAGE_UP },
	{ TERMKEY_SYM_PAGEDOWN, KEY_SYM_PAGE_DOWN },
};

/*
 * Parts of terminfo to hide from libtermkey:
 * - key_mouse is "ESC [ <" since ncurses 6.1, after which libtermkey expects the
 *   old binary report: a click would become typed digits;
 * - key_f13 and up are Shift and Ctrl with a function key, which libtermkey
 *   recognises better without it;
 * - key_backspace is ^H in some entries, but is nearly always DEL in fact, and
 *   C-h would then be lost.
 */
static const char *hide_terminfo(const char *name, const char *value,
				 void *data)
{
	(void)data;
	if (!strcmp(name, "key_mouse") || !strcmp(name, "key_backspace"))
		return NULL;
	if (!strncmp(name, "key_f", 5) && atoi(name + 5) > 12)
		return NULL;
	return value;
}

struct term_keys *term_keys_new(const char *term)
{
	/* RAW: term-input handles non-ASCII characters, none reaches it. */
	TermKey *tk = termkey_new_abstract(
		term, TERMKEY_FLAG_RAW | TERMKEY_FLAG_CTRLC |
			      TERMKEY_FLAG_CONVERTKP | TERMKEY_FLAG_NOSTART);
	struct term_keys *keys;

	if (!tk)
		return NULL;
	termkey_hook_terminfo_getstr(tk, hide_terminfo, NULL);
	if (!termkey_start(tk)) {
		termkey_destroy(tk);
		return NULL;
	}
	keys = xmalloc(sizeof(*keys));
	keys->tk = tk;
	return keys;
}

void term_keys_free(struct term_keys *keys)
{
	if (!keys)
		return;
	termkey_destroy(keys->tk);
	free(keys);
}

static unsigned mods_of(int modifiers)
{
	return (modifiers & TERMKEY_KEYMOD_SHIFT ? KEY_SHIFT : 0u) |
	       (modifiers & TERMKEY_KEYMOD_ALT ? KEY_ALT : 0u) |
	       (modifiers & TERMKEY_KEYMOD_CTRL ? KEY_CTRL : 0u);
}

/* Shift with a character is its case; with Ctrl it has no case. */
static bool char_key(struct key *key, long ch)
{
	bool letter = (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z');

	if (ch < 0x20 || (ch >= 0x7f && ch < 0xa0) || ch > 0x10ffff ||
	    (ch >= 0xd800 && ch < 0xe000))
		return false;
	if (letter && key->mods & KEY_CTRL)
		ch |= 0x20;
	else if (letter && key->mods & KEY_SHIFT)
		ch &= ~0x20;
	key->mods &= ~(unsigned)KEY_SHIFT;
	key->ch = (uint32_t)ch;
	return true;
}

static bool symbol_key(struct key *key, TermKeySym sym)
{
	if (sym == TERMKEY_SYM_SPACE)
		return char_key(key, ' ');
	for (size_t i = 0; i < ARRAY_SIZE(syms); i++) {
		if (syms[i].from == sym) {
			key->sym = syms[i].sym;
			return true;
		}
	}
	return false;
}

static bool convert(TermKey *tk, TermKeyKey *from, struct key *key)
{
	long args[16];
	size_t count = ARRAY_SIZE(args);
	unsigned long command;

	*key = (struct key){ .mods = mods_of(from->modifiers) };
	switch (from->type) {
	case TERMKEY_TYPE_UNICODE:
		return char_key(key, from->code.codepoint);
	case TERMKEY_TYPE_FUNCTION:
		if (from->code.number < 1 || from->code.number > 12)
			return false;
		key->sym = (enum key_sym)(KEY_SYM_F1 + from->code.number - 1);
		return true;
	case TERMKEY_TYPE_KEYSYM:
		return symbol_key(key, from->code.sym);
	case TERMKEY_TYPE_UNKNOWN_CSI:
		/* Only this removes the sequence from the buffer. */
		termkey_interpret_csi(tk, from, args, &count, &command);
		return false;
	default:
		return false;
	}
}

struct term_event term_keys_decode(struct term_keys *keys, const char *bytes,
				   size_t len)
{
	struct term_event event = { .kind = TERM_EVENT_OTHER };
	TermKeyKey got;
	int count = 0;
	bool known = false;

	termkey_push_bytes(keys->tk, bytes, len);
	while (termkey_getkey_force(keys->tk, &got) == TERMKEY_RES_KEY) {
		known = convert(keys->tk, &got, &event.key);
		count++;
	}
	/* Forced, it uses all bytes; none may be left for the next call. */
	assert(termkey_get_buffer_remaining(keys->tk) ==
	       termkey_get_buffer_size(keys->tk));
	if (known && count == 1)
		event.kind = TERM_EVENT_KEY;
	else
		event.key = (struct key){ 0 };
	return event;
}

/* Event types of kitty's keyboard protocol, after the modifiers. */
enum { KEY_PRESSED = 1, KEY_REPEATED, KEY_LET_GO };

bool term_keys_decode_csi(struct term_keys *keys, const struct term_csi *csi,
			  struct term_event *event)
{
	char plain[TERM_CSI_MAX_BYTES];
	size_t len;
	bool known = term_csi_key(csi, &event->key, plain, &len);

	event->kind = known ? TERM_EVENT_KEY : TERM_EVENT_OTHER;
	if (known && len)
		*event = term_keys_decode(keys, plain, len);
	known = event->kind == TERM_EVENT_KEY;
	event->repeat = known && csi->second_sub == KEY_REPEATED;
	if (csi->second_sub != KEY_LET_GO)
		return true;
	/* Releasing an unknown key does nothing. */
	event->kind = known ? TERM_EVENT_LET_GO : TERM_EVENT_NONE;
	return known;
}
