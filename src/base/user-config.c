#include "config.h"

#include "src/base/user-config.h"

#include <stdlib.h>

bool user_config_path(struct strbuf *path, const char *program)
{
	const char *config = getenv("XDG_CONFIG_HOME");
	const char *home = getenv("HOME");

	if (config && *config == '/')
		strbuf_addf(path, "%s/%s/config.toml", config, program);
	else if (home && *home == '/')
		strbuf_addf(path, "%s/.config/%s/config.toml", home, program);
	else
		return false;
	return true;
}
