#include "config.h"

#include "src/dashboard/io/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "src/base/xalloc.h"
#include "ui/term/term.h"

static int signal_pipe[2] = { -1, -1 };

static void on_end(int signal)
{
	int saved = errno;
	unsigned char byte = (unsigned char)signal;

	term_note_end();
	/* A full pipe already has the message. */
	if (write(signal_pipe[1], &byte, 1) < 0)
		errno = saved;
	errno = saved;
}

static void on_alarm(int signal)
{
	(void)signal;
	term_restore_now();
	_exit(1);
}

static void set_handler(int signal, void (*handler)(int))
{
	struct sigaction action;

	memset(&action, 0, sizeof(action));
	sigemptyset(&action.sa_mask);
	action.sa_handler = handler;
	action.sa_flags = SA_RESTART;
	sigaction(signal, &action, NULL);
}

int signals_install(void)
{
	static const int ends[] = { SIGTERM, SIGHUP };
	static const int ignored[] = { SIGINT, SIGQUIT, SIGPIPE };

	if (pipe2(signal_pipe, O_CLOEXEC | O_NONBLOCK))
		return -1;
	for (size_t i = 0; i < ARRAY_SIZE(ends); i++)
		set_handler(ends[i], on_end);
	for (size_t i = 0; i < ARRAY_SIZE(ignored); i++)
		set_handler(ignored[i], SIG_IGN);
	return signal_pipe[0];
}

bool signals_take(int fd)
{
	unsigned char byte;
	bool any = false;

	while (read(fd, &byte, 1) == 1)
		any = true;
	return any;
}

void signals_watchdog(unsigned seconds)
{
	set_handler(SIGALRM, on_alarm);
	alarm(seconds);
}
