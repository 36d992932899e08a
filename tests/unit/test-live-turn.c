#include "config.h"

#include "src/jphost/turn/live-turn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proto/json-scan.h"
#include "tests/unit/turn-play.h"

/* A turn with its socket, two watchers, and what they received. */
struct stage {
	char dir[64], root[64];
	struct workspace ws;
	struct live_turn live;
	struct live_client *clients[2];
	struct play play; /* its script and story; it has no turn */
	struct strbuf refused;
	int64_t now_ms;
};

static void refused(void *user, const struct live_answer *answer,
		    const char *why, bool late)
{
	/* The sink's user is the story, the first member of `play`. */
	struct stage *stage =
		(struct stage *)((char *)user - offsetof(struct stage, play) -
				 offsetof(struct play, heard));

	strbuf_addf(&stage->refused, "%s%s: %s;", late ? "" : "now ",
		    answer->id, why);
}

static void start_again(struct stage *stage, const char *script)
{
	struct turn_options options = {
		.conversation = "17",
		.content = SLICE("Please fix it"),
		.timeout_ms = -1,
		.sink = { &stage->play.heard, story_hear, NULL },
	};
	struct strbuf provider = STRBUF_INIT, err = STRBUF_INIT;

	play_script(&stage->play, script);
	strbuf_addf(&provider, "replay:%s", stage->play.script);
	options.workspace = &stage->ws;
	options.provider = provider.buf;
	assert_int_equal(live_turn_start(&stage->live, &options, refused,
					 stage->now_ms, &err),
			 0);
	assert_string_equal(err.buf, "");
	unlink(stage->play.script);
	strbuf_release(&provider);
}

static void begin(struct stage *stage, const char *script)
{
	struct strbuf err = STRBUF_INIT;

	memset(stage, 0, sizeof(*stage));
	strbuf_init(&stage->refused);
	snprintf(stage->dir, sizeof(stage->dir), "/tmp/live-turn-XXXXXX");
	assert_non_null(mkdtemp(stage->dir));
	setenv("XDG_RUNTIME_DIR", stage->dir, 1);
	setenv("XDG_STATE_HOME", stage->dir, 1);
	stage->ws.id = (char *)"abc12";
	stage->ws.root = stage->dir;
	stage->now_ms = 1773839946800;
	live_turn_init(&stage->live);
	start_again(stage, script);
	for (size_t i = 0; i < 2; i++) {
		stage->clients[i] = live_client_open(&stage->ws, "17", &err);
		assert_non_null(stage->clients[i]);
	}
}

static void run(struct stage *stage)
{
	while (turn_run(stage->live.turn, stage->now_ms) &&
	       turn_wake_ms(stage->live.turn) != -1) {
		if (turn_wake_ms(stage->live.turn) > stage->now_ms)
			stage->now_ms = turn_wake_ms(stage->live.turn);
	}
}

/* One round of poll(). */
static void turn_of_the_loop(struct stage *stage)
{
	struct pollfd fds[LIVE_TURN_FDS_MAX];
	size_t count = live_turn_poll(&stage->live, fds, false);

	assert_true(poll(fds, count, 5000) > 0);
	live_turn_ready(&stage->live, fds, stage->now_ms);
	live_turn_settle(&stage->live, stage->now_ms);
}

static void end(struct stage *stage)
{
	char command[128];

	for (size_t i = 0; i < 2; i++)
		live_client_close(stage->clients[i]);
	live_turn_release(&stage->live);
	story_forget(&stage->play.heard);
	story_forget(&stage->play.stored);
	strbuf_release(&stage->refused);
	snprintf(command, sizeof(command), "rm -r %s", stage->dir);
	assert_int_equal(system(command), 0);
}

static void send_line(struct stage *stage, size_t client, const char *line)
{
	live_client_send(stage->clients[client], slice_str(line));
	live_client_ready(stage->clients[client], story_ignore, NULL);
}

#define ANSWER(action)                                           \
	"{\"type\":\"respond\",\"sub_id\":\"live\",\"respond\":" \
	"\"tool_approval\",\"tool_call_id\":\"a\",\"action\":\"" action "\"}"

/* Both are read in one round; the older connection has no priority. */
static void check_tie(const char *first, const char *second,
		      const char *outcome)
{
	for (size_t older = 0; older < 2; older++) {
		struct stage stage;
		const struct told *closed;

		begin(&stage, ASK("a"));
		turn_of_the_loop(&stage); /* they join */
		run(&stage);
		send_line(&stage, older, first);
		send_line(&stage, !older, second);
		turn_of_the_loop(&stage);
		run(&stage);
		closed = story_find(&stage.play.heard, "prompt_closed", 0);
		assert_member(closed, "outcome", outcome);
		assert_int_equal(
			story_count(&stage.play.heard, "prompt_closed"), 1);
		assert_string_equal(stage.refused.buf,
				    "a: no approval of 'a' waits;");
		end(&stage);
	}
}

static void of_two_answers_at_once_a_reject_counts(void **state)
{
	(void)state;
	check_tie(ANSWER("approve"), ANSWER("reject"), "\"rejected\"");
	check_tie(ANSWER("reject"), ANSWER("approve"), "\"rejected\"");
}

