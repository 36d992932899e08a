#include "config.h"

#include "proto/json.h"

#include <string.h>

#include <cjson/cJSON.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "proto/repair.h"

/* A struct json is a cJSON by another name, and is never defined. */

static const cJSON *node_of(const struct json *value)
{
	return (const cJSON *)value;
}

static const struct json *json_of(const cJSON *node)
{
	return (const struct json *)node;
}

struct json *json_parse(struct slice text, struct strbuf *err)
{
	struct strbuf copy = STRBUF_INIT;
	cJSON *root = NULL;

	/* cJSON accepts much that is not JSON, and text after it. */
	if (json_check(text, NULL, err))
		return NULL;
	/* The compacted copy is valid UTF-8. */
	json_write_compact(&copy, text);
	repair_escapes(copy.buf, copy.len);
	root = cJSON_ParseWithLengthOpts(copy.buf, copy.len + 1, NULL, 1);
	if (!root)
		strbuf_setf(err, "cannot parse JSON of %zu bytes", copy.len);
	strbuf_release(&copy);
	return (struct json *)root;
}

void json_free(struct json *root)
{
	cJSON_Delete((cJSON *)root);
}

const struct json *json_get(const struct json *object, const char *key)
{
	const cJSON *each, *found = NULL;

	if (!cJSON_IsObject(node_of(object)))
		return NULL;
	/* The last of duplicates, as in jp's reader. */
	cJSON_ArrayForEach(each, node_of(object))
	{
		if (!strcmp(key, each->string))
			found = each;
	}
	return json_of(found);
}

const struct json *json_first(const struct json *parent)
{
	const cJSON *node = node_of(parent);

	return cJSON_IsObject(node) || cJSON_IsArray(node)
		       ? json_of(node->child)
		       : NULL;
}

const struct json *json_next(const struct json *value)
{
	return value ? json_of(node_of(value)->next) : NULL;
}

const char *json_string(const struct json *value, const char *otherwise)
{
	return cJSON_IsString(node_of(value)) ? node_of(value)->valuestring
					      : otherwise;
}

double json_number(const struct json *value, double otherwise)
{
	return cJSON_IsNumber(node_of(value)) ? node_of(value)->valuedouble
					      : otherwise;
}

bool json_bool(const struct json *value, bool otherwise)
{
	return cJSON_IsBool(node_of(value)) ? cJSON_IsTrue(node_of(value))
					    : otherwise;
}
