#include "config.h"

#include "src/dashboard/io/loop.h"

#include <poll.h>
#include <stdlib.h>

#include "src/base/clock.h"
#include "src/base/i18n.h"
#include "src/base/trace.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/plain.h"
#include "src/dashboard/app/prompt-dialog.h"
#include "src/dashboard/io/clipboard.h"
#include "src/dashboard/io/effects.h"
#include "src/dashboard/io/environment.h"
#include "src/dashboard/io/loop-terminal.h"
#include "src/dashboard/io/sight.h"
#include "src/dashboard/io/signals.h"
#include "src/dashboard/io/start.h"

#define FRAME_MS 17  /* at most 60 per second */
#define LINES_MS 100 /* the same, for lines that are read aloud */
#define WORK_MS  4   /* per turn, for deferred work */

/* The first poll entries; the hosts' follow. */
enum { TERM_IN, TERM_OUT, TERM_SIGNAL, SIGNAL, SIGHT };

struct loop {
	struct app *app;
	struct term *term;
	struct hub *hub;
	int signal_fd;
	struct canvas canvas;
	struct effects effects;
	struct plain *plain; /* instead of a screen, or NULL */
	bool unwritten;      /* some of its lines wait for the terminal */
	struct loop_terminal from;
	int64_t frame_ms; /* when the last frame was written */
	struct sight sight;
	bool focus_noted; /* focus reporting is known, and was noted */
};

static void happen(struct loop *loop, struct input input, int64_t now_ms)
{
	hub_input(loop->hub, &input, now_ms);
}

static int64_t frame_ms(const struct loop *loop)
{
	return loop->plain ? LINES_MS : FRAME_MS;
}

static bool frame_due(const struct loop *loop, int64_t now_ms)
{
	return loop->unwritten ||
	       (loop->app->dirty && now_ms - loop->frame_ms >= frame_ms(loop));
}

/* The frame counts as seen now. */
static void written(struct loop *loop)
{
	struct input input = { .kind = INPUT_FRAME_WRITTEN };
	int64_t now_ms = clock_now_ms();

	record_input(loop->hub->record, &input, now_ms);
	if (!loop->plain || plain_written(loop->plain))
		app_input(loop->app, &input, now_ms);
	while (prompt_desk_take_ask(&loop->app->desk))
		term_ask_status(loop->term);
}

/* Print new lines, once the terminal accepted the earlier ones. */
static void print(struct loop *loop, int64_t now_ms)
{
	struct strbuf out = STRBUF_INIT;

	if (!loop->unwritten) {
		plain_update(loop->plain, &out);
		term_print(loop->term, strbuf_slice(&out));
		loop->frame_ms = now_ms;
		term_set_echo(loop->term, !app_hides_input(loop->app));
	}
	loop->unwritten = !term_print_done(loop->term);
	if (!loop->unwritten)
		written(loop);
	strbuf_release(&out);
}

/* Collect current facts for the status view and the doctor. */
static void look_around(struct loop *loop)
{
	struct strbuf text = STRBUF_INIT;

	term_describe(loop->term, &text);
	clipboard_describe(&text);
	app_terminal(loop->app, strbuf_slice(&text));
	loop->app->measures.memory = environment_memory();
	strbuf_release(&text);
}

static void draw(struct loop *loop, int64_t now_ms)
{
	struct app_measures *measures = &loop->app->measures;
	int64_t started_us;

	if (loop->plain) {
		print(loop, now_ms);
		return;
	}
	if (loop->app->layer == LAYER_TEXT)
		look_around(loop);
	started_us = clock_now_us();
	app_draw(loop->app, &loop->canvas);
	/* It counts as seen only when it was written completely. */
	if (term_draw(loop->term, &loop->canvas))
		written(loop);
	else
		loop->app->dirty = true;
	loop->frame_ms = now_ms;
	measures->frames++;
	measures->frame_us = clock_now_us() - started_us;
	if (measures->frame_us > measures->frame_max_us)
		measures->frame_max_us = measures->frame_us;
	trace(TRACE_DRAW, "frame %dx%d", loop->canvas.w, loop->canvas.h);
}

