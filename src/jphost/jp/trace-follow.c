#include "config.h"

#include "src/jphost/jp/trace-follow.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "proto/event-write.h"
#include "proto/json-scan.h"
#include "src/base/file.h"
#include "src/base/timestamp.h"
#include "src/base/xalloc.h"
#include "src/jphost/jp/process-place.h"
#include "src/jphost/jp/trace-file.h"
#include "src/jphost/jp/trace-repeat.h"
#include "src/jphost/jp/trace-stream.h"

enum {
	READ_BYTES = 64 << 10,
	READS_MAX = 16, /* per round, to serve other turns in between */
};
/* Relevant lines are shorter; a longer one is skipped unread. */
#define LINE_MAX_BYTES ((size_t)4 << 20)
/* Limits for events kept for newcomers, and for lines held during a title. */
#define UNFLUSHED_MAX ((size_t)4 << 20)
#define HELD_MAX      ((size_t)256 << 10)
/* Limit for text sent as one event. */
#define PIECES_MAX ((size_t)16 << 10)
#define CONFIG_MAX ((size_t)8 << 20)

struct trace_follow {
	pid_t pid;
	int fd, notify;
	struct strbuf line; /* the beginning of an incomplete line */
	bool skipping;      /* skip the rest of a line that is too long */
	struct trace_stream stream;
	struct trace_repeat repeat;
	struct strbuf said; /* text of the line being read */
	enum chat_part said_part;
	unsigned said_count;  /* number of texts in that line */
	struct strbuf pieces; /* text of `part`, not sent yet */
	enum chat_part part;
	struct strbuf unflushed; /* raw events, each with a newline */
	bool titling, replaying;
	struct strbuf held;     /* lines held while a title is generated */
	enum event_state state; /* as last sent */
	char *asked;            /* id of the call that jp asks about */
	char *config;           /* path of jp's configuration, or NULL */
	int64_t wall_ms;
	const struct trace_follow_sink *sink; /* during a read */
};

/* --- Sending --- */

static void tell(struct trace_follow *follow, struct strbuf *event)
{
	struct strbuf *kept = &follow->unflushed;

	if (kept->len + event->len < UNFLUSHED_MAX) {
		strbuf_addslice(kept, strbuf_slice(event));
		strbuf_addch(kept, '\n');
	}
	follow->sink->event(follow->sink->user, strbuf_slice(event));
	strbuf_release(event);
}

/* Send the pieces of one read as one event. */
static void tell_text(struct trace_follow *follow)
{
	struct strbuf event = STRBUF_INIT;

	if (!follow->pieces.len)
		return;
	/*
	 * The time that jp will store is unknown, and readers match events by
	 * it, so no time is better than a wrong one.
	 */
	event_write_response(&event, follow->part,
			     strbuf_slice(&follow->pieces), TIMESTAMP_NONE);
	strbuf_reset(&follow->pieces);
	tell(follow, &event);
}

static void add_piece(struct trace_follow *follow, enum chat_part part,
		      struct slice text)
{
	if (part != follow->part || follow->pieces.len > PIECES_MAX)
		tell_text(follow);
	follow->part = part;
	strbuf_addslice(&follow->pieces, text);
}

static void on_text(void *user, enum chat_part part, struct slice text)
{
	struct trace_follow *follow = user;

	if (!follow->said_count++) {
		strbuf_reset(&follow->said);
		strbuf_addslice(&follow->said, text);
		follow->said_part = part;
	}
	add_piece(follow, part, text);
}

static void write_asks(const struct trace_follow *follow, struct strbuf *out)
{
	struct terminal_place place = TERMINAL_PLACE_INIT;

	process_place(&place, follow->pid);
	event_write_asks(out, "tool_approval", follow->asked, &place,
			 follow->wall_ms);
	terminal_place_release(&place);
}

