#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto/host-message.h"
#include "proto/plugin-message.h"
#include "src/base/words.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app.h"
#include "src/dashboard/app/plain.h"
#include "src/dashboard/layers/layers.h"
#include "tests/fuzz/session-judge.h"
#include "tests/unit/app-host.h"
#include "tests/unit/happen.h"

/*
 * Plays a session as the loop does: what is sent is taken after each step, a
 * frame is drawn where something changed and written where the terminal takes
 * it, and the app wakes when it wants to.
 */

#define CAN                                                                            \
	"\"capabilities\":[\"subscribe\",\"respond\",\"query\",\"reason\",\"modify\"," \
	"\"withdraw\",\"status\",\"exact\"]}"

static const char init[] =
	"{\"type\":\"init\",\"version\":1,\"workspace\":{\"root\":\"/w\","
	"\"storage\":\"/w/.jp\",\"id\":\"abcde\"},\"config\":{},\"args\":[],"
	"\"log_level\":0," CAN;

struct player {
	struct app *app;
	struct plain *plain; /* or NULL */
	struct canvas canvas;
	struct model model;
	int64_t now_ms;
	bool stalled, lost[SESSION_HOSTS];
	char subs[SESSION_HOSTS][SESSION_CONVERSATIONS][32];
	struct strbuf *record;
};

static void note(struct player *p, const char *word, struct slice text)
{
	if (!p->record)
		return;
	strbuf_addf(p->record, "%s ", word);
	words_escape(p->record, text);
	strbuf_addch(p->record, '\n');
}

static void note_number(struct player *p, const char *word, int64_t number)
{
	if (p->record)
		strbuf_addf(p->record, "%s %lld\n", word, (long long)number);
}

static void host_line(struct player *p, int host, const struct strbuf *line)
{
	char *copy;

	if (p->lost[host])
		return;
	copy = xmemdupz(line->buf, line->len);
	app_host_bytes(p->app, host, copy, line->len, p->now_ms);
	free(copy);
}

static void on_subscribe(struct player *p, int host,
			 const struct plugin_message *msg, struct strbuf *line)
{
	int conversation = atoi(msg->conversation) - 1;

	if (conversation < 0 || conversation >= SESSION_CONVERSATIONS)
		return;
	snprintf(p->subs[host][conversation], sizeof(p->subs[0][0]), "%s",
		 msg->sub_id);
	host_write_sub(line, HOST_MESSAGE_SUBSCRIBED, msg->id, msg->sub_id);
}

static void on_answer(struct player *p, int host,
		      const struct plugin_message *msg)
{
	bool question = msg->respond == RESPOND_INQUIRY;
	struct strbuf answer = STRBUF_INIT;

	strbuf_addslice(&answer, question ? msg->answer : msg->arguments);
	model_answer(&p->model, host, question,
		     question ? msg->inquiry_id : msg->tool_call_id,
		     question || msg->action != ACTION_REJECT, answer.buf);
	strbuf_release(&answer);
}

static void on_sent(struct player *p, int host, struct slice text)
{
	struct plugin_message msg = PLUGIN_MESSAGE_INIT;
	struct strbuf line = STRBUF_INIT, err = STRBUF_INIT;

	if (plugin_message_decode(&msg, text, &err))
		strbuf_addf(&p->model.why, "no message: %s", err.buf);
	else if (msg.type == PLUGIN_MESSAGE_RESPOND)
		on_answer(p, host, &msg);
	else if (msg.type == PLUGIN_MESSAGE_SUBSCRIBE)
		on_subscribe(p, host, &msg, &line);
	else
		app_host_answer(&line, &msg, SESSION_CONVERSATIONS);
	if (line.len)
		host_line(p, host, &line);
	plugin_message_release(&msg);
	strbuf_release(&line);
	strbuf_release(&err);
}

static void take_sent(struct player *p)
{
	struct strbuf line = STRBUF_INIT;

	for (int host = 0; host < SESSION_HOSTS; host++) {
		struct outbox *outbox = hosts_outbox(p->app->hosts, host);

		while (!p->lost[host] && app_host_take(outbox, &line))
			on_sent(p, host, strbuf_slice(&line));
	}
	model_sent(&p->model);
	strbuf_release(&line);
}

