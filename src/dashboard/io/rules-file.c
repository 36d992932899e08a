#include "config.h"

#include "src/dashboard/io/rules-file.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/file.h"
#include "src/base/i18n.h"
#include "src/base/xalloc.h"

#define FILE_MAX_BYTES (1 << 20)

static int check(int fd, const char *path, struct strbuf *err)
{
	struct stat st;

	if (fstat(fd, &st))
		return file_fail(err, _("cannot read"), path);
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

int rules_file_read(const char *path, struct strbuf *text, struct strbuf *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	int ret;

	if (fd < 0 && errno == ENOENT)
		return 0;
	if (fd < 0)
		return file_fail(err, _("cannot read"), path);
	ret = check(fd, path, err);
	if (!ret && file_read(fd, text, FILE_MAX_BYTES))
		ret = file_fail(err, _("cannot read"), path);
	close(fd);
	return ret;
}

/* All lines except those equal to this one. */
static void add_others(struct strbuf *out, struct slice text, struct slice line)
{
	while (text.len) {
		struct slice one = slice_take_line(&text);

		if (!slice_equal(one, line)) {
			strbuf_addslice(out, one);
			strbuf_addch(out, '\n');
		}
	}
}

/* Lock its folder: several dashboards may change it. */
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
	const char *slash = strrchr(path, '/');
	int lock = lock_folder(path);
	int ret = rules_file_read(path, &old, err);

	if (!ret) {
		if (lock >= 0)
			file_sweep(lock, slash ? slash + 1 : path);
		add_others(&text, strbuf_slice(&old), line);
		if (add) {
			strbuf_addslice(&text, line);
			strbuf_addch(&text, '\n');
		}
		ret = file_replace(AT_FDCWD, path, strbuf_slice(&text));
		if (ret)
			file_fail(err, _("cannot write"), path);
	}
	if (lock >= 0)
		close(lock);
	strbuf_release(&old);
	strbuf_release(&text);
	return ret;
}
