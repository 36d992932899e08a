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
 * A turn's events as text, appended to `out`: the model's text is the answer,
 * everything else is news.
 */
struct query_output {
	struct query_out *out;
	struct terminal_stream stream; /* if the terminal supports it */
	struct terminal_look news;     /* the terminal that shows the news */
	enum chat_part part;           /* of the text that is still growing */
	/*
	 * Without such a terminal: the text's open line, and how much of it was
	 * written.
	 */
	struct sanitizer sanitizer;
	struct strbuf line;
	size_t written;
};

/* `answer`, `news`: the terminals that they are written to. */
void query_output_init(struct query_output *show, struct query_out *out,
		       const struct terminal_look *answer,
		       const struct terminal_look *news);
void query_output_release(struct query_output *show);
/*
 * Show one event of a turn. A prompt is shown as one that is answered
 * elsewhere; query_ask shows those that are asked here.
 */
void query_output_event(struct query_output *show, struct slice event,
			enum respond_kind respond);
/* Write how a prompt ended, as a line. */
void query_output_outcome(struct strbuf *out, enum prompt_voice voice,
			  enum prompt_outcome outcome);
/* End text that is still growing, because something else follows. */
void query_output_close(struct query_output *show);

#endif
