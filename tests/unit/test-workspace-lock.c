#include "config.h"

#include "src/jphost/workspace/workspace.h"

#include <sched.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/host-fixture.h"
#include "tests/unit/test.h"

static void a_lock_is_taken_once_and_leaves_no_file(void **state)
{
	struct host_fixture *fx = *state;
	struct conversation_lock one = CONVERSATION_LOCK_INIT;
	struct conversation_lock two = CONVERSATION_LOCK_INIT;
	struct strbuf err = STRBUF_INIT, text = STRBUF_INIT;

	host_fixture_add(fx, CONVERSATIONS "17000000001", "T", "[]");
	assert_int_equal(workspace_lock(&fx->ws, "jp-c17000000001", &one, &err),
			 LOCK_TAKEN);
	host_fixture_read(fx, "w/.jp/locks/jp-c17000000001.lock", &text);
	assert_non_null(strstr(text.buf, "\"acquired_at\":\"20"));
	assert_int_equal(workspace_lock(&fx->ws, "17000000001", &two, &err),
			 LOCK_ELSEWHERE);
	assert_string_equal(err.buf,
			    "conversation is locked by another process");
	workspace_unlock(&one);
	assert_false(host_fixture_has(fx, "w/.jp/locks/jp-c17000000001.lock"));
	assert_int_equal(workspace_lock(&fx->ws, "17000000001", &two, &err),
			 LOCK_TAKEN);
	workspace_unlock(&two);
	strbuf_release(&text);
	strbuf_release(&err);
}

static void a_lock_of_another_process_is_seen_without_a_touch(void **state)
{
	struct host_fixture *fx = *state;
	struct conversation_lock lock = CONVERSATION_LOCK_INIT;
	struct strbuf err = STRBUF_INIT;
	int ready[2], done[2];
	char byte;
	pid_t child;

	host_fixture_add(fx, CONVERSATIONS "17000000001", "T", "[]");
	assert_false(workspace_busy(&fx->ws, "17000000001", NULL));
	assert_int_equal(pipe(ready), 0);
	assert_int_equal(pipe(done), 0);
	child = fork();
	if (!child) {
		close(done[1]);
		workspace_lock(&fx->ws, "17000000001", &lock, &err);
		if (write(ready[1], "x", 1) != 1 || read(done[0], &byte, 1))
			_exit(1);
		/* As after SIGKILL: the file stays. */
		_exit(0);
	}
	assert_int_equal(read(ready[0], &byte, 1), 1);
	assert_true(workspace_busy(&fx->ws, "17000000001", NULL));
	close(done[1]);
	assert_int_equal(waitpid(child, NULL, 0), child);
	assert_true(host_fixture_has(fx, SILO "locks/jp-c17000000001.lock"));
	assert_false(workspace_busy(&fx->ws, "17000000001", NULL));
	close(ready[0]);
	close(ready[1]);
	close(done[0]);
	strbuf_release(&err);
}

/* Wait for the lock, append one event, release it. */
static int append_locked(const struct workspace *ws, const char *event)
{
	struct conversation_lock lock = CONVERSATION_LOCK_INIT;
	struct slice slice = slice_str(event);
	struct strbuf err = STRBUF_INIT;
	enum lock_result result;
	int ret = -1;

	do {
		result = workspace_lock(ws, "17000000001", &lock, &err);
	} while (result == LOCK_ELSEWHERE && !sched_yield());
	if (result == LOCK_TAKEN)
		ret = workspace_append(ws, "17000000001", &slice, 1, 0, &err);
	workspace_unlock(&lock);
	strbuf_release(&err);
	return ret;
}

