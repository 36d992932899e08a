#include "config.h"

#include "tests/fuzz/session-clock.h"

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Linked with --wrap: the dashboard calls these, libraries the system's. */
int __real_poll(struct pollfd *fds, nfds_t count, int timeout_ms);
int __real_clock_gettime(clockid_t id, struct timespec *now);
ssize_t __real_write(int fd, const void *bytes, size_t len);
pid_t __real_fork(void);
int __wrap_poll(struct pollfd *fds, nfds_t count, int timeout_ms);
int __wrap_clock_gettime(clockid_t id, struct timespec *now);
ssize_t __wrap_write(int fd, const void *bytes, size_t len);
pid_t __wrap_fork(void);

#define START_MS   1000
#define WALL_MS    1767268800000
#define PROGRAM_MS 10000 /* real time, while a program has the terminal */

static int64_t now_ms = START_MS, written;
static pid_t own, program; /* the dashboard; the program on its terminal */
static int forks;

int __wrap_clock_gettime(clockid_t id, struct timespec *now)
{
	int64_t ms = id == CLOCK_REALTIME ? WALL_MS + now_ms : now_ms;

	if (id != CLOCK_REALTIME && id != CLOCK_MONOTONIC &&
	    id != CLOCK_BOOTTIME)
		return __real_clock_gettime(id, now);
	*now = (struct timespec){ ms / 1000, ms % 1000 * 1000000 };
	return 0;
}

ssize_t __wrap_write(int fd, const void *bytes, size_t len)
{
	ssize_t wrote = __real_write(fd, bytes, len);
	int saved = errno;

	if (wrote > 0 && isatty(fd))
		written += wrote;
	errno = saved;
	return wrote;
}

/* The first one is the guard. */
pid_t __wrap_fork(void)
{
	pid_t pid = __real_fork();

	if (pid > 0 && forks++)
		program = pid;
	return pid;
}

static bool program_runs(void)
{
	siginfo_t info = { .si_pid = 0 };

	return !waitid(P_PID, (id_t)program, &info,
		       WEXITED | WNOHANG | WNOWAIT) &&
	       !info.si_pid;
}

/* Wait until told to continue. */
static void idle(int64_t end_ms)
{
	struct session_idle message = { end_ms, written };
	ssize_t got;

	if (__real_write(SESSION_CLOCK_FD, &message, sizeof(message)) < 0)
		_exit(0);
	do {
		got = read(SESSION_CLOCK_FD, &now_ms, sizeof(now_ms));
	} while (got < 0 && errno == EINTR);
	if (got != sizeof(now_ms))
		_exit(0);
}

int __wrap_poll(struct pollfd *fds, nfds_t count, int timeout_ms)
{
	int64_t end_ms = timeout_ms < 0 ? -1 : now_ms + timeout_ms;

	if (!own)
		own = getpid();
	if (getpid() != own)
		return __real_poll(fds, count, timeout_ms);
	for (;;) {
		int ready = __real_poll(fds, count, 0);

		if (ready || (end_ms >= 0 && now_ms >= end_ms))
			return ready;
		if (!program) {
			idle(end_ms);
			continue;
		}
		if (!program_runs())
			program = 0;
		else if ((ready = __real_poll(fds, count, PROGRAM_MS)))
			return ready;
	}
}
