#ifndef JPD_PROVIDER_SECRET_ENV_H
#define JPD_PROVIDER_SECRET_ENV_H

/*
 * What the environment says for a model's server alone: $OPENAI_API_KEY, and
 * $JPHOST_HEADERS, more headers, one a line. It is taken out of the
 * environment and wiped there, before anything is started: tools, plugins and
 * editors do not get it, nor do they find it in /proc/PID/environ.
 */

/* Idempotent; the others call it, too. */
void secret_env_take(void);

/* NULL where it is not set. */
const char *secret_env_key(void);
const char *secret_env_headers(void);

#endif
