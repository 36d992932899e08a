#ifndef JPD_PROVIDER_OPENAI_BODY_H
#define JPD_PROVIDER_OPENAI_BODY_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/jphost/net/sse.h"
#include "src/jphost/provider/openai-stream.h"

/*
 * The body of an answer, fed in any pieces. We request an event stream, but may
 * get one JSON object, an object per line, or an HTML page.
 */
enum openai_body_kind {
	OPENAI_BODY_UNKNOWN,
	OPENAI_BODY_EVENTS,
	OPENAI_BODY_JSON,
	OPENAI_BODY_PAGE,
};

struct openai_body {
	enum openai_body_kind kind;
	struct sse sse;
	struct strbuf head; /* all of a JSON body, else the first bytes */
	size_t events;
	size_t looked_at; /* bytes of a JSON body that were not whole */
	struct openai_stream *stream; /* receives what is parsed */
};

void openai_body_init(struct openai_body *body, struct openai_stream *stream);
void openai_body_release(struct openai_body *body);

/* False if no more input is wanted: it failed or is complete. */
bool openai_body_feed(struct openai_body *body, struct slice bytes);

/*
 * Whether there may be a whole object that no further byte will join, and
 * whether there is one. It is looked for once, as it may be long.
 */
bool openai_body_may_be_whole(const struct openai_body *body);
bool openai_body_is_whole(struct openai_body *body);

/*
 * Call when the body has ended, to parse what is left: a last event may be
 * unterminated. `content_type` may be NULL. If the body was not an answer at
 * all, the stream's error says what it was.
 */
void openai_body_end(struct openai_body *body, const char *content_type);

#endif
