#include "config.h"

#include "tests/host/http-request.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "src/base/xalloc.h"

int http_listen(void)
{
	struct sockaddr_in at = { .sin_family = AF_INET };
	socklen_t len = sizeof(at);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (fd < 0 || bind(fd, (struct sockaddr *)&at, len) || listen(fd, 64) ||
	    getsockname(fd, (struct sockaddr *)&at, &len))
		die("cannot listen: %s", strerror(errno));
	printf("%d\n", ntohs(at.sin_port));
	fflush(stdout);
	return fd;
}

/* Length of the body, from the head. */
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

size_t http_read_request(int fd, struct strbuf *text)
{
	char bytes[65536];
	ssize_t n;

	for (;;) {
		char *end = strstr(text->buf, "\r\n\r\n");
		size_t at = end ? (size_t)(end - text->buf) + 4 : 0;

		if (end && text->len >= at + body_length(text->buf))
			return at;
		n = read(fd, bytes, sizeof(bytes));
		if (n <= 0)
			return 0;
		strbuf_add(text, bytes, (size_t)n);
	}
}
