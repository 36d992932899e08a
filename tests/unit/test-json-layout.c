/*
 * Every events.json of a real workspace must be byte-identical after compact
 * and pretty writing.
 */
#include "config.h"

#include "proto/json-write.h"

#include <stdio.h>
#include <string.h>

#include "proto/json-scan.h"
#include "tests/unit/real-data.h"
#include "tests/unit/test.h"

static glob_t files;

static void a_stored_file_survives_compact_and_pretty(void **state)
{
	(void)state;
	for (size_t i = 0; i < files.gl_pathc; i++) {
		struct strbuf whole = STRBUF_INIT, compact = STRBUF_INIT;
		struct strbuf pretty = STRBUF_INIT, err = STRBUF_INIT;

		real_data_read(&whole, files.gl_pathv[i]);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_stored_file_survives_compact_and_pretty),
	};
	int ret = 0;

	real_data_find(&files, "events.json");
	if (!real_data_find(&files, "base_config.json"))
		puts("1..0 # SKIP no conversations of jp at hand");
	else
		ret = cmocka_run_group_tests_name("json-layout", tests, NULL,
						  NULL);
	globfree(&files);
	return ret;
}
