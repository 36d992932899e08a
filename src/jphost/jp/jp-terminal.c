#include "config.h"

#include "src/jphost/jp/jp-terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Undo what jp may leave behind: a hidden cursor, bracketed paste. */
#define TIDY "\x1b[?25h\x1b[?2004l"

static bool is_in_front(void)
{
	return tcgetpgrp(STDIN_FILENO) == getpgrp();
}

bool jp_terminal_is_ours(void)
{
	return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && is_in_front();
}

struct winsize jp_terminal_size(void)
{
	struct winsize size = { .ws_row = 24, .ws_col = 80 };
	struct winsize told;

	if (!ioctl(STDIN_FILENO, TIOCGWINSZ, &told) && told.ws_row &&
	    told.ws_col)
		size = told;
	return size;
}

static void set_modes(const struct termios *modes)
{
	while (tcsetattr(STDIN_FILENO, TCSADRAIN, modes) && errno == EINTR)
		;
}

/* Compare only the modes that a program sets. */
static bool same_modes(const struct termios *a, const struct termios *b)
{
	return a->c_iflag == b->c_iflag && a->c_oflag == b->c_oflag &&
	       a->c_lflag == b->c_lflag;
}

/*
 * Run in a separate process group, so that our signals do not hit it. Leave the
 * terminal alone if a shell has set it meanwhile.
 */
static _Noreturn void keep_watch(const struct jp_terminal *terminal, int fd)
{
	struct termios now;
	char byte;
	ssize_t got;

	setpgid(0, 0);
	signal(SIGTTOU, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	do
		got = read(fd, &byte, 1);
	while (got < 0 && errno == EINTR);
	if (!got && !tcgetattr(STDIN_FILENO, &now) &&
	    same_modes(&now, &terminal->raw)) {
		set_modes(&terminal->saved);
		if (write(STDOUT_FILENO, TIDY, strlen(TIDY)) < 0)
			_exit(1);
	}
	_exit(0);
}

static int start_guard(struct jp_terminal *terminal, struct strbuf *err)
{
	int fds[2];

	if (pipe2(fds, O_CLOEXEC)) {
		strbuf_setf(err, "cannot create a pipe: %s", strerror(errno));
		return -1;
	}
	terminal->guard = fork();
	if (!terminal->guard) {
		close(fds[1]);
		keep_watch(terminal, fds[0]);
	}
	close(fds[0]);
	terminal->guard_fd = fds[1];
	if (terminal->guard > 0)
		return 0;
	strbuf_setf(err, "cannot start a process: %s", strerror(errno));
	close(fds[1]);
	terminal->guard_fd = -1;
	return -1;
}

int jp_terminal_open(struct jp_terminal *terminal, struct strbuf *err)
{
	memset(terminal, 0, sizeof(*terminal));
	terminal->guard_fd = -1;
	if (tcgetattr(STDIN_FILENO, &terminal->saved)) {
		strbuf_setf(err, "cannot use the terminal: %s",
			    strerror(errno));
		return -1;
	}
	terminal->raw = terminal->saved;
	cfmakeraw(&terminal->raw);
	return start_guard(terminal, err);
}

bool jp_terminal_take(struct jp_terminal *terminal)
{
	if (terminal->taken || !is_in_front())
		return terminal->taken;
	set_modes(&terminal->raw);
	/* The terminal may not accept all settings; read back what it has. */
	tcgetattr(STDIN_FILENO, &terminal->raw);
	terminal->taken = true;
	return true;
}

void jp_terminal_give_back(struct jp_terminal *terminal)
{
	if (!terminal->taken)
		return;
	terminal->taken = false;
	if (is_in_front())
		set_modes(&terminal->saved);
}

void jp_terminal_close(struct jp_terminal *terminal)
{
	int status;

	jp_terminal_give_back(terminal);
	if (terminal->guard_fd < 0)
		return;
	if (write(terminal->guard_fd, "q", 1) < 0)
		kill(terminal->guard, SIGKILL);
	close(terminal->guard_fd);
	terminal->guard_fd = -1;
	while (waitpid(terminal->guard, &status, 0) < 0 && errno == EINTR)
		;
}
