#ifndef JPD_TESTS_UNIT_STAGE_H
#define JPD_TESTS_UNIT_STAGE_H

#include "tests/unit/told.h"
#include "ui/transcript/transcript.h"

#define NOW ((int64_t)1767268800000) /* 2026-01-01 12:00:00 UTC */

/* A conversation, a view of it, and its drawn rows. */
struct stage {
	struct conversation *conv;
	struct transcript *view;
	struct canvas cv;
	int cols, rows;
	int64_t now_ms;
	struct strbuf text;
};

void stage_open(struct stage *stage, int cols, int rows);
void stage_close(struct stage *stage);
/* An event pushed by a host. */
void stage_push(struct stage *stage, const char *raw, bool respond);
/* A chunk: a raw JSON string. */
void stage_chunk(struct stage *stage, bool reasoning, const char *raw);
void stage_layout(struct stage *stage);
/* Rows without trailing blanks, each ended by a line break; valid until the
 * next call. */
const char *stage_draw(struct stage *stage);

#define TURN "{\"type\":\"turn_start\"}"
#define ASK_AT(time, text)                                       \
	"{\"timestamp\":\"" time "\",\"type\":\"chat_request\"," \
	"\"content\":\"" text "\"}"
#define ASK(text) ASK_AT("2026-01-01 11:58:00.0", text)
#define SAY(text) "{\"type\":\"chat_response\",\"message\":\"" text "\"}"
#define CALL_WITH(id, name, arguments)                                   \
	"{\"timestamp\":\"2026-01-01 11:59:00.0\",\"type\":"             \
	"\"tool_call_request\",\"id\":\"" id "\",\"name\":\"" name "\"," \
	"\"arguments\":" arguments "}"
#define CALL(id) CALL_WITH(id, "run", "{\"command\":\"make check\"}")
#define RESULT(id, text, error)                                        \
	"{\"timestamp\":\"2026-01-01 11:59:01.2\",\"type\":"           \
	"\"tool_call_response\",\"id\":\"" id "\",\"content\":\"" text \
	"\",\"is_error\":" error "}"

#endif
