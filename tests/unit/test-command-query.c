#include "config.h"

#include "src/jphost/commands/command-list.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "src/base/xalloc.h"
#include "tests/unit/query-stage.h"

#define CALL(id)                                                          \
	"{\"tool_call\":{\"id\":\"" id "\",\"name\":\"fs_modify_file\","  \
	"\"arguments\":{\"path\":\"" id ".c\"}},\"result\":\"changed " id \
	"\"}"
#define ASKED "Run local fs_modify_file tool? [y,Y,n,N,r,e,p,?] "

static void text_comes_without_controls(void **state)
{
	struct stage *stage = *state;

	stage_start(stage, false,
		    "{\"rate\":0}\n{\"reasoning\":\"hm\"}\n"
		    "{\"message\":\"a\\u001b[31mb\\u0007\\r\\tc\\u202ed\\n\"}",
		    NULL);
	assert_int_equal(stage_end(stage), 0);
	assert_string_equal(stage->screen.buf,
			    "hm\n\nab\xef\xbf\xbd\xef\xbf\xbd\tcd\n\n");
}

static void assert_restored(const struct stage *stage)
{
	const tcflag_t usual = ECHO | ICANON | ISIG;

	assert_int_equal(stage->left.c_lflag & usual, usual);
}

static void y_runs_the_tool_and_the_terminal_is_as_before(void **state)
{
	struct stage *stage = *state;
	struct termios asked;

	stage_start(stage, true, CALL("a"), NULL);
	stage_wait(stage, "path  a.c");
	stage_press(stage, "?", "edit the arguments");
	assert_int_equal(tcgetattr(stage->tty, &asked), 0);
	assert_false(asked.c_lflag & (ICANON | ECHO));
	stage_press(stage, "p", "\"path\": \"a.c\"");
	stage_press(stage, "y", "approved");
	stage_wait(stage, "changed a");
	assert_int_equal(stage_end(stage), 0);
	assert_restored(stage);
}

/* Words keep their order (CSI 8 l) only as long as it is asked. */
static void a_prompt_that_is_stopped_leaves_the_terminal_as_it_was(void **state)
{
	struct stage *stage = *state;
	int status;

	setenv("TERM", "xterm-256color", 1);
	stage_start(stage, true, CALL("a"), NULL);
	stage_wait(stage, "\033[8l");
	stage_wait(stage, ASKED);
	kill(stage->pid, SIGTSTP);
	stage_wait(stage, "\033[8h");
	/* It says so before it stops. */
	assert_int_equal(waitpid(stage->pid, &status, WUNTRACED), stage->pid);
	assert_true(WIFSTOPPED(status));
	kill(stage->pid, SIGCONT);
	stage_wait(stage, "\033[8l" ASKED);
	stage_press(stage, "n", "rejected");
	assert_int_equal(stage_end(stage), 0);
	assert_restored(stage);
}

static void keys_that_come_together_are_no_answer(void **state)
{
	struct stage *stage = *state;

	stage_start(stage, true, CALL("a"), NULL);
	stage_press(stage, "?", "edit the arguments");
	stage_wait(stage, ASKED);
	stage_type(stage, "yyyy");
	stage_type(stage, "\033[A");
	stage_press(stage, "?", "edit the arguments");
	stage_press(stage, "n", "rejected");
	assert_int_equal(stage_end(stage), 0);
}

static void a_reason_goes_with_a_rejection(void **state)
{
	struct stage *stage = *state;
	char *stored;

	stage_start(stage, true, CALL("a"), NULL);
	stage_press(stage, "r", "Reason (empty");
	stage_type(stage, "\n");
	stage_wait(stage, ASKED);
	stage_press(stage, "r", "Reason (empty");
	stage_type(stage, "not in main\n");
	stage_wait(stage, "rejected");
	assert_int_equal(stage_end(stage), 0);
	stored = stage_stored(stage);
	assert_has(stored, "Tool skipped by user: not in main");
	free(stored);
}

static void an_editor_changes_the_arguments(void **state)
{
	struct stage *stage = *state;
	struct strbuf editor = STRBUF_INIT;
	char *stored;
	FILE *file;

	strbuf_addf(&editor, "%s/editor", stage->dir);
	file = fopen(editor.buf, "w");
	fputs("#!/bin/sh\ngrep -q '\"path\": \"a.c\"' \"$1\" || exit 1\n"
	      "echo EDITING\necho '{\"path\":\"b.c\"}' >\"$1\"\n",
	      file);
	fclose(file);
	chmod(editor.buf, 0700);
	setenv("JP_EDITOR", editor.buf, 1);
	stage_start(stage, true, CALL("a"), NULL);
	stage_press(stage, "e", "EDITING");
	stage_wait(stage, "tool with these arguments?");
	stage_press(stage, "y", "approved with other arguments");
	stage_wait(stage, "changed a");
	assert_int_equal(stage_end(stage), 0);
	stored = stage_stored(stage);
	assert_has(stored, "\"path\":\"a.c\"");
	free(stored);
	strbuf_release(&editor);
	unsetenv("JP_EDITOR");
}

