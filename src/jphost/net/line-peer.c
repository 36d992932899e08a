#include "config.h"

#include "src/jphost/net/line-peer.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

void line_peer_init(struct line_peer *peer, int fd, size_t max_line,
		    size_t max_backlog)
{
	memset(peer, 0, sizeof(*peer));
	peer->fd = fd;
	peer->max_line = max_line;
	strbuf_init(&peer->in);
	outbox_init(&peer->out, max_backlog);
}

void line_peer_release(struct line_peer *peer)
{
	close(peer->fd);
	strbuf_release(&peer->in);
	outbox_release(&peer->out);
}

void line_peer_send(struct line_peer *peer, struct slice line)
{
	struct strbuf whole = STRBUF_INIT;

	if (peer->gone)
		return;
	if (!line.len || line.ptr[line.len - 1] != '\n') {
		strbuf_addslice(&whole, line);
		strbuf_addch(&whole, '\n');
		line = strbuf_slice(&whole);
	}
	if (outbox_push(&peer->out, line, OUTBOX_NORMAL))
		peer->gone = true;
	strbuf_release(&whole);
}

static bool try_again(void)
{
	return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

void line_peer_write(struct line_peer *peer)
{
	while (!peer->gone && !outbox_empty(&peer->out)) {
		struct slice front = outbox_front(&peer->out);
		ssize_t n = send(peer->fd, front.ptr, front.len, MSG_NOSIGNAL);

		if (n < 0) {
			peer->gone = !try_again();
			return;
		}
		outbox_sent(&peer->out, (size_t)n);
	}
}

static void cut_lines(struct line_peer *peer,
		      void (*line)(void *user, struct slice line), void *user)
{
	const char *newline;
	size_t start = 0;

	while ((newline = memchr(peer->in.buf + peer->searched, '\n',
				 peer->in.len - peer->searched))) {
		size_t end = (size_t)(newline - peer->in.buf);

		if (end > start)
			line(user, slice_of(peer->in.buf + start, end - start));
		start = end + 1;
		peer->searched = start;
	}
	strbuf_remove(&peer->in, 0, start);
	peer->searched = peer->in.len;
	if (peer->in.len > peer->max_line)
		peer->gone = true;
}

void line_peer_read(struct line_peer *peer,
		    void (*line)(void *user, struct slice line), void *user)
{
	char bytes[65536];
	ssize_t n = read(peer->fd, bytes, sizeof(bytes));

	if (n < 0 && try_again())
		return;
	if (n <= 0) {
		peer->gone = true;
		return;
	}
	strbuf_add(&peer->in, bytes, (size_t)n);
	cut_lines(peer, line, user);
}

bool line_peer_is_ours(int fd)
{
	struct ucred other;
	socklen_t len = sizeof(other);

	return !getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &other, &len) &&
	       other.uid == geteuid();
}

bool line_peer_address(struct sockaddr_un *address, const char *path)
{
	size_t len = strlen(path);

	memset(address, 0, sizeof(*address));
	address->sun_family = AF_UNIX;
	if (len >= sizeof(address->sun_path))
		return false;
	memcpy(address->sun_path, path, len);
	return true;
}
