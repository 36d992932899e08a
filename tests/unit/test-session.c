#include "config.h"

#include "src/jphost/serve/session.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "proto/event-write.h"
#include "src/base/xalloc.h"
#include "src/jphost/live/live.h"
#include "tests/unit/host-fixture.h"
#include "tests/unit/test.h"

#define ID       "17000000001"
#define SUBS_MAX 10000

/* A session whose plugin is the test, in one process. */
struct desk {
	struct host_fixture fixture;
	struct session session;
	int to, from;
	struct strbuf text; /* received text */
};

static void ignore_print(void *user, const struct plugin_message *msg)
{
	(void)user;
	(void)msg;
}

static void ignore_log(void *user, const struct plugin_message *msg)
{
	(void)user;
	(void)msg;
}

static int open_desk(void **state)
{
	struct desk *desk = xcalloc(1, sizeof(*desk));
	struct session_options options = {
		.config = SLICE("{}"),
		.timeout_ms = -1,
		.print = ignore_print,
		.log = ignore_log,
	};
	int in[2], out[2];

	host_fixture_open(&desk->fixture, false);
	setenv("XDG_RUNTIME_DIR", desk->fixture.dir, 1);
	host_fixture_add(&desk->fixture, CONVERSATIONS ID, "T", "[]\n");
	assert_int_equal(pipe2(in, O_CLOEXEC | O_NONBLOCK), 0);
	assert_int_equal(pipe2(out, O_CLOEXEC | O_NONBLOCK), 0);
	options.workspace = &desk->fixture.ws;
	options.in_fd = in[0];
	options.out_fd = out[1];
	desk->to = in[1];
	desk->from = out[0];
	strbuf_init(&desk->text);
	session_init(&desk->session, &options);
	*state = desk;
	return 0;
}

static int close_desk(void **state)
{
	struct desk *desk = *state;
	struct session_options options = desk->session.options;

	session_release(&desk->session);
	close(options.in_fd);
	close(options.out_fd);
	close(desk->to);
	if (desk->from >= 0)
		close(desk->from);
	host_fixture_close(&desk->fixture);
	strbuf_release(&desk->text);
	free(desk);
	return 0;
}

/* One round; waits as long as the session would, at most 10 s. */
static void round_of(struct desk *desk)
{
	int wait_ms = session_poll(&desk->session);

	if (wait_ms < 0 || wait_ms > 10000)
		wait_ms = 10000;
	poll(desk->session.fds, desk->session.fd_count, wait_ms);
	session_ready(&desk->session);
}

static void take(struct desk *desk)
{
	char bytes[65536];
	ssize_t got;

	while ((got = read(desk->from, bytes, sizeof(bytes))) > 0)
		strbuf_add(&desk->text, bytes, (size_t)got);
}

static void wait_for(struct desk *desk, const char *wanted)
{
	/* Empty a full pipe before waiting for it. */
	take(desk);
	for (int i = 0; i < 10000 && !strstr(desk->text.buf, wanted); i++) {
		round_of(desk);
		take(desk);
	}
	if (!strstr(desk->text.buf, wanted))
		fail_msg("'%s' did not come", wanted);
}

static void say(struct desk *desk, const char *line)
{
	size_t len = strlen(line);

	assert_int_equal(write(desk->to, line, len), len);
}

static void append_megabyte(struct desk *desk)
{
	struct strbuf event = STRBUF_INIT, err = STRBUF_INIT;
	struct slice slice;

	strbuf_addstr(&event, "{\"type\":\"chat_response\",\"message\":\"");
	strbuf_addchars(&event, 'x', 1 << 20);
	strbuf_addstr(&event, "\"}");
	slice = strbuf_slice(&event);
	if (workspace_append(&desk->fixture.ws, ID, &slice, 1, 0, &err))
		fail_msg("%s", err.buf);
	strbuf_release(&event);
	strbuf_release(&err);
}