static void bad_json_from_the_editor_is_asked_again(void **state)
{
	struct stage *stage = *state;

	setenv("JP_EDITOR", "sh -c 'echo [ >\"$1\"' sh", 1);
	stage_start(stage, true, CALL("a"), NULL);
	stage_press(stage, "e", "the arguments are not valid JSON");
	stage_wait(stage, ASKED);
	/* An editor that fails changes nothing. */
	setenv("JP_EDITOR", "false", 1);
	stage_press(stage, "n", "rejected");
	assert_int_equal(stage_end(stage), 0);
	unsetenv("JP_EDITOR");
}

static void questions_are_answered_in_their_own_type(void **state)
{
	struct stage *stage = *state;
	char *stored;

	stage_start(
		stage, true,
		"{\"inquiry\":{\"id\":\"q1\",\"question\":{\"text\":\"Apply?\","
		"\"answer_type\":{\"type\":\"boolean\"},\"default\":true}}}\n"
		"{\"inquiry\":{\"id\":\"q2\",\"question\":\"Which?\","
		"\"options\":[\"a.rs\",17]}}\n"
		"{\"inquiry\":{\"id\":\"q3\",\"question\":\"Name?\"}}",
		NULL);
	stage_wait(stage, "? Apply?");
	stage_press(stage, "\n", "Number: ");
	stage_press(stage, "9\n", "one of the numbers");
	stage_wait(stage, "Number: ");
	stage_press(stage, "2\n", "Answer: ");
	stage_press(stage, "my \"name\"\n", "answered");
	assert_int_equal(stage_end(stage), 0);
	stored = stage_stored(stage);
	assert_has(stored, "\"id\":\"q1\",\"answer\":true");
	assert_has(stored, "\"id\":\"q2\",\"answer\":17");
	assert_has(stored, "\"id\":\"q3\",\"answer\":\"my \\\"name\\\"\"");
	free(stored);
}

static void a_batch_is_asked_one_by_one(void **state)
{
	struct stage *stage = *state;

	stage_start(stage, true,
		    "{\"tool_calls\":[" CALL("a") "," CALL("b") "]}", NULL);
	stage_wait(stage, "path  a.c");
	stage_press(stage, "n", "path  b.c");
	/* The key was held: that does not answer the second one. */
	stage_type(stage, "n");
	stage_press(stage, "y", "approved");
	assert_int_equal(stage_end(stage), 0);
}

static void the_terminal_tells_that_the_dashboard_was_first(void **state)
{
	struct stage *stage = *state;
	char *stored;

	stage_start(stage, true, CALL("a"), NULL);
	stage_wait(stage, ASKED);
	stage_watch(stage, 0);
	stage_wait_heard(stage, 0, "\"respond\":\"tool_approval\"");
	stage_say(stage, 0,
		  "{\"type\":\"respond\",\"sub_id\":\"live\","
		  "\"respond\":\"tool_approval\",\"tool_call_id\":\"a\","
		  "\"action\":\"approve\"}");
	stage_wait(stage, "answered by the dashboard: approved");
	stage_wait_heard(stage, 0, "\"voice\":\"plugin\"");
	assert_int_equal(stage_end(stage), 0);
	stage_wait_heard(stage, 0, "query_complete");
	stored = stage_stored(stage);
	assert_has(stored, "changed a");
	free(stored);
}

static void of_two_watchers_exactly_one_counts(void **state)
{
	struct stage *stage = *state;
	static const char *const lines[] = {
		"{\"type\":\"respond\",\"sub_id\":\"live\","
		"\"respond\":\"tool_approval\",\"tool_call_id\":\"a\","
		"\"action\":\"approve\"}",
		"{\"type\":\"respond\",\"sub_id\":\"live\","
		"\"respond\":\"tool_approval\",\"tool_call_id\":\"a\","
		"\"action\":\"reject\"}",
	};
	bool ran, skipped;
	char *stored;

	stage_start(stage, false, CALL("a"), NULL);
	stage_watch(stage, 0);
	stage_watch(stage, 1);
	stage_wait_heard(stage, 0, "\"respond\":\"tool_approval\"");
	stage_wait_heard(stage, 1, "\"respond\":\"tool_approval\"");
	/* Both are queued before the turn continues. */
	kill(stage->pid, SIGSTOP);
	stage_say(stage, 0, lines[0]);
	stage_say(stage, 1, lines[1]);
	kill(stage->pid, SIGCONT);
	stage_wait_heard(stage, 0, "\"type\":\"prompt_closed\"");
	stage_wait_heard(stage, 1, "\"type\":\"prompt_closed\"");
	assert_int_equal(stage_end(stage), 0);
	stage_wait_heard(stage, 0, "query_complete");
	assert_has_not(stage->heard[1].buf, "\"type\":\"prompt_closed\"");
	stored = stage_stored(stage);
	ran = strstr(stored, "changed a");
	skipped = strstr(stored, "Tool skipped by user.");
	assert_true(ran != skipped);
	free(stored);
}

