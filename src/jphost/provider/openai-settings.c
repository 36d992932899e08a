#include "config.h"

#include "src/jphost/provider/openai-settings.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "src/base/base64.h"
#include "src/base/url.h"
#include "src/base/xalloc.h"
#include "src/jphost/provider/secret-env.h"

/* Resolve a name in `providers.llm.aliases`; others are returned as is. */
static struct json_member resolve_alias(struct slice config,
					struct json_member id)
{
	struct json_member aliases, alias;

	if (id.type == JSON_STRING &&
	    json_find_path(config, &aliases, "providers", "llm", "aliases",
			   NULL)) {
		struct json_walk walk = json_walk_begin(aliases.value);

		while (json_walk_next(&walk, &alias)) {
			if (slice_equal(alias.key, slice_of(id.value.ptr + 1,
							    id.value.len - 2)))
				return alias;
		}
	}
	return id;
}

/*
 * Read `assistant.model.id`: {"provider", "name"}, "provider/name", a name or
 * an alias of one. Only the prefixes of providers that serve other vendors'
 * models are removed, because model names may contain a '/' themselves.
 */
static char *configured_model(struct slice config)
{
	static const char *const servers[] = { "openai/", "openrouter/",
					       "ollama/", "llamacpp/" };
	struct strbuf model = STRBUF_INIT;
	struct json_member id, name;

	if (!json_find_path(config, &id, "assistant", "model", "id", NULL))
		return NULL;
	id = resolve_alias(config, id);
	if (json_find(id.value, "name", &name)) {
		json_string_add(&model, name.value);
		return model.len ? strbuf_detach(&model) : NULL;
	}
	json_string_add(&model, id.value);
	for (size_t i = 0; i < ARRAY_SIZE(servers); i++) {
		struct slice server = slice_str(servers[i]);

		if (slice_starts_with(strbuf_slice(&model), server)) {
			strbuf_remove(&model, 0, server.len);
			break;
		}
	}
	return model.len ? strbuf_detach(&model) : NULL;
}

/* Complete the path, before a query: Azure has `?api-version=…` there. */
static void add_path(struct strbuf *url)
{
	static const char path[] = "/chat/completions";
	struct strbuf query = STRBUF_INIT;
	size_t end = strcspn(url->buf, "?#");

	strbuf_add(&query, url->buf + end, strcspn(url->buf + end, "#"));
	strbuf_setlen(url, end);
	while (url->len && url->buf[url->len - 1] == '/')
		strbuf_setlen(url, url->len - 1);
	if (url->len < strlen(path) ||
	    strcmp(url->buf + url->len - strlen(path), path) != 0)
		strbuf_addstr(url, path);
	strbuf_addslice(url, strbuf_slice(&query));
	strbuf_release(&query);
}

/* What comes after "://" and a login. */
static const char *place_of(const char *url)
{
	const char *at = strstr(url, "://");
	struct slice login = url_login(slice_str(at));

	return login.len ? login.ptr + login.len + 1 : at + 3;
}

static int read_url(struct openai_settings *settings, const char *base_url,
		    struct strbuf *err)
{
	struct strbuf url = STRBUF_INIT;

	if (strncmp(base_url, "http://", 7) != 0 &&
	    strncmp(base_url, "https://", 8) != 0) {
		strbuf_setf(err, "openai: needs a URL, such as openai:%s",
			    "http://localhost:11434/v1");
		return -1;
	}
	strbuf_addstr(&url, base_url);
	if (!strcspn(place_of(base_url), ":/?#")) {
		url_hide_logins(url.buf);
		strbuf_setf(err, "the URL '%s' names no host", url.buf);
		strbuf_release(&url);
		return -1;
	}
	add_path(&url);
	settings->url = strbuf_detach(&url);
	return 0;
}

void openai_settings_add_place(struct strbuf *out,
			       const struct openai_settings *settings)
{
	const char *place = place_of(settings->url);
	const char *at = strstr(settings->url, "://") + 3;

	strbuf_add(out, settings->url, (size_t)(at - settings->url));
	strbuf_add(out, place, strcspn(place, "?#"));
}

