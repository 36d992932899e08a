#include "config.h"

#include "ui/text/colored.h"

#include <locale.h>
#include <string.h>

#include "src/base/xalloc.h"
#include "tests/unit/test.h"

static const char *mark_of(enum face face)
{
	switch (face) {
	case FACE_DEFAULT:
		return "";
	case FACE_DIM:
		return "d";
	case FACE_BOLD:
		return "b";
	case FACE_UNDERLINE:
		return "u";
	case FACE_TINT_RED:
		return "R";
	case FACE_TINT_GREEN:
		return "G";
	case FACE_TINT_BLUE:
		return "B";
	default:
		return "?";
	}
}

/* Rows ended by /, coloured text as R{red}. */
static void assert_colored(const char *text, const char *wanted)
{
	const struct colored_options options = { .cols = 40, .max_rows = 99 };
	struct rows rows = ROWS_INIT;
	struct strbuf got = STRBUF_INIT;

	assert_int_equal(colored_rows(&rows, slice_str(text), &options),
			 strlen(text));
	for (size_t r = 0; r < rows.count; r++) {
		const struct row *row = &rows.rows[r];

		for (size_t i = 0; i < row->span_count; i++) {
			const struct span *span =
				&rows.spans[row->first_span + i];
			const char *mark = mark_of(span->face);

			strbuf_addstr(&got, mark);
			strbuf_addf(&got, *mark ? "{%.*s}" : "%.*s",
				    (int)span->len,
				    rows.text.buf + span->start);
		}
		strbuf_addch(&got, '/');
	}
	assert_string_equal(got.buf, wanted);
	strbuf_release(&got);
	rows_release(&rows);
}

static void colours_are_kept(void **state)
{
	(void)state;
	assert_true(colored_is(SLICE("a\x1b[31mb")));
	assert_false(colored_is(SLICE("a\x1b[31xb\x1b[2J")));
	assert_colored("ok \x1b[31mred\x1b[0m plain", "ok R{red} plain/");
	assert_colored("\x1b[1;32mgreen\x1b[39mbold\x1b[mplain",
		       "G{green}b{bold}plain/");
	assert_colored("\x1b[91mbright\x1b[38;5;196mcube\x1b[0m",
		       "R{brightcube}/");
	assert_colored("\x1b[38;2;20;20;240mrgb\x1b[90mdim", "B{rgb}d{dim}/");
	/* A background is not a text colour; its numbers belong to it. */
	assert_colored("\x1b[48;5;31;4mx", "u{x}/");
	assert_colored("\x1b[31mtwo\nlines", "R{two}/R{lines}/");
}

static void all_else_is_taken_out(void **state)
{
	(void)state;
	assert_colored("\x1b[31ma\x1b[2J\x1b]0;title\x07\x1b[8mb\x1b[5;7Hc",
		       "R{abc}/");
	assert_colored("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\\x1b[31m!",
		       "linkR{!}/");
	assert_colored("\x1b[31ma\x1b[", "R{a}/");
	assert_colored("\x1b[999999999999mx\x1b[;;;;;;;;;;;;;;;;;;;;;;31my",
		       "xy/");
}

static void progress_shows_its_last_state(void **state)
{
	(void)state;
	assert_colored("\x1b[32m 10 %\r 50 %\r\x1b[31m100 %\x1b[0m\r\ndone",
		       "R{100 %}/done/");
	assert_colored("\x1b[32mhalf\x1b[0m\r", "G{half}/");
	assert_colored("\x1b[32mhalf\r\x1b[0m\x1b[31mall", "R{all}/");
}

static void no_more_rows_are_made_than_asked_for(void **state)
{
	const struct colored_options options = { .cols = 9, .max_rows = 2 };
	struct rows rows = ROWS_INIT;

	(void)state;
	assert_int_equal(
		colored_rows(&rows, SLICE("\x1b[31ma\nb\nc\nd"), &options), 9);
	assert_int_equal(rows.count, 2);
	rows_release(&rows);
}

static void any_bytes_fit_any_width(void **state)
{
	static const char *const PIECES[] = {
		"\x1b[31m",
		"\x1b[0",
		"m",
		"\x1b",
		"[1;38;5",
		";200m",
		"\r",
		"\n",
		"word",
		"\t",
		"\xe4\xb8\xad",
		"\xcc\x81",
		"\xff",
		"\x1b]0;",
		"\x07",
		" ",
		"\xf0\x9f\x87\xa9",
	};
	uint32_t seed = 1;

	(void)state;
	for (int i = 0; i < 3000; i++) {
		struct colored_options options = { .max_rows = 1000 };
		struct strbuf text = STRBUF_INIT;
		struct rows rows = ROWS_INIT;

		options.cols = 1 + i % 200;
		for (int n = 0; n < 30; n++) {
			seed = seed * 1664525u + 1013904223u;
			strbuf_addstr(&text,
				      PIECES[(seed >> 8) % ARRAY_SIZE(PIECES)]);
		}
		colored_rows(&rows, strbuf_slice(&text), &options);
		for (size_t r = 0; r < rows.count; r++)
			assert_true(rows_cols(&rows, r) <= options.cols);
		assert_null(memchr(rows.text.buf, '\x1b', rows.text.len));
		strbuf_release(&text);
		rows_release(&rows);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(colours_are_kept),
		cmocka_unit_test(all_else_is_taken_out),
		cmocka_unit_test(progress_shows_its_last_state),
		cmocka_unit_test(no_more_rows_are_made_than_asked_for),
		cmocka_unit_test(any_bytes_fit_any_width),
	};

	setlocale(LC_CTYPE, "C.UTF-8");
	return cmocka_run_group_tests_name("colored", tests, NULL, NULL);
}
