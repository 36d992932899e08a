#include "config.h"

#include "ui/term/term-private.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#include "src/base/i18n.h"
#include "src/base/terminal.h"
#include "src/base/xalloc.h"
#include "ui/term/term-crash.h"
#include "ui/term/term-ground.h"
#include "ui/term/term-modes.h"
#include "ui/term/term-signals.h"

/* A line without a size (a serial one) has that of terminfo. */
static int usable(const struct term *term, int size, const char *capability)
{
	if (size < 1 && !term->plain)
		size = tigetnum(capability);
	return size < 1 ? 1 : size;
}

/* Lines in --plain, too, are read before they are answered. */
static void keep_order(struct term *term)
{
	struct strbuf mode = STRBUF_INIT;

	term_modes_add_order(&mode, terminal_is_rich(getenv("TERM")));
	term_out_add(&term->out, strbuf_slice(&mode));
	strbuf_release(&mode);
}

/* Clear our screen, where text keeps its order, and set the modes. */
static void show_screen(struct term *term)
{
	struct strbuf modes = STRBUF_INIT;

	keep_order(term);
	refresh();
	term_out_collect(&term->out);
	term_modes_add_on(&modes, term->rich, term->mouse);
	if (term->rich && !term->asked) {
		/* DECRQM: few terminals answer, so nothing waits for it. */
		strbuf_addstr(&modes,
			      "\033[?2026$p\033[?1004$p\033[?u" TERM_GROUND_ASK
				      TERM_STATUS_ASK);
		term->asks++;
		term->asked = true;
	}
	term_out_add(&term->out, strbuf_slice(&modes));
	strbuf_release(&modes);
	term->title_due = term->title != NULL;
	term_flush_notes(term);
}

static void modes_off(struct term *term)
{
	struct strbuf modes = STRBUF_INIT;

	term_modes_add_off(&modes, term->rich);
	if (term->title_saved)
		strbuf_addstr(&modes, TERM_TITLE_RESTORE);
	term->title_saved = false;
	term_out_add(&term->out, strbuf_slice(&modes));
	strbuf_release(&modes);
}

