#include "config.h"

#include "ui/view/theme-file.h"

#include <string.h>

#include "tests/unit/test.h"

static struct style style_of(const char *text, enum face face)
{
	struct strbuf err = STRBUF_INIT;
	struct theme theme;

	if (theme_file_parse(&theme, slice_str(text), &err))
		fail_msg("%s", err.buf);
	return theme.styles[face];
}

static void assert_style(const char *text, enum face face, int fg, int bg,
			 unsigned attrs)
{
	struct style style = style_of(text, face);

	assert_int_equal(style.fg, fg);
	assert_int_equal(style.bg, bg);
	assert_int_equal(style.attrs, attrs);
}

static void assert_wrong(const char *text, const char *want)
{
	struct theme theme = { .name = "as it was" };
	struct strbuf err = STRBUF_INIT;

	assert_int_equal(theme_file_parse(&theme, slice_str(text), &err), -1);
	assert_string_equal(err.buf, want);
	assert_string_equal(theme.name, "as it was");
	strbuf_release(&err);
}

static void colours_are_names_numbers_or_red_green_blue(void **state)
{
	(void)state;
	assert_style("tool = cyan", FACE_TOOL, 6, -1, 0);
	assert_style("tool=bright-cyan default bold", FACE_TOOL, 14, -1,
		     STYLE_BOLD);
	assert_style("  code-keyword\t= 33 white italic underline\r\n",
		     FACE_CODE_KEYWORD, 33, 7, STYLE_ITALIC | STYLE_UNDERLINE);
	assert_style("bar = #ffffff #000000 reverse dim", FACE_BAR, 231, 16,
		     STYLE_REVERSE | STYLE_DIM);
	assert_style("ok = #00fe02", FACE_OK, 46, -1, 0);
	assert_style("ok = #808080", FACE_OK, 244, -1, 0);
}

static void what_is_not_told_is_as_in_the_base(void **state)
{
	const struct style *dark = theme_find("dark")->styles;
	const struct style *light = theme_find("light")->styles;
	struct style style;

	(void)state;
	style = style_of("# nothing\n\ntool = red\n", FACE_MATCH);
	assert_memory_equal(&style, &dark[FACE_MATCH], sizeof(style));
	style = style_of("base = light\ntool = red\n", FACE_MATCH);
	assert_memory_equal(&style, &light[FACE_MATCH], sizeof(style));
	assert_style("base = mono\ntool = red\n", FACE_TOOL, 1, -1, 0);
}

static void what_is_wrong_is_told_with_its_line(void **state)
{
	(void)state;
	assert_wrong("# a\n\npink = red", "line 3: no such face: 'pink'");
	assert_wrong("CODE_KEYWORD = red",
		     "line 1: no such face: 'CODE_KEYWORD'");
	assert_wrong("tool = pink", "line 1: no colour: 'pink'");
	assert_wrong("tool = 256", "line 1: no colour: '256'");
	assert_wrong("tool = #12345", "line 1: no colour: '#12345'");
	assert_wrong("tool =", "line 1: no colour: ''");
	assert_wrong("tool = red blue loud",
		     "line 1: neither a colour nor an attribute: 'loud'");
	assert_wrong("tool", "line 1: expected NAME = VALUE: 'tool'");
	assert_wrong("base = pink", "line 1: unknown theme: 'pink'");
	assert_wrong("a\001", "line 1: no text: ''");
}

static void a_face_can_be_read(void **state)
{
	char text[64];

	(void)state;
	for (int face = 0; face < FACE_COUNT; face++) {
		struct style style;
		int len = 0;

		for (const char *c = theme_face_name((enum face)face); *c; c++)
			text[len++] = *c == '_' ? '-' : (char)(*c | 0x20);
		strcpy(text + len, " = yellow blue");
		style = style_of(text, (enum face)face);
		assert_int_equal(style.fg, 3);
		strcpy(text + len, " = 243 243");
		{
			struct strbuf err = STRBUF_INIT;
			struct theme theme;

			assert_int_equal(
				theme_file_parse(&theme, slice_str(text), &err),
				-1);
			assert_non_null(strstr(err.buf, "too alike"));
			strbuf_release(&err);
		}
	}
	assert_wrong("dialog = 16 black",
		     "line 1: its two colours are too alike: 'dialog'");
	assert_wrong("dialog = #fefefe bright-white",
		     "line 1: its two colours are too alike: 'dialog'");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(colours_are_names_numbers_or_red_green_blue),
		cmocka_unit_test(what_is_not_told_is_as_in_the_base),
		cmocka_unit_test(what_is_wrong_is_told_with_its_line),
		cmocka_unit_test(a_face_can_be_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
