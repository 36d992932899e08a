#include "config.h"

#include "src/base/signal-fd.h"

#include <sys/signalfd.h>

int signal_fd_open(const int *caught, size_t count, sigset_t *before)
{
	sigset_t mask;

	sigemptyset(&mask);
	for (size_t i = 0; i < count; i++)
		sigaddset(&mask, caught[i]);
	sigprocmask(SIG_BLOCK, &mask, before);
	signal(SIGPIPE, SIG_IGN);
	return signalfd(-1, &mask, SFD_NONBLOCK | SFD_CLOEXEC);
}
