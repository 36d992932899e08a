#include "config.h"

#include "src/jphost/jp/jp-drive.h"

#include <string.h>

#include "proto/json-scan.h"
#include "tests/unit/test.h"

/* A jp whose output is given in a few words, and what it reports and gets. */
struct stage {
	struct jp_drive *drive;
	struct strbuf told; /* one word per event */
	struct strbuf keys; /* keys that were written */
	struct strbuf edit; /* arguments for the editor */
	struct strbuf last; /* the last event */
	bool edited, no_editor;
	int64_t now_ms;
	enum jp_drive_mode mode;
	bool lines; /* it reads no single keys */
};

static void on_event(void *user, struct slice event, enum respond_kind respond)
{
	struct stage *stage = user;
	struct json_member type, m;

	strbuf_reset(&stage->last);
	strbuf_addslice(&stage->last, event);
	assert_true(json_find(event, "type", &type));
	if (respond != RESPOND_NONE)
		strbuf_addstr(&stage->told, "ASK ");
	if (json_find(event, "message", &m) || json_find(event, "state", &m) ||
	    json_find(event, "outcome", &m) || json_find(event, "id", &m))
		json_string_add(&stage->told, m.value);
	if (json_find(event, "voice", &m)) {
		strbuf_addch(&stage->told, ' ');
		json_string_add(&stage->told, m.value);
	}
	strbuf_addch(&stage->told, '|');
}

static void on_asks(void *user, const char *what, const char *id)
{
	struct stage *stage = user;

	strbuf_addf(&stage->told, "asks %s %s|", what, id ? id : "-");
}

static void on_type(void *user, struct slice keys)
{
	struct stage *stage = user;

	strbuf_addslice(&stage->keys, keys);
}

static bool on_can_edit(void *user)
{
	struct stage *stage = user;

	return !stage->no_editor;
}

static bool on_edit(void *user, struct slice arguments)
{
	struct stage *stage = user;

	strbuf_addslice(&stage->edit, arguments);
	return true;
}

static bool on_edited(void *user)
{
	struct stage *stage = user;

	return stage->edited;
}

static void on_release(void *user, bool pass)
{
	struct stage *stage = user;

	strbuf_addstr(&stage->told, pass ? "keys pass|" : "keys dropped|");
}

static int setup(void **state)
{
	static struct stage stage;
	const struct jp_drive_sink sink = { &stage,    on_event,    on_asks,
					    on_type,   on_can_edit, on_edit,
					    on_edited, on_release };

	stage = (struct stage){ .told = STRBUF_INIT,
				.keys = STRBUF_INIT,
				.edit = STRBUF_INIT,
				.last = STRBUF_INIT,
				.now_ms = 1000 };
	stage.drive = jp_drive_new("jp-7", &sink);
	*state = &stage;
	return 0;
}

static int teardown(void **state)
{
	struct stage *stage = *state;

	jp_drive_free(stage->drive);
	strbuf_release(&stage->told);
	strbuf_release(&stage->keys);
	strbuf_release(&stage->edit);
	strbuf_release(&stage->last);
	return 0;
}

static void wait_ms(struct stage *stage, int64_t ms)
{
	stage->now_ms += ms;
	jp_drive_run(stage->drive, stage->mode, stage->now_ms, 0);
}

static void draw(struct stage *stage, enum jp_prompt_kind kind,
		 const char *text, const char *value)
{
	struct jp_prompt prompt;

	jp_prompt_init(&prompt);
	prompt.kind = kind;
	strbuf_addstr(&prompt.text, text);
	strbuf_addstr(&prompt.value, value);
	if (kind != JP_PROMPT_NONE && !stage->lines)
		stage->mode = JP_DRIVE_KEYS;
	jp_drive_drawn(stage->drive, &prompt, stage->mode, stage->now_ms);
	jp_prompt_release(&prompt);
	wait_ms(stage, 1);
}

