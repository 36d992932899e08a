#include "config.h"

#include "src/base/trust.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/xalloc.h"
#include "tests/unit/test.h"

static void an_answer_is_about_one_content_of_one_place(void **state)
{
	struct trust trust = TRUST_INIT;

	(void)state;
	trust_set(&trust, "/w", "a.b", "\"x\"", TRUST_ALLOWED);
	assert_int_equal(trust_find(&trust, "/w", "a.b", "\"x\""),
			 TRUST_ALLOWED);
	assert_int_equal(trust_find(&trust, "/w", "a.b", "\"y\""),
			 TRUST_UNASKED);
	assert_int_equal(trust_find(&trust, "/w", "a.c", "\"x\""),
			 TRUST_UNASKED);
	assert_int_equal(trust_find(&trust, "/v", "a.b", "\"x\""),
			 TRUST_UNASKED);
	trust_set(&trust, "/w", "a.b", "\"x\"", TRUST_DENIED);
	assert_int_equal(trust_find(&trust, "/w", "a.b", "\"x\""),
			 TRUST_DENIED);
	trust_set(&trust, "/w", "a.b", "\"x\"", TRUST_UNASKED);
	assert_int_equal(trust.count, 0);
	trust_release(&trust);
}

static void any_bytes_come_back_from_the_lines(void **state)
{
	struct trust trust = TRUST_INIT, back = TRUST_INIT;
	struct strbuf text = STRBUF_INIT;

	(void)state;
	trust_set(&trust, "/a\tb\nc\\n", "n\\", "{\"k\":\"\\t\\u0041\"}",
		  TRUST_ALLOWED);
	trust_set(&trust, "/w", "n", "1", TRUST_DENIED);
	trust_format(&text, &trust);
	trust_parse(&back, strbuf_slice(&text));
	assert_int_equal(back.count, 2);
	assert_int_equal(trust_find(&back, "/a\tb\nc\\n", "n\\",
				    "{\"k\":\"\\t\\u0041\"}"),
			 TRUST_ALLOWED);
	assert_int_equal(trust_find(&back, "/w", "n", "1"), TRUST_DENIED);
	trust_release(&trust);
	trust_release(&back);
	strbuf_release(&text);
}

static void what_is_no_answer_allows_nothing(void **state)
{
	static const char *const texts[] = {
		"allow",           "allow\t/w\tn",
		"allow\t/w\tn\t",  "allowed\t/w\tn\t1",
		"\t/w\tn\t1",      "allow\t/w\tn\t1\tx",
		"ALLOW\t/w\tn\t1", "allow\t\tn\t1",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		struct trust trust = TRUST_INIT;

		trust_parse(&trust, slice_str(texts[i]));
		assert_int_equal(trust.count, 0);
		trust_release(&trust);
	}
}

static void the_file_is_ones_own(void **state)
{
	struct strbuf err = STRBUF_INIT, path = STRBUF_INIT;
	struct trust trust = TRUST_INIT;
	char dir[] = "/tmp/trust-XXXXXX";
	struct stat st;

	(void)state;
	assert_non_null(mkdtemp(dir));
	setenv("XDG_STATE_HOME", dir, 1);
	assert_int_equal(trust_load(&trust, &err), 0);
	assert_int_equal(trust.count, 0);
	umask(0);
	assert_int_equal(trust_save("/w", "a", "1", TRUST_ALLOWED, &err), 0);
	assert_int_equal(trust_save("/w", "b", "2", TRUST_DENIED, &err), 0);
	assert_int_equal(trust_save("/v", "a", "1", TRUST_ALLOWED, &err), 0);
	assert_int_equal(trust_load(&trust, &err), 0);
	assert_int_equal(trust.count, 3);
	trust_release(&trust);
	strbuf_addf(&path, "%s/jphost/trust", dir);
	assert_int_equal(stat(path.buf, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	assert_int_equal(trust_save("/w", NULL, NULL, TRUST_UNASKED, &err), 0);
	assert_int_equal(trust_load(&trust, &err), 0);
	assert_int_equal(trust.count, 1);
	trust_release(&trust);
	/* A file that others may write to counts for nothing. */
	assert_int_equal(chmod(path.buf, 0666), 0);
	assert_int_equal(trust_load(&trust, &err), -1);
	assert_int_equal(trust.count, 0);
	assert_int_equal(trust_save("/w", "a", "1", TRUST_ALLOWED, &err), -1);
	/* Nor does one in a folder where they may put another. */
	assert_int_equal(chmod(path.buf, 0600), 0);
	assert_int_equal(trust_load(&trust, &err), 0);
	trust_release(&trust);
	strbuf_setf(&path, "%s/jphost", dir);
	assert_int_equal(chmod(path.buf, 0777), 0);
	assert_int_equal(trust_load(&trust, &err), -1);
	assert_int_equal(trust.count, 0);
	assert_int_equal(trust_save("/w", "a", "1", TRUST_ALLOWED, &err), -1);
	strbuf_setf(&path, "rm -rf %s", dir);
	assert_int_equal(system(path.buf), 0);
	strbuf_release(&path);
	strbuf_release(&err);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_answer_is_about_one_content_of_one_place),
		cmocka_unit_test(any_bytes_come_back_from_the_lines),
		cmocka_unit_test(what_is_no_answer_allows_nothing),
		cmocka_unit_test(the_file_is_ones_own),
	};

	return cmocka_run_group_tests_name("trust", tests, NULL, NULL);
}
