#ifndef JPD_PROVIDER_OPENAI_SETTINGS_H
#define JPD_PROVIDER_OPENAI_SETTINGS_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/jphost/provider/openai-own.h"

/* Where a model is asked, and with which name and key. */
struct openai_settings {
	char *url; /* of the chat completions */
	char *model;
	char *key; /* or NULL */
	struct openai_own own;
};

#define OPENAI_SETTINGS_INIT                      \
	{                                         \
		NULL, NULL, NULL, OPENAI_OWN_INIT \
	}

/*
 * `model` may be NULL: then it is the one of jp's configuration. -1 with a
 * sentence in `err` where the URL is none, or no model is known.
 */
int openai_settings_read(struct openai_settings *settings, const char *base_url,
			 const char *model, struct slice config,
			 struct strbuf *err);
/* The URL as a person may see it: without a user, a password and a query. */
void openai_settings_add_place(struct strbuf *out,
			       const struct openai_settings *settings);
/* Whether its key goes over a network in clear. */
bool openai_settings_is_open(const struct openai_settings *settings);
void openai_settings_release(struct openai_settings *settings);

#endif
