#include "config.h"

#include "src/jphost/config/config-glob.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "src/base/xalloc.h"

/* Limits for directories that are read, and for their depth. */
#define MAX_DIRS  1000
#define MAX_DEPTH 32

struct glob {
	struct config_paths *found;
	struct strbuf path; /* the current path */
	size_t dirs;
	int depth;
	bool too_much;
	int error; /* from an unreadable directory; or 0 */
};

static void expand(struct glob *glob, const char *pattern);

void config_paths_add(struct config_paths *paths, const char *path)
{
	ALLOC_GROW(paths->paths, paths->count + 1, paths->cap);
	paths->paths[paths->count++] = xstrdup(path);
}

void config_paths_release(struct config_paths *paths)
{
	free_strings(paths->paths, paths->count);
}

static bool has_magic(const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (strchr("*?[", text[i]))
			return true;
	}
	return false;
}

static bool is_dir(const char *path, bool through_link)
{
	struct stat st;

	return !(through_link ? stat(path, &st) : lstat(path, &st)) &&
	       S_ISDIR(st.st_mode);
}

/* Enter `name`, match the rest of the pattern there, and return. */
static void descend(struct glob *glob, const char *name, const char *pattern)
{
	size_t len = glob->path.len;

	strbuf_addf(&glob->path, "/%s", name);
	if (*pattern) {
		expand(glob, pattern);
	} else {
		struct stat st;

		if (!stat(glob->path.buf, &st) && S_ISREG(st.st_mode))
			config_paths_add(glob->found, glob->path.buf);
	}
	strbuf_setlen(&glob->path, len);
}

/* Match a name here: `first` is for it, `rest` for what is below. */
static void try_name(struct glob *glob, const char *name, const char *first,
		     const char *rest)
{
	size_t len = glob->path.len;
	bool dir;

	if (strcmp(first, "**") != 0) {
		if (!fnmatch(first, name, FNM_PERIOD))
			descend(glob, name, rest);
		return;
	}
	if (name[0] == '.')
		return;
	strbuf_addf(&glob->path, "/%s", name);
	dir = is_dir(glob->path.buf, false);
	strbuf_setlen(&glob->path, len);
	if (dir) {
		struct strbuf same = STRBUF_INIT;

		strbuf_addf(&same, "**/%s", rest);
		descend(glob, name, same.buf);
		strbuf_release(&same);
	}
}

static void try_names(struct glob *glob, const char *first, const char *rest)
{
	DIR *dir = opendir(glob->path.buf);
	const struct dirent *entry;

	/* An inaccessible directory has nothing for us; other errors count. */
	if (!dir && errno != ENOENT && errno != ENOTDIR && errno != EACCES)
		glob->error = errno;
	if (!dir)
		return;
	if (++glob->dirs > MAX_DIRS || glob->depth > MAX_DEPTH)
		glob->too_much = true;
	while (!glob->too_much && (entry = readdir(dir))) {
		if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, ".."))
			try_name(glob, entry->d_name, first, rest);
	}
	closedir(dir);
}

static void expand(struct glob *glob, const char *pattern)
{
	size_t len = strcspn(pattern, "/");
	char *first = xmemdupz(pattern, len);
	const char *rest = pattern + len;

	rest += strspn(rest, "/");
	glob->depth++;
	if (!strcmp(first, "**")) {
		rest = *rest ? rest : "*";
		expand(glob, rest);
		try_names(glob, first, rest);
	} else if (has_magic(first, len)) {
		try_names(glob, first, rest);
	} else if (len) {
		descend(glob, first, rest);
	}
	glob->depth--;
	free(first);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void sort(struct config_paths *paths)
{
	size_t kept = 0;

	if (paths->count)
		qsort(paths->paths, paths->count, sizeof(*paths->paths),
		      by_name);
	for (size_t i = 0; i < paths->count; i++) {
		if (kept && !strcmp(paths->paths[kept - 1], paths->paths[i]))
			free(paths->paths[i]);
		else
			paths->paths[kept++] = paths->paths[i];
	}
	paths->count = kept;
}

int config_glob(struct config_paths *found, const char *dir,
		const char *pattern, struct strbuf *err)
{
	struct glob glob = { .found = found, .path = STRBUF_INIT };

	if (pattern[0] != '/')
		strbuf_addstr(&glob.path, dir);
	if (has_magic(pattern, strlen(pattern))) {
		expand(&glob, pattern + strspn(pattern, "/"));
		sort(found);
	} else {
		strbuf_addf(&glob.path, "%s%s", pattern[0] == '/' ? "" : "/",
			    pattern);
		config_paths_add(found, glob.path.buf);
	}
	strbuf_release(&glob.path);
	if (glob.error)
		strbuf_setf(err, "cannot look for '%s': %s", pattern,
			    strerror(glob.error));
	if (!glob.too_much)
		return glob.error ? -1 : 0;
	strbuf_setf(err, "'%s' means too many directories", pattern);
	return -1;
}
