#ifndef JPD_NET_HTTP_STREAM_H
#define JPD_NET_HTTP_STREAM_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * One POST whose answer is streamed, with libcurl in the owner's poll loop.
 * Nothing here blocks: the owner polls the descriptors of http_stream_poll()
 * until http_stream_due_ms() and then calls http_stream_run().
 */
struct http_stream;

enum http_state { HTTP_RUNS, HTTP_ENDED, HTTP_BROKEN };

struct http_result {
	enum http_state state;
	long status;     /* the HTTP status; 0: none received */
	bool is_final;   /* if BROKEN: a retry would fail the same way */
	const char *why; /* if BROKEN: a sentence, owned by the stream */
	/* From the answer's head, owned by the stream; NULL: not received. */
	char *content_type, *location;
};

struct http_request {
	const char *url;
	const char *bearer; /* for the Authorization header; or NULL */
	/* More headers, each "Name: value"; terminated by NULL, or NULL. */
	char *const *headers;
	/* Certificates to trust if the environment names none; or NULL. */
	const char *ca_file;
	struct slice body; /* JSON; copied */
	/* Gets a successful answer's body in pieces. False ends it. */
	bool (*take)(void *user, struct slice bytes);
	/* Receives a header of the answer; or NULL. */
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
/* When to run it, even if no descriptor is ready; -1: no time is set. */
int64_t http_stream_due_ms(const struct http_stream *stream);
void http_stream_run(struct http_stream *stream, int64_t now_ms,
		     struct http_result *result);
/* When bytes of the answer last arrived, or else when the request started. */
int64_t http_stream_heard_ms(const struct http_stream *stream);
/* Whether a byte of the answer's body has arrived. */
bool http_stream_has_body(const struct http_stream *stream);
/* The body of an error answer, truncated. */
struct slice http_stream_error_body(const struct http_stream *stream);

#endif
