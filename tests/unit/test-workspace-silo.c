#include "config.h"

#include "src/jphost/workspace/workspace.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/xalloc.h"
#include "tests/unit/host-fixture.h"
#include "tests/unit/test.h"

/* Who owns a workspace and its user's part, and when they are created. */

/* The user's part of the workspace, as created by jp's first run. */
static void make_silo(struct host_fixture *fx)
{
	struct strbuf link = STRBUF_INIT;

	host_fixture_write(fx, SILO "conversations/.keep", "");
	strbuf_addf(&link, "%s/" SILO "storage", fx->dir);
	assert_int_equal(symlink(fx->ws.storage, link.buf), 0);
	strbuf_release(&link);
}

/* A lock from before the user's part existed, and a later one (J45, J46). */
static void a_lock_in_either_place_counts(void **state)
{
	struct host_fixture *fx = *state;
	struct conversation_lock one = CONVERSATION_LOCK_INIT;
	struct conversation_lock two = CONVERSATION_LOCK_INIT;
	struct strbuf err = STRBUF_INIT;
	struct workspace later;

	assert_null(fx->ws.silo);
	assert_int_equal(workspace_lock(&fx->ws, "17000000001", &one, &err),
			 LOCK_TAKEN);
	make_silo(fx);
	assert_int_equal(workspace_open(&later, fx->ws.root, &err), 0);
	assert_non_null(later.silo);
	assert_int_equal(workspace_lock(&later, "17000000001", &two, &err),
			 LOCK_ELSEWHERE);
	assert_false(conversation_lock_is_held(&two));
	assert_false(host_fixture_has(fx, SILO "locks/jp-c17000000001.lock"));
	workspace_unlock(&one);
	/* The first one looks for it again. */
	assert_int_equal(workspace_lock(&later, "17000000001", &two, &err),
			 LOCK_TAKEN);
	assert_true(host_fixture_has(fx, SILO "locks/jp-c17000000001.lock"));
	assert_int_equal(workspace_lock(&fx->ws, "17000000001", &one, &err),
			 LOCK_ELSEWHERE);
	assert_non_null(fx->ws.silo);
	workspace_unlock(&two);
	assert_int_equal(workspace_lock(&fx->ws, "17000000001", &one, &err),
			 LOCK_TAKEN);
	workspace_unlock(&one);
	workspace_release(&later);
	strbuf_release(&err);
}

static void both_roots_are_written_once_there_are_two(void **state)
{
	struct host_fixture *fx = *state;
	const struct slice event = SLICE("{\"type\":\"turn_start\"}");
	struct strbuf err = STRBUF_INIT, one = STRBUF_INIT, two = STRBUF_INIT;

	host_fixture_add(fx, CONVERSATIONS "17000000001", "T", "[]");
	make_silo(fx);
	assert_int_equal(
		workspace_append(&fx->ws, "17000000001", &event, 1, 0, &err),
		0);
	host_fixture_read(fx, CONVERSATIONS "17000000001/events.json", &one);
	host_fixture_read(fx, SILO "conversations/17000000001/events.json",
			  &two);
	assert_string_equal(one.buf, two.buf);
	strbuf_release(&one);
	strbuf_release(&two);
	strbuf_release(&err);
}

static void a_silo_that_went_away_is_no_place(void **state)
{
	struct host_fixture *fx = *state;
	struct conversation_lock lock = CONVERSATION_LOCK_INIT;
	struct strbuf err = STRBUF_INIT, command = STRBUF_INIT;

	assert_non_null(fx->ws.silo);
	strbuf_addf(&command, "rm -rf %s/data/workspace", fx->dir);
	assert_int_equal(system(command.buf), 0);
	assert_int_equal(workspace_lock(&fx->ws, "17000000001", &lock, &err),
			 LOCK_TAKEN);
	assert_null(fx->ws.silo);
	assert_true(host_fixture_has(fx, "w/.jp/locks/jp-c17000000001.lock"));
	workspace_unlock(&lock);
	strbuf_release(&command);
	strbuf_release(&err);
}

/* An id can be copied; a clone does not get the original's data (C29). */
static void a_silo_of_another_place_is_not_ours(void **state)
{
	struct host_fixture *fx = *state;
	static const char *const elsewhere[] = { "/", "/nowhere/.jp", "." };

	for (size_t i = 0; i < ARRAY_SIZE(elsewhere); i++) {
		struct strbuf link = STRBUF_INIT, err = STRBUF_INIT;
		struct workspace ws;

		host_fixture_write(fx, SILO "conversations/.keep", "");
		strbuf_addf(&link, "%s/" SILO "storage", fx->dir);
		unlink(link.buf);
		assert_int_equal(symlink(elsewhere[i], link.buf), 0);
		assert_int_equal(workspace_open(&ws, fx->ws.root, &err), 0);
		assert_null(ws.silo);
		workspace_release(&ws);
		strbuf_release(&link);
		strbuf_release(&err);
	}
}

