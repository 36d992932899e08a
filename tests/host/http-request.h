#ifndef JPD_TESTS_HOST_HTTP_REQUEST_H
#define JPD_TESTS_HOST_HTTP_REQUEST_H

#include "src/base/strbuf.h"

/* The server side of HTTP, for models' endpoints in tests. */

/* A socket on a free loopback port, which is printed on stdout. */
int http_listen(void);
/* Read one request, head and body, into `text`. Returns the start of its body,
 * or 0 if the other end hung up too early. */
size_t http_read_request(int fd, struct strbuf *text);

#endif
