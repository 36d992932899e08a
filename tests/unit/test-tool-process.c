#include "config.h"

#include "src/jphost/tool/tool-process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/test.h"

static void say_nothing(void *user, struct slice text)
{
	(void)user;
	(void)text;
}

/*
 * A named pipe that a script opens, and all its processes inherit: when no one
 * has it any more, all of them have ended.
 */
struct held {
	char dir[32];
	struct strbuf script;
	int fd;
};

/* `$f` is the name of another pipe, which the script may wait for. */
static void hold(struct held *held, const char *script)
{
	struct strbuf path = STRBUF_INIT;

	strcpy(held->dir, "/tmp/jpd-tool-XXXXXX");
	assert_non_null(mkdtemp(held->dir));
	strbuf_addf(&path, "%s/wait", held->dir);
	assert_int_equal(mkfifo(path.buf, 0600), 0);
	strbuf_setf(&path, "%s/held", held->dir);
	assert_int_equal(mkfifo(path.buf, 0600), 0);
	held->fd = open(path.buf, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	assert_true(held->fd >= 0);
	strbuf_init(&held->script);
	strbuf_addf(&held->script, "exec 9>%s/held; export f=%s/wait; %s",
		    held->dir, held->dir, script);
	strbuf_release(&path);
}

static bool is_gone(const struct held *held, int wait_ms)
{
	struct pollfd end = { held->fd, POLLIN, 0 };

	return poll(&end, 1, wait_ms) == 1;
}

static void let_go(struct held *held)
{
	struct strbuf path = STRBUF_INIT;

	close(held->fd);
	strbuf_addf(&path, "%s/wait", held->dir);
	unlink(path.buf);
	strbuf_setf(&path, "%s/held", held->dir);
	unlink(path.buf);
	rmdir(held->dir);
	strbuf_release(&path);
	strbuf_release(&held->script);
}

static struct tool_process *start(const struct held *held,
				  struct tool_left *left)
{
	char *argv[] = { (char *)"sh", (char *)"-c", held->script.buf, NULL };
	struct strbuf err = STRBUF_INIT;

	return tool_process_start(argv, "/", slice_str(""), 100, INT64_MAX,
				  left, &err);
}

/* A separate process, which starts a tool and is then killed. */
static void start_and_wait(const struct held *held, int told)
{
	struct tool_left left = { .count = 0 };
	struct tool_process *process = start(held, &left);

	while (process && !process->stdout_text.len)
		tool_process_run(process, 0, say_nothing, NULL);
	if (write(told, "x", 1) == 1)
		pause();
	_exit(1);
}

static void a_tool_ends_with_us_whatever_ends_us(void **state)
{
	struct held held;
	int told[2];
	char byte;
	pid_t pid;

	(void)state;
	hold(&held, "sleep 1000 & sh -c 'trap \"\" TERM HUP; sleep 1000' & "
		    "setsid sh -c 'echo >$f; sleep 1000 & wait' & read x <$f; "
		    "(setsid sh -c 'echo >$f; exec setsid sleep 1000' &); "
		    "read x <$f; echo up; wait");
	assert_int_equal(pipe2(told, O_CLOEXEC), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (!pid)
		start_and_wait(&held, told[1]);
	close(told[1]);
	assert_int_equal(read(told[0], &byte, 1), 1);
	assert_false(is_gone(&held, 0));
	assert_int_equal(kill(pid, SIGKILL), 0);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	assert_true(is_gone(&held, 10000));
	let_go(&held);
	close(told[0]);
}

static void run_to_its_end(const struct held *held, struct tool_left *left)
{
	struct tool_process *process = start(held, left);

	assert_non_null(process);
	while (tool_process_run(process, 0, say_nothing, NULL)) {
		struct pollfd fds[TOOL_PROCESS_FDS];

		poll(fds, tool_process_poll(process, fds), 10000);
	}
	assert_int_equal(process->status, 0);
	tool_process_free(process);
}

static void
what_a_tool_leaves_in_its_own_session_ends_with_the_turn(void **state)
{
	/* Each reports that it is in its session before the tool ends. */
	static const char *const scripts[] = {
		"setsid sh -c 'echo >$f; exec sleep 1000' & read x <$f",
		"(setsid sh -c 'sleep 1000 & echo >$f; sleep 1000' &); "
		"read x <$f",
		/* It ignores requests to end. */
		"setsid sh -c 'trap \"\" TERM HUP; echo >$f; while :; do "
		"sleep 1; done' & read x <$f",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(scripts) / sizeof(*scripts); i++) {
		struct tool_left left = { .count = 0 };
		struct held held;

		hold(&held, scripts[i]);
		run_to_its_end(&held, &left);
		/* A later call may need what it started. */
		assert_int_equal(left.count, 1);
		assert_false(is_gone(&held, 0));
		tool_left_release(&left);
		assert_int_equal(left.count, 0);
		assert_true(is_gone(&held, 10000));
		let_go(&held);
	}
}

static void
what_is_in_its_group_ends_with_the_tool_and_nothing_else(void **state)
{
	struct tool_left left = { .count = 0 };
	pid_t other = fork();
	struct held held;

	(void)state;
	if (!other) {
		pause();
		_exit(0);
	}
	hold(&held, "sleep 1000 & sh -c 'sleep 1000' & exit 0");
	run_to_its_end(&held, &left);
	assert_true(is_gone(&held, 10000));
	let_go(&held);
	tool_left_release(&left);
	/* A child of ours that was not started by a tool. */
	assert_int_equal(waitpid(other, NULL, WNOHANG), 0);
	assert_int_equal(kill(other, SIGKILL), 0);
	assert_int_equal(waitpid(other, NULL, 0), other);
}

static void a_tool_that_is_not_there_is_an_error(void **state)
{
	char *argv[] = { (char *)"/no/such/tool", NULL };
	struct tool_left left = { .count = 0 };
	struct strbuf err = STRBUF_INIT;

	(void)state;
	assert_null(tool_process_start(argv, "/", slice_str(""), 100, INT64_MAX,
				       &left, &err));
	assert_string_equal(err.buf, "cannot run '/no/such/tool': "
				     "No such file or directory");
	strbuf_release(&err);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_tool_ends_with_us_whatever_ends_us),
		cmocka_unit_test(
			what_a_tool_leaves_in_its_own_session_ends_with_the_turn),
		cmocka_unit_test(
			what_is_in_its_group_ends_with_the_tool_and_nothing_else),
		cmocka_unit_test(a_tool_that_is_not_there_is_an_error),
	};

	return cmocka_run_group_tests_name("tool-process", tests, NULL, NULL);
}
