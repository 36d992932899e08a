#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto/host-message.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app.h"
#include "src/dashboard/app/plain.h"
#include "src/dashboard/layers/layers.h"
#include "tests/fuzz/session-host.h"
#include "tests/fuzz/session-judge.h"
#include "tests/unit/app-host.h"
#include "tests/unit/happen.h"

/*
 * Plays a session like the loop: sent lines are taken after each step, a frame
 * is drawn if something changed and written if the terminal accepts it, and the
 * app wakes when it asks to.
 */

struct player {
	struct app *app;
	struct plain *plain; /* or NULL */
	struct canvas canvas;
	struct model model;
	int64_t now_ms;
	bool stalled, lost[SESSION_HOSTS];
	struct session_hosts hosts;
	struct strbuf *record;
};

static void host_line(struct player *p, int host, const struct strbuf *line)
{
	char *copy;

	if (p->lost[host])
		return;
	copy = xmemdupz(line->buf, line->len);
	app_host_bytes(p->app, host, copy, line->len, p->now_ms);
	free(copy);
}

static void take_sent(struct player *p)
{
	struct strbuf line = STRBUF_INIT, answer = STRBUF_INIT;

	for (int host = 0; host < SESSION_HOSTS; host++) {
		struct outbox *outbox = hosts_outbox(p->app->hosts, host);

		while (!p->lost[host] && app_host_take(outbox, &line)) {
			strbuf_reset(&answer);
			session_hosts_hear(&p->hosts, host, strbuf_slice(&line),
					   &answer);
			if (answer.len)
				host_line(p, host, &answer);
		}
	}
	model_sent(&p->model);
	strbuf_release(&line);
	strbuf_release(&answer);
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

	if (key_parse(&word, &key))
		app_key(p->app, key, p->now_ms);
}

static void say(struct player *p, const struct session_step *step)
{
	struct strbuf line = STRBUF_INIT;

	if (!p->lost[step->host] && session_hosts_say(&p->hosts, step, &line)) {
		session_note_step(p->record, step, line.buf);
		strbuf_addch(&line, '\n');
		model_host(&p->model, step);
		host_line(p, step->host, &line);
	}
	strbuf_release(&line);
}

static void lose(struct player *p, const struct session_step *step)
{
	if (p->lost[step->host])
		return;
	session_note_step(p->record, step, NULL);
	p->lost[step->host] = true;
	model_host(&p->model, step);
	app_host_gone(p->app, step->host, p->now_ms);
}

static void type_line(struct player *p, const struct strbuf *line)
{
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
	app_mouse(p->app, &mouse, p->now_ms);
}

static void play_step(struct player *p, const struct session_step *step)
{
	if (step->kind != SESSION_HOST && step->kind != SESSION_LOST)
		session_note_step(p->record, step, p->model.line.buf);
	switch (step->kind) {
	case SESSION_TICK:
		pass(p, step->number);
		return;
	case SESSION_BUSY:
		p->now_ms += step->number;
		return;
	case SESSION_KEY:
		press(p, step);
		break;
	case SESSION_PASTE:
		app_paste(p->app, strbuf_slice(&step->text), false, p->now_ms);
		break;
	case SESSION_WHEEL:
	case SESSION_CLICK:
		do_mouse(p, step);
		break;
	case SESSION_FOCUS:
		app_focus(p->app, step->number, p->now_ms);
		break;
	case SESSION_SIGHT:
		app_input(p->app,
			  &(struct input){ .kind = INPUT_SIGHT,
					   .flag = step->number },
			  p->now_ms);
		break;
	case SESSION_RESIZE:
		app_resize(p->app, step->x, step->y, p->now_ms);
		break;
	case SESSION_STALL:
	case SESSION_FLOW:
		p->stalled = step->kind == SESSION_STALL;
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
	case SESSION_EDITOR:
		return; /* there is no terminal to give away */
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
	p->hosts.model = &p->model;
	if (host_message_decode(&hello, slice_str(session_init), &err))
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
	strbuf_addf(&line, "%s\n", session_init);
	host_line(p, 1, &line);
	settle(p);
	if (p->record && plain)
		strbuf_addstr(p->record, "plain\n");
	if (p->record)
		strbuf_addf(p->record,
			    "auto %d\ninit %s\nhosts add north=north\n"
			    "about north\nhost %s\n",
			    SESSION_CONVERSATIONS, session_init, session_init);
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
		else
			model_check_waiting(&p.model, prompts->count);
	}
	right = model_conclude(&p.model, why);
	plain_free(p.plain);
	app_free(p.app);
	canvas_release(&p.canvas);
	model_release(&p.model);
	return right;
}
