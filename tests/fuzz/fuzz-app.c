#include "config.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "proto/host-message.h"
#include "proto/plugin-message.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app.h"
#include "src/dashboard/app/input.h"
#include "src/dashboard/layers/layers.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/app-host.h"
#include "tests/unit/happen.h"

/*
 * A session of any inputs: each line is a line of a recording or, otherwise,
 * each of its bytes is one of those below. The accounts of requests must
 * balance after every input, and only a key, the time or a rule may allow
 * anything.
 */
#define INPUTS_MAX 400

#define EVENT "host {\"type\":\"event\",\"sub_id\":\"s1\","
#define CALL(id)                                                  \
	EVENT "\"respond\":\"tool_approval\",\"data\":{\"type\":" \
	      "\"tool_call_request\",\"id\":\"" id "\",\"name\":" \
	      "\"rm\",\"arguments\":{\"path\":\"a\\nb\"}}}"
#define DATA(type, rest) EVENT "\"data\":{\"type\":\"" type "\"" rest "}}"

static const char *const drawn[] = {
	"key y",
	"tick 1100",
	"tick 1100",
	"key y",
	"key n",
	"key A",
	"key I",
	"key r",
	"key e",
	"key Y",
	"key N",
	"key p",
	"key ]",
	"key <Enter>",
	"key <Esc>",
	"key <Tab>",
	"key a",
	"key i",
	"key x",
	"key o",
	"key :",
	"key /",
	"key f",
	"key R",
	"key ?",
	"key <C-x>",
	"key <C-s>",
	"key <C-p>",
	"key <Down>",

	"let-go y",
	"mouse press 30 5",
	"mouse drag 40 8",
	"mouse up 9 9",
	"paste y\\nyes",
	"cut y",
	"focus out",
	"focus in",
	"noise",
	"resume",
	"resize 39 9",
	"resize 60 16",
	"resize 120 40",

	"tick 10",
	"tick 300",
	"tick 700",
	"tick 2000",
	"tick 40000",
	"edited {\"path\":\"c\"}",
	"unedited no",
	"read text",
	"saved a.md",
	"exists a.md",
	"names a b/",
	CALL("t1"),
	CALL("t1"),
	CALL("t2"),
	CALL("t4"),
	CALL("t2"),
	CALL("t3"),
	EVENT "\"respond\":\"inquiry\",\"data\":{\"type\":\"inquiry_request\","
	      "\"id\":\"q1\",\"question\":{\"text\":\"Sure?\","
	      "\"answer_type\":{\"type\":\"boolean\"}}}}",
	DATA("tool_call_response", ",\"id\":\"t1\",\"content\":\"\""),
	DATA("prompt_closed", ",\"id\":\"t2\",\"by\":\"timeout\""),
	DATA("chat_response", ",\"message\":\"# Hello\\n\""),
	DATA("turn_start", ""),
	DATA("query_complete", ""),
};

struct session {
	struct app *app;
	struct canvas canvas;
	int64_t now_ms;
	size_t inputs;
};

static bool may_allow(enum input_kind kind)
{
	return kind == INPUT_KEY || kind == INPUT_LET_GO ||
	       kind == INPUT_TICK || kind == INPUT_QUIET ||
	       kind == INPUT_FRAME_WRITTEN || kind == INPUT_HOST_BYTES;
}

static void happen(struct session *s, struct input *input)
{
	const struct prompts *prompts = &s->app->store->prompts;
	uint64_t allowed = prompts->ended[PROMPT_ALLOWED];

	app_input(s->app, input, s->now_ms);
	assert(prompts_balanced(prompts));
	assert(may_allow(input->kind) ||
	       prompts->ended[PROMPT_ALLOWED] == allowed);
}

static void say(struct session *s, struct strbuf *line)
{
	struct input input = { .kind = INPUT_HOST_BYTES,
			       .bytes = line->buf,
			       .byte_count = line->len };

	if (line->len)
		happen(s, &input);
	strbuf_release(line);
}

