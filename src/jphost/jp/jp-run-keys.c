#include "config.h"

#include <errno.h>
#include <unistd.h>

#include "src/base/clock.h"
#include "src/jphost/jp/jp-run-state.h"

enum {
	/* A lone Escape is a key if nothing follows for this time. */
	ESCAPE_MS = 50,
	/* A terminal's hangup ends jp; after this time we exit as well. */
	HANGUP_MS = 2000,
};

static void resize(struct run *run, struct winsize size)
{
	jp_pty_resize(&run->pty, size);
	jp_screen_resize(run->screen, size.ws_row, size.ws_col);
}

void jp_run_resize(struct run *run)
{
	resize(run, jp_terminal_size());
}

/* A change of size makes jp redraw what the shell has overwritten. */
static void redraw(struct run *run)
{
	struct winsize size = jp_terminal_size();

	size.ws_row = size.ws_row > 1 ? (unsigned short)(size.ws_row - 1) : 2;
	jp_pty_resize(&run->pty, size);
	jp_run_resize(run);
}

void jp_run_go_on(struct run *run)
{
	/* Without a user, its terminal has our fixed size. */
	if (!run->options->headless) {
		jp_terminal_take(&run->terminal);
		redraw(run);
	}
	jp_pty_signal(&run->pty, SIGCONT);
}

void jp_run_stop(struct run *run)
{
	jp_pty_signal(&run->pty, SIGSTOP);
	jp_run_write_out(run);
	jp_terminal_give_back(&run->terminal);
	kill(0, SIGTSTP);
	/* We were continued, or nothing could stop us (no shell). */
	jp_run_go_on(run);
}

/* What a user typed somewhere. */
static void pass_keys(struct run *run, struct slice bytes)
{
	struct strbuf typed = STRBUF_INIT, replies = STRBUF_INIT;

	run->key_ms = run->now_ms;
	jp_keys_take(&run->keys, bytes, &typed, &replies);
	if (jp_drive_holds(run->drive)) {
		strbuf_addslice(&run->held, strbuf_slice(&typed));
		strbuf_addslice(&run->in, strbuf_slice(&replies));
	} else {
		strbuf_addslice(&run->in, bytes);
		jp_drive_typed(run->drive, strbuf_slice(&typed));
	}
	jp_run_write_pty(run);
	strbuf_release(&typed);
	strbuf_release(&replies);
}

static void take_keys(struct run *run, struct slice bytes)
{
	for (size_t i = 0; i < bytes.len; i++) {
		if (jp_drive_holds(run->drive) ||
		    !jp_pty_is_stop_key(&run->pty, bytes.ptr[i]))
			continue;
		pass_keys(run, slice_of(bytes.ptr, i));
		jp_run_stop(run);
		bytes = slice_skip(bytes, i + 1);
		i = (size_t)-1;
	}
	if (bytes.len)
		pass_keys(run, bytes);
}

void jp_run_hang_up(struct run *run)
{
	run->keys_gone = true;
	jp_pty_signal(&run->pty, SIGHUP);
	jp_pty_signal(&run->pty, SIGCONT);
	if (run->leave_ms < 0)
		run->leave_ms = run->now_ms + HANGUP_MS;
}

void jp_run_read_keys(struct run *run)
{
	char bytes[4096];
	ssize_t got = read(STDIN_FILENO, bytes, sizeof(bytes));

	if (got > 0)
		take_keys(run, slice_of(bytes, (size_t)got));
	else if (!got || (errno != EAGAIN && errno != EINTR))
		jp_run_hang_up(run);
}

void jp_run_settle_keys(struct run *run)
{
	struct strbuf typed = STRBUF_INIT;

	if (!jp_keys_is_open(&run->keys) ||
	    run->now_ms - run->key_ms < ESCAPE_MS)
		return;
	jp_keys_settle(&run->keys, &typed);
	if (jp_drive_holds(run->drive))
		strbuf_addslice(&run->held, strbuf_slice(&typed));
	else
		jp_drive_typed(run->drive, strbuf_slice(&typed));
	strbuf_release(&typed);
}

void jp_run_wake_keys(const struct run *run, int64_t *wake_ms)
{
	if (jp_keys_is_open(&run->keys))
		sooner_ms(wake_ms, run->key_ms + ESCAPE_MS);
}

/* --- Of a headless one --- */

static void take_size(struct run *run, struct winsize size)
{
	struct strbuf picture = STRBUF_INIT;
	struct jp_view view;

	jp_screen_look(run->screen, &view);
	jp_view_draw(&picture, &view, size.ws_row, size.ws_col);
	jp_attach_send(&run->attach, strbuf_slice(&picture));
	strbuf_release(&picture);
	resize(run, size);
}

void jp_run_look_at_attached(struct run *run)
{
	const struct winsize alone = { .ws_row = JP_RUN_HEADLESS_ROWS,
				       .ws_col = JP_RUN_HEADLESS_COLS };
	enum jp_attach_event event;
	struct strbuf keys = STRBUF_INIT;
	struct winsize size;

	if (run->watch.live_path)
		jp_attach_open(&run->attach, run->watch.live_path, run->now_ms);
	do {
		strbuf_reset(&keys);
		event = jp_attach_take(&run->attach, run->now_ms, &keys, &size);
		if (event == JP_ATTACH_KEYS)
			pass_keys(run, strbuf_slice(&keys));
		else if (event == JP_ATTACH_SIZE)
			take_size(run, size);
		else if (event == JP_ATTACH_LEFT)
			resize(run, alone);
	} while (event != JP_ATTACH_NOTHING);
	strbuf_release(&keys);
}