static void processes_at_once_lose_no_event(void **state)
{
	enum { PROCESSES = 3, EVENTS = 40 };
	struct host_fixture *fx = *state;
	struct history history = HISTORY_INIT;
	struct strbuf err = STRBUF_INIT;
	int status;

	host_fixture_add(fx, CONVERSATIONS "17000000001", "T", "[]");
	for (int i = 0; i < PROCESSES; i++) {
		int failed = 0;

		if (fork())
			continue;
		for (int j = 0; j < EVENTS; j++)
			failed |= append_locked(&fx->ws,
						"{\"type\":\"turn_start\"}");
		_exit(failed ? 1 : 0);
	}
	for (int i = 0; i < PROCESSES; i++) {
		assert_true(wait(&status) > 0);
		assert_int_equal(status, 0);
	}
	if (workspace_read(&fx->ws, "17000000001", &history, &err))
		fail_msg("%s", err.buf);
	assert_int_equal(history.count, PROCESSES * EVENTS);
	history_release(&history);
	strbuf_release(&err);
}

/* A conversation that we have locked. */
static void add_locked(struct host_fixture *fx, struct conversation_lock *lock)
{
	struct strbuf err = STRBUF_INIT;

	host_fixture_add(fx, CONVERSATIONS "17000000001", "T", "[]");
	assert_int_equal(workspace_lock(&fx->ws, "17000000001", lock, &err),
			 LOCK_TAKEN);
	strbuf_release(&err);
}

#define LOCK_FILE "w/.jp/locks/jp-c17000000001.lock"

/* As jp does with a lock that it has found free a moment before. */
static void remove_lock_file(const struct host_fixture *fx)
{
	struct strbuf path = STRBUF_INIT;

	strbuf_addf(&path, "%s/" LOCK_FILE, fx->dir);
	assert_int_equal(unlink(path.buf), 0);
	strbuf_release(&path);
}

static void a_lock_whose_file_was_removed_is_taken_again(void **state)
{
	struct host_fixture *fx = *state;
	struct conversation_lock one = CONVERSATION_LOCK_INIT;
	struct conversation_lock two = CONVERSATION_LOCK_INIT;
	struct strbuf err = STRBUF_INIT;

	add_locked(fx, &one);
	assert_int_equal(workspace_lock_keep(&one, &err), 0);
	remove_lock_file(fx);
	assert_int_equal(workspace_lock_keep(&one, &err), 0);
	assert_true(host_fixture_has(fx, LOCK_FILE));
	assert_int_equal(workspace_lock(&fx->ws, "17000000001", &two, &err),
			 LOCK_ELSEWHERE);
	workspace_unlock(&one);
	assert_false(host_fixture_has(fx, LOCK_FILE));
	strbuf_release(&err);
}

static void a_lock_that_another_process_has_by_now_is_left_to_it(void **state)
{
	struct host_fixture *fx = *state;
	struct conversation_lock one = CONVERSATION_LOCK_INIT;
	struct conversation_lock two = CONVERSATION_LOCK_INIT;
	struct strbuf err = STRBUF_INIT;

	add_locked(fx, &one);
	remove_lock_file(fx);
	assert_int_equal(workspace_lock(&fx->ws, "17000000001", &two, &err),
			 LOCK_TAKEN);
	assert_int_equal(workspace_lock_keep(&one, &err), -1);
	assert_string_equal(err.buf, "another process has taken over the lock "
				     "of the conversation");
	workspace_unlock(&one);
	assert_true(host_fixture_has(fx, LOCK_FILE));
	assert_int_equal(workspace_lock_keep(&two, &err), 0);
	workspace_unlock(&two);
	assert_false(host_fixture_has(fx, LOCK_FILE));
	strbuf_release(&err);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(a_lock_is_taken_once_and_leaves_no_file),
		SILOED(a_lock_of_another_process_is_seen_without_a_touch),
		PLAIN(processes_at_once_lose_no_event),
		PLAIN(a_lock_whose_file_was_removed_is_taken_again),
		PLAIN(a_lock_that_another_process_has_by_now_is_left_to_it),
	};

	return cmocka_run_group_tests_name("workspace-lock", tests, NULL, NULL);
}
