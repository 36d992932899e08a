#include "config.h"

#include "src/jphost/jp/jp-run.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "proto/event-write.h"
#include "src/base/clock.h"
#include "src/base/file.h"
#include "src/base/signal-fd.h"
#include "src/base/trace.h"
#include "src/base/xalloc.h"
#include "src/jphost/jp/jp-edit.h"
#include "src/jphost/jp/jp-error.h"
#include "src/jphost/jp/jp-run-state.h"

enum {
	READ_BYTES = 64 << 10,
	/* Bytes per write(), all of which a writable terminal accepts. */
	WRITE_BYTES = 1024,
	/* Bytes pending for the terminal above which jp must wait. */
	WAITING_MAX = 256 << 10,
	/* If jp does not exit in this time when asked to, it is abandoned. */
	END_MS = 2000,
	/* A cancelled turn has ended after this time. */
	CANCEL_MS = 6000,
	LAST_MAX = 4096,
};

enum {
	FD_SIGNALS,
	FD_KEYS,
	FD_OUT,
	FD_PTY,
	FD_SEAT,
	FD_WATCH = FD_SEAT + JP_ATTACH_FDS,
};
#define FDS_MAX (FD_WATCH + JP_WATCH_FDS_MAX)

/* --- jp's terminal --- */

static void on_drawn(void *user, const struct jp_view *view)
{
	struct run *run = user;
	struct jp_prompt prompt;

	/* Lines logged before the drawing must be known before it. */
	jp_watch_read(&run->watch);
	jp_prompt_init(&prompt);
	jp_prompt_find(&prompt, view);
	trace(TRACE_HOST, "jp: drew %s", jp_prompt_kind_name(prompt.kind));
	jp_drive_drawn(run->drive, &prompt, jp_pty_mode(&run->pty),
		       run->now_ms);
	jp_prompt_release(&prompt);
}

/*
 * jp's queries are answered by the user's terminal, or by ours if there is
 * none. A second answer would be taken for keys.
 */
static void on_reply(void *user, struct slice bytes)
{
	struct run *run = user;

	if (run->options->headless && run->attach.fd < 0)
		strbuf_addslice(&run->in, bytes);
}

/* Without a user, jp must not wait for a lock or offer other conversations. */
static void look_for_lock(struct run *run)
{
	struct jp_prompt prompt;
	struct jp_view view;

	if (!run->options->headless || run->locked)
		return;
	jp_screen_look(run->screen, &view);
	jp_prompt_init(&prompt);
	jp_prompt_find(&prompt, &view);
	run->locked = prompt.kind == JP_PROMPT_LOCK_WAIT ||
		      prompt.kind == JP_PROMPT_LOCK_LIST;
	jp_prompt_release(&prompt);
	if (run->locked)
		jp_pty_signal(&run->pty, SIGTERM);
}

static void keep_last(struct run *run)
{
	struct strbuf *last = &run->last;

	strbuf_addslice(last, strbuf_slice(&run->text));
	if (last->len > LAST_MAX)
		strbuf_remove(last, 0, last->len - LAST_MAX);
}

static bool read_pty(struct run *run)
{
	char bytes[READ_BYTES];
	ssize_t got = read(run->pty.master, bytes, sizeof(bytes));

	if (got <= 0) {
		/* EIO: no process has it open any more. */
		if (!got || (errno != EAGAIN && errno != EINTR))
			jp_pty_close(&run->pty);
		return false;
	}
	if (!run->options->headless)
		strbuf_add(&run->out, bytes, (size_t)got);
	jp_attach_send(&run->attach, slice_of(bytes, (size_t)got));
	strbuf_reset(&run->text);
	jp_screen_write(run->screen, slice_of(bytes, (size_t)got), &run->text);
	if (run->options->headless)
		keep_last(run);
	jp_drive_printed(run->drive, strbuf_slice(&run->text), run->now_ms);
	look_for_lock(run);
	return true;
}

