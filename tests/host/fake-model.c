#include "config.h"

/*
 * A model's endpoint that plays a script over a real socket: one section of
 * the script for each request that comes, in order.
 *
 *     fake-model SCRIPT LOG [TRACE-OF-PORT]
 *
 * Lines of a script:
 *     answer             a section begins: wait for a request
 *     <text              sent as it is, with \r\n behind it
 *     >text              sent as it is, with \n\n behind it (an event)
 *     -text              sent as it is, nothing behind it (a piece of one)
 *     wait MS            wait so long; a request that is given up ends it
 *     cut                the connection is reset
 * At a section's end the connection is closed. The requests, head and body,
 * go to LOG; the port to stdout.
 */

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "src/base/strbuf.h"
#include "src/base/xalloc.h"

static int listen_here(void)
{
	struct sockaddr_in at = { .sin_family = AF_INET };
	socklen_t len = sizeof(at);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (fd < 0 || bind(fd, (struct sockaddr *)&at, len) || listen(fd, 8) ||
	    getsockname(fd, (struct sockaddr *)&at, &len))
		die("cannot listen: %s", strerror(errno));
	printf("%d\n", ntohs(at.sin_port));
	fflush(stdout);
	return fd;
}

/* Bytes of the body, from the head. */
static size_t body_length(const char *head)
{
	const char *at = head;

	while ((at = strstr(at, "\r\n"))) {
		at += 2;
		if (!strncasecmp(at, "content-length:", 15))
			return strtoul(at + 15, NULL, 10);
	}
	return 0;
}

static void read_request(int fd, FILE *log)
{
	struct strbuf text = STRBUF_INIT;
	char bytes[16384];
	ssize_t n;

	for (;;) {
		char *end = strstr(text.buf, "\r\n\r\n");

		if (end && text.len >= (size_t)(end - text.buf) + 4 +
					       body_length(text.buf))
			break;
		n = read(fd, bytes, sizeof(bytes));
		if (n <= 0)
			break;
		strbuf_add(&text, bytes, (size_t)n);
	}
	fprintf(log, "%s\n", text.buf);
	fflush(log);
	strbuf_release(&text);
}

/* Until the time is over or the other end has gone. */
static void wait_ms(int fd, int ms)
{
	struct pollfd poll_fd = { fd, POLLIN | POLLRDHUP, 0 };

	poll(&poll_fd, 1, ms);
}

static void reset(int fd)
{
	struct linger none = { 1, 0 };

	setsockopt(fd, SOL_SOCKET, SO_LINGER, &none, sizeof(none));
}

static void say(int fd, const char *text, const char *end)
{
	struct strbuf line = STRBUF_INIT;

	strbuf_addf(&line, "%s%s", text, end);
	/* One that hung up is what some scripts want. */
	send(fd, line.buf, line.len, MSG_NOSIGNAL);
	strbuf_release(&line);
}

static void play_line(int fd, char *line)
{
	line[strcspn(line, "\n")] = 0;
	if (*line == '<')
		say(fd, line + 1, "\r\n");
	else if (*line == '>')
		say(fd, line + 1, "\n\n");
	else if (*line == '-')
		say(fd, line + 1, "");
	else if (!strncmp(line, "wait ", 5))
		wait_ms(fd, atoi(line + 5));
	else if (!strcmp(line, "cut"))
		reset(fd);
	else if (*line && *line != '#')
		die("bad line: %s", line);
}

int main(int argc, char **argv)
{
	char *line = NULL;
	size_t cap = 0;
	int server, fd = -1;
	FILE *script, *log;

	if (argc != 3)
		die("usage: fake-model SCRIPT LOG");
	script = fopen(argv[1], "r");
	log = fopen(argv[2], "w");
	if (!script || !log)
		die("no script, or no log");
	alarm(120); /* whatever happens, it does not stay */
	server = listen_here();
	while (getline(&line, &cap, script) > 0) {
		if (strcmp(line, "answer\n")) {
			play_line(fd, line);
			continue;
		}
		if (fd >= 0)
			close(fd);
		fd = accept(server, NULL, NULL);
		if (fd < 0)
			die("cannot accept: %s", strerror(errno));
		read_request(fd, log);
	}
	if (fd >= 0)
		close(fd);
	free(line);
	return 0;
}
