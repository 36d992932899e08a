#include "config.h"

#include "ui/view/editor-unit.h"

#include <stdint.h>

#include "src/base/utf8.h"
#include "ui/text/sanitize.h"
#include "ui/text/unicode/codepoint.h"
#include "ui/text/width.h"

enum {
	TAB_COLS = 8,
	MARKS_MAX = 4, /* marks that fit in a cell; more would be invisible */
	BACK_MAX = 64, /* characters searched back for a unit's start */
};

static size_t decode(const struct editor *ed, size_t pos, uint32_t *cp)
{
	return utf8_decode(ed->text.buf + pos, ed->text.len - pos, cp);
}

/*
 * Common letters of the large scripts, all visible and not marks: looking each
 * up in the tables takes most of the time for a long text.
 */
static bool is_letter(uint32_t cp)
{
	return (cp >= 0xc0 && cp < 0x250) || (cp >= 0x410 && cp < 0x450) ||
	       (cp >= 0x3041 && cp <= 0x3096) ||
	       (cp >= 0x30a1 && cp <= 0x30fa) ||
	       (cp >= 0x4e00 && cp <= 0x9fd5) || (cp >= 0xac00 && cp <= 0xd7a3);
}

static bool is_hidden(uint32_t cp)
{
	return !is_letter(cp) && codepoint_is_hidden(cp);
}

static bool is_mark(uint32_t cp)
{
	return cp >= 0x300 && !is_letter(cp) && !width_of(cp) && !is_hidden(cp);
}

/* Bytes of the marks at `pos` that belong to the character before. */
static size_t marks_len(const struct editor *ed, size_t pos)
{
	size_t end = pos;

	for (int marks = 0; marks < MARKS_MAX && end < ed->text.len; marks++) {
		uint32_t cp;
		size_t took = decode(ed, end, &cp);

		if (!is_mark(cp))
			break;
		end += took;
	}
	return end - pos;
}

static struct editor_unit escaped_unit(const struct editor *ed, size_t pos,
				       size_t len)
{
	struct editor_unit unit = { len, 1, true };
	struct strbuf text = STRBUF_INIT;

	if (ed->secret)
		return unit;
	editor_unit_escape(&text, ed, pos, &unit);
	unit.cols = (int)text.len;
	strbuf_release(&text);
	return unit;
}

struct editor_unit editor_unit_at(const struct editor *ed, size_t pos, int col)
{
	struct editor_unit unit = { 1, 1, false };
	uint32_t cp, next;

	if (editor_unit_is_plain(ed, pos))
		return unit;
	unit.len = decode(ed, pos, &cp);
	if (cp == '\n')
		return (struct editor_unit){ 1, 0, false };
	if (cp == '\t' && !ed->one_line && !ed->secret) {
		unit.cols = TAB_COLS - col % TAB_COLS;
		return unit;
	}
	if (codepoint_is_regional(cp) && pos + unit.len < ed->text.len) {
		size_t took = decode(ed, pos + unit.len, &next);

		if (codepoint_is_regional(next)) {
			unit.len += took;
			unit.cols = ed->secret ? 1 : 2;
			return unit;
		}
	}
	if (codepoint_is_regional(cp) || is_hidden(cp) || is_mark(cp))
		return escaped_unit(ed, pos, unit.len);
	unit.cols = ed->secret ? 1 : width_of(cp);
	unit.len += marks_len(ed, pos + unit.len);
	return unit;
}

void editor_unit_escape(struct strbuf *out, const struct editor *ed, size_t pos,
			const struct editor_unit *unit)
{
	sanitize_visible(out, slice_of(ed->text.buf + pos, unit->len), NULL);
}

size_t editor_unit_next(const struct editor *ed, size_t pos)
{
	return pos < ed->text.len ? pos + editor_unit_at(ed, pos, 0).len
				  : ed->text.len;
}

/* Whether the character cannot continue an earlier unit. */
static bool begins_unit(uint32_t cp)
{
	return !is_mark(cp) && !codepoint_is_regional(cp);
}

size_t editor_unit_prev(const struct editor *ed, size_t pos)
{
	size_t start = pos;
	uint32_t cp;

	if (!pos)
		return 0;
	for (int i = 0; start && i < BACK_MAX; i++) {
		start = utf8_prev(ed->text.buf, start);
		decode(ed, start, &cp);
		if (begins_unit(cp))
			break;
	}
	for (;;) {
		size_t next = editor_unit_next(ed, start);

		if (next >= pos)
			return start;
		start = next;
	}
}
