#include "config.h"

/*
 * From a query's process through its socket and a host to a plugin: events per
 * second, and how late each is.
 *
 *     bench-host JPHOST
 */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "src/base/xalloc.h"
#include "src/jphost/config/config-load.h"
#include "src/jphost/workspace/workspace.h"
#include "tests/bench/measure.h"

#define EVENTS   300000
#define RATE     1000 /* events per second when lateness is measured */
#define LATE     2000
#define LIMIT_MS 60000

struct bench {
	char dir[64];
	const char *host;
	struct workspace ws;
	char *id;
	char *script;
};

struct child {
	pid_t pid;
	int to, from;
	struct strbuf in;
	size_t at; /* bytes already read */
};

static void start(struct child *child, const char *const *argv, bool piped)
{
	int to[2], from[2];

	if (pipe2(to, O_CLOEXEC) || pipe2(from, O_CLOEXEC))
		measure_fail("no pipe: %s", strerror(errno));
	memset(child, 0, sizeof(*child));
	strbuf_init(&child->in);
	child->pid = fork();
	if (!child->pid) {
		int null = open("/dev/null", O_RDWR);

		dup2(piped ? to[0] : null, 0);
		dup2(piped ? from[1] : null, 1);
		execv(argv[0], (char *const *)argv);
		_exit(127);
	}
	close(to[0]);
	close(from[1]);
	child->to = to[1];
	child->from = from[0];
}

