#include "config.h"

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/*
 * far-host MS PIDFILE COMMAND ARGS: a command behind a line with this latency
 * in each direction, like ssh to another machine. Its pid is in the file; if
 * killed, the line is cut anywhere.
 */
#define CHUNK_MAX 997 /* so that lines arrive in pieces */
#define QUEUE_MAX 4096

struct chunk {
	long due_ms;
	size_t len;
	char bytes[CHUNK_MAX];
};

struct lane {
	int from, to;
	struct chunk *queue[QUEUE_MAX];
	size_t count;
	bool ended;
};

static long now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void take(struct lane *lane, long delay_ms)
{
	struct chunk *chunk = calloc(1, sizeof(*chunk));
	ssize_t got = chunk ? read(lane->from, chunk->bytes, CHUNK_MAX) : -1;

	if (got <= 0) {
		free(chunk);
		lane->ended = true;
		return;
	}
	chunk->len = (size_t)got;
	chunk->due_ms = now_ms() + delay_ms;
	lane->queue[lane->count++] = chunk;
}

/* Returns the time of the next delivery, or -1. */
static long give(struct lane *lane)
{
	while (lane->count && lane->queue[0]->due_ms <= now_ms()) {
		struct chunk *chunk = lane->queue[0];

		for (size_t done = 0; done < chunk->len;) {
			ssize_t n = write(lane->to, chunk->bytes + done,
					  chunk->len - done);

			if (n < 0 && errno != EINTR)
				exit(1);
			done += n > 0 ? (size_t)n : 0;
		}
		free(chunk);
		memmove(lane->queue, lane->queue + 1,
			--lane->count * sizeof(lane->queue[0]));
	}
	if (lane->ended && !lane->count && lane->to >= 0) {
		close(lane->to);
		lane->to = -1;
	}
	return lane->count ? lane->queue[0]->due_ms : -1;
}

static void relay(struct lane *lanes, long delay_ms)
{
	while (lanes[1].to >= 0) {
		struct pollfd fds[2];
		long wait_ms = -1;

		for (int i = 0; i < 2; i++) {
			long due_ms = give(&lanes[i]);
			long left_ms = due_ms - now_ms();

			if (due_ms >= 0 && (wait_ms < 0 || left_ms < wait_ms))
				wait_ms = left_ms > 0 ? left_ms : 0;
			fds[i] = (struct pollfd){
				.fd = lanes[i].ended || lanes[i].count ==
								QUEUE_MAX
					      ? -1
					      : lanes[i].from,
				.events = POLLIN,
			};
		}
		if (lanes[1].to < 0)
			break;
		if (poll(fds, 2, (int)wait_ms) < 0)
			continue;
		for (int i = 0; i < 2; i++) {
			if (fds[i].revents)
				take(&lanes[i], delay_ms);
		}
	}
}

static void write_pid(const char *path)
{
	FILE *file = fopen(path, "we");

	if (!file)
		exit(1);
	fprintf(file, "%ld\n", (long)getpid());
	fclose(file);
}

int main(int argc, char **argv)
{
	int in[2], out[2];
	pid_t pid;

	if (argc < 4 || pipe(in) || pipe(out))
		return 2;
	write_pid(argv[2]);
	pid = fork();
	if (!pid) {
		dup2(in[0], 0);
		dup2(out[1], 1);
		for (int fd = 3; fd < 16; fd++)
			close(fd);
		execvp(argv[3], argv + 3);
		_exit(127);
	}
	close(in[0]);
	close(out[1]);
	relay((struct lane[]){ { .from = 0, .to = in[1] },
			       { .from = out[0], .to = 1 } },
	      atol(argv[1]));
	waitpid(pid, NULL, 0);
	return 0;
}
