#include "config.h"

#include "src/jphost/jp/jp-edit.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/file.h"

#define NAME      "jphost-arguments"
#define BYTES_MAX ((size_t)16 << 20)

int jp_edit_open(void)
{
	return memfd_create(NAME, MFD_CLOEXEC);
}

void jp_edit_add_path(struct strbuf *out, int fd)
{
	strbuf_addf(out, "/proc/%ld/fd/%d", (long)getpid(), fd);
}

bool jp_edit_put(int fd, struct slice arguments)
{
	if (!ftruncate(fd, 0) && !lseek(fd, 0, SEEK_SET) &&
	    !file_write(fd, arguments))
		return true;
	/* A part of them is none. */
	(void)!ftruncate(fd, 0);
	return false;
}

bool jp_edit_is_taken(int fd)
{
	struct stat st;

	return !fstat(fd, &st) && !st.st_size;
}

/* The number of a process may be another's by now, with files of its own. */
static bool is_ours(int fd)
{
	char self[64], target[64];
	ssize_t len;

	snprintf(self, sizeof(self), "/proc/self/fd/%d", fd);
	len = readlink(self, target, sizeof(target) - 1);
	if (len <= 0)
		return false;
	target[len] = '\0';
	return !strncmp(target, "/memfd:" NAME " ", strlen("/memfd:" NAME " "));
}

int jp_edit_take(const char *path, struct strbuf *arguments)
{
	int fd = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

	if (fd < 0)
		return -1;
	if (is_ours(fd) && !jp_edit_is_taken(fd) &&
	    !file_read(fd, arguments, BYTES_MAX))
		return fd;
	close(fd);
	return -1;
}

bool jp_edit_taken(int fd)
{
	bool said = !ftruncate(fd, 0);

	close(fd);
	return said;
}
