#include "config.h"

#include "src/dashboard/io/user-file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/i18n.h"
#include "src/base/utf8.h"
#include "src/base/xalloc.h"
#include "src/dashboard/io/file.h"

#define LOOKED_AT_MAX 20000 /* entries of a folder, that nobody waits */

static int check(int fd, const char *path, size_t max, struct strbuf *err)
{
	struct stat st;

	if (fstat(fd, &st))
		return file_fail(err, _("cannot read"), path);
	if (!S_ISREG(st.st_mode))
		strbuf_setf(err, _("'%s' is no regular file"), path);
	else if (st.st_size > (off_t)max)
		strbuf_setf(err, _("'%s' is larger than %zu KiB"), path,
			    max >> 10);
	else
		return 0;
	return -1;
}

int read_file_text(const char *path, size_t max, struct strbuf *text,
		   struct strbuf *err)
{
	struct strbuf whole = STRBUF_INIT;
	int fd, ret = -1;

	file_add_path(&whole, path);
	/* A FIFO would keep us waiting for who writes it. */
	fd = open(whole.buf, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (fd < 0)
		file_fail(err, _("cannot read"), path);
	else
		ret = check(fd, path, max, err);
	if (!ret && file_read(fd, text, max))
		ret = file_fail(err, _("cannot read"), path);
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

void read_file_names(const char *folder, bool hidden, struct strbuf *names)
{
	struct strbuf whole = STRBUF_INIT;
	const struct dirent *entry;
	char **list = NULL;
	size_t count = 0, cap = 0;
	DIR *dir;

	file_add_path(&whole, *folder ? folder : ".");
	dir = opendir(whole.buf);
	for (int left = LOOKED_AT_MAX;
	     dir && left && count < READ_FILE_NAMES && (entry = readdir(dir));
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
