#include "config.h"

#include "src/store/conversation.h"
#include "ui/view/bars.h"

#include <locale.h>
#include <stdlib.h>

#include "src/base/xalloc.h"
#include "tests/unit/canvas-rows.h"
#include "tests/unit/test.h"

static bool has_text(const struct canvas *cv, const char *text)
{
	struct strbuf rows = STRBUF_INIT;
	bool found;

	for (int y = 0; y < cv->h; y++) {
		canvas_row_text(&rows, cv, y);
		strbuf_addch(&rows, '\n');
	}
	found = strstr(rows.buf, text);
	strbuf_release(&rows);
	return found;
}

static const struct topbar_options TOPBAR = {
	.workspace = "jp-dev",
	.path = "~/src/jp",
	.conversations = 5,
	.running = 2,
	.waiting = 2,
	.answer_key = "a",
	.clock = "14:02",
};

#define assert_topbar(w, options, want)                      \
	do {                                                 \
		struct canvas drawn = new_canvas((w), 1);    \
                                                             \
		topbar_draw(&drawn, all(&drawn), (options)); \
		assert_row(&drawn, 0, want);                 \
		canvas_release(&drawn);                      \
	} while (0)

static void the_top_line_tells_place_counts_and_time(void **state)
{
	(void)state;
	assert_topbar(92, &TOPBAR,
		      " jp dashboard  jp-dev ~/src/jp   5 conversations"
		      "  2 running  ! 2 waiting (a)          14:02 ");
}

static void only_the_waiting_count_is_an_alert(void **state)
{
	struct canvas cv = new_canvas(92, 1);

	(void)state;
	topbar_draw(&cv, all(&cv), &TOPBAR);
	for (int x = 0; x < 92; x++) {
		enum face face = canvas_cell(&cv, x, 0)->face;

		if (x >= 60 && x < 77)
			assert_int_equal(face, FACE_BAR_ALERT);
		else
			assert_true(face == FACE_BAR || face == FACE_BAR_DIM);
	}
	canvas_release(&cv);
}

static void counts_of_nothing_are_left_out(void **state)
{
	struct topbar_options options = { .conversations = 1 };

	(void)state;
	assert_topbar(34, &options, " jp dashboard   1 conversation    ");
}

static void a_narrow_top_line_keeps_what_waits(void **state)
{
	(void)state;
	assert_topbar(70, &TOPBAR,
		      " jp-dev   5 conversations  2 running  ! 2 waiting (a)"
		      "           14:02 ");
}

static void the_narrowest_top_line_is_the_waiting_count(void **state)
{
	(void)state;
	assert_topbar(18, &TOPBAR, "  ! 2 waiting (a) ");
	assert_topbar(6, &TOPBAR, "  ! 2 ");
}

static void the_workspace_name_is_made_safe(void **state)
{
	struct topbar_options options = { .workspace = "a\033[2J\nb",
					  .conversations = 2 };

	(void)state;
	assert_topbar(40, &options, " jp dashboard  a b   2 conversations    ");
}

static const struct hint HINTS[] = {
	{ "Tab", "pane" },
	{ "o", "open" },
	{ "?", "help" },
};

static const struct bottombar_options BOTTOMBAR = {
	.hints = HINTS,
	.hint_count = 3,
	.right = "host: subscribed",
};

#define assert_bottombar(w, options, want)                      \
	do {                                                    \
		struct canvas drawn = new_canvas((w), 1);       \
                                                                \
		bottombar_draw(&drawn, all(&drawn), (options)); \
		assert_row(&drawn, 0, want);                    \
		canvas_release(&drawn);                         \
	} while (0)

static void the_bottom_line_tells_keys_and_the_host(void **state)
{
	(void)state;
	assert_bottombar(46, &BOTTOMBAR,
			 " Tab pane  o open  ? help    host: subscribed ");
}

static void pairs_that_do_not_fit_are_dropped_whole(void **state)
{
	struct bottombar_options options = BOTTOMBAR;

	(void)state;
	options.stays = &options.hints[2];
	assert_bottombar(43, &options,
			 " Tab pane  ? help         host: subscribed ");
	assert_bottombar(44, &options,
			 " Tab pane  o open  ? help  host: subscribed ");
	assert_bottombar(20, &options, " Tab pane  ? help   ");
	assert_bottombar(8, &options, " ? help ");
	assert_bottombar(7, &options, "       ");
}

