#include "config.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdio.h>
#include <stdlib.h>

#include "proto/json-scan.h"
#include "src/base/xalloc.h"
#include "src/store/item-text.h"
#include "src/store/search.h"
#include "tests/bench/drive.h"
#include "tests/bench/measure.h"
#include "tests/bench/workload.h"
#include "tests/unit/happen.h"
#include "ui/transcript/transcript.h"

/*
 * Searching a large conversation: the speed compared with PCRE2's JIT alone,
 * which gets the same texts with their JSON already decoded; and how long a key
 * waits meanwhile.
 */
#define HISTORY_BYTES ((size_t)113 << 20)
#define STEP_BYTES    4096
#define SLICE_MS      4 /* per turn of the loop, WORK_MS there */

static struct conversation *load(struct slice history)
{
	struct conversation *conv = conversation_new(0, "17");
	struct event_log log = EVENT_LOG_INIT;
	struct slice element;

	while (json_first_value(history, &element)) {
		size_t used = (size_t)(element.ptr + element.len - history.ptr);

		event_log_add(&log, element);
		history = slice_skip(history, used + 1); /* the comma */
	}
	conversation_load(conv, &log);
	event_log_release(&log);
	return conv;
}

/* --- PCRE2 alone --- */

static pcre2_code *compile(const char *pattern, bool caseless)
{
	PCRE2_SIZE offset;
	int error;
	pcre2_code *code =
		pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED,
			      PCRE2_UTF | PCRE2_UCP | PCRE2_MULTILINE |
				      (caseless ? PCRE2_CASELESS : 0),
			      &error, &offset, NULL);

	if (!code || pcre2_jit_compile(code, PCRE2_JIT_COMPLETE))
		measure_fail("PCRE2 does not take '%s'", pattern);
	return code;
}

static size_t count_matches(const pcre2_code *code, struct slice text)
{
	pcre2_match_data *data =
		pcre2_match_data_create_from_pattern(code, NULL);
	const PCRE2_SIZE *places = pcre2_get_ovector_pointer(data);
	size_t count = 0, at = 0;

	while (pcre2_match(code, (PCRE2_SPTR)text.ptr, text.len, at,
			   PCRE2_NO_UTF_CHECK, data, NULL) > 0) {
		count++;
		at = places[1];
	}
	pcre2_match_data_free(data);
	return count;
}

/* --- both --- */

/* Nanoseconds to search everything, and the number of matches. */
static int64_t search_all(const struct conversation *conv, search_shown *shown,
			  const char *pattern, uint64_t *total)
{
	struct strbuf err = STRBUF_INIT;
	struct search search;
	int64_t began = measure_now_ns();

	search_init(&search, shown);
	if (search_set(&search, slice_str(pattern), &err))
		measure_fail("'%s': %s", pattern, err.buf);
	search_begin(&search, conv, conv->item_count / 2);
	while (search_step(&search, STEP_BYTES))
		continue;
	began = measure_now_ns() - began;
	*total = search.total;
	search_release(&search);
	return began;
}

static void compare(const struct conversation *conv, struct slice text,
		    const char *what, const char *pattern, bool caseless)
{
	pcre2_code *code = compile(pattern, caseless);
	double ours[3], theirs[3], us, them;
	uint64_t total = 0;
	size_t count = 0;

	for (size_t i = 0; i < ARRAY_SIZE(ours); i++) {
		int64_t began = measure_now_ns();

		count = count_matches(code, text);
		theirs[i] = measure_ms(measure_now_ns() - began);
		ours[i] = measure_ms(search_all(conv, NULL, pattern, &total));
	}
	if (total != count)
		measure_fail("'%s': %zu matches, %llu found", pattern, count,
			     (unsigned long long)total);
	us = measure_median(ours, ARRAY_SIZE(ours));
	them = measure_median(theirs, ARRAY_SIZE(theirs));
	measure_row(us <= 3 * them, what, "1/3 of PCRE2's speed",
		    "%.0f ms, PCRE2 alone %.0f: %.2f", us, them, them / us);
	pcre2_code_free(code);
}

