#ifndef JPD_VIEW_JSON_ROWS_H
#define JPD_VIEW_JSON_ROWS_H

#include <stdbool.h>

#include "ui/text/rows.h"

/*
 * JSON for reading: "key: value", one member per row; strings without quotes
 * and escapes, multi-line ones as a block; nested values on one row if they
 * fit, otherwise indented below. The text is raw, as received.
 */
struct json_rows_options {
	int cols, indent;
	size_t max_rows;    /* stops when rows->count reaches this */
	bool hide_metadata; /* it has signatures that must not be shown */
};

/* The members of an object or array; false if they were cut. */
bool json_rows_members(struct rows *rows, struct slice value,
		       const struct json_rows_options *options);
/* Any value. */
bool json_rows_value(struct rows *rows, struct slice value,
		     const struct json_rows_options *options);

#endif
