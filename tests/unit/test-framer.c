#include "config.h"

#include "proto/framer.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/xalloc.h"
#include "tests/unit/test.h"

/*
 * All items of `text`, cut in chunks of `chunk` bytes, one per line: "E text",
 * "L elements text", "T bytes" of an element, "T bytes line". Each chunk is a
 * separate allocation, so that a sanitizer sees overruns.
 */
static void frame(struct strbuf *items, struct framer *fr, struct slice text,
		  size_t chunk)
{
	for (size_t pos = 0; pos < text.len; pos += chunk) {
		size_t len = text.len - pos < chunk ? text.len - pos : chunk;
		char *block = xmemdupz(text.ptr + pos, len);
		char *at = xrealloc(block, len);
		struct framer_item item;
		enum framer_result result;

		block = at;
		while ((result = framer_next(fr, &at, &len, &item)) !=
		       FRAMER_MORE) {
			if (result == FRAMER_ELEMENT)
				strbuf_addstr(items, "E ");
			else if (result == FRAMER_LINE)
				strbuf_addf(items, "L %zu ", item.elements);
			else
				strbuf_addf(items, "T %zu%s", item.too_large,
					    item.whole_line ? " line" : "");
			strbuf_add(items, item.text, item.len);
			strbuf_addch(items, '\n');
			/* The caller may overwrite the item. */
			if (item.len)
				memset(item.text, '#', item.len);
		}
		assert_int_equal(len, 0);
		free(block);
	}
}

static void assert_items(struct slice text, const char *want)
{
	for (size_t chunk = 1; chunk <= text.len; chunk++) {
		struct strbuf items = STRBUF_INIT;
		struct framer fr;

		framer_init(&fr, 20, 40);
		frame(&items, &fr, text, chunk);
		if (strcmp(items.buf, want))
			fail_msg("in chunks of %zu:\n%s\nnot\n%s", chunk,
				 items.buf, want);
		framer_release(&fr);
		strbuf_release(&items);
	}
}

static void lines_come_out_whole(void **state)
{
	(void)state;
	assert_items(SLICE("{\"type\":\"ready\"}\n{\"a\":[1,2]}\n"),
		     "L 0 {\"type\":\"ready\"}\nL 0 {\"a\":[1,2]}\n");
}

static void an_empty_line_is_not_reported(void **state)
{
	(void)state;
	assert_items(SLICE("\n \t\r\n{}\n\n  {}\r\n"), "L 0 {}\nL 0 {}\r\n");
}

static void a_line_without_its_end_is_not_reported(void **state)
{
	struct strbuf items = STRBUF_INIT;
	struct framer fr;

	(void)state;
	framer_init(&fr, 20, 40);
	frame(&items, &fr, SLICE("{}\n{\"type\":\"hal"), 4);
	assert_string_equal(items.buf, "L 0 {}\n");
	frame(&items, &fr, SLICE("f\"}\n"), 4);
	assert_string_equal(items.buf, "L 0 {}\nL 0 {\"type\":\"half\"}\n");
	framer_release(&fr);
	strbuf_release(&items);
}

static void data_is_cut_into_its_elements(void **state)
{
	(void)state;
	assert_items(SLICE("{\"id\":\"1\",\"data\":[{\"a\":[1,2]},\"x,]\",3],"
			   "\"z\":[4]}\n"),
		     "E {\"a\":[1,2]}\nE \"x,]\"\nE 3\n"
		     "L 3 {\"id\":\"1\",\"data\":[],\"z\":[4]}\n");
	assert_items(SLICE("{\"data\":[1]}\n{\"data\":[2,3]}\n"),
		     "E 1\nL 1 {\"data\":[]}\n"
		     "E 2\nE 3\nL 2 {\"data\":[]}\n");
}

static void white_space_around_elements_is_gone(void **state)
{
	(void)state;
	assert_items(SLICE("{ \"data\" : [ 1 , [ 2 ]\t, {} ] }\n"),
		     "E 1\nE [ 2 ]\nE {}\nL 3 { \"data\" : [] }\n");
	assert_items(SLICE("{\"data\":[ ]}\n{\"data\":[]}\n"),
		     "L 0 {\"data\":[]}\nL 0 {\"data\":[]}\n");
}