/* An obedient host. */
static void answer(struct session *s, const struct plugin_message *msg)
{
	struct strbuf line = STRBUF_INIT;

	if (msg->type == PLUGIN_MESSAGE_SUBSCRIBE)
		host_write_sub(&line, HOST_MESSAGE_SUBSCRIBED, msg->id,
			       msg->sub_id);
	else
		app_host_answer(&line, msg, 1);
	say(s, &line);
}

static void take_sent(struct session *s)
{
	struct outbox *outbox = hosts_outbox(s->app->hosts, 0);
	struct strbuf line = STRBUF_INIT;

	while (app_host_take(outbox, &line)) {
		struct plugin_message msg = PLUGIN_MESSAGE_INIT;
		struct strbuf err = STRBUF_INIT;
		int bad =
			plugin_message_decode(&msg, strbuf_slice(&line), &err);

		assert(!bad);
		answer(s, &msg);
		plugin_message_release(&msg);
		strbuf_release(&err);
	}
	strbuf_release(&line);
}

/* What the loop does after an input. */
static void settle(struct session *s)
{
	struct input written = { .kind = INPUT_FRAME_WRITTEN };
	struct effect effect;

	take_sent(s);
	while (app_work(s->app))
		;
	if (s->app->dirty) {
		app_draw(s->app, &s->canvas);
		happen(s, &written);
	}
	while (app_take_effect(s->app, &effect))
		effect_release(&effect);
	take_sent(s);
}

static void pass(struct session *s, long ms)
{
	struct input quiet = { .kind = INPUT_QUIET };
	struct input tick = { .kind = INPUT_TICK };

	s->now_ms += ms > 0 && ms < 100000 ? ms : 0;
	happen(s, &quiet);
	happen(s, &tick);
}

/* False if it is not a line of a session. */
static bool play_line(struct session *s, struct slice line)
{
	struct slice tick = SLICE("tick ");
	struct input input;

	if (s->inputs >= INPUTS_MAX || s->app->exiting)
		return true;
	if (slice_starts_with(line, tick)) {
		char *text = xmemdupz(line.ptr + tick.len, line.len - tick.len);

		pass(s, strtol(text, NULL, 10));
		free(text);
	} else if (input_parse(&input, line)) {
		/* Limit the size to that of real screens. */
		input.cols %= 200;
		input.rows %= 100;
		happen(s, &input);
		input_release(&input);
	} else {
		return false;
	}
	s->inputs++;
	settle(s);
	return true;
}

static void begin(struct session *s)
{
	static const char init[] =
		"{\"type\":\"init\",\"version\":1,\"workspace\":{\"root\":"
		"\"/w\",\"storage\":\"/w/.jp\",\"id\":\"abcde\"},\"config\":{},"
		"\"args\":[\"1\"],\"log_level\":0,\"capabilities\":["
		"\"subscribe\",\"respond\",\"query\",\"reason\"]}";
	struct host_message hello = HOST_MESSAGE_INIT;
	struct strbuf err = STRBUF_INIT;
	struct options options;
	int bad = host_message_decode(&hello, slice_str(init), &err);

	options_init(&options);
	assert(!bad && !options_read(&options, &hello, &err));
	*s = (struct session){ .now_ms = 1000 };
	canvas_init(&s->canvas);
	s->app = app_new(&options, layers_all, s->now_ms, 0);
	app_add_host(s->app, "jp", &hello);
	options_release(&options);
	host_message_release(&hello);
	strbuf_release(&err);
	play_line(s, SLICE("resize 60 16"));
}

FUZZ_TARGET(app)
{
	struct slice text = slice_of((const char *)data, size);
	struct session s;

	begin(&s);
	while (text.len) {
		struct slice line = slice_take_line(&text);

		if (play_line(&s, line))
			continue;
		for (size_t i = 0; i < line.len; i++)
			play_line(&s,
				  slice_str(drawn[(unsigned char)line.ptr[i] %
						  ARRAY_SIZE(drawn)]));
	}
	app_free(s.app);
	canvas_release(&s.canvas);
}
