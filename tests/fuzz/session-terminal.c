#include "config.h"

#include "tests/fuzz/session-terminal.h"

#include <string.h>

#include "src/base/utf8.h"
#include "src/base/xalloc.h"
#include "ui/view/key.h"

const struct session_terminal session_terminals[SESSION_TERMINALS] = {
	{ "xterm", "xterm-256color", KEYS_XTERM, true, true, true, 0, 0 },
	{ "rxvt", "rxvt-unicode", KEYS_RXVT, true, false, true, 0, 0 },
	{ "a console", "linux", KEYS_LINUX, false, false, false, 0, 0 },
	{ "kitty", "xterm-256color", KEYS_KITTY, true, true, true, 0, 0 },
	{ "foot", "xterm-256color", KEYS_FOOT, true, true, true, 0, 0 },
	{ "tmux", "tmux-256color", KEYS_XTERM, true, true, false, 0, 0 },
	{ "screen", "screen", KEYS_XTERM, true, false, false, 0, 0 },
	{ "one without answers", "xterm", KEYS_XTERM, false, false, false, 0,
	  0 },
	{ "a slow line", "xterm-256color", KEYS_XTERM, true, true, true, 60,
	  250 },
	{ "a slow line to rxvt", "rxvt-unicode", KEYS_RXVT, true, false, true,
	  120, 900 },
};

/* After CSI: a letter, or a number and "~"; different ones of the console and
 * of rxvt. */
static const struct {
	enum key_sym sym;
	const char *xterm, *rxvt, *console;
} syms[] = {
	{ KEY_SYM_UP, "A", NULL, NULL },
	{ KEY_SYM_DOWN, "B", NULL, NULL },
	{ KEY_SYM_RIGHT, "C", NULL, NULL },
	{ KEY_SYM_LEFT, "D", NULL, NULL },
	{ KEY_SYM_HOME, "H", "7~", "1~" },
	{ KEY_SYM_END, "F", "8~", "4~" },
	{ KEY_SYM_PAGE_UP, "5~", NULL, NULL },
	{ KEY_SYM_PAGE_DOWN, "6~", NULL, NULL },
	{ KEY_SYM_DELETE, "3~", NULL, NULL },
	{ KEY_SYM_F2, "Q", "12~", "[B" },
};

static bool is_kitty(const struct session_terminal *terminal)
{
	return terminal->keys == KEYS_KITTY || terminal->keys == KEYS_FOOT;
}

bool session_terminal_tells_repeats(const struct session_terminal *terminal)
{
	return terminal->keys == KEYS_FOOT;
}

bool session_terminal_lets_go(const struct session_terminal *terminal,
			      const char *key)
{
	return is_kitty(terminal) && strcmp(key, "<Enter>") != 0 &&
	       strcmp(key, "<Tab>") != 0 && strcmp(key, "<BS>") != 0;
}

static void add_char(struct strbuf *out, struct key key)
{
	char bytes[4];

	if (key.mods & KEY_ALT)
		strbuf_addch(out, '\033');
	if (key.mods & KEY_CTRL)
		strbuf_addch(out, (char)(key.ch & 0x1f));
	else
		strbuf_add(out, bytes, utf8_encode(key.ch, bytes));
}

/* Modifiers and event type, as in CSI ... ; 5 : 3 u. */
static void add_event(struct strbuf *out, struct key key, int event)
{
	if (key.mods || event > 1)
		strbuf_addf(out, ";%u", key.mods + 1);
	if (event > 1)
		strbuf_addf(out, ":%d", event);
}

static void add_kitty_char(struct strbuf *out, uint32_t ch, struct key key,
			   int event)
{
	strbuf_addf(out, "\033[%u", ch);
	add_event(out, key, event);
	strbuf_addch(out, 'u');
}

static void add_sym(const struct session_terminal *terminal, struct strbuf *out,
		    struct key key, int event)
{
	const char *tail = "A";
	size_t end;

	for (size_t i = 0; i < ARRAY_SIZE(syms); i++) {
		if (syms[i].sym != key.sym)
			continue;
		tail = syms[i].xterm;
		if (terminal->keys == KEYS_RXVT && syms[i].rxvt)
			tail = syms[i].rxvt;
		if (terminal->keys == KEYS_LINUX && syms[i].console)
			tail = syms[i].console;
	}
	if (terminal->keys == KEYS_RXVT && key.mods & KEY_ALT)
		strbuf_addch(out, '\033');
	if (terminal->keys == KEYS_RXVT || terminal->keys == KEYS_LINUX ||
	    (!key.mods && event < 2)) {
		/* rxvt ends those with Ctrl by "^". */
		strbuf_addf(out, "\033[%s", tail);
		if (key.mods & KEY_CTRL && terminal->keys == KEYS_RXVT &&
		    out->buf[out->len - 1] == '~')
			out->buf[out->len - 1] = '^';
		return;
	}
	end = strspn(tail, "0123456789");
	strbuf_addf(out, "\033[%.*s", end ? (int)end : 1, end ? tail : "1");
	add_event(out, key, event);
	strbuf_addstr(out, tail + end);
}

