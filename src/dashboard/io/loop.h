#ifndef JPD_IO_LOOP_H
#define JPD_IO_LOOP_H

#include "src/dashboard/app/parts.h"
#include "src/dashboard/io/hub.h"
#include "ui/term/term.h"

/*
 * One poll() over the hosts, the terminal and the signals; runs until the app
 * wants to exit. It reads at most 64 KiB per turn, draws at most once per turn
 * and 60 times per second, only if something changed and the terminal accepts
 * it, and sleeps while nothing happens.
 */
void loop_run(struct app *app, struct term *term, struct hub *hub,
	      int signal_fd);

#endif
