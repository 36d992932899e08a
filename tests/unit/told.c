#include "config.h"

#include "tests/unit/told.h"

#include "tests/unit/test.h"

void told_event(struct conversation *conv, const char *raw, bool respond,
		int64_t now_ms)
{
	struct event event = EVENT_INIT;
	struct strbuf err = STRBUF_INIT;

	assert_int_equal(event_decode(&event, slice_str(raw), &err), 0);
	conversation_event(conv, slice_str(raw), &event, respond, now_ms);
	event_release(&event);
	strbuf_release(&err);
}

void told_history(struct conversation *conv, const char *const *raws,
		  size_t count)
{
	struct event_log log = EVENT_LOG_INIT;

	for (size_t i = 0; i < count; i++)
		assert_true(event_log_add(&log, slice_str(raws[i])) !=
			    SIZE_MAX);
	conversation_load(conv, &log);
	event_log_release(&log);
}