void jp_run_write_pty(struct run *run)
{
	ssize_t put;

	if (!run->in.len || run->pty.master < 0)
		return;
	put = write(run->pty.master, run->in.buf, run->in.len);
	if (put > 0)
		strbuf_remove(&run->in, 0, (size_t)put);
}

void jp_run_write_out(struct run *run)
{
	struct pollfd fd = { STDOUT_FILENO, POLLOUT, 0 };

	while (run->out.len && poll(&fd, 1, 0) > 0) {
		size_t len =
			run->out.len < WRITE_BYTES ? run->out.len : WRITE_BYTES;
		ssize_t put = write(STDOUT_FILENO, run->out.buf, len);

		if (put > 0)
			strbuf_remove(&run->out, 0, (size_t)put);
		else if (put < 0 && errno != EINTR && errno != EAGAIN)
			run->out_gone = true;
		if (run->out_gone)
			strbuf_reset(&run->out);
		if (put <= 0)
			break;
	}
}

/* --- Calls of the drive --- */

static void on_event(void *user, struct slice event, enum respond_kind respond)
{
	struct run *run = user;

	jp_watch_send(&run->watch, event, respond);
}

static void on_asks(void *user, const char *what, const char *call)
{
	struct run *run = user;

	jp_watch_send_asks(&run->watch, what, call);
}

static void on_type(void *user, struct slice keys)
{
	struct run *run = user;

	strbuf_addslice(&run->in, keys);
	jp_run_write_pty(run);
}

static bool on_can_edit(void *user)
{
	struct run *run = user;

	return run->options->edit >= 0 && jp_watch_uses_our_editor(&run->watch);
}

static bool on_edit(void *user, struct slice arguments)
{
	struct run *run = user;

	return jp_edit_put(run->options->edit, arguments);
}

static bool on_edited(void *user)
{
	struct run *run = user;

	return jp_edit_is_taken(run->options->edit);
}

/* Keys that a terminal turns into signals are for whatever is running. */
static void on_release(void *user, bool pass)
{
	struct run *run = user;

	for (size_t i = 0; i < run->held.len; i++) {
		char c = run->held.buf[i];

		if (pass || c == 0x03 || c == 0x1c)
			strbuf_addch(&run->in, c);
	}
	if (pass && run->held.len)
		jp_drive_typed(run->drive, strbuf_slice(&run->held));
	strbuf_reset(&run->held);
	jp_run_write_pty(run);
}

static void on_cancel(void *user)
{
	struct run *run = user;

	jp_pty_signal(&run->pty, SIGINT);
	jp_drive_cancel(run->drive, run->now_ms);
	run->cancel_ms = run->now_ms + CANCEL_MS;
}

/*
 * jp exits after storing what there is. If it does not, because it asks
 * something that nobody can answer, its terminal is closed.
 */
static void end_headless(struct run *run)
{
	jp_pty_signal(&run->pty, SIGTERM);
	jp_drive_cancel(run->drive, run->now_ms);
	if (run->leave_ms < 0)
		run->leave_ms = run->now_ms + END_MS;
}

static void tell(struct run *run, const char *what)
{
	struct strbuf event = STRBUF_INIT;

	event_write_notice(&event, "jp", NOTICE_WARNING, slice_str(what),
			   clock_wall_ms());
	jp_watch_send(&run->watch, strbuf_slice(&event), RESPOND_NONE);
	strbuf_release(&event);
}

/* If jp does not stop, only the user at its terminal can end it. */
static void look_at_cancelled(struct run *run)
{
	if (run->cancel_ms < 0 || run->now_ms < run->cancel_ms)
		return;
	run->cancel_ms = -1;
	if (run->options->headless)
		end_headless(run);
	else
		tell(run, "jp did not stop: end it in its own terminal");
}

/* Report how jp ended; for a headless one, its parent does. */
static void tell_end(struct run *run)
{
	char what[64];

	if (run->options->headless || !run->ended || !WIFSIGNALED(run->status))
		return;
	snprintf(what, sizeof(what), "jp was ended by signal %d",
		 WTERMSIG(run->status));
	tell(run, what);
}