static void call(struct stage *stage, const char *id, const char *name,
		 const char *arguments)
{
	const struct trace_follow_call called = { id, name,
						  slice_str(arguments), true };

	jp_drive_called(stage->drive, &called);
}

static void print(struct stage *stage, const char *name, const char *arguments)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(&text,
		    "Calling tool %s with arguments:\r\n\r\n```json\r\n%s\r\n"
		    "```\r\n",
		    name, arguments);
	jp_drive_printed(stage->drive, strbuf_slice(&text), stage->now_ms);
	strbuf_release(&text);
}

static void log_line(struct stage *stage, enum trace_line_kind kind)
{
	const struct trace_line line = { .kind = kind };

	jp_drive_logged(stage->drive, &line);
}

/* jp asks whether it may run "shell"; wait until that is offered. */
static void ask(struct stage *stage, const char *id)
{
	call(stage, id, "shell", "{\"command\":\"ls\"}");
	print(stage, "shell", "{\"command\":\"ls\"}");
	draw(stage, JP_PROMPT_PERMISSION, "shell", "");
	wait_ms(stage, 200);
}

static bool answer(struct stage *stage, const char *id,
		   enum respond_action action, const char *reason,
		   const char *arguments)
{
	const struct plugin_message msg = {
		.type = PLUGIN_MESSAGE_RESPOND,
		.respond = RESPOND_TOOL_APPROVAL,
		.tool_call_id = (char *)id,
		.action = action,
		.reason = (char *)reason,
		.arguments = slice_str(arguments),
	};

	return jp_drive_respond(stage->drive, &msg, stage->now_ms);
}

static bool reply(struct stage *stage, const char *id, const char *json)
{
	const struct plugin_message msg = {
		.type = PLUGIN_MESSAGE_RESPOND,
		.respond = RESPOND_INQUIRY,
		.inquiry_id = (char *)id,
		.answer = slice_str(json),
	};

	return jp_drive_respond(stage->drive, &msg, stage->now_ms);
}

static void expect(struct strbuf *have, const char *want)
{
	assert_string_equal(have->buf, want);
	strbuf_reset(have);
}

/* --- */

static void a_call_that_jp_asks_about_is_offered(void **state)
{
	struct stage *stage = *state;

	ask(stage, "c1");
	expect(&stage->told, "ASK c1|");
}

static void it_is_not_offered_before_jp_is_quiet(void **state)
{
	struct stage *stage = *state;

	call(stage, "c1", "shell", "{\"command\":\"ls\"}");
	draw(stage, JP_PROMPT_PERMISSION, "shell", "");
	wait_ms(stage, 100);
	expect(&stage->told, "");
	/* Its printed text comes after its prompt. */
	print(stage, "shell", "{\"command\":\"ls\"}");
	wait_ms(stage, 140);
	expect(&stage->told, "");
	wait_ms(stage, 20);
	expect(&stage->told, "ASK c1|");
}

static void what_is_not_certain_is_only_told(void **state)
{
	struct stage *stage = *state;

	/* Other arguments than in the log. */
	call(stage, "c1", "shell", "{\"command\":\"rm\"}");
	print(stage, "shell", "{\"command\":\"ls\"}");
	draw(stage, JP_PROMPT_PERMISSION, "shell", "");
	wait_ms(stage, 1600);
	expect(&stage->told, "asks tool_approval c1|");
	assert_false(answer(stage, "c1", ACTION_APPROVE, NULL, ""));
	expect(&stage->keys, "");
}

static void a_prompt_that_no_call_explains_is_not_offered(void **state)
{
	struct stage *stage = *state;

	print(stage, "shell", "{\"command\":\"ls\"}");
	draw(stage, JP_PROMPT_PERMISSION, "shell", "");
	wait_ms(stage, 200);
	expect(&stage->told, "");
	/* The first pending one is a different one. */
	call(stage, "c1", "other", "{\"command\":\"ls\"}");
	call(stage, "c2", "shell", "{\"command\":\"ls\"}");
	wait_ms(stage, 200);
	expect(&stage->told, "");
}

