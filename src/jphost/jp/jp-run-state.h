#ifndef JPD_JP_JP_RUN_STATE_H
#define JPD_JP_JP_RUN_STATE_H

#include <signal.h>

#include "src/jphost/jp/jp-keys.h"
#include "src/jphost/jp/jp-pty.h"
#include "src/jphost/jp/jp-run.h"
#include "src/jphost/jp/jp-screen.h"
#include "src/jphost/jp/jp-terminal.h"
#include "src/jphost/jp/jp-watch.h"

/* What the files of jp-run share; nobody else includes it. */

struct run {
	const struct jp_run_options *options;
	struct jp_pty pty;
	struct jp_terminal terminal;
	struct jp_screen *screen;
	struct jp_drive *drive;
	struct jp_watch watch;
	struct jp_keys keys;
	int64_t key_ms;
	struct strbuf out;  /* to the person's terminal */
	struct strbuf in;   /* to jp's */
	struct strbuf held; /* keys, while an answer is written */
	struct strbuf text; /* that jp printed */
	struct strbuf last; /* of it, where nobody saw it */
	int signals;
	sigset_t old_mask;
	int64_t now_ms, leave_ms, cancel_ms;
	bool keys_gone, out_gone;
	bool locked; /* by another process */
	bool ended;
	int status;
};

/* --- jp-run.c --- */

/* As much as is taken at once. */
void jp_run_write_pty(struct run *run);
void jp_run_write_out(struct run *run);

/* --- jp-run-keys.c: the person's terminal --- */

void jp_run_resize(struct run *run);
/* As a job of a shell: jp, which leads a session of its own, and we, whom the
 * shell knows; and on again. */
void jp_run_stop(struct run *run);
void jp_run_go_on(struct run *run);
void jp_run_hang_up(struct run *run);
void jp_run_read_keys(struct run *run);
/* What began as a sequence, and went on no more, are keys. */
void jp_run_settle_keys(struct run *run);
/* Until when that can be known, if `wake_ms` is not sooner. */
void jp_run_wake_keys(const struct run *run, int64_t *wake_ms);

#endif
