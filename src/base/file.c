#include "config.h"

#include "src/base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void file_add_path(struct strbuf *out, const char *path)
{
	const char *home = getenv("HOME");

	if (path[0] == '~' && path[1] == '/' && home && *home)
		strbuf_addf(out, "%s%s", home, path + 1);
	else
		strbuf_addstr(out, path);
}

int file_fail(struct strbuf *err, const char *what, const char *path)
{
	strbuf_setf(err, "%s '%s': %s", what, path, strerror(errno));
	return -1;
}

int file_write(int fd, struct slice text)
{
	while (text.len) {
		ssize_t wrote = write(fd, text.ptr, text.len);

		if (wrote < 0 && errno == EINTR)
			continue;
		if (wrote <= 0)
			return -1;
		text = slice_skip(text, (size_t)wrote);
	}
	return 0;
}

int file_read(int fd, struct strbuf *text, size_t max)
{
	size_t start = text->len;
	char piece[16384];
	ssize_t got;

	while ((got = read(fd, piece, sizeof(piece))) != 0) {
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -1;
		strbuf_add(text, piece, (size_t)got);
		if (text->len - start > max) {
			errno = EFBIG;
			return -1;
		}
	}
	return 0;
}

/* Write the text to `fd`, which is closed in any case. */
static int fill(int fd, struct slice text)
{
	int ret = file_write(fd, text) || fsync(fd) ? -1 : 0;

	return close(fd) ? -1 : ret;
}

/* Flush the folder entry: a lost rename is a lost file. */
static void sync_folder(int at, const char *path)
{
	const char *slash = strrchr(path, '/');
	struct strbuf folder = STRBUF_INIT;
	int fd;

	strbuf_add(&folder, path, slash ? (size_t)(slash - path) + 1 : 0);
	fd = openat(at, folder.len ? folder.buf : ".",
		    O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	/* An unreadable folder cannot be flushed, but has the file. */
	if (fd >= 0) {
		fsync(fd);
		close(fd);
	}
	strbuf_release(&folder);
}

int file_replace(int at, const char *path, struct slice text)
{
	struct strbuf temp = STRBUF_INIT;
	int fd, ret = -1, why;

	strbuf_addf(&temp, "%s.%ld", path, (long)getpid());
	/* Left by a killed process with our process id. */
	unlinkat(at, temp.buf, 0);
	fd = openat(at, temp.buf, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
		    0600);
	if (fd >= 0)
		ret = fill(fd, text) || renameat(at, temp.buf, at, path) ? -1
									 : 0;
	why = errno;
	if (!ret)
		sync_folder(at, path);
	if (fd >= 0 && ret)
		unlinkat(at, temp.buf, 0);
	strbuf_release(&temp);
	errno = why;
	return ret;
}

/* The process that wrote the temporary file `file` of `name`; 0: not one. */
static pid_t writer_of(const char *file, const char *name)
{
	const char *dot = strrchr(file, '.');
	size_t len = dot ? (size_t)(dot - file) : 0;
	char *end;
	long pid;

	if (!dot || dot[1] < '1' || dot[1] > '9')
		return 0;
	if (name ? len != strlen(name) || memcmp(file, name, len)
		 : len < 5 || memcmp(dot - 5, ".json", 5))
		return 0;
	pid = strtol(dot + 1, &end, 10);
	return *end || pid > INT_MAX ? 0 : (pid_t)pid;
}

void file_sweep(int at, const char *name)
{
	int fd = openat(at, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
	struct dirent *entry;

	while (dir && (entry = readdir(dir))) {
		pid_t pid = writer_of(entry->d_name, name);

		if (pid && kill(pid, 0) && errno == ESRCH)
			unlinkat(at, entry->d_name, 0);
	}
	if (dir)
		closedir(dir);
	else if (fd >= 0)
		close(fd);
}