static void a_call_whose_prompt_was_not_seen_is_told(void **state)
{
	struct stage *stage = *state;

	call(stage, "c1", "shell", "{\"command\":\"ls\"}");
	draw(stage, JP_PROMPT_NONE, "", "");
	wait_ms(stage, 1600);
	expect(&stage->told, "asks tool_approval c1|");
	assert_false(answer(stage, "c1", ACTION_APPROVE, NULL, ""));
	log_line(stage, TRACE_LINE_FLUSHED);
	expect(&stage->told, "running|");
}

static void a_prompt_that_is_seen_late_waits_once(void **state)
{
	struct stage *stage = *state;

	call(stage, "c1", "shell", "{\"command\":\"ls\"}");
	wait_ms(stage, 1600);
	expect(&stage->told, "asks tool_approval c1|");
	print(stage, "shell", "{\"command\":\"ls\"}");
	draw(stage, JP_PROMPT_PERMISSION, "shell", "");
	wait_ms(stage, 200);
	expect(&stage->told, "running|ASK c1|");
}

static void one_key_is_written_and_nothing_behind_it(void **state)
{
	struct stage *stage = *state;

	ask(stage, "c1");
	expect(&stage->told, "ASK c1|");
	assert_true(answer(stage, "c1", ACTION_APPROVE, NULL, ""));
	expect(&stage->keys, "y");
	assert_true(jp_drive_holds(stage->drive));
	draw(stage, JP_PROMPT_NONE, "", "");
	expect(&stage->told, "approved plugin|keys dropped|");
	assert_false(jp_drive_holds(stage->drive));
	expect(&stage->keys, "");
}

static void in_a_terminal_that_reads_lines_nothing_is_asked(void **state)
{
	struct stage *stage = *state;

	/* It was printed before jp asks, and a key would wait for that. */
	stage->lines = true;
	ask(stage, "c1");
	draw(stage, JP_PROMPT_YES_NO, "Overwrite?", "");
	wait_ms(stage, 200);
	expect(&stage->told, "");
	assert_false(answer(stage, "c1", ACTION_APPROVE, NULL, ""));
	expect(&stage->keys, "");
	/* jp asks then. */
	stage->lines = false;
	draw(stage, JP_PROMPT_NONE, "", "");
	draw(stage, JP_PROMPT_PERMISSION, "shell", "");
	wait_ms(stage, 200);
	expect(&stage->told, "ASK c1|");
}

static void the_first_answer_counts_and_no_other(void **state)
{
	struct stage *stage = *state;

	ask(stage, "c1");
	assert_true(answer(stage, "c1", ACTION_REJECT, NULL, ""));
	assert_false(answer(stage, "c1", ACTION_APPROVE, NULL, ""));
	draw(stage, JP_PROMPT_NONE, "", "");
	assert_false(answer(stage, "c1", ACTION_APPROVE, NULL, ""));
	expect(&stage->keys, "n");
	expect(&stage->told, "ASK c1|rejected plugin|keys dropped|");
}

static void what_the_person_types_comes_first(void **state)
{
	struct stage *stage = *state;

	ask(stage, "c1");
	jp_drive_typed(stage->drive, SLICE("y"));
	expect(&stage->told, "ASK c1|approved terminal|");
	assert_false(answer(stage, "c1", ACTION_REJECT, NULL, ""));
	expect(&stage->keys, "");
	/* A meaningless key hands it to the user too. */
	draw(stage, JP_PROMPT_NONE, "", "");
	ask(stage, "c2");
	jp_drive_typed(stage->drive, SLICE("x"));
	assert_false(answer(stage, "c2", ACTION_APPROVE, NULL, ""));
	expect(&stage->told, "ASK c2|cancelled terminal|");
}

