#include "config.h"

#include "src/jphost/config/config-load.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/jphost/config/config-file.h"
#include "src/jphost/config/config-login.h"
#include "src/jphost/config/config-model.h"
#include "src/jphost/config/config-tool.h"
#include "src/jphost/config/config-trust.h"
#include "src/jphost/workspace/workspace-place.h"
#include "src/toml/config-tree.h"

extern char **environ;

/* --- Files --- */

static const char *home(void)
{
	const char *dir = getenv("HOME");

	return dir && *dir ? dir : "/";
}

char *config_user_dir(void)
{
	const char *own = getenv("JP_GLOBAL_CONFIG_DIR");
	const char *xdg = getenv("XDG_CONFIG_HOME");
	struct strbuf path = STRBUF_INIT;

	if (own && own[0] == '~' && (own[1] == '/' || !own[1]))
		strbuf_addf(&path, "%s%s", home(), own + 1);
	else if (own && *own)
		strbuf_addstr(&path, own);
	else if (xdg && *xdg == '/')
		strbuf_addf(&path, "%s/jp", xdg);
	else
		strbuf_addf(&path, "%s/.config/jp", home());
	return strbuf_detach(&path);
}

static bool is_final(const struct config_tree *tree)
{
	const struct config_tree *inherit =
		config_tree_find(tree, "\"inherit\"");

	return inherit && inherit->scalar && !strcmp(inherit->scalar, "false");
}

static int load_in(struct config_tree *tree, const char *dir, const char *name,
		   const char *inside, bool *unread, struct strbuf *err)
{
	struct strbuf stem = STRBUF_INIT;
	int ret;

	strbuf_addf(&stem, "%s/%s", dir, name);
	ret = config_file_load(tree, stem.buf, inside, unread, err);
	strbuf_release(&stem);
	return ret;
}

int config_each_folder(const struct workspace *ws, const char *dir,
		       int (*take)(void *user, const char *folder), void *user)
{
	size_t root_len = strlen(ws->root);
	char *real = realpath(dir, NULL);
	int ret = 0;

	/* A directory outside of the workspace counts as its root. */
	if (!real || strncmp(real, ws->root, root_len) != 0 ||
	    (real[root_len] && real[root_len] != '/')) {
		free(real);
		real = xstrdup(ws->root);
	}
	for (char *at = real + root_len; !ret; at += strcspn(at + 1, "/") + 1) {
		char kept = *at;

		*at = '\0';
		ret = take(user, real);
		*at = kept;
		if (!kept)
			break;
	}
	free(real);
	return ret;
}

struct folder_loading {
	struct config_tree *tree;
	struct workspace *ws;
	struct strbuf *err;
};

static int load_folder(void *user, const char *folder)
{
	const struct folder_loading *load = user;

	return load_in(load->tree, folder, ".jp", load->ws->root,
		       &load->ws->unread, load->err);
}

static char *detach(struct config_tree *tree)
{
	struct strbuf json = STRBUF_INIT;

	config_tree_write(&json, tree);
	return strbuf_detach(&json);
}

/*
 * Load only the user's own layers. "inherit = false" in an untrusted layer must
 * not cancel the user's settings for this workspace.
 */
static int load_own(struct workspace *ws, const char *user_dir,
		    struct strbuf *err)
{
	struct config_tree *tree = config_tree_new(CONFIG_TABLE);
	int ret = load_in(tree, user_dir, "config", NULL, NULL, err);

	if (!ret && !is_final(tree) && ws->silo)
		ret = load_in(tree, ws->silo, "config", NULL, NULL, err);
	if (!ret) {
		free(ws->own_config);
		ws->own_config = detach(tree);
	}
	config_tree_free(tree);
	return ret;
}

/* jp's environment variables are a layer that is not read here. */
static void look_at_environment(struct workspace *ws)
{
	static const char prefix[] = "JP_CFG_";

	for (char **each = environ; *each; each++) {
		if (strncmp(*each, prefix, strlen(prefix)) != 0)
			continue;
		ws->unread = true;
		fprintf(stderr, _("jphost: '%.*s' is left out\n"),
			(int)strcspn(*each, "="), *each);
	}
}

static int load_files(struct config_tree *tree, struct workspace *ws,
		      const char *user_dir, const char *dir, struct strbuf *err)
{
	struct folder_loading folders = { tree, ws, err };
	int ret = load_in(tree, user_dir, "config", NULL, &ws->unread, err);

	if (!ret && !is_final(tree))
		ret = load_in(tree, ws->storage, "config", ws->root,
			      &ws->unread, err);
	if (!ret && !is_final(tree))
		ret = config_each_folder(ws, dir, load_folder, &folders);
	if (!ret && !is_final(tree) && ws->silo)
		ret = load_in(tree, ws->silo, "config", NULL, &ws->unread, err);
	return ret;
}