/* --- Signals --- */

static int open_signals(struct run *run, struct strbuf *err)
{
	static const int caught[] = { SIGINT,  SIGTERM,  SIGHUP, SIGQUIT,
				      SIGCHLD, SIGWINCH, SIGCONT };

	run->signals =
		signal_fd_open(caught, ARRAY_SIZE(caught), &run->old_mask);
	if (run->signals >= 0)
		return 0;
	strbuf_setf(err, "cannot take signals: %s", strerror(errno));
	return -1;
}

static void look_at_child(struct run *run)
{
	int status;

	if (waitpid(run->pty.pid, &status, WNOHANG | WUNTRACED) != run->pty.pid)
		return;
	if (WIFSTOPPED(status)) {
		/* Something else stopped it; a shell would prompt now. */
		if (!run->options->headless)
			jp_run_stop(run);
		return;
	}
	run->ended = true;
	run->status = status;
}

static void take_signal(struct run *run, int number)
{
	switch (number) {
	case SIGCHLD:
		look_at_child(run);
		break;
	case SIGWINCH:
		if (!run->options->headless)
			jp_run_resize(run);
		break;
	case SIGCONT:
		jp_run_go_on(run);
		break;
	case SIGHUP:
		jp_run_hang_up(run);
		break;
	case SIGTERM:
		if (run->options->headless) {
			end_headless(run);
			break;
		}
		/* fallthrough */
	default:
		jp_pty_signal(&run->pty, number);
	}
}

static void take_signals(struct run *run)
{
	int number;

	while ((number = signal_fd_next(run->signals)))
		take_signal(run, number);
}

/* --- The loop --- */

static int wait_ms(const struct run *run)
{
	int64_t wake_ms = jp_watch_wake_ms(&run->watch);

	sooner_ms(&wake_ms, jp_drive_wake_ms(run->drive));
	sooner_ms(&wake_ms, run->leave_ms);
	sooner_ms(&wake_ms, run->cancel_ms);
	sooner_ms(&wake_ms, jp_attach_wake_ms(&run->attach));
	jp_run_wake_keys(run, &wake_ms);
	return clock_poll_ms(wake_ms, run->now_ms);
}

static void wait_and_take(struct run *run)
{
	bool keys = run->terminal.taken && !run->keys_gone;
	struct pollfd fds[FDS_MAX] = {
		[FD_SIGNALS] = { run->signals, POLLIN, 0 },
		[FD_KEYS] = { keys ? STDIN_FILENO : -1, POLLIN, 0 },
		[FD_OUT] = { run->out.len ? STDOUT_FILENO : -1, POLLOUT, 0 },
		[FD_PTY] = { run->pty.master, 0, 0 },
	};
	size_t watched;

	if (run->out.len < WAITING_MAX)
		fds[FD_PTY].events |= POLLIN;
	if (run->in.len)
		fds[FD_PTY].events |= POLLOUT;
	jp_attach_poll(&run->attach, run->now_ms, fds + FD_SEAT);
	watched = jp_watch_poll(&run->watch, fds + FD_WATCH);
	poll(fds, FD_WATCH + watched, wait_ms(run));
	run->now_ms = clock_now_ms();
	if (fds[FD_SIGNALS].revents)
		take_signals(run);
	if (fds[FD_KEYS].revents)
		jp_run_read_keys(run);
	if (fds[FD_PTY].revents & (POLLIN | POLLHUP | POLLERR))
		read_pty(run);
	if (run->options->headless)
		jp_run_look_at_attached(run);
	jp_run_write_pty(run);
	/* Answers come last: whatever happened before them counts. */
	jp_watch_ready(&run->watch, fds + FD_WATCH, watched);
	jp_run_settle_keys(run);
	look_at_cancelled(run);
	if (run->pty.master >= 0)
		jp_drive_run(run->drive, jp_pty_mode(&run->pty), run->now_ms,
			     clock_wall_ms());
}

