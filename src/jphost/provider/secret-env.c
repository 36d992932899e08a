#include "config.h"

#include "src/jphost/provider/secret-env.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/xalloc.h"

extern char **environ;

/* For as long as the program runs. */
static struct secret_env {
	bool taken;
	char *key, *headers;
} secret_env;

/* The value of a variable, which is then gone. */
static char *take(const char *name)
{
	size_t len = strlen(name), kept = 0;
	char *value = NULL;

	for (size_t i = 0; environ && environ[i]; i++) {
		char *entry = environ[i];

		if (strncmp(entry, name, len) != 0 || entry[len] != '=') {
			environ[kept++] = entry;
			continue;
		}
		if (!value)
			value = xstrdup(entry + len + 1);
		explicit_bzero(entry, strlen(entry));
	}
	if (environ)
		environ[kept] = NULL;
	return value;
}

void secret_env_take(void)
{
	if (secret_env.taken)
		return;
	secret_env.taken = true;
	secret_env.key = take("OPENAI_API_KEY");
	secret_env.headers = take("JPHOST_HEADERS");
}

const char *secret_env_key(void)
{
	secret_env_take();
	return secret_env.key;
}

const char *secret_env_headers(void)
{
	secret_env_take();
	return secret_env.headers;
}