static void push_state(const struct trace_follow *follow,
		       const struct trace_follow_sink *sink)
{
	struct strbuf event = STRBUF_INIT;

	if (follow->state != EVENT_STATE_WAITING) {
		event_write_status(&event, follow->state, sink->asks != NULL,
				   follow->wall_ms);
		sink->event(sink->user, strbuf_slice(&event));
	} else if (sink->asks) {
		write_asks(follow, &event);
		sink->asks(sink->user, strbuf_slice(&event));
	}
	strbuf_release(&event);
}

static void tell_state(struct trace_follow *follow, enum event_state state)
{
	tell_text(follow);
	follow->state = state;
	push_state(follow, follow->sink);
}

static void on_usage(void *user, int64_t input, int64_t output)
{
	struct trace_follow *follow = user;
	struct strbuf event = STRBUF_INIT;

	follow->said_count++;
	tell_text(follow);
	event_write_usage(&event, input, output, follow->wall_ms);
	follow->sink->event(follow->sink->user, strbuf_slice(&event));
	strbuf_release(&event);
}

int trace_follow_config(const struct trace_follow *follow, struct strbuf *text)
{
	int fd = follow->config
			 ? open(follow->config,
				O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
			 : -1;
	struct stat st;
	int ret = -1;

	if (fd < 0)
		return -1;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_uid == geteuid())
		ret = file_read(fd, text, CONFIG_MAX);
	close(fd);
	return ret;
}

static bool asks(struct slice tools, const char *name)
{
	struct json_member tool, run;

	return json_find(tools, name, &tool) &&
			       json_find(tool.value, "run", &run) &&
			       run.type == JSON_STRING
		       ? json_string_is(run.value, "ask") ||
				 json_string_is(run.value, "edit")
		       : strcmp(name, "*") != 0 && asks(tools, "*");
}

/* Whether jp asks before it runs this tool. */
static bool tool_asks(const struct trace_follow *follow, const char *name)
{
	struct strbuf text = STRBUF_INIT;
	struct json_member tools;
	bool does = !trace_follow_config(follow, &text) &&
		    json_find_path(strbuf_slice(&text), &tools, "conversation",
				   "tools", NULL) &&
		    asks(tools.value, name);

	strbuf_release(&text);
	return does;
}

static void on_call(void *user, const char *id, const char *name,
		    struct slice arguments)
{
	struct trace_follow *follow = user;
	const struct trace_follow_call call = { id, name, arguments,
						tool_asks(follow, name) };
	struct strbuf event = STRBUF_INIT;

	follow->said_count++;
	tell_text(follow);
	event_write_call(&event, id, name, arguments, TIMESTAMP_NONE);
	tell(follow, &event);
	if (call.asks) {
		/* jp asks about the first one first; it may be sent again. */
		if (follow->state != EVENT_STATE_WAITING) {
			free(follow->asked);
			follow->asked = xstrdup(id);
		}
		tell_state(follow, EVENT_STATE_WAITING);
	}
	if (follow->sink->call)
		follow->sink->call(follow->sink->user, &call);
}

/* --- Lines --- */

static void flushed(struct trace_follow *follow)
{
	tell_text(follow);
	strbuf_reset(&follow->unflushed);
	follow->sink->flushed(follow->sink->user);
}

static void take_line(struct trace_follow *follow, struct slice line);

/*
 * The streams for the title and for the turn were mixed. The answer that has
 * ended by now is the title's, up to its end. If the events have no ids, all of
 * them are shown from disk only.
 */
