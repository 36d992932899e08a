#ifndef JPD_CONFIG_CONFIG_ATTACHMENT_H
#define JPD_CONFIG_CONFIG_ATTACHMENT_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/* An attached file. */
struct config_attachment {
	char *source;      /* its path in the workspace */
	const char *media; /* MIME type of a picture; NULL: text */
	struct strbuf bytes;
};

struct config_attachments {
	struct config_attachment *list;
	size_t count, cap;
	size_t bytes;           /* of all files */
	struct strbuf left_out; /* omitted entries with reasons, as lines */
	size_t left_out_count;
};

#define CONFIG_ATTACHMENTS_INIT               \
	{                                     \
		NULL, 0, 0, 0, STRBUF_INIT, 0 \
	}

/*
 * Read the files in `conversation.attachments` of a configuration, as jp does:
 * "file:PATH" or {"type": "file", "path": PATH}. PATH may be a pattern and is
 * relative to the workspace `root`. Files outside of it, or of other types, are
 * omitted.
 */
void config_attachments_read(struct config_attachments *attached,
			     struct slice config, const char *root);
void config_attachments_release(struct config_attachments *attached);

/* Write the same paths as a list for notices_watch(): [{"path": PATH}, …]. */
void config_attachment_write(struct strbuf *json, struct slice config,
			     const char *root);

#endif