static void decode(struct strbuf *out, struct slice text)
{
	while (text.len) {
		int byte = url_byte(text);

		strbuf_addch(out, byte >= 0 ? (char)byte : text.ptr[0]);
		text = slice_skip(text, byte >= 0 ? 3 : 1);
	}
}

/* The password of the URL, also as it is sent. */
static void hide_login(struct openai_settings *settings)
{
	struct slice login = url_login(slice_str(strstr(settings->url, "://")));
	const char *colon =
		login.len ? memchr(login.ptr, ':', login.len) : NULL;
	struct strbuf plain = STRBUF_INIT, sent = STRBUF_INIT;

	if (colon) {
		struct openai_headers *headers = &settings->own.headers;
		size_t user;

		decode(&plain,
		       slice_of(login.ptr, (size_t)(colon - login.ptr)));
		strbuf_addch(&plain, ':');
		user = plain.len;
		login = slice_skip(login, (size_t)(colon + 1 - login.ptr));
		decode(&plain, login);
		base64_encode(&sent, strbuf_slice(&plain));
		openai_headers_hide(headers, login);
		openai_headers_hide(headers,
				    slice_skip(strbuf_slice(&plain), user));
		openai_headers_hide(headers, strbuf_slice(&sent));
	}
	strbuf_release(&plain);
	strbuf_release(&sent);
}

/* Pasting often adds blanks at either end. */
static int read_key(struct openai_settings *settings, const char *key,
		    struct strbuf *err)
{
	size_t len;

	key += strspn(key, " \t\r\n");
	len = strlen(key);
	while (len && strchr(" \t\r\n", key[len - 1]))
		len--;
	for (size_t i = 0; i < len; i++) {
		if ((unsigned char)key[i] <= ' ' || key[i] == 0x7f) {
			strbuf_setf(err, "OPENAI_API_KEY has a blank or a "
					 "control character within it");
			return -1;
		}
	}
	openai_headers_hide(&settings->own.headers, slice_of(key, len));
	/* A user who sets that header knows which key the server needs. */
	if (len &&
	    !openai_headers_have(&settings->own.headers, "Authorization"))
		settings->key = xmemdupz(key, len);
	return 0;
}

bool openai_settings_is_open(const struct openai_settings *settings)
{
	static const char *const here[] = { "localhost", "127.", "[::1]" };
	struct strbuf place = STRBUF_INIT;
	bool open = settings->key || settings->own.headers.secret_count;
	const char *host;

	openai_settings_add_place(&place, settings);
	host = strstr(place.buf, "://") + 3;
	open = open && !strncmp(place.buf, "http://", 7);
	for (size_t i = 0; i < ARRAY_SIZE(here); i++)
		open = open && strncmp(host, here[i], strlen(here[i])) != 0;
	strbuf_release(&place);
	return open;
}

int openai_settings_read(struct openai_settings *settings, const char *base_url,
			 const char *model, struct slice config,
			 struct strbuf *err)
{
	const char *key = secret_env_key();

	*settings = (struct openai_settings)OPENAI_SETTINGS_INIT;
	if (read_url(settings, base_url, err))
		return -1;
	settings->model = model ? xstrdup(model) : configured_model(config);
	if (!settings->model) {
		strbuf_setf(err, "which model? --model names one");
		openai_settings_release(settings);
		return -1;
	}
	if (openai_own_read(&settings->own, err) ||
	    (key && read_key(settings, key, err))) {
		openai_settings_release(settings);
		return -1;
	}
	hide_login(settings);
	return 0;
}

void openai_settings_release(struct openai_settings *settings)
{
	if (settings->key)
		explicit_bzero(settings->key, strlen(settings->key));
	openai_own_release(&settings->own);
	free(settings->key);
	free(settings->url);
	free(settings->model);
	*settings = (struct openai_settings)OPENAI_SETTINGS_INIT;
}
