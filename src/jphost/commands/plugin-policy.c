#include "config.h"

#include "src/jphost/commands/plugin-policy.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "proto/json-scan.h"
#include "src/base/i18n.h"
#include "src/base/sha256.h"
#include "src/jphost/commands/plugin-process.h"
#include "src/jphost/commands/trust-ask.h"
#include "src/jphost/config/config-file.h"
#include "src/jphost/config/config-load.h"
#include "src/jphost/workspace/workspace-place.h"

/* Stricter modes have higher values. */
enum mode { MODE_UNSAID, MODE_UNATTENDED, MODE_ASK, MODE_DENY };

/* The policy in one configuration, with the checksum it requires. */
struct policy {
	enum mode mode;
	bool wants_sum;
	struct strbuf sum;
};

static int read_mode(struct policy *policy, const struct json_member *run,
		     struct strbuf *err)
{
	static const struct {
		const char *word;
		enum mode mode;
	} words[] = {
		{ "unattended", MODE_UNATTENDED },
		{ "allow", MODE_UNATTENDED },
		{ "ask", MODE_ASK },
		{ "deny", MODE_DENY },
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		if (!json_string_is(run->value, words[i].word))
			continue;
		if (words[i].mode > policy->mode)
			policy->mode = words[i].mode;
		return 0;
	}
	strbuf_setf(err, "'run' of a plugin is ask, unattended or deny");
	return -1;
}

static int read_checksum(struct policy *policy, const struct json_member *sum,
			 struct strbuf *err)
{
	struct json_member member;

	strbuf_reset(&policy->sum);
	policy->wants_sum = true;
	if (json_find(sum->value, "algorithm", &member) &&
	    json_string_is(member.value, "sha256") &&
	    json_find_text(sum->value, "value", &policy->sum))
		return 0;
	strbuf_setf(err, "'checksum' of a plugin is {algorithm = \"sha256\", "
			 "value}");
	return -1;
}

static int read_at(struct policy *policy, struct slice config, const char *key,
		   struct strbuf *err)
{
	struct json_member plugin, member;

	if (!json_find_path(config, &plugin, "plugins", "command", key, NULL))
		return 0;
	if (json_find(plugin.value, "run", &member) &&
	    read_mode(policy, &member, err))
		return -1;
	return json_find(plugin.value, "checksum", &member)
		       ? read_checksum(policy, &member, err)
		       : 0;
}

/* Read the settings for its whole name and for the name's first word. */
static int read_policy(struct policy *policy, struct slice config,
		       const char *name, struct strbuf *err)
{
	const char *slash = strrchr(name, '/');
	struct strbuf key = STRBUF_INIT;
	size_t word;
	int ret;

	name = slash ? slash + 1 : name;
	strbuf_addstr(&key, strncmp(name, "jp-", 3) ? name : name + 3);
	ret = read_at(policy, config, key.buf, err);
	word = strcspn(key.buf, "-");
	if (!ret && word < key.len) {
		strbuf_setlen(&key, word);
		ret = read_at(policy, config, key.buf, err);
	}
	strbuf_release(&key);
	return ret;
}

static int sum_of(struct strbuf *sum, const char *path, struct strbuf *err)
{
	char *real = realpath(path, NULL);
	struct strbuf text = STRBUF_INIT;
	int ret = real ? workspace_file_read(AT_FDCWD, real, &text, err) : -1;

	if (!ret)
		sha256_add(sum, strbuf_slice(&text));
	else if (!err->len)
		strbuf_setf(err, "cannot read '%s'", path);
	free(real);
	strbuf_release(&text);
	return ret;
}

static int check_sum(const struct policy *policy, const char *name,
		     const struct strbuf *sum, struct strbuf *err)
{
	if (!policy->wants_sum || !strcasecmp(policy->sum.buf, sum->buf))
		return 0;
	strbuf_setf(err,
		    "the plugin '%s' is not the one that is configured: "
		    "its checksum is %s",
		    name, sum->buf);
	return -1;
}

static int ask(const struct workspace *ws, const char *name, const char *path,
	       const struct strbuf *sum, struct strbuf *err)
{
	const struct config_wish wish = { (char *)path, sum->buf,
					  TRUST_UNASKED };
	enum trust_word word = trust_find(&ws->trust, path, "plugin", sum->buf);

	if (word == TRUST_UNASKED && trust_ask_can()) {
		word = trust_ask_one(_("Run this plugin?"), &wish);
		if (word != TRUST_UNASKED &&
		    trust_save(path, "plugin", sum->buf, word, err))
			return -1;
	}
	if (word == TRUST_ALLOWED)
		return 0;
	strbuf_setf(err,
		    "the plugin '%s' is to be asked about: 'run' of "
		    "plugins.command in a configuration of your own may say "
		    "\"unattended\"",
		    name);
	return -1;
}

