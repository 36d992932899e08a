#include "config.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

#include "proto/framer.h"
#include "src/base/xalloc.h"
#include "tests/bench/drive.h"
#include "tests/bench/measure.h"
#include "tests/bench/workload.h"
#include "tests/unit/happen.h"

/*
 * Growth: one answer of a megabyte in chunks of four bytes, and a conversation
 * of a million events.
 */
#define ANSWER_BYTES     ((size_t)1 << 20)
#define CHUNK            4
#define CHUNKS_PER_FRAME 64
#define EVENTS           1000000
#define PAGES            200
#define RUNS             5 /* the fastest counts */

/* --- one answer --- */

/* The end of the chunk that begins at `at`: whole characters. */
static size_t chunk_end(struct slice text, size_t at)
{
	size_t end = at + CHUNK;

	while (end < text.len && ((unsigned char)text.ptr[end] & 0xc0) == 0x80)
		end++;
	return end < text.len ? end : text.len;
}

/* Milliseconds for an answer from `at` to `until`, drawn as it arrives. */
static double stream_part(struct drive *drive, struct slice text, size_t *at,
			  size_t until)
{
	struct strbuf lines = STRBUF_INIT;
	int64_t took = 0;

	while (*at < until) {
		strbuf_reset(&lines);
		for (int i = 0; i < CHUNKS_PER_FRAME && *at < until; i++) {
			size_t end = chunk_end(text, *at);

			workload_chunk(&lines, drive->host.sub_ids[0],
				       slice_of(text.ptr + *at, end - *at));
			*at = end;
		}
		took -= measure_now_ns();
		drive_feed(drive, strbuf_slice(&lines));
		drive_draw(drive);
		took += measure_now_ns();
	}
	strbuf_release(&lines);
	return measure_ms(took);
}

static void bench_answer(const char *what, struct slice text)
{
	double parts[10], all = 0;
	struct drive drive;
	size_t at = 0;

	drive_start(&drive, slice_str(""));
	for (size_t i = 0; i < ARRAY_SIZE(parts); i++) {
		parts[i] =
			stream_part(&drive, text, &at, text.len * (i + 1) / 10);
		all += parts[i];
	}
	measure_row(parts[9] <= 1.5 * parts[0], what, "last 10 % <= 1.5 first",
		    "%.0f ms; first, last: %.0f, %.0f: %.2f", all, parts[0],
		    parts[9], parts[9] / parts[0]);
	drive_stop(&drive);
}

static void bench_answers(void)
{
	struct strbuf text = STRBUF_INIT;
	uint32_t seed = 3;

	workload_markdown(&text, ANSWER_BYTES, &seed);
	bench_answer("1 MB of Markdown in 4-byte chunks", strbuf_slice(&text));
	for (size_t i = 0; i < text.len; i++)
		if (text.buf[i] == '\n')
			text.buf[i] = ' ';
	bench_answer("  the same as one paragraph", strbuf_slice(&text));
	strbuf_reset(&text);
	strbuf_addstr(&text, "```c\n");
	for (int i = 0; text.len < ANSWER_BYTES; i++)
		strbuf_addf(&text, "\tint count_%d = next(%d, \"text\");\n", i,
			    i);
	bench_answer("  the same as one block of code", strbuf_slice(&text));
	strbuf_release(&text);
}

/* --- many events --- */

/* Milliseconds to cut the same bytes into events only. */
static double framer_ms(struct slice history)
{
	static char buffer[CHUNK_BYTES];
	struct strbuf head = STRBUF_INIT;
	struct framer framer;
	struct framer_item item;
	size_t elements = 0;
	int64_t began = measure_cpu_ns();

	framer_init(&framer, SIZE_MAX / 2, SIZE_MAX / 2);
	strbuf_addstr(&head, "{\"type\":\"events\",\"data\":[");
	for (struct slice text = strbuf_slice(&head); text.len;) {
		size_t len = text.len < CHUNK_BYTES ? text.len : CHUNK_BYTES;
		char *bytes = buffer;

		memcpy(buffer, text.ptr, len);
		text = slice_skip(text, len);
		while (framer_next(&framer, &bytes, &len, &item) != FRAMER_MORE)
			elements++;
		if (!text.len) {
			text = history;
			history = slice_of("", 0);
		}
	}
	if (elements + 1 < EVENTS)
		measure_fail("the framer found %zu events", elements);
	framer_release(&framer);
	strbuf_release(&head);
	return measure_ms(measure_cpu_ns() - began);
}

