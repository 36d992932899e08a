#include "config.h"

#include "ui/view/conversation-label.h"
#include "ui/view/sidebar.h"

#include <locale.h>
#include <stdlib.h>

#include "src/base/timestamp.h"
#include "src/base/xalloc.h"
#include "tests/unit/canvas-rows.h"
#include "tests/unit/test.h"

#define SECOND INT64_C(1000)
#define MINUTE (60 * SECOND)
#define HOUR   (60 * MINUTE)
#define DAY    (24 * HOUR)
/* A full minute. */
#define NOW (29000000 * MINUTE)

static struct conversation *add(struct store *store, const char *id,
				const char *title, int64_t age_ms)
{
	struct conversation *conv = store_get(store, 0, id);

	conv->listed = true;
	conv->title = title ? xstrdup(title) : NULL;
	conv->last_activated_ms = NOW - age_ms;
	return conv;
}

static void make_wait(struct conversation *conv, int64_t since_ms)
{
	conv->turn_active = true;
	conv->waiting = 1;
	conv->state_since_ms = since_ms;
}

static struct canvas draw(const struct store *store, int w, int h,
			  const struct sidebar_options *options)
{
	struct canvas cv = new_canvas(w, h);

	sidebar_draw(&cv, (struct rect){ 0, 0, w, h }, store, options);
	return cv;
}

static const struct sidebar_options NONE_SHOWN = { .now_ms = NOW };

static void what_waits_is_first_and_the_rest_by_age(void **state)
{
	struct store store;
	struct canvas cv;
	struct conversation *running;

	(void)state;
	store_init(&store);
	add(&store, "1", "Old thread", 2 * DAY);
	add(&store, "2", "Release notes", 3 * HOUR);
	running = add(&store, "3", "Refactor config", 10 * MINUTE);
	running->turn_active = running->streaming = true;
	running->last_event_ms = NOW - 2 * SECOND;
	make_wait(add(&store, "4", "Fix parser", DAY), NOW - 12 * SECOND);
	cv = draw(&store, 25, 6, &NONE_SHOWN);
	assert_row(&cv, 0, " Conversations           ");
	assert_row(&cv, 1, " ! Fix parser        12s ");
	assert_row(&cv, 2, " ● Refactor config   now ");
	assert_row(&cv, 3, "   Release notes      3h ");
	assert_row(&cv, 4, "   Old thread         2d ");
	assert_row(&cv, 5, "                         ");
	canvas_release(&cv);
	store_release(&store);
}

static void every_state_has_its_glyph_and_word(void **state)
{
	(void)state;
	assert_int_equal(state_glyph(CONVERSATION_WAITING), '!');
	assert_int_equal(state_glyph(CONVERSATION_FAILED), 'x');
	assert_int_equal(state_glyph(CONVERSATION_STREAMING), GLYPH_DOT);
	assert_int_equal(state_glyph(CONVERSATION_RUNNING), GLYPH_DOT);
	assert_int_equal(state_glyph(CONVERSATION_LOST), '?');
	assert_int_equal(state_glyph(CONVERSATION_IDLE), ' ');
	assert_string_equal(state_word(CONVERSATION_WAITING), "WAITING");
	assert_string_equal(state_word(CONVERSATION_STREAMING), "STREAMING");
	assert_int_equal(state_face(CONVERSATION_FAILED), FACE_FAILED);
}

static void an_unreadable_one_says_so_in_place_of_its_age(void **state)
{
	struct store store;
	struct canvas cv;

	(void)state;
	store_init(&store);
	add(&store, "1", "Broken", DAY)->unreadable = xstrdup("bad JSON");
	cv = draw(&store, 24, 2, &NONE_SHOWN);
	assert_row(&cv, 1, " ? Broken    unreadable ");
	canvas_release(&cv);
	store_release(&store);
}

static void without_a_title_the_id_is_told(void **state)
{
	struct store store;
	struct canvas cv;

	(void)state;
	store_init(&store);
	add(&store, "17", NULL, HOUR);
	add(&store, "18", " \t ", 2 * HOUR);
	cv = draw(&store, 24, 3, &NONE_SHOWN);
	assert_row(&cv, 1, "   Untitled 17       1h ");
	assert_row(&cv, 2, "   Untitled 18       2h ");
	canvas_release(&cv);
	store_release(&store);
}

