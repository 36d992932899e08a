#ifndef JPD_CONFIG_CONFIG_ATTACHMENT_H
#define JPD_CONFIG_CONFIG_ATTACHMENT_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/* A file that is attached. */
struct config_attachment {
	char *source;      /* its path in the workspace */
	const char *media; /* the type of a picture; NULL: it is text */
	struct strbuf bytes;
};

struct config_attachments {
	struct config_attachment *list;
	size_t count, cap;
	size_t bytes;           /* of all of them */
	struct strbuf left_out; /* what is not attached, and why: lines */
	size_t left_out_count;
};

#define CONFIG_ATTACHMENTS_INIT               \
	{                                     \
		NULL, 0, 0, 0, STRBUF_INIT, 0 \
	}

/*
 * The files of `conversation.attachments` of a configuration, as jp reads it:
 * "file:PATH" or {"type": "file", "path": PATH}, where PATH may be a pattern
 * and is one of the workspace, `root`. What lies outside of it, or is of
 * another type, is left out.
 */
void config_attachments_read(struct config_attachments *attached,
			     struct slice config, const char *root);
void config_attachments_release(struct config_attachments *attached);

/* The same paths as a list for notices_watch(): [{"path": PATH}, …]. */
void config_attachment_write(struct strbuf *json, struct slice config,
			     const char *root);

#endif
