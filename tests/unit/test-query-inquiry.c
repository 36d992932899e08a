#include "config.h"

#include <locale.h>

#include "src/base/xalloc.h"
#include "tests/unit/person-stage.h"
#include "tests/unit/test.h"

static void ask(struct person *person, const char *question)
{
	struct strbuf event = STRBUF_INIT;

	strbuf_addf(&event,
		    "{\"type\":\"inquiry_request\",\"id\":\"q\","
		    "\"question\":%s}",
		    question);
	query_ask_add(&person->ask, strbuf_slice(&event), RESPOND_INQUIRY,
		      TURN_EDIT_NONE, slice_of(NULL, 0));
	strbuf_release(&event);
}

static void a_question_is_locked_like_an_allow(void **state)
{
	struct person person;

	(void)state;
	person_open(&person);
	ask(&person, "{\"text\":\"Sure?\",\"answer_type\":{\"type\":"
		     "\"boolean\"},\"default\":true}");
	person_rests(&person, 100);
	person_types(&person, "\n");
	person_rests(&person, 300);
	assert_int_equal(person.answered, 0);
	person_rests(&person, 1500);
	person_presses(&person, "n");
	assert_int_equal(person.answered, 1);
	assert_string_equal(person.last.buf, "false");
	/* A line that came immediately was typed before. */
	ask(&person, "{\"text\":\"Which?\",\"answer_type\":{\"type\":"
		     "\"select\",\"options\":[1,2]}}");
	person_types(&person, "2\n");
	person_rests(&person, 600);
	assert_int_equal(person.answered, 1);
	person_types(&person, "2\n");
	assert_int_equal(person.answered, 2);
	assert_string_equal(person.last.buf, "2");
	person_close(&person);
}

static void options_of_another_type_look_different(void **state)
{
	struct person person;

	(void)state;
	person_open(&person);
	ask(&person,
	    "{\"text\":\"Which?\",\"answer_type\":{\"type\":\"select\","
	    "\"options\":[true,\"true\",\"x\"]}}");
	assert_non_null(strstr(person.out.text.buf, "1) true\n"));
	assert_non_null(strstr(person.out.text.buf, "2) \"true\"\n"));
	assert_non_null(strstr(person.out.text.buf, "3) x\n"));
	person_close(&person);
}

static void several_options_have_labels_numbers_and_a_default(void **state)
{
	static const char question[] =
		"{\"text\":\"Which?\",\"answer_type\":{\"type\":"
		"\"multi_select\",\"options\":[{\"value\":3,\"label\":"
		"\"Gamma\"},{\"value\":null,\"label\":\"None of these\"},"
		"\"x\"]},\"default\":[3,\"x\"]}";
	static const struct {
		const char *typed, *answer; /* NULL: it is not one */
	} lines[] = {
		{ "1,3\n", "[3,\"x\"]" }, { " 2 1 \n", "[null,3]" },
		{ "\n", "[3,\"x\"]" },    { "4\n", NULL },
		{ "1,,2\n", NULL },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
		struct person person;

		person_open(&person);
		ask(&person, question);
		assert_non_null(strstr(person.out.text.buf, "1) Gamma = 3"));
		assert_non_null(
			strstr(person.out.text.buf, "2) None of these = null"));
		assert_said(&person, "Numbers, as 1,3 (1,3): ");
		person_rests(&person, 600);
		person_types(&person, lines[i].typed);
		assert_int_equal(person.answered, lines[i].answer != NULL);
		if (lines[i].answer)
			assert_string_equal(person.last.buf, lines[i].answer);
		person_close(&person);
	}
}

/* C20: an Enter answers with all of the default, however long it is. */
static void a_default_that_is_long_is_read_above_its_prompt(void **state)
{
	struct strbuf question = STRBUF_INIT;
	struct person person;

	(void)state;
	strbuf_addstr(&question, "{\"text\":\"As it is?\",\"answer_type\":"
				 "{\"type\":\"text\"},\"default\":\"first");
	for (int i = 0; i < 30; i++)
		strbuf_addf(&question, "\\nline %d", i);
	strbuf_addstr(&question, "\\nlast\"}");
	person_open(&person);
	ask(&person, question.buf);
	assert_said(&person, "  first\n");
	person_rests(&person, 1500);
	/* Enter shows the next page; only behind the last it answers. */
	for (int i = 0; i < 3; i++) {
		assert_null(strstr(person.out.text.buf, "  last\n"));
		person_presses(&person, "\n");
		assert_int_equal(person.answered, 0);
	}
	assert_said(&person, "  last\nAnswer (\u2026): ");
	person_rests(&person, 600);
	person_types(&person, "\n");
	assert_int_equal(person.answered, 1);
	assert_non_null(strstr(person.last.buf, "line 29\\nlast\""));
	person_close(&person);
	strbuf_release(&question);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_question_is_locked_like_an_allow),
		cmocka_unit_test(options_of_another_type_look_different),
		cmocka_unit_test(
			several_options_have_labels_numbers_and_a_default),
		cmocka_unit_test(
			a_default_that_is_long_is_read_above_its_prompt),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("query-inquiry", tests, NULL, NULL);
}
