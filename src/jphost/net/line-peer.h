#ifndef JPD_NET_LINE_PEER_H
#define JPD_NET_LINE_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <sys/un.h>

#include "proto/outbox.h"
#include "src/base/slice.h"
#include "src/base/strbuf.h"

/* One end of a live connection: lines in and out, without blocking. */
struct line_peer {
	int fd;
	struct strbuf in;
	size_t searched; /* bytes of `in` without a newline */
	size_t max_line; /* bytes; a longer line ends the connection */
	struct outbox out;
	bool gone;
};

/* Takes ownership of the descriptor, which must be nonblocking. */
void line_peer_init(struct line_peer *peer, int fd, size_t max_line,
		    size_t max_backlog);
/* Closes the descriptor. */
void line_peer_release(struct line_peer *peer);
/* Queue a line; a peer that is too far behind is disconnected. */
void line_peer_send(struct line_peer *peer, struct slice line);
void line_peer_write(struct line_peer *peer);
/* Read at most 64 KiB, and call `line` for each line. */
void line_peer_read(struct line_peer *peer,
		    void (*line)(void *user, struct slice line), void *user);
/* Whether the other end runs as this process's user. */
bool line_peer_is_ours(int fd);

/* False if the path is too long. */
bool line_peer_address(struct sockaddr_un *address, const char *path);

#endif
