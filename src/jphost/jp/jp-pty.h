#ifndef JPD_JP_JP_PTY_H
#define JPD_JP_JP_PTY_H

#include <signal.h>
#include <stdbool.h>
#include <sys/ioctl.h>
#include <sys/types.h>
#include <termios.h>

#include "src/base/strbuf.h"
#include "src/jphost/jp/jp-drive.h"

/* A program on a pseudo terminal of ours, which leads a session on it. */
struct jp_pty {
	int master; /* not blocking; -1 once nothing comes any more */
	pid_t pid;
};

struct jp_pty_options {
	char *const *argv;
	const struct termios *modes; /* or NULL: the system's */
	struct winsize size;
	bool own_stderr;      /* it keeps ours */
	const sigset_t *mask; /* of the program */
};

/* The program has started, or -1 with a sentence. */
int jp_pty_start(struct jp_pty *pty, const struct jp_pty_options *options,
		 struct strbuf *err);
void jp_pty_close(struct jp_pty *pty);
void jp_pty_resize(const struct jp_pty *pty, struct winsize size);
/* To all that stand in front on its terminal. */
void jp_pty_signal(const struct jp_pty *pty, int number);
enum jp_drive_mode jp_pty_mode(const struct jp_pty *pty);
/* Whether this key stops what stands in front, as a terminal does it. */
bool jp_pty_is_stop_key(const struct jp_pty *pty, char key);

#endif
