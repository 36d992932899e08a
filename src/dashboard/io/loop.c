#include "config.h"

#include "src/dashboard/io/loop.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "src/base/clock.h"
#include "src/base/i18n.h"
#include "src/base/trace.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/plain.h"
#include "src/dashboard/io/environment.h"
#include "src/dashboard/io/external.h"
#include "src/dashboard/io/rules-file.h"
#include "src/dashboard/io/save.h"
#include "src/dashboard/io/signals.h"
#include "src/dashboard/io/state-file.h"
#include "src/dashboard/io/theme-load.h"
#include "src/dashboard/io/user-file.h"

/* A host that does not even list in this time: the screen says so. */
#define FIND_OUT_MS 5000
#define FRAME_MS    17  /* not over 60 a second */
#define LINES_MS    100 /* the same, for lines that are read aloud */
#define WORK_MS     4   /* of a turn, for what can wait */

/* The first entries of what is polled; the hosts' are behind them. */
enum { TERM_IN, TERM_OUT, TERM_SIGNAL, SIGNAL };

struct loop {
	struct app *app;
	struct term *term;
	struct hub *hub;
	int signal_fd;
	struct canvas canvas;
	struct state_file state_file;
	struct plain *plain; /* instead of a screen, or NULL */
	bool unwritten;      /* lines of it wait for the terminal */
	int64_t frame_ms;    /* when the last frame was written */
};

static void noise(struct loop *loop, int64_t now_ms)
{
	record_word(loop->hub->record, "noise", "", now_ms);
	app_noise(loop->app, now_ms);
}

static void on_term_event(struct loop *loop, const struct term_event *event,
			  int64_t now_ms)
{
	struct record *record = loop->hub->record;
	struct app *app = loop->app;

	if (loop->plain) {
		if (event->kind != TERM_EVENT_KEY)
			return;
		record_key(record, event->key, now_ms);
		plain_key(loop->plain, event->key, now_ms);
		return;
	}
	switch (event->kind) {
	case TERM_EVENT_KEY:
		record_key(record, event->key, now_ms);
		app_key(app, event->key, now_ms);
		break;
	case TERM_EVENT_MOUSE:
		record_mouse(record, &event->mouse, now_ms);
		app_mouse(app, &event->mouse, now_ms);
		break;
	case TERM_EVENT_PASTE:
		record_paste(record, event->text, event->cut, now_ms);
		app_paste(app, event->text, event->cut, now_ms);
		break;
	case TERM_EVENT_FOCUS:
		record_word(record, "focus", event->focused ? "in" : "out",
			    now_ms);
		app_focus(app, event->focused, now_ms);
		break;
	case TERM_EVENT_OTHER:
		noise(loop, now_ms);
		break;
	case TERM_EVENT_NONE:
		break;
	}
}

static void take_changes(struct loop *loop, int64_t now_ms)
{
	struct term_changes changes = term_changes(loop->term);
	int cols, rows;

	if (!loop->plain && (changes.resized || changes.resumed)) {
		term_size(loop->term, &cols, &rows);
		record_size(loop->hub->record, cols, rows, now_ms);
		app_resize(loop->app, cols, rows, now_ms);
	}
	if (changes.resumed) {
		record_word(loop->hub->record, "resume", "", now_ms);
		app_resumed(loop->app, now_ms);
	}
}