static void where_none_stays_all_come_before_the_host(void **state)
{
	(void)state;
	assert_bottombar(44, &BOTTOMBAR,
			 " Tab pane  o open  ? help  host: subscribed ");
	assert_bottombar(43, &BOTTOMBAR,
			 " Tab pane  o open  ? help                  ");
	assert_bottombar(20, &BOTTOMBAR, " Tab pane  o open   ");
}

static void assert_click(const struct targets *targets, int x, const char *key)
{
	struct target target = targets_at(targets, x, 0);
	struct strbuf shown = STRBUF_INIT;

	if (target.kind == TARGET_KEY)
		key_format_shown(&shown, target.key);
	assert_string_equal(shown.buf, key);
	strbuf_release(&shown);
}

/* " Tab pane  o open  ? help", then "Y N remember". */
static void a_hint_is_clicked_where_it_stands(void **state)
{
	static const struct hint pair = { "Y N", "remember" };
	const struct bottombar_options two = { .hints = &pair,
					       .hint_count = 1 };
	struct canvas cv = new_canvas(60, 1);
	struct targets targets = { .count = 0 };

	(void)state;
	cv.targets = &targets;
	bottombar_draw(&cv, all(&cv), &BOTTOMBAR);
	assert_click(&targets, 0, "");
	assert_click(&targets, 1, "Tab");
	assert_click(&targets, 8, "Tab");
	assert_click(&targets, 9, "");
	assert_click(&targets, 11, "o");
	assert_click(&targets, 16, "o");
	assert_click(&targets, 40, "");
	/* The word belongs to both keys. */
	targets.count = 0;
	bottombar_draw(&cv, all(&cv), &two);
	assert_click(&targets, 1, "Y");
	assert_click(&targets, 2, "");
	assert_click(&targets, 3, "N");
	assert_click(&targets, 6, "");
	canvas_release(&cv);
}

static void the_waiting_count_is_clicked_where_it_stands(void **state)
{
	struct topbar_options options = TOPBAR;
	struct canvas cv = new_canvas(92, 1);
	struct targets targets = { .count = 0 };

	(void)state;
	cv.targets = &targets;
	topbar_draw(&cv, all(&cv), &options);
	assert_int_equal(targets.count, 0);
	options.click_key = "F2";
	topbar_draw(&cv, all(&cv), &options);
	assert_click(&targets, 59, "");
	assert_click(&targets, 60, "F2");
	assert_click(&targets, 76, "F2");
	assert_click(&targets, 77, "");
	canvas_release(&cv);
}

static void a_frame_covers_what_was_clicked_below_it(void **state)
{
	struct canvas cv = new_canvas(30, 5);
	struct targets targets = { .count = 0 };

	(void)state;
	cv.targets = &targets;
	canvas_click_row(&cv, (struct rect){ 0, 0, 30, 5 }, 3);
	dialog_frame(&cv, (struct rect){ 10, 1, 10, 3 }, 10, 3, "x");
	assert_int_equal(targets_at(&targets, 9, 1).kind, TARGET_ROW);
	assert_int_equal(targets_at(&targets, 9, 1).row, 3);
	assert_int_equal(targets_at(&targets, 10, 1).kind, TARGET_NOTHING);
	assert_int_equal(targets_at(&targets, 19, 3).kind, TARGET_NOTHING);
	assert_int_equal(targets_at(&targets, 20, 3).kind, TARGET_ROW);
	canvas_release(&cv);
}

static void a_message_stands_in_place_of_the_keys(void **state)
{
	struct bottombar_options options = BOTTOMBAR;
	struct canvas cv = new_canvas(40, 1);

	(void)state;
	options.message = "cannot\033[1m open '\x01'";
	options.message_face = FACE_ERROR;
	bottombar_draw(&cv, all(&cv), &options);
	assert_row(&cv, 0,
		   " cannot open '\xef\xbf\xbd'       host: subscribed ");
	for (int x = 0; x < 40; x++)
		assert_int_equal(canvas_cell(&cv, x, 0)->face, FACE_ERROR);
	canvas_release(&cv);
	assert_bottombar(16, &options, " cannot open '… ");
}

static struct conversation *new_conv(const char *title)
{
	struct conversation *conv = conversation_new(0, "17");

	conv->title = xstrdup(title);
	return conv;
}

