#include "config.h"

#include "src/base/signal-fd.h"

#include <sys/signalfd.h>
#include <unistd.h>

#include "src/base/xalloc.h"

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

int signal_fd_open_stops(bool children)
{
	static const int caught[] = { SIGTERM, SIGINT, SIGHUP, SIGCHLD };
	size_t count = ARRAY_SIZE(caught);

	return signal_fd_open(caught, children ? count : count - 1, NULL);
}

int signal_fd_next(int fd)
{
	struct signalfd_siginfo info;

	return read(fd, &info, sizeof(info)) == sizeof(info)
		       ? (int)info.ssi_signo
		       : 0;
}
