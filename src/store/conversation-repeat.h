#ifndef JPD_STORE_CONVERSATION_REPEAT_H
#define JPD_STORE_CONVERSATION_REPEAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/strbuf.h"

/* Private to conversation*.c. */

/* How far a writer's text that a host repeats was matched. */
struct repeat_text {
	unsigned writer;
	size_t first; /* the writer's items before it were repeated */
	size_t at;    /* item whose text is being repeated, or NO_RECORD */
	size_t told;  /* bytes of it */
	int64_t stamp_ms;
	struct strbuf text; /* its whole text */
};

/* The same for all events that a host repeats. */
struct conversation_repeat {
	bool on, loose;
	bool over;    /* only texts that were begun are still matched */
	size_t turn;  /* the first item of the last turn */
	size_t first; /* items before it were repeated or skipped */
	struct repeat_text *texts; /* one of each writer */
	size_t text_count, text_cap;
};

#endif
