#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "src/base/utf8.h"
#include "src/base/xalloc.h"
#include "tests/bench/measure.h"
#include "tests/bench/session.h"
#include "tests/bench/workload.h"

/*
 * The real program in a terminal: time to the first screen of a huge
 * conversation, time from a token to the screen, and activity when nothing
 * happens.
 */
#define COLS          120
#define ROWS          40
#define HISTORY_BYTES 50000000
#define TOKENS        200
#define LIMIT_MS      20000
#define SETTLE_MS     5000 /* for the token rate to fall to zero */
#define IDLE_MS       3000
#define STREAM_MS     5000

/* `wc -l` reads the same bytes, as we do, from a pipe. */
static double wc_ms(struct slice history)
{
	int64_t began = measure_now_ns();
	int in[2], out[2];
	char answer[64];
	pid_t pid;

	if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC))
		measure_fail("no pipe: %s", strerror(errno));
	pid = fork();
	if (!pid) {
		dup2(in[0], STDIN_FILENO);
		dup2(out[1], STDOUT_FILENO);
		execlp("wc", "wc", "-l", (char *)NULL);
		_exit(127);
	}
	close(in[0]);
	close(out[1]);
	while (history.len) {
		ssize_t n = write(in[1], history.ptr, history.len);

		if (n < 0)
			measure_fail("wc: %s", strerror(errno));
		history = slice_skip(history, (size_t)n);
	}
	close(in[1]);
	if (read(out[0], answer, sizeof(answer)) <= 0)
		measure_fail("wc said nothing");
	close(out[0]);
	waitpid(pid, NULL, 0);
	return measure_ms(measure_now_ns() - began);
}

static void bench_history(const char *program)
{
	struct strbuf history = STRBUF_INIT;
	double ours[5], wc[5], limit;
	uint32_t seed = 7;

	workload_history(&history, HISTORY_BYTES, "THE-END", &seed);
	for (size_t run = 0; run < ARRAY_SIZE(ours); run++) {
		struct session s;
		int64_t began = measure_now_ns();

		session_start(&s, program, strbuf_slice(&history), 1, COLS,
			      ROWS);
		ours[run] = measure_ms(session_wait(&s, "THE-END", LIMIT_MS) -
				       began);
		session_stop(&s);
		wc[run] = wc_ms(strbuf_slice(&history));
	}
	limit = 3 * measure_median(wc, ARRAY_SIZE(wc)) + 100;
	measure_note("50 MB by a pipe to wc -l", "%.0f ms",
		     measure_median(wc, ARRAY_SIZE(wc)));
	measure_row(measure_median(ours, ARRAY_SIZE(ours)) < limit,
		    "50 MB, program started to first screen",
		    "3 wc -l + 100 ms", "%.0f ms, of %.0f",
		    measure_median(ours, ARRAY_SIZE(ours)), limit);
	strbuf_release(&history);
}

/* A character that is nowhere else on the screen, so no diff cuts it. */
static void marker(char text[8], size_t number)
{
	size_t len = utf8_encode(0x4e00 + (uint32_t)number, text);

	text[len] = '\0';
}

static void wait_milliseconds(struct session *s, size_t number)
{
	/* Out of step with frames and ticks: 30 to 59 ms. */
	session_run(s, 30 + (int)(number * 7 % 30));
}

static void bench_latency(struct session *s)
{
	double ms[TOKENS];

	for (size_t i = 0; i < TOKENS; i++) {
		char mark[8], text[32];
		int64_t sent;

		wait_milliseconds(s, i);
		marker(mark, i);
		snprintf(text, sizeof(text), "%s ", mark);
		workload_chunk(fake_host_say(&s->host), s->host.sub_ids[0],
			       slice_str(text));
		sent = measure_now_ns();
		session_send_now(s);
		ms[i] = measure_ms(session_wait(s, mark, LIMIT_MS) - sent);
	}
	measure_row(measure_median(ms, TOKENS) < 5,
		    "a token, from the host to the screen", "median < 5 ms",
		    "%.2f ms, 99 %%: %.2f ms", measure_median(ms, TOKENS),
		    measure_percentile(ms, TOKENS, 99));
}

