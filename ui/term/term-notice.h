#ifndef JPD_TERM_NOTICE_H
#define JPD_TERM_NOTICE_H

#include <stdbool.h>

#include "src/base/strbuf.h"
#include "ui/term/term.h"

/*
 * Desktop notices, requested by a sequence without an answer. A terminal that
 * does not know it may print it, so it is sent only to those known to support
 * it, or if the user says so.
 */

/*
 * The notice supported by a terminal with these $TERM and $TERM_PROGRAM (or
 * NULL). `behind`: it is behind tmux or screen, so unknown.
 */
enum term_notice term_notice_known(const char *term, const char *program,
				   bool behind);

/* The notice that our terminal supports. */
enum term_notice term_notice_here(void);

/*
 * Append the sequence. `text` is stripped of controls and cut to 200 bytes.
 * `tmux`: tmux passes it on, if its option allow-passthrough permits.
 */
void term_notice_add(struct strbuf *out, enum term_notice how, const char *text,
		     bool tmux);

#endif
