#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "src/base/clock.h"
#include "src/base/xalloc.h"
#include "ui/term/term.h"

/*
 * Lets each allocation in turn fail, while the screen starts and while its size
 * changes, whoever allocates: curses and libtermkey then write to null
 * pointers. No signal may end the program, and the terminal must be restored.
 */

#define FEW 7 /* only every so many-th allocation is tried */

static struct {
	bool counts;
	long count, fails_at;
} memory;

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
#define CAN_FAIL 1
#else
#define CAN_FAIL 0
#endif

#if CAN_FAIL
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

static bool fails(void)
{
	if (!memory.counts || ++memory.count != memory.fails_at)
		return false;
	errno = ENOMEM;
	return true;
}

void *malloc(size_t size)
{
	return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
	return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
	return fails() ? NULL : __libc_realloc(old, size);
}
#endif

/* The report of a program on the terminal. */
struct report {
	long count;
	int cols;
};

static void draw(struct term *term, struct canvas *cv, int times)
{
	for (int i = 0; i < times; i++) {
		struct pollfd out = { .events = POLLOUT };
		struct term_event event;
		int cols, rows;

		if (term_input(term, clock_now_ms()) == TERM_GONE)
			return;
		while (term_next_event(term, &event))
			;
		term_size(term, &cols, &rows);
		canvas_resize(cv, cols, rows);
		for (int y = 0; y < rows; y++)
			canvas_text(cv, (struct rect){ 0, 0, cols, rows }, 0, y,
				    slice_str(i & 1 ? "one" : "two"), FACE_KEY);
		term_draw(term, cv);
		out.fd = term_output_fd(term);
		poll(&out, 1, 5);
	}
}

static _Noreturn void run(int tty, bool start, long fails_at, int report_fd)
{
	struct winsize larger = { .ws_row = 60, .ws_col = 200 };
	struct theme theme = *theme_find("dark");
	struct term_options options = { .theme = &theme,
					.keep_fd = -1,
					.mouse = true };
	struct report report = { 0 };
	struct strbuf err = STRBUF_INIT;
	struct canvas cv;
	struct term *term;
	int rows;

	setsid();
	ioctl(tty, TIOCSCTTY, 0);
	die_set_hook(term_restore_now);
	canvas_init(&cv);
	memory.fails_at = fails_at;
	memory.counts = start;
	term = term_open(&options, &err);
	memory.counts = false;
	if (!term)
		_exit(1);
	draw(term, &cv, 1);
	if (!start) {
		memory.counts = true;
		ioctl(tty, TIOCSWINSZ, &larger);
		draw(term, &cv, 5);
		memory.counts = false;
	}
	report.count = memory.count;
	term_size(term, &report.cols, &rows);
	term_close(term);
	(void)!write(report_fd, &report, sizeof(report));
	_exit(0);
}

static bool modes_equal(int tty, const struct termios *before)
{
	struct termios now;

	tcgetattr(tty, &now);
	return now.c_lflag == before->c_lflag &&
	       now.c_iflag == before->c_iflag && now.c_oflag == before->c_oflag;
}

/* Restored by the guard, for a program that could not do it. */
static bool modes_become(int tty, const struct termios *before)
{
	int64_t end_ms = clock_now_ms() + 5000;

	while (!modes_equal(tty, before) && clock_now_ms() < end_ms)
		poll(NULL, 0, 5);
	return modes_equal(tty, before);
}

static int wait_reading(pid_t pid, int screen)
{
	char bytes[4096];
	int status;

	while (waitpid(pid, &status, WNOHANG) != pid) {
		struct pollfd in = { .fd = screen, .events = POLLIN };

		if (poll(&in, 1, 5) == 1)
			(void)!read(screen, bytes, sizeof(bytes));
	}
	return status;
}

/* Whether it exited normally and the terminal is restored. */
static bool survives(bool start, long fails_at, struct report *report)
{
	struct winsize size = { .ws_row = 24, .ws_col = 80 };
	struct termios before;
	int screen, tty, ends[2], status;
	bool well;
	pid_t pid;

	*report = (struct report){ 0 };
	if (openpty(&screen, &tty, NULL, NULL, &size) || pipe(ends))
		return false;
	tcgetattr(tty, &before);
	fcntl(screen, F_SETFD, FD_CLOEXEC);
	pid = fork();
	if (!pid)
		run(tty, start, fails_at, ends[1]);
	close(ends[1]);
	status = wait_reading(pid, screen);
	(void)!read(ends[0], report, sizeof(*report));
	well = WIFEXITED(status) && modes_become(tty, &before);
	if (!well)
		printf("# %s, allocation %ld: status %#x\n",
		       start ? "start" : "resize", fails_at, status);
	close(ends[0]);
	close(screen);
	close(tty);
	return well;
}

static void check(bool good, int number, const char *what)
{
	printf("%s %d - %s\n", good ? "ok" : "not ok", number, what);
}

int main(void)
{
	struct report all, report;
	bool good = true, larger = true;

	setlocale(LC_ALL, "C.UTF-8");
	setenv("TERM", "xterm-256color", 1);
	signal(SIGPIPE, SIG_IGN);
	if (!CAN_FAIL) {
		puts("1..0 # SKIP the C library's own allocations cannot be "
		     "failed");
		return 0;
	}
	puts("1..4");
	fflush(stdout);
	check(survives(false, 0, &all) && all.cols == 200, 1,
	      "with memory, the size changes");
	for (long at = 1; at <= all.count; at += FEW) {
		fflush(stdout);
		good = survives(false, at, &report) && good;
		larger = larger && (!report.cols || report.cols == 200);
	}
	check(good, 2, "without, no change of the size ends by a signal");
	check(larger, 3, "and what goes on has the new size");
	survives(true, 0, &all);
	good = all.count > 100;
	for (long at = 1; at <= all.count; at += FEW) {
		fflush(stdout);
		good = survives(true, at, &report) && good;
	}
	check(good, 4, "nor does a start");
	return 0;
}
