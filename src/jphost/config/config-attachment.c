#include "config.h"

#include "src/jphost/config/config-attachment.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/utf8.h"
#include "src/base/xalloc.h"
#include "src/jphost/config/attachment-url.h"
#include "src/jphost/config/config-file.h"
#include "src/jphost/config/config-glob.h"
#include "src/jphost/workspace/workspace-place.h"

/* Limits of one file, as in jp, and of all files together. */
#define MAX_FILE ((size_t)10 << 20)
#define MAX_ALL  ((size_t)32 << 20)
/* Lines that report omitted attachments. */
#define MAX_LINES 6

void config_attachments_release(struct config_attachments *attached)
{
	for (size_t i = 0; i < attached->count; i++) {
		free(attached->list[i].source);
		strbuf_release(&attached->list[i].bytes);
	}
	free(attached->list);
	strbuf_release(&attached->left_out);
	*attached = (struct config_attachments)CONFIG_ATTACHMENTS_INIT;
}

static void leave_out(struct config_attachments *attached, const char *what,
		      const char *why)
{
	if (++attached->left_out_count > MAX_LINES)
		return;
	strbuf_addf(&attached->left_out, "%snot attached: '%s' (%s)",
		    attached->left_out.len ? "\n" : "", what, why);
}

/* --- An entry --- */

/* Write an entry as a URL; jp converts objects in the same way. */
static void write_url(struct strbuf *text, const struct json_member *entry)
{
	if (entry->type != JSON_OBJECT) {
		json_text_add(text, entry->value);
		return;
	}
	json_find_text(entry->value, "type", text);
	strbuf_addch(text, ':');
	/* "//" alone would begin a host name, not a path. */
	strbuf_addstr(text, !strcmp(text->buf, "file:") ? "///" : "//");
	json_find_text(entry->value, "path", text);
}

static bool excludes(const struct attachment_url *url,
		     const struct json_member *entry)
{
	struct json_member member;

	return url->exclude ||
	       json_find_path(entry->value, &member, "params", "exclude", NULL);
}

/* A pattern without a "/" matches a name in any directory, as in git. */
static void glob(struct config_paths *paths, const char *root,
		 struct slice pattern, struct strbuf *err)
{
	struct strbuf text = STRBUF_INIT;

	if (!memchr(pattern.ptr, '/', pattern.len))
		strbuf_addstr(&text, "**/");
	strbuf_addslice(&text, pattern);
	config_glob(paths, root, text.buf, err);
	strbuf_release(&text);
}

static void find_one(struct config_paths *paths, const char *root,
		     struct slice path, struct strbuf *err)
{
	struct strbuf whole = STRBUF_INIT;
	struct stat st;

	strbuf_addf(&whole, "%s/", root);
	strbuf_addslice(&whole, path);
	if (!lstat(whole.buf, &st))
		config_paths_add(paths, whole.buf);
	else if (errno == ENOENT || errno == ENOTDIR)
		strbuf_setf(err, "there is no such file");
	else
		strbuf_setf(err, "%s", strerror(errno));
	strbuf_release(&whole);
}

/*
 * Find the paths that an entry means, each with the root in front. As in jp,
 * the path is tried unchanged first; then decoded, which jp does not do.
 */
static void find_paths(struct config_paths *paths,
		       const struct attachment_url *url, const char *root,
		       struct strbuf *err)
{
	struct slice path = strbuf_slice(&url->path);
	bool pattern = attachment_url_is_pattern(path);
	struct strbuf decoded = STRBUF_INIT;

	attachment_url_decode(&decoded, path);
	for (int i = 0; i < 2 && !paths->count; i++) {
		strbuf_reset(err);
		if (pattern)
			glob(paths, root, path, err);
		else
			find_one(paths, root, path, err);
		path = strbuf_slice(&decoded);
	}
	if (!paths->count && !err->len)
		strbuf_setf(err, "no file is meant by it");
	strbuf_release(&decoded);
}

/* Why an entry attaches nothing at all, or NULL. */
static const char *reason(const struct attachment_url *url)
{
	if (!url->scheme.len)
		return "it is not a URL: file:PATH attaches a file";
	if (strcmp(url->scheme.buf, "file") != 0)
		return "jphost attaches files only";
	if (url->host_only)
		return "that is the name of a host: write file:PATH";
	return url->path.len ? NULL : "it names no file";
}

typedef void (*path_fn)(void *user, const char *path);

/* Omissions are recorded in `attached`, which may be NULL. */
static void each_path(const struct json_member *entry, const char *root,
		      struct config_attachments *attached, path_fn fn,
		      void *user)
{
	struct attachment_url url = ATTACHMENT_URL_INIT;
	struct config_paths paths = CONFIG_PATHS_INIT;
	struct strbuf text = STRBUF_INIT, err = STRBUF_INIT;
	const char *why;

	write_url(&text, entry);
	attachment_url_read(&url, strbuf_slice(&text));
	why = reason(&url);
	if (!why && excludes(&url, entry))
		goto out;
	if (!why) {
		find_paths(&paths, &url, root, &err);
		why = err.len ? err.buf : NULL;
	}
	if (why && attached)
		leave_out(attached, text.buf, why);
	for (size_t i = 0; i < paths.count; i++)
		fn(user, paths.paths[i]);
out:
	attachment_url_release(&url);
	config_paths_release(&paths);
	strbuf_release(&text);
	strbuf_release(&err);
}

