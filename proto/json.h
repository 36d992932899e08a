#ifndef JPD_PROTO_JSON_H
#define JPD_PROTO_JSON_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * A JSON tree, for files of our own: rules, and what a workspace remembers.
 * What crosses the wire is read with json-scan. This is the only face of
 * cJSON outside proto/. Keys are matched with their case.
 */
struct json;

/* NULL with a sentence in `err`. Repairs the text (a copy) before. */
struct json *json_parse(struct slice text, struct strbuf *err);
void json_free(struct json *root);

/* A member or NULL. The pointers belong to the root. NULL is accepted. */
const struct json *json_get(const struct json *object, const char *key);
/* First and next member of an array or object. */
const struct json *json_first(const struct json *parent);
const struct json *json_next(const struct json *member);

/* The value, or the default where it is missing or of another type. */
const char *json_string(const struct json *value, const char *otherwise);
double json_number(const struct json *value, double otherwise);
bool json_bool(const struct json *value, bool otherwise);

#endif
