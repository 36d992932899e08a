#include "config.h"

/*
 * A model's endpoint that plays a script over a real socket: one section of the
 * script for each request, in order.
 *
 *     fake-model SCRIPT LOG
 *
 * Lines of a script:
 *     answer             a section begins: wait for a request
 *     <text              sent as it is, followed by \r\n
 *     >text              sent as it is, followed by \n\n (an event)
 *     -text              sent exactly (part of an event)
 *     wait MS            wait so long; ends if the request is given up
 *     cut                reset the connection
 * At a section's end the connection is closed. The requests, head and body, go
 * to LOG; the port goes to stdout.
 */

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "src/base/strbuf.h"
#include "src/base/xalloc.h"
#include "tests/host/http-request.h"

static void log_request(int fd, FILE *log)
{
	struct strbuf text = STRBUF_INIT;

	http_read_request(fd, &text);
	fprintf(log, "%s\n", text.buf);
	fflush(log);
	strbuf_release(&text);
}

/* Wait until the time is over or the other end has closed. */
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
	/* Some scripts make it hang up. */
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
	alarm(120); /* a safety limit */
	server = http_listen();
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
		log_request(fd, log);
	}
	if (fd >= 0)
		close(fd);
	free(line);
	return 0;
}
