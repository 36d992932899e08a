#ifndef JPD_CONFIG_CONFIG_ATTACHMENT_H
#define JPD_CONFIG_CONFIG_ATTACHMENT_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * The files of `conversation.attachments` of a configuration, as text for a
 * model: "file:PATH" or {"type": "file", "path": PATH}, where PATH may be a
 * pattern of config_glob() and is one of the workspace, `root`. What lies
 * outside of it, is no file or of another type is left out.
 */
void config_attachment_add(struct strbuf *out, struct slice config,
			   const char *root);
/* The same paths as a list for notices_watch(): [{"path": PATH}, …]. */
void config_attachment_write(struct strbuf *json, struct slice config,
			     const char *root);

#endif
