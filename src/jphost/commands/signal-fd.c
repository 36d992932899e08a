#include "config.h"

#include "src/jphost/commands/signal-fd.h"

#include <signal.h>
#include <sys/signalfd.h>

int host_signals_open(bool children)
{
	sigset_t signals;

	signal(SIGPIPE, SIG_IGN);
	sigemptyset(&signals);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGHUP);
	if (children)
		sigaddset(&signals, SIGCHLD);
	sigprocmask(SIG_BLOCK, &signals, NULL);
	return signalfd(-1, &signals, SFD_NONBLOCK | SFD_CLOEXEC);
}
