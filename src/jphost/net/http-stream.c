#include "config.h"

#include "src/jphost/net/http-stream.h"

#include <curl/curl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/xalloc.h"

#define CONNECT_TIMEOUT_MS 30000L
/* Bytes kept of an error's body; FastAPI's repeats the request. */
#define ERROR_BYTES ((size_t)4 << 20)
/* One transfer has one connection, and its resolver a descriptor or two. */
#define MAX_SOCKETS 8

struct http_socket {
	curl_socket_t fd;
	short events;
};

struct http_stream {
	CURLM *multi;
	CURL *easy;
	struct curl_slist *headers;
	struct http_socket sockets[MAX_SOCKETS];
	size_t socket_count;
	int64_t timer_ms; /* -1: none */
	int64_t now_ms, heard_ms;
	bool (*take)(void *user, struct slice bytes);
	void (*header)(void *user, struct slice name, struct slice value);
	void *user;
	struct strbuf error_body;
	struct strbuf why;
	char complaint[CURL_ERROR_SIZE]; /* libcurl's own message */
	bool has_body;
	bool refused; /* `take` returned false */
	bool ended;
	CURLcode code;
};

static void forget_socket(struct http_stream *stream, curl_socket_t fd)
{
	for (size_t i = 0; i < stream->socket_count; i++) {
		if (stream->sockets[i].fd == fd)
			stream->sockets[i--] =
				stream->sockets[--stream->socket_count];
	}
}

static int on_socket(CURL *easy, curl_socket_t fd, int what, void *user,
		     void *own)
{
	struct http_stream *stream = user;
	short events = 0;

	(void)easy;
	(void)own;
	forget_socket(stream, fd);
	if (what == CURL_POLL_REMOVE || stream->socket_count == MAX_SOCKETS)
		return 0;
	if (what & CURL_POLL_IN)
		events |= POLLIN;
	if (what & CURL_POLL_OUT)
		events |= POLLOUT;
	stream->sockets[stream->socket_count++] =
		(struct http_socket){ fd, events };
	return 0;
}

static int on_timer(CURLM *multi, long timeout_ms, void *user)
{
	struct http_stream *stream = user;

	(void)multi;
	stream->timer_ms = timeout_ms < 0 ? -1 : stream->now_ms + timeout_ms;
	return 0;
}

static size_t on_body(char *bytes, size_t size, size_t count, void *user)
{
	struct http_stream *stream = user;
	size_t len = size * count;
	long status = 0;

	stream->heard_ms = stream->now_ms;
	stream->has_body = true;
	curl_easy_getinfo(stream->easy, CURLINFO_RESPONSE_CODE, &status);
	if (status / 100 != 2) {
		size_t room = ERROR_BYTES - stream->error_body.len;

		strbuf_add(&stream->error_body, bytes, len < room ? len : room);
		return len;
	}
	if (stream->take(stream->user, slice_of(bytes, len)))
		return len;
	stream->refused = true;
	return 0;
}

static size_t on_header(char *bytes, size_t size, size_t count, void *user)
{
	struct http_stream *stream = user;
	size_t len = size * count;
	const char *colon = memchr(bytes, ':', len);
	struct slice value;

	stream->heard_ms = stream->now_ms;
	if (!colon || !stream->header)
		return len;
	value = slice_of(colon + 1, (size_t)(bytes + len - colon) - 1);
	while (value.len && strchr(" \t\r\n", value.ptr[value.len - 1]))
		value.len--;
	stream->header(stream->user, slice_of(bytes, (size_t)(colon - bytes)),
		       slice_trim(value));
	return len;
}

/*
 * The certificates of this system if libcurl was built for another one, as in a
 * release; NULL if libcurl knows where they are.
 */
static const char *find_authority(void)
{
	static const char *const files[] = {
		"/etc/ssl/certs/ca-certificates.crt", /* Debian, Arch */
		"/etc/pki/tls/certs/ca-bundle.crt",   /* Fedora */
		"/etc/ssl/ca-bundle.pem",             /* openSUSE */
		"/etc/ssl/cert.pem",                  /* Alpine, BSD */
	};
	const char *own = curl_version_info(CURLVERSION_NOW)->cainfo;

	for (size_t i = 0; own && access(own, R_OK) && i < ARRAY_SIZE(files);
	     i++) {
		if (!access(files[i], R_OK))
			return files[i];
	}
	return NULL;
}

/*
 * Set which certificates are trusted, from the variables that curl and Python
 * use. Verification cannot be turned off.
 */
