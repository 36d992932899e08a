#include "config.h"

#include "ui/view/key.h"

#include "src/base/xalloc.h"
#include "tests/unit/test.h"
#include "ui/view/theme.h"

static const struct {
	const char *text;
	struct key key;
} pairs[] = {
	{ "j", { KEY_SYM_NONE, 'j', 0 } },
	{ "G", { KEY_SYM_NONE, 'G', 0 } },
	{ ">", { KEY_SYM_NONE, '>', 0 } },
	{ "é", { KEY_SYM_NONE, 0xe9, 0 } },
	{ "<lt>", { KEY_SYM_NONE, '<', 0 } },
	{ "<Space>", { KEY_SYM_NONE, ' ', 0 } },
	{ "<C-Space>", { KEY_SYM_NONE, ' ', KEY_CTRL } },
	{ "<C-d>", { KEY_SYM_NONE, 'd', KEY_CTRL } },
	{ "<M-x>", { KEY_SYM_NONE, 'x', KEY_ALT } },
	{ "<M-X>", { KEY_SYM_NONE, 'X', KEY_ALT } },
	{ "<C-M-a>", { KEY_SYM_NONE, 'a', KEY_CTRL | KEY_ALT } },
	{ "<M-->", { KEY_SYM_NONE, '-', KEY_ALT } },
	{ "<M->>", { KEY_SYM_NONE, '>', KEY_ALT } },
	{ "<M-lt>", { KEY_SYM_NONE, '<', KEY_ALT } },
	{ "<Enter>", { KEY_SYM_ENTER, 0, 0 } },
	{ "<S-Tab>", { KEY_SYM_TAB, 0, KEY_SHIFT } },
	{ "<C-M-S-Left>", { KEY_SYM_LEFT, 0, KEY_CTRL | KEY_ALT | KEY_SHIFT } },
	{ "<F12>", { KEY_SYM_F12, 0, 0 } },
};

static bool parses_to(const char *text, struct key want)
{
	struct slice rest = slice_str(text);
	struct key got;

	return key_parse(&rest, &got) && !rest.len && key_equal(got, want);
}

static void keys_are_written_the_way_vim_does(void **state)
{
	struct strbuf out = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(pairs); i++) {
		strbuf_reset(&out);
		key_format(&out, pairs[i].key);
		assert_string_equal(out.buf, pairs[i].text);
	}
	strbuf_release(&out);
}

static void what_is_written_is_read_back(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(pairs); i++)
		assert_true(parses_to(pairs[i].text, pairs[i].key));
}

static void every_symbol_is_read_back(void **state)
{
	struct strbuf out = STRBUF_INIT;

	(void)state;
	for (int sym = KEY_SYM_ENTER; sym <= KEY_SYM_F12; sym++) {
		for (unsigned mods = 0; mods < 8; mods++) {
			struct key key = { (enum key_sym)sym, 0, mods };

			strbuf_reset(&out);
			key_format(&out, key);
			assert_true(parses_to(out.buf, key));
		}
	}
	strbuf_release(&out);
}

static void names_are_read_in_any_case_and_spelling(void **state)
{
	(void)state;
	assert_true(parses_to("<cr>", (struct key){ KEY_SYM_ENTER, 0, 0 }));
	assert_true(parses_to("<s-tab>",
			      (struct key){ KEY_SYM_TAB, 0, KEY_SHIFT }));
	assert_true(
		parses_to("<A-C-left>",
			  (struct key){ KEY_SYM_LEFT, 0, KEY_ALT | KEY_CTRL }));
	assert_true(parses_to("<C-D>",
			      (struct key){ KEY_SYM_NONE, 'd', KEY_CTRL }));
	assert_true(parses_to("<S-g>", (struct key){ KEY_SYM_NONE, 'G', 0 }));
	assert_true(parses_to("<PageDown>",
			      (struct key){ KEY_SYM_PAGE_DOWN, 0, 0 }));
	assert_true(
		parses_to("<PageUp>", (struct key){ KEY_SYM_PAGE_UP, 0, 0 }));
}

static void keys_are_read_one_by_one(void **state)
{
	struct slice rest = SLICE("gg<C-d>");
	struct key key;

	(void)state;
	assert_true(key_parse(&rest, &key));
	assert_true(key_parse(&rest, &key));
	assert_int_equal(key.ch, 'g');
	assert_true(key_parse(&rest, &key));
	assert_int_equal(key.mods, KEY_CTRL);
	assert_false(key_parse(&rest, &key));
}

