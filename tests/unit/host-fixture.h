#ifndef JPD_TESTS_UNIT_HOST_FIXTURE_H
#define JPD_TESTS_UNIT_HOST_FIXTURE_H

#include "src/base/strbuf.h"
#include "src/jphost/workspace/workspace.h"

/*
 * A temporary directory: `w` is a workspace with the id "ab3de", `data` is the
 * user's data. All paths are relative to `dir`.
 */
struct host_fixture {
	char dir[64];
	struct workspace ws;
};

#define CONVERSATIONS "w/.jp/conversations/"
#define SILO          "data/workspace/w-ab3de/"

/* `with_silo`: create the user's silo with its `conversations`. */
void host_fixture_open(struct host_fixture *fx, bool with_silo);
void host_fixture_close(struct host_fixture *fx);

/* Tests whose state is a fixture without a silo, or with one. */
int host_fixture_plain(void **state);
int host_fixture_siloed(void **state);
int host_fixture_teardown(void **state);
#define PLAIN(test)                                               \
	cmocka_unit_test_setup_teardown(test, host_fixture_plain, \
					host_fixture_teardown)
#define SILOED(test)                                               \
	cmocka_unit_test_setup_teardown(test, host_fixture_siloed, \
					host_fixture_teardown)

/* Write a file, creating its directories. */
void host_fixture_write(const struct host_fixture *fx, const char *path,
			const char *text);
/* A conversation with these events, and `title` in its metadata. */
void host_fixture_add(const struct host_fixture *fx, const char *dir,
		      const char *title, const char *events);
/* Read a file; fails the test if it cannot be read. */
void host_fixture_read(const struct host_fixture *fx, const char *path,
		       struct strbuf *text);
bool host_fixture_has(const struct host_fixture *fx, const char *path);
/* Set a file's modification time to these seconds after the epoch. */
void host_fixture_age(const struct host_fixture *fx, const char *path,
		      long seconds);
/* All names below `path`, sorted, one per line. */
void host_fixture_names(const struct host_fixture *fx, const char *path,
			struct strbuf *names);

#endif
