#include "config.h"

#include "ui/term/term-private.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/trace.h"
#include "ui/term/term-signals.h"

enum {
	MAX_FDS = 1024,
	NOT_FOUND = 127, /* as in shells */
	GRACE_MS = 1000, /* for a program that was sent a hang-up */
	GRACE_STEP_MS = 20,
	HANGUP_TICK_MS = 1000,
};

/* In the child: keep only the terminal, no pipe to a host. */
static void become(const struct term *term, char *const argv[])
{
	struct sigaction act = { .sa_handler = SIG_DFL };
	sigset_t none;

	setpgid(0, 0);
	term_own_give(term, getpid());
	for (int sig = 1; sig < NSIG; sig++)
		sigaction(sig, &act, NULL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	for (int fd = 0; fd < 3; fd++)
		dup2(term->fd, fd);
	for (int fd = 3; fd < MAX_FDS; fd++)
		close(fd);
	execvp(argv[0], argv);
	_exit(NOT_FOUND);
}

static void wait_for_signal(const struct term *term, int timeout_ms)
{
	struct pollfd noted = { .fd = term_signals_fd(), .events = POLLIN };
	struct term_signals signals;

	if (term->meanwhile)
		term->meanwhile(term->meanwhile_data, noted.fd, timeout_ms);
	else
		poll(&noted, 1, timeout_ms);
	term_signals_take(&signals);
}

void term_set_meanwhile(struct term *term, term_meanwhile *meanwhile,
			void *data)
{
	term->meanwhile = meanwhile;
	term->meanwhile_data = data;
}

/*
 * The program was stopped by ^Z: stop the whole job, and continue it with us.
 */
static bool stop_with(struct term *term, pid_t child)
{
	struct termios modes;
	pid_t group = tcgetpgrp(term->fd);

	trace(TRACE_TERM, "the program stopped");
	if (group == getpgrp()) {
		/* It waited for the terminal, which the job just got back. */
		term_own_give(term, child);
		kill(-child, SIGCONT);
		return true;
	}
	tcgetattr(term->fd, &modes);
	/* A shell that already has the terminal keeps its modes. */
	if (group == child) {
		term_own_give(term, getpgrp());
		tcsetattr(term->fd, TCSADRAIN, &term->shell);
	}
	term_signals_stop_here(true);
	if (!term_own_wait(term))
		return false;
	tcgetattr(term->fd, &term->shell);
	if (group == child)
		tcsetattr(term->fd, TCSADRAIN, &modes);
	term_own_give(term, child);
	kill(-child, SIGCONT);
	return true;
}

/* An editor may want to save its text. */
static void hang_up(pid_t child)
{
	kill(-child, SIGHUP);
	kill(-child, SIGCONT);
	for (int ms = 0; ms < GRACE_MS; ms += GRACE_STEP_MS) {
		if (waitpid(child, NULL, WNOHANG) == child)
			return;
		poll(NULL, 0, GRACE_STEP_MS);
	}
	kill(-child, SIGKILL);
	waitpid(child, NULL, 0);
}

/* Wait for its end: its status, or -1 if the terminal was closed first. */
static int wait_for(struct term *term, pid_t child)
{
	for (;;) {
		int status;
		pid_t got = waitpid(child, &status, WNOHANG | WUNTRACED);

		if (got < 0 && errno != EINTR)
			return -1;
		if (got == child && !WIFSTOPPED(status))
			return status;
		if (got == child && !stop_with(term, child))
			break;
		if (term_signals_ended() || tcgetpgrp(term->fd) < 0)
			break;
		/* A terminal may close without a signal to us. */
		if (got == 0)
			wait_for_signal(term, HANGUP_TICK_MS);
	}
	hang_up(child);
	return -1;
}

/* Whether we get the terminal back from the program; a shell may have it. */
static bool take_back(struct term *term, pid_t child)
{
	pid_t group = tcgetpgrp(term->fd);

	if (group == child ||
	    (group > 0 && kill(-group, 0) < 0 && errno == ESRCH))
		term_own_give(term, getpgrp());
	return term_own_wait(term);
}

int term_run(struct term *term, char *const argv[])
{
	pid_t child;
	int status;

	if (term->owner != TERM_OURS || !term_in_foreground(term))
		return -1;
	term_screen_leave(term, true);
	term_signals_watch_children(true);
	child = fork();
	if (child == 0)
		become(term, argv);
	if (child > 0) {
		trace(TRACE_TERM, "running %s as %d", argv[0], (int)child);
		/* Parent and child both do it: either may run first. */
		setpgid(child, child);
		term_own_give(term, child);
	}
	status = child < 0 ? -1 : wait_for(term, child);
	term_signals_watch_children(false);
	/* The modes are the program's: only our own are known. */
	if (take_back(term, child))
		term_screen_resume(term);
	return status;
}
