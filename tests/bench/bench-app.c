#include "config.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>

#include "src/base/xalloc.h"
#include "tests/bench/drive.h"
#include "tests/bench/measure.h"
#include "tests/bench/workload.h"

#define LINES         100000
#define HISTORY_BYTES 50000000

/* Nanoseconds that cJSON alone needs for the same lines; freeing is not
 * counted. Called directly: proto/json's checks would make the goal easier. */
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
		struct drive drive;
		uint32_t seed = 1;
		int64_t began;

		drive_start(&drive, slice_str(""));
		strbuf_reset(&lines);
		workload_chunks(&lines, drive.host.sub_ids[0], LINES, &seed);
		workload_chunk(&lines, drive.host.sub_ids[0],
			       SLICE("\n\nTHE-END"));
		theirs[run] = lines_per_second(cjson_ns(&lines));
		drive.longest_ms = 0;
		drive.frames = 0;
		began = measure_now_ns();
		drive_feed(&drive, strbuf_slice(&lines));
		drive_draw(&drive);
		ours[run] = lines_per_second(measure_now_ns() - began);
		if (!drive_shows(&drive, "THE-END"))
			measure_fail("the stream's end is not on the screen");
		if (drive.longest_ms > longest_ms)
			longest_ms = drive.longest_ms;
		frames = drive.frames;
		drive_stop(&drive);
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
	struct drive drive;
	uint32_t seed = 7;

	workload_history(&history, HISTORY_BYTES, "THE-END", &seed);
	drive_start(&drive, strbuf_slice(&history));
	if (!drive_shows(&drive, "THE-END"))
		measure_fail("the history's end is not on the screen");
	measure_note("a conversation of 50 MB, in the app",
		     "%.0f ms, %zu frames", drive.total_ms, drive.frames);
	measure_row(drive.longest_ms < 16, "  longest turn of the loop",
		    "< 16 ms", "%.2f ms", drive.longest_ms);
	drive_stop(&drive);
	strbuf_release(&history);
}

int main(void)
{
	bench_stream();
	bench_history();
	return measure_status();
}