static CURLcode set_authority(CURL *easy, const char *otherwise)
{
	const char *ca_file = getenv("SSL_CERT_FILE");
	const char *dir = getenv("SSL_CERT_DIR");
	CURLcode bad = CURLE_OK;

	if (!ca_file || !*ca_file)
		ca_file = getenv("CURL_CA_BUNDLE");
	if (!ca_file || !*ca_file)
		ca_file = otherwise;
	if (!ca_file || !*ca_file)
		ca_file = find_authority();
	if (ca_file && *ca_file)
		bad |= curl_easy_setopt(easy, CURLOPT_CAINFO, ca_file);
	if (dir && *dir)
		bad |= curl_easy_setopt(easy, CURLOPT_CAPATH, dir);
	return bad;
}

/* Whatever the server answers, we only speak HTTP, and only to this server. */
static int set_up(struct http_stream *stream,
		  const struct http_request *request)
{
	CURL *easy = stream->easy;
	CURLcode bad = CURLE_OK;

	bad |= curl_easy_setopt(easy, CURLOPT_URL, request->url);
	bad |= curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
	bad |= curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
	bad |= curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
	bad |= curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS,
				CONNECT_TIMEOUT_MS);
	bad |= curl_easy_setopt(easy, CURLOPT_HTTPHEADER, stream->headers);
	bad |= curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE,
				(curl_off_t)request->body.len);
	bad |= curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS,
				request->body.ptr);
	bad |= curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_body);
	bad |= curl_easy_setopt(easy, CURLOPT_WRITEDATA, stream);
	bad |= curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, on_header);
	bad |= curl_easy_setopt(easy, CURLOPT_HEADERDATA, stream);
	bad |= curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, stream->complaint);
	/* Also accept servers that compress without being asked. */
	bad |= curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
	bad |= set_authority(easy, request->ca_file);
	bad |= curl_easy_setopt(easy, CURLOPT_USERAGENT,
				"jphost/" PACKAGE_VERSION);
	return bad == CURLE_OK ? 0 : -1;
}

static void add_header(struct http_stream *stream, const char *header)
{
	stream->headers = curl_slist_append(stream->headers, header);
	if (!stream->headers)
		die("no memory for a header");
}

static void add_headers(struct http_stream *stream, const char *bearer,
			char *const *others)
{
	struct strbuf header = STRBUF_INIT;

	add_header(stream, "Content-Type: application/json");
	add_header(stream, "Accept: text/event-stream");
	/* Do not wait for a 100 from servers that never send one. */
	add_header(stream, "Expect:");
	for (; others && *others; others++)
		add_header(stream, *others);
	if (!bearer)
		return;
	strbuf_addf(&header, "Authorization: Bearer %s", bearer);
	add_header(stream, header.buf);
	explicit_bzero(header.buf, header.len);
	strbuf_release(&header);
}

struct http_stream *http_stream_open(const struct http_request *request,
				     int64_t now_ms, struct strbuf *err)
{
	struct http_stream *stream = xcalloc(1, sizeof(*stream));

	curl_global_init(CURL_GLOBAL_DEFAULT);
	strbuf_init(&stream->error_body);
	stream->timer_ms = now_ms;
	stream->now_ms = now_ms;
	stream->heard_ms = now_ms;
	stream->take = request->take;
	stream->header = request->header;
	strbuf_init(&stream->why);
	stream->user = request->user;
	stream->multi = curl_multi_init();
	stream->easy = curl_easy_init();
	if (!stream->multi || !stream->easy)
		die("no memory for a transfer");
	add_headers(stream, request->bearer, request->headers);
	curl_multi_setopt(stream->multi, CURLMOPT_SOCKETFUNCTION, on_socket);
	curl_multi_setopt(stream->multi, CURLMOPT_SOCKETDATA, stream);
	curl_multi_setopt(stream->multi, CURLMOPT_TIMERFUNCTION, on_timer);
	curl_multi_setopt(stream->multi, CURLMOPT_TIMERDATA, stream);
	if (set_up(stream, request) ||
	    curl_multi_add_handle(stream->multi, stream->easy)) {
		strbuf_setf(err, "the request cannot be made");
		http_stream_free(stream);
		return NULL;
	}
	return stream;
}

void http_stream_free(struct http_stream *stream)
{
	if (!stream)
		return;
	curl_multi_remove_handle(stream->multi, stream->easy);
	curl_easy_cleanup(stream->easy);
	curl_multi_cleanup(stream->multi);
	curl_slist_free_all(stream->headers);
	strbuf_release(&stream->error_body);
	strbuf_release(&stream->why);
	free(stream);
	curl_global_cleanup();
}

size_t http_stream_poll(const struct http_stream *stream, struct pollfd *fds,
			size_t max)
{
	size_t count = 0;

	for (; count < stream->socket_count && count < max; count++)
		fds[count] =
			(struct pollfd){ stream->sockets[count].fd,
					 stream->sockets[count].events, 0 };
	return count;
}

