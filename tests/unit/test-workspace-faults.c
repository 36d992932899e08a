#include "config.h"

#include "src/jphost/workspace/workspace.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/unit/host-fixture.h"
#include "tests/unit/test.h"

/* The rename that fails, from 1; 0: none does. */
static int fails_at;
static int renames;

/* In front of the system's. */
int renameat(int from_fd, const char *from, int to_fd, const char *to)
{
	if (++renames == fails_at) {
		errno = ENOSPC;
		return -1;
	}
	return (int)syscall(SYS_renameat2, from_fd, from, to_fd, to, 0);
}

/* Enough of them: in both roots, and one more that does not fail. */
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
		/* The folders are there before. */
		host_fixture_add(&fx, CONVERSATIONS "17000000001", "T", "[]");
		host_fixture_names(&fx, "w/.jp/conversations", &before);
		host_fixture_names(&fx, SILO "conversations", &before);
		renames = 0;
		id = workspace_new_conversation(&fx.ws, "New one", &base,
						INT64_C(1773839946800), &err);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			a_push_is_stored_or_refused_and_nothing_between),
		cmocka_unit_test(a_conversation_is_made_whole_or_not_at_all),
	};

	return cmocka_run_group_tests_name("workspace-faults", tests, NULL,
					   NULL);
}