static void title_made(struct trace_follow *follow)
{
	struct strbuf held = follow->held, ended = STRBUF_INIT;
	struct strbuf id = STRBUF_INIT;
	struct slice rest = strbuf_slice(&held);
	size_t end = 0;
	struct trace_line parsed;

	follow->titling = false;
	follow->held = (struct strbuf)STRBUF_INIT;
	while (rest.len && !end) {
		struct slice line = slice_take_line(&rest);

		strbuf_reset(&id);
		if (trace_line_parse(&parsed, line) &&
		    parsed.kind == TRACE_LINE_EVENT &&
		    trace_stream_peek(&parsed, &id) && id.len) {
			end = held.len - rest.len;
			strbuf_addslice(&ended, strbuf_slice(&id));
		}
	}
	rest = strbuf_slice(&held);
	follow->replaying = true;
	while (end && rest.len) {
		size_t at = held.len - rest.len;
		struct slice line = slice_take_line(&rest);

		strbuf_reset(&id);
		if (trace_line_parse(&parsed, line))
			trace_stream_peek(&parsed, &id);
		if (parsed.kind != TRACE_LINE_EVENT ||
		    (id.len &&
		     (at >= end ||
		      !slice_equal(strbuf_slice(&id), strbuf_slice(&ended)))))
			take_line(follow, line);
	}
	follow->replaying = false;
	strbuf_release(&held);
	strbuf_release(&ended);
	strbuf_release(&id);
}

static void hold(struct trace_follow *follow, struct slice line)
{
	if (follow->held.len + line.len > HELD_MAX)
		return;
	strbuf_addslice(&follow->held, line);
	strbuf_addch(&follow->held, '\n');
}

static void take_config(struct trace_follow *follow, struct slice value)
{
	struct strbuf path = STRBUF_INIT;

	json_string_add(&path, value);
	free(follow->config);
	follow->config = strbuf_detach(&path);
}

/*
 * A line that had one text, ended nothing and left nothing incomplete may come
 * again with another text.
 */
static void take_event(struct trace_follow *follow,
		       const struct trace_line *parsed, struct slice line)
{
	struct trace_stream *stream = &follow->stream;
	unsigned begun = stream->begun;

	follow->said_count = 0;
	trace_stream_take(stream, parsed);
	if (follow->said_count == 1 && stream->begun == begun &&
	    !stream->chat.calls.count && !stream->call_count)
		trace_repeat_learn(&follow->repeat, line, follow->said_part,
				   strbuf_slice(&follow->said));
	else
		trace_repeat_forget(&follow->repeat);
}

/* Held lines are not reported, because jp logged them long ago. */
static void tell_line(const struct trace_follow *follow,
		      const struct trace_line *line)
{
	if (follow->sink->line && !follow->replaying)
		follow->sink->line(follow->sink->user, line);
}

static void take_line(struct trace_follow *follow, struct slice line)
{
	static const struct trace_line piece = { .kind = TRACE_LINE_EVENT };
	struct trace_line parsed;
	struct slice text;

	if (!follow->titling &&
	    trace_repeat_take(&follow->repeat, line, &text)) {
		tell_line(follow, &piece);
		add_piece(follow, follow->repeat.part, text);
		return;
	}
	if (!trace_line_parse(&parsed, line))
		return;
	if (follow->titling && (parsed.kind == TRACE_LINE_EVENT ||
				parsed.kind == TRACE_LINE_STREAM)) {
		hold(follow, line);
		return;
	}
	tell_line(follow, &parsed);
	switch (parsed.kind) {
	case TRACE_LINE_CONFIG:
		take_config(follow, parsed.value);
		break;
	case TRACE_LINE_TITLE_BEGIN:
		follow->titling = true;
		break;
	case TRACE_LINE_TITLE_END:
		title_made(follow);
		break;
	case TRACE_LINE_TURN:
	case TRACE_LINE_TOOL:
		tell_state(follow, EVENT_STATE_RUNNING);
		break;
	case TRACE_LINE_STREAM:
	case TRACE_LINE_RETRY:
		trace_repeat_forget(&follow->repeat);
		trace_stream_begin(&follow->stream);
		break;
	case TRACE_LINE_EVENT:
		take_event(follow, &parsed, line);
		break;
	case TRACE_LINE_FLUSHED:
		flushed(follow);
		break;
	default:
		break;
	}
}

