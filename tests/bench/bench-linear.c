#include "config.h"

#include <locale.h>
#include <string.h>

#include "src/base/strbuf.h"
#include "tests/bench/measure.h"
#include "tests/unit/random.h"
#include "tests/unit/stage.h"
#include "ui/text/diff.h"
#include "ui/text/markdown.h"
#include "ui/text/prose.h"
#include "ui/text/wrap.h"
#include "ui/view/arguments.h"
#include "ui/view/editor.h"
#include "ui/view/picker.h"

/*
 * Input that a host may send in any amount must cost linear time. Each kind is
 * shown at one size and at four times that; quadratic cost would take sixteen
 * times as long.
 */

#define TIMES      4
#define GOAL_TIMES 10
/* Below this the clock and caches dominate. */
#define SLACK_MS 20

struct text {
	const char *start, *unit;
};

typedef void show_fn(const struct text *text, size_t size);

static void fill(struct strbuf *out, const struct text *text, size_t size)
{
	strbuf_addstr(out, text->start);
	while (out->len < size)
		strbuf_addstr(out, text->unit);
}

/* Token by token, as a model writes. */
static void show_wrapped(const struct text *text, size_t size)
{
	const struct wrap_options options = { .cols = 80 };
	size_t len = strlen(text->unit);
	struct rows rows = ROWS_INIT;
	struct wrap_stream ws;

	wrap_stream_init(&ws, &options);
	for (size_t i = 0; i < size; i += len)
		wrap_stream_add(&ws, &rows, slice_of(text->unit, len));
	rows_release(&rows);
}

static void show_prose(const struct text *text, size_t size)
{
	static const struct prose_options options = { .cols = 80,
						      .markup = true };
	size_t len = strlen(text->unit);
	struct rows rows = ROWS_INIT;
	struct prose prose;

	prose_init(&prose, &rows, &options);
	for (size_t i = 0; i < size; i += len)
		prose_add(&prose, &rows, slice_of(text->unit, len));
	prose_end(&prose, &rows);
	rows_release(&rows);
	prose_release(&prose);
}

static void show_markdown(const struct text *text, size_t size)
{
	const struct markdown_options options = { .cols = 80 };
	struct strbuf all = STRBUF_INIT;
	struct rows rows = ROWS_INIT;
	struct markdown *md = markdown_new(&rows, &options);

	fill(&all, text, size);
	for (size_t pos = 0; pos < all.len; pos += 512) {
		size_t len = all.len - pos < 512 ? all.len - pos : 512;

		markdown_add(md, &rows, slice_of(all.buf + pos, len));
	}
	markdown_end(md, &rows);
	markdown_free(md);
	rows_release(&rows);
	strbuf_release(&all);
}

/* Drawn after each token. */
static void show_tokens(const struct text *text, size_t size)
{
	struct stage stage;

	stage_open(&stage, 80, 24);
	for (size_t i = 0; i < size; i += strlen(text->unit)) {
		stage_chunk(&stage, false, text->unit);
		stage_layout(&stage);
	}
	stage_close(&stage);
}

/* Nothing in common but the last line: the worst case for a diff. */
static void show_diff(const struct text *text, size_t size)
{
	const struct diff_options options = { .cols = 80, .context = 3 };
	struct strbuf a = STRBUF_INIT, b = STRBUF_INIT;
	struct rows rows = ROWS_INIT;
	uint64_t seed = 4;

	while (a.len < size) {
		strbuf_addf(&a, "%u a\n", (unsigned)random_below(&seed, 9));
		strbuf_addf(&b, "%u b\n", (unsigned)random_below(&seed, 9));
	}
	strbuf_addstr(&a, text->unit);
	strbuf_addstr(&b, text->unit);
	diff_texts(&rows, strbuf_slice(&a), strbuf_slice(&b), &options);
	rows_release(&rows);
	strbuf_release(&a);
	strbuf_release(&b);
}

/* A call's arguments, read before approval. */
static void show_arguments(const struct text *text, size_t size)
{
	const struct arguments_options options = { .cols = 80,
						   .unfolded = true };
	struct arguments_facts facts;
	struct strbuf json = STRBUF_INIT;
	struct rows rows = ROWS_INIT;

	strbuf_addstr(&json, "{\"a\":\"");
	fill(&json, text, size);
	strbuf_addstr(&json, "\"}");
	arguments_facts_init(&facts);
	arguments_rows(&rows, strbuf_slice(&json), &options, &facts);
	arguments_facts_release(&facts);
	rows_release(&rows);
	strbuf_release(&json);
}

static double ms_to(show_fn *show, const struct text *text, size_t size)
{
	int64_t began = measure_cpu_ns();

	show(text, size);
	return measure_ms(measure_cpu_ns() - began);
}

