#include "config.h"

#include "ui/term/term-crash.h"

#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "src/base/xalloc.h"
#include "ui/term/term-modes.h"
#include "ui/term/term-signals.h"
#include "ui/term/term.h"

static const int crash_signals[] = { SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL };

enum { STACK_BYTES = 64 * 1024, STALLED_MS = 100 };

/* State of the handlers, and the stack that they run on. */
static struct {
	volatile sig_atomic_t armed, in_library;
	bool started;
	struct term_crash_options options;
	struct termios shell;
	struct sigaction before[ARRAY_SIZE(crash_signals)];
	char stack[STACK_BYTES];
} crash;

void term_restore_now(void)
{
	struct pollfd tty = { .fd = crash.options.tty_fd, .events = POLLOUT };

	if (!crash.armed)
		return;
	crash.armed = 0;
	/* Stays blocked: callers do not draw again. */
	term_signals_block_ttou(true);
	/* Set modes only if no shell has set its own already. */
	if (tcgetpgrp(tty.fd) == getpgrp())
		tcsetattr(tty.fd, TCSANOW, &crash.shell);
	/*
	 * A stalled terminal must not keep us from exiting; the guard, which is
	 * then not told, tries again after we exit.
	 */
	if (poll(&tty, 1, STALLED_MS) != 1)
		return;
	term_write(tty.fd, crash.options.reset, strlen(crash.options.reset));
	term_guard_tell(crash.options.guard, false, &crash.shell);
}

void term_crash_no_memory(void)
{
	const char *words = crash.options.last_words;

	term_restore_now();
	if (words)
		term_write(crash.options.last_fd, words, strlen(words));
	_exit(1);
}

static void on_crash(int sig)
{
	/* Without memory, a library may write to a null pointer. */
	if (crash.in_library)
		term_crash_no_memory();
	term_restore_now();
	/* SA_RESETHAND: this time it ends us, with the right status. */
	raise(sig);
}

void term_crash_start(const struct term_crash_options *options)
{
	stack_t stack = { .ss_sp = crash.stack, .ss_size = STACK_BYTES };
	struct sigaction act = {
		.sa_handler = on_crash,
		.sa_flags = SA_ONSTACK | (int)SA_RESETHAND | SA_NODEFER,
	};

	crash.options = *options;
	crash.started = true;
	sigaltstack(&stack, NULL);
	sigemptyset(&act.sa_mask);
	for (size_t i = 0; i < ARRAY_SIZE(crash_signals); i++)
		sigaction(crash_signals[i], &act, &crash.before[i]);
}

bool term_crash_library(bool in)
{
	bool was = crash.in_library;

	crash.in_library = in;
	return was;
}

void term_crash_stop(void)
{
	if (!crash.started)
		return;
	crash.started = false;
	for (size_t i = 0; i < ARRAY_SIZE(crash_signals); i++)
		sigaction(crash_signals[i], &crash.before[i], NULL);
	crash.armed = 0;
	crash.in_library = 0;
	crash.options.reset = NULL;
}

void term_crash_arm(const struct termios *shell)
{
	crash.shell = *shell;
	term_guard_tell(crash.options.guard, true, shell);
	crash.armed = 1;
}

void term_crash_disarm(void)
{
	if (!crash.armed)
		return;
	crash.armed = 0;
	term_guard_tell(crash.options.guard, false, &crash.shell);
}

bool term_crash_armed(void)
{
	return crash.armed;
}