static size_t count_of(const struct desk *desk, const char *text)
{
	size_t count = 0;

	for (const char *at = desk->text.buf; (at = strstr(at, text)); at++)
		count++;
	return count;
}

static void dropped_events_end_in_history_changed(void **state)
{
	struct desk *desk = *state;

	say(desk, "{\"type\":\"subscribe\",\"sub_id\":\"a\","
		  "\"conversation\":\"" ID "\"}\n");
	wait_for(desk, "subscribed");
	/* No one reads; at most 4 MiB are queued, plus what the pipe holds. */
	for (int i = 0; i < 8; i++) {
		append_megabyte(desk);
		round_of(desk);
	}
	wait_for(desk, "history_changed");
	assert_in_range(count_of(desk, "chat_response"), 3, 5);
	assert_int_equal(count_of(desk, "history_changed"), 1);
	/* It continues as if nothing had happened. */
	strbuf_reset(&desk->text);
	append_megabyte(desk);
	wait_for(desk, "chat_response");
}

static void without_notices_it_looks_itself(void **state)
{
	struct desk *desk = *state;

	say(desk, "{\"type\":\"subscribe\",\"sub_id\":\"a\","
		  "\"conversation\":\"" ID "\"}\n");
	wait_for(desk, "subscribed");
	/* As if the user's watches were used up. */
	close(desk->session.watch.fd);
	desk->session.watch.fd = -1;
	desk->session.watch.incomplete = true;
	append_megabyte(desk);
	wait_for(desk, "chat_response");
}

static void a_plugin_that_watches_nothing_is_told_nothing(void **state)
{
	struct desk *desk = *state;

	say(desk, "{\"type\":\"list_conversations\"}\n");
	wait_for(desk, "\"conversations\"");
	append_megabyte(desk);
	host_fixture_add(&desk->fixture, CONVERSATIONS "17000000002", "U",
			 "[]");
	/* Nothing to do, and no time at which there will be. */
	assert_int_equal(session_poll(&desk->session), -1);
	assert_int_equal(desk->session.fd_count, 1);
	session_ready(&desk->session);
	say(desk, "{\"type\":\"read_config\"}\n");
	wait_for(desk, "\"config\",\"data\"");
	assert_int_equal(count_of(desk, "changed"), 0);
	assert_int_equal(count_of(desk, "event\""), 0);
}

static void nothing_wakes_an_idle_session(void **state)
{
	struct desk *desk = *state;

	say(desk, "{\"type\":\"subscribe\",\"sub_id\":\"a\","
		  "\"conversation\":\"" ID "\"}\n");
	wait_for(desk, "subscribed");
	/* The plugin's lines and the workspace's notices. */
	assert_int_equal(session_poll(&desk->session), -1);
	assert_int_equal(desk->session.fd_count, 2);
	session_ready(&desk->session);
}

#define LOCK_OF_ID "w/.jp/locks/jp-c" ID ".lock"
#define PUSH                                                            \
	"{\"type\":\"push_events\",\"id\":\"p\",\"conversation\":\"" ID \
	"\",\"events\":[{\"type\":\"turn_start\"}]}\n"

/* jp may remove the file of a lock that it found free a moment before. */
static void
nothing_is_pushed_under_a_lock_that_is_another_processs(void **state)
{
	struct desk *desk = *state;
	const struct workspace *ws = &desk->fixture.ws;
	struct conversation_lock lock = CONVERSATION_LOCK_INIT;
	struct strbuf path = STRBUF_INIT, err = STRBUF_INIT;

	strbuf_addf(&path, "%s/" LOCK_OF_ID, desk->fixture.dir);
	say(desk,
	    "{\"type\":\"lock\",\"id\":\"l\",\"conversation\":\"" ID "\"}\n");
	wait_for(desk, "\"locked\"");
	assert_int_equal(unlink(path.buf), 0);
	say(desk, PUSH);
	wait_for(desk, "\"pushed\"");
	assert_true(host_fixture_has(&desk->fixture, LOCK_OF_ID));
	assert_int_equal(unlink(path.buf), 0);
	assert_int_equal(workspace_lock(ws, ID, &lock, &err), LOCK_TAKEN);
	say(desk, PUSH);
	wait_for(desk, "another process has taken over the lock");
	workspace_unlock(&lock);
	say(desk, PUSH);
	take(desk);
	strbuf_reset(&desk->text);
	wait_for(desk, "\"pushed\"");
	strbuf_release(&path);
	strbuf_release(&err);
}