static void loop(struct run *run)
{
	while (!run->ended &&
	       (run->leave_ms < 0 || run->now_ms < run->leave_ms)) {
		jp_run_write_out(run);
		wait_and_take(run);
	}
	/* Read its last output; others may still have its terminal open. */
	while (run->pty.master >= 0 && read_pty(run))
		jp_run_write_out(run);
	jp_watch_read(&run->watch);
	jp_drive_ended(run->drive);
	tell_end(run);
}

/* --- Start and end --- */

static int start(struct run *run, struct strbuf *err)
{
	const struct jp_drive_sink drive = { run,       on_event,    on_asks,
					     on_type,   on_can_edit, on_edit,
					     on_edited, on_release };
	const struct jp_screen_sink screen = { run, on_drawn, on_reply };
	struct jp_pty_options options = {
		.argv = run->options->argv,
		.size = { .ws_row = JP_RUN_HEADLESS_ROWS,
			  .ws_col = JP_RUN_HEADLESS_COLS },
		/* Reports about a call may go there, and must be seen. */
		.own_stderr = !run->options->headless && !isatty(STDERR_FILENO),
		.mask = &run->old_mask,
	};
	char name[32];

	if (open_signals(run, err))
		return -1;
	if (!run->options->headless) {
		if (jp_terminal_open(&run->terminal, err))
			return -1;
		options.modes = &run->terminal.saved;
		options.size = jp_terminal_size();
	}
	if (jp_pty_start(&run->pty, &options, err))
		return -1;
	snprintf(name, sizeof(name), "jp-%ld", (long)run->pty.pid);
	run->screen = jp_screen_new(options.size.ws_row, options.size.ws_col,
				    &screen);
	run->drive = jp_drive_new(name, &drive);
	jp_watch_init(&run->watch, run->pty.pid, run->drive);
	run->watch.user = run;
	run->watch.headless = run->options->headless;
	run->watch.cancel = on_cancel;
	if (!run->options->headless)
		jp_terminal_take(&run->terminal);
	return 0;
}

/* Write what the loop could not write without blocking. */
static void write_rest(struct run *run)
{
	if (!run->out_gone && !run->keys_gone)
		file_write(STDOUT_FILENO, strbuf_slice(&run->out));
}

int jp_run(const struct jp_run_options *options, int *status,
	   struct strbuf *err)
{
	struct run run = {
		.options = options,
		.pty = { -1, -1 },
		.out = STRBUF_INIT,
		.in = STRBUF_INIT,
		.held = STRBUF_INIT,
		.text = STRBUF_INIT,
		.last = STRBUF_INIT,
		.terminal = { .guard_fd = -1 },
		.signals = -1,
		.now_ms = clock_now_ms(),
		.leave_ms = -1,
		.cancel_ms = -1,
	};
	bool started;

	jp_attach_init(&run.attach);
	started = !start(&run, err);

	if (started) {
		loop(&run);
		write_rest(&run);
		/* If jp did not exit, its terminal was closed. */
		*status = run.ended ? run.status : SIGHUP;
		if (WIFEXITED(*status) && *status)
			jp_error_add(err, strbuf_slice(&run.last));
	}
	jp_attach_close(&run.attach);
	jp_watch_release(&run.watch);
	jp_pty_close(&run.pty);
	jp_terminal_close(&run.terminal);
	jp_drive_free(run.drive);
	jp_screen_free(run.screen);
	strbuf_release(&run.out);
	strbuf_release(&run.in);
	strbuf_release(&run.held);
	strbuf_release(&run.text);
	strbuf_release(&run.last);
	if (run.signals >= 0)
		close(run.signals);
	sigprocmask(SIG_SETMASK, &run.old_mask, NULL);
	if (run.locked)
		strbuf_setf(err, "another process works in the conversation");
	if (!started || run.locked)
		return -1;
	return 0;
}