/* Resident bytes of this process. */
static size_t resident(void)
{
	FILE *file = fopen("/proc/self/statm", "re");
	long all, here;

	if (!file || fscanf(file, "%ld %ld", &all, &here) != 2)
		measure_fail("cannot read '/proc/self/statm'");
	fclose(file);
	return (size_t)here * 4096;
}

static void press(struct drive *drive, enum key_sym sym)
{
	app_key(drive->app, (struct key){ .sym = sym }, drive_now_ms(drive));
	drive_draw(drive);
}

/* The slowest of many pages upward from the current position. */
static double longest_page(struct drive *drive, enum key_sym sym)
{
	double longest = 0;

	for (int i = 0; i < PAGES; i++) {
		int64_t began = measure_cpu_ns();
		double ms;

		press(drive, sym);
		ms = measure_ms(measure_cpu_ns() - began);
		if (ms > longest)
			longest = ms;
	}
	return longest;
}

static void bench_events(void)
{
	struct strbuf history = STRBUF_INIT;
	struct drive drive;
	double framer[RUNS], opened[RUNS], bytes, ours, up, down, home;
	uint32_t seed = 5;
	size_t before = 0, tail, memory;
	double opening, rest;

	workload_events(&history, EVENTS, "THE-END", &seed);
	for (size_t i = 0; i < RUNS; i++) {
		if (i)
			drive_stop(&drive);
		framer[i] = framer_ms(strbuf_slice(&history));
		malloc_trim(0);
		before = resident();
		drive_start(&drive, strbuf_slice(&history));
		opened[i] = drive.total_ms;
	}
	tail = resident() - before;
	if (!drive_shows(&drive, "THE-END"))
		measure_fail("the history's end is not on the screen");
	ours = measure_percentile(opened, ARRAY_SIZE(opened), 0);
	bytes = measure_percentile(framer, ARRAY_SIZE(framer), 0);
	opening = drive.longest_ms;
	drive.total_ms = drive.longest_ms = 0;
	drive_work(&drive, KEY_SYM_PAGE_UP);
	rest = drive.total_ms;
	memory = resident() - before;
	measure_note("1,000,000 events through the framer", "%.0f ms, %zu MB",
		     bytes, history.len >> 20);
	measure_row(ours <= 1.5 * bytes, "  opened, to the first screen",
		    "1.5 times that", "%.0f ms: %.2f times", ours,
		    ours / bytes);
	measure_row(opening < 16, "  longest turn of the loop", "< 16 ms",
		    "%.2f ms", opening);
	measure_note("  what is left for later", "%.0f ms, from %zu MB", rest,
		     tail >> 20);
	measure_row(drive.longest_ms < 16,
		    "  longest turn meanwhile, with keys", "< 16 ms", "%.2f ms",
		    drive.longest_ms);
	measure_row((double)memory <= 1.5 * (double)history.len, "  memory",
		    "1.5 times the raw bytes", "%zu MB: %.2f times",
		    memory >> 20, (double)memory / (double)history.len);
	up = longest_page(&drive, KEY_SYM_PAGE_UP);
	home = measure_ms(measure_cpu_ns());
	press(&drive, KEY_SYM_HOME);
	home = measure_ms(measure_cpu_ns()) - home;
	down = longest_page(&drive, KEY_SYM_PAGE_DOWN);
	measure_row(up < 10 && down < 10 && home < 10,
		    "  a page up, down, to the start", "< 10 ms",
		    "%.2f, %.2f, %.2f ms at most", up, down, home);
	drive_stop(&drive);
	strbuf_release(&history);
}

int main(void)
{
	bench_answers();
	bench_events();
	return measure_status();
}
