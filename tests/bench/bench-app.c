#include "config.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>

#include "src/app.h"
#include "src/base/xalloc.h"
#include "tests/bench/fake-host.h"
#include "tests/bench/measure.h"
#include "tests/bench/workload.h"

/*
 * The app without a terminal, driven as the loop drives it: at most 64 KiB
 * of a host a turn, and a frame each 16 ms where there is something to draw.
 */
#define CHUNK_BYTES   65536
#define FRAME_MS      16
#define LINES         100000
#define HISTORY_BYTES 50000000

struct bench {
	struct app *app;
	struct canvas cv;
	struct fake_host host;
	struct options options;
	int64_t began_ns, drawn_ms;
	double longest_ms; /* of a turn of the loop */
	double total_ms;   /* of all turns */
	size_t frames;
	char buffer[CHUNK_BYTES];
};

static int64_t now_ms(const struct bench *bench)
{
	return (measure_now_ns() - bench->began_ns) / 1000000 + 1;
}

static void draw(struct bench *bench)
{
	int64_t now = now_ms(bench);

	app_draw(bench->app, &bench->cv, now);
	app_frame_written(bench->app, now);
	bench->drawn_ms = now;
	bench->frames++;
}

/* One turn of the loop: what a host wrote, then a frame where one is due. */
static void turn(struct bench *bench, char *bytes, size_t len)
{
	int64_t began = measure_now_ns();
	double took;

	app_host_bytes(bench->app, 0, bytes, len, now_ms(bench));
	if (bench->app->dirty && now_ms(bench) - bench->drawn_ms >= FRAME_MS)
		draw(bench);
	took = measure_ms(measure_now_ns() - began);
	bench->total_ms += took;
	if (took > bench->longest_ms)
		bench->longest_ms = took;
}

static void feed(struct bench *bench, struct slice text)
{
	while (text.len) {
		size_t len = text.len < CHUNK_BYTES ? text.len : CHUNK_BYTES;

		memcpy(bench->buffer, text.ptr, len);
		turn(bench, bench->buffer, len);
		text = slice_skip(text, len);
	}
}

/* Let the app and the host talk until neither has anything to say. */
static void talk(struct bench *bench)
{
	struct outbox *out = app_outbox(bench->app, 0);

	do {
		struct slice front = outbox_front(out);

		fake_host_take(&bench->host, front);
		outbox_sent(out, front.len);
		while ((front = fake_host_front(&bench->host)).len) {
			feed(bench, front);
			fake_host_sent(&bench->host, front.len);
		}
	} while (!outbox_empty(out));
}

static void start(struct bench *bench, struct slice history)
{
	struct host_message init = HOST_MESSAGE_INIT;
	struct strbuf err = STRBUF_INIT;
	struct slice line;

	*bench = (struct bench){ .began_ns = measure_now_ns() };
	fake_host_init(&bench->host, history);
	line = fake_host_front(&bench->host);
	if (host_message_decode(&init, line, &err))
		measure_fail("init: %s", err.buf);
	fake_host_sent(&bench->host, line.len);
	options_init(&bench->options);
	canvas_init(&bench->cv);
	bench->app = app_new(&bench->options, now_ms(bench), 0);
	app_add_host(bench->app, "jp", &init);
	app_resize(bench->app, 120, 40, now_ms(bench));
	draw(bench);
	talk(bench);
	draw(bench);
	if (!bench->host.sub_id[0] || !bench->host.was_read)
		measure_fail("the app did not subscribe and read");
	strbuf_release(&err);
}

static void stop(struct bench *bench)
{
	app_free(bench->app);
	canvas_release(&bench->cv);
	options_release(&bench->options);
	fake_host_release(&bench->host);
}

static bool on_screen(const struct canvas *cv, const char *text)
{
	struct strbuf screen = STRBUF_INIT;
	bool found;

	for (int y = 0; y < cv->h; y++)
		canvas_row_text(&screen, cv, y);
	found = strstr(screen.buf, text) != NULL;
	strbuf_release(&screen);
	return found;
}

/* Nanoseconds that cJSON alone takes for the same lines; freeing is free. */
static int64_t cjson_ns(const struct strbuf *lines)
{
	const char *at = lines->buf;
	int64_t total = 0;

	while (*at) {
		cJSON *trees[1000];
		size_t count = 0;
		int64_t began = measure_now_ns();

		for (; *at && count < ARRAY_SIZE(trees); count++) {
			const char *end = strchr(at, '\n');

			trees[count] =
				cJSON_ParseWithLength(at, (size_t)(end - at));
			at = end + 1;
		}
		total += measure_now_ns() - began;
		while (count)
			cJSON_Delete(trees[--count]);
	}
	return total;
}

static double lines_per_second(int64_t ns)
{
	return LINES / ((double)ns / 1e9);
}

static void bench_stream(void)
{
	struct strbuf lines = STRBUF_INIT;
	double ours[5], theirs[5];
	double longest_ms = 0;
	size_t frames = 0;

	for (size_t run = 0; run < ARRAY_SIZE(ours); run++) {
		struct bench bench;
		uint32_t seed = 1;
		int64_t began;

		start(&bench, slice_str(""));
		strbuf_reset(&lines);
		workload_chunks(&lines, bench.host.sub_id, LINES, &seed);
		workload_chunk(&lines, bench.host.sub_id, "\\n\\nTHE-END");
		theirs[run] = lines_per_second(cjson_ns(&lines));
		bench.longest_ms = 0;
		bench.frames = 0;
		began = measure_now_ns();
		feed(&bench, strbuf_slice(&lines));
		draw(&bench);
		ours[run] = lines_per_second(measure_now_ns() - began);
		if (!on_screen(&bench.cv, "THE-END"))
			measure_fail("the stream's end is not on the screen");
		if (bench.longest_ms > longest_ms)
			longest_ms = bench.longest_ms;
		frames = bench.frames;
		stop(&bench);
	}
	measure_note("100,000 event lines, cJSON alone", "%.2f M lines/s",
		     measure_median(theirs, ARRAY_SIZE(theirs)) / 1e6);
	measure_row(measure_median(ours, ARRAY_SIZE(ours)) * 2 >=
			    measure_median(theirs, ARRAY_SIZE(theirs)),
		    "100,000 event lines, through the app and drawn",
		    "half of cJSON", "%.2f M lines/s, %zu frames",
		    measure_median(ours, ARRAY_SIZE(ours)) / 1e6, frames);
	measure_row(longest_ms < 16, "  longest turn of the loop", "< 16 ms",
		    "%.2f ms", longest_ms);
	strbuf_release(&lines);
}

static void bench_history(void)
{
	struct strbuf history = STRBUF_INIT;
	struct bench bench;
	uint32_t seed = 7;

	workload_history(&history, HISTORY_BYTES, "THE-END", &seed);
	start(&bench, strbuf_slice(&history));
	if (!on_screen(&bench.cv, "THE-END"))
		measure_fail("the history's end is not on the screen");
	measure_note("a conversation of 50 MB, in the app",
		     "%.0f ms, %zu frames", bench.total_ms, bench.frames);
	measure_row(bench.longest_ms < 16, "  longest turn of the loop",
		    "< 16 ms", "%.2f ms", bench.longest_ms);
	stop(&bench);
	strbuf_release(&history);
}

int main(void)
{
	bench_stream();
	bench_history();
	return measure_status();
}
