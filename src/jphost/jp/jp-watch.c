#include "config.h"

#include "src/jphost/jp/jp-watch.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proto/event-write.h"
#include "proto/json-scan.h"
#include "src/base/clock.h"
#include "src/base/trace.h"
#include "src/jphost/jp/process-place.h"
#include "src/jphost/jp/trace-follow.h"

/* The name of the only subscription on such a socket (protocol(7)). */
#define SUB "live"
/* How often to look for the log, which jp opens when it starts. */
#define TRY_EVERY_MS 30
/* Reads in a row of a fast-growing log, so that keys are handled in between. */
#define READS_MAX 8

void jp_watch_init(struct jp_watch *watch, pid_t pid, struct jp_drive *drive)
{
	memset(watch, 0, sizeof(*watch));
	watch->drive = drive;
	watch->pid = pid;
	watch->now_ms = clock_now_ms();
	watch->next_try_ms = watch->now_ms;
}

void jp_watch_release(struct jp_watch *watch)
{
	struct strbuf event = STRBUF_INIT;

	if (watch->server) {
		event_write_plain(&event, EVENT_QUERY_COMPLETE);
		jp_watch_send(watch, strbuf_slice(&event), RESPOND_NONE);
		strbuf_release(&event);
	}
	live_server_close(watch->server);
	trace_follow_close(watch->trace);
	if (watch->has_workspace)
		workspace_release(&watch->workspace);
	free(watch->root);
	free(watch->live_path);
	memset(watch, 0, sizeof(*watch));
}

/* --- The socket --- */

void jp_watch_send(struct jp_watch *watch, struct slice event,
		   enum respond_kind respond)
{
	struct strbuf line = STRBUF_INIT;

	if (!watch->server || !live_server_has_watchers(watch->server))
		return;
	host_write_event(&line, SUB, respond, event, -1, NULL);
	live_server_send(watch->server, strbuf_slice(&line));
	strbuf_release(&line);
}

static void write_asks(const struct jp_watch *watch, struct strbuf *event,
		       const char *what, const char *call)
{
	struct terminal_place place = TERMINAL_PLACE_INIT;

	/* Our own terminal; jp's pseudo terminal cannot be visited. */
	place.headless = watch->headless;
	if (!watch->headless)
		process_place(&place, getpid());
	event_write_asks(event, what, call, &place, clock_wall_ms());
	terminal_place_release(&place);
}

void jp_watch_send_asks(struct jp_watch *watch, const char *what,
			const char *call)
{
	struct strbuf event = STRBUF_INIT;

	write_asks(watch, &event, what, call);
	jp_watch_send(watch, strbuf_slice(&event), RESPOND_NONE);
	strbuf_release(&event);
}

static void greet(void *user, struct slice event, enum respond_kind respond)
{
	struct jp_watch *watch = user;
	struct strbuf line = STRBUF_INIT;

	host_write_event(&line, SUB, respond, event, -1, NULL);
	live_server_greet(watch->server, strbuf_slice(&line));
	strbuf_release(&line);
}

static void greet_event(void *user, struct slice event)
{
	greet(user, event, RESPOND_NONE);
}

static void greet_asks(void *user, const char *what, const char *call)
{
	struct strbuf event = STRBUF_INIT;

	write_asks(user, &event, what, call);
	greet(user, strbuf_slice(&event), RESPOND_NONE);
	strbuf_release(&event);
}

static void on_joined(void *user, struct live_server *server)
{
	struct jp_watch *watch = user;
	const struct trace_follow_sink sink = { .user = watch,
						.event = greet_event };
	const struct jp_drive_sink waiting = { .user = watch,
					       .event = greet,
					       .asks = greet_asks };

	(void)server;
	if (watch->trace)
		trace_follow_replay(watch->trace, &sink);
	jp_drive_replay(watch->drive, &waiting);
}

static void on_line(void *user, struct slice line)
{
	struct plugin_message msg = PLUGIN_MESSAGE_INIT;
	struct jp_watch *watch = user;
	struct strbuf err = STRBUF_INIT;

	if (plugin_message_decode(&msg, line, &err))
		trace(TRACE_HOST, "jp: %s", err.buf);
	else if (msg.type == PLUGIN_MESSAGE_RESPOND)
		jp_drive_respond(watch->drive, &msg, watch->now_ms);
	else if (msg.type == PLUGIN_MESSAGE_CANCEL_QUERY)
		watch->cancel(watch->user);
	plugin_message_release(&msg);
	strbuf_release(&err);
}

/* Extract the id from "/.../locks/jp-c17.lock", which jp holds open. */
static bool is_lock(char *id, size_t size, const char *path)
{
	const char *name = strrchr(path, '/');
	size_t len;

	if (!name || name - path < 6 || strncmp(name - 6, "/locks", 6) != 0)
		return false;
	name++;
	len = strlen(name);
	if (len < 6 || strcmp(name + len - 5, ".lock") != 0 || len - 5 >= size)
		return false;
	memcpy(id, name, len - 5);
	id[len - 5] = '\0';
	return workspace_conversation_digits(id);
}

