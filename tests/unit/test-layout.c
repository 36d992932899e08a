#include "config.h"

#include "ui/view/layout.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/xalloc.h"
#include "tests/unit/random.h"
#include "tests/unit/test.h"

static const struct rect screen = { 0, 0, 80, 24 };

/* Places, as "pane:x,y,w,h " each. */
static void assert_places(const struct layout *layout, struct rect room,
			  const char *want)
{
	struct pane_place places[64];
	size_t count = layout_places(layout, room, places, 64);
	struct strbuf got = STRBUF_INIT;

	for (size_t i = 0; i < count; i++)
		strbuf_addf(&got, "%s%d:%d,%d,%d,%d", i ? " " : "",
			    places[i].pane, places[i].at.x, places[i].at.y,
			    places[i].at.w, places[i].at.h);
	assert_string_equal(got.buf, want);
	strbuf_release(&got);
}

static void the_first_pane_has_all_the_room(void **state)
{
	struct layout layout;

	(void)state;
	layout_init(&layout);
	assert_int_equal(layout_count(&layout), 0);
	layout_first(&layout, 1);
	assert_places(&layout, screen, "1:0,0,80,24");
	layout_release(&layout);
}

static void panes_side_by_side_leave_a_column_for_the_border(void **state)
{
	struct layout layout;

	(void)state;
	layout_init(&layout);
	layout_first(&layout, 1);
	layout_split(&layout, 1, SPLIT_RIGHT, 2);
	assert_places(&layout, (struct rect){ 5, 1, 81, 24 },
		      "1:5,1,40,24 2:46,1,40,24");
	layout_split(&layout, 2, SPLIT_BELOW, 3);
	assert_places(&layout, (struct rect){ 5, 1, 81, 24 },
		      "1:5,1,40,24 2:46,1,40,12 3:46,13,40,12");
	layout_release(&layout);
}

static void splitting_again_the_same_way_halves_only_that_pane(void **state)
{
	struct layout layout;

	(void)state;
	layout_init(&layout);
	layout_first(&layout, 1);
	layout_split(&layout, 1, SPLIT_BELOW, 2);
	layout_split(&layout, 1, SPLIT_BELOW, 3);
	assert_places(&layout, screen, "1:0,0,80,6 3:0,6,80,6 2:0,12,80,12");
	layout_even(&layout);
	assert_places(&layout, screen, "1:0,0,80,8 3:0,8,80,8 2:0,16,80,8");
	layout_release(&layout);
}

static void the_neighbours_get_the_room_of_a_removed_pane(void **state)
{
	struct layout layout;

	(void)state;
	layout_init(&layout);
	layout_first(&layout, 1);
	layout_split(&layout, 1, SPLIT_BELOW, 2);
	layout_split(&layout, 2, SPLIT_BELOW, 3);
	layout_even(&layout);
	layout_remove(&layout, 2);
	assert_places(&layout, screen, "1:0,0,80,12 3:0,12,80,12");
	layout_remove(&layout, 1);
	assert_places(&layout, screen, "3:0,0,80,24");
	layout_remove(&layout, 3);
	assert_int_equal(layout_count(&layout), 0);
	layout_release(&layout);
}

static void a_removed_pane_leaves_no_split_in_a_split(void **state)
{
	struct layout layout;

	(void)state;
	/* 1 | (2 over (3 | 4)): without 2 it is 1 | 3 | 4. */
	layout_init(&layout);
	layout_first(&layout, 1);
	layout_split(&layout, 1, SPLIT_RIGHT, 2);
	layout_split(&layout, 2, SPLIT_BELOW, 3);
	layout_split(&layout, 3, SPLIT_RIGHT, 4);
	layout_remove(&layout, 2);
	layout_even(&layout);
	assert_places(&layout, (struct rect){ 0, 0, 62, 9 },
		      "1:0,0,20,9 3:21,0,20,9 4:42,0,20,9");
	layout_release(&layout);
}

static void an_edge_moves_by_cells(void **state)
{
	struct layout layout;

	(void)state;
	layout_init(&layout);
	layout_first(&layout, 1);
	layout_split(&layout, 1, SPLIT_BELOW, 2);
	layout_resize(&layout, 1, 0, 3, screen);
	assert_places(&layout, screen, "1:0,0,80,15 2:0,15,80,9");
	/* The last pane can only be resized at its upper edge. */
	layout_resize(&layout, 2, 0, -1, screen);
	assert_places(&layout, screen, "1:0,0,80,14 2:0,14,80,10");
	layout_resize(&layout, 1, 5, -100, screen);
	assert_places(&layout, screen, "1:0,0,80,1 2:0,1,80,23");
	layout_release(&layout);
}