/* Counted in the program's own trace; a terminal may read one in pieces. */
static size_t count_frames(const char *trace)
{
	FILE *file = fopen(trace, "re");
	char line[256];
	size_t count = 0;

	if (!file)
		measure_fail("cannot read '%s': %s", trace, strerror(errno));
	while (fgets(line, sizeof(line), file))
		count += strstr(line, "frame ") != NULL;
	fclose(file);
	return count;
}

/* Eight panes, each of which gets a chunk every 2 ms. */
static void bench_panes(const char *program)
{
	struct strbuf text = STRBUF_INIT;
	size_t places[FAKE_HOST_MAX], frames;
	struct session s;
	uint32_t seed = 9;
	char trace[] = "/tmp/bench-terminal-XXXXXX", areas[64];
	double cpu_ms, took_ms, rate;
	int64_t began;

	close(mkstemp(trace));
	snprintf(areas, sizeof(areas), "draw:%s", trace);
	setenv("JPD_TRACE", areas, 1);
	workload_markdown(&text, 64 << 10, &seed);
	for (size_t i = 0; i < FAKE_HOST_MAX; i++)
		places[i] = i * 1000;
	session_start(&s, program, SLICE(""), FAKE_HOST_MAX, 200, 50);
	unsetenv("JPD_TRACE");
	session_wait(&s, "Bench", LIMIT_MS);
	session_run(&s, 500);
	cpu_ms = session_cpu_ms(&s);
	frames = count_frames(trace);
	began = measure_now_ns();
	for (int64_t due = began; due < began + STREAM_MS * INT64_C(1000000);
	     due += 2000000) {
		for (size_t i = 0; i < FAKE_HOST_MAX; i++) {
			size_t end = places[i] + 4;

			while ((text.buf[end] & 0xc0) == 0x80)
				end++;
			if (!s.host.sub_ids[i][0])
				measure_fail("a pane is missing");
			workload_chunk(fake_host_say(&s.host),
				       s.host.sub_ids[i],
				       slice_of(text.buf + places[i],
						end - places[i]));
			places[i] = end;
		}
		session_send_now(&s);
		while (measure_now_ns() < due)
			session_run(&s, 1);
		strbuf_reset(&s.screen);
	}
	took_ms = measure_ms(measure_now_ns() - began);
	cpu_ms = session_cpu_ms(&s) - cpu_ms;
	rate = 1000 * (double)(count_frames(trace) - frames) / took_ms;
	measure_row(cpu_ms < 0.15 * took_ms,
		    "8 panes, 500 chunks a second each", "< 15 % of a core",
		    "%.1f %%", 100 * cpu_ms / took_ms);
	measure_row(rate <= 60, "  frames a second", "<= 60", "%.1f", rate);
	session_stop(&s);
	unlink(trace);
	strbuf_release(&text);
}

/* The displayed clock changes at the full minute: not while we count. */
static void wait_for_room_in_the_minute(struct session *s)
{
	while (time(NULL) % 60 >= 60 - IDLE_MS / 1000 - 1)
		session_run(s, 1000);
}

static void bench_idle(struct session *s)
{
	size_t bytes;
	long wakeups;

	strbuf_addf(fake_host_say(&s->host),
		    "{\"type\":\"event\",\"sub_id\":\"%s\","
		    "\"data\":{\"type\":\"query_complete\"}}\n",
		    s->host.sub_ids[0]);
	session_run(s, SETTLE_MS);
	wait_for_room_in_the_minute(s);
	bytes = s->screen_bytes;
	wakeups = session_wakeups(s);
	session_run(s, IDLE_MS);
	bytes = s->screen_bytes - bytes;
	wakeups = session_wakeups(s) - wakeups;
	measure_row(!bytes && !wakeups, "idle for 3 s", "no write, no wake-up",
		    "%zu bytes, %ld wake-ups", bytes, wakeups);
}

int main(int argc, char **argv)
{
	struct session s;

	if (argc != 2)
		measure_fail("usage: bench-terminal PROGRAM");
	signal(SIGPIPE, SIG_IGN);
	bench_history(argv[1]);
	session_start(&s, argv[1], SLICE(""), 1, COLS, ROWS);
	session_wait(&s, "Bench", LIMIT_MS);
	session_run(&s, 500);
	bench_latency(&s);
	bench_idle(&s);
	session_stop(&s);
	bench_panes(argv[1]);
	return measure_status();
}