static void settle_lines(struct player *p)
{
	struct strbuf text = STRBUF_INIT;

	take_sent(p);
	effect_queue_release(&p->app->effects);
	if (p->stalled || p->app->exiting)
		return;
	plain_update(p->plain, &text);
	if (plain_written(p->plain))
		app_happen(p->app, INPUT_FRAME_WRITTEN, p->now_ms);
	p->model.now_ms = p->now_ms;
	model_printed(&p->model, text.buf);
	take_sent(p);
	strbuf_release(&text);
}

static void settle(struct player *p)
{
	take_sent(p);
	if (p->plain) {
		settle_lines(p);
		return;
	}
	if (p->app->exiting || !p->app->dirty)
		return;
	app_draw(p->app, &p->canvas);
	effect_queue_release(&p->app->effects);
	if (p->stalled)
		return;
	app_happen(p->app, INPUT_FRAME_WRITTEN, p->now_ms);
	p->model.now_ms = p->now_ms;
	model_frame(&p->model, &p->canvas);
	take_sent(p);
}

static void pass(struct player *p, int64_t ms)
{
	int64_t end_ms = p->now_ms + ms;

	note_number(p, "tick", ms);
	while (p->now_ms < end_ms && !p->app->exiting) {
		int64_t wake_ms = app_wake_ms(p->app);

		if (wake_ms < 0 || wake_ms > end_ms)
			wake_ms = end_ms;
		if (wake_ms <= p->now_ms)
			wake_ms = p->now_ms + 1;
		p->now_ms = wake_ms;
		app_happen(p->app, INPUT_QUIET, p->now_ms);
		app_tick(p->app, p->now_ms);
		settle(p);
	}
}

static void press(struct player *p, const struct session_step *step)
{
	struct slice word = strbuf_slice(&step->text);
	struct key key;

	note(p, "key", word);
	if (key_parse(&word, &key))
		app_key(p->app, key, p->now_ms);
}

/* With the newest subscription; nobody is told of what nobody follows. */
static void say(struct player *p, const struct session_step *step)
{
	const char *sub = p->subs[step->host][step->number];
	const char *at = strstr(step->text.buf, SESSION_SUB);
	struct strbuf line = STRBUF_INIT;

	if (!*sub || p->lost[step->host])
		return;
	strbuf_add(&line, step->text.buf, (size_t)(at - step->text.buf));
	strbuf_addstr(&line, sub);
	strbuf_addstr(&line, at + strlen(SESSION_SUB));
	if (p->record)
		strbuf_addf(p->record, "about %s\nhost %s\n",
			    step->host ? "north" : "jp", line.buf);
	strbuf_addch(&line, '\n');
	model_host(&p->model, step);
	host_line(p, step->host, &line);
	strbuf_release(&line);
}

static void lose(struct player *p, const struct session_step *step)
{
	if (p->lost[step->host])
		return;
	if (p->record)
		strbuf_addstr(p->record, "about north\ngone\n");
	p->lost[step->host] = true;
	model_host(&p->model, step);
	app_host_gone(p->app, step->host, p->now_ms);
}

static void type_line(struct player *p, const struct strbuf *line)
{
	note(p, "line", strbuf_slice(line));
	for (const char *c = line->buf; *c; c++)
		plain_key(p->plain, (struct key){ .ch = (unsigned char)*c });
	plain_key(p->plain, (struct key){ .sym = KEY_SYM_ENTER });
}

static void do_mouse(struct player *p, const struct session_step *step)
{
	struct mouse mouse = { .action = MOUSE_WHEEL, .button = step->number };

	if (step->kind == SESSION_CLICK)
		mouse = (struct mouse){ .action = MOUSE_PRESS,
					.button = 1,
					.x = step->x,
					.y = step->y };
	if (p->record)
		strbuf_addf(p->record, "mouse %s %d %d\n",
			    step->kind == SESSION_CLICK ? "press"
			    : step->number < 0          ? "up"
							: "down",
			    mouse.x, mouse.y);
	app_mouse(p->app, &mouse, p->now_ms);
}

