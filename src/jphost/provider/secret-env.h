#ifndef JPD_PROVIDER_SECRET_ENV_H
#define JPD_PROVIDER_SECRET_ENV_H

#include <stdbool.h>

/*
 * What the environment says for a model's server alone: $OPENAI_API_KEY,
 * $JPHOST_HEADERS, more headers, one a line, and the variables that headers
 * name. It is taken out of the environment and wiped there, before anything is
 * started: tools, plugins and editors do not get it, nor do they find it in
 * /proc/PID/environ.
 */

/* Idempotent; the others call it, too. */
void secret_env_take(void);

/* NULL where it is not set. */
const char *secret_env_key(void);
const char *secret_env_headers(void);
/* Any other variable, which is taken as well; NULL where it is not set. */
const char *secret_env_variable(const char *name);
/* Whether that is no secret, as $USER and $HOME are, and left where it is. */
bool secret_env_is_plain(const char *name);

/* Keep a header of a command line; those that were kept, ended by NULL. */
void secret_env_give(const char *header);
const char *const *secret_env_given(void);

#endif
