#ifndef JPD_IO_LOOP_H
#define JPD_IO_LOOP_H

#include "src/dashboard/app/parts.h"
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

#endif
