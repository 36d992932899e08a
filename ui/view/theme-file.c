#include "config.h"

#include "ui/view/theme-file.h"

#include <ctype.h>
#include <stdlib.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"

#define CONTRAST_MIN 2.0 /* between two colours of a face (WCAG 2.1) */

static const char *const face_names[] = {
#define X(name) [FACE_##name] = #name,
	FACES(X)
#undef X
};

static const char *const colors[] = { "black", "red",     "green", "yellow",
				      "blue",  "magenta", "cyan",  "white" };

static const struct {
	const char *name;
	uint8_t bit;
} attributes[] = {
	{ "bold", STYLE_BOLD },       { "dim", STYLE_DIM },
	{ "italic", STYLE_ITALIC },   { "underline", STYLE_UNDERLINE },
	{ "reverse", STYLE_REVERSE },
};

/* The line being read. */
struct reading {
	int line;
	struct strbuf *err;
};

const char *theme_face_name(enum face face)
{
	return face_names[face];
}

static int fail(const struct reading *r, const char *what, struct slice word)
{
	strbuf_setf(r->err, _("line %d: %s: '%.*s'"), r->line, what,
		    (int)word.len, word.ptr);
	return -1;
}

/* Whether the file's name, "code-keyword", is the face CODE_KEYWORD. */
static bool is_face(struct slice name, const char *face)
{
	size_t i = 0;

	for (; i < name.len && face[i]; i++) {
		char c = (char)tolower((unsigned char)face[i]);

		if (name.ptr[i] != (c == '_' ? '-' : c))
			return false;
	}
	return i == name.len && !face[i];
}

/* Red, green and blue of one of the 256 colours, as in xterm. */
static void parts_of(int color, int *parts)
{
	static const int steps[] = { 0, 95, 135, 175, 215, 255 };
	int bright = color > 8 ? 255 : 205;

	for (int i = 0; i < 3; i++) {
		if (color >= 232)
			parts[i] = 8 + (color - 232) * 10;
		else if (color >= 16)
			parts[i] = steps[(color - 16) /
					 (i == 0   ? 36
					  : i == 1 ? 6
						   : 1) %
					 6];
		else if (color == 7 || color == 8)
			parts[i] = color == 7 ? 229 : 127;
		else
			parts[i] = color >> i & 1 ? bright : 0;
	}
}

static int nearest(const int *wanted)
{
	int best = 16, best_far = -1;

	for (int color = 16; color < 256; color++) {
		int parts[3], far = 0;

		parts_of(color, parts);
		for (int i = 0; i < 3; i++)
			far += (parts[i] - wanted[i]) * (parts[i] - wanted[i]);
		if (best_far < 0 || far < best_far) {
			best = color;
			best_far = far;
		}
	}
	return best;
}

static bool parse_hex(struct slice word, int *color)
{
	char text[8] = "";
	int parts[3];

	if (word.len != 7 || word.ptr[0] != '#')
		return false;
	for (size_t i = 1; i < 7; i++) {
		if (!isxdigit((unsigned char)word.ptr[i]))
			return false;
		text[i - 1] = word.ptr[i];
	}
	for (int i = 2; i >= 0; i--) {
		parts[i] = (int)strtol(text + (size_t)i * 2, NULL, 16);
		text[(size_t)i * 2] = '\0';
	}
	*color = nearest(parts);
	return true;
}

static bool parse_number(struct slice word, int *color)
{
	int number = 0;

	for (size_t i = 0; i < word.len; i++) {
		if (!isdigit((unsigned char)word.ptr[i]) || i > 2)
			return false;
		number = number * 10 + (word.ptr[i] - '0');
	}
	*color = number;
	return word.len && number < 256;
}

static bool parse_color(struct slice word, int *color)
{
	struct slice bright = SLICE("bright-");
	int add = 0;

	if (slice_is(word, "default")) {
		*color = -1;
		return true;
	}
	if (parse_hex(word, color) || parse_number(word, color))
		return true;
	if (slice_starts_with(word, bright)) {
		word = slice_skip(word, bright.len);
		add = 8;
	}
	for (size_t i = 0; i < ARRAY_SIZE(colors); i++) {
		if (!slice_is(word, colors[i]))
			continue;
		*color = (int)i + add;
		return true;
	}
	return false;
}