static void a_line_that_is_too_long_costs_only_itself(void **state)
{
	struct desk *desk = *state;
	struct strbuf line = STRBUF_INIT;
	size_t sent = 0;

	strbuf_addstr(&line, "{\"type\":\"");
	strbuf_addchars(&line, 'x', (64 << 20) + 100);
	strbuf_addstr(&line, "\"}\n{\"type\":\"read_config\",\"id\":\"7\"}\n");
	while (sent < line.len) {
		ssize_t put = write(desk->to, line.buf + sent, line.len - sent);

		if (put > 0)
			sent += (size_t)put;
		round_of(desk);
	}
	wait_for(desk, "\"id\":\"7\"");
	assert_int_equal(count_of(desk, "the message is too large"), 1);
	strbuf_release(&line);
}

/* Enough subscriptions that one more is refused; ending one makes room. */
static void subscriptions_have_a_limit(void **state)
{
	struct desk *desk = *state;
	struct strbuf line = STRBUF_INIT, last = STRBUF_INIT;

	for (int i = 0; i <= SUBS_MAX; i++) {
		strbuf_setf(&line,
			    "{\"type\":\"subscribe\",\"sub_id\":\"s%d\","
			    "\"conversation\":\"" ID "\",\"events\":[]}\n",
			    i);
		say(desk, line.buf);
		/* Neither pipe may fill up. */
		if (i % 100 == 99) {
			strbuf_setf(&last, "\"sub_id\":\"s%d\"", i);
			wait_for(desk, last.buf);
		}
	}
	wait_for(desk, "too many subscriptions");
	assert_int_equal(count_of(desk, "\"subscribed\""), SUBS_MAX);
	say(desk, "{\"type\":\"unsubscribe\",\"sub_id\":\"s7\"}\n");
	say(desk, "{\"type\":\"subscribe\",\"id\":\"again\",\"sub_id\":\"t\","
		  "\"conversation\":\"" ID "\",\"events\":[]}\n");
	wait_for(desk, "\"sub_id\":\"t\"");
	assert_int_equal(count_of(desk, "too many subscriptions"), 1);
	strbuf_release(&line);
	strbuf_release(&last);
}

/* It writes its last lines, and exits before an answer can be written. */
static void an_exit_is_heard_though_nobody_reads_any_more(void **state)
{
	struct desk *desk = *state;
	struct strbuf lines = STRBUF_INIT;

	close(desk->from);
	desk->from = -1;
	/* More than one read returns. */
	assert_true(fcntl(desk->to, F_SETPIPE_SZ, 1 << 18) > 0);
	for (int i = 0; lines.len < 100000; i++)
		strbuf_addf(&lines,
			    "{\"type\":\"list_conversations\",\"id\":\"%d\"}\n",
			    i);
	strbuf_addstr(&lines, "{\"type\":\"exit\",\"code\":7}\n");
	say(desk, lines.buf);
	for (int i = 0; i < 10 && !desk->session.end.done; i++)
		round_of(desk);
	assert_true(desk->session.end.exited);
	assert_int_equal(desk->session.end.code, 7);
	strbuf_release(&lines);
}

/* --- A jp in another jphost's terminal --- */

