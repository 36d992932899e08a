#include "config.h"

#include "src/jphost/commands/provider-choice.h"

#include <stdio.h>
#include <stdlib.h>

#include "proto/json-scan.h"
#include "src/base/xalloc.h"
#include "src/jphost/commands/jp-doctor.h"
#include "src/jphost/commands/run-options.h"
#include "src/jphost/config/config-load.h"

/* One of our options, as a text; NULL: it is not set. */
static char *option_of(struct slice config, const char *key)
{
	struct strbuf text = STRBUF_INIT;
	struct json_member member;

	if (json_find_path(config, &member, "plugins", "command", "jphost",
			   "options", key, NULL) &&
	    !json_string_add(&text, member.value))
		strbuf_addslice(&text, member.value);
	if (text.len)
		return strbuf_detach(&text);
	strbuf_release(&text);
	return NULL;
}

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

void provider_choice_prompts(const struct workspace *ws, struct slice given,
			     int64_t *timeout_ms, bool fallback_given,
			     enum fallback *fallback)
{
	struct strbuf own = STRBUF_INIT, err = STRBUF_INIT;
	char *text;

	host_config_write_own(&own, ws, given);
	text = option_of(strbuf_slice(&own), "prompt_timeout_secs");
	if (text && *timeout_ms == -1 &&
	    host_options_read_timeout(timeout_ms, text, &err))
		fprintf(stderr, "jphost: prompt_timeout_secs is no number\n");
	free(text);
	text = option_of(strbuf_slice(&own), "prompt_fallback");
	if (text && !fallback_given && fallback_find(text) != FALLBACK_OTHER)
		*fallback = fallback_find(text);
	else if (text && !fallback_given)
		fprintf(stderr, "jphost: prompt_fallback is neither approve "
				"nor reject\n");
	free(text);
	strbuf_release(&own);
	strbuf_release(&err);
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