int config_load(struct workspace *ws, const char *dir, struct strbuf *err)
{
	struct config_tree *tree = config_tree_new(CONFIG_TABLE);
	char *user_dir = config_user_dir();
	int ret = -1;

	workspace_look_for_silo(ws);
	ws->unread = false;
	trust_release(&ws->trust);
	look_at_environment(ws);
	if (!trust_load(&ws->trust, err) && !load_own(ws, user_dir, err) &&
	    !load_files(tree, ws, user_dir, dir, err)) {
		free(ws->config);
		config_login_cut(tree);
		ws->config = detach(tree);
		ret = 0;
	}
	config_tree_free(tree);
	free(user_dir);
	return ret;
}

/* --- Merging --- */

static struct config_tree *files_of(const struct workspace *ws)
{
	return config_tree_from_json(slice_str(ws->config ? ws->config : "{}"));
}

/* Remove untrusted settings that are not allowed from all layers. */
static void settle(struct config_tree *tree, const struct workspace *ws,
		   struct config_wishes *wishes, struct config_tree *options)
{
	struct config_tree *own = config_tree_from_json(
		slice_str(ws->own_config ? ws->own_config : "{}"));
	struct config_wishes ignored = CONFIG_WISHES_INIT;
	struct config_tree *unused = config_tree_new(CONFIG_TABLE);

	config_tool_graft(tree);
	config_tool_graft(own);
	config_login_cut(own);
	config_trust_settle(tree, own, &ws->trust, ws->root,
			    wishes ? wishes : &ignored,
			    options ? options : unused);
	if (ws->unread)
		config_tool_ask_always(tree);
	config_wishes_release(&ignored);
	config_tree_free(unused);
	config_tree_free(own);
}

static void merge(struct config_tree *tree, struct slice given)
{
	if (given.len)
		config_tree_merge(tree, config_tree_from_json(given));
}

static void finish(struct strbuf *out, struct config_tree *tree)
{
	config_tool_graft(tree);
	config_tree_write(out, tree);
	config_tree_free(tree);
}

void config_write(struct strbuf *out, const struct workspace *ws,
		  struct slice given)
{
	struct config_tree *tree = files_of(ws);

	settle(tree, ws, NULL, NULL);
	merge(tree, given);
	config_login_cut(tree);
	config_model_resolve(tree);
	finish(out, tree);
}

/*
 * Defaults for a conversation whose own configuration lacks these: jp fills
 * them in when it reads it, so that the present files do not apply instead.
 */
static const char DEFAULTS[] =
	"{\"assistant\":{\"system_prompt\":\"You are a helpful assistant.\","
	"\"system_prompt_sections\":[],\"instructions\":[],"
	"\"tool_choice\":\"auto\"},\"conversation\":{\"attachments\":[]}}";

static int add_base(struct config_tree *tree, const struct workspace *ws,
		    const char *id, struct strbuf *err)
{
	struct workspace_place place = WORKSPACE_PLACE_INIT;
	struct strbuf base = STRBUF_INIT;

	if (workspace_place_open(&place, ws, id, err))
		return -1;
	if (workspace_place_base_config(&place, &base)) {
		struct config_tree *own =
			config_tree_from_json(slice_str(DEFAULTS));

		config_tree_settle(own,
				   config_tree_from_json(strbuf_slice(&base)));
		config_tree_settle(tree, own);
	}
	workspace_place_close(&place);
	strbuf_release(&base);
	return 0;
}

static int add_deltas(struct config_tree *tree, const struct workspace *ws,
		      const char *id, struct strbuf *err)
{
	struct history history = HISTORY_INIT;
	int ret = workspace_read(ws, id, &history, err);

	for (size_t i = 0; i < history.count; i++) {
		struct json_member member;

		if (json_find(history.events[i], "type", &member) &&
		    json_string_is(member.value, "config_delta") &&
		    json_find(history.events[i], "delta", &member) &&
		    member.type == JSON_OBJECT)
			config_tree_merge(tree,
					  config_tree_from_json(member.value));
	}
	history_release(&history);
	return ret;
}

void config_write_own(struct strbuf *out, const struct workspace *ws,
		      struct slice given)
{
	struct config_tree *tree = config_tree_from_json(
		slice_str(ws->own_config ? ws->own_config : "{}"));

	merge(tree, given);
	finish(out, tree);
}

/*
 * Layers of a conversation, or of the files if `id` is NULL. NULL with `err`.
 */
static struct config_tree *layers_of(const struct workspace *ws, const char *id,
				     struct strbuf *err)
{
	struct config_tree *tree = files_of(ws);

	if (!id ||
	    (!add_base(tree, ws, id, err) && !add_deltas(tree, ws, id, err)))
		return tree;
	config_tree_free(tree);
	return NULL;
}

int config_write_for(struct strbuf *out, const struct workspace *ws,
		     const char *id, struct slice given, struct strbuf *err)
{
	struct config_tree *tree = layers_of(ws, id, err);

	if (!tree)
		return -1;
	settle(tree, ws, NULL, NULL);
	merge(tree, given);
	config_login_cut(tree);
	finish(out, tree);
	return 0;
}

