#ifndef JPD_PROTO_JSON_H
#define JPD_PROTO_JSON_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * A JSON tree, for our own files: rules, and what a workspace remembers. The
 * wire is read with json-scan. Nothing else outside proto/ sees cJSON. Keys are
 * case-sensitive.
 */
struct json;

/* NULL with a sentence in `err`. The text is copied and repaired first. */
struct json *json_parse(struct slice text, struct strbuf *err);
void json_free(struct json *root);

/* A member, or NULL. It belongs to the root. `object` may be NULL. */
const struct json *json_get(const struct json *object, const char *key);
/* The first member of an array or object, and the next. */
const struct json *json_first(const struct json *parent);
const struct json *json_next(const struct json *member);

/* The value, or `otherwise` if it is missing or of another type. */
const char *json_string(const struct json *value, const char *otherwise);
double json_number(const struct json *value, double otherwise);
bool json_bool(const struct json *value, bool otherwise);

#endif
