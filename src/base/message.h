#ifndef JPD_BASE_MESSAGE_H
#define JPD_BASE_MESSAGE_H

#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * The text of a message as a whole: what a host put in front of it, and what
 * a conversation that begins with it is called.
 */

/*
 * RFD 011: notifications are put in front of a request's or a result's text
 * as a block between two "---" lines, with a bold title. Its bytes, with the
 * empty lines behind it; 0 where there is none.
 */
size_t message_notice_length(struct slice text);

/* Characters of a title made of a message, its "…" not counted. */
#define MESSAGE_TITLE_MAX 60

/*
 * Append a title: the first line that has words, without the marks of a
 * heading, a list or a quote before it, on one line, and cut between two words
 * where it is long. Nothing where the message has no words.
 */
void message_title_add(struct strbuf *out, struct slice message);

#endif