/* The configured list; older configurations have it in {"value": […]}. */
static struct json_walk walk_list(struct slice config)
{
	struct json_member list = { .value = SLICE_INIT };

	if (json_find_path(config, &list, "conversation", "attachments",
			   NULL) &&
	    list.type == JSON_OBJECT)
		json_find(list.value, "value", &list);
	return json_walk_begin(list.value);
}

/* --- A file --- */

/* Picture types that every server with picture support accepts. */
static const char *picture_of(struct slice bytes)
{
	static const struct {
		struct slice begin;
		const char *media;
	} kinds[] = {
		{ { "\x89PNG\r\n\x1a\n", 8 }, "image/png" },
		{ { "\xff\xd8\xff", 3 }, "image/jpeg" },
		{ { "GIF87a", 6 }, "image/gif" },
		{ { "GIF89a", 6 }, "image/gif" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		if (slice_starts_with(bytes, kinds[i].begin))
			return kinds[i].media;
	}
	if (slice_starts_with(bytes, SLICE("RIFF")) &&
	    slice_starts_with(slice_skip(bytes, 8), SLICE("WEBP")))
		return "image/webp";
	return NULL;
}

static bool is_text(struct slice bytes)
{
	return !memchr(bytes.ptr, 0, bytes.len) &&
	       utf8_valid_prefix(bytes.ptr, bytes.len) == bytes.len;
}

/* Why a file cannot be attached, by its type, place and size, or NULL. */
static const char *refuse(const struct config_attachments *attached,
			  const char *real, const char *root)
{
	struct stat st;

	if (!real || stat(real, &st))
		return "it cannot be read";
	if (!config_file_is_inside(real, root))
		return "it is outside of the workspace";
	if (S_ISDIR(st.st_mode))
		return "a directory: add /** to attach what is in it";
	if (!S_ISREG(st.st_mode))
		return "it is not a file";
	if ((size_t)st.st_size > MAX_FILE)
		return "more than 10 MiB";
	if ((size_t)st.st_size + attached->bytes > MAX_ALL)
		return "more than 32 MiB altogether";
	return NULL;
}

struct reader {
	struct config_attachments *attached;
	const char *root;
};

static void add_file(void *user, const char *path)
{
	const struct reader *reader = user;
	struct config_attachments *attached = reader->attached;
	const char *source = path + strlen(reader->root) + 1;
	char *real = realpath(path, NULL);
	struct config_attachment file = { .bytes = STRBUF_INIT };
	struct strbuf err = STRBUF_INIT;
	const char *why = refuse(attached, real, reader->root);

	if (!why && workspace_file_read(AT_FDCWD, real, &file.bytes, &err))
		why = err.buf;
	if (!why) {
		file.media = picture_of(strbuf_slice(&file.bytes));
		if (!file.media && !is_text(strbuf_slice(&file.bytes)))
			why = "it is neither text nor a picture that models "
			      "take";
	}
	if (why) {
		leave_out(attached, source, why);
		strbuf_release(&file.bytes);
	} else {
		file.source = xstrdup(source);
		attached->bytes += file.bytes.len;
		ALLOC_GROW(attached->list, attached->count + 1, attached->cap);
		attached->list[attached->count++] = file;
	}
	free(real);
	strbuf_release(&err);
}

void config_attachments_read(struct config_attachments *attached,
			     struct slice config, const char *root)
{
	struct reader reader = { attached, root };
	struct json_walk walk = walk_list(config);
	struct json_member entry;

	while (json_walk_next(&walk, &entry))
		each_path(&entry, root, attached, add_file, &reader);
	if (attached->left_out_count > MAX_LINES)
		strbuf_addf(&attached->left_out, "\nand %zu more",
			    attached->left_out_count - MAX_LINES);
}

/* --- Paths only --- */

struct writer {
	struct strbuf *json;
	size_t skip; /* length of the root */
};

static void write_path(void *user, const char *path)
{
	const struct writer *writer = user;
	struct strbuf *json = writer->json;

	strbuf_addstr(json, json->buf[json->len - 1] == '[' ? "{" : ",{");
	json_write_member(json, "path", slice_str(path + writer->skip));
	strbuf_addch(json, '}');
}

void config_attachment_write(struct strbuf *json, struct slice config,
			     const char *root)
{
	struct writer writer = { json, strlen(root) + 1 };
	struct json_walk walk = walk_list(config);
	struct json_member entry;

	strbuf_addch(json, '[');
	while (json_walk_next(&walk, &entry))
		each_path(&entry, root, NULL, write_path, &writer);
	strbuf_addch(json, ']');
}