static void collect(struct http_stream *stream)
{
	CURLMsg *msg;
	int left;

	while ((msg = curl_multi_info_read(stream->multi, &left))) {
		if (msg->msg != CURLMSG_DONE)
			continue;
		stream->ended = true;
		stream->code = msg->data.result;
	}
}

void http_stream_ready(struct http_stream *stream, const struct pollfd *fds,
		       size_t count, int64_t now_ms)
{
	int running;

	stream->now_ms = now_ms;
	for (size_t i = 0; i < count && !stream->ended; i++) {
		int what = 0;

		if (fds[i].revents & (POLLIN | POLLHUP))
			what |= CURL_CSELECT_IN;
		if (fds[i].revents & POLLOUT)
			what |= CURL_CSELECT_OUT;
		if (fds[i].revents & (POLLERR | POLLNVAL))
			what |= CURL_CSELECT_ERR;
		if (what)
			curl_multi_socket_action(stream->multi, fds[i].fd, what,
						 &running);
	}
	collect(stream);
}

int64_t http_stream_due_ms(const struct http_stream *stream)
{
	return stream->ended ? 0 : stream->timer_ms;
}

static bool is_cut(CURLcode code)
{
	return code == CURLE_PARTIAL_FILE || code == CURLE_RECV_ERROR ||
	       code == CURLE_SEND_ERROR || code == CURLE_GOT_NOTHING ||
	       code == CURLE_HTTP2 || code == CURLE_HTTP2_STREAM;
}

/* The server answers in plain text. */
static bool speaks_no_tls(const struct http_stream *stream)
{
	return stream->code == CURLE_SSL_CONNECT_ERROR &&
	       (strstr(stream->complaint, "wrong version number") ||
		strstr(stream->complaint, "packet length too long"));
}

static bool is_final(const struct http_stream *stream)
{
	switch (stream->code) {
	case CURLE_URL_MALFORMAT:
	case CURLE_UNSUPPORTED_PROTOCOL:
	case CURLE_PEER_FAILED_VERIFICATION:
	case CURLE_SSL_CACERT_BADFILE:
	case CURLE_SSL_CERTPROBLEM:
	case CURLE_SSL_ISSUER_ERROR:
	case CURLE_BAD_CONTENT_ENCODING:
		return true;
	default:
		return speaks_no_tls(stream);
	}
}

static const char *why(struct http_stream *stream)
{
	const char *words = *stream->complaint
				    ? stream->complaint
				    : curl_easy_strerror(stream->code);

	if (stream->refused)
		return "the answer was not understood";
	if (is_cut(stream->code))
		return "the connection was cut";
	/* libcurl's own message has a time in it that differs on each try. */
	if (stream->code == CURLE_COULDNT_CONNECT ||
	    stream->code == CURLE_OPERATION_TIMEDOUT)
		return curl_easy_strerror(stream->code);
	if (speaks_no_tls(stream))
		return "it does not speak TLS there: is it http:// instead?";
	/* For a wrong host name, more certificates would not help. */
	if (stream->code != CURLE_PEER_FAILED_VERIFICATION ||
	    strstr(words, "subject name"))
		return words;
	strbuf_setf(&stream->why,
		    "%s; SSL_CERT_FILE, or ca_file in jphost/config.toml, "
		    "names a file of certificates to trust",
		    words);
	return stream->why.buf;
}

void http_stream_run(struct http_stream *stream, int64_t now_ms,
		     struct http_result *result)
{
	int running;

	stream->now_ms = now_ms;
	if (!stream->ended && stream->timer_ms != -1 &&
	    stream->timer_ms <= now_ms) {
		stream->timer_ms = -1;
		curl_multi_socket_action(stream->multi, CURL_SOCKET_TIMEOUT, 0,
					 &running);
		collect(stream);
	}
	*result = (struct http_result){ .state = HTTP_RUNS };
	curl_easy_getinfo(stream->easy, CURLINFO_RESPONSE_CODE,
			  &result->status);
	curl_easy_getinfo(stream->easy, CURLINFO_CONTENT_TYPE,
			  &result->content_type);
	if (!stream->ended)
		return;
	result->state = stream->code == CURLE_OK ? HTTP_ENDED : HTTP_BROKEN;
	result->why = why(stream);
	result->is_final = result->state == HTTP_BROKEN && is_final(stream);
	curl_easy_getinfo(stream->easy, CURLINFO_REDIRECT_URL,
			  &result->location);
}

int64_t http_stream_heard_ms(const struct http_stream *stream)
{
	return stream->heard_ms;
}

bool http_stream_has_body(const struct http_stream *stream)
{
	return stream->has_body;
}

struct slice http_stream_error_body(const struct http_stream *stream)
{
	return strbuf_slice(&stream->error_body);
}
