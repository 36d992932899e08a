#ifndef JPD_BASE_MESSAGE_H
#define JPD_BASE_MESSAGE_H

#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * The text of a message as a whole: the notifications that a host put before
 * it, and the title of a conversation that begins with it.
 */

/*
 * RFD 011: notifications precede the text of a request or a result as a block
 * between two "---" lines, with a bold title. Returns the block's bytes, with
 * the empty lines after it; 0 if there is none.
 */
size_t message_notice_length(struct slice text);

/* Characters of a title made from a message, without its "…". */
#define MESSAGE_TITLE_MAX 60

/*
 * Append a title: the first line that has words, without the marks of a
 * heading, a list or a quote, and cut between two words if it is too long.
 * Nothing if the message has no words.
 */
void message_title_add(struct strbuf *out, struct slice message);

#endif
