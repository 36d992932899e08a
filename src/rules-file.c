#include "config.h"

#include "src/rules-file.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"

#define FILE_MAX_BYTES (1 << 20)

static int fail(struct strbuf *err, const char *what, const char *path)
{
	strbuf_setf(err, "%s '%s': %s", what, path, strerror(errno));
	return -1;
}

static int check(int fd, const char *path, struct strbuf *err)
{
	struct stat st;

	if (fstat(fd, &st))
		return fail(err, _("cannot read"), path);
	if (!S_ISREG(st.st_mode) || st.st_size > FILE_MAX_BYTES) {
		strbuf_setf(err, _("no file of rules: '%s'"), path);
		return -1;
	}
	if (st.st_uid == geteuid() && !(st.st_mode & 022))
		return 0;
	strbuf_setf(err, _("rules that others may write do not count: '%s'"),
		    path);
	return -1;
}

static int read_all(int fd, struct strbuf *text)
{
	char bytes[4096];
	ssize_t got;

	while ((got = read(fd, bytes, sizeof(bytes))) != 0) {
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -1;
		strbuf_add(text, bytes, (size_t)got);
	}
	return 0;
}

int rules_file_read(const char *path, struct strbuf *text, struct strbuf *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	int ret;

	if (fd < 0 && errno == ENOENT)
		return 0;
	if (fd < 0)
		return fail(err, _("cannot read"), path);
	ret = check(fd, path, err);
	if (!ret && read_all(fd, text))
		ret = fail(err, _("cannot read"), path);
	close(fd);
	return ret;
}

/* All lines but those that are equal to this one. */
static void add_others(struct strbuf *out, struct slice text, struct slice line)
{
	while (text.len) {
		const char *nl = memchr(text.ptr, '\n', text.len);
		size_t len = nl ? (size_t)(nl - text.ptr) : text.len;
		struct slice one = slice_of(text.ptr, len);

		if (!slice_equal(one, line)) {
			strbuf_addslice(out, one);
			strbuf_addch(out, '\n');
		}
		text = slice_skip(text, len + (nl != NULL));
	}
}

static int replace(const char *path, struct slice text, struct strbuf *err)
{
	struct strbuf temp = STRBUF_INIT;
	FILE *file = NULL;
	int fd, ret = -1;

	strbuf_addf(&temp, "%s.XXXXXX", path);
	fd = mkostemp(temp.buf, O_CLOEXEC); /* 0600 */
	if (fd >= 0)
		file = fdopen(fd, "w");
	if (!file) {
		fail(err, _("cannot create a file beside"), path);
		if (fd >= 0)
			close(fd);
		goto out;
	}
	fwrite(text.ptr, 1, text.len, file);
	if (fflush(file) || fsync(fd) || ferror(file)) {
		fail(err, _("cannot write"), path);
		fclose(file);
		unlink(temp.buf);
		goto out;
	}
	fclose(file);
	ret = rename(temp.buf, path) ? fail(err, _("cannot write"), path) : 0;
	if (ret)
		unlink(temp.buf);
out:
	strbuf_release(&temp);
	return ret;
}

/* Its folder, locked: several dashboards may change it. */
static int lock_folder(const char *path)
{
	char *copy = xstrdup(path);
	int fd = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	free(copy);
	if (fd >= 0)
		flock(fd, LOCK_EX);
	return fd;
}

int rules_file_change(const char *path, struct slice line, bool add,
		      struct strbuf *err)
{
	struct strbuf old = STRBUF_INIT, text = STRBUF_INIT;
	int lock = lock_folder(path);
	int ret = rules_file_read(path, &old, err);

	if (!ret) {
		add_others(&text, strbuf_slice(&old), line);
		if (add) {
			strbuf_addslice(&text, line);
			strbuf_addch(&text, '\n');
		}
		ret = replace(path, strbuf_slice(&text), err);
	}
	if (lock >= 0)
		close(lock);
	strbuf_release(&old);
	strbuf_release(&text);
	return ret;
}
