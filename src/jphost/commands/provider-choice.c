#include "config.h"

#include "src/jphost/commands/provider-choice.h"

#include <stdlib.h>

#include "proto/json-scan.h"
#include "src/base/xalloc.h"
#include "src/jphost/commands/jp-doctor.h"
#include "src/jphost/config/config-load.h"

static char *choose(const char *given, const char *variable, const char *key,
		    struct slice own)
{
	const char *set = getenv(variable);
	struct strbuf text = STRBUF_INIT;
	struct json_member member;

	if (given)
		return xstrdup(given);
	if (set && *set)
		return xstrdup(set);
	if (json_find_path(own, &member, "plugins", "command", "jphost",
			   "options", key, NULL) &&
	    json_string_add(&text, member.value) && text.len)
		return strbuf_detach(&text);
	strbuf_release(&text);
	return NULL;
}

void provider_choice_init(struct provider_choice *choice,
			  const struct workspace *ws, struct slice given,
			  const char *provider, const char *model)
{
	struct strbuf own = STRBUF_INIT;

	host_config_write_own(&own, ws, given);
	choice->provider = choose(provider, "JPHOST_PROVIDER", "provider",
				  strbuf_slice(&own));
	choice->model =
		choose(model, "JPHOST_MODEL", "model", strbuf_slice(&own));
	strbuf_release(&own);
}

void provider_choice_prefer_jp(struct provider_choice *choice)
{
	char *jp = choice->provider ? NULL : jp_doctor_find("jp");

	if (jp)
		choice->provider = xstrdup("jp");
	free(jp);
}

void provider_choice_release(struct provider_choice *choice)
{
	free(choice->provider);
	free(choice->model);
}