/* Returns the milliseconds of CPU time that it used. */
static double end(struct child *child)
{
	struct rusage used;

	kill(child->pid, SIGKILL);
	if (wait4(child->pid, NULL, 0, &used) != child->pid)
		measure_fail("a child is lost");
	close(child->to);
	close(child->from);
	strbuf_release(&child->in);
	return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000 +
	       (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1000;
}

/* The next line, valid until the one after it is read. */
static struct slice next_line(struct child *child)
{
	for (;;) {
		char *from = child->in.buf + child->at;
		char *newline = memchr(from, '\n', child->in.len - child->at);
		char bytes[65536];
		struct pollfd fd = { child->from, POLLIN, 0 };
		ssize_t got;

		if (newline) {
			child->at += (size_t)(newline - from) + 1;
			return slice_of(from, (size_t)(newline - from));
		}
		strbuf_remove(&child->in, 0, child->at);
		child->at = 0;
		if (poll(&fd, 1, LIMIT_MS) <= 0)
			measure_fail("the host says nothing more");
		got = read(child->from, bytes, sizeof(bytes));
		if (got <= 0)
			measure_fail("the host has gone");
		strbuf_add(&child->in, bytes, (size_t)got);
	}
}

static bool has(struct slice line, const char *text)
{
	return memmem(line.ptr, line.len, text, strlen(text)) != NULL;
}

static void wait_for(struct child *child, const char *text)
{
	while (!has(next_line(child), text))
		;
}

static void say(struct child *child, const char *text)
{
	if (write(child->to, text, strlen(text)) != (ssize_t)strlen(text))
		measure_fail("the host does not read");
}

static void write_script(struct bench *bench, int rate, int events)
{
	FILE *file = fopen(bench->script, "w");

	if (!file)
		measure_fail("cannot write '%s'", bench->script);
	/* The watcher must have joined before it begins. */
	fprintf(file, "{\"pause_ms\":1500}\n{\"rate\":%d}\n", rate);
	fputs("{\"message\":\"", file);
	for (int i = 0; i < events; i++)
		fputs("word", file);
	fputs("\"}\n", file);
	fclose(file);
}

static void start_host(struct bench *bench, struct child *host)
{
	const char *argv[] = { bench->host, "serve", "-w", bench->ws.root,
			       NULL };
	struct strbuf text = STRBUF_INIT;

	start(host, argv, true);
	wait_for(host, "\"init\"");
	strbuf_addf(&text,
		    "{\"type\":\"subscribe\",\"sub_id\":\"s\","
		    "\"conversation\":\"%s\"}\n",
		    bench->id);
	say(host, text.buf);
	wait_for(host, "\"subscribed\"");
	strbuf_release(&text);
}

static void start_query(struct bench *bench, struct child *query)
{
	struct strbuf provider = STRBUF_INIT;
	const char *argv[] = {
		bench->host, "query",      "-w", bench->ws.root, "-c",
		NULL,        "--provider", NULL, "Go",           NULL
	};

	strbuf_addf(&provider, "replay:%s", bench->script);
	argv[5] = bench->id;
	argv[7] = provider.buf;
	start(query, argv, false);
	strbuf_release(&provider);
}

static void bench_throughput(struct bench *bench)
{
	struct child host, query;
	int64_t began = 0, took;
	int count = 0;
	double rate, query_ms, host_ms;

	write_script(bench, 0, EVENTS);
	start_host(bench, &host);
	start_query(bench, &query);
	for (;;) {
		struct slice line = next_line(&host);

		if (has(line, "\"query_complete\""))
			break;
		if (!has(line, "\"message\":\"word\""))
			continue;
		if (!count++)
			began = measure_now_ns();
	}
	took = measure_now_ns() - began;
	query_ms = end(&query);
	host_ms = end(&host);
	if (count != EVENTS)
		measure_fail("%d events came instead of %d", count, EVENTS);
	rate = count / ((double)took / 1e9);
	measure_row(rate >= 100000, "events, query to plugin", ">= 100,000/s",
		    "%.0f/s", rate);
	/* The rate of two cores if nothing else used them. */
	measure_note("  CPU for each, of the query and the host",
		     "%.1f, %.1f us", query_ms * 1000 / count,
		     host_ms * 1000 / count);
}

static int64_t clock_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/*
 * A paced chunk is due at a time given by its number: the first one's, then one
 * each millisecond. The smallest distance is where none was late.
 */
static void bench_latency(struct bench *bench)
{
	double *late = xcalloc(LATE, sizeof(*late)), least = 1e18;
	struct child host, query;
	size_t count = 0;

	write_script(bench, RATE, LATE);
	start_host(bench, &host);
	start_query(bench, &query);
	while (count < LATE) {
		struct slice line = next_line(&host);

		if (!has(line, "\"message\":\"word\""))
			continue;
		late[count] =
			(double)clock_us() - (double)count * 1000000.0 / RATE;
		if (late[count] < least)
			least = late[count];
		count++;
	}
	end(&query);
	end(&host);
	for (size_t i = 0; i < count; i++)
		late[i] = (late[i] - least) / 1000;
	measure_row(measure_median(late, count) < 2,
		    "an event's way, query to plugin, median", "< 2 ms",
		    "%.2f ms", measure_median(late, count));
	measure_note("the same, 99 of 100", "%.2f ms",
		     measure_percentile(late, count, 99));
	free(late);
}

int main(int argc, char **argv)
{
	struct strbuf path = STRBUF_INIT, err = STRBUF_INIT;
	struct bench bench = { .host = argc > 1 ? argv[1] : "./jphost" };

	signal(SIGPIPE, SIG_IGN);
	snprintf(bench.dir, sizeof(bench.dir), "/tmp/jpd-bench-XXXXXX");
	if (!mkdtemp(bench.dir))
		measure_fail("no directory: %s", strerror(errno));
	setenv("XDG_RUNTIME_DIR", bench.dir, 1);
	strbuf_addf(&path, "%s/data", bench.dir);
	setenv("JP_USER_DATA_DIR", path.buf, 1);
	strbuf_setf(&path, "%s/w", bench.dir);
	if (mkdir(path.buf, 0700) ||
	    workspace_create(&bench.ws, path.buf, &err))
		measure_fail("no workspace: %s", err.buf);
	bench.id = config_new_conversation(&bench.ws, "Bench", 1773839946800,
					   &err);
	if (!bench.id)
		measure_fail("no conversation: %s", err.buf);
	strbuf_setf(&path, "%s/script", bench.dir);
	bench.script = xstrdup(path.buf);
	bench_throughput(&bench);
	bench_latency(&bench);
	strbuf_setf(&path, "rm -rf '%s'", bench.dir);
	if (system(path.buf))
		measure_note("left behind", "%s", bench.dir);
	workspace_release(&bench.ws);
	free(bench.id);
	free(bench.script);
	strbuf_release(&path);
	return measure_status();
}
