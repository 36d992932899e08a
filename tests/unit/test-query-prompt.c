#include "config.h"

#include "src/jphost/query/query-prompt.h"

#include <locale.h>
#include <stdio.h>

#include "proto/json-scan.h"
#include "src/base/xalloc.h"
#include "tests/unit/test.h"

/* A user at a prompt, with a separate clock. */
struct person {
	struct query_ask ask;
	struct query_out out;
	int64_t now_ms;
	int approved, rejected, modified, answered;
	struct strbuf last; /* arguments, a reason, or an answer */
};

static void approve(void *user, const char *id, enum respond_action action,
		    struct slice arguments, const char *reason)
{
	struct person *person = user;

	person->approved += action == ACTION_APPROVE;
	person->rejected += action == ACTION_REJECT;
	person->modified += action == ACTION_MODIFY;
	strbuf_reset(&person->last);
	strbuf_addslice(&person->last, arguments);
	strbuf_addstr(&person->last, reason ? reason : "");
	query_ask_closed(&person->ask, id, PROMPT_VOICE_TERMINAL,
			 action == ACTION_REJECT ? PROMPT_OUTCOME_REJECTED
						 : PROMPT_OUTCOME_APPROVED);
}

static void answer(void *user, const char *id, struct slice json)
{
	struct person *person = user;

	person->answered++;
	strbuf_reset(&person->last);
	strbuf_addslice(&person->last, json);
	query_ask_closed(&person->ask, id, PROMPT_VOICE_TERMINAL,
			 PROMPT_OUTCOME_ANSWERED);
}

static void person_open(struct person *person)
{
	static const struct terminal_look look = { 60, 12, false, false };
	struct query_ask_sink sink = { .user = person,
				       .approve = approve,
				       .answer = answer };

	*person = (struct person){ .out = QUERY_OUT_INIT, .now_ms = 1000 };
	strbuf_init(&person->last);
	query_ask_init(&person->ask, &sink, &person->out, OUT_NEWS);
	query_ask_set_look(&person->ask, &look);
}

static void person_close(struct person *person)
{
	query_ask_release(&person->ask);
	query_out_release(&person->out);
	strbuf_release(&person->last);
}

/* Everything is written, time passes, and nothing is typed. */
static void rest(struct person *person, int64_t ms)
{
	int64_t end_ms = person->now_ms + ms;

	while (person->now_ms < end_ms) {
		query_ask_settle(&person->ask);
		query_ask_written(&person->ask, person->now_ms);
		query_ask_quiet(&person->ask, person->now_ms);
		person->now_ms += 10;
	}
	query_ask_quiet(&person->ask, person->now_ms);
}

static void type(struct person *person, const char *bytes)
{
	query_ask_written(&person->ask, person->now_ms);
	query_ask_input(&person->ask, slice_str(bytes), person->now_ms);
}

static void assert_said(struct person *person, const char *text)
{
	if (!strstr(person->out.text.buf, text))
		fail_msg("no '%s' in: %s", text, person->out.text.buf);
	query_out_drop(&person->out, person->out.text.len);
}

static void call(struct person *person, const char *id, const char *arguments)
{
	struct strbuf event = STRBUF_INIT;

	strbuf_addf(&event,
		    "{\"type\":\"tool_call_request\",\"id\":\"%s\","
		    "\"name\":\"sh\",\"arguments\":%s}",
		    id, arguments);
	query_ask_add(&person->ask, strbuf_slice(&event), RESPOND_TOOL_APPROVAL,
		      TURN_EDIT_NONE, slice_of(NULL, 0));
	strbuf_release(&event);
}

/* A call that has been waiting for so long. */
static void person_asked(struct person *person, int64_t ms)
{
	person_open(person);
	call(person, "a", "{\"c\":1}");
	rest(person, ms);
}

/* Two are pending, and "first" is asked about. */
static void person_asked_twice(struct person *person)
{
	person_open(person);
	call(person, "a", "{\"c\":\"first\"}");
	call(person, "b", "{\"c\":\"second\"}");
	rest(person, 900);
}

/* Press a key, and wait until it is known not to be held. */
static void press(struct person *person, const char *key)
{
	type(person, key);
	rest(person, 200);
}

static void an_allow_counts_only_after_the_guard_time(void **state)
{
	struct person person;

	(void)state;
	person_asked(&person, 300);
	press(&person, "y");
	assert_int_equal(person.approved, 0);
	assert_said(&person, "locked");
	/* It was written again: the time and the quiet period start over. */
	rest(&person, 900);
	type(&person, "y");
	rest(&person, 90);
	assert_int_equal(person.approved, 0);
	rest(&person, 50);
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
	press(&person, "y");
	assert_int_equal(person.approved, 0);
	rest(&person, 900);
	press(&person, "y");
	assert_int_equal(person.approved, 1);
	person_close(&person);
}

