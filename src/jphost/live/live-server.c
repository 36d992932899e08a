#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/xalloc.h"
#include "src/jphost/live/live.h"
#include "src/jphost/net/line-peer.h"

#define MAX_WATCHERS (LIVE_SERVER_FDS_MAX - 1)
/* Size of an answer with edited arguments, and of a watcher's backlog. */
#define MAX_LINE    ((size_t)16 << 20)
#define MAX_BACKLOG ((size_t)16 << 20)

struct live_server {
	int fd;
	char *path;
	dev_t dev; /* of our socket: another may replace it */
	ino_t ino;
	struct live_server_sink sink;
	struct line_peer *watchers[MAX_WATCHERS];
	size_t count;
	struct line_peer *newcomer; /* set while `joined` is called */
};

/* Whether a process accepts connections there. */
static bool somebody_listens(const char *path)
{
	int fd = live_connect(path);

	if (fd >= 0)
		close(fd);
	return fd >= 0 || errno == EAGAIN;
}

/*
 * Listen on a socket at `name`, then rename it to `path`: a visible socket thus
 * accepts connections, and that of a dead process is replaced.
 */
static int listen_at(struct live_server *server, const char *name,
		     struct strbuf *err)
{
	struct sockaddr_un address, target;
	struct stat st;

	if (!line_peer_address(&address, name) ||
	    !line_peer_address(&target, server->path)) {
		strbuf_setf(err, "the path '%s' is too long for a socket",
			    name);
		return -1;
	}
	if (somebody_listens(server->path)) {
		strbuf_setf(err, "another process listens at '%s'",
			    server->path);
		return -1;
	}
	unlink(name);
	server->fd =
		socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (server->fd < 0 ||
	    bind(server->fd, (const struct sockaddr *)&address,
		 sizeof(address)) ||
	    chmod(name, 0600) || listen(server->fd, MAX_WATCHERS) ||
	    lstat(name, &st) || rename(name, server->path)) {
		strbuf_setf(err, "cannot listen at '%s': %s", server->path,
			    strerror(errno));
		unlink(name);
		return -1;
	}
	server->dev = st.st_dev;
	server->ino = st.st_ino;
	return 0;
}

struct live_server *live_server_open(const struct workspace *ws,
				     const char *conversation,
				     const struct live_server_sink *sink,
				     struct strbuf *err)
{
	struct strbuf name = STRBUF_INIT;
	struct live_server *server;
	char *directory = live_directory(ws, err);
	int lock;

	if (!directory)
		return NULL;
	server = xcalloc(1, sizeof(*server));
	server->fd = -1;
	server->sink = *sink;
	server->path = live_path(ws, conversation);
	strbuf_addf(&name, "%s/%ld.new", directory, (long)getpid());
	lock = live_lock(name.buf, LOCK_EX);
	if (!server->path) {
		strbuf_setf(err, "conversation not found: %.40s", conversation);
	} else if (!listen_at(server, name.buf, err)) {
		goto out;
	}
	free(server->path);
	server->path = NULL;
	live_server_close(server);
	server = NULL;
out:
	if (lock >= 0)
		close(lock);
	strbuf_release(&name);
	free(directory);
	return server;
}

static void drop(struct live_server *server, size_t at)
{
	line_peer_release(server->watchers[at]);
	free(server->watchers[at]);
	server->watchers[at] = server->watchers[--server->count];
}

static void drop_gone(struct live_server *server)
{
	for (size_t i = server->count; i-- > 0;) {
		if (server->watchers[i]->gone)
			drop(server, i);
	}
}

void live_server_close(struct live_server *server)
{
	struct stat st;

	if (!server)
		return;
	if (server->path && !lstat(server->path, &st) &&
	    st.st_dev == server->dev && st.st_ino == server->ino)
		unlink(server->path);
	for (size_t i = server->count; i-- > 0;) {
		line_peer_write(server->watchers[i]);
		drop(server, i);
	}
	if (server->fd >= 0)
		close(server->fd);
	free(server->path);
	free(server);
}

void live_server_send(struct live_server *server, struct slice line)
{
	for (size_t i = 0; i < server->count; i++)
		line_peer_send(server->watchers[i], line);
}

void live_server_greet(struct live_server *server, struct slice line)
{
	if (server->newcomer)
		line_peer_send(server->newcomer, line);
}

size_t live_server_poll(struct live_server *server, struct pollfd *fds,
			size_t max)
{
	size_t count = 0;

	drop_gone(server);
	if (max)
		fds[count++] = (struct pollfd){ server->fd, POLLIN, 0 };
	for (size_t i = 0; i < server->count && count < max; i++) {
		const struct line_peer *peer = server->watchers[i];
		bool write = !outbox_empty(&peer->out);

		fds[count++] = (struct pollfd){
			peer->fd, (short)(POLLIN | (write ? POLLOUT : 0)), 0
		};
	}
	return count;
}

static void join(struct live_server *server, int fd)
{
	struct line_peer *peer;

	if (server->count == MAX_WATCHERS || !line_peer_is_ours(fd)) {
		close(fd);
		return;
	}
	peer = xcalloc(1, sizeof(*peer));
	line_peer_init(peer, fd, MAX_LINE, MAX_BACKLOG);
	server->newcomer = peer;
	server->sink.joined(server->sink.user, server);
	server->newcomer = NULL;
	server->watchers[server->count++] = peer;
}

static void accept_all(struct live_server *server)
{
	int fd;

	while ((fd = accept4(server->fd, NULL, NULL,
			     SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0)
		join(server, fd);
}

static struct line_peer *find(struct live_server *server, int fd)
{
	for (size_t i = 0; i < server->count; i++) {
		if (server->watchers[i]->fd == fd)
			return server->watchers[i];
	}
	return NULL;
}

void live_server_ready(struct live_server *server, const struct pollfd *fds,
		       size_t count)
{
	bool came = false;

	for (size_t i = 0; i < count; i++) {
		struct line_peer *peer = find(server, fds[i].fd);

		if (fds[i].fd == server->fd)
			came = fds[i].revents & POLLIN;
		if (!peer || peer->gone)
			continue;
		if (fds[i].revents & POLLOUT)
			line_peer_write(peer);
		if (fds[i].revents & (POLLIN | POLLHUP | POLLERR))
			line_peer_read(peer, server->sink.line,
				       server->sink.user);
	}
	/* Last: a new descriptor may reuse the number of a closed one. */
	if (came)
		accept_all(server);
	drop_gone(server);
}

bool live_server_has_watchers(const struct live_server *server)
{
	return server->count > 0;
}

size_t live_server_backlog(const struct live_server *server)
{
	size_t backlog = 0;

	for (size_t i = 0; i < server->count; i++) {
		struct slice front = outbox_front(&server->watchers[i]->out);

		if (!server->watchers[i]->gone && front.len > backlog)
			backlog = front.len;
	}
	return backlog;
}
