#ifndef JPD_PROVIDER_OPENAI_OWN_H
#define JPD_PROVIDER_OPENAI_OWN_H

#include "src/base/strbuf.h"
#include "src/jphost/provider/openai-headers.h"

/*
 * What the user says of servers, and no workspace can:
 * $XDG_CONFIG_HOME/jphost/config.toml, with `headers`, a table of texts, and
 * `ca_file`. jp's configuration is no place for it, for jp stores all of that
 * with each conversation and hands it to plugins.
 */
struct openai_own {
	struct openai_headers headers; /* those of --header over the file's */
	char *ca_file;                 /* or NULL */
	struct strbuf remarks;         /* what is not understood, a line each */
};

#define OPENAI_OWN_INIT                                \
	{                                              \
		OPENAI_HEADERS_INIT, NULL, STRBUF_INIT \
	}

/* -1 with a sentence in `err`, which tells no value. */
int openai_own_read(struct openai_own *own, struct strbuf *err);
void openai_own_release(struct openai_own *own);

/*
 * Take the variables that the file names out of the environment, before
 * anything is started. What is wrong is told once a server is to be asked.
 */
void openai_own_take(void);
/* Keep "Name: value" of an option. -1 with a sentence in `err`. */
int openai_own_give(const char *line, struct strbuf *err);

#endif
