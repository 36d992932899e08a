#ifndef JPD_JP_JP_RUN_STATE_H
#define JPD_JP_JP_RUN_STATE_H

#include <signal.h>

#include "src/jphost/jp/jp-attach.h"
#include "src/jphost/jp/jp-keys.h"
#include "src/jphost/jp/jp-pty.h"
#include "src/jphost/jp/jp-run.h"
#include "src/jphost/jp/jp-screen.h"
#include "src/jphost/jp/jp-terminal.h"
#include "src/jphost/jp/jp-watch.h"

/* State shared by jp-run's files; no other file includes this. */

/* The size of a terminal that no one sees. */
enum { JP_RUN_HEADLESS_ROWS = 50, JP_RUN_HEADLESS_COLS = 200 };

struct run {
	const struct jp_run_options *options;
	struct jp_pty pty;
	struct jp_terminal terminal;
	struct jp_screen *screen;
	struct jp_drive *drive;
	struct jp_watch watch;
	struct jp_keys keys;
	int64_t key_ms;
	struct strbuf out;  /* to the user's terminal */
	struct strbuf in;   /* to jp's terminal */
	struct strbuf held; /* keys held while an answer is typed */
	struct strbuf text; /* printed by jp */
	struct strbuf last; /* its end, if no one saw it */
	int signals;
	sigset_t old_mask;
	int64_t now_ms, leave_ms, cancel_ms;
	struct jp_attach attach; /* to a headless one */
	bool keys_gone, out_gone;
	bool locked; /* by another process */
	bool ended;
	int status;
};

/* --- jp-run.c --- */

/* Write as much as is accepted now. */
void jp_run_write_pty(struct run *run);
void jp_run_write_out(struct run *run);

/* --- jp-run-keys.c: the user's terminal --- */

void jp_run_resize(struct run *run);
/*
 * Stop as a shell's job: both jp, which leads its own session, and us, whom the
 * shell knows. Then continue.
 */
void jp_run_stop(struct run *run);
void jp_run_go_on(struct run *run);
void jp_run_hang_up(struct run *run);
void jp_run_read_keys(struct run *run);
/* A user attaches to a headless one, types and leaves. */
void jp_run_look_at_attached(struct run *run);
/* An incomplete sequence that does not continue is keys. */
void jp_run_settle_keys(struct run *run);
/* Lower `wake_ms` to when that is certain. */
void jp_run_wake_keys(const struct run *run, int64_t *wake_ms);

#endif
