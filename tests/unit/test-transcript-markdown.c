#include "config.h"

#include "ui/transcript/transcript-markdown.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/stage.h"
#include "tests/unit/test.h"

static void assert_markdown(struct stage *stage, const char *wanted)
{
	struct strbuf out = STRBUF_INIT;

	for (size_t i = 0; i < stage->conv->item_count; i++)
		transcript_markdown_item(&out, stage->conv, i);
	assert_string_equal(out.buf, wanted);
	strbuf_release(&out);
	stage_close(stage);
}

static void who_speaks_stands_in_headings(void **state)
{
	struct stage stage;

	(void)state;
	stage_open(&stage, 80, 24);
	LOAD(stage.conv, TURN, ASK("Why?"), SAY("Because "),
	     SAY("of\\n\\nthat."));
	assert_markdown(&stage, "---\n"
				"\n## You, 2026-01-01T11:58:00.000Z\n"
				"\nWhy?\n"
				"\n## Assistant\n"
				"\nBecause of\n\nthat.");
}

static void the_last_line_has_an_end(void **state)
{
	static const char *const texts[] = { "\"One\"", "\"One\\n\"", "" };

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct strbuf out = STRBUF_INIT;
		struct stage stage;

		stage_open(&stage, 80, 24);
		if (*texts[i])
			stage_chunk(&stage, false, texts[i]);
		transcript_markdown(&out, stage.conv);
		assert_true(out.len > 1);
		assert_int_equal(out.buf[out.len - 1], '\n');
		assert_int_not_equal(out.buf[out.len - 2], '\n');
		strbuf_release(&out);
		stage_close(&stage);
	}
}

static void reasoning_is_quoted_line_by_line(void **state)
{
	struct stage stage;

	(void)state;
	stage_open(&stage, 80, 24);
	LOAD(stage.conv,
	     "{\"type\":\"chat_response\",\"reasoning\":\"one\\n\\ntwo\"}");
	assert_markdown(&stage, "## Assistant\n"
				"\n### Reasoning\n"
				"\n> one\n> \n> two\n");
}

static void a_fence_is_longer_than_any_in_it(void **state)
{
	struct stage stage;

	(void)state;
	stage_open(&stage, 80, 24);
	LOAD(stage.conv, CALL_WITH("a", "wr`ite", "{\"text\":\"x\"}"),
	     RESULT("a", "```c\\n````\\n", "true"));
	assert_markdown(&stage, "## Assistant\n"
				"\n### Tool call `` wr`ite ``, failed\n"
				"\n```json\n{\n  \"text\": \"x\"\n}\n```\n"
				"\n`````\n```c\n````\n`````\n");
}

static void arguments_that_are_no_json_stay_as_they_are(void **state)
{
	struct stage stage;

	(void)state;
	stage_open(&stage, 80, 24);
	LOAD(stage.conv, CALL_WITH("a", "run", "\"half {\""));
	assert_markdown(&stage, "## Assistant\n"
				"\n### Tool call `run`, interrupted\n"
				"\n```json\n\"half {\"\n```\n");
}

static void what_hides_in_a_call_is_written_as_escapes(void **state)
{
	struct stage stage;

	(void)state;
	stage_open(&stage, 80, 24);
	LOAD(stage.conv,
	     CALL_WITH("a", "r\\u202eun",
		       "{\"c\":\"ls \\u200b\\u3164x\\udb40\\udc41\"}"));
	assert_markdown(&stage, "## Assistant\n"
				"\n### Tool call `r\\u{202E}un`, interrupted\n"
				"\n```json\n{\n  \"c\": "
				"\"ls \\u200b\\u3164x\\udb40\\udc41\"\n}\n"
				"```\n");
}

static void what_hides_in_json_is_an_escape_that_json_has(void **state)
{
	struct stage stage;

	(void)state;
	stage_open(&stage, 80, 24);
	LOAD(stage.conv, CALL_WITH("a", "run", "{\"c\":\"\x7f\\u0001\"}"));
	assert_markdown(&stage, "## Assistant\n"
				"\n### Tool call `run`, interrupted\n"
				"\n```json\n{\n  \"c\": "
				"\"\\u007f\\u0001\"\n}\n"
				"```\n");
}