/* The user typed this path, or the plugin was installed with us. */
static bool is_known(const char *name, const char *path)
{
	struct plugin_dirs dirs;
	char *user_data;
	size_t len;
	bool beside;

	if (strchr(name, '/'))
		return true;
	user_data = workspace_user_data();
	plugin_dirs_init(&dirs, user_data);
	len = dirs.count ? strlen(dirs.dirs[0]) : 0;
	beside = len && !strncmp(path, dirs.dirs[0], len) && path[len] == '/' &&
		 !strchr(path + len + 1, '/');
	plugin_dirs_release(&dirs);
	free(user_data);
	return beside;
}

/* The user's setting decides; an untrusted one only if it is stricter. */
static bool asks(const struct policy *all, const struct policy *own,
		 const char *name, const char *path)
{
	if (own->mode)
		return own->mode == MODE_ASK;
	if (all->mode == MODE_ASK)
		return true;
	return !own->wants_sum && !is_known(name, path);
}

int plugin_policy_check(const struct workspace *ws, struct slice given,
			const char *name, const char *path, struct strbuf *err)
{
	struct policy all = { .sum = STRBUF_INIT }, own = all;
	struct strbuf config = STRBUF_INIT, mine = STRBUF_INIT;
	struct strbuf sum = STRBUF_INIT;
	bool must_ask;
	int ret = -1;

	config_write(&config, ws, given);
	config_write_own(&mine, ws, given);
	if (read_policy(&all, strbuf_slice(&config), name, err) ||
	    read_policy(&own, strbuf_slice(&mine), name, err))
		goto out;
	if (all.mode == MODE_DENY || own.mode == MODE_DENY) {
		strbuf_setf(err, "the plugin '%s' is denied by configuration",
			    name);
		goto out;
	}
	must_ask = asks(&all, &own, name, path);
	if ((all.wants_sum || own.wants_sum || must_ask) &&
	    sum_of(&sum, path, err))
		goto out;
	if (check_sum(&all, name, &sum, err) ||
	    check_sum(&own, name, &sum, err))
		goto out;
	ret = must_ask ? ask(ws, name, path, &sum, err) : 0;
out:
	strbuf_release(&all.sum);
	strbuf_release(&own.sum);
	strbuf_release(&config);
	strbuf_release(&mine);
	strbuf_release(&sum);
	return ret;
}

/* --- For describing only --- */

static void add_file(struct plugin_bars *bars, const char *dir,
		     const char *name, const char *inside)
{
	struct config_tree *tree = config_tree_new(CONFIG_TABLE);
	struct strbuf stem = STRBUF_INIT;

	strbuf_addf(&stem, "%s/%s", dir, name);
	if (!config_file_load(tree, stem.buf, inside, NULL, &bars->failed)) {
		config_tree_write(&bars->config, tree);
		strbuf_addch(&bars->config, '\n');
	}
	config_tree_free(tree);
	strbuf_release(&stem);
}

struct folder_bars {
	struct plugin_bars *bars;
	const char *root;
};

static int add_folder(void *user, const char *folder)
{
	const struct folder_bars *folders = user;

	add_file(folders->bars, folder, ".jp", folders->root);
	return 0;
}

void plugin_bars_read(struct plugin_bars *bars, const char *dir)
{
	char *user_dir = config_user_dir();
	struct strbuf ignored = STRBUF_INIT;
	struct workspace ws = { 0 };

	add_file(bars, user_dir, "config", NULL);
	if (!workspace_open(&ws, dir, &ignored)) {
		struct folder_bars folders = { bars, ws.root };

		add_file(bars, ws.storage, "config", ws.root);
		config_each_folder(&ws, dir, add_folder, &folders);
		if (ws.silo)
			add_file(bars, ws.silo, "config", NULL);
		workspace_release(&ws);
	}
	free(user_dir);
	strbuf_release(&ignored);
}

void plugin_bars_release(struct plugin_bars *bars)
{
	strbuf_release(&bars->config);
	strbuf_release(&bars->failed);
}

static int check_layer(struct slice config, const char *name, const char *path,
		       struct strbuf *why)
{
	struct policy policy = { .sum = STRBUF_INIT };
	struct strbuf sum = STRBUF_INIT;
	int ret = read_policy(&policy, config, name, why);

	if (!ret && policy.mode == MODE_DENY) {
		strbuf_setf(why, "it is denied by configuration");
		ret = -1;
	}
	if (!ret && policy.wants_sum) {
		ret = sum_of(&sum, path, why);
		if (!ret)
			ret = check_sum(&policy, name, &sum, why);
	}
	strbuf_release(&policy.sum);
	strbuf_release(&sum);
	return ret;
}

int plugin_bars_check(const struct plugin_bars *bars, const char *name,
		      const char *path, struct strbuf *why)
{
	struct slice rest = strbuf_slice(&bars->config);

	if (bars->failed.len) {
		strbuf_addslice(why, strbuf_slice(&bars->failed));
		return -1;
	}
	/* Any layer may refuse. */
	while (rest.len) {
		if (check_layer(slice_take_line(&rest), name, path, why))
			return -1;
	}
	return 0;
}
