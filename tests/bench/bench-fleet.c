#include "config.h"

#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "proto/host-message.h"
#include "src/base/clock.h"
#include "src/base/xalloc.h"
#include "src/dashboard/io/hub.h"
#include "src/dashboard/layers/layers.h"
#include "tests/bench/measure.h"
#include "tests/unit/happen.h"

/*
 * bench-fleet JPHOST: fifty hosts as processes, each on a workspace with two
 * hundred conversations; the app and its hub without a terminal.
 */
#define HOSTS    50
#define CONVS    200
#define GOAL_MS  3000
#define LIMIT_MS 60000
#define IDLE_MS  5000

struct bench {
	char folder[64];
	struct app *app;
	struct hub hub;
	struct connection parent;
	struct canvas canvas;
	int64_t drawn_ms;
	size_t turns, frames;
};

static void write_file(const char *path, const char *text)
{
	FILE *file = fopen(path, "we");

	if (!file)
		measure_fail("cannot write '%s': %s", path, strerror(errno));
	fputs(text, file);
	fclose(file);
}

static void make_dir(const char *path)
{
	if (mkdir(path, 0700))
		measure_fail("cannot make '%s': %s", path, strerror(errno));
}

static void make_conversation(const char *folder, int host, int i)
{
	struct strbuf path = STRBUF_INIT, text = STRBUF_INIT;
	size_t len;

	strbuf_addf(&path, "%s/h%d/.jp/conversations/177%08d-c", folder, host,
		    i);
	make_dir(path.buf);
	len = path.len;
	strbuf_addf(&text,
		    "{\"title\":\"Conversation %d of %d\",\"last_activated_at\""
		    ":\"2026-01-01 %02d:%02d:00.0\"}\n",
		    i, host, i / 60, i % 60);
	strbuf_addstr(&path, "/metadata.json");
	write_file(path.buf, text.buf);
	strbuf_setlen(&path, len);
	strbuf_addstr(&path, "/base_config.json");
	write_file(path.buf, "{}\n");
	strbuf_setlen(&path, len);
	strbuf_addstr(&path, "/events.json");
	write_file(path.buf, "[{\"timestamp\":\"2026-01-01 00:00:00.0\","
			     "\"type\":\"chat_request\",\"content\":\"hello\"},"
			     "{\"timestamp\":\"2026-01-01 00:00:01.0\","
			     "\"type\":\"chat_response\",\"message\":\"THERE\"}"
			     "]\n");
	strbuf_release(&path);
	strbuf_release(&text);
}

static void make_workspaces(struct bench *b)
{
	char path[128];

	snprintf(b->folder, sizeof(b->folder), "/tmp/bench-fleet-XXXXXX");
	if (!mkdtemp(b->folder))
		measure_fail("no folder: %s", strerror(errno));
	for (int host = 0; host < HOSTS; host++) {
		snprintf(path, sizeof(path), "%s/h%d", b->folder, host);
		make_dir(path);
		strcat(path, "/.jp");
		make_dir(path);
		strcat(path, "/.id");
		write_file(path, "made by a bench\nabcde\n");
		snprintf(path, sizeof(path), "%s/h%d/.jp/conversations",
			 b->folder, host);
		make_dir(path);
		for (int i = 1; i <= CONVS; i++)
			make_conversation(b->folder, host, i);
	}
}

static void draw(struct bench *b, int64_t now_ms)
{
	app_draw(b->app, &b->canvas);
	app_happen(b->app, INPUT_FRAME_WRITTEN, now_ms);
	b->drawn_ms = now_ms;
	b->frames++;
}

static void turn(struct bench *b, int wait_ms)
{
	int64_t now_ms = clock_now_ms();
	int64_t wake_ms = app_wake_ms(b->app);

	hub_poll(&b->hub, now_ms);
	if (wake_ms >= 0 && wake_ms - now_ms < wait_ms)
		wait_ms = wake_ms > now_ms ? (int)(wake_ms - now_ms) : 0;
	if (b->app->dirty)
		wait_ms = 0;
	if (poll(b->hub.fds, b->hub.fd_count, wait_ms) >= 0)
		hub_ready(&b->hub, clock_now_ms());
	else
		hub_skip(&b->hub);
	now_ms = clock_now_ms();
	app_tick(b->app, now_ms);
	if (b->app->dirty && now_ms - b->drawn_ms >= 17)
		draw(b, now_ms);
	b->turns++;
}

static bool is_on_screen(const struct bench *b, const char *text)
{
	struct strbuf row = STRBUF_INIT;
	bool found = false;

	for (int y = 0; y < b->canvas.h && !found; y++) {
		strbuf_reset(&row);
		canvas_row_text(&row, &b->canvas, y);
		found = strstr(row.buf, text) != NULL;
	}
	strbuf_release(&row);
	return found;
}