/* Searching what is drawn too, as in a pane. */
static void time_drawn(const struct conversation *conv, const char *what,
		       const char *pattern, double most_s)
{
	struct strbuf goal = STRBUF_INIT;
	uint64_t total = 0;
	double s = measure_ms(search_all(conv, transcript_shown_text, pattern,
					 &total)) /
		   1000;

	strbuf_addf(&goal, "< %.0f s", most_s);
	measure_row(s < most_s, what, goal.buf, "%.2f s, %llu matches", s,
		    (unsigned long long)total);
	strbuf_release(&goal);
}

static void bench_speed(struct slice history)
{
	struct conversation *conv = load(history);
	struct strbuf text = STRBUF_INIT;

	for (size_t i = 0; i < conv->item_count; i++) {
		item_text_search(&text, conv, &conv->items[i]);
		/* No pattern here matches across a NUL. */
		strbuf_add(&text, "\n\0\n", 3);
	}
	measure_note("a conversation to search", "%zu MB of JSON, %zu of text",
		     history.len >> 20, text.len >> 20);
	compare(conv, strbuf_slice(&text), "  a word that is once there",
		"THE-END", false);
	compare(conv, strbuf_slice(&text), "  the same, capitals do not count",
		"the-end", true);
	compare(conv, strbuf_slice(&text), "  a word that is not there",
		"conversation", true);
	compare(conv, strbuf_slice(&text), "  a frequent word", "parser", true);
	compare(conv, strbuf_slice(&text), "  three words with blanks",
		"\\w+\\s+error\\s+\\w+", true);
	compare(conv, strbuf_slice(&text), "  one of four words",
		"parser|buffer|missing|absent", true);
	compare(conv, strbuf_slice(&text), "  whole lines", "^.*handler.*$",
		true);
	compare(conv, strbuf_slice(&text), "  a form of words", "\\b\\w+ing\\b",
		true);
	time_drawn(conv, "  a word, in what is drawn too", "conversation", 2);
	time_drawn(conv, "  a form of words, likewise", "\\b\\w+ing\\b", 20);
	strbuf_release(&text);
	conversation_free(conv);
}

/* --- keys meanwhile --- */

static void type(struct drive *drive, const char *text)
{
	for (; *text; text++) {
		struct key key = { .ch = (unsigned char)*text };

		if (*text == '\n')
			key = (struct key){ .sym = KEY_SYM_ENTER };
		app_key(drive->app, key, drive_now_ms(drive));
	}
}

/* A key comes while the loop works; its row is drawn immediately. */
static void bench_keys(struct slice history, const char *pattern)
{
	struct drive drive;
	double *waits = NULL;
	size_t count = 0, cap = 0;
	bool more = true;

	drive_start(&drive, history);
	type(&drive, "/");
	type(&drive, pattern);
	type(&drive, "\n");
	while (more) {
		int64_t began = measure_now_ns();
		int64_t end = began + SLICE_MS * 1000000;

		while ((more = app_work(drive.app)) && measure_now_ns() < end)
			continue;
		type(&drive, count % 2 ? "j" : "k");
		drive_draw(&drive);
		ALLOC_GROW(waits, count + 1, cap);
		waits[count++] = measure_ms(measure_now_ns() - began);
	}
	measure_row(measure_percentile(waits, count, 100) < 20,
		    "  a key while that is searched", "< 20 ms",
		    "%.2f ms at most, of %zu keys",
		    measure_percentile(waits, count, 100), count);
	free(waits);
	drive_stop(&drive);
}

int main(void)
{
	struct strbuf history = STRBUF_INIT;
	uint32_t seed = 7;

	workload_history(&history, HISTORY_BYTES, "THE-END", &seed);
	bench_speed(strbuf_slice(&history));
	bench_keys(strbuf_slice(&history), "the-end");
	bench_keys(strbuf_slice(&history), "(\\w+)\\s+\\1 zz");
	strbuf_release(&history);
	return measure_status();
}