/* All bytes unchanged in both directions, and no signals from keys. */
static void set_raw(const struct term *term)
{
	struct termios raw_modes = term->shell;

	raw_modes.c_iflag &= ~(tcflag_t)(IGNBRK | BRKINT | PARMRK | ISTRIP |
					 INLCR | IGNCR | ICRNL | IXON);
	raw_modes.c_oflag &= ~(tcflag_t)OPOST;
	raw_modes.c_lflag &=
		~(tcflag_t)(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
	raw_modes.c_cflag &= ~(tcflag_t)(CSIZE | PARENB);
	raw_modes.c_cflag |= CS8;
	raw_modes.c_cc[VMIN] = 1;
	raw_modes.c_cc[VTIME] = 0;
	tcsetattr(term->fd, TCSANOW, &raw_modes);
}

/*
 * curses writes to a file, which has no size to query, so it gets the size from
 * the environment; children do not need it.
 */
static void start_curses(struct term *term)
{
	struct winsize size = { 0 };
	char number[16];

	ioctl(term->fd, TIOCGWINSZ, &size);
	unsetenv("LINES");
	unsetenv("COLUMNS");
	if (size.ws_row && size.ws_col) {
		snprintf(number, sizeof(number), "%d", size.ws_row);
		setenv("LINES", number, 1);
		snprintf(number, sizeof(number), "%d", size.ws_col);
		setenv("COLUMNS", number, 1);
	}
	term->screen = newterm(term->name, term->out.screen, term->screen_in);
	unsetenv("LINES");
	unsetenv("COLUMNS");
}

static void set_curses(void)
{
	nonl();
	keypad(stdscr, TRUE);
	curs_set(0);
	/* Pending keys must not interrupt an update. */
	typeahead(-1);
}

/*
 * Out of memory, curses has windows of both sizes, and neither drawing nor
 * retrying is safe. Its memory is abandoned and curses started again; if that
 * fails too, the program ends.
 */
static bool resize_curses(struct term *term, int rows, int cols)
{
	bool was = term_crash_library(true);

	if (!term->resize_failed) {
		term->resize_failed = resize_term(rows, cols) != OK;
	} else {
		start_curses(term);
		if (!term->screen)
			term_crash_no_memory();
		set_curses();
		term_paint_faces(term);
		term->resize_failed = false;
		term->kept_screen = true;
	}
	term_crash_library(was);
	return !term->resize_failed;
}

bool term_screen_resize(struct term *term)
{
	struct winsize size = { 0 };
	int rows, cols;

	ioctl(term->fd, TIOCGWINSZ, &size);
	rows = usable(term, size.ws_row, "lines");
	cols = usable(term, size.ws_col, "cols");
	if (rows == term->rows && cols == term->cols && !term->resize_failed)
		return false;
	if (!term->plain && !resize_curses(term, rows, cols))
		return false;
	term->rows = rows;
	term->cols = cols;
	term->changes.resized = true;
	term_paint_anew(term);
	return true;
}

static int start_plain(struct term *term)
{
	term->out.fd = term->io_fd;
	term_crash_arm(&term->shell);
	term->owner = TERM_OURS;
	term_screen_resize(term);
	keep_order(term);
	return 0;
}

/* Whether the terminal supports what term_steady_add() sends. */
static bool can_go_back(void)
{
	static const char *const needs[][2] = {
		{ "sc", "\0337" },
		{ "rc", "\0338" },
		{ "cuf", "\033[%p1%dC" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(needs); i++) {
		const char *has = tigetstr(needs[i][0]);

		if (!has || has == (char *)-1 || strcmp(has, needs[i][1]))
			return false;
	}
	/* Otherwise curses assumes the next row after a last column. */
	return tigetflag("xenl") == 1;
}

int term_screen_start(struct term *term, struct strbuf *err)
{
	if (term->plain)
		return start_plain(term);
	/* For curses to read from; it never does. */
	term->screen_in = fopen("/dev/null", "re");
	if (!term->screen_in) {
		strbuf_setf(err, _("cannot open '/dev/null': %s"),
			    strerror(errno));
		return -1;
	}
	if (term_out_open(&term->out, term->io_fd, err))
		return -1;
	start_curses(term);
	if (!term->screen) {
		strbuf_setf(err, _("cannot use the terminal '%s'"), term->name);
		return -1;
	}
	term->out.steady = term->utf8 && can_go_back();
	term_crash_arm(&term->shell);
	set_raw(term);
	set_curses();
	term->owner = TERM_OURS;
	term_screen_resize(term);
	term_paint_start(term);
	show_screen(term);
	term_paint_anew(term);
	return 0;
}

void term_screen_resume(struct term *term)
{
	bool was = term_crash_library(true);

	/* Earlier queries will not be answered any more. */
	term->asks = term->asks_due = 0;
	term_crash_arm(&term->shell);
	if (term->plain) {
		term->owner = TERM_OURS;
		term->changes.resumed = true;
		term_screen_resize(term);
		keep_order(term);
		term_crash_library(was);
		return;
	}
	if (term->owner == TERM_OURS)
		modes_off(term);
	set_raw(term);
	/* endwin() turned it off, and without getch() it stays off. */
	keypad(stdscr, TRUE);
	term->owner = TERM_OURS;
	term->changes.resumed = true;
	term_screen_resize(term);
	/* It cannot be retried later than now: drawing follows. */
	if (term->resize_failed)
		term_screen_resize(term);
	clearok(curscr, TRUE);
	show_screen(term);
	term_crash_library(was);
}

void term_screen_leave(struct term *term, bool modes)
{
	enum { STALLED_MS = 1000 };
	bool sent, was;

	if (term->owner != TERM_OURS)
		return;
	term_signals_block_ttou(true);
	if (!term->plain) {
		was = term_crash_library(true);
		modes_off(term);
		endwin();
		term_out_collect(&term->out);
		term_crash_library(was);
	} else if (terminal_is_rich(getenv("TERM"))) {
		term_out_add(&term->out, SLICE(TERMINAL_REORDERED));
	}
	sent = term_out_flush(&term->out, STALLED_MS);
	term_out_drop(&term->out);
	if (modes)
		tcsetattr(term->fd, TCSANOW, &term->shell);
	term_signals_block_ttou(false);
	term->owner = modes ? TERM_LEFT : TERM_LOST;
	/* Otherwise the guard tries again, after we exit. */
	if (sent)
		term_crash_disarm();
}

void term_print(struct term *term, struct slice text)
{
	term_out_add(&term->out, text);
}

bool term_print_done(struct term *term)
{
	return term_flush_notes(term);
}

void term_set_echo(struct term *term, bool on)
{
	struct termios modes = term->shell;

	if (term->echo_off == !on || term->owner != TERM_OURS)
		return;
	term->echo_off = !on;
	if (!on)
		modes.c_lflag &= ~(tcflag_t)ECHO;
	tcsetattr(term->fd, TCSADRAIN, &modes);
}

void term_screen_free(struct term *term)
{
	term_paint_free(term);
	if (term->screen && !term->kept_screen)
		delscreen(term->screen);
	term_out_release(&term->out);
	if (term->screen_in)
		fclose(term->screen_in);
}
