#include "config.h"

#include "tests/unit/openai-stage.h"

#include "tests/unit/test.h"

void stage_collect(void *user, enum chat_part part, struct slice text)
{
	struct strbuf *got = user;

	strbuf_addf(got, "%s:%.*s;", part == CHAT_REASONING ? "r" : "m",
		    (int)text.len, text.ptr);
}

void stage_take(struct openai_stream *stream, struct strbuf *got,
		const char *const *events)
{
	openai_stream_init(stream, stage_collect, got);
	for (; *events; events++)
		openai_stream_take(stream, slice_str(*events));
}

void stage_add_calls(struct openai_stream *stream, struct strbuf *got)
{
	openai_calls_finish(&stream->calls, 5);
	for (size_t i = 0; i < stream->calls.count; i++) {
		const struct openai_call *call = &stream->calls.list[i];

		strbuf_addf(got, "%s %s %s;", call->id.buf, call->name.buf,
			    call->arguments.buf);
		assert_string_equal(call->problem.buf, "");
	}
}
