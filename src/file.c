#include "config.h"

#include "src/file.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

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
