#ifndef JPD_JP_TRACE_REPEAT_H
#define JPD_JP_TRACE_REPEAT_H

#include <stdbool.h>
#include <stddef.h>

#include "proto/event.h"
#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Most lines of a log are those of tokens, and each is the one before but for
 * its time and one text. Such a line is told by comparing its bytes, which
 * costs a tenth of reading it: what does not differ means the same.
 */
struct trace_repeat {
	struct strbuf line; /* the one that was read, from its level on */
	size_t head, tail;  /* its bytes in front of the text, and behind it */
	enum chat_part part;
	bool known;
	struct strbuf quoted, inner, text; /* what is being read */
};

void trace_repeat_init(struct trace_repeat *repeat);
void trace_repeat_release(struct trace_repeat *repeat);

/*
 * A line that said this piece and nothing else. It is remembered if its text
 * stands in it once, in a string within a string.
 */
void trace_repeat_learn(struct trace_repeat *repeat, struct slice line,
			enum chat_part part, struct slice text);
void trace_repeat_forget(struct trace_repeat *repeat);

/* The text of a line that is like it, until the next call; false for others. */
bool trace_repeat_take(struct trace_repeat *repeat, struct slice line,
		       struct slice *text);

#endif