static void what_is_no_key_is_refused_and_left(void **state)
{
	static const char *const bad[] = {
		"",     "<",      "<>",       "<nope>", "<C-",      "<C->",
		"<C-d", "<S-1>",  "<C-S-a>",  "\033",   "\x7f",     "\xff",
		"\n",   "<S-lt>", "<C-\x01>", "<Tab",   "\xc2\x80", "<<",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		struct slice rest = slice_str(bad[i]);
		struct key key = { KEY_SYM_F1, 1, 2 };

		assert_false(key_parse(&rest, &key));
		assert_ptr_equal(rest.ptr, bad[i]);
		assert_int_equal(key.sym, KEY_SYM_F1);
	}
}

static void what_people_read_is_read_back(void **state)
{
	static const char *const shown[] = {
		"a",  "Enter",   "Esc",   "C-d", "M-Enter", "M-[", "Space",
		"F2", "C-Right", "S-Tab", "<",   ">",       "?",   "/",
	};
	struct strbuf out = STRBUF_INIT;
	struct key key;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(shown); i++) {
		assert_true(key_parse_shown(slice_str(shown[i]), &key));
		strbuf_reset(&out);
		key_format_shown(&out, key);
		assert_string_equal(out.buf, shown[i]);
	}
	assert_false(key_parse_shown(SLICE("Enter it"), &key));
	assert_false(key_parse_shown(SLICE(""), &key));
	strbuf_release(&out);
}

static void a_control_is_never_written(void **state)
{
	struct strbuf out = STRBUF_INIT;

	(void)state;
	key_format(&out, (struct key){ KEY_SYM_NONE, 0x1b, 0 });
	key_format(&out, (struct key){ KEY_SYM_NONE, 0x9b, KEY_ALT });
	assert_string_equal(out.buf, "\ufffd<M-\ufffd>");
	strbuf_release(&out);
}

static void the_themes_are_found(void **state)
{
	static const char *const names[] = { "dark", "light", "neutral",
					     "mono" };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		assert_string_equal(theme_find(names[i])->name, names[i]);
	assert_null(theme_find("pink"));
}

static void no_style_is_outside_the_palette(void **state)
{
	static const char *const names[] = { "dark", "light", "neutral",
					     "mono" };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		const struct theme *theme = theme_find(names[i]);

		for (int face = 0; face < FACE_COUNT; face++) {
			struct style style = theme->styles[face];

			assert_in_range(style.fg + 1, 0, 256);
			assert_in_range(style.bg + 1, 0, 256);
			if (i == 3)
				assert_int_equal(style.fg + style.bg, -2);
			/* A face missing from a table would be black. */
			assert_true(style.fg < 0 || style.fg != style.bg);
		}
	}
}

static void states_differ_without_colour(void **state)
{
	const struct style *mono = theme_find("mono")->styles;

	(void)state;
	assert_int_not_equal(mono[FACE_WAITING].attrs, mono[FACE_FAILED].attrs);
	assert_int_not_equal(mono[FACE_BAR_ALERT].attrs, mono[FACE_BAR].attrs);
	assert_int_not_equal(mono[FACE_DIALOG_DIM].attrs,
			     mono[FACE_DIALOG].attrs);
	assert_int_not_equal(mono[FACE_TITLE_FOCUS].attrs,
			     mono[FACE_TITLE].attrs);
	assert_int_not_equal(mono[FACE_ESCAPED].attrs,
			     mono[FACE_DEFAULT].attrs);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys_are_written_the_way_vim_does),
		cmocka_unit_test(what_is_written_is_read_back),
		cmocka_unit_test(every_symbol_is_read_back),
		cmocka_unit_test(names_are_read_in_any_case_and_spelling),
		cmocka_unit_test(keys_are_read_one_by_one),
		cmocka_unit_test(what_is_no_key_is_refused_and_left),
		cmocka_unit_test(what_people_read_is_read_back),
		cmocka_unit_test(a_control_is_never_written),
		cmocka_unit_test(the_themes_are_found),
		cmocka_unit_test(no_style_is_outside_the_palette),
		cmocka_unit_test(states_differ_without_colour),
	};

	return cmocka_run_group_tests_name("key", tests, NULL, NULL);
}
