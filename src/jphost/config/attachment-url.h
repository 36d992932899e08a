#ifndef JPD_CONFIG_ATTACHMENT_URL_H
#define JPD_CONFIG_ATTACHMENT_URL_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * An entry of `conversation.attachments` as jp reads it: a URL. The path of a
 * file: URL is always relative to the workspace, with or without a leading "/".
 */
struct attachment_url {
	struct strbuf scheme; /* in lower case; empty: not a URL */
	struct strbuf path;   /* of a file; from the root, no leading "/" */
	bool host_only;       /* file://NAME, which is not a path in jp */
	bool exclude;         /* excludes the files that it names */
};

#define ATTACHMENT_URL_INIT                            \
	{                                              \
		STRBUF_INIT, STRBUF_INIT, false, false \
	}

void attachment_url_read(struct attachment_url *url, struct slice text);
void attachment_url_release(struct attachment_url *url);

/*
 * Append a path with each %XX decoded, except bytes that would change its
 * meaning: NUL, "/", and those of a pattern.
 */
void attachment_url_decode(struct strbuf *out, struct slice path);

/* Whether a path is a pattern; config_glob() resolves it. */
bool attachment_url_is_pattern(struct slice path);

#endif