/* Holds the lock and has a log, as jp has them, until it is killed. */
static pid_t begin_jp(struct desk *desk)
{
	static const char log[] =
		"{\"timestamp\":\"2026-11-28T15:06:05.256736Z\","
		"\"level\":\"TRACE\",\"fields\":{\"message\":"
		"\"Starting CLI run.\",\"command\":\"query\"},"
		"\"target\":\"jp_cli\"}\n";
	struct strbuf lock = STRBUF_INIT, told = STRBUF_INIT;
	int ready[2];
	char byte;
	pid_t pid;

	host_fixture_write(&desk->fixture, "w/.jp/locks/jp-c" ID ".lock", "");
	host_fixture_write(&desk->fixture, "log", log);
	strbuf_addf(&lock, "%s/log", desk->fixture.dir);
	assert_int_equal(pipe2(ready, O_CLOEXEC), 0);
	pid = fork();
	if (!pid) {
		int fd;

		prctl(PR_SET_PDEATHSIG, SIGKILL);
		open(lock.buf, O_WRONLY | O_APPEND);
		strbuf_setf(&lock, "%s/w/.jp/locks/jp-c" ID ".lock",
			    desk->fixture.dir);
		fd = open(lock.buf, O_RDWR);
		strbuf_setf(&told, "{\"pid\":%ld}", (long)getpid());
		if (flock(fd, LOCK_EX) ||
		    write(fd, told.buf, told.len) != (ssize_t)told.len ||
		    write(ready[1], "", 1) != 1)
			_exit(1);
		for (;;)
			pause();
	}
	assert_int_equal(read(ready[0], &byte, 1), 1);
	close(ready[0]);
	close(ready[1]);
	strbuf_release(&lock);
	return pid;
}

/* It ends, and its lock's file goes first. */
static void end_jp(struct desk *desk, pid_t pid)
{
	struct strbuf lock = STRBUF_INIT;

	kill(pid, SIGKILL);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	strbuf_addf(&lock, "%s/w/.jp/locks/jp-c" ID ".lock", desk->fixture.dir);
	assert_int_equal(unlink(lock.buf), 0);
	strbuf_release(&lock);
}

static void ignore_line(void *user, struct slice line)
{
	(void)user;
	(void)line;
}

static void ignore_joined(void *user, struct live_server *server)
{
	(void)user;
	(void)server;
}

static void serve(struct live_server *live)
{
	struct pollfd fds[LIVE_SERVER_FDS_MAX];
	size_t count = live_server_poll(live, fds, ARRAY_SIZE(fds));

	assert_true(poll(fds, (nfds_t)count, 10000) > 0);
	live_server_ready(live, fds, count);
}

/* Its jphost, with the session as its watcher. */
static struct live_server *open_live(struct desk *desk)
{
	const struct live_server_sink sink = { desk, ignore_line,
					       ignore_joined };
	struct strbuf err = STRBUF_INIT;
	struct live_server *live =
		live_server_open(&desk->fixture.ws, ID, &sink, &err);

	if (!live)
		fail_msg("%s", err.buf);
	say(desk, "{\"type\":\"subscribe\",\"sub_id\":\"a\","
		  "\"conversation\":\"" ID "\"}\n");
	wait_for(desk, "\"running\"");
	while (!live_server_has_watchers(live))
		serve(live);
	return live;
}

static void send_live(struct live_server *live, struct strbuf *event,
		      enum respond_kind respond)
{
	struct strbuf line = STRBUF_INIT;

	host_write_event(&line, "live", respond, strbuf_slice(event), -1, NULL);
	live_server_send(live, strbuf_slice(&line));
	while (live_server_backlog(live))
		serve(live);
	strbuf_release(&line);
	strbuf_release(event);
}

/* The ends of both meet, as far as they come without waiting for others. */
static bool is_watched(struct desk *desk, struct live_server *live)
{
	struct pollfd fds[LIVE_SERVER_FDS_MAX];

	for (int i = 0; i < 5 && !live_server_has_watchers(live); i++) {
		size_t count = live_server_poll(live, fds, ARRAY_SIZE(fds));

		session_poll(&desk->session);
		poll(desk->session.fds, desk->session.fd_count, 0);
		session_ready(&desk->session);
		assert_true(poll(fds, (nfds_t)count, 0) >= 0);
		live_server_ready(live, fds, count);
	}
	return live_server_has_watchers(live);
}