static void play_step(struct player *p, const struct session_step *step)
{
	switch (step->kind) {
	case SESSION_TICK:
		pass(p, step->number);
		return;
	case SESSION_BUSY:
		/* A case has no word for it. */
		note_number(p, "# busy, ms:", step->number);
		p->now_ms += step->number;
		return;
	case SESSION_KEY:
		press(p, step);
		break;
	case SESSION_PASTE:
		note(p, "paste", strbuf_slice(&step->text));
		app_paste(p->app, strbuf_slice(&step->text), false, p->now_ms);
		break;
	case SESSION_WHEEL:
	case SESSION_CLICK:
		do_mouse(p, step);
		break;
	case SESSION_FOCUS:
		note(p, "focus", slice_str(step->number ? "in" : "out"));
		app_focus(p->app, step->number, p->now_ms);
		break;
	case SESSION_RESIZE:
		if (p->record)
			strbuf_addf(p->record, "resize %d %d\n", step->x,
				    step->y);
		app_resize(p->app, step->x, step->y, p->now_ms);
		break;
	case SESSION_STALL:
	case SESSION_FLOW:
		p->stalled = step->kind == SESSION_STALL;
		if (p->record)
			strbuf_addstr(p->record,
				      p->stalled ? "stall\n" : "flow\n");
		return;
	case SESSION_HOST:
		say(p, step);
		break;
	case SESSION_LOST:
		lose(p, step);
		break;
	case SESSION_LINE:
		type_line(p, &p->model.line);
		break;
	}
	take_sent(p);
}

static void begin(struct player *p, bool plain)
{
	struct host_message hello = HOST_MESSAGE_INIT;
	struct strbuf err = STRBUF_INIT, line = STRBUF_INIT;
	struct options options;

	options_init(&options);
	options.plain = plain;
	canvas_init(&p->canvas);
	model_init(&p->model);
	if (host_message_decode(&hello, slice_str(init), &err))
		strbuf_addf(&p->model.why, "bad init: %s", err.buf);
	p->app = app_new(&options, layers_all, p->now_ms, 1767268800000);
	app_add_host(p->app, "jp", &hello);
	app_resize(p->app, 80, 24, p->now_ms);
	if (plain)
		p->plain = plain_new(p->app);
	p->model.mode = plain ? MODE_PLAIN : MODE_SCREEN;
	settle(p);
	if (hosts_add(p->app->hosts, SLICE("north=north"), &err))
		strbuf_addf(&p->model.why, "no host: %s", err.buf);
	strbuf_addf(&line, "%s\n", init);
	host_line(p, 1, &line);
	settle(p);
	if (p->record && plain)
		strbuf_addstr(p->record, "plain\n");
	if (p->record)
		strbuf_addf(p->record,
			    "auto %d\ninit %s\nhosts add north=north\n"
			    "about north\nhost %s\n",
			    SESSION_CONVERSATIONS, init, init);
	host_message_release(&hello);
	options_release(&options);
	strbuf_release(&err);
	strbuf_release(&line);
}

bool session_play(const struct session *session, const bool *left_out,
		  struct strbuf *record, struct strbuf *why)
{
	struct player p = { .now_ms = 1000, .record = record };
	const struct prompts *prompts;
	bool right;

	begin(&p, session->mode == MODE_PLAIN);
	prompts = &p.app->store->prompts;
	for (size_t i = 0; i < session->count && !p.model.why.len; i++) {
		const struct session_step *step = &session->steps[i];

		if (left_out && left_out[i])
			continue;
		if (p.app->exiting)
			break;
		model_before(&p.model, step, p.now_ms);
		play_step(&p, step);
		model_after(&p.model, step);
		settle(&p);
		if (!prompts_balanced(prompts))
			strbuf_addstr(&p.model.why, "the sums are wrong (6)");
		else if (prompts->count != model_waiting(&p.model))
			strbuf_addf(&p.model.why,
				    "%zu wait, and it knows %zu (6)",
				    model_waiting(&p.model), prompts->count);
	}
	right = !p.model.why.len;
	strbuf_addslice(why, strbuf_slice(&p.model.why));
	if (right)
		strbuf_addf(why, "%zu %zu %zu %zu", p.model.asked,
			    p.model.allowed, p.model.rejected, p.model.by_rule);
	plain_free(p.plain);
	app_free(p.app);
	canvas_release(&p.canvas);
	model_release(&p.model);
	return right;
}
