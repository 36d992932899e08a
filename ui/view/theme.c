#include "config.h"

#include "ui/view/theme.h"

#include <stddef.h>
#include <string.h>

#include "src/base/xalloc.h"

/*
 * The background is the terminal's own; a theme only assumes whether it is dark
 * or light. Text never has an ANSI colour, because palettes use those for other
 * things (Solarized's bright ones are its greys): the light theme uses dark
 * colours of the cube, the dark theme light ones. The neutral theme is for an
 * unknown background: important text has the default colour, the rest contrasts
 * with both black and white, which a colour can do by 4.58 to 1 at most.
 */
#define FACE(name, ...) [FACE_##name] = { __VA_ARGS__ }

static const struct theme themes[] = {
	{
		.name = "dark",
		.styles = {
			FACE(DEFAULT, -1, -1, 0),
			FACE(DIM, 246, -1, 0),
			FACE(BOLD, -1, -1, STYLE_BOLD),
			FACE(ITALIC, -1, -1, STYLE_ITALIC),
			FACE(UNDERLINE, -1, -1, STYLE_UNDERLINE),
			FACE(BAR, 253, 236, 0),
			FACE(BAR_DIM, 248, 236, 0),
			FACE(BAR_ALERT, 16, 214, STYLE_BOLD),
			FACE(BORDER, 241, -1, 0),
			FACE(TITLE, 250, -1, 0),
			FACE(TITLE_FOCUS, -1, -1, STYLE_BOLD),
			FACE(SELECTED, 255, 237, 0),
			FACE(USER, 80, -1, STYLE_BOLD),
			FACE(ASSISTANT, 176, -1, STYLE_BOLD),
			FACE(REASONING, 246, -1, STYLE_ITALIC),
			FACE(TOOL, 73, -1, 0),
			FACE(OK, 114, -1, 0),
			FACE(RUNNING, 75, -1, 0),
			FACE(WAITING, 221, -1, STYLE_BOLD),
			FACE(FAILED, 210, -1, STYLE_BOLD),
			FACE(LOST, 210, -1, 0),
			FACE(CODE, 180, -1, 0),
			FACE(CODE_KEYWORD, 111, -1, 0),
			FACE(CODE_TYPE, 80, -1, 0),
			FACE(CODE_STRING, 114, -1, 0),
			FACE(CODE_NUMBER, 216, -1, 0),
			FACE(CODE_COMMENT, 247, -1, STYLE_ITALIC),
			FACE(HEADING_TOP, -1, -1, STYLE_BOLD | STYLE_UNDERLINE),
			FACE(HEADING, -1, -1, STYLE_BOLD),
			FACE(LINK, 75, -1, STYLE_UNDERLINE),
			FACE(QUOTE, 248, -1, STYLE_ITALIC),
			FACE(DIFF_ADD, 114, -1, 0),
			FACE(DIFF_ADD_WORD, 114, -1, STYLE_BOLD | STYLE_UNDERLINE),
			FACE(DIFF_DEL, 210, -1, 0),
			FACE(DIFF_DEL_WORD, 210, -1, STYLE_BOLD | STYLE_UNDERLINE),
			FACE(DIFF_HUNK, 80, -1, 0),
			FACE(TINT_RED, 210, -1, 0),
			FACE(TINT_GREEN, 114, -1, 0),
			FACE(TINT_YELLOW, 221, -1, 0),
			FACE(TINT_BLUE, 75, -1, 0),
			FACE(TINT_MAGENTA, 176, -1, 0),
			FACE(TINT_CYAN, 80, -1, 0),
			FACE(KEY, -1, -1, STYLE_BOLD),
			FACE(ESCAPED, 210, -1, STYLE_REVERSE),
			FACE(DIALOG, -1, -1, 0),
			FACE(DIALOG_TITLE, 16, 214, STYLE_BOLD),
			FACE(DIALOG_DIM, 246, -1, 0),
			FACE(ERROR, 210, -1, STYLE_BOLD),
			FACE(INPUT, -1, -1, 0),
			FACE(NOTICE, 80, -1, 0),
			FACE(MATCH, 16, 228, 0),
			FACE(MATCH_HERE, 16, 117, STYLE_BOLD),
		},
	},
	{
		.name = "light",
		.styles = {
			FACE(DEFAULT, -1, -1, 0),
			FACE(DIM, 242, -1, 0),
			FACE(BOLD, -1, -1, STYLE_BOLD),
			FACE(ITALIC, -1, -1, STYLE_ITALIC),
			FACE(UNDERLINE, -1, -1, STYLE_UNDERLINE),
			FACE(BAR, 235, 252, 0),
			FACE(BAR_DIM, 239, 252, 0),
			FACE(BAR_ALERT, 231, 160, STYLE_BOLD),
			FACE(BORDER, 247, -1, 0),
			FACE(TITLE, 239, -1, 0),
			FACE(TITLE_FOCUS, 16, -1, STYLE_BOLD),
			FACE(SELECTED, 232, 253, 0),
			FACE(USER, 25, -1, STYLE_BOLD),
			FACE(ASSISTANT, 90, -1, STYLE_BOLD),
			FACE(REASONING, 242, -1, STYLE_ITALIC),
			FACE(TOOL, 23, -1, 0),
			FACE(OK, 22, -1, 0),
			FACE(RUNNING, 25, -1, 0),
			FACE(WAITING, 94, -1, STYLE_BOLD),
			FACE(FAILED, 124, -1, STYLE_BOLD),
			FACE(LOST, 124, -1, 0),
			FACE(CODE, 94, -1, 0),
			FACE(CODE_KEYWORD, 25, -1, 0),
			FACE(CODE_TYPE, 23, -1, 0),
			FACE(CODE_STRING, 28, -1, 0),
			FACE(CODE_NUMBER, 130, -1, 0),
			FACE(CODE_COMMENT, 242, -1, STYLE_ITALIC),
			FACE(HEADING_TOP, 16, -1, STYLE_BOLD | STYLE_UNDERLINE),
			FACE(HEADING, 16, -1, STYLE_BOLD),
			FACE(LINK, 25, -1, STYLE_UNDERLINE),
			FACE(QUOTE, 240, -1, STYLE_ITALIC),
			FACE(DIFF_ADD, 22, -1, 0),
			FACE(DIFF_ADD_WORD, 22, -1, STYLE_BOLD | STYLE_UNDERLINE),
			FACE(DIFF_DEL, 124, -1, 0),
			FACE(DIFF_DEL_WORD, 124, -1, STYLE_BOLD | STYLE_UNDERLINE),
			FACE(DIFF_HUNK, 23, -1, 0),
			FACE(TINT_RED, 124, -1, 0),
			FACE(TINT_GREEN, 22, -1, 0),
			FACE(TINT_YELLOW, 94, -1, 0),
			FACE(TINT_BLUE, 25, -1, 0),
			FACE(TINT_MAGENTA, 90, -1, 0),
			FACE(TINT_CYAN, 23, -1, 0),
			FACE(KEY, 16, -1, STYLE_BOLD),
			FACE(ESCAPED, 124, -1, STYLE_REVERSE),
			FACE(DIALOG, -1, -1, 0),
			FACE(DIALOG_TITLE, 231, 160, STYLE_BOLD),
			FACE(DIALOG_DIM, 242, -1, 0),
			FACE(ERROR, 124, -1, STYLE_BOLD),
			FACE(INPUT, -1, -1, 0),
			FACE(NOTICE, 23, -1, 0),
			FACE(MATCH, 16, 222, 0),
			FACE(MATCH_HERE, 16, 117, STYLE_BOLD),
		},
	},
	{
		.name = "neutral",
		.styles = {
			FACE(DEFAULT, -1, -1, 0),
			FACE(DIM, 243, -1, 0),
			FACE(BOLD, -1, -1, STYLE_BOLD),
			FACE(ITALIC, -1, -1, STYLE_ITALIC),
			FACE(UNDERLINE, -1, -1, STYLE_UNDERLINE),
			FACE(BAR, 253, 236, 0),
			FACE(BAR_DIM, 248, 236, 0),
			FACE(BAR_ALERT, 16, 214, STYLE_BOLD),
			FACE(BORDER, 243, -1, 0),
			FACE(TITLE, 243, -1, 0),
			FACE(TITLE_FOCUS, -1, -1, STYLE_BOLD),
			FACE(SELECTED, 255, 237, 0),
			FACE(USER, 27, -1, STYLE_BOLD),
			FACE(ASSISTANT, 163, -1, STYLE_BOLD),
			FACE(REASONING, 243, -1, STYLE_ITALIC),
			FACE(TOOL, 30, -1, 0),
			FACE(OK, 28, -1, 0),
			FACE(RUNNING, 27, -1, 0),
			FACE(WAITING, 130, -1, STYLE_BOLD),
			FACE(FAILED, 160, -1, STYLE_BOLD),
			FACE(LOST, 160, -1, 0),
			FACE(CODE, 130, -1, 0),
			FACE(CODE_KEYWORD, 27, -1, 0),
			FACE(CODE_TYPE, 30, -1, 0),
			FACE(CODE_STRING, 28, -1, 0),
			FACE(CODE_NUMBER, 130, -1, 0),
			FACE(CODE_COMMENT, 243, -1, STYLE_ITALIC),
			FACE(HEADING_TOP, -1, -1, STYLE_BOLD | STYLE_UNDERLINE),
			FACE(HEADING, -1, -1, STYLE_BOLD),
			FACE(LINK, 27, -1, STYLE_UNDERLINE),
			FACE(QUOTE, 243, -1, STYLE_ITALIC),
			FACE(DIFF_ADD, 28, -1, 0),
			FACE(DIFF_ADD_WORD, 28, -1, STYLE_BOLD | STYLE_UNDERLINE),
			FACE(DIFF_DEL, 160, -1, 0),
			FACE(DIFF_DEL_WORD, 160, -1, STYLE_BOLD | STYLE_UNDERLINE),
			FACE(DIFF_HUNK, 30, -1, 0),
			FACE(TINT_RED, 160, -1, 0),
			FACE(TINT_GREEN, 28, -1, 0),
			FACE(TINT_YELLOW, 130, -1, 0),
			FACE(TINT_BLUE, 27, -1, 0),
			FACE(TINT_MAGENTA, 163, -1, 0),
			FACE(TINT_CYAN, 30, -1, 0),
			FACE(KEY, -1, -1, STYLE_BOLD),
			FACE(ESCAPED, 160, -1, STYLE_REVERSE),
			FACE(DIALOG, -1, -1, 0),
			FACE(DIALOG_TITLE, 16, 214, STYLE_BOLD),
			FACE(DIALOG_DIM, 243, -1, 0),
			FACE(ERROR, 160, -1, STYLE_BOLD),
			FACE(INPUT, -1, -1, 0),
			FACE(NOTICE, 30, -1, 0),
			FACE(MATCH, 16, 222, 0),
			FACE(MATCH_HERE, 16, 117, STYLE_BOLD),
		},
	},
	{
		.name = "mono",
		.styles = {
			FACE(DEFAULT, -1, -1, 0),
			FACE(DIM, -1, -1, STYLE_DIM),
			FACE(BOLD, -1, -1, STYLE_BOLD),
			FACE(ITALIC, -1, -1, STYLE_ITALIC),
			FACE(UNDERLINE, -1, -1, STYLE_UNDERLINE),
			FACE(BAR, -1, -1, STYLE_REVERSE),
			FACE(BAR_DIM, -1, -1, STYLE_REVERSE),
			/* Not reversed, in a bar that is. */
			FACE(BAR_ALERT, -1, -1, STYLE_BOLD),
			FACE(BORDER, -1, -1, STYLE_DIM),
			FACE(TITLE, -1, -1, 0),
			FACE(TITLE_FOCUS, -1, -1, STYLE_BOLD),
			FACE(SELECTED, -1, -1, STYLE_REVERSE),
			FACE(USER, -1, -1, STYLE_BOLD),
			FACE(ASSISTANT, -1, -1, STYLE_BOLD),
			FACE(REASONING, -1, -1, STYLE_DIM | STYLE_ITALIC),
			FACE(TOOL, -1, -1, STYLE_BOLD),
			FACE(OK, -1, -1, 0),
			FACE(RUNNING, -1, -1, 0),
			FACE(WAITING, -1, -1, STYLE_BOLD | STYLE_REVERSE),
			FACE(FAILED, -1, -1, STYLE_BOLD | STYLE_UNDERLINE),
			FACE(LOST, -1, -1, STYLE_UNDERLINE),
			FACE(CODE, -1, -1, 0),
			FACE(CODE_KEYWORD, -1, -1, STYLE_BOLD),
			FACE(CODE_TYPE, -1, -1, 0),
			FACE(CODE_STRING, -1, -1, 0),
			FACE(CODE_NUMBER, -1, -1, 0),
			FACE(CODE_COMMENT, -1, -1, STYLE_DIM),
			FACE(HEADING_TOP, -1, -1, STYLE_BOLD | STYLE_UNDERLINE),
			FACE(HEADING, -1, -1, STYLE_BOLD | STYLE_UNDERLINE),
			FACE(LINK, -1, -1, STYLE_UNDERLINE),
			FACE(QUOTE, -1, -1, STYLE_ITALIC),
			FACE(DIFF_ADD, -1, -1, STYLE_BOLD),
			FACE(DIFF_ADD_WORD, -1, -1, STYLE_BOLD | STYLE_UNDERLINE),
			FACE(DIFF_DEL, -1, -1, 0),
			FACE(DIFF_DEL_WORD, -1, -1, STYLE_UNDERLINE),
			FACE(DIFF_HUNK, -1, -1, STYLE_DIM),
			FACE(TINT_RED, -1, -1, 0),
			FACE(TINT_GREEN, -1, -1, 0),
			FACE(TINT_YELLOW, -1, -1, 0),
			FACE(TINT_BLUE, -1, -1, 0),
			FACE(TINT_MAGENTA, -1, -1, 0),
			FACE(TINT_CYAN, -1, -1, 0),
			FACE(KEY, -1, -1, STYLE_BOLD),
			FACE(ESCAPED, -1, -1, STYLE_REVERSE),
			FACE(DIALOG, -1, -1, 0),
			FACE(DIALOG_TITLE, -1, -1, STYLE_BOLD | STYLE_REVERSE),
			FACE(DIALOG_DIM, -1, -1, STYLE_DIM),
			FACE(ERROR, -1, -1, STYLE_BOLD),
			FACE(INPUT, -1, -1, 0),
			FACE(NOTICE, -1, -1, STYLE_UNDERLINE),
			FACE(MATCH, -1, -1, STYLE_REVERSE | STYLE_UNDERLINE),
			FACE(MATCH_HERE, -1, -1, STYLE_REVERSE | STYLE_BOLD),
		},
	},
};