static void only_the_top_levels_data_is_cut(void **state)
{
	(void)state;
	assert_items(SLICE("{\"x\":{\"data\":[1,2]},\"dat\":[3]}\n"),
		     "L 0 {\"x\":{\"data\":[1,2]},\"dat\":[3]}\n");
	assert_items(SLICE("{\"dataa\":[1],\"x\":\"data\",\"y\":[2]}\n"),
		     "L 0 {\"dataa\":[1],\"x\":\"data\",\"y\":[2]}\n");
	assert_items(SLICE("{\"data\":{\"a\":[1]},\"b\":[2,\"data\"]}\n"),
		     "L 0 {\"data\":{\"a\":[1]},\"b\":[2,\"data\"]}\n");
	assert_items(SLICE("[\"data\",[1,2]]\n{\"da\\u0074a\":[1]}\n"),
		     "L 0 [\"data\",[1,2]]\nL 0 {\"da\\u0074a\":[1]}\n");
	assert_items(SLICE("{\"data\":1,\"b\":[2]}\n{\"\\data\":[1]}\n"),
		     "L 0 {\"data\":1,\"b\":[2]}\nL 0 {\"\\data\":[1]}\n");
}

static void quotes_are_told_from_escaped_ones(void **state)
{
	(void)state;
	assert_items(SLICE("{\"data\":[\"a\\\"]\",\"\\\\\",\"\\\\\\\"]\"]}\n"),
		     "E \"a\\\"]\"\nE \"\\\\\"\nE \"\\\\\\\"]\"\n"
		     "L 3 {\"data\":[]}\n");
	assert_items(SLICE("{\"a\":\"\\\\\\\\\\\"[\",\"data\":[\"\"]}\n"),
		     "E \"\"\nL 1 {\"a\":\"\\\\\\\\\\\"[\",\"data\":[]}\n");
}

static void a_broken_line_costs_only_itself(void **state)
{
	(void)state;
	assert_items(SLICE("{\"a\":\"no end\n{}\n"),
		     "L 0 {\"a\":\"no end\nL 0 {}\n");
	assert_items(SLICE("}}]],\":\n{\"data\":[1]}\n"),
		     "L 0 }}]],\":\nE 1\nL 1 {\"data\":[]}\n");
	/* The unfinished element is lost with its line. */
	assert_items(SLICE("{\"data\":[1,{\"a\n{}\n"),
		     "E 1\nL 1 {\"data\":[\nL 0 {}\n");
	assert_items(SLICE("{\"data\":[\n{\"data\":[1}\n"),
		     "L 0 {\"data\":[\nE 1\nL 1 {\"data\":[}\n");
}

static void a_missing_element_is_an_empty_one(void **state)
{
	(void)state;
	assert_items(SLICE("{\"data\":[1,,2,]}\n{\"data\":[,]}\n"),
		     "E 1\nE \nE 2\nE \nL 4 {\"data\":[]}\n"
		     "E \nE \nL 2 {\"data\":[]}\n");
}

static void an_element_over_its_limit_is_reported_with_its_size(void **state)
{
	(void)state;
	assert_items(SLICE("{\"data\":[\"123456789012345678\","
			   "\"1234567890123456789\",7]}\n"),
		     "E \"123456789012345678\"\nT 21\nE 7\n"
		     "L 3 {\"data\":[]}\n");
}

static void a_line_over_its_limit_is_reported_with_its_size(void **state)
{
	(void)state;
	/* 40 bytes and 41. */
	assert_items(
		SLICE("{\"a\":\"12345678901234567890123456789012\"}\n{}\n"),
		"L 0 {\"a\":\"12345678901234567890123456789012\"}\n"
		"L 0 {}\n");
	assert_items(SLICE("{\"a\":\"123456789012345678901234567890123\"}\n"
			   "{}\n"),
		     "T 41 line\nL 0 {}\n");
	assert_items(SLICE("{\"a\":\"1234567890123456789012345678901\","
			   "\"data\":[1]}\n{}\n"),
		     "T 50 line\nL 0 {}\n");
	assert_items(SLICE("{\"data\":[12,34],"
			   "\"a\":\"1234567890123456789012345678901\"}\n"),
		     "E 12\nE 34\nT 49 line\n");
}

