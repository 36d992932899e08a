#ifndef JPD_PROTO_EVENT_WRITE_H
#define JPD_PROTO_EVENT_WRITE_H

#include "proto/event.h"
#include "proto/terminal-place.h"

/*
 * Writers of events as jp stores and sends them, one function per kind; the
 * counterpart of event_decode(). Each appends one whole object on one line.
 */

void event_write_turn_start(struct strbuf *out, int64_t at_ms);
/* `author` may be NULL; `schema` (a raw object) may be empty. */
void event_write_request(struct strbuf *out, struct slice content,
			 const char *author, struct slice schema,
			 int64_t at_ms);
/* `text` is raw JSON for CHAT_DATA, plain for the other parts. */
void event_write_response(struct strbuf *out, enum chat_part part,
			  struct slice text, int64_t at_ms);
/* `arguments`: raw JSON. */
void event_write_call(struct strbuf *out, const char *id, const char *name,
		      struct slice arguments, int64_t at_ms);
/* Add `metadata.jphost` (a raw object) to an event without metadata. */
void event_write_metadata(struct strbuf *event, struct slice json);
/* Add to an answer, in the same way, how its prompt ended and how long it
 * waited (-1: unknown). */
void event_write_prompt(struct strbuf *event, enum prompt_voice voice,
			enum prompt_outcome outcome, int64_t waited_ms);
void event_write_result(struct strbuf *out, const char *id,
			struct slice content, bool is_error, int64_t at_ms);
void event_write_output(struct strbuf *out, const char *id, struct slice chunk,
			int64_t at_ms);
/*
 * Convert an inquiry in D18's flat form, in jp's, or in a tool's (jp_tool) to
 * jp's form, with two types that only we have: secret and multi_select.
 */
void event_write_inquiry(struct strbuf *out, struct slice json, int64_t at_ms);
/* The same in a form that jp can read back. False, and nothing appended, if it
 * must not be stored (a secret). */
bool event_write_inquiry_stored(struct strbuf *out, struct slice json,
				int64_t at_ms);
/* An answer that was given but is not disclosed. */
void event_write_redacted(struct strbuf *out, const char *id, int64_t at_ms);
/* `answer`: raw JSON. */
void event_write_answer(struct strbuf *out, const char *id, struct slice answer,
			int64_t at_ms);
/* Why it ended follows from `voice`. */
void event_write_closed(struct strbuf *out, const char *id,
			enum prompt_voice voice, enum prompt_outcome outcome,
			int64_t at_ms);
/* An answer did not count, for this reason; the prompt is asked again. */
void event_write_refused(struct strbuf *out, const char *id, const char *why,
			 int64_t at_ms);
void event_write_status(struct strbuf *out, enum event_state state,
			bool elsewhere, int64_t at_ms);
/* A process asks for `what`, about this call (or NULL), and can be answered
 * only in its own terminal. */
void event_write_asks(struct strbuf *out, const char *what, const char *call,
		      const struct terminal_place *place, int64_t at_ms);
void event_write_notice(struct strbuf *out, const char *kind,
			enum notice_level level, struct slice message,
			int64_t at_ms);
/* A count below 0 is unknown and omitted. */
void event_write_usage(struct strbuf *out, int64_t input_tokens,
		       int64_t output_tokens, int64_t at_ms);
/* QUERY_COMPLETE and HISTORY_CHANGED, which have no members but `type`. */
void event_write_plain(struct strbuf *out, enum event_kind kind);

#endif
