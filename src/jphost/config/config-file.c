#include "config.h"

#include "src/jphost/config/config-file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proto/json-scan.h"
#include "src/base/i18n.h"
#include "src/base/trace.h"
#include "src/base/xalloc.h"
#include "src/jphost/config/config-glob.h"
#include "src/jphost/workspace/workspace-owner.h"
#include "src/jphost/workspace/workspace-place.h"
#include "src/toml/toml.h"

/* Files of one configuration; more than this must be a loop. */
#define MAX_FILES 256

struct load {
	struct config_tree *tree;
	const char *inside;
	bool *unread; /* or NULL */
	size_t files;
	struct strbuf *err;
};

/* A file that is being read, and those that extend it. */
struct chain {
	const struct chain *above;
	const char *real;
};

static bool ends_with(const char *path, const char *end)
{
	size_t len = strlen(path), end_len = strlen(end);

	return len >= end_len && !strcmp(path + len - end_len, end);
}

static size_t line_at(const struct strbuf *text, size_t at)
{
	size_t line = 1;

	for (size_t i = 0; i < at && i < text->len; i++)
		line += text->buf[i] == '\n';
	return line;
}

static struct config_tree *read_json(const struct strbuf *text,
				     struct strbuf *err)
{
	struct slice json = slice_skip_mark(strbuf_slice(text));
	size_t at;

	if (json_check(json, &at, err)) {
		char *why = strbuf_detach(err);

		strbuf_setf(err, "line %zu: %s", line_at(text, at), why);
		free(why);
		return NULL;
	}
	if (json_type_of(json) == JSON_OBJECT)
		return config_tree_from_json(json);
	strbuf_setf(err, "it holds no JSON object");
	return NULL;
}

struct config_tree *config_file_read(const char *path, struct strbuf *err)
{
	struct strbuf text = STRBUF_INIT, why = STRBUF_INIT;
	char *real = realpath(path, NULL);
	struct config_tree *tree = NULL;

	if (!real) {
		strbuf_setf(err, "cannot open '%s': %s", path, strerror(errno));
	} else if (!workspace_file_read(AT_FDCWD, real, &text, err)) {
		tree = ends_with(path, ".toml")
			       ? toml_read(strbuf_slice(&text), &why)
			       : read_json(&text, &why);
		if (!tree)
			strbuf_setf(err, "cannot read '%s': %s", path, why.buf);
	}
	free(real);
	strbuf_release(&text);
	strbuf_release(&why);
	return tree;
}

bool config_file_is_inside(const char *real, const char *dir)
{
	char *real_dir = realpath(dir, NULL);
	const char *in = real_dir ? real_dir : dir;
	size_t len = strlen(in);
	bool inside;

	inside = len == 1 || (!strncmp(real, in, len) && real[len] == '/');
	free(real_dir);
	return inside;
}

static int load_file(struct load *load, const char *path,
		     const struct chain *above);

/* Load one entry of `extends`: a path, or {"path", "strategy"}. */
static int load_entry(struct load *load, const char *dir,
		      const struct config_tree *entry, bool after,
		      const struct chain *chain)
{
	struct config_paths paths = CONFIG_PATHS_INIT;
	const struct config_tree *path = entry, *strategy = NULL;
	struct strbuf pattern = STRBUF_INIT;
	int ret = 0;

	if (entry->kind == CONFIG_TABLE) {
		path = config_tree_find(entry, "\"path\"");
		strategy = config_tree_find(entry, "\"strategy\"");
	}
	if (after != (strategy && strategy->scalar &&
		      !strcmp(strategy->scalar, "\"after\"")))
		return 0;
	if (path && path->scalar &&
	    json_string_add(&pattern, slice_str(path->scalar)))
		ret = config_glob(&paths, dir, pattern.buf, load->err);
	for (size_t i = 0; i < paths.count && !ret; i++)
		ret = load_file(load, paths.paths[i], chain);
	config_paths_release(&paths);
	strbuf_release(&pattern);
	return ret;
}

