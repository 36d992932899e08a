#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/dashboard/app/app.h"
#include "src/dashboard/app/pane-search.h"
#include "src/dashboard/app/pane-select.h"
#include "src/store/item-text.h"
#include "tests/bench/drive.h"
#include "tests/bench/workload.h"
#include "tests/unit/happen.h"
#include "tests/unit/test.h"

#define EVENTS 12000

/* Open a long history in a pane, of which only the end was read. */
static int open_history(void **state)
{
	struct drive *drive = malloc(sizeof(*drive));
	struct strbuf *history = malloc(sizeof(*history));
	uint32_t seed = 5;

	assert_non_null(drive);
	assert_non_null(history);
	strbuf_init(history);
	workload_events(history, EVENTS, "THE-END", &seed);
	drive_start(drive, strbuf_slice(history));
	assert_non_null(drive->app->panes[0].conv->head);
	strbuf_release(history);
	free(history);
	*state = drive;
	return 0;
}

static int close_history(void **state)
{
	struct drive *drive = *state;

	drive_stop(drive);
	free(drive);
	return 0;
}

static void work(struct drive *drive)
{
	while (app_work(drive->app))
		continue;
	assert_null(drive->app->panes[0].conv->head);
	drive_draw(drive);
}

static void press(struct drive *drive, enum key_sym sym)
{
	app_key(drive->app, (struct key){ .sym = sym }, drive_now_ms(drive));
	drive_draw(drive);
}

/* All rows except the last, which shows the clock and messages. */
static void take_screen(const struct drive *drive, struct strbuf *out)
{
	strbuf_reset(out);
	/* Without the title: it counts turns only when all are known. */
	for (int y = 2; y + 1 < drive->cv.h; y++) {
		canvas_row_text(out, &drive->cv, y);
		strbuf_addch(out, '\n');
	}
}

static void assert_screen(const struct drive *drive,
			  const struct strbuf *wanted)
{
	struct strbuf now = STRBUF_INIT;

	take_screen(drive, &now);
	assert_string_equal(now.buf, wanted->buf);
	strbuf_release(&now);
}

static void the_end_is_shown_before_the_rest_is_read(void **state)
{
	struct drive *drive = *state;
	struct strbuf before = STRBUF_INIT;

	assert_true(drive_shows(drive, "THE-END"));
	assert_true(app_wake_ms(drive->app) >= 0);
	take_screen(drive, &before);
	work(drive);
	assert_screen(drive, &before);
	assert_false(drive->app->hosts->history_waits);
	strbuf_release(&before);
}

static void a_held_view_does_not_move_when_the_rest_is_there(void **state)
{
	struct drive *drive = *state;
	struct strbuf before = STRBUF_INIT;

	for (int i = 0; i < 5; i++)
		press(drive, KEY_SYM_PAGE_UP);
	take_screen(drive, &before);
	work(drive);
	assert_screen(drive, &before);
	press(drive, KEY_SYM_PAGE_UP);
	press(drive, KEY_SYM_PAGE_DOWN);
	assert_screen(drive, &before);
	strbuf_release(&before);
}

static void the_start_is_the_start_once_it_is_there(void **state)
{
	struct drive *drive = *state;
	struct strbuf start = STRBUF_INIT;

	press(drive, KEY_SYM_HOME);
	work(drive);
	take_screen(drive, &start);
	press(drive, KEY_SYM_END);
	assert_true(drive_shows(drive, "THE-END"));
	press(drive, KEY_SYM_HOME);
	assert_screen(drive, &start);
	strbuf_release(&start);
}

static void one_that_left_the_start_is_not_taken_back(void **state)
{
	struct drive *drive = *state;
	struct strbuf before = STRBUF_INIT;

	press(drive, KEY_SYM_HOME);
	press(drive, KEY_SYM_PAGE_DOWN);
	take_screen(drive, &before);
	work(drive);
	assert_screen(drive, &before);
	strbuf_release(&before);
}

static void what_is_only_in_the_rest_is_found(void **state)
{
	struct drive *drive = *state;
	struct conversation *conv = drive->app->panes[0].conv;
	struct strbuf err = STRBUF_INIT, text = STRBUF_INIT;
	size_t tail = conv->item_count;

	/* Each word also occurs at the end; so search for one and count. */
	assert_int_equal(pane_search_set(drive->app, SLICE("parser"), &err), 0);
	work(drive);
	app_tick(drive->app, drive_now_ms(drive) + 1000);
	while (app_work(drive->app))
		continue;
	assert_false(search_is_behind(&drive->app->own->find.search));
	for (size_t i = 0; i < conv->item_count - tail; i++) {
		item_text_search(&text, conv, &conv->items[i]);
		if (text.len && strstr(text.buf, "parser"))
			assert_true(
				search_hits_in(&drive->app->own->find.search,
					       i) > 0);
		strbuf_reset(&text);
	}
	assert_true(drive->app->own->find.hit.index >= conv->item_count - tail);
	strbuf_release(&text);
	strbuf_release(&err);
}

static void a_save_has_all_of_it(void **state)
{
	struct drive *drive = *state;

	pane_select_save(drive->app, SLICE("all.md"));
	assert_null(drive->app->panes[0].conv->head);
	assert_true(drive->app->panes[0].conv->item_count > EVENTS / 2);
}

int main(void)
{
#define T(name) \
	cmocka_unit_test_setup_teardown(name, open_history, close_history)
	const struct CMUnitTest tests[] = {
		T(the_end_is_shown_before_the_rest_is_read),
		T(a_held_view_does_not_move_when_the_rest_is_there),
		T(the_start_is_the_start_once_it_is_there),
		T(one_that_left_the_start_is_not_taken_back),
		T(what_is_only_in_the_rest_is_found),
		T(a_save_has_all_of_it),
	};
#undef T

	return cmocka_run_group_tests_name("app-history", tests, NULL, NULL);
}