/* Texts for elsewhere. */
static void take_texts(struct loop *loop)
{
	struct record *record = loop->hub->record;
	struct app *app = loop->app;
	struct app_effects *effects = &app->effects;
	struct strbuf err = STRBUF_INIT;
	int64_t now_ms = clock_now_ms();

	if (effects->copy) {
		bool done = term_clipboard(loop->term,
					   strbuf_slice(&effects->copied));

		effects->copy = false;
		record_text(record, done ? "copied" : "refused",
			    strbuf_slice(&effects->copied), now_ms);
		app_copied(app, done, now_ms);
	}
	if (effects->save) {
		enum save_result result =
			save_markdown(app->save.path, app->save.conv,
				      app->save.replace, &err);

		effects->save = false;
		record_text(record,
			    result == SAVE_EXISTS   ? "exists"
			    : result == SAVE_FAILED ? "unsaved"
			    : app->save.replace     ? "replaced"
						    : "saved",
			    slice_str(app->save.path), now_ms);
		app_saved(app,
			  result == SAVE_DONE     ? APP_SAVED
			  : result == SAVE_EXISTS ? APP_SAVE_EXISTS
						  : APP_SAVE_FAILED,
			  err.buf, now_ms);
	}
	if (effects->show) {
		effects->show = false;
		if (external_show(loop->term, strbuf_slice(&effects->shown),
				  &err))
			app_shown(app, err.buf, clock_now_ms());
		else
			app_shown(app, NULL, clock_now_ms());
		record_text(record, "shown", strbuf_slice(&effects->shown),
			    app->now_ms);
		take_changes(loop, clock_now_ms());
	}
	if (effects->edit) {
		bool failed = external_edit(loop->term, &effects->edited,
					    effects->edit_name, &err);

		effects->edit = false;
		now_ms = clock_now_ms();
		if (failed)
			record_text(record, "unedited", strbuf_slice(&err),
				    now_ms);
		else
			record_text(record, "edited",
				    strbuf_slice(&effects->edited), now_ms);
		app_edited(app, strbuf_slice(&effects->edited),
			   failed ? err.buf : NULL, now_ms);
		take_changes(loop, clock_now_ms());
	}
	strbuf_release(&err);
}

/* Files that the person named, or begins to. */
static void take_files(struct loop *loop)
{
	struct app *app = loop->app;
	struct app_effects *effects = &app->effects;
	struct record *record = loop->hub->record;
	struct strbuf text = STRBUF_INIT, err = STRBUF_INIT;
	int64_t now_ms = clock_now_ms();

	if (effects->read) {
		bool failed = read_file_text(effects->reading.path,
					     APP_FILE_MAX_BYTES, &text, &err);

		effects->read = false;
		record_text(record, failed ? "unread" : "read",
			    strbuf_slice(failed ? &err : &text), now_ms);
		app_file_read(app, strbuf_slice(&text), failed ? err.buf : NULL,
			      now_ms);
	}
	if (effects->list) {
		effects->list = false;
		strbuf_reset(&text);
		read_file_names(effects->list_folder.buf, effects->list_hidden,
				&text);
		app_files_listed(app, strbuf_slice(&text), now_ms);
	}
	strbuf_release(&text);
	strbuf_release(&err);
}

static enum term_notice notice_of(enum options_notify notify)
{
	static const enum term_notice notices[] = {
		[NOTIFY_AUTO] = TERM_NOTICE_AUTO,
		[NOTIFY_OFF] = TERM_NOTICE_NONE,
		[NOTIFY_OSC9] = TERM_NOTICE_OSC9,
		[NOTIFY_OSC777] = TERM_NOTICE_OSC777,
		[NOTIFY_OSC99] = TERM_NOTICE_OSC99,
	};

	return notices[notify];
}

static void change_theme(struct loop *loop)
{
	struct app *app = loop->app;
	struct strbuf err = STRBUF_INIT;
	struct theme theme;

	if (theme_load(&theme, app->options.theme, app->light, &err)) {
		record_text(loop->hub->record, "unthemed", strbuf_slice(&err),
			    app->now_ms);
		app_theme_unread(app, err.buf, app->now_ms);
		theme_load(&theme, app->options.theme, app->light, &err);
	}
	term_set_theme(loop->term, &theme);
	app->dirty = true;
	strbuf_release(&err);
}

/* What the app wants of the terminal, besides a frame. */
static void take_effects(struct loop *loop)
{
	struct app_effects *effects = &loop->app->effects;

	if (effects->bell)
		term_bell(loop->term);
	if (effects->notify)
		term_notice(loop->term, notice_of(loop->app->options.notify),
			    effects->notice.buf);
	if (effects->redraw)
		term_redraw(loop->term);
	if (effects->title_changed)
		term_set_title(loop->term, loop->app->title.buf);
	if (effects->theme_changed)
		change_theme(loop);
	effects->bell = effects->redraw = effects->title_changed =
		effects->theme_changed = effects->notify = false;
	take_texts(loop);
	take_files(loop);
	if (effects->suspend) {
		effects->suspend = false;
		if (term_suspend(loop->term) == TERM_GONE)
			app_exit(loop->app, 1, NULL);
		take_changes(loop, clock_now_ms());
	}
}

