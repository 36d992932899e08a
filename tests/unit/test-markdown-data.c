/*
 * Texts of models and users in a real workspace look the same in pieces as in
 * one go.
 */
#include "config.h"

#include <locale.h>
#include <stdio.h>

#include "proto/json.h"
#include "tests/unit/markdown-rows.h"
#include "tests/unit/random.h"
#include "tests/unit/real-data.h"
#include "tests/unit/test.h"

static glob_t files;

static struct json *read_events(const char *path)
{
	struct strbuf text = STRBUF_INIT, err = STRBUF_INIT;
	struct json *events;

	real_data_read(&text, path);
	events = json_parse(strbuf_slice(&text), &err);
	if (!events)
		fail_msg("%s: %s", path, err.buf);
	strbuf_release(&text);
	strbuf_release(&err);
	return events;
}

static void texts_of_real_conversations_show_the_same_in_pieces(void **state)
{
	static const char *const keys[] = { "message", "reasoning", "content" };
	uint64_t seed = 77;
	size_t texts = 0;

	(void)state;
	for (size_t i = 0; i < files.gl_pathc; i++) {
		struct json *events = read_events(files.gl_pathv[i]);
		const struct json *event = json_first(events);

		for (; event; event = json_next(event)) {
			const struct markdown_options options = {
				.cols = 10 + (int)random_below(&seed, 100),
				.keep_breaks = random_below(&seed, 2) == 0,
			};
			const char *text = NULL;

			for (size_t k = 0; k < 3 && !text; k++)
				text = json_string(json_get(event, keys[k]),
						   NULL);
			if (!text)
				continue;
			assert_pieces_give_whole(slice_str(text), &options, 300,
						 &seed);
			texts++;
		}
		json_free(events);
	}
	assert_true(texts > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			texts_of_real_conversations_show_the_same_in_pieces),
	};
	int ret = 0;

	setlocale(LC_ALL, "C.UTF-8");
	if (!real_data_find(&files, "events.json"))
		puts("1..0 # SKIP no conversations of jp at hand");
	else
		ret = cmocka_run_group_tests_name("markdown data", tests, NULL,
						  NULL);
	globfree(&files);
	return ret;
}