#define assert_title(w, options, want)                           \
	do {                                                     \
		struct canvas drawn = new_canvas((w), 1);        \
                                                                 \
		pane_title_draw(&drawn, all(&drawn), (options)); \
		assert_row(&drawn, 0, want);                     \
		canvas_release(&drawn);                          \
	} while (0)

static void a_title_tells_number_name_state_and_rate(void **state)
{
	struct conversation *conv = new_conv("Refactor config");
	struct pane_title_options options = { 1,     conv,  NULL,      false,
					      false, 10000, .rate = 34 };

	(void)state;
	for (int i = 0; i < 68; i++)
		conversation_chunk(
			conv, &(struct host_chunk){ .text = SLICE("\"x\"") },
			9900);
	assert_title(45, &options,
		     " 1 Refactor config ────────── STREAMING 34/s ");
	conversation_turn_ended(conv, 9950);
	assert_title(30, &options, " 1 Refactor config ───── IDLE ");
	/* One of several hosts. */
	options.host = "box\033[2J";
	assert_title(36, &options, " 1 box: Refactor config ────── IDLE ");
	conversation_free(conv);
}

static void what_waits_tells_since_when(void **state)
{
	struct conversation *conv = new_conv("Fix parser");
	struct pane_title_options options = { .number = 2,
					      .conv = conv,
					      .now_ms = 22000 };

	(void)state;
	conv->waiting = 1;
	conv->state_since_ms = 10000;
	assert_title(30, &options, " 2 Fix parser ─── WAITING 12s ");
	options.now_ms = 10500;
	assert_title(30, &options, " 2 Fix parser ─────── WAITING ");
	conversation_free(conv);
}

/* The turn, and how full the context is (D52); the state stays longest. */
static void a_held_view_tells_its_turn_and_the_context(void **state)
{
	struct conversation *conv = new_conv("Fix parser");
	struct pane_title_options options = { 2,         conv,       NULL,
					      false,     false,      0,
					      .turn = 3, .turns = 24 };

	(void)state;
	conv->context_used = 86000;
	conv->context_limit = 200000;
	assert_title(50, &options,
		     " 2 Fix parser ─── 43% of 200k  turn 3 of 24  IDLE ");
	assert_title(40, &options, " 2 Fix parser ────── turn 3 of 24  IDLE ");
	assert_title(24, &options, " 2 Fix parser ──── IDLE ");
	options.percent = 41;
	assert_title(50, &options,
		     " 2 Fix parser 43% of 200k  turn 3 of 24 41%  IDLE ");
	options.percent = 0;
	conv->context_used = 999999;
	options.turns = 1;
	assert_title(34, &options, " 2 Fix parser  100% of 200k  IDLE ");
	conv->context_limit = -1;
	assert_title(30, &options, " 2 Fix parser ────────── IDLE ");
	conversation_free(conv);
}

static void a_long_title_loses_its_middle(void **state)
{
	struct conversation *conv =
		new_conv("Refactor the configuration, part two");
	struct pane_title_options options = { .number = 3, .conv = conv };

	(void)state;
	assert_title(30, &options, " 3 Refactor t…, part two IDLE ");
	assert_title(14, &options, " 3 Re…wo IDLE ");
	conversation_free(conv);
}

static void wide_and_marked_characters_stay_whole_at_the_cut(void **state)
{
	struct conversation *conv = new_conv("日本語の長い題名と wx\u0301nd");
	struct pane_title_options options = { .number = 3, .conv = conv };

	(void)state;
	assert_title(14, &options, " 3 日…nd IDLE ");
	assert_title(15, &options, " 3 日…x\u0301nd IDLE ");
	conversation_free(conv);
}

static void under_pressure_the_rate_goes_before_the_state(void **state)
{
	struct conversation *conv = new_conv("Fix the parser");
	struct pane_title_options options = {
		.number = 2, .conv = conv, .zoomed = true, .now_ms = 22000
	};

	(void)state;
	conv->waiting = 1;
	conv->state_since_ms = 10000;
	assert_title(39, &options, " 2 Fix the parser  zoomed  WAITING 12s ");
	assert_title(26, &options, " 2 Fix the parser WAITING ");
	assert_title(13, &options, " 2 … WAITING ");
	assert_title(12, &options, " 2  WAITING ");
	assert_title(8, &options, " 2 WAITI");
	conversation_free(conv);
}

