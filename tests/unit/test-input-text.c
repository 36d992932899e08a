#include "config.h"

#include "src/dashboard/app/input.h"

#include <string.h>

#include "src/base/xalloc.h"
#include "tests/unit/test.h"

/* Parse a line and format it again. */
static void assert_line_comes_back(const char *line)
{
	struct strbuf out = STRBUF_INIT;
	struct input input;

	if (!input_parse(&input, slice_str(line)))
		fail_msg("not read: %s", line);
	assert_true(input_format(&out, &input));
	assert_string_equal(out.buf, line);
	input_release(&input);
	strbuf_release(&out);
}

static void every_line_of_a_recording_comes_back(void **state)
{
	static const char *const lines[] = {
		"key a",
		"let-go <Enter>",
		"repeat y",
		"asked",
		"arrived",
		"key <Enter>",
		"key <C-x>",
		"key <lt>",
		"mouse press 3 4",
		"mouse drag 0 0",
		"mouse release 79 23",
		"mouse up 1 2",
		"mouse down 1 2",
		"paste one\\ntwo\\tthree\\\\",
		"paste ",
		"cut half of",
		"focus in",
		"focus out",
		"resize 80 24",
		"resize 0 0",
		"behind",
		"in-front",
		"resume",
		"noise",
		"frame",
		"host {\"type\":\"events\",\"a\":\"\\n\"}",
		"host ",
		"stderr a line\\n",
		"gone",
		"closed",
		"failed no route",
		"wrong a quote is not closed",
		"copied a\\nb",
		"sent-on a",
		"nowhere a",
		"refused a",
		"shown a",
		"saved a b.md",
		"replaced a.md",
		"exists a.md",
		"unsaved a.md",
		"read the\\ntext",
		"read-of 801:9 the\\ntext",
		"read-of 801:9 ",
		"unread cannot read 'a'",
		"names a b/ c",
		"names ",
		"edited a\\n",
		"unedited no editor",
		/* A line of rules is not escaped. */
		"keeps {\"pattern\":\"\\\\d\\n\"}",
		"drops {}",
		"unthemed no such face",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(lines); i++)
		assert_line_comes_back(lines[i]);
}

static void what_is_no_line_is_refused(void **state)
{
	static const char *const lines[] = {
		"",
		" ",
		"key",
		"key ",
		"key ab",
		"key <No>",
		"mouse",
		"mouse press",
		"mouse press 1",
		"mouse press 1 x",
		"mouse press 1 2 3",
		"mouse poke 1 2",
		"mouse press 99999999999 1",
		"focus",
		"focus maybe",
		"resize",
		"resize 80",
		"resize 80 x",
		"resume now",
		"gone x",
		"tick 5",
		"screen",
		"KEY a",
		"keys a",
	};
	struct input input;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(lines); i++)
		if (input_parse(&input, slice_str(lines[i])))
			fail_msg("read: '%s'", lines[i]);
}

static void texts_keep_every_byte(void **state)
{
	struct strbuf line = STRBUF_INIT;
	struct input input = { .kind = INPUT_PASTE }, back;
	char bytes[255];

	(void)state;
	for (int i = 0; i < 255; i++)
		bytes[i] = (char)(i + 1);
	input.text = slice_of(bytes, sizeof(bytes));
	assert_true(input_format(&line, &input));
	assert_null(strchr(line.buf, '\n'));
	assert_true(input_parse(&back, strbuf_slice(&line)));
	assert_true(slice_equal(back.text, input.text));
	input_release(&back);
	strbuf_release(&line);
}

static void some_have_no_line(void **state)
{
	static char half[] = "{\"a\":", two[] = "{}\n{}\n";
	const struct input inputs[] = {
		{ .kind = INPUT_QUIET },
		{ .kind = INPUT_GROUND },
		{ .kind = INPUT_TICK },
		{ .kind = INPUT_HOST_BYTES, .bytes = half, .byte_count = 5 },
		{ .kind = INPUT_HOST_BYTES, .bytes = two, .byte_count = 6 },
		{ .kind = INPUT_EFFECT_DONE,
		  .done = { .kind = EFFECT_STATE,
			    .result = EFFECT_FAILED,
			    .why = "no" } },
		/* The names could not be distinguished. */
		{ .kind = INPUT_EFFECT_DONE,
		  .done = { .kind = EFFECT_LIST, .text = { "a b\0c", 6 } } },
	};
	struct strbuf out = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(inputs); i++)
		assert_false(input_format(&out, &inputs[i]));
	strbuf_release(&out);
}

static void a_failure_always_says_why(void **state)
{
	static const char *const lines[] = { "refused a", "unread ",
					     "unsaved a", "unedited ",
					     "unthemed " };
	struct input input;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
		assert_true(input_parse(&input, slice_str(lines[i])));
		assert_int_equal(input.done.result, EFFECT_FAILED);
		assert_non_null(input.done.why);
		input_release(&input);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_line_of_a_recording_comes_back),
		cmocka_unit_test(what_is_no_line_is_refused),
		cmocka_unit_test(texts_keep_every_byte),
		cmocka_unit_test(some_have_no_line),
		cmocka_unit_test(a_failure_always_says_why),
	};

	return cmocka_run_group_tests_name("input-text", tests, NULL, NULL);
}
