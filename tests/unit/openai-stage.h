#ifndef JPD_TESTS_UNIT_OPENAI_STAGE_H
#define JPD_TESTS_UNIT_OPENAI_STAGE_H

#include "src/jphost/provider/openai-stream.h"

#define DELTA(body) "{\"choices\":[{\"delta\":{" body "}}]}"

/* Append "m:TEXT;" or, for a thought, "r:TEXT;" to the strbuf `user`. */
void stage_collect(void *user, enum chat_part part, struct slice text);
/* Begin the stream, which collects in `got`, with these events. */
void stage_take(struct openai_stream *stream, struct strbuf *got,
		const char *const *events);
/* Append "ID NAME ARGUMENTS;" of each call, none of which has a problem. */
void stage_add_calls(struct openai_stream *stream, struct strbuf *got);

#endif