static void hostile_titles_and_ids_are_made_safe(void **state)
{
	struct store store;
	struct strbuf title = STRBUF_INIT;

	(void)state;
	store_init(&store);
	conversation_title(&title, add(&store, "1", "a\033[31mb\nc\xff", HOUR));
	assert_string_equal(title.buf, "ab c\xef\xbf\xbd");
	strbuf_reset(&title);
	conversation_title(&title, add(&store, "\033]0;x\0079", NULL, HOUR));
	assert_string_equal(title.buf, "Untitled 9");
	strbuf_release(&title);
	store_release(&store);
}

static void a_long_title_is_cut_before_its_age(void **state)
{
	struct store store;
	struct canvas cv;

	(void)state;
	store_init(&store);
	add(&store, "1", "Refactor the configuration", 3 * HOUR);
	add(&store, "2", "日本語の題名です", 4 * HOUR);
	cv = draw(&store, 18, 3, &NONE_SHOWN);
	assert_row(&cv, 1, "   Refactor t… 3h ");
	assert_row(&cv, 2, "   日本語の題… 4h ");
	canvas_release(&cv);
	store_release(&store);
}

static void in_little_room_the_age_goes_first(void **state)
{
	struct store store;
	struct canvas cv;

	(void)state;
	store_init(&store);
	add(&store, "1", "Refactor", 3 * HOUR);
	cv = draw(&store, 12, 2, &NONE_SHOWN);
	assert_row(&cv, 1, "   Refactor ");
	canvas_release(&cv);
	store_release(&store);
}

static void more_than_fit_are_counted(void **state)
{
	struct store store;
	struct canvas cv;

	(void)state;
	store_init(&store);
	for (int i = 0; i < 5; i++) {
		char id[] = { (char)('a' + i), 0 };

		add(&store, id, id, (i + 1) * HOUR);
	}
	cv = draw(&store, 12, 6, &NONE_SHOWN);
	assert_row(&cv, 5, "   e     5h ");
	canvas_release(&cv);
	cv = draw(&store, 12, 5, &NONE_SHOWN);
	assert_row(&cv, 3, "   c     3h ");
	assert_row(&cv, 4, " ▼ 2 more   ");
	canvas_release(&cv);
	cv = draw(&store, 12, 2, &NONE_SHOWN);
	assert_row(&cv, 1, " ▼ 5 more   ");
	canvas_release(&cv);
	store_release(&store);
}

static void a_scrolled_list_tells_what_is_above_and_below(void **state)
{
	struct sidebar_options options = { .now_ms = NOW, .top = 1 };
	struct store store;
	struct canvas cv;

	(void)state;
	store_init(&store);
	for (int i = 0; i < 7; i++) {
		char id[] = { (char)('a' + i), 0 };

		add(&store, id, id, (i + 1) * HOUR);
	}
	cv = draw(&store, 12, 6, &options);
	assert_row(&cv, 1, " ▲ 1 more   ");
	assert_row(&cv, 2, "   b     2h ");
	assert_row(&cv, 4, "   d     4h ");
	assert_row(&cv, 5, " ▼ 3 more   ");
	canvas_release(&cv);
	options.top = SIZE_MAX;
	cv = draw(&store, 12, 6, &options);
	assert_row(&cv, 1, " ▲ 3 more   ");
	assert_row(&cv, 2, "   d     4h ");
	assert_row(&cv, 5, "   g     7h ");
	canvas_release(&cv);
	/* What fits is not scrolled. */
	cv = draw(&store, 12, 8, &options);
	assert_row(&cv, 1, "   a     1h ");
	canvas_release(&cv);
	for (int w = 0; w < 14; w++) {
		for (int h = 0; h < 9; h++) {
			cv = draw(&store, w, h, &options);
			canvas_release(&cv);
		}
	}
	store_release(&store);
}

static void the_shown_are_bold_and_the_focused_selected(void **state)
{
	struct store store;
	struct canvas cv;
	const struct conversation *shown[2];
	struct sidebar_options options = { .shown = shown,
					   .shown_count = 2,
					   .now_ms = NOW };

	(void)state;
	store_init(&store);
	shown[0] = add(&store, "1", "one", HOUR);
	shown[1] = add(&store, "2", "two", 2 * HOUR);
	add(&store, "3", "three", 3 * HOUR);
	options.focus = shown[0];
	cv = draw(&store, 20, 4, &options);
	for (int x = 0; x < 20; x++)
		assert_true(canvas_cell(&cv, x, 1)->selected);
	assert_int_equal(canvas_cell(&cv, 3, 2)->face, FACE_BOLD);
	assert_int_equal(canvas_cell(&cv, 3, 3)->face, FACE_DEFAULT);
	canvas_release(&cv);
	store_release(&store);
}

