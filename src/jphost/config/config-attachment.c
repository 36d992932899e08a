#include "config.h"

#include "src/jphost/config/config-attachment.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/trace.h"
#include "src/jphost/config/config-file.h"
#include "src/jphost/config/config-glob.h"
#include "src/jphost/workspace/workspace-place.h"

/* Bytes of all files, more or less. */
#define MAX_TEXT ((size_t)512 << 10)

/* The path of an entry; false where it is of another type. */
static bool path_of(struct strbuf *path, const struct json_member *entry)
{
	struct json_member member;
	size_t scheme = strlen("file:");

	if (entry->type == JSON_OBJECT)
		return json_find(entry->value, "type", &member) &&
		       json_string_is(member.value, "file") &&
		       json_find(entry->value, "path", &member) &&
		       json_string_add(path, member.value);
	if (!json_string_add(path, entry->value) ||
	    !slice_starts_with(strbuf_slice(path), SLICE("file:")))
		return false;
	if (slice_starts_with(slice_skip(strbuf_slice(path), scheme),
			      SLICE("//")))
		scheme += 2;
	strbuf_remove(path, 0, scheme);
	/* What is behind it says what to leave out, which is not done. */
	strbuf_setlen(path, strcspn(path->buf, "?"));
	return true;
}

/* The paths that an entry means, each with the root in front. */
static void find_paths(struct config_paths *paths,
		       const struct json_member *entry, const char *root)
{
	struct strbuf path = STRBUF_INIT, err = STRBUF_INIT;

	/* From the root: a path of the whole system is none of it. */
	if (path_of(&path, entry) && path.len && path.buf[0] != '/' &&
	    config_glob(paths, root, path.buf, &err))
		trace(TRACE_FILE, "not attached: %s", err.buf);
	strbuf_release(&path);
	strbuf_release(&err);
}

/* The list of a configuration; an older one has it as {"value": […]}. */
static struct json_walk walk_list(struct slice config)
{
	struct json_member list = { .value = SLICE_INIT };

	if (json_find_path(config, &list, "conversation", "attachments",
			   NULL) &&
	    list.type == JSON_OBJECT)
		json_find(list.value, "value", &list);
	return json_walk_begin(list.value);
}

static void add_file(struct strbuf *out, const char *root, const char *path)
{
	char *real = realpath(path, NULL);
	struct strbuf text = STRBUF_INIT, err = STRBUF_INIT;
	struct stat st;

	if (!real || !config_file_is_inside(real, root) || stat(real, &st)) {
		trace(TRACE_FILE, "not attached: '%s'", path);
	} else if (S_ISREG(st.st_mode) &&
		   (size_t)st.st_size + out->len > MAX_TEXT) {
		strbuf_addf(out, "\n\nFile `%s` is too large to be attached.\n",
			    path + strlen(root) + 1);
	} else if (workspace_file_read(AT_FDCWD, real, &text, &err)) {
		trace(TRACE_FILE, "not attached: %s", err.buf);
	} else {
		strbuf_addf(out, "\n\nAttached file `%s`:\n\n`````\n",
			    path + strlen(root) + 1);
		strbuf_addslice(out, strbuf_slice(&text));
		if (out->buf[out->len - 1] != '\n')
			strbuf_addch(out, '\n');
		strbuf_addstr(out, "`````\n");
	}
	free(real);
	strbuf_release(&text);
	strbuf_release(&err);
}

void config_attachment_add(struct strbuf *out, struct slice config,
			   const char *root)
{
	struct json_walk walk = walk_list(config);
	struct json_member entry;

	while (json_walk_next(&walk, &entry)) {
		struct config_paths paths = CONFIG_PATHS_INIT;

		find_paths(&paths, &entry, root);
		for (size_t i = 0; i < paths.count; i++)
			add_file(out, root, paths.paths[i]);
		config_paths_release(&paths);
	}
}

void config_attachment_write(struct strbuf *json, struct slice config,
			     const char *root)
{
	struct json_walk walk = walk_list(config);
	struct json_member entry;
	const char *comma = "";

	strbuf_addch(json, '[');
	while (json_walk_next(&walk, &entry)) {
		struct config_paths paths = CONFIG_PATHS_INIT;

		find_paths(&paths, &entry, root);
		for (size_t i = 0; i < paths.count; i++) {
			strbuf_addf(json, "%s{", comma);
			json_write_member(
				json, "path",
				slice_str(paths.paths[i] + strlen(root) + 1));
			strbuf_addch(json, '}');
			comma = ",";
		}
		config_paths_release(&paths);
	}
	strbuf_addch(json, ']');
}
