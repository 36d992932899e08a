#ifndef JPD_VIEW_JSON_ROWS_H
#define JPD_VIEW_JSON_ROWS_H

#include <stdbool.h>

#include "ui/text/rows.h"

/*
 * JSON as a person reads it: "key: value", one member a row; strings without
 * their quotes and escapes, those of several lines as a block; what is nested
 * on one row where it fits, else indented below. The text is raw, as it came.
 */
struct json_rows_options {
	int cols, indent;
	size_t max_rows;    /* rows->count stops there */
	bool hide_metadata; /* it holds signatures that nobody may see */
};

/* The members of an object or array; false where they were cut. */
bool json_rows_members(struct rows *rows, struct slice value,
		       const struct json_rows_options *options);
/* Any value. */
bool json_rows_value(struct rows *rows, struct slice value,
		     const struct json_rows_options *options);

#endif