/* The state keeps its colour (D52). */
static void the_focused_title_has_a_ground(void **state)
{
	struct conversation *conv = new_conv("Fix parser");
	struct pane_title_options options = { .number = 2,
					      .conv = conv,
					      .focused = true };
	struct canvas cv = new_canvas(30, 1);

	(void)state;
	conv->waiting = 1;
	pane_title_draw(&cv, all(&cv), &options);
	for (int x = 0; x < 30; x++) {
		assert_true(canvas_cell(&cv, x, 0)->selected);
		assert_int_equal(canvas_cell(&cv, x, 0)->face,
				 x >= 22 && x < 29 ? FACE_WAITING
						   : FACE_TITLE_FOCUS);
	}
	options.focused = false;
	pane_title_draw(&cv, all(&cv), &options);
	assert_int_equal(canvas_cell(&cv, 3, 0)->face, FACE_TITLE);
	canvas_release(&cv);
	conversation_free(conv);
}

static void an_empty_pane_says_how_to_fill_it(void **state)
{
	struct pane_title_options options = { .number = 4, .open_way = "o" };

	(void)state;
	assert_title(36, &options, " 4 empty (o: open)                  ");
}

static void the_help_shows_the_live_keys(void **state)
{
	struct keymap keymap;
	struct strbuf err = STRBUF_INIT;
	struct canvas cv = new_canvas(60, 90);
	int rows;

	(void)state;
	keymap_init(&keymap);
	rows = help_draw(&cv, all(&cv), &keymap, 0);
	assert_true(has_text(&cv, "Panes"));
	assert_true(has_text(&cv, "a, F2        Answer pending"));
	assert_true(has_text(&cv, "q            Quit the dashboard"));
	assert_false(has_text(&cv, "C-q"));
	assert_true(rows > 40 && rows <= 90);
	keymap_bind(&keymap, SLICE("<C-q>"), SLICE("quit"), &err);
	keymap_bind(&keymap, SLICE("q"), SLICE("none"), &err);
	canvas_clear(&cv);
	help_draw(&cv, all(&cv), &keymap, 0);
	assert_true(has_text(&cv, "C-q          Quit the dashboard"));
	canvas_release(&cv);
	keymap_release(&keymap);
}

static void a_wide_help_stands_in_columns_with_whole_groups(void **state)
{
	struct keymap keymap;
	struct canvas cv = new_canvas(170, 40);
	struct strbuf row = STRBUF_INIT;
	static const char *const groups[] = { "Reading", "Search", "Actions",
					      "Misc" };
	int one, three, others = 0;

	(void)state;
	keymap_init(&keymap);
	one = help_draw(&cv, (struct rect){ 0, 0, 50, 0 }, &keymap, 0);
	three = help_draw(&cv, all(&cv), &keymap, 0);
	/* Groups stay whole, so columns differ in length. */
	assert_true(three < one * 2 / 3);
	canvas_row_text(&row, &cv, 0);
	assert_non_null(strstr(row.buf, "Panes"));
	/* Which group begins a column depends on how many there are. */
	for (size_t i = 0; i < ARRAY_SIZE(groups); i++)
		others += strstr(row.buf, groups[i]) != NULL;
	assert_true(others >= 1);
	strbuf_release(&row);
	canvas_release(&cv);
	keymap_release(&keymap);
}

static void the_help_scrolls(void **state)
{
	struct keymap keymap;
	struct canvas cv = new_canvas(60, 3);
	int rows;

	(void)state;
	keymap_init(&keymap);
	rows = help_draw(&cv, all(&cv), &keymap, 0);
	assert_true(has_text(&cv, "Panes"));
	canvas_clear(&cv);
	help_draw(&cv, all(&cv), &keymap, rows - 3);
	assert_false(has_text(&cv, "Panes"));
	assert_true(has_text(&cv, "Quit the dashboard"));
	canvas_release(&cv);
	keymap_release(&keymap);
}

