#ifndef JPD_PROTO_LINE_H
#define JPD_PROTO_LINE_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Writes one message as one line; between begin and end come members, also
 * by json_write_member(). Private to proto/.
 */
void line_begin(struct strbuf *out, const char *type, const char *id);
void line_end(struct strbuf *out);
/* A string member; nothing where `text` is NULL. */
void line_text(struct strbuf *out, const char *key, const char *text);
/*
 * A raw member without white space. What is not JSON becomes null: a line
 * that cannot be read would end the session with jp for good.
 */
void line_raw(struct strbuf *out, const char *key, struct slice json);
/* The same for a value alone. */
void line_value(struct strbuf *out, struct slice json);
/*
 * A raw member whose bytes stay as they are, but for line breaks and tabs
 * between tokens, which become spaces.
 */
void line_exact(struct strbuf *out, const char *key, struct slice json);

#endif
