#ifndef JPD_PROVIDER_OPENAI_BODY_H
#define JPD_PROVIDER_OPENAI_BODY_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/jphost/net/sse.h"
#include "src/jphost/provider/openai-stream.h"

/*
 * The body of an answer, in any pieces. An event stream was asked for; what
 * comes may be one JSON object, an object a line, or a page of HTML.
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
	struct strbuf head; /* JSON: all; else what came first */
	size_t events;
	struct openai_stream *stream; /* where it goes */
};

void openai_body_init(struct openai_body *body, struct openai_stream *stream);
void openai_body_release(struct openai_body *body);

/* False where nothing more is wanted: it failed, or all is said. */
bool openai_body_feed(struct openai_body *body, struct slice bytes);

/*
 * No more bytes come. What is left is read: a last event may have no end.
 * `content_type` may be NULL. Where the body was no answer at all, the
 * stream's error says what it was.
 */
void openai_body_end(struct openai_body *body, const char *content_type);

#endif