static void who_only_looks_has_not_answered(void **state)
{
	struct stage *stage = *state;

	ask(stage, "c1");
	jp_drive_typed(stage->drive, SLICE("p"));
	/* Until it asks again nothing is written. */
	assert_false(answer(stage, "c1", ACTION_APPROVE, NULL, ""));
	draw(stage, JP_PROMPT_NONE, "", "");
	draw(stage, JP_PROMPT_PERMISSION, "shell", "");
	wait_ms(stage, 200);
	assert_true(answer(stage, "c1", ACTION_APPROVE, NULL, ""));
	expect(&stage->keys, "y");
	expect(&stage->told, "ASK c1|");
}

static void each_call_is_asked_about_in_its_turn(void **state)
{
	struct stage *stage = *state;

	call(stage, "c1", "shell", "{\"command\":\"ls\"}");
	call(stage, "c2", "shell", "{\"command\":\"rm\"}");
	print(stage, "shell", "{\"command\":\"ls\"}");
	draw(stage, JP_PROMPT_PERMISSION, "shell", "");
	wait_ms(stage, 200);
	answer(stage, "c1", ACTION_APPROVE, NULL, "");
	draw(stage, JP_PROMPT_NONE, "", "");
	print(stage, "shell", "{\"command\":\"rm\"}");
	draw(stage, JP_PROMPT_PERMISSION, "shell", "");
	wait_ms(stage, 200);
	answer(stage, "c2", ACTION_REJECT, NULL, "");
	draw(stage, JP_PROMPT_NONE, "", "");
	expect(&stage->keys, "yn");
	expect(&stage->told, "ASK c1|approved plugin|keys dropped|"
			     "ASK c2|rejected plugin|keys dropped|");
}

static void what_is_remembered_is_not_waited_for(void **state)
{
	struct stage *stage = *state;

	call(stage, "c1", "shell", "{\"command\":\"ls\"}");
	call(stage, "c2", "shell", "{\"command\":\"rm\"}");
	call(stage, "c3", "other", "{\"command\":\"ls\"}");
	print(stage, "shell", "{\"command\":\"ls\"}");
	draw(stage, JP_PROMPT_PERMISSION, "shell", "");
	wait_ms(stage, 200);
	jp_drive_typed(stage->drive, SLICE("Y"));
	draw(stage, JP_PROMPT_NONE, "", "");
	print(stage, "other", "{\"command\":\"ls\"}");
	draw(stage, JP_PROMPT_PERMISSION, "other", "");
	wait_ms(stage, 200);
	expect(&stage->told, "ASK c1|approved terminal|ASK c3|");
}

static void a_prompt_over_a_prompt_is_trusted_in_nothing(void **state)
{
	struct stage *stage = *state;

	ask(stage, "c1");
	expect(&stage->told, "ASK c1|");
	/* Printed text that looks like a question. */
	draw(stage, JP_PROMPT_YES_NO, "Go on?", "");
	wait_ms(stage, 200);
	expect(&stage->told, "cancelled cancel|");
	assert_false(reply(stage, "jp-7-1", "true"));
	expect(&stage->keys, "");
}

static void a_jp_that_goes_on_does_not_wait(void **state)
{
	struct stage *stage = *state;

	ask(stage, "c1");
	log_line(stage, TRACE_LINE_EVENT);
	assert_false(answer(stage, "c1", ACTION_APPROVE, NULL, ""));
	expect(&stage->told, "ASK c1|cancelled cancel|");
	expect(&stage->keys, "");
}

static void a_terminal_that_reads_otherwise_does_not_wait(void **state)
{
	struct stage *stage = *state;

	ask(stage, "c1");
	stage->mode = JP_DRIVE_LINES;
	wait_ms(stage, 1);
	assert_false(answer(stage, "c1", ACTION_APPROVE, NULL, ""));
	expect(&stage->told, "ASK c1|cancelled cancel|");
}

