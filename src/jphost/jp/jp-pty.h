#ifndef JPD_JP_JP_PTY_H
#define JPD_JP_JP_PTY_H

#include <signal.h>
#include <stdbool.h>
#include <sys/ioctl.h>
#include <sys/types.h>
#include <termios.h>

#include "src/base/strbuf.h"
#include "src/jphost/jp/jp-drive.h"

/* A program that leads a session on our own pseudo terminal. */
struct jp_pty {
	int master; /* nonblocking; -1 after the end of output */
	pid_t pid;
};

struct jp_pty_options {
	char *const *argv;
	const struct termios *modes; /* or NULL: the system's */
	struct winsize size;
	bool own_stderr;      /* it inherits our stderr */
	const sigset_t *mask; /* the program's signal mask */
};

/* Start the program; -1 with a sentence. */
int jp_pty_start(struct jp_pty *pty, const struct jp_pty_options *options,
		 struct strbuf *err);
void jp_pty_close(struct jp_pty *pty);
void jp_pty_resize(const struct jp_pty *pty, struct winsize size);
/* Signal the foreground group of its terminal. */
void jp_pty_signal(const struct jp_pty *pty, int number);
enum jp_drive_mode jp_pty_mode(const struct jp_pty *pty);
/* Whether a terminal would stop the foreground group at this key. */
bool jp_pty_is_stop_key(const struct jp_pty *pty, char key);

#endif
