#include "config.h"

#include "src/jphost/commands/attach-terminal.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "src/base/file.h"
#include "src/base/i18n.h"
#include "src/base/signal-fd.h"
#include "src/base/xalloc.h"
#include "src/jphost/jp/jp-attach.h"
#include "src/jphost/jp/jp-terminal.h"
#include "src/jphost/live/live.h"
#include "src/jphost/net/line-peer.h"
#include "src/jphost/workspace/workspace.h"

/* Ctrl-] */
#define LEAVE_KEY 0x1d

/* A terminal holds no more keys than this; with a byte more it is a packet. */
enum { KEYS_MAX = 4095, OUT_MAX = 8192 };

static int go_to(const char *folder, const char *conversation,
		 struct strbuf *err)
{
	struct sockaddr_un address;
	struct workspace ws;
	char *live, *path = NULL;
	int fd = -1;

	if (workspace_open(&ws, folder, err))
		return -1;
	live = live_path(&ws, conversation);
	if (live)
		path = jp_attach_path(live);
	if (path && line_peer_address(&address, path))
		fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
	if (fd >= 0 &&
	    (connect(fd, (const struct sockaddr *)&address, sizeof(address)) ||
	     !line_peer_is_ours(fd))) {
		close(fd);
		fd = -1;
	}
	if (fd < 0)
		strbuf_setf(err, _("no jp works in '%s' without a terminal"),
			    conversation);
	free(path);
	free(live);
	workspace_release(&ws);
	return fd;
}

static void send_size(int fd)
{
	struct winsize size = jp_terminal_size();
	char text[32];
	int len = snprintf(text, sizeof(text), "s%u %u", size.ws_row,
			   size.ws_col);

	send(fd, text, (size_t)len, MSG_NOSIGNAL);
}

/*
 * False if it is time to leave. What was typed before jp's screen was here was
 * not meant for it, and a shell's terminal has an Enter as another key.
 */
static bool pass_keys(int fd, bool shown)
{
	char packet[KEYS_MAX + 1] = "k";
	ssize_t got = read(STDIN_FILENO, packet + 1, KEYS_MAX);
	const char *end;

	if (got <= 0)
		return got < 0 && (errno == EINTR || errno == EAGAIN);
	end = memchr(packet + 1, LEAVE_KEY, (size_t)got);
	if (end)
		got = end - (packet + 1);
	if (shown && got && send(fd, packet, (size_t)got + 1, MSG_NOSIGNAL) < 0)
		return false;
	return !end;
}

static bool show(int fd)
{
	char bytes[OUT_MAX];
	ssize_t got = recv(fd, bytes, sizeof(bytes), 0);

	return got > 0 &&
	       !file_write(STDOUT_FILENO, slice_of(bytes, (size_t)got));
}

static bool take_signals(int signals, int fd)
{
	int number;

	while ((number = signal_fd_next(signals))) {
		if (number != SIGWINCH)
			return false;
		send_size(fd);
	}
	return true;
}

static void sit(int fd, int signals)
{
	struct pollfd fds[] = {
		{ STDIN_FILENO, POLLIN, 0 },
		{ fd, POLLIN, 0 },
		{ signals, POLLIN, 0 },
	};
	bool stays = true, shown = false;

	send_size(fd);
	while (stays &&
	       (poll(fds, ARRAY_SIZE(fds), -1) >= 0 || errno == EINTR)) {
		if (fds[2].revents)
			stays = take_signals(signals, fd);
		/* Keys first: those that are here have not seen this screen. */
		if (stays && fds[0].revents)
			stays = pass_keys(fd, shown);
		if (stays && fds[1].revents)
			stays = shown = show(fd);
	}
}

int attach_terminal(const char *folder, const char *conversation)
{
	static const int caught[] = { SIGWINCH, SIGTERM, SIGHUP, SIGINT };
	struct jp_terminal terminal = { .guard_fd = -1 };
	struct strbuf err = STRBUF_INIT;
	int fd = -1, signals = -1;

	if (!jp_terminal_is_ours())
		strbuf_setf(&err, "%s", _("this needs a terminal"));
	else
		fd = go_to(folder, conversation, &err);
	if (fd >= 0 && !jp_terminal_open(&terminal, &err)) {
		signals = signal_fd_open(caught, ARRAY_SIZE(caught), NULL);
		/* TRANSLATORS: a key, Control and ] */
		printf("%s\n\n", _("Ctrl-] leaves jp to itself again."));
		fflush(stdout);
		if (jp_terminal_take(&terminal))
			sit(fd, signals);
		jp_terminal_close(&terminal);
		printf("\n");
	}
	if (err.len)
		fprintf(stderr, "jphost: %s\n", err.buf);
	if (fd >= 0)
		close(fd);
	if (signals >= 0)
		close(signals);
	fd = err.len ? 1 : 0;
	strbuf_release(&err);
	return fd;
}