static void the_elements_do_not_count_for_the_line(void **state)
{
	(void)state;
	assert_items(SLICE("{\"data\":[123456789012,123456789012,"
			   "123456789012,123456789012]}\n"),
		     "E 123456789012\nE 123456789012\nE 123456789012\n"
		     "E 123456789012\nL 4 {\"data\":[]}\n");
}

static void a_line_in_one_chunk_is_not_copied(void **state)
{
	char text[] = "{\"a\":[1]}\n{\"data\":[ 22 ]}\n", *at = text;
	size_t len = strlen(text);
	struct framer_item item;
	struct framer fr;

	(void)state;
	framer_init(&fr, 1000, 1000);
	assert_int_equal(framer_next(&fr, &at, &len, &item), FRAMER_LINE);
	assert_ptr_equal(item.text, text);
	assert_int_equal(framer_next(&fr, &at, &len, &item), FRAMER_ELEMENT);
	assert_ptr_equal(item.text, strstr(text, "22"));
	assert_int_equal(item.len, 2);
	assert_int_equal(framer_next(&fr, &at, &len, &item), FRAMER_LINE);
	assert_int_equal(framer_next(&fr, &at, &len, &item), FRAMER_MORE);
	framer_release(&fr);
}

static void a_large_line_leaves_no_large_buffer(void **state)
{
	struct strbuf line = STRBUF_INIT, items = STRBUF_INIT;
	struct framer fr;

	(void)state;
	framer_init(&fr, 64 << 20, 64 << 20);
	strbuf_addstr(&line, "{\"data\":[\"");
	strbuf_addchars(&line, 'x', 10 << 20);
	strbuf_addstr(&line, "\"],\"more\":\"");
	strbuf_addchars(&line, 'y', 10 << 20);
	strbuf_addstr(&line, "\"}\n");
	frame(&items, &fr, strbuf_slice(&line), 65536);
	assert_int_equal(items.len, (20 << 20) + 31);
	assert_in_range(fr.envelope.cap + fr.element.cap, 0, 2 << 20);
	framer_release(&fr);
	strbuf_release(&line);
	strbuf_release(&items);
}

static void a_million_levels_are_framed(void **state)
{
	struct strbuf line = STRBUF_INIT, items = STRBUF_INIT;
	struct framer fr;

	(void)state;
	framer_init(&fr, 64 << 20, 64 << 20);
	strbuf_addstr(&line, "{\"data\":[");
	strbuf_addchars(&line, '[', 1000000);
	strbuf_addchars(&line, ']', 1000000);
	strbuf_addstr(&line, ",1]}\n");
	frame(&items, &fr, strbuf_slice(&line), 65536);
	assert_int_equal(items.len, 2000000 + 3 + 4 + 16);
	framer_release(&fr);
	strbuf_release(&line);
	strbuf_release(&items);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_come_out_whole),
		cmocka_unit_test(an_empty_line_is_not_reported),
		cmocka_unit_test(a_line_without_its_end_is_not_reported),
		cmocka_unit_test(data_is_cut_into_its_elements),
		cmocka_unit_test(white_space_around_elements_is_gone),
		cmocka_unit_test(only_the_top_levels_data_is_cut),
		cmocka_unit_test(quotes_are_told_from_escaped_ones),
		cmocka_unit_test(a_broken_line_costs_only_itself),
		cmocka_unit_test(a_missing_element_is_an_empty_one),
		cmocka_unit_test(
			an_element_over_its_limit_is_reported_with_its_size),
		cmocka_unit_test(
			a_line_over_its_limit_is_reported_with_its_size),
		cmocka_unit_test(the_elements_do_not_count_for_the_line),
		cmocka_unit_test(a_line_in_one_chunk_is_not_copied),
		cmocka_unit_test(a_large_line_leaves_no_large_buffer),
		cmocka_unit_test(a_million_levels_are_framed),
	};

	return cmocka_run_group_tests_name("framer", tests, NULL, NULL);
}
