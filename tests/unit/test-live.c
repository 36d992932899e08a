#include "config.h"

#include "src/jphost/live/live.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/xalloc.h"
#include "src/jphost/net/line-peer.h"
#include "tests/unit/test.h"

#define WATCHERS 3

/* A server, its watchers, and what each of them received. */
struct ends {
	char dir[64];
	struct workspace ws;
	struct live_server *server;
	struct live_client *clients[WATCHERS];
	struct strbuf served;
	struct strbuf heard[WATCHERS];
	const char *greeting;
	int joined;
	bool lost[WATCHERS];
};

static void hear_line(void *user, struct slice line)
{
	struct strbuf *heard = user;

	strbuf_addslice(heard, line);
	strbuf_addch(heard, '|');
}

static void serve_line(void *user, struct slice line)
{
	struct ends *ends = user;

	hear_line(&ends->served, line);
}

static void serve_joined(void *user, struct live_server *server)
{
	struct ends *ends = user;

	ends->joined++;
	if (ends->greeting)
		live_server_greet(server, slice_str(ends->greeting));
}

static struct live_server *open_server(struct ends *ends, struct strbuf *err)
{
	struct live_server_sink sink = { ends, serve_line, serve_joined };

	return live_server_open(&ends->ws, "jp-c17", &sink, err);
}

static int setup(void **state)
{
	struct ends *ends = xcalloc(1, sizeof(*ends));

	snprintf(ends->dir, sizeof(ends->dir), "/tmp/live-test-XXXXXX");
	assert_non_null(mkdtemp(ends->dir));
	setenv("XDG_RUNTIME_DIR", ends->dir, 1);
	ends->ws.id = xstrdup("abc12");
	ends->ws.root = xstrdup(ends->dir);
	strbuf_init(&ends->served);
	for (size_t i = 0; i < WATCHERS; i++)
		strbuf_init(&ends->heard[i]);
	*state = ends;
	return 0;
}

/* Append the id, the device and the inode. */
static void add_folder(struct strbuf *path, const char *id, const char *root)
{
	struct stat st;

	assert_int_equal(stat(root, &st), 0);
	strbuf_addf(path, "%s-%lx-%lx", id, (unsigned long)st.st_dev,
		    (unsigned long)st.st_ino);
}

static int teardown(void **state)
{
	struct ends *ends = *state;
	struct strbuf path = STRBUF_INIT;

	live_server_close(ends->server);
	strbuf_release(&ends->served);
	for (size_t i = 0; i < WATCHERS; i++) {
		live_client_close(ends->clients[i]);
		strbuf_release(&ends->heard[i]);
	}
	strbuf_addf(&path, "%s/jphost/", ends->dir);
	add_folder(&path, "abc12", ends->dir);
	strbuf_addstr(&path, "/17.sock");
	unlink(path.buf);
	for (char *cut; (cut = strrchr(path.buf, '/')) != path.buf + 4;) {
		*cut = '\0';
		rmdir(path.buf);
	}
	rmdir(ends->dir);
	strbuf_release(&path);
	free(ends->ws.id);
	free(ends->ws.root);
	free(ends);
	return 0;
}

static void start(struct ends *ends)
{
	struct strbuf err = STRBUF_INIT;

	ends->server = open_server(ends, &err);
	if (!ends->server)
		print_message("%s\n", err.buf);
	assert_non_null(ends->server);
}

static void watch(struct ends *ends, size_t i)
{
	struct strbuf err = STRBUF_INIT;

	ends->clients[i] = live_client_open(&ends->ws, "17", &err);
	assert_non_null(ends->clients[i]);
	assert_int_equal(err.len, 0);
}

/* One turn of all ends' loops; waits at most a moment. */
static void turn_around(struct ends *ends)
{
	struct pollfd fds[2 * WATCHERS + 1];
	size_t ours = 0, count;

	if (ends->server)
		ours = live_server_poll(ends->server, fds, WATCHERS + 1);
	count = ours;
	for (size_t i = 0; i < WATCHERS; i++) {
		const struct live_client *client = ends->clients[i];
		short events = POLLIN;

		if (!client || ends->lost[i])
			continue;
		if (live_client_wants_write(client))
			events |= POLLOUT;
		fds[count++] =
			(struct pollfd){ live_client_fd(client), events, 0 };
	}
	poll(fds, count, 10);
	if (ends->server)
		live_server_ready(ends->server, fds, ours);
	for (size_t i = 0; i < WATCHERS; i++) {
		if (ends->clients[i] && !ends->lost[i])
			ends->lost[i] = !live_client_ready(
				ends->clients[i], hear_line, &ends->heard[i]);
	}
}