static void take_bytes(struct trace_follow *follow, struct slice bytes)
{
	while (bytes.len) {
		const char *newline = memchr(bytes.ptr, '\n', bytes.len);
		size_t len =
			newline ? (size_t)(newline - bytes.ptr) : bytes.len;
		struct slice part = slice_of(bytes.ptr, len);

		bytes = slice_skip(bytes, len + (newline != NULL));
		if (follow->line.len + len > LINE_MAX_BYTES)
			follow->skipping = true;
		if (newline && !follow->line.len && !follow->skipping) {
			take_line(follow, part); /* usually: no copy */
			continue;
		}
		if (!follow->skipping)
			strbuf_addslice(&follow->line, part);
		if (!newline)
			continue;
		if (!follow->skipping)
			take_line(follow, strbuf_slice(&follow->line));
		follow->skipping = false;
		strbuf_reset(&follow->line);
	}
}

/* --- The file --- */

struct trace_follow *trace_follow_open(pid_t pid, int64_t wall_ms)
{
	const struct trace_stream_sink sink = { NULL, on_text, on_call,
						on_usage };
	struct trace_follow *follow;
	int fd = trace_file_open(pid), notify;

	if (fd < 0)
		return NULL;
	notify = trace_file_watch(fd);
	if (notify < 0) {
		close(fd);
		return NULL;
	}
	follow = xcalloc(1, sizeof(*follow));
	follow->pid = pid;
	follow->fd = fd;
	follow->notify = notify;
	follow->wall_ms = wall_ms;
	strbuf_init(&follow->line);
	strbuf_init(&follow->unflushed);
	strbuf_init(&follow->held);
	strbuf_init(&follow->said);
	strbuf_init(&follow->pieces);
	trace_repeat_init(&follow->repeat);
	trace_stream_init(&follow->stream, &sink);
	follow->stream.sink.user = follow;
	return follow;
}

void trace_follow_close(struct trace_follow *follow)
{
	if (!follow)
		return;
	close(follow->fd);
	close(follow->notify);
	strbuf_release(&follow->line);
	strbuf_release(&follow->unflushed);
	strbuf_release(&follow->held);
	strbuf_release(&follow->said);
	strbuf_release(&follow->pieces);
	trace_repeat_release(&follow->repeat);
	trace_stream_release(&follow->stream);
	free(follow->config);
	free(follow->asked);
	free(follow);
}

int trace_follow_fd(const struct trace_follow *follow)
{
	return follow->notify;
}

/*
 * jp only appends. If the log was truncated, halves of two lines could be
 * joined, so reading continues at the next whole line.
 */
static void look_for_cut(struct trace_follow *follow)
{
	struct stat st;

	if (fstat(follow->fd, &st) ||
	    st.st_size >= lseek(follow->fd, 0, SEEK_CUR))
		return;
	lseek(follow->fd, 0, SEEK_END);
	strbuf_reset(&follow->line);
	follow->skipping = true;
	trace_repeat_forget(&follow->repeat);
	trace_stream_begin(&follow->stream);
}

bool trace_follow_read(struct trace_follow *follow,
		       const struct trace_follow_sink *sink, int64_t wall_ms)
{
	char bytes[READ_BYTES];
	ssize_t got = 1;

	while (read(follow->notify, bytes, sizeof(bytes)) > 0)
		;
	follow->sink = sink;
	follow->wall_ms = wall_ms;
	for (int i = 0; i < READS_MAX && got > 0; i++) {
		got = read(follow->fd, bytes, sizeof(bytes));
		if (got > 0)
			take_bytes(follow, slice_of(bytes, (size_t)got));
	}
	if (!got)
		look_for_cut(follow);
	tell_text(follow);
	follow->sink = NULL;
	return got > 0;
}

void trace_follow_replay(const struct trace_follow *follow,
			 const struct trace_follow_sink *sink)
{
	struct slice rest = strbuf_slice(&follow->unflushed);

	/*
	 * A state ends a text, so it is sent before one that continues, and
	 * after the call that jp asks about.
	 */
	if (follow->state == EVENT_STATE_RUNNING)
		push_state(follow, sink);
	while (rest.len)
		sink->event(sink->user, slice_take_line(&rest));
	if (follow->state == EVENT_STATE_WAITING)
		push_state(follow, sink);
}
