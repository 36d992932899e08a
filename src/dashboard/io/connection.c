#include "config.h"

#include "src/dashboard/io/connection.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/clock.h"
#include "src/base/xalloc.h"

/* A larger pipe lets a host write a large reply in fewer steps. */
#define PIPE_BYTES (1 << 20)

/* O_NONBLOCK belongs to the open file, which a tty shares with the shell. */
static void set_nonblocking(int fd)
{
	struct stat st;

	if (fstat(fd, &st) || !(S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode)))
		return;
	fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
}

int connection_take_stdio(struct connection *conn)
{
	int null;

	conn->in_fd = fcntl(0, F_DUPFD_CLOEXEC, 3);
	conn->out_fd = fcntl(1, F_DUPFD_CLOEXEC, 3);
	null = open("/dev/null", O_RDWR | O_CLOEXEC);
	if (conn->in_fd < 0 || conn->out_fd < 0 || null < 0)
		return -1;
	if (dup2(null, 0) < 0 || dup2(fcntl(2, F_GETFD) < 0 ? null : 2, 1) < 0)
		return -1;
	close(null);
	set_nonblocking(conn->out_fd);
#ifdef F_SETPIPE_SZ
	fcntl(conn->in_fd, F_SETPIPE_SZ, PIPE_BYTES);
#endif
	return 0;
}

void connection_close(struct connection *conn)
{
	if (conn->in_fd >= 0)
		close(conn->in_fd);
	if (conn->out_fd >= 0)
		close(conn->out_fd);
	conn->in_fd = conn->out_fd = -1;
}

long connection_read(struct connection *conn, char *buffer)
{
	ssize_t got = read(conn->in_fd, buffer, CONNECTION_READ_MAX);

	if (got > 0)
		return got;
	if (got < 0 && (errno == EINTR || errno == EAGAIN))
		return 0;
	return -1;
}

int connection_write(struct connection *conn, struct outbox *outbox)
{
	while (!outbox_empty(outbox)) {
		struct slice front = outbox_front(outbox);
		ssize_t sent = write(conn->out_fd, front.ptr, front.len);

		if (sent > 0) {
			outbox_sent(outbox, (size_t)sent);
			continue;
		}
		if (sent < 0 && errno == EINTR)
			continue;
		return sent < 0 && errno == EAGAIN ? 0 : -1;
	}
	return 0;
}

int connection_read_line(struct connection *conn, int stop_fd, size_t max,
			 struct strbuf *line, struct strbuf *rest)
{
	struct pollfd fds[2] = { { .fd = conn->in_fd, .events = POLLIN },
				 { .fd = stop_fd, .events = POLLIN } };
	char *buffer = xmalloc(CONNECTION_READ_MAX);
	int ret = -1;

	while (line->len < max) {
		const char *nl;
		long got;

		if (poll(fds, 2, -1) < 0 && errno != EINTR)
			break;
		if (fds[1].revents)
			break;
		if (!fds[0].revents)
			continue;
		got = connection_read(conn, buffer);
		if (got < 0) {
			/* The last line of a file may lack its newline. */
			ret = line->len ? 0 : -1;
			break;
		}
		nl = got ? memchr(buffer, '\n', (size_t)got) : NULL;
		if (!nl) {
			strbuf_add(line, buffer, (size_t)got);
			continue;
		}
		strbuf_add(line, buffer, (size_t)(nl - buffer));
		strbuf_add(rest, nl + 1, (size_t)(buffer + got - nl - 1));
		ret = 0;
		break;
	}
	free(buffer);
	return ret;
}

void connection_flush(struct connection *conn, struct outbox *outbox,
		      int64_t deadline_ms)
{
	while (!outbox_empty(outbox) && !connection_write(conn, outbox)) {
		struct pollfd fd = { .fd = conn->out_fd, .events = POLLOUT };
		int64_t left = deadline_ms - clock_now_ms();

		if (outbox_empty(outbox) || left <= 0)
			return;
		if (poll(&fd, 1, (int)left) < 0 && errno != EINTR)
			return;
	}
}
