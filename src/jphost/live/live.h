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
 * $XDG_RUNTIME_DIR/jphost/<workspace>/<conversation>.sock (else below
 * /tmp/jphost-$UID), where <workspace> is its id and the device and the inode
 * of its folder, in directories of mode 0700 that are ours, that takes
 * peers of our own uid only. The server side is the process that runs the
 * turn; it writes `event` lines (sub_id "live") and reads `respond` lines.
 */

/*
 * Path of the socket; makes nothing. NULL where `conversation` is no id, or
 * the folder is gone. To free().
 */
char *live_path(const struct workspace *ws, const char *conversation);
/*
 * Directory where sockets of this workspace appear, made if missing: for a
 * watch. A socket is renamed into its place when it takes connections, so
 * IN_MOVED_TO tells of it. NULL with a sentence in `err`. To free().
 */
char *live_directory(const struct workspace *ws, struct strbuf *err);

struct live_server;

/* Watchers of a turn, and the socket itself. */
#define LIVE_SERVER_FDS_MAX 33

struct live_server_sink {
	void *user;
	/* One line of a watcher. */
	void (*line)(void *user, struct slice line);
	/* A watcher came: write it what it missed, by live_server_greet(). */
	void (*joined)(void *user, struct live_server *server);
};

/* NULL with a sentence: a turn without a socket still works. */
struct live_server *live_server_open(const struct workspace *ws,
				     const char *conversation,
				     const struct live_server_sink *sink,
				     struct strbuf *err);
void live_server_close(struct live_server *server);
/*
 * To all watchers; `line` with or without its newline. One that does not
 * read costs bounded memory: it is cut.
 */
void live_server_send(struct live_server *server, struct slice line);
/* Within `joined`: to the one that came. */
void live_server_greet(struct live_server *server, struct slice line);
/* For the owner's poll(): fills up to `max` entries, returns how many; then
 * hand the same entries back when poll() returned. */
size_t live_server_poll(struct live_server *server, struct pollfd *fds,
			size_t max);
void live_server_ready(struct live_server *server, const struct pollfd *fds,
		       size_t count);
bool live_server_has_watchers(const struct live_server *server);
/* Bytes that the slowest watcher has not read yet. */
size_t live_server_backlog(const struct live_server *server);

/* The other side: a host that watches a turn of another process. */
struct live_client;

/* NULL without a sentence where nobody listens there. */
struct live_client *live_client_open(const struct workspace *ws,
				     const char *conversation,
				     struct strbuf *err);
void live_client_close(struct live_client *client);
int live_client_fd(const struct live_client *client);
/* Whether bytes wait to be written (ask for POLLOUT). */
bool live_client_wants_write(const struct live_client *client);
/*
 * Read and write what can be. Calls `line` for each line of the turn; false
 * once the other end is gone.
 */
bool live_client_ready(struct live_client *client,
		       void (*line)(void *user, struct slice line), void *user);
void live_client_send(struct live_client *client, struct slice line);

#endif
