#include "config.h"

#include "src/jphost/query/query-stdin.h"

#include <string.h>
#include <unistd.h>

#include "src/base/terminal.h"

void query_stdin_init(struct query_stdin *tty)
{
	tty->out = isatty(STDERR_FILENO) ? STDERR_FILENO : STDOUT_FILENO;
	tty->usable = isatty(STDIN_FILENO) && isatty(tty->out);
	tty->look = terminal_look_of(tty->out);
	tty->mode = ASK_NOTHING;
}

static bool in_foreground(const struct query_stdin *tty)
{
	return tty->usable && tcgetpgrp(STDIN_FILENO) == getpgrp();
}

static void set(const struct termios *saved, enum query_ask_mode mode)
{
	struct termios now = *saved;

	now.c_lflag |= ICANON | ECHO | ISIG;
	if (mode == ASK_NOTHING)
		now.c_lflag &= ~(tcflag_t)ECHO;
	if (mode == ASK_KEY) {
		now.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
		now.c_cc[VMIN] = 1;
		now.c_cc[VTIME] = 0;
	} else if (mode == ASK_SECRET) {
		now.c_lflag &= ~(tcflag_t)ECHO;
		now.c_lflag |= ECHONL;
	}
	tcsetattr(STDIN_FILENO, mode == ASK_NOTHING ? TCSADRAIN : TCSAFLUSH,
		  &now);
}

static void say(int fd, const char *mode)
{
	if (write(fd, mode, strlen(mode)) < 0)
		return;
}

/* Turn bracketed paste on or off, so that pastes differ from single keys. */
static void mark_pastes(const struct query_stdin *tty, bool on)
{
	if (tty->look.cols)
		say(tty->out, on ? "\033[?2004h" : "\033[?2004l");
}

void query_stdin_set(struct query_stdin *tty, enum query_ask_mode mode)
{
	if ((tty->taken && tty->mode == mode) || !in_foreground(tty))
		return;
	if (!tty->taken && tcgetattr(STDIN_FILENO, &tty->saved))
		return;
	tty->taken = true;
	set(&tty->saved, mode);
	if ((mode == ASK_KEY) != (tty->mode == ASK_KEY))
		mark_pastes(tty, mode == ASK_KEY);
	tty->mode = mode;
}

void query_stdin_restore(struct query_stdin *tty)
{
	if (!tty->taken || !in_foreground(tty))
		return;
	query_stdin_set(tty, ASK_NOTHING);
	/* A prompt may still be open: it stays as it is. */
	if (tty->look.rich)
		say(tty->out, TERMINAL_REORDERED);
	tcsetattr(STDIN_FILENO, TCSADRAIN, &tty->saved);
	tty->taken = false;
}

void query_stdin_flush(const struct query_stdin *tty)
{
	if (in_foreground(tty))
		tcflush(STDIN_FILENO, TCIFLUSH);
}

void query_stdin_rescue(void)
{
	struct termios now;

	if (!tcgetattr(STDIN_FILENO, &now)) {
		now.c_lflag |= ICANON | ECHO | ISIG;
		tcsetattr(STDIN_FILENO, TCSADRAIN, &now);
	}
}
