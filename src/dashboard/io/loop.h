#ifndef JPD_IO_LOOP_H
#define JPD_IO_LOOP_H

#include "src/dashboard/app/app.h"
#include "src/dashboard/io/hub.h"
#include "ui/term/term.h"

/*
 * One poll() over the hosts, the terminal and the signals; runs until the app
 * wants to end. It reads at most 64 KiB a turn, draws at most once a turn and
 * 60 times a second, only when something changed and the terminal takes it,
 * and sleeps as long as nothing moves.
 */
void loop_run(struct app *app, struct term *term, struct hub *hub,
	      int signal_fd);

/*
 * The same without a terminal, until `done` says so; false where `limit_ms`
 * passed or the app wants to end first.
 */
bool loop_until(struct app *app, struct hub *hub, int signal_fd,
		bool (*done)(const struct app *app, void *data), void *data,
		int64_t limit_ms);

/*
 * Likewise, until it is known how the host that started us
 * is followed: a few milliseconds, two seconds where it hears nothing more,
 * at most five, and only where that host does not tell.
 */
void loop_find_out(struct app *app, struct hub *hub, int signal_fd);

#endif