int config_wishes(struct config_wishes *wishes, const struct workspace *ws,
		  const char *id, struct strbuf *err)
{
	struct config_tree *tree = layers_of(ws, id, err);

	if (!tree)
		return -1;
	settle(tree, ws, wishes, NULL);
	config_tree_free(tree);
	return 0;
}

/* --- Options of plugins --- */

static bool find_options(struct slice config, struct slice name,
			 struct json_member *options)
{
	char *key = xmemdupz(name.ptr, name.len);
	bool found = json_find_path(config, options, "plugins", "command", key,
				    "options", NULL) &&
		     options->type == JSON_OBJECT;

	free(key);
	return found;
}

/* The name of its table: the file's name without "jp-". */
static struct slice table_of(const char *plugin)
{
	const char *slash = strrchr(plugin, '/');
	struct slice name = slice_str(slash ? slash + 1 : plugin);

	return slice_starts_with(name, SLICE("jp-")) ? slice_skip(name, 3)
						     : name;
}

void config_write_options(struct strbuf *out, struct slice config,
			  const char *plugin, struct slice given)
{
	struct slice name = table_of(plugin);
	struct config_tree *tree;
	struct json_member found;

	if (!find_options(config, name, &found) &&
	    !find_options(config, slice_of(name.ptr, strcspn(name.ptr, "-")),
			  &found)) {
		strbuf_addslice(out, given);
		return;
	}
	tree = config_tree_from_json(found.value);
	merge(tree, given);
	finish(out, tree);
}

void config_write_untrusted(struct strbuf *out, const struct workspace *ws,
			    const char *plugin)
{
	struct config_tree *options, *tree;

	if (!slice_is(table_of(plugin), "dashboard"))
		return;
	options = config_tree_new(CONFIG_TABLE);
	tree = files_of(ws);
	settle(tree, ws, NULL, options);
	config_tree_write(out, options);
	config_tree_free(options);
	config_tree_free(tree);
}

/* --- New conversations --- */

/*
 * Settings that jp requires to load a conversation, but files may lack: a safe
 * answer to "may tools run?", and a model's name (added later).
 */
static const char REQUIRED[] =
	"{\"conversation\":{\"tools\":{\"*\":{\"run\":\"ask\"}}}}";

static bool find_model(struct slice config, struct json_member *model)
{
	return json_find_path(config, model, "assistant", "model", "id",
			      NULL) &&
	       model->type != JSON_NULL;
}

/*
 * Take the model of the user's own newest conversation, which was set on jp's
 * command line. Nothing else is taken from another conversation: it may have
 * been meant for that one only, or be untrusted.
 */
static void add_last_model(struct config_tree *tree, const struct workspace *ws)
{
	struct conversation_list list = { NULL, 0, 0 };
	struct strbuf ignored = STRBUF_INIT, base = STRBUF_INIT;
	struct json_member model;
	bool found = false;

	if (workspace_list(ws, &list, &ignored))
		list.count = 0;
	for (size_t i = 0; i < list.count && !found; i++) {
		struct workspace_place place = WORKSPACE_PLACE_INIT;

		strbuf_reset(&base);
		found = !workspace_place_open(&place, ws, list.entries[i].id,
					      &ignored) &&
			place.dirs[ROOT_SILO].fd >= 0 &&
			workspace_place_base_config(&place, &base) &&
			find_model(strbuf_slice(&base), &model);
		workspace_place_close(&place);
	}
	if (found) {
		strbuf_reset(&ignored);
		strbuf_addf(&ignored,
			    "{\"assistant\":{\"model\":{\"id\":%.*s}}}",
			    (int)model.value.len, model.value.ptr);
		config_tree_merge(
			tree, config_tree_from_json(strbuf_slice(&ignored)));
	}
	conversation_list_release(&list);
	strbuf_release(&ignored);
	strbuf_release(&base);
}

/* Write the configuration of a new conversation: that of the files. */
static void write_base_config(const struct workspace *ws, struct strbuf *out)
{
	struct slice files = slice_str(ws->config ? ws->config : "{}");
	struct config_tree *tree = config_tree_from_json(slice_str(REQUIRED));
	struct strbuf compact = STRBUF_INIT;
	struct json_member model;

	if (!find_model(files, &model))
		add_last_model(tree, ws);
	config_tree_settle(tree, config_tree_from_json(files));
	config_tree_write(&compact, tree);
	json_write_pretty(out, strbuf_slice(&compact), 0);
	strbuf_addch(out, '\n');
	config_tree_free(tree);
	strbuf_release(&compact);
}

char *config_new_conversation(const struct workspace *ws, const char *title,
			      int64_t now_ms, struct strbuf *err)
{
	struct strbuf config = STRBUF_INIT;
	char *id;

	write_base_config(ws, &config);
	id = workspace_new_conversation(ws, title, &config, now_ms, err);
	strbuf_release(&config);
	return id;
}
