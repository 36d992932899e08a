#ifndef JPD_QUERY_QUERY_OUTPUT_H
#define JPD_QUERY_QUERY_OUTPUT_H

#include "proto/event.h"
#include "proto/host-message.h"
#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/jphost/query/query-out.h"
#include "src/jphost/query/terminal-stream.h"
#include "ui/text/sanitize.h"

/*
 * A turn's events as text, appended to `out`: what the model says is the
 * answer, all else is news.
 */
struct query_show {
	struct query_out *out;
	struct terminal_stream stream; /* where the terminal can do it */
	struct terminal_look news;     /* where the news go */
	enum chat_part part;           /* of the text that still grows */
	/* Where no terminal can do it: the text's open line, and how much of
	 * it is out. */
	struct sanitizer sanitizer;
	struct strbuf line;
	size_t written;
};

/* `answer`, `news`: where each of them goes. */
void query_show_init(struct query_show *show, struct query_out *out,
		     const struct terminal_look *answer,
		     const struct terminal_look *news);
void query_show_release(struct query_show *show);
/*
 * Show one event of a turn. A prompt is shown as one that waits for somebody
 * else; one that is asked here is shown by query_ask instead.
 */
void query_show_event(struct query_show *show, const struct event *event,
		      struct slice raw, enum respond_kind respond);
/* How a prompt ended, as a line. */
void query_show_outcome(struct strbuf *out, enum prompt_voice voice,
			enum prompt_outcome outcome);
/* End text that still grows: something else is to be written. */
void query_show_close(struct query_show *show);

#endif
