#include "config.h"

#include "src/jphost/workspace/workspace-names.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/xalloc.h"
#include "tests/unit/host-fixture.h"
#include "tests/unit/test.h"

#define ROUNDS 2000
#define IDS    6

/* A `conversations` folder with the cache of its names. */
struct names_fixture {
	struct host_fixture host;
	struct workspace_names *names;
	int root_fd;
	struct timespec now;
};

static int open_names(void **state)
{
	struct names_fixture *fx = xcalloc(1, sizeof(*fx));
	struct stat st;

	host_fixture_open(&fx->host, false);
	fx->names = workspace_names_new();
	fx->root_fd = workspace_root_open(&fx->host.ws, ROOT_STORAGE);
	assert_true(fx->root_fd >= 0);
	assert_int_equal(mkdirat(fx->root_fd, ".archive", 0777), 0);
	assert_int_equal(fstat(fx->root_fd, &st), 0);
	fx->now = st.st_ctim;
	*state = fx;
	return 0;
}

static int close_names(void **state)
{
	struct names_fixture *fx = *state;

	close(fx->root_fd);
	workspace_names_free(fx->names);
	host_fixture_close(&fx->host);
	free(fx);
	return 0;
}

static void make(const struct names_fixture *fx, const char *name)
{
	assert_int_equal(mkdirat(fx->root_fd, name, 0777), 0);
}

static void rename_to(const struct names_fixture *fx, const char *from,
		      const char *to)
{
	assert_int_equal(renameat(fx->root_fd, from, fx->root_fd, to), 0);
}

static void assert_name(struct names_fixture *fx, const char *digits,
			const char *wanted)
{
	char *name = workspace_names_find(fx->names, ROOT_STORAGE, fx->root_fd,
					  digits, fx->now);

	if (wanted) {
		assert_non_null(name);
		assert_string_equal(name, wanted);
	} else {
		assert_null(name);
	}
	free(name);
}

/* Wait until the file system's clock has ticked, so that a change shows. */
static void tick(const struct names_fixture *fx, struct timespec before)
{
	struct stat st;

	do {
		make(fx, "tick");
		assert_int_equal(unlinkat(fx->root_fd, "tick", AT_REMOVEDIR),
				 0);
		assert_int_equal(fstat(fx->root_fd, &st), 0);
	} while (st.st_ctim.tv_sec == before.tv_sec &&
		 st.st_ctim.tv_nsec == before.tv_nsec);
}

static void a_name_is_an_id_with_a_slug_or_without(void **state)
{
	struct names_fixture *fx = *state;

	make(fx, "17");
	make(fx, "18-a-slug");
	make(fx, "19x");
	make(fx, "notes");
	assert_name(fx, "17", "17");
	assert_name(fx, "18", "18-a-slug");
	assert_name(fx, "1", NULL);
	assert_name(fx, "19", NULL);
}

static void one_made_in_the_same_tick_is_found(void **state)
{
	struct names_fixture *fx = *state;
	char name[16];

	for (int i = 0; i < 200; i++) {
		snprintf(name, sizeof(name), "%d", 100 + i);
		assert_name(fx, name, NULL);
		make(fx, name);
		assert_name(fx, name, name);
	}
}

static void
a_second_one_of_the_same_tick_is_seen_when_it_has_passed(void **state)
{
	struct names_fixture *fx = *state;

	make(fx, "17-one");
	assert_name(fx, "17", "17-one");
	host_fixture_write(&fx->host, CONVERSATIONS "17-two/events.json", "[]");
	fx->now.tv_sec += 3;
	assert_name(fx, "17", "17-two");
}

static void of_two_the_one_that_is_newer_now_counts(void **state)
{
	struct names_fixture *fx = *state;

	host_fixture_write(&fx->host, CONVERSATIONS "17/events.json", "[]");
	host_fixture_write(&fx->host, CONVERSATIONS "17-b/events.json", "[]");
	host_fixture_age(&fx->host, CONVERSATIONS "17/events.json", 1000);
	fx->now.tv_sec += 60;
	assert_name(fx, "17", "17-b");
	/* That changes no directory. */
	host_fixture_age(&fx->host, CONVERSATIONS "17-b/events.json", 900);
	assert_name(fx, "17", "17");
}

