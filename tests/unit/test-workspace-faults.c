#include "config.h"

#include "src/jphost/workspace/workspace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/unit/host-fixture.h"
#include "tests/unit/test.h"

/* The number of the rename that fails, from 1; 0: none. */
static int fails_at;
static int renames;

/* Overrides the system's. */
int renameat(int from_fd, const char *from, int to_fd, const char *to)
{
	if (++renames == fails_at) {
		errno = ENOSPC;
		return -1;
	}
	return (int)syscall(SYS_renameat2, from_fd, from, to_fd, to, 0);
}

/* The synced directories and files, by path, one per line. */
static struct strbuf synced;
static bool notes_synced;

int fsync(int fd)
{
	char link[64], path[4096];
	ssize_t len;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	len = readlink(link, path, sizeof(path));
	if (notes_synced && len > 0) {
		strbuf_add(&synced, path, (size_t)len);
		strbuf_addch(&synced, '\n');
	}
	return (int)syscall(SYS_fsync, fd);
}

/* Enough: those in both roots, and one more that does not fail. */
#define MOST 12

static void a_push_is_stored_or_refused_and_nothing_between(void **state)
{
	const struct slice event = SLICE("{\"type\":\"turn_start\"}");
	int refused = 0, stored = 0;

	(void)state;
	for (fails_at = 1; fails_at <= MOST; fails_at++) {
		struct history history = HISTORY_INIT;
		struct strbuf err = STRBUF_INIT, names = STRBUF_INIT;
		struct host_fixture fx;
		int ret;

		host_fixture_open(&fx, true);
		host_fixture_add(&fx, CONVERSATIONS "17000000001", "T", "[]");
		renames = 0;
		ret = workspace_append(&fx.ws, "17000000001", &event, 1, 0,
				       &err);
		assert_int_equal(!ret, !err.len);
		if (workspace_read(&fx.ws, "17000000001", &history, &err))
			fail_msg("%s", err.buf);
		assert_int_equal(history.count, ret ? 0 : 1);
		host_fixture_names(&fx, ".", &names);
		assert_null(strstr(names.buf, ".new"));
		ret ? refused++ : stored++;
		history_release(&history);
		strbuf_release(&names);
		strbuf_release(&err);
		host_fixture_close(&fx);
	}
	assert_true(refused >= 3);
	assert_true(stored >= 3);
}

static void a_conversation_is_made_whole_or_not_at_all(void **state)
{
	const struct strbuf base = { .buf = (char *)"{}\n", .len = 3 };
	int refused = 0, made = 0;

	(void)state;
	for (fails_at = 1; fails_at <= MOST; fails_at++) {
		struct strbuf err = STRBUF_INIT, before = STRBUF_INIT;
		struct strbuf after = STRBUF_INIT;
		struct host_fixture fx;
		char *id;

		host_fixture_open(&fx, true);
		/* The folders exist before. */
		host_fixture_add(&fx, CONVERSATIONS "17000000001", "T", "[]");
		host_fixture_names(&fx, "w/.jp/conversations", &before);
		host_fixture_names(&fx, SILO "conversations", &before);
		renames = 0;
		id = workspace_new_conversation(&fx.ws, "New one", &base,
						INT64_C(1773839947000), &err);
		host_fixture_names(&fx, "w/.jp/conversations", &after);
		host_fixture_names(&fx, SILO "conversations", &after);
		assert_null(strstr(after.buf, ".staging"));
		assert_null(strstr(after.buf, ".new"));
		if (id) {
			assert_true(host_fixture_has(&fx, CONVERSATIONS
						     "17738399468-new-one/"
						     "metadata.json"));
			made++;
		} else {
			assert_string_equal(after.buf, before.buf);
			assert_true(err.len > 0);
			refused++;
		}
		free(id);
		strbuf_release(&err);
		strbuf_release(&before);
		strbuf_release(&after);
		host_fixture_close(&fx);
	}
	assert_true(refused >= 6);
	assert_true(made >= 1);
}

/*
 * With any number of descriptors it is found, or an error says that nobody can
 * know (H34): if it seemed missing, a query would start another conversation.
 */
static void a_shortage_of_descriptors_is_no_empty_workspace(void **state)
{
	struct rlimit before, few;
	bool found = false;

	(void)state;
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
	for (int more = 0; more < 24; more++) {
		struct conversation_list list = { NULL, 0, 0 };
		struct history history = HISTORY_INIT;
		struct strbuf err = STRBUF_INIT, why = STRBUF_INIT;
		struct host_fixture fx;
		int next, listed, read;

		host_fixture_open(&fx, true);
		host_fixture_add(&fx, CONVERSATIONS "17000000001", "T", "[]");
		next = dup(STDERR_FILENO);
		close(next);
		few = before;
		few.rlim_cur = (rlim_t)(next + more);
		assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
		listed = workspace_list(&fx.ws, &list, &err);
		read = workspace_read(&fx.ws, "17000000001", &history, &why);
		assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
		assert_true(listed || list.count == 1);
		assert_true(!read || !strstr(why.buf, "not found"));
		found = !listed && !read;
		conversation_list_release(&list);
		history_release(&history);
		strbuf_release(&err);
		strbuf_release(&why);
		host_fixture_close(&fx);
	}
	assert_true(found);
}

