#ifndef JPD_CONFIG_ATTACHMENT_URL_H
#define JPD_CONFIG_ATTACHMENT_URL_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * An entry of `conversation.attachments` as jp reads it: a URL. Every path of
 * a file: is one of the workspace, whether it begins with "/" or not.
 */
struct attachment_url {
	struct strbuf scheme; /* in small letters; empty: it is no URL */
	struct strbuf path;   /* of a file, from the root: no "/" before it */
	bool host_only;       /* file://NAME: to jp that is no path */
	bool exclude;         /* it names what is not to be attached */
};

#define ATTACHMENT_URL_INIT                            \
	{                                              \
		STRBUF_INIT, STRBUF_INIT, false, false \
	}

void attachment_url_read(struct attachment_url *url, struct slice text);
void attachment_url_release(struct attachment_url *url);

/*
 * Append a path with its %XX as the bytes they stand for, but for those that
 * would mean something else then: NUL, "/", and what a pattern is made of.
 */
void attachment_url_decode(struct strbuf *out, struct slice path);

/* Whether a path is a pattern: config_glob() finds what it means. */
bool attachment_url_is_pattern(struct slice path);

#endif