static void the_next_pane_after_the_last_is_the_first(void **state)
{
	struct layout layout;

	(void)state;
	layout_init(&layout);
	layout_first(&layout, 7);
	assert_int_equal(layout_next(&layout, 7, 1), 7);
	layout_split(&layout, 7, SPLIT_RIGHT, 8);
	layout_split(&layout, 7, SPLIT_BELOW, 9);
	assert_int_equal(layout_next(&layout, 7, 1), 9);
	assert_int_equal(layout_next(&layout, 8, 1), 7);
	assert_int_equal(layout_next(&layout, 7, -1), 8);
	layout_swap(&layout, 7, 8);
	assert_int_equal(layout_next(&layout, 8, 1), 9);
	layout_release(&layout);
}

static void draw_pane(unsigned char *cells, struct rect room, struct rect at)
{
	assert_true(at.w >= 0 && at.h >= 0);
	if (!at.w || !at.h)
		return;
	assert_true(at.x >= room.x && at.y >= room.y);
	assert_true(at.x + at.w <= room.x + room.w);
	assert_true(at.y + at.h <= room.y + room.h);
	for (int y = at.y; y < at.y + at.h; y++) {
		for (int x = at.x; x < at.x + at.w; x++) {
			size_t cell = (size_t)(y - room.y) * (size_t)room.w +
				      (size_t)(x - room.x);

			assert_int_equal(cells[cell], 0);
			cells[cell] = 1;
		}
	}
}

/* What no pane covers is a border, with a pane on both sides. */
static void check_cover(const struct layout *layout, struct rect room)
{
	size_t size = (size_t)room.w * (size_t)room.h;
	unsigned char *cells = calloc(size + 1, 1);
	struct pane_place places[64];
	size_t count = layout_places(layout, room, places, 64);

	for (size_t i = 0; i < count; i++)
		draw_pane(cells, room, places[i].at);
	for (size_t i = 0; i < size; i++) {
		size_t x = i % (size_t)room.w;

		if (cells[i])
			continue;
		assert_true(x > 0 && x + 1 < (size_t)room.w);
		assert_true(cells[i - 1] && cells[i + 1]);
	}
	free(cells);
}

static void random_step(struct layout *layout, uint64_t *seed, int *last,
			struct rect room)
{
	struct pane_place places[64];
	size_t count = layout_places(layout, room, places, 64);
	int pane = places[random_below(seed, (uint32_t)count)].pane;

	switch (random_below(seed, 8)) {
	case 0:
		if (count > 1)
			layout_remove(layout, pane);
		break;
	case 1:
		layout_resize(layout, pane, (int)random_below(seed, 40) - 20,
			      (int)random_below(seed, 20) - 10, room);
		break;
	case 2:
		if (!random_below(seed, 4))
			layout_even(layout);
		break;
	default:
		if (count < 64)
			layout_split(layout, pane,
				     random_below(seed, 2) ? SPLIT_RIGHT
							   : SPLIT_BELOW,
				     ++*last);
	}
}

static void panes_cover_any_room_and_never_overlap(void **state)
{
	uint64_t seed = 3141;

	(void)state;
	for (int round = 0; round < 60; round++) {
		struct layout layout;
		int last = 0;

		layout_init(&layout);
		layout_first(&layout, 0);
		for (int i = 0; i < 120; i++) {
			struct rect room = {
				(int)random_below(&seed, 30),
				(int)random_below(&seed, 3),
				(int)random_below(&seed, 501),
				(int)random_below(&seed, 201),
			};

			if (random_below(&seed, 3)) {
				room.w %= 12;
				room.h %= 8;
			}
			random_step(&layout, &seed, &last, room);
			check_cover(&layout, room);
		}
		layout_release(&layout);
	}
}

static void five_panes(struct layout *layout)
{
	layout_init(layout);
	layout_first(layout, 1);
	for (int pane = 2; pane <= 5; pane++)
		layout_split(layout, pane - 1,
			     pane % 2 ? SPLIT_RIGHT : SPLIT_BELOW, pane);
}

static void panes_are_arranged_as_a_preset_says(void **state)
{
	static const char *const want[] = {
		[LAYOUT_COLUMNS] = "1:0,0,16,24 2:17,0,16,24 3:34,0,15,24 "
				   "4:50,0,16,24 5:67,0,16,24",
		[LAYOUT_ROWS] = "1:0,0,83,5 2:0,5,83,5 3:0,10,83,4 "
				"4:0,14,83,5 5:0,19,83,5",
		[LAYOUT_GRID] = "1:0,0,27,12 2:28,0,27,12 3:56,0,27,12 "
				"4:0,12,41,12 5:42,12,41,12",
		[LAYOUT_MAIN] = "3:0,0,41,24 1:42,0,41,6 2:42,6,41,6 "
				"4:42,12,41,6 5:42,18,41,6",
	};
	struct layout layout;

	(void)state;
	for (int i = 0; i < LAYOUT_PRESET_COUNT; i++) {
		five_panes(&layout);
		layout_arrange(&layout, (enum layout_preset)i, 3);
		assert_places(&layout, (struct rect){ 0, 0, 83, 24 }, want[i]);
		layout_release(&layout);
	}
}