static void read_terminal(struct loop *loop, int64_t now_ms)
{
	struct term_event event = { .kind = TERM_EVENT_NONE }, next = event;
	bool more;

	if (term_input(loop->term, now_ms) == TERM_GONE) {
		/* There is nobody to tell, and nothing to restore. */
		app_exit(loop->app, 1, NULL);
		return;
	}
	/* Keys that come at once were not pressed one by one: a paste of a
	 * terminal that does not mark it. Its first one is no answer. */
	if (term_next_event(loop->term, &event) &&
	    event.kind == TERM_EVENT_KEY) {
		more = term_next_event(loop->term, &next);
		if (more && !loop->plain)
			noise(loop, now_ms);
		on_term_event(loop, &event, now_ms);
		event = next;
	} else {
		more = event.kind != TERM_EVENT_NONE;
	}
	while (more) {
		on_term_event(loop, &event, now_ms);
		/* What comes behind is for what shows then. */
		more = !loop->app->effects.suspend &&
		       !loop->app->effects.edit &&
		       term_next_event(loop->term, &event);
	}
	take_changes(loop, now_ms);
	if (term_ground(loop->term) != TERM_GROUND_UNKNOWN)
		app_ground(loop->app,
			   term_ground(loop->term) == TERM_GROUND_LIGHT,
			   now_ms);
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

/* It counts as seen now. */
static void written(struct loop *loop)
{
	int64_t now_ms = clock_now_ms();

	record_frame(loop->hub->record, now_ms);
	if (loop->plain)
		plain_written(loop->plain, now_ms);
	else
		app_frame_written(loop->app, now_ms);
}

/* New lines, once those before them were taken. */
static void print(struct loop *loop, int64_t now_ms)
{
	struct strbuf out = STRBUF_INIT;

	if (!loop->unwritten) {
		plain_update(loop->plain, &out, now_ms);
		term_print(loop->term, strbuf_slice(&out));
		loop->frame_ms = now_ms;
		term_set_echo(loop->term, !app_hides_input(loop->app));
	}
	loop->unwritten = !term_print_done(loop->term);
	if (!loop->unwritten)
		written(loop);
	strbuf_release(&out);
}

/* What the status and the doctor tell as it is now. */
static void look_around(struct loop *loop)
{
	struct strbuf text = STRBUF_INIT;

	term_describe(loop->term, &text);
	app_terminal(loop->app, strbuf_slice(&text));
	loop->app->measures.memory = surroundings_memory();
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
	app_draw(loop->app, &loop->canvas, now_ms);
	/* It counts as seen only when all of it was written. */
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

static void sooner(int64_t *timeout_ms, int64_t in_ms)
{
	if (in_ms < 0)
		in_ms = 0;
	if (*timeout_ms < 0 || in_ms < *timeout_ms)
		*timeout_ms = in_ms;
}

static int timeout_of(const struct loop *loop, int64_t now_ms)
{
	int64_t timeout_ms = term_timeout_ms(loop->term, now_ms);
	int64_t wake_ms = app_wake_ms(loop->app);

	if (wake_ms >= 0)
		sooner(&timeout_ms, wake_ms - now_ms);
	if (loop->plain && plain_wake_ms(loop->plain) >= 0)
		sooner(&timeout_ms, plain_wake_ms(loop->plain) - now_ms);
	if (hub_wait_ms(loop->hub) >= 0)
		sooner(&timeout_ms, hub_wait_ms(loop->hub));
	if (loop->app->dirty && !frame_due(loop, now_ms))
		sooner(&timeout_ms, loop->frame_ms + frame_ms(loop) - now_ms);
	return timeout_ms > 60000 ? 60000 : (int)timeout_ms;
}

static void fill(const struct loop *loop, int64_t now_ms)
{
	bool draws = frame_due(loop, now_ms);

	hub_add_fd(loop->hub, term_input_fd(loop->term), POLLIN);
	hub_add_fd(loop->hub, draws ? term_output_fd(loop->term) : -1, POLLOUT);
	hub_add_fd(loop->hub, term_signal_fd(loop->term), POLLIN);
	hub_add_fd(loop->hub, loop->signal_fd, POLLIN);
	hub_poll(loop->hub, now_ms);
}

/* What can wait, as long as nobody would notice. */
static void work(struct loop *loop)
{
	int64_t now_ms = clock_now_ms();
	int64_t end_ms = now_ms + WORK_MS;

	while (app_work(loop->app, now_ms) && now_ms < end_ms)
		now_ms = clock_now_ms();
}

/*
 * An editor or a pager has the terminal: hosts are heard and answered all the
 * same. What there is to see or to hear of it comes when it has ended.
 */
static void serve_hosts(void *data, int fd, int limit_ms)
{
	struct loop *loop = data;
	struct hub *hub = loop->hub;
	int64_t now_ms = clock_now_ms(), timeout_ms = limit_ms;
	int ready;

	hub_add_fd(hub, fd, POLLIN);
	hub_poll(hub, now_ms);
	if (app_wake_ms(loop->app) >= 0)
		sooner(&timeout_ms, app_wake_ms(loop->app) - now_ms);
	if (hub_wait_ms(hub) >= 0)
		sooner(&timeout_ms, hub_wait_ms(hub));
	ready = poll(hub->fds, hub->fd_count, (int)timeout_ms);
	if (ready < 0 && errno != EINTR)
		die("poll failed");
	app_tick(loop->app, clock_now_ms());
	if (ready < 0)
		hub_skip(hub);
	else
		hub_ready(hub, clock_now_ms());
	work(loop);
}

/* Only of a host that is still there: one that died is not deaf. */
static void take_learned(struct app *app)
{
	if (!app->effects.learned || app->hosts[0].gone)
		return;
	app->effects.learned = false;
	surroundings_remember(app->effects.learned_deaf);
}

/* In order; the first that fails is told. */
static void take_rules(struct loop *loop)
{
	struct app *app = loop->app;
	struct app_effects *effects = &app->effects;
	struct strbuf err = STRBUF_INIT;

	for (size_t i = 0; i < effects->rule_change_count; i++) {
		struct rule_change *change = &effects->rule_changes[i];

		record_text(loop->hub->record, change->add ? "keeps" : "drops",
			    strbuf_slice(&change->line), app->now_ms);
		if (!err.len)
			rules_file_change(app->options.rules_file,
					  strbuf_slice(&change->line),
					  change->add, &err);
		strbuf_release(&change->line);
	}
	if (effects->rule_change_count)
		app_rules_written(app, err.len ? err.buf : NULL,
				  clock_now_ms());
	effects->rule_change_count = 0;
	strbuf_release(&err);
}

static void load_rules(struct app *app, struct record *record)
{
	int64_t now_ms = clock_now_ms();
	struct strbuf text = STRBUF_INIT, err = STRBUF_INIT;

	if (!app->options.rules_file)
		return;
	if (rules_file_read(app->options.rules_file, &text, &err)) {
		app_rules_unread(app, err.buf, now_ms);
	} else {
		record_text(record, "rules", strbuf_slice(&text), now_ms);
		app_rules_loaded(app, strbuf_slice(&text), now_ms);
	}
	strbuf_release(&text);
	strbuf_release(&err);
}

/* Before anything is remembered. */
static bool is_first_start(void)
{
	int folder = state_folder_open(false);

	if (folder >= 0)
		close(folder);
	return folder < 0;
}

/* What the workspace remembers; what cannot be used is never written over. */
static void load_state(struct loop *loop)
{
	struct app *app = loop->app;
	const char *workspace = app_state_workspace(app);
	struct strbuf text = STRBUF_INIT, err = STRBUF_INIT, name = STRBUF_INIT;
	enum state_found found;
	enum app_state_read read = APP_STATE_READ;

	if (!workspace)
		return;
	state_file_init(&loop->state_file, slice_str(workspace));
	found = state_file_read(&loop->state_file, &text, &err);
	if (found == STATE_FOUND) {
		record_text(loop->hub->record, "state", strbuf_slice(&text),
			    clock_now_ms());
		read = app_state_read(app, strbuf_slice(&text), &err);
	}
	if (found == STATE_BAD)
		app_state_unread(app, err.buf, NULL, clock_now_ms());
	else if (read == APP_STATE_READ)
		app_state_begin(app);
	else if (read == APP_STATE_BROKEN &&
		 !state_file_set_aside(&loop->state_file, &name)) {
		app_state_unread(app, err.buf, name.buf, clock_now_ms());
		app_state_begin(app);
	} else
		app_state_unread(app, err.buf, NULL, clock_now_ms());
	strbuf_release(&text);
	strbuf_release(&err);
	strbuf_release(&name);
}

static void take_state(struct loop *loop)
{
	struct app *app = loop->app;
	struct strbuf err = STRBUF_INIT;

	if (app->effects.state &&
	    state_file_write(&loop->state_file,
			     strbuf_slice(&app->state.written), &err))
		app_state_failed(app, err.buf, clock_now_ms());
	app->effects.state = false;
	strbuf_release(&err);
}

bool loop_until(struct app *app, struct hub *hub, int signal_fd,
		bool (*done)(const struct app *app, void *data), void *data,
		int64_t limit_ms)
{
	int64_t end_ms = clock_now_ms() + limit_ms;

	while (!done(app, data) && !app->exiting) {
		int64_t now_ms = clock_now_ms(), timeout_ms = end_ms - now_ms;
		size_t signals = hub_add_fd(hub, signal_fd, POLLIN);
		int ready;

		hub_poll(hub, now_ms);
		if (timeout_ms <= 0) {
			hub_skip(hub);
			return false;
		}
		if (app_wake_ms(app) >= 0)
			sooner(&timeout_ms, app_wake_ms(app) - now_ms);
		if (hub_wait_ms(hub) >= 0)
			sooner(&timeout_ms, hub_wait_ms(hub));
		ready = poll(hub->fds, hub->fd_count, (int)timeout_ms);
		if (ready < 0 && errno != EINTR)
			die("poll failed");
		app_tick(app, clock_now_ms());
		if (ready < 0) {
			hub_skip(hub);
			continue;
		}
		if (hub->fds[signals].revents && signals_take(signal_fd))
			app_exit(app, 1, NULL);
		hub_ready(hub, clock_now_ms());
	}
	return !app->exiting;
}

static bool found_out(const struct app *app, void *data)
{
	(void)data;
	return !app_is_probing(app);
}

void loop_find_out(struct app *app, struct hub *hub, int signal_fd)
{
	loop_until(app, hub, signal_fd, found_out, NULL, FIND_OUT_MS);
}

static void turn(struct loop *loop)
{
	struct hub *hub = loop->hub;
	int64_t now_ms = clock_now_ms(), before_ms = now_ms;
	struct strbuf err = STRBUF_INIT;
	const struct pollfd *fds;
	bool writable;
	int ready;

	fill(loop, now_ms);
	ready = poll(hub->fds, hub->fd_count, timeout_of(loop, now_ms));
	if (ready < 0 && errno != EINTR)
		die("poll failed");
	fds = hub->fds;
	now_ms = clock_now_ms();
	loop->app->wall_offset_ms = clock_wall_offset_ms();
	if (ready >= 0 && !fds[TERM_IN].revents)
		app_no_input(loop->app, before_ms);
	app_tick(loop->app, now_ms);
	if (loop->plain)
		plain_tick(loop->plain, now_ms);
	if (ready < 0) {
		hub_skip(hub);
		return;
	}
	if (fds[SIGNAL].revents && signals_take(loop->signal_fd))
		app_exit(loop->app, 1, NULL);
	/* Keys first: they were pressed for what is on the screen now. */
	if (fds[TERM_IN].revents || fds[TERM_SIGNAL].revents || !ready ||
	    term_timeout_ms(loop->term, now_ms) == 0)
		read_terminal(loop, now_ms);
	writable = fds[TERM_OUT].revents & POLLOUT;
	hub_ready(hub, now_ms);
	take_learned(loop->app);
	take_rules(loop);
	take_state(loop);
	take_effects(loop);
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
		.app = app, .term = term, .hub = hub, .signal_fd = signal_fd
	};
	struct strbuf about = STRBUF_INIT;
	int cols, rows;

	canvas_init(&loop.canvas);
	term_set_meanwhile(term, serve_hosts, &loop);
	load_rules(app, hub->record);
	if (is_first_start()) {
		record_word(hub->record, "welcome", "", clock_now_ms());
		app_welcome(app);
	}
	load_state(&loop);
	term_describe(term, &about);
	app_terminal(app, strbuf_slice(&about));
	if (app->options.plain) {
		loop.plain = plain_new(app);
	} else {
		term_size(term, &cols, &rows);
		app_resize(app, cols, rows, clock_now_ms());
	}
	record_screen(hub->record, strbuf_slice(&about));
	strbuf_release(&about);
	while (!app->exiting)
		turn(&loop);
	app_state_end(app);
	take_state(&loop);
	term_set_meanwhile(term, NULL, NULL);
	plain_free(loop.plain);
	canvas_release(&loop.canvas);
}