static void a_dialog_stands_in_the_middle_with_its_title(void **state)
{
	struct canvas cv = new_canvas(20, 6);
	struct rect in;

	(void)state;
	canvas_text(&cv, all(&cv), 0, 2, SLICE("xxxxxxxxxxxxxxxxxxxx"),
		    FACE_DEFAULT);
	in = dialog_frame(&cv, all(&cv), 14, 4, "He\x1b[1mlp\n");
	assert_row(&cv, 0, "                    ");
	assert_row(&cv, 1, "   ┌─ Help  ────┐   ");
	assert_row(&cv, 2, "xxx│            │xxx");
	assert_row(&cv, 3, "   │            │   ");
	assert_row(&cv, 4, "   └────────────┘   ");
	assert_int_equal(in.x, 4);
	assert_int_equal(in.y, 2);
	assert_int_equal(in.w, 12);
	assert_int_equal(in.h, 2);
	canvas_release(&cv);
}

static void a_dialog_larger_than_the_room_is_cut_to_it(void **state)
{
	struct canvas cv = new_canvas(10, 3);
	struct rect in;

	(void)state;
	in = dialog_frame(&cv, all(&cv), 50, 50, "A long title");
	assert_row(&cv, 0, "┌─ A l… ─┐");
	assert_row(&cv, 2, "└────────┘");
	assert_int_equal(in.w, 8);
	assert_int_equal(in.h, 1);
	canvas_release(&cv);
}

static void any_size_is_safe(void **state)
{
	struct conversation *conv = new_conv("日本語の長い題名");
	struct pane_title_options title = { .number = 7,
					    .conv = conv,
					    .focused = true,
					    .zoomed = true,
					    .now_ms = 5000 };
	struct bottombar_options message = BOTTOMBAR;
	struct keymap keymap;

	(void)state;
	keymap_init(&keymap);
	conv->waiting = 1;
	message.message = "日本語の長い題名";
	for (int w = -1; w < 40; w++) {
		for (int h = -1; h < 4; h++) {
			struct canvas cv = new_canvas(w, h);
			struct rect at = { 0, 0, w, h };

			topbar_draw(&cv, at, &TOPBAR);
			bottombar_draw(&cv, at, &BOTTOMBAR);
			bottombar_draw(&cv, at, &message);
			pane_title_draw(&cv, at, &title);
			help_draw(&cv, at, &keymap, 2);
			at = dialog_frame(&cv, at, 12, 3, "日本語の題名");
			assert_true(at.w >= 0 && at.h >= 0);
			canvas_release(&cv);
		}
	}
	keymap_release(&keymap);
	conversation_free(conv);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_top_line_tells_place_counts_and_time),
		cmocka_unit_test(only_the_waiting_count_is_an_alert),
		cmocka_unit_test(counts_of_nothing_are_left_out),
		cmocka_unit_test(a_narrow_top_line_keeps_what_waits),
		cmocka_unit_test(the_narrowest_top_line_is_the_waiting_count),
		cmocka_unit_test(the_workspace_name_is_made_safe),
		cmocka_unit_test(the_bottom_line_tells_keys_and_the_host),
		cmocka_unit_test(pairs_that_do_not_fit_are_dropped_whole),
		cmocka_unit_test(where_none_stays_all_come_before_the_host),
		cmocka_unit_test(a_hint_is_clicked_where_it_stands),
		cmocka_unit_test(the_waiting_count_is_clicked_where_it_stands),
		cmocka_unit_test(a_frame_covers_what_was_clicked_below_it),
		cmocka_unit_test(a_message_stands_in_place_of_the_keys),
		cmocka_unit_test(a_title_tells_number_name_state_and_rate),
		cmocka_unit_test(what_waits_tells_since_when),
		cmocka_unit_test(a_held_view_tells_its_turn_and_the_context),
		cmocka_unit_test(a_long_title_loses_its_middle),
		cmocka_unit_test(
			wide_and_marked_characters_stay_whole_at_the_cut),
		cmocka_unit_test(under_pressure_the_rate_goes_before_the_state),
		cmocka_unit_test(the_focused_title_has_a_ground),
		cmocka_unit_test(an_empty_pane_says_how_to_fill_it),
		cmocka_unit_test(the_help_shows_the_live_keys),
		cmocka_unit_test(
			a_wide_help_stands_in_columns_with_whole_groups),
		cmocka_unit_test(the_help_scrolls),
		cmocka_unit_test(a_dialog_stands_in_the_middle_with_its_title),
		cmocka_unit_test(a_dialog_larger_than_the_room_is_cut_to_it),
		cmocka_unit_test(any_size_is_safe),
	};

	if (!setlocale(LC_CTYPE, "C.UTF-8"))
		return 1;
	return cmocka_run_group_tests_name("bars", tests, NULL, NULL);
}