static void no_pane_and_one_pane_are_arranged_too(void **state)
{
	struct layout layout;

	(void)state;
	layout_init(&layout);
	for (int i = 0; i < LAYOUT_PRESET_COUNT; i++)
		layout_arrange(&layout, (enum layout_preset)i, -1);
	assert_int_equal(layout_count(&layout), 0);
	layout_first(&layout, 7);
	for (int i = 0; i < LAYOUT_PRESET_COUNT; i++)
		layout_arrange(&layout, (enum layout_preset)i, 7);
	assert_places(&layout, screen, "7:0,0,80,24");
	layout_release(&layout);
}

static void a_layout_is_written_and_read_back(void **state)
{
	static const char text[] = "right(400000:pane,600000:below("
				   "250000:pane,750000:right("
				   "500000:pane,500000:pane)))";
	struct layout layout;
	struct strbuf out = STRBUF_INIT;

	(void)state;
	layout_init(&layout);
	layout_write(&out, &layout);
	assert_int_equal(out.len, 0);
	assert_int_equal(layout_read(&layout, slice_str(text), 5, 4), 4);
	assert_places(&layout, (struct rect){ 0, 0, 101, 40 },
		      "5:0,0,40,40 6:41,0,60,10 7:41,10,30,30 8:72,10,29,30");
	layout_write(&out, &layout);
	assert_string_equal(out.buf, text);
	/* The layout is usable. */
	layout_split(&layout, 8, SPLIT_BELOW, 9);
	layout_remove(&layout, 5);
	layout_remove(&layout, 6);
	assert_places(&layout, (struct rect){ 0, 0, 101, 40 },
		      "7:0,0,50,40 8:51,0,50,20 9:51,20,50,20");
	strbuf_release(&out);
	layout_release(&layout);
}

static void what_is_no_layout_changes_none(void **state)
{
	static const char *const texts[] = {
		"",
		"pane ",
		"right()",
		"right(1:pane)",
		"right(1:pane,0:pane)",
		"right(1:pane,-1:pane)",
		"right(1:pane,1000001:pane)",
		"right(1:pane,99999999999999999999:pane)",
		"right(1:pane,1:pane",
		"right(1:pane,1:pane))",
		"right(1:pane,1:right(1:pane,1:pane))",
		"right(1:pane,1:pane,1:pane,1:pane)",
		"left(1:pane,1:pane)",
	};
	struct layout layout;
	struct strbuf deep = STRBUF_INIT;

	(void)state;
	layout_init(&layout);
	layout_first(&layout, 7);
	for (size_t i = 0; i < ARRAY_SIZE(texts); i++)
		assert_int_equal(
			layout_read(&layout, slice_str(texts[i]), 0, 3), 0);
	for (int i = 0; i < 100000; i++)
		strbuf_addf(&deep, "%s(1:", i % 2 ? "right" : "below");
	assert_int_equal(layout_read(&layout, strbuf_slice(&deep), 0, 64), 0);
	assert_places(&layout, screen, "7:0,0,80,24");
	strbuf_release(&deep);
	layout_release(&layout);
}

static void a_small_screen_forgets_no_proportion(void **state)
{
	struct pane_place places[3];
	struct layout layout;

	(void)state;
	layout_init(&layout);
	layout_first(&layout, 1);
	layout_split(&layout, 1, SPLIT_RIGHT, 2);
	layout_split(&layout, 2, SPLIT_BELOW, 3);
	layout_resize(&layout, 1, 17, 0, (struct rect){ 0, 0, 121, 40 });
	layout_resize(&layout, 2, 0, -9, (struct rect){ 0, 0, 121, 40 });
	for (int size = 120; size >= 0; size -= 7)
		layout_places(&layout, (struct rect){ 0, 0, size, size / 4 },
			      places, 3);
	assert_places(&layout, (struct rect){ 0, 0, 121, 40 },
		      "1:0,0,77,40 2:78,0,43,11 3:78,11,43,29");
	layout_release(&layout);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_pane_has_all_the_room),
		cmocka_unit_test(
			panes_side_by_side_leave_a_column_for_the_border),
		cmocka_unit_test(
			splitting_again_the_same_way_halves_only_that_pane),
		cmocka_unit_test(the_neighbours_get_the_room_of_a_removed_pane),
		cmocka_unit_test(a_removed_pane_leaves_no_split_in_a_split),
		cmocka_unit_test(an_edge_moves_by_cells),
		cmocka_unit_test(the_next_pane_after_the_last_is_the_first),
		cmocka_unit_test(panes_cover_any_room_and_never_overlap),
		cmocka_unit_test(panes_are_arranged_as_a_preset_says),
		cmocka_unit_test(no_pane_and_one_pane_are_arranged_too),
		cmocka_unit_test(a_layout_is_written_and_read_back),
		cmocka_unit_test(what_is_no_layout_changes_none),
		cmocka_unit_test(a_small_screen_forgets_no_proportion),
	};

	return cmocka_run_group_tests_name("layout", tests, NULL, NULL);
}
