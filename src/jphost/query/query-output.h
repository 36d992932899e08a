#ifndef JPD_QUERY_QUERY_OUTPUT_H
#define JPD_QUERY_QUERY_OUTPUT_H

#include <stdbool.h>

#include "proto/event.h"
#include "proto/host-message.h"
#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/jphost/query/query-text.h"
#include "src/jphost/query/terminal-stream.h"

/* A turn's events as text for a terminal, appended to `out`. */
struct query_show {
	struct strbuf *out;
	struct terminal_stream stream; /* where the terminal can do it */
	enum chat_part part;           /* of the text that still grows */
	struct query_text text;
};

void query_show_init(struct query_show *show, struct strbuf *out,
		     const struct terminal_look *look);
void query_show_release(struct query_show *show);
/*
 * Show one event of a turn. A prompt is shown as one that waits for somebody
 * else; one that is asked here is shown by query_ask instead.
 */
void query_show_event(struct query_show *show, const struct event *event,
		      struct slice raw, enum respond_kind respond);
/* End text that still grows: something else is to be written. */
void query_show_close(struct query_show *show);

/* The parts that a prompt needs too. */

/* "> name" and the arguments, each on its own line or lines. */
void query_show_call(struct strbuf *out, struct slice event, bool color);
/* A question's text. */
void query_show_question(struct strbuf *out, struct slice event, bool color);

#endif
