#include "config.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * fakehost PROGRAM ARGS: starts a plugin as jp does, in a separate process
 * group with three pipes, and implements only the parts of the protocol that
 * matter for the terminal: init, exit, shutdown on INT and TERM with a grace
 * period (jp's is 5 s, $FAKEHOST_GRACE here); and it exits only after the
 * plugin's stderr was closed.
 */
static unsigned grace_s(void)
{
	const char *text = getenv("FAKEHOST_GRACE");

	return text ? (unsigned)atoi(text) : 5;
}

static volatile sig_atomic_t stop_wanted;

static void on_stop(int sig)
{
	(void)sig;
	stop_wanted = 1;
}

static void set_handler(int sig, void (*handler)(int))
{
	struct sigaction act = { .sa_handler = handler };

	sigemptyset(&act.sa_mask);
	sigaction(sig, &act, NULL);
}

struct plugin {
	pid_t pid;
	int in, out, err;
};

static int start(struct plugin *plugin, char **argv)
{
	int in[2], out[2], err[2];

	if (pipe(in) || pipe(out) || pipe(err))
		return -1;
	plugin->pid = fork();
	if (plugin->pid < 0)
		return -1;
	if (plugin->pid == 0) {
		setpgid(0, 0);
		dup2(in[0], 0);
		dup2(out[1], 1);
		dup2(err[1], 2);
		for (int fd = 3; fd < 16; fd++)
			close(fd);
		execvp(argv[0], argv);
		_exit(127);
	}
	setpgid(plugin->pid, plugin->pid);
	close(in[0]);
	close(out[1]);
	close(err[1]);
	plugin->in = in[1];
	plugin->out = out[0];
	plugin->err = err[0];
	return 0;
}

static void say(int fd, const char *line)
{
	(void)!write(fd, line, strlen(line));
}

/* Read what is available; false at the end. */
static bool drain(int fd, char *line, size_t size)
{
	size_t used = strlen(line);
	ssize_t got = read(fd, line + used, size - 1 - used);

	if (got < 0)
		return errno == EINTR;
	line[used + (size_t)got] = '\0';
	return got > 0;
}

/* Run until the plugin sends exit, or closes; 0 for the former. */
static int serve(struct plugin *plugin)
{
	char said[1024] = "";
	char noise[4096];
	bool told = false;

	for (;;) {
		struct pollfd fds[2] = {
			{ .fd = plugin->out, .events = POLLIN },
			{ .fd = plugin->err, .events = POLLIN },
		};

		if (stop_wanted && !told) {
			say(plugin->in, "{\"type\":\"shutdown\"}\n");
			alarm(grace_s());
			told = true;
		}
		if (poll(fds, 2, -1) < 0)
			continue;
		noise[0] = '\0';
		if (fds[1].revents && !drain(plugin->err, noise, sizeof(noise)))
			plugin->err = -1;
		if (noise[0])
			fprintf(stderr, "plugin: %s", noise);
		if (fds[0].revents && !drain(plugin->out, said, sizeof(said)))
			return 1;
		if (strstr(said, "\"exit\"") && strchr(said, '\n'))
			return 0;
	}
}

static pid_t killed_by_alarm;

static void on_alarm(int sig)
{
	(void)sig;
	kill(killed_by_alarm, SIGKILL);
}

int main(int argc, char **argv)
{
	struct plugin plugin = { .pid = -1 };
	char noise[4096] = "";
	int code;

	if (argc < 2 || start(&plugin, argv + 1)) {
		fprintf(stderr, "usage: fakehost PROGRAM [ARGS]\n");
		return 2;
	}
	killed_by_alarm = plugin.pid;
	set_handler(SIGINT, on_stop);
	set_handler(SIGTERM, on_stop);
	set_handler(SIGALRM, on_alarm);
	set_handler(SIGPIPE, SIG_IGN);
	say(plugin.in, "{\"type\":\"init\",\"version\":1}\n");
	code = serve(&plugin);
	while (plugin.err >= 0 && drain(plugin.err, noise, sizeof(noise))) {
		fprintf(stderr, "plugin: %s", noise);
		noise[0] = '\0';
	}
	while (waitpid(plugin.pid, NULL, 0) < 0 && errno == EINTR)
		;
	printf("host ended with %d\n", code);
	return code;
}
