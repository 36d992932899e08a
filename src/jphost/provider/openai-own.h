#ifndef JPD_PROVIDER_OPENAI_OWN_H
#define JPD_PROVIDER_OPENAI_OWN_H

#include "src/base/strbuf.h"
#include "src/jphost/provider/openai-headers.h"

/*
 * The user's settings for servers, which no workspace can change:
 * $XDG_CONFIG_HOME/jphost/config.toml, with `headers`, a table of strings, and
 * `ca_file`. They are not in jp's configuration because jp stores that with
 * each conversation and passes it to plugins.
 */
struct openai_own {
	struct openai_headers headers; /* --header overrides the file */
	char *ca_file;                 /* or NULL */
	struct strbuf remarks;         /* what was not understood, by line */
};

#define OPENAI_OWN_INIT                                \
	{                                              \
		OPENAI_HEADERS_INIT, NULL, STRBUF_INIT \
	}

/* -1 with a sentence in `err`, which never contains a value. */
int openai_own_read(struct openai_own *own, struct strbuf *err);
void openai_own_release(struct openai_own *own);

/*
 * Remove the variables that the headers use from the environment, before any
 * process is started. Errors are reported later, before the first request.
 */
void openai_own_take(void);
/*
 * Keep an option's "Name: value", and make asterisks of the value there, where
 * others can see it. -1 with a sentence in `err`.
 */
int openai_own_give(char *line, struct strbuf *err);

#endif
