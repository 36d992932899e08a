/*
 * Every events.json of a real workspace (JPD_TEST_DATA, or beside the source
 * tree) must be byte-identical after compact and pretty writing.
 */
#include "config.h"

#include "proto/json-write.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "tests/unit/test.h"

static glob_t files;

static void read_file(struct strbuf *out, const char *path)
{
	FILE *file = fopen(path, "rb");
	char part[65536];
	size_t got;

	assert_non_null(file);
	while ((got = fread(part, 1, sizeof(part), file)))
		strbuf_add(out, part, got);
	assert_false(ferror(file));
	fclose(file);
}

static void a_stored_file_survives_compact_and_pretty(void **state)
{
	(void)state;
	for (size_t i = 0; i < files.gl_pathc; i++) {
		struct strbuf whole = STRBUF_INIT, compact = STRBUF_INIT;
		struct strbuf pretty = STRBUF_INIT, err = STRBUF_INIT;

		read_file(&whole, files.gl_pathv[i]);
		if (json_check(strbuf_slice(&whole), NULL, &err))
			fail_msg("%s: %s", files.gl_pathv[i], err.buf);
		json_write_compact(&compact, strbuf_slice(&whole));
		assert_null(memchr(compact.buf, '\n', compact.len));
		json_write_pretty(&pretty, strbuf_slice(&compact), 0);
		/* A file may end with a newline or not. */
		if (whole.len && whole.buf[whole.len - 1] == '\n')
			strbuf_addch(&pretty, '\n');
		if (pretty.len != whole.len ||
		    memcmp(pretty.buf, whole.buf, whole.len))
			fail_msg("%s changed", files.gl_pathv[i]);
		strbuf_release(&whole);
		strbuf_release(&compact);
		strbuf_release(&pretty);
		strbuf_release(&err);
	}
}

/* Find the files below `workspace`; false if there are none. */
static bool find_files(const char *workspace)
{
	static const char *const below[] = {
		"/.jp/conversations/*/events.json",
		"/.jp/conversations/*/base_config.json",
	};

	for (size_t i = 0; i < sizeof(below) / sizeof(below[0]); i++) {
		struct strbuf pattern = STRBUF_INIT;

		strbuf_addf(&pattern, "%s%s", workspace, below[i]);
		glob(pattern.buf, i ? GLOB_APPEND : 0, NULL, &files);
		strbuf_release(&pattern);
	}
	return files.gl_pathc > 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_stored_file_survives_compact_and_pretty),
	};
	const char *workspace = getenv("JPD_TEST_DATA");
	const char *source = getenv("srcdir");
	struct strbuf beside = STRBUF_INIT;
	int ret = 0;

	strbuf_addf(&beside, "%s/../shared/data/jp-workspace",
		    source ? source : ".");
	if (!find_files(workspace ? workspace : beside.buf))
		printf("1..0 # SKIP no workspace in JPD_TEST_DATA\n");
	else
		ret = cmocka_run_group_tests_name("json-layout", tests, NULL,
						  NULL);
	globfree(&files);
	strbuf_release(&beside);
	return ret;
}
