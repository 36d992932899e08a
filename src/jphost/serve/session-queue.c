#include "config.h"

#include "src/jphost/serve/session-queue.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proto/host-message.h"
#include "src/base/trace.h"
#include "src/base/xalloc.h"

/* Limit in bytes of pending pushed events; replies may exceed it. */
#define PUSH_MAX ((size_t)4 << 20)
/* Above these limits no more requests are read. */
#define WAIT_MAX    ((size_t)8 << 20)
#define REPLIES_MAX 256
/* A reply is continued while less than this is pending, in bytes. */
#define PIECE ((size_t)256 << 10)
/* Bytes per call, so that a fast reader does not block the loop. */
#define WRITE_MAX ((size_t)1 << 20)

struct session_queue_reply {
	struct session_queue_reply *next;
	char *id; /* or NULL */
	char *conversation;
	bool begun;
	struct history history;
	size_t at; /* index of the next event */
	struct strbuf behind;
};

void session_queue_init(struct session_queue *out, int fd,
			const struct session_queue_source *source)
{
	memset(out, 0, sizeof(*out));
	out->fd = fd;
	out->source = *source;
	outbox_init(&out->box, PUSH_MAX);
}

static void free_reply(struct session_queue_reply *reply)
{
	free(reply->id);
	free(reply->conversation);
	history_release(&reply->history);
	strbuf_release(&reply->behind);
	free(reply);
}

void session_queue_release(struct session_queue *out)
{
	while (out->first) {
		struct session_queue_reply *reply = out->first;

		out->first = reply->next;
		free_reply(reply);
	}
	out->last = NULL;
	out->replies = out->behind = 0;
	outbox_release(&out->box);
}

static size_t waiting(const struct session_queue *out)
{
	return outbox_front(&out->box).len + out->behind;
}

int session_queue_push(struct session_queue *out, struct slice lines,
		       enum outbox_rank rank)
{
	size_t limit = rank == OUTBOX_LOG ? PUSH_MAX / 2 : PUSH_MAX;

	trace_bytes(TRACE_HOST, ">", lines);
	if (!out->last || out->loading)
		return outbox_push(&out->box, lines, rank);
	if (rank != OUTBOX_ALWAYS && waiting(out) + lines.len > limit)
		return -1;
	strbuf_addslice(&out->last->behind, lines);
	out->behind += lines.len;
	return 0;
}

void session_queue_reply(struct session_queue *out, const char *id,
			 const char *conversation)
{
	struct session_queue_reply *reply = xcalloc(1, sizeof(*reply));

	reply->id = id ? xstrdup(id) : NULL;
	reply->conversation = xstrdup(conversation);
	reply->history = (struct history)HISTORY_INIT;
	strbuf_init(&reply->behind);
	if (out->last)
		out->last->next = reply;
	else
		out->first = reply;
	out->last = reply;
	out->replies++;
}

bool session_queue_is_empty(const struct session_queue *out)
{
	return outbox_empty(&out->box) && !out->first;
}

bool session_queue_is_full(const struct session_queue *out)
{
	return waiting(out) > WAIT_MAX || out->replies >= REPLIES_MAX;
}

bool session_queue_is_low(const struct session_queue *out)
{
	return waiting(out) < PUSH_MAX / 4;
}

static void put(struct session_queue *out, struct strbuf *text)
{
	strbuf_addslice(&out->box.bytes, strbuf_slice(text));
	strbuf_reset(text);
}

/* Load a reply and write its beginning, or the error in its place. */
static void begin(struct session_queue *out, struct session_queue_reply *reply)
{
	struct strbuf text = STRBUF_INIT, err = STRBUF_INIT;
	int ret;

	out->loading = true;
	ret = out->source.load(out->source.user, reply->conversation,
			       &reply->history, &err);
	out->loading = false;
	reply->begun = true;
	if (ret) {
		host_write_error(&text, reply->id, "read_events",
				 reply->conversation, err.buf);
		reply->at = reply->history.count;
	} else {
		host_write_events_begin(&text, reply->id, reply->conversation);
		if (!reply->history.count)
			host_write_events_end(&text);
	}
	trace_bytes(TRACE_HOST, ">", strbuf_slice(&text));
	put(out, &text);
	strbuf_release(&text);
	strbuf_release(&err);
}

static void finish_first(struct session_queue *out)
{
	struct session_queue_reply *reply = out->first;

	out->behind -= reply->behind.len;
	put(out, &reply->behind);
	out->first = reply->next;
	if (!out->first)
		out->last = NULL;
	out->replies--;
	free_reply(reply);
}

/* Keep about PIECE bytes of replies ready. */
static void fill(struct session_queue *out)
{
	struct strbuf text = STRBUF_INIT;

	while (out->first && outbox_front(&out->box).len < PIECE) {
		struct session_queue_reply *reply = out->first;

		if (!reply->begun)
			begin(out, reply);
		while (reply->at < reply->history.count &&
		       outbox_front(&out->box).len < PIECE) {
			/* The event before it may have been sent already. */
			if (reply->at)
				strbuf_addch(&text, ',');
			put(out, &text);
			host_write_events_add(
				&text, reply->history.events[reply->at++]);
			if (reply->at == reply->history.count)
				host_write_events_end(&text);
			put(out, &text);
		}
		if (reply->at == reply->history.count)
			finish_first(out);
	}
	strbuf_release(&text);
}

void session_queue_write(struct session_queue *out)
{
	size_t budget = WRITE_MAX;

	fill(out);
	while (!out->failed && budget && !outbox_empty(&out->box)) {
		struct slice front = outbox_front(&out->box);
		ssize_t put;

		if (front.len > budget)
			front.len = budget;
		put = write(out->fd, front.ptr, front.len);
		if (put < 0 && errno == EINTR)
			continue;
		if (put < 0) {
			if (errno != EAGAIN)
				out->failed = true;
			return;
		}
		outbox_sent(&out->box, (size_t)put);
		budget -= (size_t)put;
		fill(out);
	}
}