/* Ask tmux if the terminal does not report the focus. */
static int ask_sight(struct loop *loop, int64_t now_ms)
{
	return sight_ask(&loop->sight,
			 !loop->plain && loop->app->layer == LAYER_PROMPT &&
				 term_focus(loop->term) != TERM_FOCUS_TOLD,
			 now_ms);
}

/* Before the keys, which are meant for what was in front when they came. */
static void look_out(struct loop *loop, bool answered, bool keys,
		     int64_t now_ms)
{
	if (answered)
		sight_read(&loop->sight);
	if (keys)
		sight_hurry(&loop->sight, now_ms);
	if (loop->sight.hidden != loop->app->desk.hidden)
		happen(loop,
		       (struct input){ .kind = INPUT_SIGHT,
				       .flag = !loop->sight.hidden },
		       now_ms);
}

/* Show the hint once, ever. */
static void note_focus(struct loop *loop)
{
	enum term_focus focus = term_focus(loop->term);

	if (loop->plain || loop->focus_noted || focus == TERM_FOCUS_UNKNOWN)
		return;
	loop->focus_noted = true;
	if (focus == TERM_FOCUS_TOLD || !start_may_say_focus())
		return;
	/* TRANSLATORS: at most 78 columns, like the next one */
	app_say(loop->app, FACE_WAITING,
		sight_is_tmux(&loop->sight)
			? _("with \"set -g focus-events on\" tmux tells when "
			    "another window is in front")
			: _("this terminal does not tell when another window "
			    "is in front"));
}

static int timeout_of(struct loop *loop, int64_t now_ms)
{
	int64_t sight_ms = ask_sight(loop, now_ms);
	int64_t term_ms = term_timeout_ms(loop->term, now_ms);
	int64_t hub_ms = hub_wait_ms(loop->hub);
	int64_t wake_ms = app_wake_ms(loop->app);
	int timeout_ms;

	if (loop->from.left)
		return 0;
	if (term_ms >= 0)
		sooner_ms(&wake_ms, now_ms + term_ms);
	if (hub_ms >= 0)
		sooner_ms(&wake_ms, now_ms + hub_ms);
	if (sight_ms >= 0)
		sooner_ms(&wake_ms, now_ms + sight_ms);
	if (loop->app->dirty && !frame_due(loop, now_ms))
		sooner_ms(&wake_ms, loop->frame_ms + frame_ms(loop));
	timeout_ms = clock_poll_ms(wake_ms, now_ms);
	return timeout_ms > 60000 ? 60000 : timeout_ms;
}

static void fill(const struct loop *loop, int64_t now_ms)
{
	bool draws = frame_due(loop, now_ms);

	hub_add_fd(loop->hub, term_input_fd(loop->term), POLLIN);
	hub_add_fd(loop->hub, draws ? term_output_fd(loop->term) : -1, POLLOUT);
	hub_add_fd(loop->hub, term_signal_fd(loop->term), POLLIN);
	hub_add_fd(loop->hub, loop->signal_fd, POLLIN);
	hub_add_fd(loop->hub, sight_fd(&loop->sight), POLLIN);
	hub_poll(loop->hub, now_ms);
}

/* Do deferred work, for an unnoticeable time. */
static void work(struct loop *loop)
{
	int64_t end_ms = clock_now_ms() + WORK_MS;

	while (app_work(loop->app) && clock_now_ms() < end_ms)
		continue;
}

/*
 * An editor or a pager has the terminal: hosts are still read and answered.
 * What there is to see or hear comes when it has ended.
 */
