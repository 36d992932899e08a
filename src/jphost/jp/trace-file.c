#include "config.h"

#include "src/jphost/jp/trace-file.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/jphost/jp/trace-line.h"

/* A longer first line is not jp's. */
#define FIRST_LINE_MAX 4096

/* Read "flags:" in fdinfo, octal: how the process itself opened the file. */
static bool is_written(pid_t pid, const char *fd)
{
	char path[64 + sizeof(((struct dirent *)0)->d_name)];
	char text[512];
	const char *flags;
	ssize_t len;
	int info;

	snprintf(path, sizeof(path), "/proc/%ld/fdinfo/%s", (long)pid, fd);
	info = open(path, O_RDONLY | O_CLOEXEC);
	if (info < 0)
		return false;
	len = read(info, text, sizeof(text) - 1);
	close(info);
	if (len <= 0)
		return false;
	text[len] = '\0';
	flags = strstr(text, "flags:");
	return flags && (strtol(flags + 6, NULL, 8) & O_ACCMODE) != O_RDONLY;
}

static bool begins_as_a_log(int fd)
{
	char text[FIRST_LINE_MAX];
	ssize_t len = pread(fd, text, sizeof(text), 0);
	const char *end = len > 0 ? memchr(text, '\n', (size_t)len) : NULL;

	return end && trace_line_is_first(slice_of(text, (size_t)(end - text)));
}

/* /proc opens the file itself, even if its name was removed or reused. */
static int try_fd(int dir, pid_t pid, const char *name)
{
	struct stat st;
	int fd;

	if (fstatat(dir, name, &st, 0) || !S_ISREG(st.st_mode) ||
	    st.st_uid != geteuid() || !is_written(pid, name))
		return -1;
	fd = openat(dir, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd >= 0 && !begins_as_a_log(fd)) {
		close(fd);
		fd = -1;
	}
	return fd;
}

int trace_file_open(pid_t pid)
{
	char path[64];
	const struct dirent *entry;
	DIR *dir;
	int found = -1;

	snprintf(path, sizeof(path), "/proc/%ld/fd", (long)pid);
	dir = pid > 0 ? opendir(path) : NULL;
	if (!dir)
		return -1;
	while (found < 0 && (entry = readdir(dir))) {
		if (entry->d_name[0] >= '0' && entry->d_name[0] <= '9')
			found = try_fd(dirfd(dir), pid, entry->d_name);
	}
	closedir(dir);
	return found;
}

int trace_file_watch(int fd)
{
	char path[64];
	int notify = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	if (notify >= 0 && inotify_add_watch(notify, path, IN_MODIFY) < 0) {
		close(notify);
		notify = -1;
	}
	return notify;
}
