#include "config.h"

#include "ui/term/term-private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "ui/term/term-crash.h"
#include "ui/term/term-modes.h"
#include "ui/term/term-signals.h"

static FILE *open_copy(int fd, const char *mode)
{
	int copy = fcntl(fd, F_DUPFD_CLOEXEC, 3);
	FILE *file = copy < 0 ? NULL : fdopen(copy, mode);

	if (!file && copy >= 0)
		close(copy);
	return file;
}

/* A line of no size (a serial one) has what terminfo says. */
static int usable(int size, const char *capability)
{
	if (size < 1)
		size = tigetnum(capability);
	return size < 1 ? 1 : size;
}

bool term_screen_resize(struct term *term)
{
	struct winsize size = { 0 };
	int rows, cols;

	ioctl(term->fd, TIOCGWINSZ, &size);
	rows = usable(size.ws_row, "lines");
	cols = usable(size.ws_col, "cols");
	if (rows == term->rows && cols == term->cols)
		return false;
	resize_term(rows, cols);
	term->rows = rows;
	term->cols = cols;
	term->changes.resized = true;
	term_paint_anew(term);
	return true;
}

static void modes_on(struct term *term)
{
	struct strbuf modes = STRBUF_INIT;

	term_modes_add_on(&modes, term->rich, term->mouse);
	if (term->rich && !term->sync_asked) {
		/* DECRQM: few answer, so nothing waits for it. */
		strbuf_addstr(&modes, "\033[?2026$p");
		term->sync_asked = true;
	}
	term_write(term->fd, modes.buf, modes.len);
	strbuf_release(&modes);
	term->mouse_due = false;
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
	term_write(term->fd, modes.buf, modes.len);
	strbuf_release(&modes);
}

int term_screen_start(struct term *term, struct strbuf *err)
{
	term->screen_in = open_copy(term->fd, "r");
	term->screen_out = open_copy(term->fd, "w");
	if (!term->screen_in || !term->screen_out) {
		strbuf_setf(err, _("cannot open '/dev/tty' again: %s"),
			    strerror(errno));
		return -1;
	}
	/* For newterm() they count for more than the terminal's size. */
	unsetenv("LINES");
	unsetenv("COLUMNS");
	term_crash_arm(&term->shell);
	term->screen = newterm(term->name, term->screen_out, term->screen_in);
	if (!term->screen) {
		term_crash_disarm();
		strbuf_setf(err, _("cannot use the terminal '%s'"), term->name);
		return -1;
	}
	raw();
	noecho();
	nonl();
	keypad(stdscr, TRUE);
	curs_set(0);
	def_prog_mode();
	term->owner = TERM_OURS;
	term_screen_resize(term);
	term_paint_start(term);
	refresh();
	modes_on(term);
	term_paint_anew(term);
	return 0;
}

void term_screen_resume(struct term *term)
{
	term_crash_arm(&term->shell);
	if (term->owner == TERM_OURS)
		modes_off(term);
	reset_prog_mode();
	/* endwin() turned it off; without getch() nobody turns it on. */
	keypad(stdscr, TRUE);
	term->owner = TERM_OURS;
	term->changes.resumed = true;
	term_screen_resize(term);
	clearok(curscr, TRUE);
	refresh();
	modes_on(term);
}

void term_screen_leave(struct term *term, bool modes)
{
	if (term->owner != TERM_OURS)
		return;
	term_signals_block_ttou(true);
	modes_off(term);
	if (!modes)
		def_shell_mode();
	endwin();
	if (modes)
		tcsetattr(term->fd, TCSADRAIN, &term->shell);
	term_signals_block_ttou(false);
	term->owner = modes ? TERM_LEFT : TERM_LOST;
	term_crash_disarm();
}

void term_screen_free(struct term *term)
{
	term_paint_free(term);
	if (term->screen)
		delscreen(term->screen);
	if (term->screen_out)
		fclose(term->screen_out);
	if (term->screen_in)
		fclose(term->screen_in);
}