static void wait_for_joined(struct ends *ends, int joined)
{
	for (int i = 0; i < 500 && ends->joined < joined; i++)
		turn_around(ends);
	assert_int_equal(ends->joined, joined);
}

static void wait_for(struct ends *ends, const struct strbuf *text,
		     const char *expected)
{
	for (int i = 0; i < 500 && text->len < strlen(expected); i++)
		turn_around(ends);
	assert_string_equal(text->buf, expected);
}

static void the_path_names_the_workspace_and_the_conversation(void **state)
{
	struct ends *ends = *state;
	struct strbuf expected = STRBUF_INIT;
	char *path = live_path(&ends->ws, "jp-c17");

	strbuf_addf(&expected, "%s/jphost/", ends->dir);
	add_folder(&expected, "abc12", ends->dir);
	strbuf_addstr(&expected, "/17.sock");
	assert_string_equal(path, expected.buf);
	free(path);
	assert_null(live_path(&ends->ws, "../17"));

	unsetenv("XDG_RUNTIME_DIR");
	path = live_path(&ends->ws, "17");
	strbuf_setf(&expected, "/tmp/jphost-%u/", (unsigned)geteuid());
	add_folder(&expected, "abc12", ends->dir);
	strbuf_addstr(&expected, "/17.sock");
	assert_string_equal(path, expected.buf);
	free(path);
	strbuf_release(&expected);
}

static void a_clone_with_the_same_id_is_another_workspace(void **state)
{
	struct ends *ends = *state;
	struct strbuf clone = STRBUF_INIT, link = STRBUF_INIT;
	struct strbuf err = STRBUF_INIT;
	char *root = ends->ws.root, *path, *same;

	start(ends);
	strbuf_addf(&clone, "%s/clone", root);
	strbuf_addf(&link, "%s/link", root);
	assert_int_equal(mkdir(clone.buf, 0700), 0);
	ends->ws.root = clone.buf;
	assert_null(live_client_open(&ends->ws, "17", &err));
	assert_string_equal(err.buf, "");
	/* Another path to the same folder is the same folder. */
	assert_int_equal(symlink(root, link.buf), 0);
	ends->ws.root = link.buf;
	path = live_path(&ends->ws, "17");
	ends->ws.root = root;
	same = live_path(&ends->ws, "17");
	assert_string_equal(path, same);
	/* A deleted folder has no socket. */
	assert_int_equal(rmdir(clone.buf), 0);
	ends->ws.root = clone.buf;
	assert_null(live_path(&ends->ws, "17"));
	assert_null(live_directory(&ends->ws, &err));
	assert_non_null(strstr(err.buf, "cannot open"));
	ends->ws.root = root;
	unlink(link.buf);
	free(path);
	free(same);
	strbuf_release(&clone);
	strbuf_release(&link);
	strbuf_release(&err);
}

static void a_line_reaches_every_watcher(void **state)
{
	struct ends *ends = *state;

	start(ends);
	assert_false(live_server_has_watchers(ends->server));
	watch(ends, 0);
	watch(ends, 1);
	wait_for_joined(ends, 2);
	assert_true(live_server_has_watchers(ends->server));
	live_server_send(ends->server, SLICE("{\"n\":1}\n"));
	live_server_send(ends->server, SLICE("{\"n\":2}"));
	wait_for(ends, &ends->heard[0], "{\"n\":1}|{\"n\":2}|");
	wait_for(ends, &ends->heard[1], "{\"n\":1}|{\"n\":2}|");
	assert_int_equal(live_server_backlog(ends->server), 0);
}

static void one_who_comes_late_is_greeted_alone(void **state)
{
	struct ends *ends = *state;

	start(ends);
	watch(ends, 0);
	wait_for_joined(ends, 1);
	ends->greeting = "so far";
	watch(ends, 1);
	wait_for_joined(ends, 2);
	live_server_send(ends->server, SLICE("on"));
	wait_for(ends, &ends->heard[1], "so far|on|");
	wait_for(ends, &ends->heard[0], "on|");
}

