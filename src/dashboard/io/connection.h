#ifndef JPD_IO_CONNECTION_H
#define JPD_IO_CONNECTION_H

#include <stddef.h>
#include <stdint.h>

#include "proto/outbox.h"
#include "src/base/strbuf.h"

/*
 * The two descriptors that lead to a host. For the host that started us they
 * were 0 and 1; because only the protocol may reach it, they are moved, and 0
 * and 1 lead to /dev/null and to stderr.
 */
struct connection {
	int in_fd, out_fd; /* -1: closed */
};

#define CONNECTION_READ_MAX ((size_t)64 << 10) /* bytes per turn of the loop */

/* Take over stdin and stdout. -1 (errno). */
int connection_take_stdio(struct connection *conn);
void connection_close(struct connection *conn);

/*
 * Read up to CONNECTION_READ_MAX bytes. Returns how many, 0 if there are none
 * now, or -1 if the host closed.
 */
long connection_read(struct connection *conn, char *buffer);
/* Write what the pipe accepts; -1 if the host closed. */
int connection_write(struct connection *conn, struct outbox *outbox);

/*
 * Wait for and read up to the first newline, at most `max` bytes; bytes after
 * it go to `rest`. A last line may lack the newline. -1 at the end of the
 * stream or if `stop_fd` becomes readable.
 */
int connection_read_line(struct connection *conn, int stop_fd, size_t max,
			 struct strbuf *line, struct strbuf *rest);
/* Write everything, waiting at most until `deadline_ms` of the monotonic
 * clock. */
void connection_flush(struct connection *conn, struct outbox *outbox,
		      int64_t deadline_ms);

#endif