static void the_terminals_reject_counts_too(void **state)
{
	const struct live_answer no = {
		.respond = RESPOND_TOOL_APPROVAL,
		.id = "a",
		.action = ACTION_REJECT,
		.voice = PROMPT_VOICE_TERMINAL,
	};
	struct stage stage;

	(void)state;
	begin(&stage, ASK("a"));
	turn_of_the_loop(&stage);
	run(&stage);
	send_line(&stage, 0, ANSWER("approve"));
	live_turn_answer(&stage.live, &no);
	turn_of_the_loop(&stage);
	assert_member(story_find(&stage.play.heard, "prompt_closed", 0),
		      "voice", "\"terminal\"");
	end(&stage);
}

static void a_watchers_cancel_is_obeyed(void **state)
{
	struct stage stage;

	(void)state;
	begin(&stage, ASK("a"));
	turn_of_the_loop(&stage);
	run(&stage);
	send_line(&stage, 1, "{\"type\":\"cancel_query\"}");
	turn_of_the_loop(&stage);
	assert_true(turn_is_done(stage.live.turn));
	assert_member(story_find(&stage.play.heard, "prompt_closed", 0),
		      "outcome", "\"cancelled\"");
	end(&stage);
}

static void a_line_with_doubled_members_answers_nothing(void **state)
{
	struct stage stage;

	(void)state;
	begin(&stage, ASK("a"));
	turn_of_the_loop(&stage);
	run(&stage);
	send_line(&stage, 0,
		  "{\"type\":\"respond\",\"respond\":\"tool_approval\","
		  "\"tool_call_id\":\"a\",\"action\":\"reject\","
		  "\"action\":\"approve\"}");
	turn_of_the_loop(&stage);
	assert_int_equal(story_count(&stage.play.heard, "prompt_closed"), 0);
	end(&stage);
}

static void keep_line(void *user, struct slice line)
{
	struct strbuf *lines = user;

	strbuf_addslice(lines, line);
	strbuf_addch(lines, '\n');
}

static void hear_until(struct stage *stage, struct strbuf *lines,
		       const char *text)
{
	struct pollfd fd = { live_client_fd(stage->clients[0]), POLLIN, 0 };

	while (!lines->len || !strstr(lines->buf, text)) {
		assert_true(poll(&fd, 1, 5000) > 0);
		assert_true(
			live_client_ready(stage->clients[0], keep_line, lines));
	}
}

/* It takes the request for one that is over, until it hears that. */
static void a_watcher_hears_that_its_answer_was_none(void **state)
{
	struct strbuf lines = STRBUF_INIT;
	const char *refused;
	struct stage stage;

	(void)state;
	begin(&stage, ASK("a"));
	turn_of_the_loop(&stage);
	run(&stage);
	turn_of_the_loop(&stage);
	hear_until(&stage, &lines, "\"respond\":\"tool_approval\"");
	strbuf_reset(&lines);
	send_line(&stage, 0,
		  "{\"type\":\"respond\",\"respond\":\"tool_approval\","
		  "\"tool_call_id\":\"a\",\"action\":\"modify\"}");
	turn_of_the_loop(&stage);
	turn_of_the_loop(&stage);
	hear_until(&stage, &lines, "\"respond\":\"tool_approval\"");
	refused = strstr(lines.buf, "\"type\":\"prompt_closed\",\"id\":\"a\","
				    "\"by\":\"refused\",\"message\":\"");
	assert_non_null(refused);
	assert_true(refused <
		    strstr(lines.buf, "\"respond\":\"tool_approval\""));
	assert_string_equal(stage.refused.buf,
			    "now a: `arguments` is missing;");
	strbuf_release(&lines);
	end(&stage);
}

/* RFD 011: "carried to the next turn's first message" (H27). */
static void what_one_process_left_the_next_one_delivers(void **state)
{
	struct notices left = NOTICES_INIT, again = NOTICES_INIT;
	const struct told *request;
	struct stage stage;

	(void)state;
	begin(&stage, ASK("a"));
	notices_push(&stage.live.notices, SLICE("Tool `s` has stopped."));
	live_turn_end(&stage.live);
	notices_load(&left, &stage.ws, "17");
	assert_int_equal(left.count, 1);
	notices_load(&again, &stage.ws, "18");
	assert_int_equal(again.count, 0);
	story_forget(&stage.play.heard);
	story_forget(&stage.play.stored);
	start_again(&stage, ASK("a"));
	run(&stage);
	request = story_find(&stage.play.heard, "chat_request", 0);
	assert_non_null(strstr(request->json, "Tool `s` has stopped."));
	live_turn_end(&stage.live);
	notices_load(&left, &stage.ws, "17");
	assert_int_equal(left.count, 0);
	notices_release(&left);
	notices_release(&again);
	end(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_one_process_left_the_next_one_delivers),
		cmocka_unit_test(of_two_answers_at_once_a_reject_counts),
		cmocka_unit_test(the_terminals_reject_counts_too),
		cmocka_unit_test(a_watchers_cancel_is_obeyed),
		cmocka_unit_test(a_watcher_hears_that_its_answer_was_none),
		cmocka_unit_test(a_line_with_doubled_members_answers_nothing),
	};

	return cmocka_run_group_tests_name("live-turn", tests, NULL, NULL);
}