static void bench(const char *what, show_fn *show, size_t size,
		  const struct text *texts, size_t count)
{
	double small = 0, large = 0, worst = -1;
	const char *unit = "";

	for (size_t i = 0; i < count; i++) {
		double once = ms_to(show, &texts[i], size);
		double more = ms_to(show, &texts[i], TIMES * size);
		double over = more - GOAL_TIMES * once;

		if (i && over <= worst)
			continue;
		worst = over;
		small = once;
		large = more;
		unit = texts[i].unit;
	}
	measure_row(worst < SLACK_MS, what, "< 10 times as long",
		    "%.1f ms, %.1f of '%.4s'", small, large, unit);
}

static void bench_editor(void)
{
	struct strbuf lines = STRBUF_INIT;
	struct editor ed;
	double worst = 0;
	int64_t began;

	for (int i = 0; i < 10000; i++)
		strbuf_addf(&lines,
			    "line %d of a text with some words in it, and a "
			    "few more to wrap it %d\n",
			    i, i * 7);
	editor_init(&ed);
	began = measure_cpu_ns();
	editor_paste(&ed, strbuf_slice(&lines));
	measure_row(measure_ms(measure_cpu_ns() - began) < 100,
		    "a paste of 10,000 lines", "< 100 ms", "%.2f ms",
		    measure_ms(measure_cpu_ns() - began));
	for (int i = 0; i < 100; i++) {
		struct key key = { .ch = 'x' };
		struct canvas cv;
		double took;

		if (i % 2)
			key = (struct key){ .sym = KEY_SYM_UP };
		canvas_init(&cv);
		canvas_resize(&cv, 60, 10);
		began = measure_cpu_ns();
		editor_key(&ed, key);
		editor_draw(&ed, &cv, (struct rect){ 0, 0, 60, 10 }, true);
		took = measure_ms(measure_cpu_ns() - began);
		canvas_release(&cv);
		worst = took > worst ? took : worst;
	}
	measure_row(worst < 16, "  a key in it, drawn", "< 16 ms",
		    "%.2f ms at most, of 100", worst);
	editor_release(&ed);
	strbuf_release(&lines);
}

static void fill_picker(struct picker *picker)
{
	static const char *const words[] = { "refactor", "the",     "parser",
					     "config",   "release", "Notes",
					     "été",      "fix" };
	struct strbuf label = STRBUF_INIT;
	uint64_t seed = 11;

	for (int i = 0; i < 10000; i++) {
		strbuf_reset(&label);
		for (int k = 0; k < 6; k++)
			strbuf_addf(&label, "%s ",
				    words[random_below(&seed, 8)]);
		picker_add(picker, strbuf_slice(&label), slice_of(NULL, 0));
	}
	strbuf_release(&label);
}

static void bench_picker(void)
{
	struct picker picker;
	double worst = 0;

	picker_init(&picker);
	fill_picker(&picker);
	picker_start(&picker);
	for (int i = 0; i < 8; i++) {
		struct key key = { .ch = (unsigned char)"erfc"[i % 4] };
		int64_t began = measure_cpu_ns();
		double took;

		if (i >= 4)
			key = (struct key){ .sym = KEY_SYM_BACKSPACE };
		picker_key(&picker, key);
		took = measure_ms(measure_cpu_ns() - began);
		worst = took > worst ? took : worst;
	}
	measure_row(worst < 50, "a key in a picker of 10,000 entries",
		    "< 50 ms", "%.2f ms at most", worst);
	picker_release(&picker);
}

#define BENCH(what, show, size, ...)                                 \
	do {                                                         \
		static const struct text texts_[] = { __VA_ARGS__ }; \
		bench(what, show, size, texts_,                      \
		      sizeof(texts_) / sizeof(*texts_));             \
	} while (0)

int main(void)
{
	/* For character classes and widths. */
	setlocale(LC_ALL, "C.UTF-8");
	BENCH("four times a paragraph without an end", show_wrapped, 256 << 10,
	      { "", "abc " }, { "", "abcd" }, { "", "    " },
	      { "", "e\xcc\x81-" });
	BENCH("four times the prose, in tokens", show_prose, 256 << 10,
	      { "", "abc " }, { "", "    " }, { "", "\xcc\x81 e" },
	      { "", "ab\nc" });
	BENCH("four times a block without an end", show_markdown, 32 << 10,
	      { "", "word " }, { "", "a" }, { "```c\n", "x;\n" },
	      { "```\n", "a" }, { "", "- item\n" }, { "", "> quote\n" },
	      { "", "**a" }, { "", "[a](" },
	      { "| a | b |\n|-|-|\n", "| c | d |\n" }, { "", "- > " });
	BENCH("four times the tokens of an answer, drawn", show_tokens,
	      35 << 10, { "", "\"word \"" });
	BENCH("four times two texts with nothing in common", show_diff,
	      30 << 10, { "", "end" });
	BENCH("four times the arguments of a call", show_arguments, 64 << 10,
	      { "", "word " }, { "", "a" }, { "", "\u0430bc" },
	      { "", "\u0430bc " }, { "", "\u200b" }, { "", "a\u200b" },
	      { "", "a\\n" }, { "", "\\t" }, { "", "e\u0301" },
	      { "", "\\\\u{200B}" });
	bench_editor();
	bench_picker();
	return measure_status();
}