static void an_answer_that_is_not_taken_is_told(void **state)
{
	struct stage *stage = *state;

	ask(stage, "c1");
	answer(stage, "c1", ACTION_APPROVE, NULL, "");
	wait_ms(stage, 2999);
	assert_true(jp_drive_holds(stage->drive));
	wait_ms(stage, 2);
	expect(&stage->told, "ASK c1|jp did not take the answer|"
			     "cancelled cancel|keys pass|");
	expect(&stage->keys, "y");
	assert_false(answer(stage, "c1", ACTION_APPROVE, NULL, ""));
}

static void a_reason_is_written_where_jp_wants_it(void **state)
{
	struct stage *stage = *state;

	ask(stage, "c1");
	assert_true(
		answer(stage, "c1", ACTION_REJECT, "not\n\x1b[201~now", ""));
	expect(&stage->keys, "r");
	draw(stage, JP_PROMPT_NONE, "", "");
	draw(stage, JP_PROMPT_WIDGET, "Reason for skipping (optional)",
	     "_Provide reasoning for skipping tool execution_");
	expect(&stage->keys, "\x05\x15\x1b[200~not  [201~now\x1b[201~");
	draw(stage, JP_PROMPT_WIDGET, "Reason for skipping (optional)",
	     "not  [201~now");
	wait_ms(stage, 100);
	expect(&stage->keys, "");
	wait_ms(stage, 60);
	expect(&stage->keys, "\r");
	draw(stage, JP_PROMPT_WIDGET, "Reason for skipping (optional)",
	     "not  [201~now");
	draw(stage, JP_PROMPT_NONE, "", "");
	expect(&stage->told, "ASK c1|rejected plugin|keys dropped|");
}

static void a_reason_that_does_not_arrive_is_left(void **state)
{
	struct stage *stage = *state;

	ask(stage, "c1");
	answer(stage, "c1", ACTION_REJECT, "no", "");
	draw(stage, JP_PROMPT_NONE, "", "");
	draw(stage, JP_PROMPT_WIDGET, "Reason for skipping (optional)", "_P_");
	strbuf_reset(&stage->keys);
	draw(stage, JP_PROMPT_WIDGET, "Reason for skipping (optional)",
	     "_P_no");
	wait_ms(stage, 3001);
	/* Cancelled: jp then skips the call. Never Enter. */
	expect(&stage->keys, "\x03");
	expect(&stage->told,
	       "ASK c1|jp did not take the reason: the call is rejected "
	       "without it|cancelled cancel|keys pass|");
}

static void a_blank_reason_is_none(void **state)
{
	struct stage *stage = *state;

	ask(stage, "c1");
	answer(stage, "c1", ACTION_REJECT, " \n ", "");
	expect(&stage->keys, "n");
}

static void changed_arguments_go_through_the_editor(void **state)
{
	struct stage *stage = *state;

	ask(stage, "c1");
	assert_true(answer(stage, "c1", ACTION_MODIFY, NULL,
			   "{\"command\":\"true\"}"));
	expect(&stage->keys, "e");
	draw(stage, JP_PROMPT_NONE, "", "");
	draw(stage, JP_PROMPT_WIDGET, "Edit arguments", "{}");
	expect(&stage->keys, "\x18");
	expect(&stage->edit, "{\"command\":\"true\"}");
	/* Redrawn, but not by it. */
	draw(stage, JP_PROMPT_WIDGET, "Edit arguments", "{}");
	wait_ms(stage, 300);
	expect(&stage->keys, "");
	stage->edited = true;
	draw(stage, JP_PROMPT_WIDGET, "Edit arguments", "{...}");
	wait_ms(stage, 200);
	expect(&stage->keys, "\r");
	draw(stage, JP_PROMPT_NONE, "", "");
	expect(&stage->told, "ASK c1|modified plugin|keys dropped|");
}

