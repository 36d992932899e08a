#include "config.h"

#include "tests/host/play.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "src/base/xalloc.h"

/* What has not come by then will not come. */
#define LIMIT_MS 10000

static int64_t clock_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void start(struct play *play, struct host *host)
{
	const char *program = getenv("JPHOST");
	struct strbuf command = STRBUF_INIT;
	int to[2], from[2];

	if (pipe2(to, O_CLOEXEC) || pipe2(from, O_CLOEXEC))
		die("no pipe: %s", strerror(errno));
	strbuf_addf(&command, "exec %s serve -w %s/w %s",
		    program ? program : "./jphost", play->dir, play->args.buf);
	host->pid = fork();
	if (!host->pid) {
		dup2(to[0], 0);
		dup2(from[1], 1);
		execl("/bin/sh", "sh", "-c", command.buf, (char *)NULL);
		_exit(127);
	}
	close(to[0]);
	close(from[1]);
	host->to = to[1];
	host->from = from[0];
	strbuf_release(&command);
}

void play_close_input(struct host *host)
{
	if (host->to >= 0)
		close(host->to);
	host->to = -1;
}

void play_send(struct play *play, struct host *host, const char *text)
{
	struct strbuf line = STRBUF_INIT;
	char *full = play_expand(play, text);

	if (!host->pid)
		start(play, host);
	strbuf_addslice(&line, strbuf_slice(&host->held));
	strbuf_release(&host->held);
	strbuf_addf(&line, "%s\n", full);
	if (write(host->to, line.buf, line.len) != (ssize_t)line.len)
		play_complain(play, "jphost does not read", NULL);
	strbuf_release(&line);
	free(full);
}

/* The next line, to free(); NULL if none comes. */
static char *next_line(struct host *host)
{
	int64_t end_ms = clock_ms() + LIMIT_MS;
	char *newline = host->kept;

	host->kept = NULL;
	if (newline)
		return newline;

	while (!(newline = memchr(host->in.buf, '\n', host->in.len))) {
		struct pollfd fd = { host->from, POLLIN, 0 };
		int64_t left_ms = end_ms - clock_ms();
		char bytes[4096];
		ssize_t got;

		if (left_ms <= 0 || poll(&fd, 1, (int)left_ms) <= 0)
			return NULL;
		got = read(host->from, bytes, sizeof(bytes));
		if (got <= 0)
			return NULL;
		strbuf_add(&host->in, bytes, (size_t)got);
	}
	*newline = '\0';
	newline = xstrdup(host->in.buf);
	strbuf_remove(&host->in, 0, strlen(newline) + 1);
	return newline;
}

void play_expect(struct play *play, struct host *host, const char *pattern)
{
	char *wanted = play_expand(play, pattern);
	char *line;

	if (!host->pid)
		start(play, host);
	line = next_line(host);
	if (!line) {
		play_complain(play, "nothing came, but should have:", wanted);
	} else if (!play_matches(wanted, line)) {
		play_complain(play, "wanted", wanted);
		play_complain(play, "but got", line);
	}
	free(line);
	free(wanted);
}

void play_expect_perhaps(struct play *play, struct host *host,
			 const char *pattern)
{
	char *wanted = play_expand(play, pattern);
	char *line = next_line(host);

	if (line && play_matches(wanted, line))
		free(line);
	else
		host->kept = line;
	free(wanted);
}

/* This and the following lines of its kind, in any order. */
void play_expect_all(struct play *play, struct host *host, const char *prefix)
{
	char *wanted[32];
	size_t count = 0;

	play->at--;
	while (play->at < play->count && count < ARRAY_SIZE(wanted) &&
	       !strncmp(play->lines[play->at], prefix, strlen(prefix)))
		wanted[count++] = play_expand(play, play->lines[play->at++] +
							    strlen(prefix));
	for (size_t left = count; left && !play->failed; left--) {
		char *line = next_line(host);
		size_t i = 0;

		while (line && i < count &&
		       (!wanted[i] || !play_matches(wanted[i], line)))
			i++;
		if (!line || i == count) {
			play_complain(play, "not one that is wanted:", line);
			i = count;
		} else {
			free(wanted[i]);
			wanted[i] = NULL;
		}
		free(line);
	}
	for (size_t i = 0; i < count; i++)
		free(wanted[i]);
}

void play_expect_end(struct play *play, struct host *host, const char *code)
{
	char *line = next_line(host);
	int status = 0;

	if (line)
		play_complain(play, "the end was wanted, but got", line);
	free(line);
	/* Its output has ended, or it exceeds the limit. */
	if (play->failed)
		kill(host->pid, SIGKILL);
	if (waitpid(host->pid, &status, 0) != host->pid)
		die("waitpid: %s", strerror(errno));
	host->pid = 0;
	if (!WIFEXITED(status) || WEXITSTATUS(status) != atoi(code))
		play_complain(play, "it ended otherwise", NULL);
}
