#include "config.h"

#include "src/jphost/query/query-prompt.h"

#include <locale.h>
#include <stdio.h>

#include "proto/json-scan.h"
#include "src/base/xalloc.h"
#include "tests/unit/person-stage.h"
#include "tests/unit/test.h"

/* A call that has been waiting for so long. */
static void person_asked(struct person *person, int64_t ms)
{
	person_open(person);
	person_gets_call(person, "a", "{\"c\":1}");
	person_rests(person, ms);
}

/* Two are pending, and "first" is asked about. */
static void person_asked_twice(struct person *person)
{
	person_open(person);
	person_gets_call(person, "a", "{\"c\":\"first\"}");
	person_gets_call(person, "b", "{\"c\":\"second\"}");
	person_rests(person, 900);
}

static void an_allow_counts_only_after_the_guard_time(void **state)
{
	struct person person;

	(void)state;
	person_asked(&person, 300);
	person_presses(&person, "y");
	assert_int_equal(person.approved, 0);
	assert_said(&person, "locked");
	/* It was written again: the time and the quiet period start over. */
	person_rests(&person, 900);
	person_types(&person, "y");
	person_rests(&person, 90);
	assert_int_equal(person.approved, 0);
	person_rests(&person, 50);
	assert_int_equal(person.approved, 1);
	person_close(&person);
}

static void what_ends_below_a_question_is_not_what_a_key_answers(void **state)
{
	struct person person;

	(void)state;
	person_asked_twice(&person);
	query_out_drop(&person.out, person.out.text.len);
	query_ask_closed(&person.ask, "b", PROMPT_VOICE_OTHER,
			 PROMPT_OUTCOME_REJECTED);
	/* "second" appeared below, so the question is written again, and locked
	 * until it could be read. */
	assert_true(strstr(strstr(person.out.text.buf, "second"), "first"));
	person_presses(&person, "y");
	assert_int_equal(person.approved, 0);
	person_rests(&person, 900);
	person_presses(&person, "y");
	assert_int_equal(person.approved, 1);
	person_close(&person);
}

static void a_reason_is_still_asked_for_below_what_ended(void **state)
{
	struct person person;

	(void)state;
	person_asked_twice(&person);
	person_types(&person, "r");
	query_out_drop(&person.out, person.out.text.len);
	query_ask_closed(&person.ask, "b", PROMPT_VOICE_OTHER,
			 PROMPT_OUTCOME_REJECTED);
	assert_true(
		strstr(strstr(person.out.text.buf, "second"), "Reason (empty"));
	person_types(&person, "not now\n");
	assert_int_equal(person.rejected, 1);
	assert_string_equal(person.last.buf, "not now");
	person_close(&person);
}

/* The terminal keeps an unfinished line, so its last key was never read. */
static void a_key_of_a_line_that_was_cut_off_answers_nothing(void **state)
{
	struct person person;

	(void)state;
	person_asked_twice(&person);
	person_types(&person, "r");
	query_ask_closed(&person.ask, "a", PROMPT_VOICE_OTHER,
			 PROMPT_OUTCOME_REJECTED);
	person_rests(&person, 600);
	person_types(&person, "y");
	person_rests(&person, 200);
	assert_int_equal(person.approved, 0);
	person_rests(&person, 1000);
	person_presses(&person, "y");
	assert_int_equal(person.approved, 1);
	person_close(&person);
}

static void
a_key_that_was_down_before_the_question_answers_nothing(void **state)
{
	struct person person;

	(void)state;
	person_open(&person);
	person_types(&person, "y");
	person_gets_call(&person, "a", "{\"c\":1}");
	person_rests(&person, 600);
	person_types(&person, "y");
	person_rests(&person, 300);
	assert_int_equal(person.approved, 0);
	person_rests(&person, 1000);
	person_presses(&person, "y");
	assert_int_equal(person.approved, 1);
	person_close(&person);
}

static void a_key_after_others_is_not_quiet(void **state)
{
	struct person person;

	(void)state;
	person_asked(&person, 2000);
	person_presses(&person, "x");
	person_presses(&person, "y");
	assert_int_equal(person.approved, 0);
	person_close(&person);
}

