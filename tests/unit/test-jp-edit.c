#include "config.h"

#include "src/jphost/jp/jp-edit.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/unit/test.h"

/* takes FD TEXT: as the editor, by its path; NULL: there is nothing. */
static void takes(int fd, const char *text)
{
	struct strbuf path = STRBUF_INIT, got = STRBUF_INIT;
	int taken;

	jp_edit_add_path(&path, fd);
	taken = jp_edit_take(path.buf, &got);
	assert_int_equal(taken >= 0, text != NULL);
	assert_string_equal(got.len ? got.buf : "", text ? text : "");
	if (text) {
		assert_false(jp_edit_is_taken(fd));
		assert_true(jp_edit_taken(taken));
	}
	strbuf_release(&path);
	strbuf_release(&got);
}

static void arguments_are_taken_once(void **state)
{
	int fd = jp_edit_open();

	(void)state;
	assert_true(fd >= 0);
	takes(fd, NULL);
	assert_true(jp_edit_put(fd, SLICE("{\"a\":12}")));
	takes(fd, "{\"a\":12}");
	assert_true(jp_edit_is_taken(fd));
	takes(fd, NULL);
	assert_true(jp_edit_put(fd, SLICE("{}")));
	takes(fd, "{}");
	close(fd);
	takes(fd, NULL);
}

static void what_is_withdrawn_is_not_taken(void **state)
{
	int fd = jp_edit_open();

	(void)state;
	assert_true(jp_edit_put(fd, SLICE("{\"a\":12}")));
	assert_true(jp_edit_put(fd, SLICE("")));
	takes(fd, NULL);
	close(fd);
}

/* A process may have got the number of one that was killed. */
static void another_file_is_left_alone(void **state)
{
	int fd = memfd_create("jphost-arguments-of-others", 0);
	char text[8] = "";

	(void)state;
	assert_int_equal(write(fd, "mine", 4), 4);
	takes(fd, NULL);
	assert_int_equal(pread(fd, text, sizeof(text), 0), 4);
	assert_string_equal(text, "mine");
	close(fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(arguments_are_taken_once),
		cmocka_unit_test(what_is_withdrawn_is_not_taken),
		cmocka_unit_test(another_file_is_left_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