static void answers_come_in_whole_lines(void **state)
{
	struct ends *ends = *state;
	struct strbuf big = STRBUF_INIT, expected = STRBUF_INIT;

	/* More than one read returns. */
	strbuf_addchars(&big, 'x', 300000);
	start(ends);
	watch(ends, 0);
	live_client_send(ends->clients[0], SLICE("one"));
	live_client_send(ends->clients[0], strbuf_slice(&big));
	live_client_send(ends->clients[0], SLICE("three"));
	strbuf_addf(&expected, "one|%s|three|", big.buf);
	wait_for(ends, &ends->served, expected.buf);
	strbuf_release(&big);
	strbuf_release(&expected);
}

static void what_was_sent_before_the_end_arrives(void **state)
{
	struct ends *ends = *state;

	start(ends);
	watch(ends, 0);
	wait_for_joined(ends, 1);
	live_server_send(ends->server, SLICE("last words"));
	live_server_close(ends->server);
	ends->server = NULL;
	wait_for(ends, &ends->heard[0], "last words|");
	for (int i = 0; i < 500 && !ends->lost[0]; i++)
		turn_around(ends);
	assert_true(ends->lost[0]);
}

static void nobody_there_is_no_error(void **state)
{
	struct ends *ends = *state;
	struct strbuf err = STRBUF_INIT;

	assert_null(live_client_open(&ends->ws, "17", &err));
	assert_int_equal(err.len, 0);
	start(ends);
	live_server_close(ends->server);
	ends->server = NULL;
	assert_null(live_client_open(&ends->ws, "17", &err));
	assert_int_equal(err.len, 0);
}

/* What a killed process leaves behind. */
static void leave_dead_socket(struct ends *ends)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	struct strbuf err = STRBUF_INIT;
	char *directory = live_directory(&ends->ws, &err);
	char *path = live_path(&ends->ws, "17");
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	assert_non_null(directory);
	snprintf(address.sun_path, sizeof(address.sun_path), "%s", path);
	assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof(address)),
			 0);
	close(fd);
	free(directory);
	free(path);
}

static void a_dead_processs_socket_is_replaced(void **state)
{
	struct ends *ends = *state;
	struct strbuf err = STRBUF_INIT;

	leave_dead_socket(ends);
	assert_null(live_client_open(&ends->ws, "17", &err));
	assert_int_equal(err.len, 0);
	start(ends);
	watch(ends, 0);
	wait_for_joined(ends, 1);
}

static void a_dead_processs_socket_is_removed_by_who_finds_it(void **state)
{
	struct ends *ends = *state;
	struct strbuf err = STRBUF_INIT;
	char *path = live_path(&ends->ws, "17");
	int lock;

	leave_dead_socket(ends);
	/* Another process may be about to put a living one there. */
	lock = live_lock(path, LOCK_EX);
	assert_true(lock >= 0);
	assert_null(live_client_open(&ends->ws, "17", &err));
	assert_int_equal(access(path, F_OK), 0);
	close(lock);
	assert_null(live_client_open(&ends->ws, "17", &err));
	assert_int_equal(err.len, 0);
	assert_int_equal(access(path, F_OK), -1);
	assert_int_equal(errno, ENOENT);
	free(path);
}

static void a_living_processs_socket_stays(void **state)
{
	struct ends *ends = *state;
	struct strbuf err = STRBUF_INIT;

	start(ends);
	assert_null(open_server(ends, &err));
	assert_non_null(strstr(err.buf, "another process listens at '"));
	watch(ends, 0);
	wait_for_joined(ends, 2);
	strbuf_release(&err);
}

static void a_directory_that_others_may_enter_is_refused(void **state)
{
	struct ends *ends = *state;
	struct strbuf err = STRBUF_INIT, top = STRBUF_INIT;

	strbuf_addf(&top, "%s/jphost", ends->dir);
	assert_int_equal(mkdir(top.buf, 0700), 0);
	assert_int_equal(chmod(top.buf, 0755), 0);
	assert_null(live_directory(&ends->ws, &err));
	assert_non_null(strstr(err.buf, "not a directory of this user alone"));
	assert_null(open_server(ends, &err));
	assert_int_equal(rmdir(top.buf), 0);

	/* A link to a valid one is refused. */
	assert_int_equal(symlink(ends->dir, top.buf), 0);
	assert_null(live_directory(&ends->ws, &err));
	assert_int_equal(unlink(top.buf), 0);
	strbuf_release(&err);
	strbuf_release(&top);
}

