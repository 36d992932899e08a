#include "config.h"

#include "ui/term/term-clipboard.h"

#include <stdlib.h>

#include "src/base/base64.h"
#include "ui/term/term-private.h"

enum {
	/* Terminals accept at most about 100000 characters of base64. */
	CLIPBOARD_MAX_BYTES = 75000,
	ENVELOPE_MAX_BYTES = 700,
};

/*
 * GNU screen passes on the content of an envelope, which may have at most 768
 * bytes; adjacent envelopes form one sequence to the terminal.
 */
static void add_in_envelopes(struct strbuf *out, struct slice sequence)
{
	while (sequence.len) {
		size_t part = sequence.len < ENVELOPE_MAX_BYTES
				      ? sequence.len
				      : ENVELOPE_MAX_BYTES;

		strbuf_addstr(out, "\033P");
		strbuf_addslice(out, slice_of(sequence.ptr, part));
		strbuf_addstr(out, "\033\\");
		sequence = slice_skip(sequence, part);
	}
}

void term_clipboard_add(struct strbuf *out, struct slice text, bool screen)
{
	struct strbuf sequence = STRBUF_INIT;

	/* In base64 no byte of the text can be a control. */
	strbuf_addstr(&sequence, "\033]52;c;");
	base64_encode(&sequence, text);
	/* ST would end the envelope. */
	strbuf_addch(&sequence, '\a');
	if (screen)
		add_in_envelopes(out, strbuf_slice(&sequence));
	else
		strbuf_addslice(out, strbuf_slice(&sequence));
	strbuf_release(&sequence);
}

enum term_clipboard term_clipboard(struct term *term, struct slice text)
{
	if (!term->rich)
		return TERM_CLIPBOARD_NONE;
	if (text.len > CLIPBOARD_MAX_BYTES)
		return TERM_CLIPBOARD_FULL;
	strbuf_reset(&term->clipboard);
	term_clipboard_add(&term->clipboard, text,
			   getenv("STY") && !getenv("TMUX"));
	term_flush_notes(term);
	return TERM_CLIPBOARD_SENT;
}
