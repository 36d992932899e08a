#include "config.h"

#include "src/dashboard/io/user-file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/file.h"
#include "src/base/i18n.h"
#include "src/base/utf8.h"
#include "src/base/xalloc.h"

#define LOOKED_AT_MAX 20000 /* entries of a folder: more would be noticeable */

static int check(int fd, const char *path, size_t max, struct strbuf *err)
{
	struct stat st;

	if (fstat(fd, &st))
		return file_fail(err, _("cannot read"), path);
	if (!S_ISREG(st.st_mode))
		strbuf_setf(err, _("'%s' is not a regular file"), path);
	else if (st.st_size > (off_t)max)
		strbuf_setf(err, _("'%s' is larger than %zu KiB"), path,
			    max >> 10);
	else
		return 0;
	return -1;
}

static void add_file(int fd, struct strbuf *file)
{
	struct stat st;

	if (!fstat(fd, &st))
		strbuf_addf(file, "%llx:%llx", (unsigned long long)st.st_dev,
			    (unsigned long long)st.st_ino);
}

int user_file_read(const char *path, size_t max, struct strbuf *text,
		   struct strbuf *file, struct strbuf *err)
{
	struct strbuf whole = STRBUF_INIT;
	int fd, ret = -1;

	file_add_path(&whole, path);
	/* Opening a FIFO would wait for its writer. */
	fd = open(whole.buf, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (fd < 0)
		file_fail(err, _("cannot read"), path);
	else
		ret = check(fd, path, max, err);
	if (!ret && file_read(fd, text, max))
		ret = file_fail(err, _("cannot read"), path);
	if (!ret && file)
		add_file(fd, file);
	if (fd >= 0)
		close(fd);
	strbuf_release(&whole);
	return ret;
}

static bool is_typed(const char *name)
{
	size_t len = strlen(name);

	for (const char *c = name; *c; c++)
		if ((unsigned char)*c < 0x20 || *c == 0x7f)
			return false;
	return utf8_valid_prefix(name, len) == len;
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static char *make_name(int fd, const char *name)
{
	struct strbuf text = STRBUF_INIT;
	struct stat st;

	strbuf_addstr(&text, name);
	if (!fstatat(fd, name, &st, 0) && S_ISDIR(st.st_mode))
		strbuf_addch(&text, '/');
	return strbuf_detach(&text);
}

void user_file_names(const char *folder, bool hidden, struct strbuf *names)
{
	struct strbuf whole = STRBUF_INIT;
	const struct dirent *entry;
	char **list = NULL;
	size_t count = 0, cap = 0;
	DIR *dir;

	file_add_path(&whole, *folder ? folder : ".");
	dir = opendir(whole.buf);
	for (int left = LOOKED_AT_MAX;
	     dir && left && count < USER_FILE_NAMES && (entry = readdir(dir));
	     left--) {
		const char *name = entry->d_name;

		if ((*name == '.' && !hidden) || !strcmp(name, ".") ||
		    !strcmp(name, "..") || !is_typed(name))
			continue;
		ALLOC_GROW(list, count + 1, cap);
		list[count++] = make_name(dirfd(dir), name);
	}
	if (dir)
		closedir(dir);
	if (count)
		qsort(list, count, sizeof(*list), compare);
	for (size_t i = 0; i < count; i++) {
		strbuf_add(names, list[i], strlen(list[i]) + 1);
		free(list[i]);
	}
	free(list);
	strbuf_release(&whole);
}

/* Write the text to `fd`, which is closed in any case. */
static int fill(int fd, struct slice text)
{
	int ret = file_write(fd, text), saved = errno;

	if (!ret && fsync(fd) && errno != EINVAL) {
		ret = -1;
		saved = errno;
	}
	if (close(fd) && !ret) {
		ret = -1;
		saved = errno;
	}
	errno = saved;
	return ret;
}

static enum effect_result save_new(const char *path, struct slice text,
				   struct strbuf *err)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);

	if (fd < 0 && errno == EEXIST)
		return EFFECT_EXISTS;
	if (fd < 0) {
		file_fail(err, "cannot create", path);
		return EFFECT_FAILED;
	}
	if (!fill(fd, text))
		return EFFECT_DONE;
	file_fail(err, "cannot write", path);
	unlink(path);
	return EFFECT_FAILED;
}

/* Replace the old file, which is complete until then, by a new one. */
static enum effect_result save_over(const char *path, struct slice text,
				    struct strbuf *err)
{
	struct strbuf temp = STRBUF_INIT;
	struct stat st;
	enum effect_result result = EFFECT_FAILED;
	int fd;

	if (!stat(path, &st) && !S_ISREG(st.st_mode)) {
		strbuf_setf(err, "'%s' is not a regular file", path);
		return EFFECT_FAILED;
	}
	strbuf_addf(&temp, "%s.XXXXXX", path);
	fd = mkostemp(temp.buf, O_CLOEXEC);
	if (fd < 0) {
		file_fail(err, "cannot create a file beside", path);
		goto out;
	}
	if (fchmod(fd, st.st_mode & 0777) || fill(fd, text) ||
	    rename(temp.buf, path)) {
		file_fail(err, "cannot write", path);
		unlink(temp.buf);
		goto out;
	}
	result = EFFECT_DONE;
out:
	strbuf_release(&temp);
	return result;
}

enum effect_result user_file_save(const char *path, struct slice text,
				  bool replace, struct strbuf *err)
{
	struct strbuf whole = STRBUF_INIT;
	enum effect_result result;
	struct stat st;

	file_add_path(&whole, path);
	/* It may have disappeared since the user was asked. */
	if (replace && !lstat(whole.buf, &st))
		result = save_over(whole.buf, text, err);
	else
		result = save_new(whole.buf, text, err);
	strbuf_release(&whole);
	return result;
}
