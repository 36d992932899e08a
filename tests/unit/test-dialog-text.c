#include "config.h"

#include "ui/dialog/dialog-text.h"

#include <locale.h>
#include <string.h>

#include "tests/unit/test.h"
#include "ui/view/arguments.h"

#define COLS 36

/* Everything drawn while paging to the end in a room of this size. */
static void read_all(struct dialog_text *text, struct rect room,
		     struct strbuf *drawn)
{
	const struct key down = { .sym = KEY_SYM_PAGE_DOWN };
	struct canvas cv;
	size_t below;

	canvas_init(&cv);
	canvas_resize(&cv, room.w, room.h);
	do {
		canvas_clear(&cv);
		dialog_text_draw(text, &cv, room);
		dialog_text_written(text);
		dialog_text_arrived(text);
		for (int y = 0; y < room.h; y++)
			canvas_row_text(drawn, &cv, y);
		below = dialog_text_below(text);
		dialog_text_scroll(text, down);
	} while (below);
	canvas_release(&cv);
}

/* Also drops the signs of continued rows. */
static void drop_blanks(struct strbuf *text)
{
	size_t to = 0;

	for (size_t i = 0; i < text->len; i++)
		if (!strncmp(text->buf + i, "↪", strlen("↪")))
			i += strlen("↪") - 1;
		else if (!strchr(" :|", text->buf[i]))
			text->buf[to++] = text->buf[i];
	strbuf_setlen(text, to);
}

static void a_row_that_the_room_cuts_is_not_seen(void **state)
{
	struct dialog_text text;
	struct strbuf drawn = STRBUF_INIT;

	(void)state;
	dialog_text_init(&text);
	rows_begin(&text.rows, 0);
	rows_add(&text.rows, SLICE("short"), FACE_DEFAULT);
	rows_begin(&text.rows, 0);
	rows_add(&text.rows, SLICE("rather longer"), FACE_DEFAULT);
	dialog_text_made(&text, COLS);
	read_all(&text, (struct rect){ 0, 0, 8, 4 }, &drawn);
	assert_int_equal(dialog_text_unseen(&text), 1);
	read_all(&text, (struct rect){ 0, 0, COLS, 4 }, &drawn);
	assert_int_equal(dialog_text_unseen(&text), 0);
	strbuf_release(&drawn);
	dialog_text_release(&text);
}

static void a_row_that_is_too_wide_goes_on_in_others(void **state)
{
	static const int indents[] = { 0, 10, COLS - 1, COLS, 500, UINT16_MAX };
	static const char *const texts[] = {
		"a text of thirty characters and "
		"one that is at its end: EVIL",
		"漢字漢字漢字漢字漢字漢字漢字漢字漢"
		"字漢字漢字漢字漢字: EVIL"
	};

	(void)state;
	for (size_t i = 0; i < sizeof(indents) / sizeof(indents[0]); i++) {
		struct dialog_text text;
		struct strbuf drawn = STRBUF_INIT;

		dialog_text_init(&text);
		for (size_t k = 0; k < 2; k++) {
			rows_begin(&text.rows, indents[i]);
			rows_add(&text.rows, slice_str(texts[k]), FACE_CODE);
			rows_add(&text.rows, SLICE("/end"), FACE_DEFAULT);
		}
		dialog_text_made(&text, COLS);
		read_all(&text, (struct rect){ 0, 0, COLS, 3 }, &drawn);
		assert_int_equal(dialog_text_unseen(&text), 0);
		drop_blanks(&drawn);
		assert_non_null(strstr(drawn.buf, "atitsendEVIL/end"));
		assert_non_null(strstr(drawn.buf, "漢字EVIL/end"));
		strbuf_release(&drawn);
		dialog_text_release(&text);
	}
}

static void add_nested(struct strbuf *json, int depth, char open, char close,
		       const char *inner)
{
	for (int i = 0; i < depth; i++)
		strbuf_addf(json, open == '{' ? "{\"k\":" : "[");
	strbuf_addstr(json, inner);
	strbuf_addchars(json, close, (size_t)depth);
}

/* Any nesting, at every width that a dialog may have. */
static void however_deep_it_is_all_of_it_can_be_read(void **state)
{
	static const char *const inner[] = {
		"{\"cmd\":\"rm EVIL now\"}",
		"{\"old\":\"a\",\"new\":\"rm EVIL now\"}",
		"{\"patch\":\"@@ -1 +1 @@\\n-a\\n+rm EVIL now\\n\"}",
		"{\"path\":\"/rm EVIL now\"}",
		"\"one\\ntwo; rm EVIL now\"",
	};

	(void)state;
	for (int cols = COLS; cols <= 120; cols += 12)
		for (int depth = 1; depth < 40; depth += 6)
			for (size_t i = 0; i < 2 * 5; i++) {
				const struct arguments_options options = {
					.cols = cols,
					.root = "/w",
					.unfolded = true,
				};
				struct strbuf json = STRBUF_INIT;
				struct strbuf drawn = STRBUF_INIT;
				struct dialog_text text;
				struct arguments_facts facts;

				dialog_text_init(&text);
				arguments_facts_init(&facts);
				strbuf_addstr(&json, "{\"x\":");
				add_nested(&json, depth, i % 2 ? '{' : '[',
					   i % 2 ? '}' : ']', inner[i / 2]);
				strbuf_addstr(&json, "}");
				arguments_rows(&text.rows, strbuf_slice(&json),
					       &options, &facts);
				for (size_t k = 0; k < text.rows.count; k++)
					assert_in_range(
						rows_cols(&text.rows, k), 0,
						cols);
				dialog_text_made(&text, cols);
				read_all(&text, (struct rect){ 0, 0, cols, 9 },
					 &drawn);
				assert_int_equal(dialog_text_unseen(&text), 0);
				drop_blanks(&drawn);
				assert_non_null(strstr(drawn.buf, "rmEVILnow"));
				arguments_facts_release(&facts);
				dialog_text_release(&text);
				strbuf_release(&json);
				strbuf_release(&drawn);
			}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_row_that_the_room_cuts_is_not_seen),
		cmocka_unit_test(a_row_that_is_too_wide_goes_on_in_others),
		cmocka_unit_test(however_deep_it_is_all_of_it_can_be_read),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("dialog-text", tests, NULL, NULL);
}
