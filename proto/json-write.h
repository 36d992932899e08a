#ifndef JPD_PROTO_JSON_WRITE_H
#define JPD_PROTO_JSON_WRITE_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Appends JSON text to a strbuf. The output is always valid UTF-8 and one line
 * (except from json_write_pretty()), whatever the input.
 */

/* A string with its quotes; bytes that are not UTF-8 become U+FFFD. */
void json_write_string(struct strbuf *out, struct slice text);

/* The same for an id from json_id_add(), with its escapes restored. */
void json_write_id(struct strbuf *out, struct slice id);

/*
 * Members of an object: a comma first if needed, then "key":value. `out` must
 * end with '{' or a value. Keys need no escaping.
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
 * not UTF-8 become U+FFFD. Text that is not JSON is cut at the first error.
 */
void json_write_compact(struct strbuf *out, struct slice json);

/*
 * Copy a JSON value in the layout of serde_json's pretty printer: two spaces
 * per level, "key": value, [] and {} for empty ones. Strings are rewritten with
 * serde's escapes (\b \f \n \r \t \" \\ \u00xx, nothing else); numbers keep
 * their text. `indent` is the level of the first line, in spaces.
 */
void json_write_pretty(struct strbuf *out, struct slice json, int indent);

#endif
