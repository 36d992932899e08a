#include "config.h"

#include <assert.h>

#include "src/base/utf8.h"
#include "src/jphost/net/sse.h"
#include "src/jphost/provider/openai-stream.h"
#include "tests/fuzz/fuzz.h"

/* A server's answer, in one piece or many: the same events, and whatever they
 * contain, only valid text comes out. */

struct events {
	struct strbuf all;
	struct openai_stream *stream;
};

static void on_text(void *user, enum chat_part part, struct slice text)
{
	(void)user;
	(void)part;
	assert(utf8_valid_prefix(text.ptr, text.len) == text.len);
}

static void on_event(void *user, struct slice event)
{
	struct events *events = user;

	strbuf_addf(&events->all, "%zu:", event.len);
	strbuf_add(&events->all, event.ptr, event.len);
	if (events->stream)
		openai_stream_take(events->stream, event);
}

static void feed(struct events *events, struct slice bytes, size_t piece)
{
	struct sse sse;

	sse_init(&sse, 4096);
	while (bytes.len) {
		size_t len = piece < bytes.len ? piece : bytes.len;

		if (sse_feed(&sse, slice_of(bytes.ptr, len), on_event, events))
			break;
		bytes = slice_skip(bytes, len);
	}
	sse_release(&sse);
}

FUZZ_TARGET(stream)
{
	struct slice bytes = slice_of((const char *)data, size);
	struct events whole = { STRBUF_INIT, NULL };
	struct events pieces = { STRBUF_INIT, NULL };
	struct openai_stream stream;

	openai_stream_init(&stream, on_text, NULL);
	whole.stream = &stream;
	feed(&whole, bytes, size ? size : 1);
	feed(&pieces, bytes, size ? 1 + data[0] % 7 : 1);
	assert(slice_equal(strbuf_slice(&whole.all),
			   strbuf_slice(&pieces.all)));
	openai_stream_release(&stream);
	strbuf_release(&whole.all);
	strbuf_release(&pieces.all);
}
