#ifndef JPD_LIVE_LIVE_H
#define JPD_LIVE_LIVE_H

#include <poll.h>
#include <stdbool.h>

#include "proto/host-message.h"
#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/jphost/workspace/workspace.h"

/*
 * The live socket of a running turn (protocol(7)): a Unix socket at
 * $XDG_RUNTIME_DIR/jphost/<workspace>/<conversation>.sock (or below
 * /tmp/jphost-$UID), where <workspace> is its id with the device and inode of
 * its folder. The directories are ours, with mode 0700, and only peers of our
 * own uid are accepted. The server is the process that runs the turn; it writes
 * `event` lines (sub_id "live") and reads `respond` lines.
 */

/*
 * Path of the socket, which is not created. NULL if `conversation` is not an
 * id, or the folder does not exist. To free().
 */
char *live_path(const struct workspace *ws, const char *conversation);
/*
 * Directory where this workspace's sockets appear, created if missing, for a
 * watch: a socket is renamed into place once it accepts connections, which
 * IN_MOVED_TO reports. NULL with a sentence in `err`. To free().
 */
char *live_directory(const struct workspace *ws, struct strbuf *err);

/* Connect to such a socket. -1 with errno. */
int live_connect(const char *path);
/*
 * Lock its directory: a socket is put there, and a dead one removed, under
 * this lock only, until the descriptor is closed. -1 if it cannot be locked;
 * `how` is as for flock().
 */
int live_lock(const char *path, int how);

struct live_server;

/* Watchers of a turn, and the socket itself. */
#define LIVE_SERVER_FDS_MAX 33

struct live_server_sink {
	void *user;
	/* A line from a watcher. */
	void (*line)(void *user, struct slice line);
	/* A watcher joined: send it what it missed, by live_server_greet(). */
	void (*joined)(void *user, struct live_server *server);
};

/* NULL with a sentence; a turn works without a socket, too. */
struct live_server *live_server_open(const struct workspace *ws,
				     const char *conversation,
				     const struct live_server_sink *sink,
				     struct strbuf *err);
void live_server_close(struct live_server *server);
/*
 * Send to all watchers; `line` with or without its newline. A watcher that does
 * not read is disconnected once its backlog is full.
 */
void live_server_send(struct live_server *server, struct slice line);
/* Within `joined`: send to the new watcher. */
void live_server_greet(struct live_server *server, struct slice line);
/*
 * For the owner's poll(): fills up to `max` entries and returns how many. Pass
 * the same entries back after poll().
 */
size_t live_server_poll(struct live_server *server, struct pollfd *fds,
			size_t max);
void live_server_ready(struct live_server *server, const struct pollfd *fds,
		       size_t count);
bool live_server_has_watchers(const struct live_server *server);
/* Bytes that the slowest watcher has not read yet. */
size_t live_server_backlog(const struct live_server *server);

/* The other side: a host that watches another process's turn. */
struct live_client;

/* NULL without a sentence if no process listens there. */
struct live_client *live_client_open(const struct workspace *ws,
				     const char *conversation,
				     struct strbuf *err);
void live_client_close(struct live_client *client);
int live_client_fd(const struct live_client *client);
/* Whether output is pending (ask for POLLOUT). */
bool live_client_wants_write(const struct live_client *client);
/*
 * Read and write what is possible. Calls `line` for each line of the turn.
 * False once the other end has disconnected.
 */
bool live_client_ready(struct live_client *client,
		       void (*line)(void *user, struct slice line), void *user);
void live_client_send(struct live_client *client, struct slice line);

#endif