static void what_hides_in_a_question_is_written_as_escapes(void **state)
{
	struct stage stage;

	(void)state;
	stage_open(&stage, 80, 24);
	LOAD(stage.conv,
	     "{\"type\":\"inquiry_request\",\"id\":\"q\",\"question\":{"
	     "\"text\":\"Wh\\u200bich?\",\"answer_type\":{\"type\":"
	     "\"select\",\"options\":[{\"value\":\"a\\u2066\"}]}}}",
	     "{\"type\":\"inquiry_response\",\"id\":\"q\","
	     "\"answer\":\"a\\u2066\"}");
	assert_markdown(&stage, "## Assistant\n"
				"\n### Question\n"
				"\n> Wh\\u{200B}ich?\n"
				"\n- a\\u{2066}\n"
				"\nAnswer:\n"
				"\n```json\n\"a\\u2066\"\n```\n");
}

static void a_question_has_its_choices_and_its_answer(void **state)
{
	struct stage stage;

	(void)state;
	stage_open(&stage, 80, 24);
	LOAD(stage.conv,
	     "{\"type\":\"inquiry_request\",\"id\":\"q\",\"question\":{"
	     "\"text\":\"Which?\\nSay.\",\"answer_type\":{\"type\":"
	     "\"select\",\"options\":[{\"value\":1,\"description\":\"a\\nb\"},"
	     "{\"value\":\"two\"}]}}}",
	     "{\"type\":\"inquiry_response\",\"id\":\"q\",\"answer\":1}");
	assert_markdown(&stage, "## Assistant\n"
				"\n### Question\n"
				"\n> Which?\n> Say.\n"
				"\n- 1\n  a\n  b\n- two\n"
				"\nAnswer:\n"
				"\n```json\n1\n```\n");
}

static void an_unknown_event_is_kept_but_for_its_metadata(void **state)
{
	struct stage stage;

	(void)state;
	stage_open(&stage, 80, 24);
	LOAD(stage.conv, "{\"type\":\"novel\",\"metadata\":{\"s\":\"secret\"},"
			 "\"n\":1}");
	assert_markdown(&stage, "```json\n{\n  \"type\": \"novel\",\n"
				"  \"n\": 1\n}\n```\n");
}

static void assert_name(const char *title, const char *wanted)
{
	struct conversation *conv = conversation_new(0, "17");
	struct strbuf name = STRBUF_INIT;

	conv->title = title ? strdup(title) : NULL;
	transcript_markdown_name(&name, conv);
	assert_string_equal(name.buf, wanted);
	strbuf_release(&name);
	conversation_free(conv);
}

static void a_title_chooses_no_path(void **state)
{
	(void)state;
	assert_name("Fix the Parser!", "fix-the-parser.md");
	assert_name("../../.ssh/authorized_keys", "ssh-authorized-keys.md");
	assert_name("~/x\n\x1b[2J", "x-2j.md");
	assert_name("\xe6\x97\xa5", "conversation.md");
	assert_name(NULL, "17.md");
	assert_name(
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
		"aaaaaaaaa",
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
		"a.md");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(who_speaks_stands_in_headings),
		cmocka_unit_test(the_last_line_has_an_end),
		cmocka_unit_test(reasoning_is_quoted_line_by_line),
		cmocka_unit_test(a_fence_is_longer_than_any_in_it),
		cmocka_unit_test(arguments_that_are_no_json_stay_as_they_are),
		cmocka_unit_test(what_hides_in_a_call_is_written_as_escapes),
		cmocka_unit_test(what_hides_in_json_is_an_escape_that_json_has),
		cmocka_unit_test(
			what_hides_in_a_question_is_written_as_escapes),
		cmocka_unit_test(a_question_has_its_choices_and_its_answer),
		cmocka_unit_test(an_unknown_event_is_kept_but_for_its_metadata),
		cmocka_unit_test(a_title_chooses_no_path),
	};

	if (!setlocale(LC_CTYPE, "C.UTF-8"))
		return 1;
	return cmocka_run_group_tests_name("transcript-markdown", tests, NULL,
					   NULL);
}