static void a_root_that_was_replaced_is_looked_through_anew(void **state)
{
	struct names_fixture *fx = *state;
	int other_fd;

	make(fx, "17-here");
	make(fx, "other");
	host_fixture_write(&fx->host, CONVERSATIONS "other/17-there/x", "");
	fx->now.tv_sec += 60;
	assert_name(fx, "17", "17-here");
	other_fd = openat(fx->root_fd, "other", O_RDONLY | O_DIRECTORY);
	assert_true(other_fd >= 0);
	close(fx->root_fd);
	fx->root_fd = other_fd;
	assert_name(fx, "17", "17-there");
}

static unsigned below(uint32_t *seed, unsigned most)
{
	*seed = *seed * 1664525u + 1013904223u;
	return (*seed >> 8) % most;
}

/* A change to directories by jp, a user or version control. */
static void change(struct names_fixture *fx, uint32_t *seed)
{
	unsigned id = 17 + below(seed, IDS);
	char digits[16], name[32], other[48];
	char *there;

	snprintf(digits, sizeof(digits), "%u", id);
	snprintf(name, sizeof(name), "%u-%u", id, below(seed, 3));
	there = workspace_names_search(fx->root_fd, digits);
	if (!there) {
		make(fx, name);
		return;
	}
	switch (below(seed, 4)) {
	case 0:
		unlinkat(fx->root_fd, there, AT_REMOVEDIR);
		break;
	case 1:
		snprintf(other, sizeof(other), ".archive/%s", there);
		renameat(fx->root_fd, there, fx->root_fd, other);
		break;
	case 2:
		renameat(fx->root_fd, there, fx->root_fd, name);
		break;
	default:
		snprintf(other, sizeof(other), ".archive/%s", name);
		renameat(fx->root_fd, other, fx->root_fd, name);
		break;
	}
	free(there);
}

static void whatever_happens_it_is_as_if_looked_through_each_time(void **state)
{
	struct names_fixture *fx = *state;
	uint32_t seed = 11;
	struct stat st;
	char digits[16];

	fx->now.tv_sec += 60;
	for (int i = 0; i < ROUNDS; i++) {
		assert_int_equal(fstat(fx->root_fd, &st), 0);
		change(fx, &seed);
		tick(fx, st.st_ctim);
		for (unsigned id = 17; id < 17 + IDS; id++) {
			char *wanted;

			snprintf(digits, sizeof(digits), "%u", id);
			wanted = workspace_names_search(fx->root_fd, digits);
			assert_name(fx, digits, wanted);
			free(wanted);
		}
	}
}

static void one_that_is_moved_is_opened_where_it_went(void **state)
{
	struct names_fixture *fx = *state;
	struct strbuf err = STRBUF_INIT;
	struct workspace *ws = &fx->host.ws;
	char *dir;

	make(fx, "17-old");
	dir = workspace_conversation_dir(ws, "17", &err);
	assert_non_null(dir);
	free(dir);
	rename_to(fx, "17-old", "17-new");
	dir = workspace_conversation_dir(ws, "17", &err);
	assert_non_null(dir);
	assert_non_null(strstr(dir, "/17-new"));
	free(dir);
	rename_to(fx, "17-new", ".archive/17-new");
	assert_null(workspace_conversation_dir(ws, "17", &err));
	assert_string_equal(err.buf, "conversation not found: 17");
	strbuf_release(&err);
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, open_names, close_names)
	const struct CMUnitTest tests[] = {
		T(a_name_is_an_id_with_a_slug_or_without),
		T(one_made_in_the_same_tick_is_found),
		T(a_second_one_of_the_same_tick_is_seen_when_it_has_passed),
		T(of_two_the_one_that_is_newer_now_counts),
		T(a_root_that_was_replaced_is_looked_through_anew),
		T(whatever_happens_it_is_as_if_looked_through_each_time),
		T(one_that_is_moved_is_opened_where_it_went),
	};
#undef T

	return cmocka_run_group_tests_name("workspace-names", tests, NULL,
					   NULL);
}
