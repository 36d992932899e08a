#include "config.h"

#include "src/jphost/turn/notices.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/test.h"

static void push(struct notices *notices, const char *message)
{
	notices_push(notices, slice_str(message));
}

static void an_empty_queue_says_nothing(void **state)
{
	struct notices notices = NOTICES_INIT;
	struct strbuf out = STRBUF_INIT;

	(void)state;
	notices_deliver(&notices, &out);
	assert_string_equal(out.buf, "");
	notices_release(&notices);
}

static void it_is_delivered_once_in_the_words_of_the_rfd(void **state)
{
	struct notices notices = NOTICES_INIT;
	struct strbuf out = STRBUF_INIT;

	(void)state;
	push(&notices, "Tool `cargo_check` (handle `h_3`) has stopped with "
		       "result available.");
	push(&notices, "two\nlines");
	notices_deliver(&notices, &out);
	assert_string_equal(
		out.buf,
		"---\n"
		"**system notifications**\n"
		"\n"
		"These are automated system messages from JP, unrelated to the "
		"response\n"
		"which follows below. They are delivered in this message to "
		"make you aware\n"
		"of them. You can ignore irrelevant notifications — they will "
		"NOT be\n"
		"delivered again.\n"
		"\n"
		"- Tool `cargo_check` (handle `h_3`) has stopped with result "
		"available.\n"
		"- two lines\n"
		"\n---\n\n");
	strbuf_reset(&out);
	notices_deliver(&notices, &out);
	assert_string_equal(out.buf, "");
	strbuf_release(&out);
	notices_release(&notices);
}

static void the_oldest_are_dropped(void **state)
{
	struct notices notices = NOTICES_INIT;
	struct strbuf out = STRBUF_INIT;
	char text[32];

	(void)state;
	for (int i = 0; i < 13; i++) {
		snprintf(text, sizeof(text), "number %d", i);
		push(&notices, text);
	}
	notices_deliver(&notices, &out);
	assert_null(strstr(out.buf, "- number 2\n"));
	assert_non_null(strstr(out.buf, "- 3 older notifications were "
					"dropped.\n- number 3\n"));
	assert_non_null(strstr(out.buf, "- number 12\n"));
	strbuf_release(&out);
	notices_release(&notices);
}

static void the_configuration_says_which_are_wanted(void **state)
{
	static const char some[] =
		"{\"conversation\":{\"notifications\":{\"enable\":true,"
		"\"kinds\":{\"a.b\":false,\"c.d\":true}}}}";

	(void)state;
	assert_true(notices_want(SLICE("{}"), "a.b"));
	assert_false(notices_want(slice_str(some), "a.b"));
	assert_true(notices_want(slice_str(some), "c.d"));
	assert_true(notices_want(slice_str(some), "e.f"));
	assert_false(notices_want(SLICE("{\"conversation\":{\"notifications\":"
					"{\"enable\":false}}}"),
				  "c.d"));
}

static void write_file(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

static void a_changed_file_is_told_once(void **state)
{
	char dir[] = "notices-XXXXXX", path[64];
	struct notices notices = NOTICES_INIT;

	(void)state;
	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/a.c", dir);
	write_file(path, "one");
	notices_watch(&notices, dir, SLICE("[{\"path\":\"a.c\"}]"));
	notices_watch(&notices, dir, SLICE("[{\"path\":\"a.c\"},7,{}]"));
	assert_int_equal(notices.file_count, 1);
	assert_null(notices_changed(&notices, dir));
	write_file(path, "longer");
	assert_string_equal(notices_changed(&notices, dir), "a.c");
	assert_null(notices_changed(&notices, dir));
	unlink(path);
	assert_string_equal(notices_changed(&notices, dir), "a.c");
	rmdir(dir);
	notices_release(&notices);
}

static void nothing_outside_is_looked_at(void **state)
{
	struct notices notices = NOTICES_INIT;

	(void)state;
	notices_watch(&notices, "/",
		      SLICE("[{\"path\":\"/etc/passwd\"},{\"path\":\"..\"},"
			    "{\"path\":\"a/../../b\"},{\"path\":\"../a\"},"
			    "{\"path\":\"\"},{\"path\":7}]"));
	assert_int_equal(notices.file_count, 0);
	notices_watch(&notices, "/", SLICE("[{\"path\":\"..a/b..\"}]"));
	assert_int_equal(notices.file_count, 1);
	notices_release(&notices);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_empty_queue_says_nothing),
		cmocka_unit_test(it_is_delivered_once_in_the_words_of_the_rfd),
		cmocka_unit_test(the_oldest_are_dropped),
		cmocka_unit_test(the_configuration_says_which_are_wanted),
		cmocka_unit_test(a_changed_file_is_told_once),
		cmocka_unit_test(nothing_outside_is_looked_at),
	};

	return cmocka_run_group_tests_name("notices", tests, NULL, NULL);
}