static void a_held_key_answers_once(void **state)
{
	static const char *const keys[] = { "y", "n" };
	static const int delays[] = { 250, 400, 500, 600, 660, 800, 950 };

	(void)state;
	for (size_t k = 0; k < ARRAY_SIZE(keys); k++) {
		for (size_t i = 0; i < ARRAY_SIZE(delays); i++) {
			struct person person;

			person_open(&person);
			person_gets_call(&person, "a", "{\"c\":1}");
			person_gets_call(&person, "b", "{\"c\":2}");
			person_gets_call(&person, "c", "{\"c\":3}");
			person_rests(&person, 1500);
			person_types(&person, keys[k]);
			person_rests(&person, delays[i]);
			for (int n = 0; n < 60; n++) {
				person_types(&person, keys[k]);
				person_rests(&person, 40);
			}
			person_rests(&person, 2000);
			assert_int_equal(person.approved + person.rejected, 1);
			/* Released and pressed again, it is another press. */
			person_presses(&person, keys[k]);
			assert_int_equal(person.approved + person.rejected, 2);
			person_close(&person);
		}
	}
}

static void a_key_held_since_before_answers_nothing(void **state)
{
	struct person person;

	(void)state;
	person_open(&person);
	for (int n = 0; n < 40; n++) {
		if (n == 3)
			person_gets_call(&person, "a", "{\"c\":1}");
		person_types(&person, "y");
		person_rests(&person, n == 3 ? 660 : 40);
	}
	person_rests(&person, 2000);
	assert_int_equal(person.approved, 0);
	person_close(&person);
}

