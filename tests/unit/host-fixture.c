#include "config.h"

#include "tests/unit/host-fixture.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/xalloc.h"
#include "tests/unit/remove-folder.h"
#include "tests/unit/test.h"

static void path_of(const struct host_fixture *fx, const char *path,
		    struct strbuf *out)
{
	strbuf_setf(out, "%s/%s", fx->dir, path);
}

void host_fixture_open(struct host_fixture *fx, bool with_silo)
{
	struct strbuf err = STRBUF_INIT, path = STRBUF_INIT;

	memset(fx, 0, sizeof(*fx));
	strcpy(fx->dir, "/tmp/jpd-host-XXXXXX");
	assert_non_null(mkdtemp(fx->dir));
	path_of(fx, "data", &path);
	assert_int_equal(setenv("JP_USER_DATA_DIR", path.buf, 1), 0);
	host_fixture_write(fx, "w/.jp/.id", "made for a test\nab3de");
	host_fixture_write(fx, CONVERSATIONS ".keep", "");
	if (with_silo)
		host_fixture_write(fx, SILO "conversations/.keep", "");
	path_of(fx, "w", &path);
	if (workspace_open(&fx->ws, path.buf, &err))
		fail_msg("%s", err.buf);
	strbuf_release(&path);
	strbuf_release(&err);
}

void host_fixture_close(struct host_fixture *fx)
{
	workspace_release(&fx->ws);
	remove_folder(fx->dir);
}

static int set_up(void **state, bool with_silo)
{
	*state = xcalloc(1, sizeof(struct host_fixture));
	host_fixture_open(*state, with_silo);
	return 0;
}

int host_fixture_plain(void **state)
{
	return set_up(state, false);
}

int host_fixture_siloed(void **state)
{
	return set_up(state, true);
}

int host_fixture_teardown(void **state)
{
	host_fixture_close(*state);
	free(*state);
	return 0;
}

void host_fixture_write(const struct host_fixture *fx, const char *path,
			const char *text)
{
	struct strbuf full = STRBUF_INIT;
	FILE *file;

	path_of(fx, path, &full);
	for (char *at = full.buf + 1; (at = strchr(at, '/')); at++) {
		*at = '\0';
		mkdir(full.buf, 0777);
		*at = '/';
	}
	file = fopen(full.buf, "w");
	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
	assert_int_equal(fclose(file), 0);
	strbuf_release(&full);
}

void host_fixture_add(const struct host_fixture *fx, const char *dir,
		      const char *title, const char *events)
{
	struct strbuf path = STRBUF_INIT, text = STRBUF_INIT;

	strbuf_setf(&text,
		    "{\n  \"title\": \"%s\",\n  \"last_activated_at\": "
		    "\"2026-03-18 13:19:06.841464\"\n}\n",
		    title);
	strbuf_setf(&path, "%s/metadata.json", dir);
	host_fixture_write(fx, path.buf, text.buf);
	strbuf_setf(&path, "%s/base_config.json", dir);
	host_fixture_write(fx, path.buf, "{\n  \"k\": 1\n}\n");
	strbuf_setf(&path, "%s/events.json", dir);
	host_fixture_write(fx, path.buf, events);
	strbuf_release(&path);
	strbuf_release(&text);
}

void host_fixture_read(const struct host_fixture *fx, const char *path,
		       struct strbuf *text)
{
	struct strbuf full = STRBUF_INIT;
	char bytes[4096];
	size_t len;
	FILE *file;

	path_of(fx, path, &full);
	file = fopen(full.buf, "r");
	if (!file)
		fail_msg("no file '%s'", full.buf);
	strbuf_reset(text);
	while ((len = fread(bytes, 1, sizeof(bytes), file)))
		strbuf_add(text, bytes, len);
	fclose(file);
	strbuf_release(&full);
}

bool host_fixture_has(const struct host_fixture *fx, const char *path)
{
	struct strbuf full = STRBUF_INIT;
	struct stat st;
	bool has;

	path_of(fx, path, &full);
	has = !lstat(full.buf, &st);
	strbuf_release(&full);
	return has;
}

void host_fixture_age(const struct host_fixture *fx, const char *path,
		      long seconds)
{
	const struct timespec times[2] = { { seconds, 0 }, { seconds, 0 } };
	struct strbuf full = STRBUF_INIT;

	path_of(fx, path, &full);
	assert_int_equal(utimensat(AT_FDCWD, full.buf, times, 0), 0);
	strbuf_release(&full);
}

void host_fixture_names(const struct host_fixture *fx, const char *path,
			struct strbuf *names)
{
	struct strbuf command = STRBUF_INIT;
	char bytes[4096];
	size_t len;
	FILE *pipe;

	strbuf_setf(&command,
		    "cd %s/%s && find . ! -name .keep | LC_ALL=C sort", fx->dir,
		    path);
	pipe = popen(command.buf, "r");
	assert_non_null(pipe);
	strbuf_reset(names);
	while ((len = fread(bytes, 1, sizeof(bytes), pipe)))
		strbuf_add(names, bytes, len);
	assert_int_equal(pclose(pipe), 0);
	strbuf_release(&command);
}
