#include "config.h"

#include "src/jphost/commands/signal-fd.h"

#include <signal.h>

#include "src/base/signal-fd.h"
#include "src/base/xalloc.h"

int host_signals_open(bool children)
{
	static const int caught[] = { SIGTERM, SIGINT, SIGHUP, SIGCHLD };
	size_t count = ARRAY_SIZE(caught);

	return signal_fd_open(caught, children ? count : count - 1, NULL);
}