/* Everything was requested and answered; the first host does not count. */
static bool is_complete(const struct bench *b)
{
	if (b->app->store->count < HOSTS * CONVS)
		return false;
	for (size_t i = 1; i < b->app->hosts->count; i++) {
		const struct host *h = &b->app->hosts->list[i];

		if (h->gone || h->work_count || h->pending.count)
			return false;
	}
	return true;
}

static void start(struct bench *b, const char *jphost)
{
	struct host_message init = HOST_MESSAGE_INIT;
	struct strbuf err = STRBUF_INIT, spec = STRBUF_INIT;
	struct options options;
	struct slice line = SLICE("{\"type\":\"init\",\"version\":1,"
				  "\"capabilities\":[]}");

	options_init(&options);
	b->app = app_new(&options, layers_all, clock_now_ms(),
			 clock_wall_offset_ms());
	if (host_message_decode(&init, line, &err))
		measure_fail("%s", err.buf);
	app_add_host(b->app, "jp", &init);
	hub_init(&b->hub, b->app, &b->parent);
	app_resize(b->app, 160, 50, clock_now_ms());
	for (int host = 0; host < HOSTS; host++) {
		strbuf_setf(&spec, "h%d=%s serve -w %s/h%d", host, jphost,
			    b->folder, host);
		if (hosts_add(b->app->hosts, strbuf_slice(&spec), &err))
			measure_fail("%s", err.buf);
	}
	options_release(&options);
	strbuf_release(&spec);
	strbuf_release(&err);
}

static double cpu_ms(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000 +
	       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000;
}

static void open_all(struct bench *b, const char *jphost)
{
	int64_t began = measure_now_ns();
	double first = -1, listed = -1, all, before = cpu_ms();

	start(b, jphost);
	while (!is_complete(b)) {
		turn(b, 100);
		if (first < 0 && is_on_screen(b, "Conversation 1"))
			first = measure_ms(measure_now_ns() - began);
		all = measure_ms(measure_now_ns() - began);
		if (listed < 0 && b->app->store->count == HOSTS * CONVS)
			listed = all;
		if (all > LIMIT_MS)
			measure_fail("%zu of %d conversations after %.0f ms",
				     b->app->store->count, HOSTS * CONVS, all);
	}
	all = measure_ms(measure_now_ns() - began);
	measure_note("of it, of ours", "%.0f ms of CPU, %zu frames",
		     cpu_ms() - before, b->frames);
	measure_note("first conversations on the screen", "%.0f ms", first);
	measure_row(listed < GOAL_MS, "50 hosts of 200 conversations listed",
		    "3 s", "%.0f ms", listed);
	measure_note("and all 10,000 of them watched", "%.0f ms", all);
}

static void stand_idle(struct bench *b)
{
	int64_t end_ms = clock_now_ms() + IDLE_MS;
	double before;

	/* Let activity settle. */
	while (clock_now_ms() < end_ms)
		turn(b, 1000);
	end_ms = clock_now_ms() + IDLE_MS;
	before = cpu_ms();
	b->turns = 0;
	while (clock_now_ms() < end_ms)
		turn(b, (int)(end_ms - clock_now_ms()) + 1);
	measure_row(cpu_ms() - before < 0.01 * IDLE_MS,
		    "idle with 50 hosts, 5 s", "1 %",
		    "%.1f ms of CPU, woken %zu times", cpu_ms() - before,
		    b->turns);
}

static void remove_workspaces(const struct bench *b)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -rf '%s'", b->folder);
	if (system(command))
		measure_fail("cannot remove '%s'", b->folder);
}

int main(int argc, char **argv)
{
	struct bench b = { .drawn_ms = 0 };
	char *jphost = argc > 1 ? realpath(argv[1], NULL) : NULL;
	int ends[4];

	if (!jphost)
		measure_fail("usage: bench-fleet JPHOST");
	setlocale(LC_ALL, "C.UTF-8");
	signal(SIGPIPE, SIG_IGN);
	if (pipe(ends) || pipe(ends + 2))
		measure_fail("no pipe: %s", strerror(errno));
	b.parent = (struct connection){ ends[0], ends[3] };
	canvas_init(&b.canvas);
	make_workspaces(&b);
	open_all(&b, jphost);
	stand_idle(&b);
	hub_release(&b.hub);
	app_free(b.app);
	canvas_release(&b.canvas);
	remove_workspaces(&b);
	free(jphost);
	return measure_status();
}