static void a_reason_is_still_asked_for_below_what_ended(void **state)
{
	struct person person;

	(void)state;
	person_asked_twice(&person);
	type(&person, "r");
	query_out_drop(&person.out, person.out.text.len);
	query_ask_closed(&person.ask, "b", PROMPT_VOICE_OTHER,
			 PROMPT_OUTCOME_REJECTED);
	assert_true(
		strstr(strstr(person.out.text.buf, "second"), "Reason (empty"));
	type(&person, "not now\n");
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
	type(&person, "r");
	query_ask_closed(&person.ask, "a", PROMPT_VOICE_OTHER,
			 PROMPT_OUTCOME_REJECTED);
	rest(&person, 600);
	type(&person, "y");
	rest(&person, 200);
	assert_int_equal(person.approved, 0);
	rest(&person, 1000);
	press(&person, "y");
	assert_int_equal(person.approved, 1);
	person_close(&person);
}

static void
a_key_that_was_down_before_the_question_answers_nothing(void **state)
{
	struct person person;

	(void)state;
	person_open(&person);
	type(&person, "y");
	call(&person, "a", "{\"c\":1}");
	rest(&person, 600);
	type(&person, "y");
	rest(&person, 300);
	assert_int_equal(person.approved, 0);
	rest(&person, 1000);
	press(&person, "y");
	assert_int_equal(person.approved, 1);
	person_close(&person);
}

static void a_key_after_others_is_not_quiet(void **state)
{
	struct person person;

	(void)state;
	person_asked(&person, 2000);
	press(&person, "x");
	press(&person, "y");
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
			call(&person, "a", "{\"c\":1}");
			call(&person, "b", "{\"c\":2}");
			call(&person, "c", "{\"c\":3}");
			rest(&person, 1500);
			type(&person, keys[k]);
			rest(&person, delays[i]);
			for (int n = 0; n < 60; n++) {
				type(&person, keys[k]);
				rest(&person, 40);
			}
			rest(&person, 2000);
			assert_int_equal(person.approved + person.rejected, 1);
			/* Released and pressed again, it is another press. */
			press(&person, keys[k]);
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
			call(&person, "a", "{\"c\":1}");
		type(&person, "y");
		rest(&person, n == 3 ? 660 : 40);
	}
	rest(&person, 2000);
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
			type(&person, pastes[i][k]);
			rest(&person, 20);
		}
		rest(&person, 300);
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
	type(&person, "\033[200~");
	rest(&person, 1200);
	press(&person, "y");
	rest(&person, 1200);
	press(&person, "n");
	assert_int_equal(person.approved + person.rejected, 0);
	type(&person, "\033[201~");
	rest(&person, 1200);
	press(&person, "y");
	assert_int_equal(person.approved, 1);
	person_close(&person);
}

static void escape_rejects_and_never_approves(void **state)
{
	struct person person;

	(void)state;
	person_asked(&person, 100);
	type(&person, "\033");
	rest(&person, 150);
	assert_int_equal(person.rejected, 1);
	call(&person, "b", "{\"c\":1}");
	type(&person, "n");
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
	rest(&person, 100);
	type(&person, "y");
	rest(&person, 150);
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
	call(&person, "a", arguments.buf);
	assert_null(strstr(person.out.text.buf, "Run local"));
	assert_null(strstr(person.out.text.buf, "EVIL"));
	rest(&person, 1500);
	/* "y" continues, like a blank, and is not consent. */
	type(&person, "y");
	rest(&person, 300);
	assert_int_equal(person.approved, 0);
	assert_null(strstr(person.out.text.buf, "EVIL"));
	type(&person, " ");
	assert_said(&person, "rm EVIL");
	assert_int_equal(person.approved, 0);
	rest(&person, 200);
	press(&person, "y");
	assert_int_equal(person.approved, 0);
	rest(&person, 1500);
	press(&person, "y");
	assert_int_equal(person.approved, 1);
	person_close(&person);
	/* Rejecting does not require reading. */
	person_open(&person);
	call(&person, "a", arguments.buf);
	type(&person, "n");
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
	call(&person, "a",
	     "{\"command\":\"echo a\u2800b \u0378 \ue000 \U0001d173 "
	     "x\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\nrm\","
	     "\"path\":\"d\u043e\u0441s/x\",\"path\":\"y\"}");
	rest(&person, 10);
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
	call(&person, "a", "{\"c\":\"cp א ב\"}");
	rest(&person, 1500);
	assert_true(keeps_order(&person, "cp", "\n"));
	assert_true(keeps_order(&person, "Run local", "] "));
	press(&person, "p");
	assert_true(keeps_order(&person, "\"c\": \"cp", "Run local"));
	rest(&person, 1500);
	query_out_drop(&person.out, person.out.text.len);
	/* What is decided without a question is shown, too. */
	press(&person, "Y");
	call(&person, "b", "{\"c\":\"mv א ב\"}");
	rest(&person, 50);
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
	press(&person, "p");
	rest(&person, 1500);
	press(&person, "y");
	assert_int_equal(person.approved, 1);
	assert_null(strstr(person.out.text.buf, "\033[8"));
	person_close(&person);
}