static void a_folder_of_locks_that_is_a_link_is_not_used(void **state)
{
	struct conversation_lock lock = CONVERSATION_LOCK_INIT;
	struct strbuf err = STRBUF_INIT, path = STRBUF_INIT;
	struct host_fixture fx;

	(void)state;
	host_fixture_open(&fx, false);
	host_fixture_add(&fx, CONVERSATIONS "17000000001", "T", "[]");
	strbuf_setf(&path, "%s/locks", fx.ws.storage);
	assert_int_equal(symlink(fx.dir, path.buf), 0);
	assert_int_equal(workspace_lock(&fx.ws, "17000000001", &lock, &err),
			 LOCK_ERROR);
	assert_non_null(strstr(err.buf, "symbolic links"));
	strbuf_release(&err);
	strbuf_release(&path);
	host_fixture_close(&fx);
}

static void assert_synced(const char *path)
{
	struct strbuf line = STRBUF_INIT;

	strbuf_addf(&line, "%s\n", path);
	if (!strstr(synced.buf, line.buf))
		fail_msg("%s is not synced", path);
	strbuf_release(&line);
}

/* After a crash the created conversation exists, with its folders. */
static void a_first_conversation_has_its_folder_synced(void **state)
{
	const struct strbuf base = { .buf = (char *)"{}\n", .len = 3 };
	struct strbuf err = STRBUF_INIT, path = STRBUF_INIT;
	struct host_fixture fx;
	char *id;

	(void)state;
	fails_at = 0;
	host_fixture_open(&fx, false);
	strbuf_setf(&path, "%s/conversations/.keep", fx.ws.storage);
	assert_int_equal(unlink(path.buf), 0);
	strbuf_setf(&path, "%s/conversations", fx.ws.storage);
	assert_int_equal(rmdir(path.buf), 0);
	strbuf_init(&synced);
	notes_synced = true;
	id = workspace_new_conversation(&fx.ws, "New", &base,
					INT64_C(1773839947000), &err);
	assert_non_null(id);
	assert_synced(fx.ws.storage);
	assert_synced(path.buf);
	free(id);
	notes_synced = false;
	strbuf_release(&synced);
	strbuf_release(&path);
	host_fixture_close(&fx);
}

/* The id of a deleted conversation is not reused because nobody could check. */
static void a_shortage_of_descriptors_makes_no_id_free(void **state)
{
	const struct strbuf base = { .buf = (char *)"{}\n", .len = 3 };
	struct rlimit before, few;
	int made = 0, refused = 0;

	(void)state;
	fails_at = 0;
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
	for (int more = 0; more < 24; more++) {
		struct strbuf err = STRBUF_INIT;
		struct host_fixture fx;
		char *id;
		int next;

		host_fixture_open(&fx, true);
		host_fixture_add(&fx, SILO "conversations/.archive/17738399468",
				 "T", "[]");
		next = dup(STDERR_FILENO);
		close(next);
		few = before;
		few.rlim_cur = (rlim_t)(next + more);
		assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
		id = workspace_new_conversation(&fx.ws, "New", &base,
						INT64_C(1773839947000), &err);
		assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
		assert_int_equal(!id, err.len > 0);
		if (id)
			assert_string_equal(id, "17738399467");
		else if (!strstr(err.buf, "open files"))
			fail_msg("%d: %s", more, err.buf);
		id ? made++ : refused++;
		free(id);
		strbuf_release(&err);
		host_fixture_close(&fx);
	}
	assert_true(made && refused);
}

static void what_killed_ones_left_locked_goes_with_the_next_lock(void **state)
{
	static const struct {
		const char *name;
		bool old, stays;
	} files[] = {
		{ "jp-c17000000009.lock", true, false },
		{ "jp-c17000000008.lock", false, true },
		{ "jp-c17000000007.lock", true, true }, /* in use */
		{ "jp-cx.lock", true, true },
		{ "notes.txt", true, true },
	};
	struct conversation_lock lock = CONVERSATION_LOCK_INIT;
	struct strbuf err = STRBUF_INIT, path = STRBUF_INIT;
	struct host_fixture fx;
	int held;

	(void)state;
	host_fixture_open(&fx, true);
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
		strbuf_setf(&path, SILO "locks/%s", files[i].name);
		host_fixture_write(&fx, path.buf, "{\"pid\":1}");
		if (files[i].old)
			host_fixture_age(&fx, path.buf, 1000000000);
	}
	strbuf_setf(&path, "%s/locks/jp-c17000000007.lock", fx.ws.silo);
	held = open(path.buf, O_RDONLY | O_CLOEXEC);
	assert_int_equal(flock(held, LOCK_EX | LOCK_NB), 0);
	assert_int_equal(workspace_lock(&fx.ws, "17000000001", &lock, &err),
			 LOCK_TAKEN);
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
		strbuf_setf(&path, SILO "locks/%s", files[i].name);
		if (host_fixture_has(&fx, path.buf) != files[i].stays)
			fail_msg("%s", files[i].name);
	}
	assert_true(host_fixture_has(&fx, SILO "locks/jp-c17000000001.lock"));
	workspace_unlock(&lock);
	close(held);
	strbuf_release(&path);
	strbuf_release(&err);
	host_fixture_close(&fx);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			a_shortage_of_descriptors_is_no_empty_workspace),
		cmocka_unit_test(a_folder_of_locks_that_is_a_link_is_not_used),
		cmocka_unit_test(
			a_push_is_stored_or_refused_and_nothing_between),
		cmocka_unit_test(a_conversation_is_made_whole_or_not_at_all),
		cmocka_unit_test(a_first_conversation_has_its_folder_synced),
		cmocka_unit_test(a_shortage_of_descriptors_makes_no_id_free),
		cmocka_unit_test(
			what_killed_ones_left_locked_goes_with_the_next_lock),
	};

	return cmocka_run_group_tests_name("workspace-faults", tests, NULL,
					   NULL);
}