static void without_an_editor_of_ours_it_waits_on(void **state)
{
	struct stage *stage = *state;

	ask(stage, "c1");
	strbuf_reset(&stage->told);
	stage->no_editor = true;
	assert_false(answer(stage, "c1", ACTION_MODIFY, NULL, "{}"));
	expect(&stage->keys, "");
	expect(&stage->told,
	       "this jp takes changed arguments only in its own terminal: it "
	       "has no editor, or editor.cmd is set|ASK c1|");
	assert_true(answer(stage, "c1", ACTION_REJECT, NULL, ""));
}

static void arguments_that_are_no_object_are_not_written(void **state)
{
	struct stage *stage = *state;

	ask(stage, "c1");
	assert_false(answer(stage, "c1", ACTION_MODIFY, NULL, "[1]"));
	expect(&stage->keys, "");
}

static void a_question_is_offered_where_each_key_counts(void **state)
{
	struct stage *stage = *state;

	draw(stage, JP_PROMPT_YES_NO, "Overwrite?", "");
	wait_ms(stage, 200);
	expect(&stage->told, "ASK jp-7-1|");
	assert_false(reply(stage, "jp-7-1", "\"yes\""));
	assert_true(reply(stage, "jp-7-1", "false"));
	expect(&stage->keys, "n");
	draw(stage, JP_PROMPT_NONE, "", "");
	expect(&stage->told, "answered plugin|keys dropped|");
}

static void that_jp_hides_a_result_is_told(void **state)
{
	struct stage *stage = *state;

	draw(stage, JP_PROMPT_DELIVERY, "shell", "");
	wait_ms(stage, 200);
	expect(&stage->told, "ASK jp-7-1|");
	assert_non_null(
		strstr(stage->last.buf, "Deliver shell result to assistant?"));
	assert_non_null(strstr(stage->last.buf, "only once it is delivered"));
	assert_true(reply(stage, "jp-7-1", "false"));
	expect(&stage->keys, "n");
}

static void a_cancelled_turn_is_stopped_in_the_menu(void **state)
{
	struct stage *stage = *state;

	/* The user's own Ctrl-C is left to them. */
	draw(stage, JP_PROMPT_INTERRUPT, "Interrupted", "");
	wait_ms(stage, 200);
	expect(&stage->keys, "");
	draw(stage, JP_PROMPT_NONE, "", "");
	jp_drive_cancel(stage->drive, stage->now_ms);
	draw(stage, JP_PROMPT_INTERRUPT, "Interrupted", "");
	wait_ms(stage, 200);
	expect(&stage->keys, "s");
	wait_ms(stage, 200);
	expect(&stage->keys, "");
}

static void a_cancelled_turn_is_stopped_where_it_asks(void **state)
{
	struct stage *stage = *state;

	ask(stage, "c1");
	call(stage, "c2", "shell", "{}");
	jp_drive_cancel(stage->drive, stage->now_ms);
	wait_ms(stage, 1);
	expect(&stage->keys, "\x03");
	expect(&stage->told, "ASK c1|cancelled cancel|");
	/* Then the next one, once it is drawn completely. */
	draw(stage, JP_PROMPT_NONE, "", "");
	draw(stage, JP_PROMPT_PERMISSION, "shell", "");
	wait_ms(stage, 100);
	expect(&stage->keys, "");
	assert_true(jp_drive_wake_ms(stage->drive) > stage->now_ms);
	wait_ms(stage, 100);
	expect(&stage->keys, "\x03");
	draw(stage, JP_PROMPT_NONE, "", "");
	draw(stage, JP_PROMPT_INTERRUPT, "Interrupted", "");
	wait_ms(stage, 200);
	expect(&stage->keys, "s");
	expect(&stage->told, "");
}

