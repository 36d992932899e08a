#ifndef JPD_PROTO_JSON_WRITE_H
#define JPD_PROTO_JSON_WRITE_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * JSON text onto a strbuf. What is written is always valid UTF-8 and always
 * one line (but for json_write_pretty()), whatever it was made from.
 */

/* A string with its quotes; bytes that are no UTF-8 become U+FFFD. */
void json_write_string(struct strbuf *out, struct slice text);

/* Likewise, of an id that json_id_add() read: the JSON that it came as. */
void json_write_id(struct strbuf *out, struct slice id);

/*
 * Members of an object: a comma first if one is needed, then "key":value.
 * `out` must end with '{' or a value. Keys need no escaping.
 */
void json_write_key(struct strbuf *out, const char *key);
void json_write_member(struct strbuf *out, const char *key, struct slice text);
void json_write_member_raw(struct strbuf *out, const char *key,
			   struct slice json);
void json_write_member_int(struct strbuf *out, const char *key, int64_t n);
void json_write_member_bool(struct strbuf *out, const char *key, bool b);
void json_write_member_texts(struct strbuf *out, const char *key,
			     const char *const *texts, size_t count);

/*
 * Copy a JSON value without the white space between its tokens; strings and
 * numbers keep their bytes, so a number of any size survives. Bytes that are
 * not UTF-8 become U+FFFD. Text that is not JSON is cut where it goes wrong.
 */
void json_write_compact(struct strbuf *out, struct slice json);

/*
 * Copy a JSON value as serde_json's pretty printer lays it out: two spaces a
 * level, "key": value, [] and {} for empty ones; strings are rewritten with
 * serde's escapes (\b \f \n \r \t \" \\ \u00xx, all else as it is), numbers
 * keep their text. `indent` is the level of the first line, in spaces.
 */
void json_write_pretty(struct strbuf *out, struct slice json, int indent);

#endif
