#include "config.h"

#include "src/jphost/jp/jp-attach.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "src/base/clock.h"
#include "src/base/xalloc.h"
#include "src/jphost/net/line-peer.h"

enum {
	PACKET_MAX = 4096,
	/* This much may be on its way to a user who reads slowly. */
	BACKLOG_BYTES = 1 << 20,
	SIDE_MAX = 1000,
	/* Before a retry; doubled with each failure. */
	PAUSE_FIRST_MS = 1000,
	PAUSE_LAST_MS = 64000,
};

#define LIVE_END ".sock"
#define END      ".tty"

void jp_attach_init(struct jp_attach *attach)
{
	*attach = (struct jp_attach){ -1, -1, NULL, -1, 0 };
}

char *jp_attach_path(const char *live_path)
{
	size_t len = strlen(live_path), end = strlen(LIVE_END);
	struct strbuf path = STRBUF_INIT;

	if (len > end && !strcmp(live_path + len - end, LIVE_END))
		len -= end;
	strbuf_add(&path, live_path, len);
	strbuf_addstr(&path, END);
	return strbuf_detach(&path);
}

static void put_off(struct jp_attach *attach, int64_t now_ms)
{
	attach->again_ms = now_ms + backoff_ms(PAUSE_FIRST_MS, PAUSE_LAST_MS,
					       attach->failures++);
}

static void put_off_no_more(struct jp_attach *attach)
{
	attach->again_ms = -1;
	attach->failures = 0;
}

int64_t jp_attach_wake_ms(const struct jp_attach *attach)
{
	return attach->again_ms;
}

/* A socket that listens there, or -1. */
static int listen_at(const char *path)
{
	struct sockaddr_un address;
	int fd = line_peer_address(&address, path)
			 ? socket(AF_UNIX,
				  SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK,
				  0)
			 : -1;

	/* The turn's own socket is ours, so what is here is left from one that
	 * was killed. */
	unlink(path);
	if (fd < 0)
		return -1;
	if (!bind(fd, (const struct sockaddr *)&address, sizeof(address)) &&
	    !chmod(path, 0600) && !listen(fd, 1))
		return fd;
	close(fd);
	unlink(path);
	return -1;
}

bool jp_attach_open(struct jp_attach *attach, const char *live_path,
		    int64_t now_ms)
{
	char *path;

	if (attach->path)
		return true;
	if (now_ms < attach->again_ms)
		return false;
	path = jp_attach_path(live_path);
	attach->listener = listen_at(path);
	if (attach->listener < 0) {
		put_off(attach, now_ms);
		free(path);
		return false;
	}
	put_off_no_more(attach);
	attach->path = path;
	return true;
}

static void leave(struct jp_attach *attach)
{
	if (attach->fd >= 0)
		close(attach->fd);
	attach->fd = -1;
}

void jp_attach_close(struct jp_attach *attach)
{
	leave(attach);
	if (attach->listener >= 0)
		close(attach->listener);
	if (attach->path)
		unlink(attach->path);
	free(attach->path);
	jp_attach_init(attach);
}

size_t jp_attach_poll(const struct jp_attach *attach, int64_t now_ms,
		      struct pollfd *fds)
{
	bool ready = now_ms >= attach->again_ms;

	fds[0] = (struct pollfd){ ready ? attach->listener : -1, POLLIN, 0 };
	fds[1] = (struct pollfd){ attach->fd, POLLIN, 0 };
	return JP_ATTACH_FDS;
}

static void accept_one(struct jp_attach *attach, int64_t now_ms)
{
	const int bytes = BACKLOG_BYTES;
	int fd = accept4(attach->listener, NULL, NULL,
			 SOCK_CLOEXEC | SOCK_NONBLOCK);

	/* Without a free descriptor, the user who waits stays readable. */
	if (fd < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOMEM ||
		       errno == ENOBUFS))
		put_off(attach, now_ms);
	else
		put_off_no_more(attach);
	if (fd < 0)
		return;
	if (attach->fd >= 0 || !line_peer_is_ours(fd)) {
		close(fd);
		return;
	}
	setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof(bytes));
	attach->fd = fd;
}

static bool read_size(struct winsize *size, const char *text)
{
	unsigned rows, cols;

	if (sscanf(text, "%u %u", &rows, &cols) != 2 || !rows || !cols ||
	    rows > SIDE_MAX || cols > SIDE_MAX)
		return false;
	*size = (struct winsize){ .ws_row = (unsigned short)rows,
				  .ws_col = (unsigned short)cols };
	return true;
}

enum jp_attach_event jp_attach_take(struct jp_attach *attach, int64_t now_ms,
				    struct strbuf *keys, struct winsize *size)
{
	char packet[PACKET_MAX + 1];
	ssize_t got;

	if (attach->listener >= 0 && now_ms >= attach->again_ms)
		accept_one(attach, now_ms);
	if (attach->fd < 0)
		return JP_ATTACH_NOTHING;
	got = recv(attach->fd, packet, PACKET_MAX, 0);
	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return JP_ATTACH_NOTHING;
	if (got > 0 && packet[0] == 'k') {
		strbuf_add(keys, packet + 1, (size_t)got - 1);
		return JP_ATTACH_KEYS;
	}
	packet[got > 0 ? got : 0] = '\0';
	if (got > 0 && packet[0] == 's' && read_size(size, packet + 1))
		return JP_ATTACH_SIZE;
	leave(attach);
	return JP_ATTACH_LEFT;
}

void jp_attach_send(struct jp_attach *attach, struct slice bytes)
{
	while (bytes.len && attach->fd >= 0) {
		size_t len = bytes.len < PACKET_MAX ? bytes.len : PACKET_MAX;

		/* jp_attach_take() then reports that it is gone. */
		if (send(attach->fd, bytes.ptr, len,
			 MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
			shutdown(attach->fd, SHUT_RDWR);
		bytes = slice_skip(bytes, len);
	}
}
