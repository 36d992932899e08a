#include "config.h"

#include "ui/term/term-guard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "ui/term/term-modes.h"

/* A message to the guard; always sent whole. */
struct news {
	bool screen_up;
	struct termios shell;
};

enum {
	/* We have few descriptors, opened one by one: all are below. */
	MAX_FDS = 1024,
	/* A terminal stalled for longer (^S, a dead line) is abandoned. */
	STALLED_MS = 1000,
};

static void ignore_signals(void)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN };

	/*
	 * Ignore all: signals for the job must not end or stop the guard, and
	 * our handlers would write to the pipe that it shares with us.
	 */
	for (int sig = 1; sig < NSIG; sig++)
		sigaction(sig, &ignore, NULL);
}

static void close_others(const struct term_guard_options *options, int fd)
{
	int null = open("/dev/null", O_RDWR);

	for (int i = 0; i < 3 && null >= 0; i++)
		dup2(null, i);
	for (int i = 3; i < MAX_FDS; i++)
		if (i != fd && i != options->tty_fd && i != options->keep_fd)
			close(i);
}

static bool read_news(int fd, struct news *news)
{
	ssize_t got;

	do {
		got = recv(fd, news, sizeof(*news), MSG_WAITALL);
	} while (got < 0 && errno == EINTR);
	return got == (ssize_t)sizeof(*news);
}

static void give_back(const struct term_guard_options *options,
		      const struct termios *shell)
{
	struct pollfd tty = { .fd = options->tty_fd, .events = POLLOUT };
	pid_t group = tcgetpgrp(options->tty_fd);

	if (group < 0)
		return;
	/* A shell in the foreground has set its own modes already. */
	if (group == getpgrp() || (kill(-group, 0) < 0 && errno == ESRCH))
		tcsetattr(options->tty_fd, TCSANOW, shell);
	if (poll(&tty, 1, STALLED_MS) == 1)
		term_write(options->tty_fd, options->reset,
			   strlen(options->reset));
}

static _Noreturn void guard(const struct term_guard_options *options, int fd)
{
	struct news news = { 0 };
	struct news next;

	ignore_signals();
	close_others(options, fd);
	/* End of file: our main process ended, for whatever reason. */
	while (read_news(fd, &next))
		news = next;
	if (news.screen_up)
		give_back(options, &news.shell);
	_exit(0);
}

int term_guard_start(struct term_guard *g,
		     const struct term_guard_options *options,
		     struct strbuf *err)
{
	int ends[2];
	pid_t pid;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) {
		strbuf_setf(err, _("cannot guard the terminal: %s"),
			    strerror(errno));
		return -1;
	}
	pid = fork();
	if (pid == 0) {
		close(ends[0]);
		guard(options, ends[1]);
	}
	close(ends[1]);
	if (pid < 0) {
		strbuf_setf(err, _("cannot guard the terminal: %s"),
			    strerror(errno));
		close(ends[0]);
		return -1;
	}
	g->fd = ends[0];
	g->pid = pid;
	return 0;
}

void term_guard_tell(const struct term_guard *g, bool screen_up,
		     const struct termios *shell)
{
	struct news news;

	if (g->fd < 0)
		return;
	memset(&news, 0, sizeof(news));
	news.screen_up = screen_up;
	news.shell = *shell;
	/* If the guard has exited, SIGPIPE must not end us. */
	(void)!send(g->fd, &news, sizeof(news), MSG_NOSIGNAL);
}

void term_guard_stop(struct term_guard *g)
{
	if (g->fd < 0)
		return;
	close(g->fd);
	while (waitpid(g->pid, NULL, 0) < 0 && errno == EINTR)
		;
	*g = (struct term_guard)TERM_GUARD_INIT;
}
