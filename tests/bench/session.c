#include "config.h"

#include "tests/bench/session.h"

#include <errno.h>
#include <fcntl.h>
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

#include "tests/bench/measure.h"

struct pipes {
	int in[2], out[2], pid[2];
};

static void become_plugin(const char *program, const struct pipes *pipes)
{
	int null = open("/dev/null", O_WRONLY);

	setpgid(0, 0);
	dup2(pipes->in[0], STDIN_FILENO);
	dup2(pipes->out[1], STDOUT_FILENO);
	dup2(null, STDERR_FILENO);
	setenv("TERM", "xterm-256color", 1);
	execl(program, program, (char *)NULL);
	_exit(127);
}

/* The process that stands in for jp: it owns the terminal, starts and waits. */
static void become_parent(const char *program, int slave,
			  const struct pipes *pipes)
{
	int status;
	pid_t plugin;

	setsid();
	if (ioctl(slave, TIOCSCTTY, 0))
		_exit(126);
	plugin = fork();
	if (!plugin)
		become_plugin(program, pipes);
	if (write(pipes->pid[1], &plugin, sizeof(plugin)) != sizeof(plugin))
		_exit(125);
	close(pipes->in[0]);
	close(pipes->out[1]);
	waitpid(plugin, &status, 0);
	_exit(0);
}

void session_start(struct session *s, const char *program, struct slice history,
		   size_t count, int cols, int rows)
{
	struct winsize size = { .ws_col = (unsigned short)cols,
				.ws_row = (unsigned short)rows };
	struct pipes pipes;
	int slave;

	*s = (struct session){ .screen = STRBUF_INIT };
	fake_host_init(&s->host, history, count);
	if (openpty(&s->master, &slave, NULL, NULL, &size))
		measure_fail("no pty: %s", strerror(errno));
	fcntl(slave, F_SETFD, FD_CLOEXEC);
	if (pipe2(pipes.in, O_CLOEXEC) || pipe2(pipes.out, O_CLOEXEC) ||
	    pipe2(pipes.pid, O_CLOEXEC))
		measure_fail("no pipe: %s", strerror(errno));
	s->parent = fork();
	if (!s->parent) {
		close(s->master);
		close(pipes.in[1]);
		close(pipes.out[0]);
		become_parent(program, slave, &pipes);
	}
	close(slave);
	close(pipes.in[0]);
	close(pipes.out[1]);
	close(pipes.pid[1]);
	if (read(pipes.pid[0], &s->plugin, sizeof(s->plugin)) !=
	    sizeof(s->plugin))
		measure_fail("the plugin did not start");
	close(pipes.pid[0]);
	s->to_plugin = pipes.in[1];
	s->from_plugin = pipes.out[0];
	fcntl(s->to_plugin, F_SETFL, O_NONBLOCK);
	fcntl(s->master, F_SETFL, O_NONBLOCK);
}

static void write_some(struct session *s)
{
	struct slice front = fake_host_front(&s->host);
	ssize_t n = write(s->to_plugin, front.ptr, front.len);

	if (n < 0 && errno != EAGAIN)
		measure_fail("the plugin went away: %s", strerror(errno));
	if (n > 0)
		fake_host_sent(&s->host, (size_t)n);
}

static void read_plugin(struct session *s)
{
	char bytes[65536];
	ssize_t n = read(s->from_plugin, bytes, sizeof(bytes));

	if (n <= 0)
		measure_fail("the plugin ended: %s", s->screen.buf);
	fake_host_take(&s->host, slice_of(bytes, (size_t)n));
}

static void read_screen(struct session *s)
{
	char bytes[65536];
	ssize_t n = read(s->master, bytes, sizeof(bytes));

	if (n <= 0)
		return;
	strbuf_add(&s->screen, bytes, (size_t)n);
	s->screen_bytes += (size_t)n;
}

/* One poll(), at most `ms` long. */
static void step(struct session *s, int ms)
{
	bool waits = fake_host_front(&s->host).len > 0;
	struct pollfd fds[] = {
		{ .fd = s->master, .events = POLLIN },
		{ .fd = s->from_plugin, .events = POLLIN },
		{ .fd = waits ? s->to_plugin : -1, .events = POLLOUT },
	};

	if (poll(fds, 3, ms) < 0)
		return;
	if (fds[0].revents & POLLIN)
		read_screen(s);
	if (fds[1].revents)
		read_plugin(s);
	if (fds[2].revents)
		write_some(s);
}

static int64_t after_ms(int ms)
{
	return measure_now_ns() + (int64_t)ms * 1000000;
}

int64_t session_wait(struct session *s, const char *text, int limit_ms)
{
	int64_t end = after_ms(limit_ms);

	strbuf_reset(&s->screen);
	while (!memmem(s->screen.buf, s->screen.len, text, strlen(text))) {
		if (measure_now_ns() > end)
			measure_fail("'%s' did not come to the screen in "
				     "%d ms",
				     text, limit_ms);
		step(s, 100);
	}
	return measure_now_ns();
}

void session_run(struct session *s, int ms)
{
	int64_t end = after_ms(ms);
	int64_t left;

	while ((left = end - measure_now_ns()) > 0)
		step(s, (int)(left / 1000000) + 1);
}

void session_send_now(struct session *s)
{
	while (fake_host_front(&s->host).len)
		write_some(s);
}

double session_cpu_ms(const struct session *s)
{
	char path[64];
	unsigned long user, system;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)s->plugin);
	file = fopen(path, "re");
	if (!file || fscanf(file,
			    "%*d (%*[^)]) %*c %*d %*d %*d %*d %*d %*u %*u "
			    "%*u %*u %*u %lu %lu",
			    &user, &system) != 2)
		measure_fail("cannot read '%s'", path);
	fclose(file);
	return 1000.0 * (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

long session_wakeups(const struct session *s)
{
	char path[64], line[256];
	long count = -1;
	FILE *file;

	/* It has a single thread, which is the whole process. */
	snprintf(path, sizeof(path), "/proc/%d/status", (int)s->plugin);
	file = fopen(path, "re");
	if (!file)
		measure_fail("cannot read '%s'", path);
	while (fgets(line, sizeof(line), file))
		sscanf(line, "voluntary_ctxt_switches: %ld", &count);
	fclose(file);
	return count;
}

void session_stop(struct session *s)
{
	int64_t end = after_ms(5000);

	strbuf_addstr(fake_host_say(&s->host), "{\"type\":\"shutdown\"}\n");
	while (!s->host.exited && measure_now_ns() < end)
		step(s, 100);
	if (!s->host.exited)
		measure_fail("the plugin did not leave");
	close(s->to_plugin);
	close(s->from_plugin);
	close(s->master);
	waitpid(s->parent, NULL, 0);
	strbuf_release(&s->screen);
	fake_host_release(&s->host);
}