/* Its requests would be seen by nobody. */
static void a_turn_right_behind_another_is_live_too(void **state)
{
	const struct live_server_sink sink = { *state, ignore_line,
					       ignore_joined };
	struct strbuf err = STRBUF_INIT, event = STRBUF_INIT;
	struct desk *desk = *state;
	struct live_server *live =
		live_server_open(&desk->fixture.ws, ID, &sink, &err);

	assert_non_null(live);
	say(desk, "{\"type\":\"subscribe\",\"sub_id\":\"a\","
		  "\"conversation\":\"" ID "\"}\n");
	assert_true(is_watched(desk, live));
	event_write_plain(&event, EVENT_QUERY_COMPLETE);
	send_live(live, &event, RESPOND_NONE);
	wait_for(desk, "query_complete");
	/* The session does not run in between. */
	live_server_close(live);
	live = live_server_open(&desk->fixture.ws, ID, &sink, &err);
	assert_non_null(live);
	assert_true(is_watched(desk, live));
	event_write_call(&event, "call", "shell", SLICE("{}"), 0);
	send_live(live, &event, RESPOND_TOOL_APPROVAL);
	wait_for(desk, "\"tool_approval\"");
	live_server_close(live);
}

/* What a jphost sends of its jp's last step. */
static void send_step(struct live_server *live, const char *notice)
{
	struct strbuf event = STRBUF_INIT;

	event_write_status(&event, EVENT_STATE_RUNNING, false, 0);
	send_live(live, &event, RESPOND_NONE);
	event_write_call(&event, "call", "shell", SLICE("{}"), 0);
	send_live(live, &event, RESPOND_TOOL_APPROVAL);
	event_write_notice(&event, "jp", NOTICE_WARNING, slice_str(notice), 0);
	send_live(live, &event, RESPOND_NONE);
}

static void what_comes_after_the_end_of_a_turn_begins_none(void **state)
{
	struct desk *desk = *state;
	pid_t pid = begin_jp(desk);
	struct live_server *live = open_live(desk);
	struct strbuf event = STRBUF_INIT;

	strbuf_reset(&desk->text);
	send_step(live, "in time");
	wait_for(desk, "in time");
	assert_int_equal(count_of(desk, "\"running\""), 1);
	assert_int_equal(count_of(desk, "\"tool_approval\""), 1);
	end_jp(desk, pid);
	wait_for(desk, "\"idle\"");
	assert_int_equal(count_of(desk, "query_complete"), 1);
	/* Its jphost is slower than the notice of the lock. */
	strbuf_reset(&desk->text);
	send_step(live, "too late");
	event_write_plain(&event, EVENT_QUERY_COMPLETE);
	send_live(live, &event, RESPOND_NONE);
	live_server_close(live);
	wait_for(desk, "too late");
	assert_int_equal(count_of(desk, "\"running\""), 0);
	assert_int_equal(count_of(desk, "\"tool_approval\""), 0);
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, open_desk, close_desk)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(dropped_events_end_in_history_changed),
		TEST(without_notices_it_looks_itself),
		TEST(a_plugin_that_watches_nothing_is_told_nothing),
		TEST(nothing_wakes_an_idle_session),
		TEST(nothing_is_pushed_under_a_lock_that_is_another_processs),
		TEST(a_line_that_is_too_long_costs_only_itself),
		TEST(subscriptions_have_a_limit),
		TEST(an_exit_is_heard_though_nobody_reads_any_more),
		TEST(what_comes_after_the_end_of_a_turn_begins_none),
		TEST(a_turn_right_behind_another_is_live_too),
	};

	signal(SIGPIPE, SIG_IGN);
	return cmocka_run_group_tests_name("session", tests, NULL, NULL);
}
