#ifndef JPD_PROTO_PLUGIN_CHECK_H
#define JPD_PROTO_PLUGIN_CHECK_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * How a jp of protocol 1 reads a line of its plugin: one that it refuses ends
 * the session (jp_plugin's message.rs, read by serde).
 */
enum plugin_check {
	PLUGIN_CHECK_TAKEN,
	PLUGIN_CHECK_NEWER, /* valid, but of a type unknown to this jp */
	PLUGIN_CHECK_REFUSED,
};

/* With a sentence in `err` for all but PLUGIN_CHECK_TAKEN. */
enum plugin_check plugin_check_line(struct slice line, struct strbuf *err);

#endif