static void a_paste_answers_nothing_however_it_is_cut(void **state)
{
	static const char *const pastes[][4] = {
		{ "yes\n" },
		{ "y", "es\n" },
		{ "\033[200~y\033[201~" },
		{ "\033[200~", "y", "\033[201~" },
		{ "\033", "[A" },
		{ "\033[A" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(pastes); i++) {
		struct person person;

		person_asked(&person, 1500);
		for (size_t k = 0; k < 4 && pastes[i][k]; k++) {
			person_types(&person, pastes[i][k]);
			person_rests(&person, 20);
		}
		person_rests(&person, 300);
		assert_int_equal(person.approved + person.rejected, 0);
		person_close(&person);
	}
}

/* A paste over a slow line: its end comes late. */
static void a_slow_paste_answers_nothing(void **state)
{
	struct person person;

	(void)state;
	person_asked(&person, 1500);
	person_types(&person, "\033[200~");
	person_rests(&person, 1200);
	person_presses(&person, "y");
	person_rests(&person, 1200);
	person_presses(&person, "n");
	assert_int_equal(person.approved + person.rejected, 0);
	person_types(&person, "\033[201~");
	person_rests(&person, 1200);
	person_presses(&person, "y");
	assert_int_equal(person.approved, 1);
	person_close(&person);
}

static void escape_rejects_and_never_approves(void **state)
{
	struct person person;

	(void)state;
	person_asked(&person, 100);
	person_types(&person, "\033");
	person_rests(&person, 150);
	assert_int_equal(person.rejected, 1);
	person_gets_call(&person, "b", "{\"c\":1}");
	person_types(&person, "n");
	assert_int_equal(person.rejected, 2);
	assert_int_equal(person.approved, 0);
	person_close(&person);
}

static void a_resize_locks_it_again(void **state)
{
	static const struct terminal_look wider = { 80, 12, false, false };
	struct person person;

	(void)state;
	person_asked(&person, 1500);
	query_ask_set_look(&person.ask, &wider);
	person_rests(&person, 100);
	person_types(&person, "y");
	person_rests(&person, 150);
	assert_int_equal(person.approved, 0);
	person_close(&person);
}

static void what_does_not_fit_is_shown_by_the_page(void **state)
{
	struct strbuf arguments = STRBUF_INIT;
	struct person person;

	(void)state;
	strbuf_addstr(&arguments, "{\"command\":\"");
	for (int i = 1; i <= 24; i++)
		strbuf_addf(&arguments, "line %d\\n", i);
	strbuf_addstr(&arguments, "rm EVIL\"}");
	person_open(&person);
	person_gets_call(&person, "a", arguments.buf);
	assert_null(strstr(person.out.text.buf, "Run local"));
	assert_null(strstr(person.out.text.buf, "EVIL"));
	person_rests(&person, 1500);
	/* "y" continues, like a blank, and is not consent. */
	person_types(&person, "y");
	person_rests(&person, 300);
	assert_int_equal(person.approved, 0);
	assert_null(strstr(person.out.text.buf, "EVIL"));
	person_types(&person, " ");
	assert_said(&person, "rm EVIL");
	assert_int_equal(person.approved, 0);
	person_rests(&person, 200);
	person_presses(&person, "y");
	assert_int_equal(person.approved, 0);
	person_rests(&person, 1500);
	person_presses(&person, "y");
	assert_int_equal(person.approved, 1);
	person_close(&person);
	/* Rejecting does not require reading. */
	person_open(&person);
	person_gets_call(&person, "a", arguments.buf);
	person_types(&person, "n");
	assert_int_equal(person.rejected, 1);
	person_close(&person);
	strbuf_release(&arguments);
}

static void what_is_other_than_it_looks_is_told(void **state)
{
	static const char *const shown[] = { "\\u{2800}", "\\u{378}",
					     "\\u{E000}", "\\u{1D173}",
					     "line breaks>" };
	static const struct terminal_look wide = { 160, 40, false, false };
	struct person person;

	(void)state;
	person_open(&person);
	query_ask_set_look(&person.ask, &wide);
	person_gets_call(
		&person, "a",
		"{\"command\":\"echo a\u2800b \u0378 \ue000 \U0001d173 "
		"x\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\nrm\","
		"\"path\":\"d\u043e\u0441s/x\",\"path\":\"y\"}");
	person_rests(&person, 10);
	for (size_t i = 0; i < ARRAY_SIZE(shown); i++)
		assert_non_null(strstr(person.out.text.buf, shown[i]));
	assert_non_null(strstr(person.out.text.buf, "Hidden characters in 5"));
	assert_non_null(strstr(person.out.text.buf, "U+043E U+0441"));
	assert_non_null(strstr(person.out.text.buf, "A name stands twice"));
	person_close(&person);
}

/* Whether the text `from` there up to `to` is kept in its order. */
static bool keeps_order(const struct person *person, const char *from,
			const char *to)
{
	const char *begin = strstr(person->out.text.buf, from), *end, *last;

	assert_non_null(begin);
	end = strstr(begin, to);
	assert_non_null(end);
	last = begin;
	while (last > person->out.text.buf && strncmp(last, "\033[8", 3))
		last--;
	return last[3] == 'l' &&
	       !memmem(begin, (size_t)(end - begin), "\033[8h", 4);
}

/* VTE swaps Hebrew arguments unless it is told otherwise (C34). */
static void words_keep_their_order_while_it_is_asked(void **state)
{
	static const struct terminal_look rich = { 60, 12, false, true };
	struct person person;

	(void)state;
	person_open(&person);
	query_ask_set_look(&person.ask, &rich);
	person_gets_call(&person, "a", "{\"c\":\"cp א ב\"}");
	person_rests(&person, 1500);
	assert_true(keeps_order(&person, "cp", "\n"));
	assert_true(keeps_order(&person, "Run local", "] "));
	person_presses(&person, "p");
	assert_true(keeps_order(&person, "\"c\": \"cp", "Run local"));
	person_rests(&person, 1500);
	query_out_drop(&person.out, person.out.text.len);
	/* What is decided without a question is shown, too. */
	person_presses(&person, "Y");
	person_gets_call(&person, "b", "{\"c\":\"mv א ב\"}");
	person_rests(&person, 50);
	assert_int_equal(person.approved, 2);
	assert_true(keeps_order(&person, "mv", "\n"));
	assert_string_equal(person.out.text.buf + person.out.text.len - 4,
			    "\033[8h");
	person_close(&person);
}

static void a_terminal_of_no_known_family_is_told_no_order(void **state)
{
	struct person person;

	(void)state;
	person_asked(&person, 1500);
	person_presses(&person, "p");
	person_rests(&person, 1500);
	person_presses(&person, "y");
	assert_int_equal(person.approved, 1);
	assert_null(strstr(person.out.text.buf, "\033[8"));
	person_close(&person);
}

static void what_was_always_allowed_is_asked_where_it_hides(void **state)
{
	struct person person;

	(void)state;
	person_asked(&person, 1500);
	person_presses(&person, "Y");
	person_gets_call(&person, "b", "{\"c\":2}");
	person_rests(&person, 50);
	assert_int_equal(person.approved, 2);
	person_gets_call(&person, "c", "{\"c\":\"a\u200bb\"}");
	person_rests(&person, 5000);
	assert_int_equal(person.approved, 2);
	person_close(&person);
}

static void edited_arguments_are_read_before_they_are_signed(void **state)
{
	struct person person;

	(void)state;
	person_asked(&person, 1500);
	person_types(&person, "e");
	assert_int_equal(person.ask.mode, ASK_EDITOR);
	query_ask_edited(&person.ask, SLICE("{\"c\": \"rm\u200b\"}\n"));
	assert_int_equal(person.modified, 0);
	assert_said(&person, "\\u{200B}");
	person_presses(&person, "y");
	assert_int_equal(person.modified, 0);
	person_rests(&person, 1500);
	person_presses(&person, "y");
	assert_int_equal(person.modified, 1);
	assert_string_equal(person.last.buf, "{\"c\":\"rm\u200b\"}");
	person_close(&person);
}

static void edited_arguments_are_for_their_own_call_only(void **state)
{
	struct person person;

	(void)state;
	person_asked_twice(&person);
	person_types(&person, "e");
	query_ask_edited(&person.ask, SLICE("{\"c\": \"other\"}\n"));
	person_rests(&person, 1500);
	/* No answer for ever: it is not offered here. */
	person_presses(&person, "Y");
	person_presses(&person, "N");
	assert_int_equal(person.modified + person.rejected, 0);
	/* It ends elsewhere: the next one is as it came. */
	query_out_drop(&person.out, person.out.text.len);
	query_ask_closed(&person.ask, "a", PROMPT_VOICE_PLUGIN,
			 PROMPT_OUTCOME_APPROVED);
	assert_said(&person, "second");
	person_rests(&person, 1500);
	person_presses(&person, "y");
	assert_int_equal(person.modified, 0);
	assert_int_equal(person.approved, 1);
	person_close(&person);
}

static void a_key_that_waits_is_not_for_what_is_asked_next(void **state)
{
	struct person person;

	(void)state;
	person_asked_twice(&person);
	person_rests(&person, 1500);
	/* Whether it is held down is not known yet, and the call ends. */
	person_types(&person, "y");
	query_ask_closed(&person.ask, "a", PROMPT_VOICE_PLUGIN,
			 PROMPT_OUTCOME_REJECTED);
	person_rests(&person, 3000);
	assert_int_equal(person.approved, 0);
	person_close(&person);
}

static void a_prompt_is_closed_by_the_id_that_the_turn_reads(void **state)
{
	struct strbuf id = STRBUF_INIT;
	struct person person;

	(void)state;
	person_open(&person);
	person_gets_call(&person, "a\\u0000", "{}");
	json_id_add(&id, SLICE("\"a\\u0000\""));
	query_ask_closed(&person.ask, id.buf, PROMPT_VOICE_PLUGIN,
			 PROMPT_OUTCOME_APPROVED);
	assert_int_equal(person.ask.count, 0);
	strbuf_release(&id);
	person_close(&person);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_allow_counts_only_after_the_guard_time),
		cmocka_unit_test(
			what_ends_below_a_question_is_not_what_a_key_answers),
		cmocka_unit_test(a_reason_is_still_asked_for_below_what_ended),
		cmocka_unit_test(
			a_key_of_a_line_that_was_cut_off_answers_nothing),
		cmocka_unit_test(
			a_key_that_was_down_before_the_question_answers_nothing),
		cmocka_unit_test(a_key_after_others_is_not_quiet),
		cmocka_unit_test(a_held_key_answers_once),
		cmocka_unit_test(a_key_held_since_before_answers_nothing),
		cmocka_unit_test(a_paste_answers_nothing_however_it_is_cut),
		cmocka_unit_test(escape_rejects_and_never_approves),
		cmocka_unit_test(a_resize_locks_it_again),
		cmocka_unit_test(what_does_not_fit_is_shown_by_the_page),
		cmocka_unit_test(what_is_other_than_it_looks_is_told),
		cmocka_unit_test(words_keep_their_order_while_it_is_asked),
		cmocka_unit_test(
			a_terminal_of_no_known_family_is_told_no_order),
		cmocka_unit_test(
			what_was_always_allowed_is_asked_where_it_hides),
		cmocka_unit_test(
			edited_arguments_are_read_before_they_are_signed),
		cmocka_unit_test(edited_arguments_are_for_their_own_call_only),
		cmocka_unit_test(
			a_key_that_waits_is_not_for_what_is_asked_next),
		cmocka_unit_test(a_slow_paste_answers_nothing),
		cmocka_unit_test(
			a_prompt_is_closed_by_the_id_that_the_turn_reads),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("query-prompt", tests, NULL, NULL);
}