/* If there is room for all of them (D52). */
static void a_wide_list_tells_the_last_words_below(void **state)
{
	struct sidebar_options options = { .now_ms = NOW };
	struct store store;
	struct canvas cv;

	(void)state;
	store_init(&store);
	options.focus = add(&store, "1", "one", HOUR);
	conversation_chunk(
		store.conversations[0],
		&(struct host_chunk){
			.text = SLICE(
				"\"First.\\nLast \\u001b[2J**wor**ds\\n\"") },
		NOW - HOUR);
	conversation_turn_ended(store.conversations[0], NOW - HOUR);
	add(&store, "2", "two", 2 * HOUR);
	cv = draw(&store, 30, 5, &options);
	assert_row(&cv, 1, "   one                     1h ");
	assert_row(&cv, 2, "   Last words                 ");
	assert_row(&cv, 3, "   two                     2h ");
	assert_row(&cv, 4, "                              ");
	assert_true(canvas_cell(&cv, 3, 2)->selected);
	assert_int_equal(canvas_cell(&cv, 3, 2)->face, FACE_DIM);
	canvas_release(&cv);
	cv = draw(&store, 30, 4, &options);
	assert_row(&cv, 2, "   two                     2h ");
	canvas_release(&cv);
	cv = draw(&store, 29, 5, &options);
	assert_row(&cv, 2, "   two                    2h ");
	canvas_release(&cv);
	store_release(&store);
}

static void the_end_of_a_fence_is_no_word(void **state)
{
	static const struct {
		const char *text, *want;
	} rows[] = {
		{ "\"Do:\\n```\\nmake `x`\\n```\\n\"",
		  "   make `x`                   " },
		{ "\"Use `x`\"", "   Use `x`                    " },
		{ "\"~~~\\n\\n```\"", "                              " },
	};
	struct sidebar_options options = { .now_ms = NOW };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct store store;
		struct canvas cv;

		store_init(&store);
		add(&store, "1", "one", HOUR);
		conversation_chunk(
			store.conversations[0],
			&(struct host_chunk){ .text = slice_str(rows[i].text) },
			NOW - HOUR);
		conversation_turn_ended(store.conversations[0], NOW - HOUR);
		cv = draw(&store, 30, 5, &options);
		assert_row(&cv, 2, rows[i].want);
		canvas_release(&cv);
		store_release(&store);
	}
}

static struct conversation *add_to(struct store *store, int host,
				   const char *id, int64_t age_ms)
{
	struct conversation *conv = store_get(store, host, id);

	conv->listed = true;
	conv->title = xstrdup(id);
	conv->last_activated_ms = NOW - age_ms;
	return conv;
}

static void several_hosts_have_headings_and_share_the_rows(void **state)
{
	static const struct sidebar_host hosts[] = { { "jp", NULL },
						     { NULL, NULL },
						     { "box", "lost" } };
	struct sidebar_options options = { .now_ms = NOW,
					   .hosts = hosts,
					   .host_count = 3 };
	struct store store;
	struct canvas cv;

	(void)state;
	store_init(&store);
	add_to(&store, 0, "a", HOUR);
	add_to(&store, 2, "b", 2 * HOUR);
	add_to(&store, 0, "c", 3 * HOUR);
	add_to(&store, 0, "d", 4 * HOUR);
	make_wait(add_to(&store, 2, "w", 5 * HOUR), NOW - 5 * SECOND);
	cv = draw(&store, 14, 8, &options);
	assert_row(&cv, 1, " ! w       5s ");
	assert_row(&cv, 2, " jp           ");
	assert_row(&cv, 3, "   a       1h ");
	assert_row(&cv, 4, "   c       3h ");
	assert_row(&cv, 5, "   d       4h ");
	assert_row(&cv, 6, " box     lost ");
	assert_row(&cv, 7, "   b       2h ");
	canvas_release(&cv);
	cv = draw(&store, 14, 7, &options);
	assert_row(&cv, 3, "   a       1h ");
	assert_row(&cv, 4, " ▼ 2 more     ");
	assert_row(&cv, 5, " box     lost ");
	canvas_release(&cv);
	/* Scrolled, they share nothing. */
	options.top = 1;
	cv = draw(&store, 14, 6, &options);
	assert_row(&cv, 1, " ▲ 1 more     ");
	assert_int_equal(canvas_cell(&cv, 3, 1)->face, FACE_WAITING);
	assert_row(&cv, 2, " jp           ");
	assert_row(&cv, 3, "   a       1h ");
	assert_row(&cv, 4, "   c       3h ");
	assert_row(&cv, 5, " ▼ 2 more     ");
	canvas_release(&cv);
	options.top = 7;
	cv = draw(&store, 14, 6, &options);
	assert_row(&cv, 1, " ▲ 2 more     ");
	assert_row(&cv, 4, " box     lost ");
	assert_row(&cv, 5, "   b       2h ");
	canvas_release(&cv);
	for (int h = 0; h < 8; h++) {
		cv = draw(&store, 3 * h, h, &options);
		canvas_release(&cv);
	}
	store_release(&store);
}