static void what_was_always_allowed_is_asked_where_it_hides(void **state)
{
	struct person person;

	(void)state;
	person_asked(&person, 1500);
	press(&person, "Y");
	call(&person, "b", "{\"c\":2}");
	rest(&person, 50);
	assert_int_equal(person.approved, 2);
	call(&person, "c", "{\"c\":\"a\u200bb\"}");
	rest(&person, 5000);
	assert_int_equal(person.approved, 2);
	person_close(&person);
}

static void edited_arguments_are_read_before_they_are_signed(void **state)
{
	struct person person;

	(void)state;
	person_asked(&person, 1500);
	type(&person, "e");
	assert_int_equal(person.ask.mode, ASK_EDITOR);
	query_ask_edited(&person.ask, SLICE("{\"c\": \"rm\u200b\"}\n"));
	assert_int_equal(person.modified, 0);
	assert_said(&person, "\\u{200B}");
	press(&person, "y");
	assert_int_equal(person.modified, 0);
	rest(&person, 1500);
	press(&person, "y");
	assert_int_equal(person.modified, 1);
	assert_string_equal(person.last.buf, "{\"c\":\"rm\u200b\"}");
	person_close(&person);
}

static void edited_arguments_are_for_their_own_call_only(void **state)
{
	struct person person;

	(void)state;
	person_asked_twice(&person);
	type(&person, "e");
	query_ask_edited(&person.ask, SLICE("{\"c\": \"other\"}\n"));
	rest(&person, 1500);
	/* No answer for ever: it is not offered here. */
	press(&person, "Y");
	press(&person, "N");
	assert_int_equal(person.modified + person.rejected, 0);
	/* It ends elsewhere: the next one is as it came. */
	query_out_drop(&person.out, person.out.text.len);
	query_ask_closed(&person.ask, "a", PROMPT_VOICE_PLUGIN,
			 PROMPT_OUTCOME_APPROVED);
	assert_said(&person, "second");
	rest(&person, 1500);
	press(&person, "y");
	assert_int_equal(person.modified, 0);
	assert_int_equal(person.approved, 1);
	person_close(&person);
}

static void a_key_that_waits_is_not_for_what_is_asked_next(void **state)
{
	struct person person;

	(void)state;
	person_asked_twice(&person);
	rest(&person, 1500);
	/* Whether it is held down is not known yet, and the call ends. */
	type(&person, "y");
	query_ask_closed(&person.ask, "a", PROMPT_VOICE_PLUGIN,
			 PROMPT_OUTCOME_REJECTED);
	rest(&person, 3000);
	assert_int_equal(person.approved, 0);
	person_close(&person);
}

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
	rest(&person, 100);
	type(&person, "\n");
	rest(&person, 300);
	assert_int_equal(person.answered, 0);
	rest(&person, 1500);
	press(&person, "n");
	assert_int_equal(person.answered, 1);
	assert_string_equal(person.last.buf, "false");
	/* A line that came immediately was typed before. */
	ask(&person, "{\"text\":\"Which?\",\"answer_type\":{\"type\":"
		     "\"select\",\"options\":[1,2]}}");
	type(&person, "2\n");
	rest(&person, 600);
	assert_int_equal(person.answered, 1);
	type(&person, "2\n");
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
		rest(&person, 600);
		type(&person, lines[i].typed);
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
	rest(&person, 1500);
	/* Enter shows the next page; only behind the last it answers. */
	for (int i = 0; i < 3; i++) {
		assert_null(strstr(person.out.text.buf, "  last\n"));
		press(&person, "\n");
		assert_int_equal(person.answered, 0);
	}
	assert_said(&person, "  last\nAnswer (\u2026): ");
	rest(&person, 600);
	type(&person, "\n");
	assert_int_equal(person.answered, 1);
	assert_non_null(strstr(person.last.buf, "line 29\\nlast\""));
	person_close(&person);
	strbuf_release(&question);
}

static void a_prompt_is_closed_by_the_id_that_the_turn_reads(void **state)
{
	struct strbuf id = STRBUF_INIT;
	struct person person;

	(void)state;
	person_open(&person);
	call(&person, "a\\u0000", "{}");
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
		cmocka_unit_test(a_question_is_locked_like_an_allow),
		cmocka_unit_test(options_of_another_type_look_different),
		cmocka_unit_test(
			several_options_have_labels_numbers_and_a_default),
		cmocka_unit_test(
			a_default_that_is_long_is_read_above_its_prompt),
		cmocka_unit_test(
			a_prompt_is_closed_by_the_id_that_the_turn_reads),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("query-prompt", tests, NULL, NULL);
}