static void serve_hosts(void *data, int fd, int limit_ms)
{
	struct loop *loop = data;
	struct hub *hub = loop->hub;

	hub_add_fd(hub, fd, POLLIN);
	if (hub_wait(hub, limit_ms))
		hub_ready(hub, clock_now_ms());
	work(loop);
}

/*
 * Keys were pressed for what is on the screen, so they come before hosts'
 * lines. Not if a dialog is open: an allow must not overtake an earlier line
 * that changes or withdraws its request.
 */
static bool hosts_come_first(const struct loop *loop, bool keys)
{
	return loop->app->layer == LAYER_PROMPT &&
	       (keys || loop->app->desk.waiting.any);
}

static void turn(struct loop *loop)
{
	struct hub *hub = loop->hub;
	int64_t now_ms = clock_now_ms(), before_ms = now_ms;
	struct strbuf err = STRBUF_INIT;
	bool keys, signaled, writable, answered, heard;
	int ready, timeout_ms = timeout_of(loop, now_ms);

	fill(loop, now_ms);
	ready = hub_sleep(hub, timeout_ms);
	keys = hub->fds[TERM_IN].revents || hub->fds[TERM_SIGNAL].revents;
	signaled = hub->fds[SIGNAL].revents;
	writable = hub->fds[TERM_OUT].revents & POLLOUT;
	answered = hub->fds[SIGHT].revents;
	now_ms = clock_now_ms();
	if (ready >= 0 && !hub->fds[TERM_IN].revents)
		happen(loop, (struct input){ .kind = INPUT_QUIET }, before_ms);
	heard = ready >= 0 && hosts_come_first(loop, keys);
	if (heard) {
		hub_ready(hub, now_ms);
		hub_catch_up(hub, now_ms);
	}
	if (ready < 0) {
		hub_skip(hub);
		return;
	}
	if (signaled && signals_take(loop->signal_fd))
		app_exit(loop->app, 1, NULL);
	look_out(loop, answered, keys, now_ms);
	if (keys || !ready || loop->from.left ||
	    term_timeout_ms(loop->term, now_ms) == 0)
		loop_terminal_read(&loop->from, now_ms);
	/* Last: what came while a key waited may be its repeats, or may lock
	 * its dialog. */
	hub_tick(hub, now_ms);
	note_focus(loop);
	if (!heard)
		hub_ready(hub, now_ms);
	effects_perform(&loop->effects);
	loop_terminal_changes(&loop->from, clock_now_ms());
	if (writable && !loop->app->exiting)
		draw(loop, now_ms);
	work(loop);
	if (record_flush(hub->record, &err))
		app_say(loop->app, FACE_ERROR, "%s", err.buf);
	strbuf_release(&err);
}

void loop_run(struct app *app, struct term *term, struct hub *hub,
	      int signal_fd)
{
	struct loop loop = {
		.app = app,
		.term = term,
		.hub = hub,
		.signal_fd = signal_fd,
		.effects = { .app = app, .term = term, .hub = hub },
		.from = { .app = app, .term = term, .hub = hub },
	};
	struct input size = { .kind = INPUT_RESIZE };

	canvas_init(&loop.canvas);
	sight_init(&loop.sight);
	term_set_meanwhile(term, serve_hosts, &loop);
	start_read(app, hub->record, &loop.effects.state_file);
	look_around(&loop);
	if (app->options.plain) {
		loop.plain = loop.from.plain = plain_new(app);
	} else {
		term_size(term, &size.cols, &size.rows);
		app_input(app, &size, clock_now_ms());
	}
	record_screen(hub->record, strbuf_slice(&app->terminal));
	if (term_asks_status(term))
		happen(&loop, (struct input){ .kind = INPUT_FRAME_ASKED },
		       clock_now_ms());
	while (!app->exiting)
		turn(&loop);
	app_state_end(app);
	effects_perform(&loop.effects);
	term_set_meanwhile(term, NULL, NULL);
	sight_release(&loop.sight);
	plain_free(loop.plain);
	canvas_release(&loop.canvas);
}
