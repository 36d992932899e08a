#ifndef JPD_PROTO_LINE_H
#define JPD_PROTO_LINE_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Writes one message as one line; members go between begin and end, also by
 * json_write_member(). Private to proto/.
 */
void line_begin(struct strbuf *out, const char *type, const char *id);
void line_end(struct strbuf *out);
/* A string member; omitted if `text` is NULL. */
void line_text(struct strbuf *out, const char *key, const char *text);
/*
 * A raw member, compacted. What is not JSON becomes null: a line that cannot be
 * read would end the session with jp.
 */
void line_raw(struct strbuf *out, const char *key, struct slice json);
/* The same for a value alone. */
void line_value(struct strbuf *out, struct slice json);
/*
 * A raw member that keeps its bytes, except that line breaks and tabs between
 * tokens become spaces.
 */
void line_exact(struct strbuf *out, const char *key, struct slice json);

#endif
