#ifndef JPD_TERM_NOTICE_H
#define JPD_TERM_NOTICE_H

#include <stdbool.h>

#include "src/base/strbuf.h"
#include "ui/term/term.h"

/*
 * Notices of the desktop, asked for by a sequence that nobody answers. A
 * terminal that does not know it may print it, so it is only sent to those
 * that are known to take it, or where the person says so.
 */

/*
 * What a terminal takes whose $TERM and $TERM_PROGRAM these are (or NULL). Of
 * one behind tmux or screen nothing is known.
 */
enum term_notice term_notice_known(const char *term, const char *program,
				   bool behind);

/* What the terminal takes that we are on. */
enum term_notice term_notice_here(void);

/*
 * Append the sequence. `text` loses its controls and what is over 200 bytes.
 * `tmux`: tmux passes it on, where its option allow-passthrough lets it.
 */
void term_notice_add(struct strbuf *out, enum term_notice how, const char *text,
		     bool tmux);

#endif