static double light_of(int color)
{
	static const double weights[] = { 0.2126, 0.7152, 0.0722 };
	double light = 0;
	int parts[3];

	parts_of(color, parts);
	for (int i = 0; i < 3; i++) {
		double part = parts[i] / 255.0;

		/* Close enough to sRGB's curve. */
		light += weights[i] * part * part;
	}
	return light;
}

/* The terminal's own colours are unknown; only two given ones are checked. */
static bool is_readable(struct style style)
{
	double fg, bg;

	if (style.fg < 0 || style.bg < 0)
		return true;
	fg = light_of(style.fg) + 0.05;
	bg = light_of(style.bg) + 0.05;
	return (fg > bg ? fg / bg : bg / fg) >= CONTRAST_MIN;
}

static bool add_attribute(struct style *style, struct slice word)
{
	for (size_t i = 0; i < ARRAY_SIZE(attributes); i++) {
		if (!slice_is(word, attributes[i].name))
			continue;
		style->attrs |= attributes[i].bit;
		return true;
	}
	return false;
}

static struct slice take_word(struct slice *text)
{
	struct slice word;
	size_t len = 0;

	*text = slice_skip_blanks(*text);
	while (len < text->len && text->ptr[len] != ' ')
		len++;
	word = slice_of(text->ptr, len);
	*text = slice_skip(*text, len);
	return word;
}

static int parse_style(struct style *out, struct slice value,
		       const struct reading *r)
{
	struct style style = { -1, -1, 0 };
	struct slice word = take_word(&value);
	int color;

	if (!parse_color(word, &color))
		return fail(r, _("no colour"), word);
	style.fg = (int16_t)color;
	word = take_word(&value);
	if (word.len && parse_color(word, &color)) {
		style.bg = (int16_t)color;
		word = take_word(&value);
	}
	for (; word.len; word = take_word(&value)) {
		if (!add_attribute(&style, word))
			return fail(r, _("neither a colour nor an attribute"),
				    word);
	}
	*out = style;
	return 0;
}

static int parse_line(struct theme *theme, struct slice line,
		      const struct reading *r)
{
	const char *equals = memchr(line.ptr, '=', line.len);
	size_t len = equals ? (size_t)(equals - line.ptr) : line.len;
	struct slice name = slice_trim(slice_of(line.ptr, len));
	struct slice value = slice_trim(slice_skip(line, len + 1));

	if (!equals)
		return fail(r, _("expected NAME = VALUE"), line);
	if (slice_is(name, "base")) {
		char *base = xmemdupz(value.ptr, value.len);
		const struct theme *found = theme_find(base);

		free(base);
		if (!found)
			return fail(r, _("unknown theme"), value);
		memcpy(theme->styles, found->styles, sizeof(found->styles));
		return 0;
	}
	for (int face = 0; face < FACE_COUNT; face++) {
		if (!is_face(name, face_names[face]))
			continue;
		if (parse_style(&theme->styles[face], value, r))
			return -1;
		return is_readable(theme->styles[face])
			       ? 0
			       : fail(r, _("its two colours are too alike"),
				      name);
	}
	return fail(r, _("no such face"), name);
}

/* Replace tabs and the like by blanks; -1: it is not text. */
static int clean_line(struct strbuf *out, struct slice line)
{
	strbuf_reset(out);
	for (size_t i = 0; i < line.len; i++) {
		unsigned char c = (unsigned char)line.ptr[i];

		if (c < ' ' && c != '\t' && c != '\r')
			return -1;
		strbuf_addch(out, c < ' ' ? ' ' : (char)c);
	}
	return 0;
}

int theme_file_parse(struct theme *theme, struct slice text, struct strbuf *err)
{
	struct reading r = { .err = err };
	struct theme got = *theme_find("dark");
	struct strbuf clean = STRBUF_INIT;
	int ret = 0;

	got.name = "";
	while (text.len && !ret) {
		struct slice line = slice_take_line(&text);

		r.line++;
		if (clean_line(&clean, line)) {
			ret = fail(&r, _("no text"), SLICE(""));
			break;
		}
		line = slice_trim(strbuf_slice(&clean));
		if (line.len && line.ptr[0] != '#')
			ret = parse_line(&got, line, &r);
	}
	if (!ret)
		*theme = got;
	strbuf_release(&clean);
	return ret;
}