static int load_extended(struct load *load, const char *path,
			 const struct config_tree *extends, bool after,
			 const struct chain *chain)
{
	char *dir = xmemdupz(path, (size_t)(strrchr(path, '/') - path));
	int ret = 0;

	for (size_t i = 0; i < extends->count && !ret; i++)
		ret = load_entry(load, dir, extends->members[i].tree, after,
				 chain);
	free(dir);
	return ret;
}

/* Check that the file may be read: no loop, and not too many files. */
static int check(struct load *load, const char *path, const char *real,
		 const struct chain *above)
{
	for (; above; above = above->above) {
		if (!strcmp(above->real, real)) {
			strbuf_setf(load->err, "'%s' extends itself", path);
			return -1;
		}
	}
	if (++load->files <= MAX_FILES)
		return 0;
	strbuf_setf(load->err, "'%s' is one file too many: there are %d", path,
		    MAX_FILES);
	return -1;
}

/* Copy a file's `extends`: config_tree_merge() takes the file's tree. */
static struct config_tree *copy_extends(const struct config_tree *tree)
{
	const struct config_tree *extends =
		config_tree_find(tree, "\"extends\"");
	struct strbuf json = STRBUF_INIT;
	struct config_tree *copy;

	if (!extends || extends->kind != CONFIG_ARRAY)
		return config_tree_new(CONFIG_ARRAY);
	config_tree_write(&json, extends);
	copy = config_tree_from_json(strbuf_slice(&json));
	strbuf_release(&json);
	return copy;
}

/* Report files that jp reads and we do not, because they would be missed. */
static bool is_near(const struct load *load, const char *path, const char *real)
{
	if (!load->inside || config_file_is_inside(real, load->inside))
		return true;
	if (load->unread) {
		*load->unread = true;
		fprintf(stderr,
			_("jphost: '%s' is left out: it lies outside the "
			  "workspace\n"),
			path);
	}
	return false;
}

static bool has_format(const struct load *load, const char *path)
{
	if (ends_with(path, ".toml") || ends_with(path, ".json"))
		return true;
	if (load->unread &&
	    (ends_with(path, ".json5") || ends_with(path, ".yaml") ||
	     ends_with(path, ".yml"))) {
		*load->unread = true;
		fprintf(stderr,
			_("jphost: '%s' is left out: it is neither TOML nor "
			  "JSON\n"),
			path);
	}
	return false;
}

static int load_file(struct load *load, const char *path,
		     const struct chain *above)
{
	char *real = realpath(path, NULL);
	const struct chain chain = { above, real };
	struct config_tree *own, *extends;
	int ret = -1;

	if (!real && errno != ENOENT && errno != ENOTDIR) {
		/* Fail, because this file may contain "ask". */
		strbuf_setf(load->err, "cannot look at '%s': %s", path,
			    strerror(errno));
		return -1;
	}
	if (!real) {
		/* As in jp, an extended file need not exist. */
		trace(TRACE_FILE, "there is no '%s' to extend", path);
		return 0;
	}
	if (!is_near(load, path, real)) {
		ret = 0;
		goto out;
	}
	if (check(load, path, real, above) ||
	    workspace_owner_check(real, load->err))
		goto out;
	if (!has_format(load, path)) {
		ret = 0;
		goto out;
	}
	own = config_file_read(path, load->err);
	if (!own)
		goto out;
	extends = copy_extends(own);
	ret = load_extended(load, path, extends, false, &chain);
	config_tree_merge(load->tree, own);
	if (!ret)
		ret = load_extended(load, path, extends, true, &chain);
	config_tree_free(extends);
out:
	free(real);
	return ret;
}

int config_file_load(struct config_tree *tree, const char *stem,
		     const char *inside, bool *unread, struct strbuf *err)
{
	/* In jp's order: the first that exists counts. */
	static const char *const endings[] = { "toml", "json", "json5", "yaml",
					       "yml" };
	struct load load = {
		.tree = tree, .inside = inside, .unread = unread, .err = err
	};
	struct strbuf path = STRBUF_INIT;
	int ret = 0;

	for (size_t i = 0; i < ARRAY_SIZE(endings); i++) {
		strbuf_setf(&path, "%s.%s", stem, endings[i]);
		if (access(path.buf, F_OK))
			continue;
		ret = load_file(&load, path.buf, NULL);
		break;
	}
	strbuf_release(&path);
	return ret;
}
