#ifndef JPD_PROVIDER_SECRET_ENV_H
#define JPD_PROVIDER_SECRET_ENV_H

#include <stdbool.h>

/*
 * Environment variables that are only for a model's server: $OPENAI_API_KEY,
 * $JPHOST_HEADERS with more headers, one per line, the variables that headers
 * refer to, and $JPHOST_PROVIDER if its URL has a login. They are removed from
 * the environment and wiped before any process is started, so tools, plugins and
 * editors do not get them and cannot find them in /proc/PID/environ.
 */

/* Idempotent; the other functions call it, too. */
void secret_env_take(void);

/* NULL if it is not set. */
const char *secret_env_key(void);
const char *secret_env_headers(void);
const char *secret_env_provider(void);
/* Take any other variable; NULL if it is not set. */
const char *secret_env_variable(const char *name);
/*
 * Put all of them back for jp, which asks its models itself. Only a process
 * that becomes jp, or only watches it, may do this.
 */
void secret_env_put_back(void);
/* Whether it is not a secret, like $USER or $XDG_DATA_HOME, and stays. */
bool secret_env_is_plain(const char *name);

/* Keep a header of the command line; and all kept ones, terminated by NULL. */
void secret_env_give(const char *header);
const char *const *secret_env_given(void);

#endif