static bool find_conversation(pid_t pid, char *id, size_t size)
{
	char folder[64], link[64 + sizeof(((struct dirent *)0)->d_name)];
	char path[4096];
	const struct dirent *entry;
	bool found = false;
	DIR *dir;

	snprintf(folder, sizeof(folder), "/proc/%ld/fd", (long)pid);
	dir = opendir(folder);
	while (dir && !found && (entry = readdir(dir))) {
		ssize_t len;

		snprintf(link, sizeof(link), "%s/%s", folder, entry->d_name);
		len = readlink(link, path, sizeof(path) - 1);
		if (len <= 0)
			continue;
		path[len] = '\0';
		found = is_lock(id, size, path);
	}
	if (dir)
		closedir(dir);
	return found;
}

/* A turn begins: jp holds its conversation's lock. */
static void open_socket(struct jp_watch *watch)
{
	const struct live_server_sink sink = { watch, on_line, on_joined };
	struct strbuf err = STRBUF_INIT;
	char id[64];

	if (watch->server || !find_conversation(watch->pid, id, sizeof(id)))
		return;
	if (!watch->has_workspace)
		watch->has_workspace =
			!workspace_open(&watch->workspace,
					watch->root ? watch->root : ".", &err);
	if (watch->has_workspace)
		watch->server =
			live_server_open(&watch->workspace, id, &sink, &err);
	if (watch->server)
		watch->live_path = live_path(&watch->workspace, id);
	else
		trace(TRACE_HOST, "jp: nobody can watch: %s", err.buf);
	strbuf_release(&err);
}

/* --- The log --- */

static void on_event(void *user, struct slice event)
{
	jp_watch_send(user, event, RESPOND_NONE);
}

static void on_flushed(void *user)
{
	(void)user; /* it is on disk, where others look */
}

static void on_log_line(void *user, const struct trace_line *line)
{
	struct jp_watch *watch = user;
	struct strbuf text = STRBUF_INIT;

	if (line->kind == TRACE_LINE_WORKSPACE && !watch->root) {
		json_string_add(&text, line->value);
		watch->root = strbuf_detach(&text);
	} else if (line->kind == TRACE_LINE_TURN) {
		open_socket(watch);
	}
	jp_drive_logged(watch->drive, line);
}

static void on_call(void *user, const struct trace_follow_call *call)
{
	struct jp_watch *watch = user;

	jp_drive_called(watch->drive, call);
}

static void open_log(struct jp_watch *watch)
{
	watch->trace = trace_follow_open(watch->pid, clock_wall_ms());
	watch->next_try_ms = watch->trace ? -1 : watch->now_ms + TRY_EVERY_MS;
}

/*
 * If the log were found after one of its prompts, it would seem to continue
 * after the prompt. So this looks for it, too.
 */
void jp_watch_read(struct jp_watch *watch)
{
	/*
	 * In the log, a call waits as soon as it appears; the drive knows when
	 * it does and who can answer.
	 */
	const struct trace_follow_sink sink = { .user = watch,
						.event = on_event,
						.flushed = on_flushed,
						.line = on_log_line,
						.call = on_call };

	bool more = true;

	if (!watch->trace)
		open_log(watch);
	if (!watch->trace)
		return;
	for (int i = 0; more && i < READS_MAX; i++)
		more = trace_follow_read(watch->trace, &sink, clock_wall_ms());
	watch->next_try_ms = more ? watch->now_ms : -1;
}

bool jp_watch_uses_our_editor(const struct jp_watch *watch)
{
	struct strbuf text = STRBUF_INIT;
	struct json_member cmd, envs, first;
	struct json_walk walk;
	bool ours = watch->trace && !trace_follow_config(watch->trace, &text);

	if (ours &&
	    json_find_path(strbuf_slice(&text), &cmd, "editor", "cmd", NULL))
		ours = cmd.type == JSON_NULL;
	if (ours && json_find_path(strbuf_slice(&text), &envs, "editor", "envs",
				   NULL)) {
		walk = json_walk_begin(envs.value);
		ours = envs.type == JSON_ARRAY &&
		       json_walk_next(&walk, &first) &&
		       first.type == JSON_STRING &&
		       json_string_is(first.value, "JP_EDITOR");
	}
	strbuf_release(&text);
	return ours;
}

/* --- For the loop --- */

size_t jp_watch_poll(struct jp_watch *watch, struct pollfd *fds)
{
	size_t count = 1;

	fds[0] = (struct pollfd){ watch->trace ? trace_follow_fd(watch->trace)
					       : -1,
				  POLLIN, 0 };
	if (watch->server)
		count += live_server_poll(watch->server, fds + 1,
					  LIVE_SERVER_FDS_MAX);
	return count;
}

void jp_watch_ready(struct jp_watch *watch, const struct pollfd *fds,
		    size_t count)
{
	watch->now_ms = clock_now_ms();
	if (watch->trace || watch->now_ms >= watch->next_try_ms)
		jp_watch_read(watch);
	if (watch->server && count > 1)
		live_server_ready(watch->server, fds + 1, count - 1);
}

int64_t jp_watch_wake_ms(const struct jp_watch *watch)
{
	return watch->next_try_ms;
}
