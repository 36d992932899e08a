#include "config.h"

#include "src/dashboard/io/run-briefly.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/clock.h"
#include "src/base/i18n.h"
#include "src/base/spawn.h"

/* More of an error message is not useful. */
#define OUTPUT_MAX 4096
#define STEP_MS    5

/* Wait until the descriptor is readable or the time is over. */
static bool wait_for(int fd, int64_t end_ms)
{
	struct pollfd poll_fd = { .fd = fd, .events = POLLIN };
	int64_t left_ms;

	while ((left_ms = end_ms - clock_now_ms()) > 0) {
		int ready = poll(&poll_fd, 1, (int)left_ms);

		if (ready > 0)
			return true;
		if (ready < 0 && errno != EINTR)
			return false;
	}
	return false;
}

static bool gather(int fd, struct strbuf *out, int64_t end_ms)
{
	char bytes[1024];
	ssize_t got = 1;

	while (got > 0 && wait_for(fd, end_ms)) {
		got = read(fd, bytes, sizeof(bytes));
		if (got > 0 && out->len < OUTPUT_MAX)
			strbuf_add(out, bytes, (size_t)got);
	}
	return got <= 0;
}

bool run_briefly_ends(pid_t pid, int64_t end_ms, int *status)
{
	int fd = (int)syscall(SYS_pidfd_open, pid, 0);
	pid_t got;

	if (fd >= 0) {
		wait_for(fd, end_ms);
		close(fd);
	}
	/* An old kernel has no pidfd: poll for the end. */
	while (!(got = waitpid(pid, status, WNOHANG)) && fd < 0 &&
	       clock_now_ms() < end_ms)
		poll(NULL, 0, STEP_MS);
	if (got)
		return got == pid;
	kill(-pid, SIGKILL);
	while (waitpid(pid, status, 0) < 0 && errno == EINTR)
		;
	return false;
}

int run_briefly(char *const *argv, char *const *env, const char *dir,
		int limit_ms, struct strbuf *out, struct strbuf *err)
{
	int64_t end_ms = clock_now_ms() + limit_ms;
	int ends[2], failed, status = 0;
	pid_t pid;
	bool told;

	if (pipe2(ends, O_CLOEXEC)) {
		strbuf_setf(err, "%s", strerror(errno));
		return -1;
	}
	failed = spawn_fds(&pid, (int[]){ -1, ends[1], ends[1] }, SPAWN_SESSION,
			   argv, dir, env);
	close(ends[1]);
	if (failed) {
		close(ends[0]);
		strbuf_setf(err, _("cannot run '%s': %s"), argv[0],
			    strerror(failed));
		return -1;
	}
	told = gather(ends[0], out, end_ms);
	close(ends[0]);
	/* The program may end before its children close the pipe, or the other
	 * way round. */
	if (!told)
		kill(-pid, SIGKILL);
	if (!run_briefly_ends(pid, end_ms, &status) || !told) {
		strbuf_setf(err, _("'%s' does not answer"), argv[0]);
		return -1;
	}
	return status;
}