/* `event` as in kitty's protocol: 1 press, 2 repeat, 3 release. */
static void add_key(const struct session_terminal *terminal, struct strbuf *out,
		    struct key key, int event)
{
	bool kitty = is_kitty(terminal);
	uint32_t ch = key.ch;

	if (terminal->keys == KEYS_KITTY && event == 2)
		event = 1;
	switch (key.sym) {
	case KEY_SYM_NONE:
		if (kitty && (key.mods || event > 1))
			add_kitty_char(out, ch, key, event);
		else
			add_char(out, key);
		break;
	case KEY_SYM_ESCAPE:
		if (kitty)
			add_kitty_char(out, 27, key, event);
		else
			strbuf_addch(out, '\033');
		break;
	case KEY_SYM_ENTER:
		strbuf_addch(out, '\r');
		break;
	case KEY_SYM_TAB:
		strbuf_addch(out, '\t');
		break;
	case KEY_SYM_BACKSPACE:
		strbuf_addch(out, '\177');
		break;
	default:
		add_sym(terminal, out, key, event);
	}
}

static void send_key(const struct session_terminal *terminal,
		     const struct session_step *step, struct strbuf *bytes)
{
	struct slice word = strbuf_slice(&step->text);
	bool repeats = step->x == PRESS_REPEAT || step->x == PRESS_LAST;
	struct key key;

	if (!key_parse(&word, &key))
		return;
	add_key(terminal, bytes, key, repeats ? 2 : 1);
	if (session_terminal_lets_go(terminal, step->text.buf) &&
	    (step->x == PRESS_TAP || step->x == PRESS_LAST))
		add_key(terminal, bytes, key, 3);
}

static void send_paste(const struct session_terminal *terminal,
		       const struct strbuf *text, struct strbuf *bytes)
{
	bool marked = terminal->keys != KEYS_LINUX;

	strbuf_addstr(bytes, marked ? "\033[200~" : "");
	for (size_t i = 0; i < text->len; i++)
		strbuf_addch(bytes, text->buf[i] == '\n' ? '\r' : text->buf[i]);
	strbuf_addstr(bytes, marked ? "\033[201~" : "");
}

bool session_terminal_send(const struct session_terminal *terminal,
			   const struct session_step *step,
			   struct strbuf *bytes)
{
	bool console = terminal->keys == KEYS_LINUX;

	if (step->kind == SESSION_KEY)
		send_key(terminal, step, bytes);
	else if (step->kind == SESSION_PASTE)
		send_paste(terminal, &step->text, bytes);
	else if (step->kind == SESSION_WHEEL && !console)
		strbuf_addf(bytes, "\033[<%d;1;1M", step->number < 0 ? 64 : 65);
	else if (step->kind == SESSION_CLICK && !console)
		strbuf_addf(bytes, "\033[<0;%d;%dM", step->x + 1, step->y + 1);
	else if (step->kind == SESSION_FOCUS && terminal->tells_focus)
		strbuf_addstr(bytes, step->number ? "\033[I" : "\033[O");
	else if (step->kind == SESSION_EDITOR)
		strbuf_addch(bytes, 'X' & 0x1f);
	return bytes->len > 0;
}

void session_terminal_answer(const struct session_terminal *terminal,
			     const char *written, struct strbuf *answer)
{
	for (const char *at = written; (at = strchr(at, '\033')); at++) {
		if (!strncmp(at, "\033[5n", 4) && terminal->answers)
			strbuf_addstr(answer, "\033[0n");
		else if (!strncmp(at, "\033]11;?", 6) && terminal->ground)
			strbuf_addstr(answer,
				      "\033]11;rgb:0000/0000/0000\033\\");
		else if (!strncmp(at, "\033[?u", 4) && is_kitty(terminal))
			strbuf_addstr(answer, "\033[?7u");
		else if (!strncmp(at, "\033[?1004h", 8) &&
			 terminal->tells_focus)
			strbuf_addstr(answer, "\033[I");
	}
}
