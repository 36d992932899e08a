#include "config.h"

#include "ui/term/term-notice.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/utf8.h"
#include "src/base/xalloc.h"
#include "ui/term/term-locale.h"
#include "ui/term/term-private.h"

enum { NOTICE_MAX_BYTES = 200 };

enum term_notice term_notice_known(const char *term, const char *program,
				   bool behind)
{
	static const struct {
		const char *name; /* $TERM or $TERM_PROGRAM */
		enum term_notice how;
	} known[] = {
		{ "xterm-kitty", TERM_NOTICE_OSC99 },
		{ "xterm-ghostty", TERM_NOTICE_OSC9 },
		{ "ghostty", TERM_NOTICE_OSC9 },
		{ "iTerm.app", TERM_NOTICE_OSC9 },
		{ "WezTerm", TERM_NOTICE_OSC9 },
		{ "wezterm", TERM_NOTICE_OSC9 },
		{ "foot", TERM_NOTICE_OSC777 },
		{ "foot-extra", TERM_NOTICE_OSC777 },
	};

	for (size_t i = 0; !behind && i < ARRAY_SIZE(known); i++) {
		if ((term && !strcmp(term, known[i].name)) ||
		    (program && !strcmp(program, known[i].name)))
			return known[i].how;
	}
	return TERM_NOTICE_NONE;
}

/* A control would end the sequence; in OSC 777 a semicolon ends the text. */
static void add_clean(struct strbuf *out, const char *text)
{
	size_t len = strlen(text), end = out->len + NOTICE_MAX_BYTES, pos = 0;

	while (pos < len && out->len < end) {
		uint32_t cp;

		pos += utf8_decode(text + pos, len - pos, &cp);
		if (cp < 0x20 || (cp >= 0x7f && cp < 0xa0))
			cp = ' ';
		if (cp == ';')
			cp = ',';
		term_locale_add(out, cp);
	}
}

/* In tmux's envelope every ESC is doubled. */
static void add_wrapped(struct strbuf *out, struct slice sequence)
{
	strbuf_addstr(out, "\033Ptmux;");
	for (size_t i = 0; i < sequence.len; i++) {
		if (sequence.ptr[i] == '\033')
			strbuf_addch(out, '\033');
		strbuf_addch(out, sequence.ptr[i]);
	}
	strbuf_addstr(out, "\033\\");
}

void term_notice_add(struct strbuf *out, enum term_notice how, const char *text,
		     bool tmux)
{
	struct strbuf sequence = STRBUF_INIT;

	switch (how) {
	case TERM_NOTICE_AUTO:
	case TERM_NOTICE_NONE:
		return;
	case TERM_NOTICE_OSC9:
		/* The name first: a text that begins with a number and a
		 * semicolon would be another command. */
		strbuf_addstr(&sequence, "\033]9;jp dashboard: ");
		break;
	case TERM_NOTICE_OSC777:
		strbuf_addstr(&sequence, "\033]777;notify;jp dashboard;");
		break;
	case TERM_NOTICE_OSC99:
		strbuf_addstr(&sequence, "\033]99;;jp dashboard: ");
		break;
	}
	add_clean(&sequence, text);
	strbuf_addstr(&sequence, "\033\\");
	if (tmux)
		add_wrapped(out, strbuf_slice(&sequence));
	else
		strbuf_addslice(out, strbuf_slice(&sequence));
	strbuf_release(&sequence);
}

static bool is_set(const char *name)
{
	return getenv(name) && *getenv(name);
}

enum term_notice term_notice_here(void)
{
	return term_notice_known(getenv("TERM"), getenv("TERM_PROGRAM"),
				 is_set("TMUX") || is_set("STY"));
}

void term_notice(struct term *term, enum term_notice how, const char *text)
{
	bool tmux = is_set("TMUX");

	if (how == TERM_NOTICE_AUTO)
		how = term_notice_here();
	/* Only the last one is sent. */
	strbuf_reset(&term->notice);
	if (term->rich)
		term_notice_add(&term->notice, how, text, tmux);
	term_flush_notes(term);
}
