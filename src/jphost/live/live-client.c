#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "src/base/xalloc.h"
#include "src/jphost/live/live.h"
#include "src/jphost/net/line-peer.h"

/* Size of one event, and of the backlog of a turn that does not read. */
#define MAX_LINE    ((size_t)256 << 20)
#define MAX_BACKLOG ((size_t)64 << 20)

struct live_client {
	struct line_peer peer;
};

/* A socket that refuses connections is left from a process that was killed. */
static void remove_dead(const char *path)
{
	int lock = live_lock(path, LOCK_EX | LOCK_NB), fd;

	if (lock < 0)
		return;
	fd = live_connect(path);
	if (fd >= 0)
		close(fd);
	else if (errno == ECONNREFUSED)
		unlink(path);
	close(lock);
}

static int connect_to(const char *path, struct strbuf *err)
{
	int fd = live_connect(path);

	if (fd >= 0 && line_peer_is_ours(fd))
		return fd;
	if (fd >= 0)
		strbuf_setf(err, "'%s' is another user's", path);
	else if (errno == ECONNREFUSED)
		remove_dead(path);
	else if (errno != ENOENT)
		strbuf_setf(err, "cannot connect to '%s': %s", path,
			    strerror(errno));
	if (fd >= 0)
		close(fd);
	return -1;
}

struct live_client *live_client_open(const struct workspace *ws,
				     const char *conversation,
				     struct strbuf *err)
{
	char *path = live_path(ws, conversation);
	struct live_client *client = NULL;
	int fd = -1;

	if (path)
		fd = connect_to(path, err);
	free(path);
	if (fd < 0)
		return NULL;
	client = xcalloc(1, sizeof(*client));
	line_peer_init(&client->peer, fd, MAX_LINE, MAX_BACKLOG);
	return client;
}

void live_client_close(struct live_client *client)
{
	if (!client)
		return;
	line_peer_write(&client->peer);
	line_peer_release(&client->peer);
	free(client);
}

int live_client_fd(const struct live_client *client)
{
	return client->peer.fd;
}

bool live_client_wants_write(const struct live_client *client)
{
	return !outbox_empty(&client->peer.out);
}

bool live_client_ready(struct live_client *client,
		       void (*line)(void *user, struct slice line), void *user)
{
	line_peer_write(&client->peer);
	/* Data sent before the disconnect must still be read. */
	client->peer.gone = false;
	line_peer_read(&client->peer, line, user);
	return !client->peer.gone;
}

void live_client_send(struct live_client *client, struct slice line)
{
	line_peer_send(&client->peer, line);
}
