#include "config.h"

#include "src/jphost/jp/jp-pty.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Runs after fork(), so only async-signal-safe calls are used. */
static _Noreturn void become(const struct jp_pty_options *options, int slave,
			     int told)
{
	int error;

	setsid();
	if (!ioctl(slave, TIOCSCTTY, 0) && dup2(slave, STDIN_FILENO) >= 0 &&
	    dup2(slave, STDOUT_FILENO) >= 0 &&
	    (options->own_stderr || dup2(slave, STDERR_FILENO) >= 0)) {
		for (int i = 1; i < NSIG; i++)
			signal(i, SIG_DFL);
		sigprocmask(SIG_SETMASK, options->mask, NULL);
		execvp(options->argv[0], options->argv);
	}
	error = errno;
	if (write(told, &error, sizeof(error)) < 0)
		_exit(126);
	_exit(127);
}

static int open_slave(int master)
{
	char name[64];

	if (grantpt(master) || unlockpt(master) ||
	    ptsname_r(master, name, sizeof(name)))
		return -1;
	return open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
}

/* Read why the program could not start; 0: it has started. */
static int hear_start(int fd)
{
	int error = 0;
	ssize_t got;

	do
		got = read(fd, &error, sizeof(error));
	while (got < 0 && errno == EINTR);
	return got == sizeof(error) ? error : 0;
}

int jp_pty_start(struct jp_pty *pty, const struct jp_pty_options *options,
		 struct strbuf *err)
{
	int slave = -1, told[2] = { -1, -1 }, error = 0;

	pty->pid = -1;
	pty->master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
	if (pty->master >= 0)
		slave = open_slave(pty->master);
	if (slave < 0 || pipe2(told, O_CLOEXEC)) {
		error = errno;
		goto out;
	}
	if (options->modes)
		tcsetattr(slave, TCSANOW, options->modes);
	ioctl(slave, TIOCSWINSZ, &options->size);
	pty->pid = fork();
	if (!pty->pid)
		become(options, slave, told[1]);
	error = pty->pid < 0 ? errno : 0;
	close(told[1]);
	told[1] = -1;
	if (!error)
		error = hear_start(told[0]);
out:
	for (size_t i = 0; i < 2; i++) {
		if (told[i] >= 0)
			close(told[i]);
	}
	/* Close our copy, which would hide that the program has exited. */
	if (slave >= 0)
		close(slave);
	if (!error)
		return 0;
	strbuf_setf(err, "cannot start '%s': %s", options->argv[0],
		    strerror(error));
	jp_pty_close(pty);
	return -1;
}

void jp_pty_close(struct jp_pty *pty)
{
	if (pty->master >= 0)
		close(pty->master);
	pty->master = -1;
}

void jp_pty_resize(const struct jp_pty *pty, struct winsize size)
{
	ioctl(pty->master, TIOCSWINSZ, &size);
}

void jp_pty_signal(const struct jp_pty *pty, int number)
{
	pid_t group = 0;

	if (ioctl(pty->master, TIOCGPGRP, &group) || group <= 0)
		group = pty->pid;
	if (group > 1)
		kill(-group, number);
}

enum jp_drive_mode jp_pty_mode(const struct jp_pty *pty)
{
	struct termios modes;

	return !tcgetattr(pty->master, &modes) && !(modes.c_lflag & ICANON)
		       ? JP_DRIVE_KEYS
		       : JP_DRIVE_LINES;
}

bool jp_pty_is_stop_key(const struct jp_pty *pty, char key)
{
	struct termios modes;

	return !tcgetattr(pty->master, &modes) && (modes.c_lflag & ISIG) &&
	       modes.c_cc[VSUSP] && (char)modes.c_cc[VSUSP] == key;
}
