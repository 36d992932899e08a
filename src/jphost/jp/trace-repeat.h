#ifndef JPD_JP_TRACE_REPEAT_H
#define JPD_JP_TRACE_REPEAT_H

#include <stdbool.h>
#include <stddef.h>

#include "proto/event.h"
#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Most lines of a log are tokens, and each equals the previous one except for
 * its time and one text. Such a line is recognized by comparing bytes, which
 * costs a tenth of parsing it: equal parts mean the same.
 */
struct trace_repeat {
	struct strbuf line; /* the parsed one, from its level on */
	size_t head, tail;  /* bytes before the text, and after it */
	enum chat_part part;
	bool known;
	struct strbuf quoted, inner, text; /* scratch buffers */
};

void trace_repeat_init(struct trace_repeat *repeat);
void trace_repeat_release(struct trace_repeat *repeat);

/*
 * Remember a line that contained this piece and nothing else, if the text
 * occurs in it once, in a string inside a string.
 */
void trace_repeat_learn(struct trace_repeat *repeat, struct slice line,
			enum chat_part part, struct slice text);
void trace_repeat_forget(struct trace_repeat *repeat);

/* The text of a line like it, valid until the next call; false for others. */
bool trace_repeat_take(struct trace_repeat *repeat, struct slice line,
		       struct slice *text);

#endif
