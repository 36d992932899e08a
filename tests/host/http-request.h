#ifndef JPD_TESTS_HOST_HTTP_REQUEST_H
#define JPD_TESTS_HOST_HTTP_REQUEST_H

#include "src/base/strbuf.h"

/* The side of a server, for the endpoints of models that tests make up. */

/* A socket on a free port of the loopback; the port goes to stdout. */
int http_listen(void);
/* Read one request, head and body, into `text`. Where its body begins, or 0:
 * the other end hung up before all of it came. */
size_t http_read_request(int fd, struct strbuf *text);

#endif