static void a_watcher_hears_how_long_a_prompt_waits(void **state)
{
	struct stage *stage = *state;
	static const char *const more[] = { "--timeout", "299", "--fallback",
					    "reject", NULL };

	stage_start(stage, false, CALL("a"), more);
	stage_wait(stage, "waiting for an answer from the dashboard");
	stage_watch(stage, 0);
	stage_wait_heard(stage, 0, "\"respond\":\"tool_approval\"");
	stage_wait_heard(stage, 0, "\"timeout_ms\":2");
	stage_wait_heard(stage, 0, "\"fallback\":\"reject\"");
	stage_say(stage, 0, "no JSON at all");
	stage_say(stage, 0, "{\"type\":\"cancel_query\"}");
	stage_wait_heard(stage, 0, "query_complete");
	assert_int_equal(stage_end(stage), 0);
}

static void an_interrupt_skips_the_call_that_is_asked_about(void **state)
{
	struct stage *stage = *state;
	char *stored;

	stage_start(stage, true, CALL("a"), NULL);
	stage_wait(stage, ASKED);
	stage_press(stage, "\003", "rejected");
	assert_int_equal(stage_end(stage), 0);
	assert_restored(stage);
	stored = stage_stored(stage);
	assert_has(stored, "Tool skipped by user.");
	free(stored);
}

static void a_killed_query_stores_and_restores_the_terminal(void **state)
{
	struct stage *stage = *state;
	char *stored;

	stage_start(stage, true, CALL("a"), NULL);
	stage_press(stage, "?", "edit the arguments");
	kill(stage->pid, SIGTERM);
	stage_wait(stage, "interrupted");
	assert_int_equal(stage_end(stage), 1);
	assert_restored(stage);
	stored = stage_stored(stage);
	assert_has(stored, "Tool call was interrupted.");
	free(stored);
}

static void a_locked_conversation_is_left_alone(void **state)
{
	struct stage *stage = *state;
	struct conversation_lock lock = CONVERSATION_LOCK_INIT;
	struct strbuf err = STRBUF_INIT;
	char *stored;

	assert_int_equal(
		workspace_lock(&stage->ws, stage->conversation, &lock, &err),
		LOCK_TAKEN);
	stage_start(stage, false, "{\"message\":\"x\"}", NULL);
	assert_int_equal(stage_end(stage), 1);
	assert_has(stage->screen.buf,
		   "jphost: conversation is locked by another process (");
	strbuf_setf(&err, ", %d)", (int)getpid());
	assert_has(stage->screen.buf, err.buf);
	strbuf_release(&err);
	workspace_unlock(&lock);
	stored = stage_stored(stage);
	assert_string_equal(stored, "");
	free(stored);
}

static void a_failing_provider_is_told_and_ends_with_one(void **state)
{
	struct stage *stage = *state;

	stage_start(stage, false, "{\"error\":\"overloaded\"}", NULL);
	assert_int_equal(stage_end(stage), 1);
	assert_string_equal(stage->screen.buf, "error: overloaded\n");
}

static void wrong_options_end_with_two(void **state)
{
	struct stage *stage = *state;
	static const char *const wrong[][4] = {
		{ "--timeout", "soon", NULL },
		{ "--fallback", "ask", NULL },
		{ "--title", "T", NULL },
		{ "--new", "-c", "17", NULL },
		{ "--provider", "gpt", "--unknown", NULL },
	};

	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) {
		stage_start(stage, false, "", wrong[i]);
		assert_int_equal(stage_end(stage), 2);
		assert_has(stage->screen.buf, "try 'jphost query --help'");
		if (stage->tty >= 0)
			close(stage->tty);
	}
	stage->tty = -1;
}

#define FACT(name) \
	cmocka_unit_test_setup_teardown(name, stage_setup, stage_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		FACT(text_comes_without_controls),
		FACT(y_runs_the_tool_and_the_terminal_is_as_before),
		FACT(a_prompt_that_is_stopped_leaves_the_terminal_as_it_was),
		FACT(keys_that_come_together_are_no_answer),
		FACT(a_reason_goes_with_a_rejection),
		FACT(an_editor_changes_the_arguments),
		FACT(bad_json_from_the_editor_is_asked_again),
		FACT(questions_are_answered_in_their_own_type),
		FACT(a_batch_is_asked_one_by_one),
		FACT(the_terminal_tells_that_the_dashboard_was_first),
		FACT(of_two_watchers_exactly_one_counts),
		FACT(a_watcher_hears_how_long_a_prompt_waits),
		FACT(an_interrupt_skips_the_call_that_is_asked_about),
		FACT(a_killed_query_stores_and_restores_the_terminal),
		FACT(a_locked_conversation_is_left_alone),
		FACT(a_failing_provider_is_told_and_ends_with_one),
		FACT(wrong_options_end_with_two),
	};

	return cmocka_run_group_tests_name("command-query", tests, NULL, NULL);
}
