#ifndef JPD_NET_HTTP_STREAM_H
#define JPD_NET_HTTP_STREAM_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * One POST whose answer is streamed, by libcurl in somebody's poll loop:
 * nothing here waits. The owner polls http_stream_poll()'s descriptors until
 * http_stream_due_ms() and then calls http_stream_run().
 */
struct http_stream;

enum http_state { HTTP_RUNS, HTTP_ENDED, HTTP_BROKEN };

struct http_result {
	enum http_state state;
	long status;     /* of HTTP; 0: none came */
	bool is_final;   /* BROKEN: it would be so again */
	const char *why; /* BROKEN: a sentence, the stream's */
	/* Of the answer's head, the stream's; NULL: none came. */
	char *content_type, *location;
};

struct http_request {
	const char *url;
	const char *bearer; /* of the Authorization header; or NULL */
	/* More headers, each "Name: value"; ended by NULL, or NULL. */
	char *const *headers;
	/* Certificates to trust where the environment names none; or NULL. */
	const char *ca_file;
	struct slice body; /* JSON; copied */
	/* Pieces of a successful answer's body. False ends the transfer. */
	bool (*take)(void *user, struct slice bytes);
	/* A header of the answer; or NULL. */
	void (*header)(void *user, struct slice name, struct slice value);
	void *user;
};

struct http_stream *http_stream_open(const struct http_request *request,
				     int64_t now_ms, struct strbuf *err);
void http_stream_free(struct http_stream *stream);

size_t http_stream_poll(const struct http_stream *stream, struct pollfd *fds,
			size_t max);
void http_stream_ready(struct http_stream *stream, const struct pollfd *fds,
		       size_t count, int64_t now_ms);
/* When to run it, whatever was polled; -1: no time is set. */
int64_t http_stream_due_ms(const struct http_stream *stream);
void http_stream_run(struct http_stream *stream, int64_t now_ms,
		     struct http_result *result);
/* When bytes of the answer came last, or it began. */
int64_t http_stream_heard_ms(const struct http_stream *stream);
/* Whether a byte of the answer's body has come. */
bool http_stream_has_body(const struct http_stream *stream);
/* The body of an answer that is an error, as far as it is kept. */
struct slice http_stream_error_body(const struct http_stream *stream);

#endif
