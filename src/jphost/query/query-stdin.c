#include "config.h"

#include "src/jphost/query/query-stdin.h"

#include <unistd.h>

void query_tty_init(struct query_tty *tty)
{
	tty->usable = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
	tty->mode = ASK_NOTHING;
}

bool query_tty_in_foreground(const struct query_tty *tty)
{
	return tty->usable && tcgetpgrp(STDIN_FILENO) == getpgrp();
}

static void set(const struct termios *saved, enum query_ask_mode mode)
{
	struct termios now = *saved;

	now.c_lflag |= ICANON | ECHO | ISIG;
	if (mode == ASK_KEY) {
		now.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
		now.c_cc[VMIN] = 1;
		now.c_cc[VTIME] = 0;
	} else if (mode == ASK_SECRET) {
		now.c_lflag &= ~(tcflag_t)ECHO;
		now.c_lflag |= ECHONL;
	}
	tcsetattr(STDIN_FILENO, TCSAFLUSH, &now);
}

void query_tty_set(struct query_tty *tty, enum query_ask_mode mode)
{
	if (tty->mode == mode || !query_tty_in_foreground(tty))
		return;
	if (mode == ASK_NOTHING) {
		tcsetattr(STDIN_FILENO, TCSADRAIN, &tty->saved);
	} else {
		if (tty->mode == ASK_NOTHING &&
		    tcgetattr(STDIN_FILENO, &tty->saved))
			return;
		set(&tty->saved, mode);
	}
	tty->mode = mode;
}

void query_tty_flush(const struct query_tty *tty)
{
	if (query_tty_in_foreground(tty))
		tcflush(STDIN_FILENO, TCIFLUSH);
}

void query_tty_rescue(void)
{
	struct termios now;

	if (!tcgetattr(STDIN_FILENO, &now)) {
		now.c_lflag |= ICANON | ECHO | ISIG;
		tcsetattr(STDIN_FILENO, TCSADRAIN, &now);
	}
}