static void assert_refused(struct host_fixture *fx, const char *part,
			   mode_t mode, const char *sentence)
{
	struct strbuf path = STRBUF_INIT, err = STRBUF_INIT;
	struct workspace ws;
	struct stat st;

	strbuf_addf(&path, "%s%s", fx->ws.root, part);
	assert_int_equal(stat(path.buf, &st), 0);
	assert_int_equal(chmod(path.buf, mode), 0);
	assert_int_equal(workspace_open(&ws, fx->ws.root, &err), -1);
	assert_non_null(strstr(err.buf, sentence));
	assert_int_equal(chmod(path.buf, st.st_mode & 07777), 0);
	assert_int_equal(workspace_open(&ws, fx->ws.root, &err), 0);
	workspace_release(&ws);
	strbuf_release(&path);
	strbuf_release(&err);
}

static void what_others_may_write_is_not_obeyed(void **state)
{
	static const char *const parts[] = { "", "/.jp", "/.jp/.id" };
	struct host_fixture *fx = *state;

	for (size_t i = 0; i < ARRAY_SIZE(parts); i++)
		assert_refused(fx, parts[i], i < 2 ? 0777 : 0666,
			       "others may write");
}

/* Like git's safe.directory; only root can give a file away (C10). */
static void another_users_workspace_is_not_obeyed(void **state)
{
	static const char *const parts[] = { "", "/.jp", "/.jp/.id" };
	struct host_fixture *fx = *state;

	for (size_t i = 0; i < ARRAY_SIZE(parts) && !geteuid(); i++) {
		struct strbuf path = STRBUF_INIT, err = STRBUF_INIT;
		struct workspace ws;

		strbuf_addf(&path, "%s%s", fx->ws.root, parts[i]);
		assert_int_equal(chown(path.buf, 65534, 65534), 0);
		assert_int_equal(workspace_open(&ws, fx->ws.root, &err), -1);
		assert_non_null(strstr(err.buf, "another user's"));
		/* Or that of a group that we are not in. */
		assert_int_equal(chown(path.buf, 0, 65534), 0);
		assert_refused(fx, parts[i], i < 2 ? 0775 : 0664,
			       "others may write");
		assert_int_equal(chown(path.buf, 0, 0), 0);
		strbuf_release(&path);
		strbuf_release(&err);
	}
}

/* Others can add one where the sticky bit lets them (C10). */
static void another_users_conversation_is_not_used(void **state)
{
	struct host_fixture *fx = *state;
	struct conversation_list list = { 0 };
	struct strbuf path = STRBUF_INIT, err = STRBUF_INIT;
	struct history history = HISTORY_INIT;

	if (geteuid())
		return;
	host_fixture_write(fx, "w/.jp/conversations/17-mine/events.json", "[]");
	host_fixture_write(fx, "w/.jp/conversations/18-not/events.json", "[]");
	strbuf_addf(&path, "%s/.jp/conversations/18-not", fx->ws.root);
	assert_int_equal(chown(path.buf, 65534, 65534), 0);
	assert_int_equal(workspace_list(&fx->ws, &list, &err), 0);
	assert_int_equal(list.count, 1);
	assert_string_equal(list.entries[0].id, "17");
	assert_int_equal(workspace_read(&fx->ws, "18", &history, &err), -1);
	assert_string_equal(err.buf, "the conversation '18' is another user's");
	assert_int_equal(workspace_read(&fx->ws, "17", &history, &err), 0);
	conversation_list_release(&list);
	history_release(&history);
	/* Nor are all, where that is who could take ours away. */
	strbuf_setf(&path, "%s/.jp/conversations", fx->ws.root);
	assert_int_equal(chown(path.buf, 65534, 65534), 0);
	assert_int_equal(workspace_list(&fx->ws, &list, &err), -1);
	assert_int_equal(workspace_read(&fx->ws, "17", &history, &err), -1);
	strbuf_release(&path);
	strbuf_release(&err);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(a_lock_in_either_place_counts),
		PLAIN(both_roots_are_written_once_there_are_two),
		SILOED(a_silo_that_went_away_is_no_place),
		PLAIN(a_silo_of_another_place_is_not_ours),
		PLAIN(what_others_may_write_is_not_obeyed),
		PLAIN(another_users_workspace_is_not_obeyed),
		PLAIN(another_users_conversation_is_not_used),
	};

	return cmocka_run_group_tests_name("workspace-silo", tests, NULL, NULL);
}
