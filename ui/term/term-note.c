#include "config.h"

#include "ui/term/term-private.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/utf8.h"
#include "src/base/xalloc.h"
#include "ui/term/term-locale.h"
#include "ui/term/term-modes.h"

enum { TITLE_MAX_BYTES = 400 };

static void add_notes(struct term *term)
{
	struct strbuf notes = STRBUF_INIT;

	if (term->bell_due)
		strbuf_addch(&notes, '\a');
	if (term->title_due) {
		if (!term->title_saved)
			strbuf_addstr(&notes, TERM_TITLE_SAVE);
		term->title_saved = true;
		strbuf_addf(&notes, "\033]2;%s\033\\", term->title);
	}
	strbuf_addslice(&notes, strbuf_slice(&term->clipboard));
	strbuf_addslice(&notes, strbuf_slice(&term->notice));
	for (; term->asks_due > 0; term->asks_due--)
		strbuf_addstr(&notes, TERM_STATUS_ASK);
	term_out_add(&term->out, strbuf_slice(&notes));
	strbuf_release(&notes);
	term->bell_due = false;
	term->title_due = false;
	strbuf_reset(&term->clipboard);
	strbuf_reset(&term->notice);
}

/* Send what is not part of the screen when the terminal is free for it. */
bool term_flush_notes(struct term *term)
{
	if (term->owner != TERM_OURS || !term_in_foreground(term) ||
	    !term_out_flush(&term->out, 0))
		return false;
	add_notes(term);
	return term_out_flush(&term->out, 0);
}

void term_ask_status(struct term *term)
{
	term->asks_due++;
	term->asks++;
	term->expect_ms = 0;
	term_flush_notes(term);
}

bool term_asks_status(const struct term *term)
{
	return term->asked;
}

void term_bell(struct term *term)
{
	term->bell_due = true;
	term_flush_notes(term);
}

/* Remove controls, which would end the sequence and begin another. */
static char *clean_title(const char *title)
{
	struct strbuf out = STRBUF_INIT;
	size_t len = strlen(title);
	size_t pos = 0;

	while (pos < len && out.len < TITLE_MAX_BYTES) {
		uint32_t cp;

		pos += utf8_decode(title + pos, len - pos, &cp);
		if (cp >= 0x20 && !(cp >= 0x7f && cp < 0xa0))
			term_locale_add(&out, cp);
	}
	return strbuf_detach(&out);
}

void term_set_title(struct term *term, const char *title)
{
	char *clean;

	if (!term->rich)
		return;
	clean = clean_title(title);
	if (term->title && !strcmp(term->title, clean)) {
		free(clean);
		return;
	}
	free(term->title);
	term->title = clean;
	term->title_due = true;
	term_flush_notes(term);
}