static void any_size_is_safe(void **state)
{
	struct store store;

	(void)state;
	store_init(&store);
	make_wait(add(&store, "1", "日本", HOUR), NOW);
	add(&store, "2", "two", HOUR)->unreadable = xstrdup("x");
	add(&store, "3", "three", HOUR);
	for (int w = 0; w < 30; w++) {
		for (int h = 0; h < 6; h++) {
			struct canvas cv = draw(&store, w, h, &NONE_SHOWN);

			canvas_release(&cv);
		}
	}
	store_release(&store);
}

static void it_wakes_each_second_only_while_somebody_waits(void **state)
{
	struct store store;
	struct conversation *conv;

	(void)state;
	store_init(&store);
	assert_int_equal(sidebar_wake_ms(&store, NOW), -1);
	add(&store, "1", "fresh", 5 * SECOND);
	assert_int_equal(sidebar_wake_ms(&store, NOW), NOW + MINUTE);
	assert_int_equal(sidebar_wake_ms(&store, NOW + 30 * SECOND),
			 NOW + MINUTE);
	conv = add(&store, "2", "waits", DAY);
	make_wait(conv, NOW - 300);
	assert_int_equal(sidebar_wake_ms(&store, NOW), NOW + 700);
	make_wait(conv, NOW - 90 * SECOND);
	assert_int_equal(sidebar_wake_ms(&store, NOW), NOW + 30 * SECOND);
	store_release(&store);
}

static void old_ages_wake_together_at_the_full_minute(void **state)
{
	struct store store;

	(void)state;
	store_init(&store);
	add(&store, "1", "a", 3 * MINUTE + 17 * SECOND);
	add(&store, "2", "b", 9 * MINUTE + 43 * SECOND);
	assert_int_equal(sidebar_wake_ms(&store, NOW), NOW + MINUTE);
	assert_int_equal(sidebar_wake_ms(&store, NOW + 20 * SECOND),
			 NOW + MINUTE);
	store_release(&store);
}

static void what_has_no_age_never_wakes(void **state)
{
	struct store store;

	(void)state;
	store_init(&store);
	add(&store, "1", "a", 0)->last_activated_ms = TIMESTAMP_NONE;
	add(&store, "2", "b", 0)->unreadable = xstrdup("x");
	add(&store, "3", "c", 0)->listed = false;
	assert_int_equal(sidebar_wake_ms(&store, NOW), -1);
	store_release(&store);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_waits_is_first_and_the_rest_by_age),
		cmocka_unit_test(every_state_has_its_glyph_and_word),
		cmocka_unit_test(an_unreadable_one_says_so_in_place_of_its_age),
		cmocka_unit_test(without_a_title_the_id_is_told),
		cmocka_unit_test(hostile_titles_and_ids_are_made_safe),
		cmocka_unit_test(a_long_title_is_cut_before_its_age),
		cmocka_unit_test(in_little_room_the_age_goes_first),
		cmocka_unit_test(a_scrolled_list_tells_what_is_above_and_below),
		cmocka_unit_test(more_than_fit_are_counted),
		cmocka_unit_test(the_shown_are_bold_and_the_focused_selected),
		cmocka_unit_test(
			several_hosts_have_headings_and_share_the_rows),
		cmocka_unit_test(a_wide_list_tells_the_last_words_below),
		cmocka_unit_test(the_end_of_a_fence_is_no_word),
		cmocka_unit_test(any_size_is_safe),
		cmocka_unit_test(
			it_wakes_each_second_only_while_somebody_waits),
		cmocka_unit_test(old_ages_wake_together_at_the_full_minute),
		cmocka_unit_test(what_has_no_age_never_wakes),
	};

	if (!setlocale(LC_CTYPE, "C.UTF-8"))
		return 1;
	return cmocka_run_group_tests_name("sidebar", tests, NULL, NULL);
}