/* Only root can become another user; others only recognise themselves. */
static void a_process_of_another_user_is_no_peer(void **state)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM, 0), peer, status;
	pid_t pid;

	(void)state;
	/* Not in a file system, so that nothing else keeps others away. */
	snprintf(address.sun_path + 1, sizeof(address.sun_path) - 1,
		 "jphost-test-%d", (int)getpid());
	assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof(address)),
			 0);
	assert_int_equal(listen(fd, 1), 0);
	pid = fork();
	if (!pid) {
		bool other = geteuid() == 0 && !setuid(65534);

		peer = socket(AF_UNIX, SOCK_STREAM, 0);
		_exit(connect(peer, (struct sockaddr *)&address,
			      sizeof(address))
			      ? 2
			      : other);
	}
	peer = accept(fd, NULL, NULL);
	assert_true(peer >= 0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) < 2);
	assert_int_equal(line_peer_is_ours(peer), !WEXITSTATUS(status));
	close(peer);
	close(fd);
}

static void a_path_that_is_too_long_is_a_sentence(void **state)
{
	struct ends *ends = *state;
	struct strbuf err = STRBUF_INIT;

	free(ends->ws.id);
	ends->ws.id = xcalloc(1, 101);
	memset(ends->ws.id, 'a', 100);
	assert_null(open_server(ends, &err));
	assert_non_null(strstr(err.buf, "is too long for a socket"));
	strbuf_setf(&err, "%s/jphost/", ends->dir);
	add_folder(&err, ends->ws.id, ends->dir);
	assert_int_equal(rmdir(err.buf), 0);
	strbuf_release(&err);
}

static void a_watcher_that_does_not_read_is_cut(void **state)
{
	struct ends *ends = *state;
	struct live_client *deaf;
	struct strbuf err = STRBUF_INIT, line = STRBUF_INIT;
	size_t worst = 0;

	strbuf_addchars(&line, 'x', 1 << 20);
	start(ends);
	deaf = live_client_open(&ends->ws, "17", &err);
	assert_non_null(deaf);
	wait_for_joined(ends, 1);
	for (int i = 0; i < 200 && live_server_has_watchers(ends->server);
	     i++) {
		size_t backlog;

		live_server_send(ends->server, strbuf_slice(&line));
		turn_around(ends);
		backlog = live_server_backlog(ends->server);
		worst = backlog > worst ? backlog : worst;
	}
	assert_false(live_server_has_watchers(ends->server));
	assert_true(worst > (1 << 20) && worst <= (16 << 20));
	live_client_close(deaf);
	strbuf_release(&line);
}

static void a_successor_keeps_its_socket(void **state)
{
	struct ends *ends = *state;
	char *path = live_path(&ends->ws, "17");

	start(ends);
	/* The socket was removed, and another one is there now. */
	assert_int_equal(unlink(path), 0);
	leave_dead_socket(ends);
	live_server_close(ends->server);
	ends->server = NULL;
	assert_int_equal(access(path, F_OK), 0);
	free(path);
}

#define FACT(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		FACT(the_path_names_the_workspace_and_the_conversation),
		FACT(a_clone_with_the_same_id_is_another_workspace),
		FACT(a_line_reaches_every_watcher),
		FACT(one_who_comes_late_is_greeted_alone),
		FACT(answers_come_in_whole_lines),
		FACT(what_was_sent_before_the_end_arrives),
		FACT(nobody_there_is_no_error),
		FACT(a_dead_processs_socket_is_replaced),
		FACT(a_dead_processs_socket_is_removed_by_who_finds_it),
		FACT(a_living_processs_socket_stays),
		FACT(a_directory_that_others_may_enter_is_refused),
		FACT(a_process_of_another_user_is_no_peer),
		FACT(a_path_that_is_too_long_is_a_sentence),
		FACT(a_watcher_that_does_not_read_is_cut),
		FACT(a_successor_keeps_its_socket),
	};

	return cmocka_run_group_tests_name("live", tests, NULL, NULL);
}