const struct theme *theme_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(themes); i++)
		if (!strcmp(themes[i].name, name))
			return &themes[i];
	return NULL;
}

static bool is_state(enum face face)
{
	return face == FACE_OK || face == FACE_RUNNING ||
	       face == FACE_WAITING || face == FACE_FAILED ||
	       face == FACE_LOST || face == FACE_ERROR;
}

struct style theme_style(const struct theme *theme, enum face face,
			 bool selected)
{
	const struct style *ground = &theme->styles[FACE_SELECTED];
	struct style style = theme->styles[face];
	const struct theme *neutral = theme_find("neutral");

	if (!selected)
		return style;
	style.attrs |= ground->attrs;
	if (!is_state(face))
		style.fg = ground->fg;
	else if (style.fg == neutral->styles[face].fg)
		/* This background is known to be dark. */
		style.fg = theme_find("dark")->styles[face].fg;
	style.bg = ground->bg;
	return style;
}

const char *theme_for_ground(enum theme_ground ground)
{
	switch (ground) {
	case THEME_GROUND_DARK:
		return "dark";
	case THEME_GROUND_LIGHT:
		return "light";
	default:
		return "neutral";
	}
}

/* Whether it is a path; a word without slash and ending is a name. */
static bool is_file(const char *text)
{
	size_t len = strlen(text);

	return strchr(text, '/') ||
	       (len > 6 && !strcmp(text + len - 6, ".theme"));
}

bool theme_is_choice(const char *text)
{
	return theme_find(text) || !strcmp(text, THEME_AUTO) || is_file(text);
}

size_t theme_count(void)
{
	return ARRAY_SIZE(themes);
}

const char *theme_name(size_t i)
{
	return themes[i].name;
}