static void a_cancel_leaves_what_a_person_writes(void **state)
{
	struct stage *stage = *state;

	ask(stage, "c1");
	jp_drive_typed(stage->drive, SLICE("r"));
	jp_drive_cancel(stage->drive, stage->now_ms);
	wait_ms(stage, 200);
	draw(stage, JP_PROMPT_WIDGET, "Reason for skipping (optional)", "no");
	wait_ms(stage, 200);
	expect(&stage->keys, "");
	/* And it is too late for a question asked much later. */
	draw(stage, JP_PROMPT_NONE, "", "");
	wait_ms(stage, 6000);
	draw(stage, JP_PROMPT_LIST, "Which?", "");
	wait_ms(stage, 200);
	expect(&stage->keys, "");
}

static void the_end_of_jp_answers_nothing(void **state)
{
	struct stage *stage = *state;

	ask(stage, "c1");
	answer(stage, "c1", ACTION_APPROVE, NULL, "");
	jp_drive_ended(stage->drive);
	expect(&stage->told, "ASK c1|cancelled cancel|");
	assert_false(jp_drive_holds(stage->drive));
}

static void who_comes_late_gets_what_waits(void **state)
{
	struct stage *stage = *state;
	const struct jp_drive_sink late = { .user = stage,
					    .event = on_event,
					    .asks = on_asks };

	ask(stage, "c1");
	strbuf_reset(&stage->told);
	jp_drive_replay(stage->drive, &late);
	expect(&stage->told, "ASK c1|");
	answer(stage, "c1", ACTION_APPROVE, NULL, "");
	draw(stage, JP_PROMPT_NONE, "", "");
	strbuf_reset(&stage->told);
	jp_drive_replay(stage->drive, &late);
	expect(&stage->told, "");
	draw(stage, JP_PROMPT_LIST, "Which?", "");
	wait_ms(stage, 1600);
	expect(&stage->told, "asks inquiry -|");
	jp_drive_replay(stage->drive, &late);
	expect(&stage->told, "asks inquiry -|");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_call_that_jp_asks_about_is_offered),
		TEST(it_is_not_offered_before_jp_is_quiet),
		TEST(what_is_not_certain_is_only_told),
		TEST(a_prompt_that_no_call_explains_is_not_offered),
		TEST(a_call_whose_prompt_was_not_seen_is_told),
		TEST(a_prompt_that_is_seen_late_waits_once),
		TEST(one_key_is_written_and_nothing_behind_it),
		TEST(in_a_terminal_that_reads_lines_nothing_is_asked),
		TEST(the_first_answer_counts_and_no_other),
		TEST(what_the_person_types_comes_first),
		TEST(who_only_looks_has_not_answered),
		TEST(each_call_is_asked_about_in_its_turn),
		TEST(what_is_remembered_is_not_waited_for),
		TEST(a_prompt_over_a_prompt_is_trusted_in_nothing),
		TEST(a_jp_that_goes_on_does_not_wait),
		TEST(a_terminal_that_reads_otherwise_does_not_wait),
		TEST(an_answer_that_is_not_taken_is_told),
		TEST(a_reason_is_written_where_jp_wants_it),
		TEST(a_reason_that_does_not_arrive_is_left),
		TEST(a_blank_reason_is_none),
		TEST(changed_arguments_go_through_the_editor),
		TEST(without_an_editor_of_ours_it_waits_on),
		TEST(arguments_that_are_no_object_are_not_written),
		TEST(a_question_is_offered_where_each_key_counts),
		TEST(that_jp_hides_a_result_is_told),
		TEST(a_cancelled_turn_is_stopped_in_the_menu),
		TEST(a_cancelled_turn_is_stopped_where_it_asks),
		TEST(a_cancel_leaves_what_a_person_writes),
		TEST(the_end_of_jp_answers_nothing),
		TEST(who_comes_late_gets_what_waits),
	};

	return cmocka_run_group_tests_name("jp-drive", tests, NULL, NULL);
}
