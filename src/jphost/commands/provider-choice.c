#include "config.h"

#include "src/jphost/commands/provider-choice.h"

#include <stdio.h>
#include <stdlib.h>

#include "proto/json-scan.h"
#include "src/base/xalloc.h"
#include "src/jphost/commands/jp-doctor.h"
#include "src/jphost/commands/run-options.h"
#include "src/jphost/config/config-load.h"
#include "src/jphost/provider/secret-env.h"

static bool find_option(const struct provider_choice *choice, const char *key,
			struct json_member *member)
{
	return json_find_path(strbuf_slice(&choice->own), member, "plugins",
			      "command", "jphost", "options", key, NULL);
}

/* One of our options, as a text; NULL: it is not set. */
static char *option_of(const struct provider_choice *choice, const char *key)
{
	struct strbuf text = STRBUF_INIT;
	struct json_member member;

	if (find_option(choice, key, &member) &&
	    !json_string_add(&text, member.value))
		strbuf_addslice(&text, member.value);
	if (text.len)
		return strbuf_detach(&text);
	strbuf_release(&text);
	return NULL;
}

static char *choose(const struct provider_choice *choice, const char *given,
		    const char *set, const char *key)
{
	struct strbuf text = STRBUF_INIT;
	struct json_member member;

	if (given)
		return xstrdup(given);
	if (set && *set)
		return xstrdup(set);
	if (find_option(choice, key, &member) &&
	    json_string_add(&text, member.value) && text.len)
		return strbuf_detach(&text);
	strbuf_release(&text);
	return NULL;
}

void provider_choice_init(struct provider_choice *choice,
			  const struct workspace *ws, struct slice given,
			  const char *provider, const char *model)
{
	strbuf_init(&choice->own);
	config_write_own(&choice->own, ws, given);
	choice->provider =
		choose(choice, provider, secret_env_provider(), "provider");
	choice->model = choose(choice, model, getenv("JPHOST_MODEL"), "model");
}

void provider_choice_prompts(const struct provider_choice *choice,
			     int64_t *timeout_ms, bool fallback_given,
			     enum fallback *fallback)
{
	char *text = option_of(choice, "prompt_timeout_secs");
	struct strbuf err = STRBUF_INIT;

	if (text && *timeout_ms == -1 &&
	    run_options_read_timeout(timeout_ms, text, &err))
		fprintf(stderr,
			"jphost: prompt_timeout_secs is not a number\n");
	free(text);
	text = option_of(choice, "prompt_fallback");
	if (text && !fallback_given && fallback_find(text) != FALLBACK_OTHER)
		*fallback = fallback_find(text);
	else if (text && !fallback_given)
		fprintf(stderr, "jphost: prompt_fallback is neither approve "
				"nor reject\n");
	free(text);
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
	strbuf_release(&choice->own);
}
