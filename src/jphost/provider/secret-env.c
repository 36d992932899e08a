#include "config.h"

#include "src/jphost/provider/secret-env.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/url.h"
#include "src/base/xalloc.h"

extern char **environ;

/* Kept as long as the program runs. */
static struct secret_env {
	bool taken;
	char *key, *headers, *provider;
	struct secret_variable {
		char *name, *value;
	} * variables;
	size_t count, cap;
	const char **given; /* terminated by NULL */
	size_t given_count, given_cap;
} secret_env;

/* Remove a variable from the environment and return its value. */
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

static bool has_login(const char *text)
{
	return text && url_login(slice_str(strstr(text, "://"))).len;
}

void secret_env_take(void)
{
	if (secret_env.taken)
		return;
	secret_env.taken = true;
	secret_env.key = take("OPENAI_API_KEY");
	secret_env.headers = take("JPHOST_HEADERS");
	if (has_login(getenv("JPHOST_PROVIDER")))
		secret_env.provider = take("JPHOST_PROVIDER");
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

const char *secret_env_provider(void)
{
	secret_env_take();
	return secret_env.provider ? secret_env.provider
				   : getenv("JPHOST_PROVIDER");
}

bool secret_env_is_plain(const char *name)
{
	static const char *const plain[] = {
		"HOME", "HOSTNAME", "LANG", "LOGNAME", "PATH", "PWD", "SHELL",
		"TERM", "TMPDIR", "USER",
		/* Where files are: no other of this prefix, it may be anything. */
		"XDG_CACHE_HOME", "XDG_CONFIG_DIRS", "XDG_CONFIG_HOME",
		"XDG_DATA_DIRS", "XDG_DATA_HOME", "XDG_RUNTIME_DIR",
		"XDG_STATE_HOME"
	};

	return slice_is_one_of(slice_str(name), plain, ARRAY_SIZE(plain));
}

const char *secret_env_variable(const char *name)
{
	struct secret_variable *variable;
	char *value;

	secret_env_take();
	if (secret_env_is_plain(name))
		return getenv(name);
	if (!strcmp(name, "OPENAI_API_KEY"))
		return secret_env.key;
	for (size_t i = 0; i < secret_env.count; i++) {
		if (!strcmp(secret_env.variables[i].name, name))
			return secret_env.variables[i].value;
	}
	value = take(name);
	if (!value)
		return NULL;
	ALLOC_GROW(secret_env.variables, secret_env.count + 1, secret_env.cap);
	variable = &secret_env.variables[secret_env.count++];
	*variable = (struct secret_variable){ xstrdup(name), value };
	return value;
}

static void put_back(const char *name, const char *value)
{
	if (value)
		setenv(name, value, 1);
}

void secret_env_put_back(void)
{
	put_back("OPENAI_API_KEY", secret_env.key);
	put_back("JPHOST_HEADERS", secret_env.headers);
	put_back("JPHOST_PROVIDER", secret_env.provider);
	for (size_t i = 0; i < secret_env.count; i++)
		put_back(secret_env.variables[i].name,
			 secret_env.variables[i].value);
}

void secret_env_give(const char *header)
{
	ALLOC_GROW(secret_env.given, secret_env.given_count + 2,
		   secret_env.given_cap);
	secret_env.given[secret_env.given_count++] = xstrdup(header);
	secret_env.given[secret_env.given_count] = NULL;
}

const char *const *secret_env_given(void)
{
	return secret_env.given;
}
