#ifndef JPD_PROVIDER_OPENAI_SETTINGS_H
#define JPD_PROVIDER_OPENAI_SETTINGS_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/jphost/provider/openai-own.h"

/* The server's address, the model's name, and the key. */
struct openai_settings {
	char *url; /* of the chat completions endpoint */
	char *model;
	char *key; /* or NULL */
	struct openai_own own;
};

#define OPENAI_SETTINGS_INIT                      \
	{                                         \
		NULL, NULL, NULL, OPENAI_OWN_INIT \
	}

/*
 * `model` may be NULL: the one in jp's configuration is used. -1 with a
 * sentence in `err` if the URL is invalid, or no model is configured.
 */
int openai_settings_read(struct openai_settings *settings, const char *base_url,
			 const char *model, struct slice config,
			 struct strbuf *err);
/* Append the URL without user, password and query, fit to be shown. */
void openai_settings_add_place(struct strbuf *out,
			       const struct openai_settings *settings);
/* Whether its key would be sent unencrypted over a network. */
bool openai_settings_is_open(const struct openai_settings *settings);
void openai_settings_release(struct openai_settings *settings);

#endif
