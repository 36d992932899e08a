#include "config.h"

#include "ui/text/markdown-line.h"

#include <string.h>

#include "src/base/xalloc.h"

enum {
	TAB_COLS = 4,
	HEADING_MAX = 6,
	FENCE_MIN = 3,
	DIGITS_MAX = 9,
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static size_t skip_blanks(struct slice line, size_t pos)
{
	while (pos < line.len && is_blank(line.ptr[pos]))
		pos++;
	return pos;
}

static struct slice trimmed(struct slice line)
{
	line = slice_skip(line, skip_blanks(line, 0));
	while (line.len && is_blank(line.ptr[line.len - 1]))
		line.len--;
	return line;
}

int line_indent(const struct line_cursor *at)
{
	int col = at->col;

	for (size_t i = 0; i < at->rest.len && is_blank(at->rest.ptr[i]); i++)
		col += at->rest.ptr[i] == '\t' ? TAB_COLS - col % TAB_COLS : 1;
	return at->spare + col - at->col;
}

void line_skip_cols(struct line_cursor *at, int cols)
{
	while (cols > 0) {
		if (at->spare) {
			at->spare--;
			cols--;
			continue;
		}
		if (!at->rest.len || !is_blank(*at->rest.ptr))
			return;
		at->spare = *at->rest.ptr == '\t'
				    ? TAB_COLS - at->col % TAB_COLS
				    : 1;
		at->col += at->spare;
		at->rest = slice_skip(at->rest, 1);
	}
}

void line_skip(struct line_cursor *at, size_t bytes)
{
	at->rest = slice_skip(at->rest, bytes);
	at->col += (int)bytes;
}

bool line_is_blank(const struct line_cursor *at)
{
	return skip_blanks(at->rest, 0) == at->rest.len;
}

void line_rest(struct strbuf *out, const struct line_cursor *at)
{
	strbuf_addchars(out, ' ', (size_t)at->spare);
	strbuf_addslice(out, at->rest);
}

bool line_is_rule(struct slice line)
{
	char c = line.len ? *line.ptr : 0;
	size_t count = 0;

	if (c != '-' && c != '*' && c != '_')
		return false;
	for (size_t i = 0; i < line.len; i++) {
		if (line.ptr[i] == c)
			count++;
		else if (!is_blank(line.ptr[i]))
			return false;
	}
	return count >= 3;
}

int line_underline(struct slice line)
{
	char c = line.len ? *line.ptr : 0;
	size_t n;

	if (c != '=' && c != '-')
		return 0;
	n = slice_count(line, 0, c);
	if (skip_blanks(line, n) < line.len)
		return 0;
	return c == '=' ? 1 : 2;
}

int line_heading(struct slice line, struct slice *text)
{
	size_t level = slice_count(line, 0, '#'), end;

	if (!level || level > HEADING_MAX ||
	    (level < line.len && !is_blank(line.ptr[level])))
		return 0;
	*text = trimmed(slice_skip(line, level));
	/* A closing sequence of # must follow a blank. */
	end = text->len;
	while (end && text->ptr[end - 1] == '#')
		end--;
	if (!end || is_blank(text->ptr[end - 1]))
		*text = trimmed(slice_of(text->ptr, end));
	return (int)level;
}

size_t line_fence(struct slice line, struct slice *info)
{
	char c = line.len ? *line.ptr : 0;
	size_t len;

	if (c != '`' && c != '~')
		return 0;
	len = slice_count(line, 0, c);
	*info = trimmed(slice_skip(line, len));
	/* ```a``` is inline code. */
	if (len < FENCE_MIN ||
	    (c == '`' && info->len && memchr(info->ptr, c, info->len)))
		return 0;
	return len;
}

bool line_ends_fence(struct slice line, char fence, size_t len)
{
	size_t n = slice_count(line, 0, fence);

	return n >= len && skip_blanks(line, n) == line.len;
}

bool line_list_mark(struct slice line, bool interrupts, struct line_mark *mark)
{
	size_t pos = 0;

	mark->number = 0;
	while (pos < line.len && pos < DIGITS_MAX && line.ptr[pos] >= '0' &&
	       line.ptr[pos] <= '9')
		mark->number =
			mark->number * 10 + (uint32_t)(line.ptr[pos++] - '0');
	if (pos == line.len || !strchr(pos ? ".)" : "-+*", line.ptr[pos]))
		return false;
	if (interrupts && pos && mark->number != 1)
		return false;
	mark->mark = line.ptr[pos++];
	mark->len = pos;
	if (pos < line.len && !is_blank(line.ptr[pos]))
		return false;
	return !interrupts || skip_blanks(line, pos) < line.len;
}

unsigned line_delimiter_columns(struct slice line)
{
	unsigned columns = 0;
	size_t pos;
	bool piped = line.len && *line.ptr == '|';

	line = trimmed(line);
	pos = piped;
	while (pos < line.len) {
		size_t dashes;

		pos = skip_blanks(line, pos);
		if (pos < line.len && line.ptr[pos] == ':')
			pos++;
		dashes = slice_count(line, pos, '-');
		if (!dashes)
			return 0;
		pos += dashes;
		if (pos < line.len && line.ptr[pos] == ':')
			pos++;
		pos = skip_blanks(line, pos);
		columns++;
		if (pos < line.len && line.ptr[pos++] != '|')
			return 0;
		piped |= pos < line.len || line.ptr[line.len - 1] == '|';
	}
	return piped ? columns : 0;
}

/* Length of the inline code that a ` begins, or of the run of ` alone. */
static size_t code_length(struct slice text)
{
	size_t ticks = slice_count(text, 0, '`');

	for (size_t at = ticks; at < text.len;) {
		size_t n = slice_count(text, at, '`');

		if (n == ticks)
			return at + n;
		at += n ? n : 1;
	}
	return ticks;
}

static bool ends_with_pipe(struct slice line)
{
	return line.len > 1 && line.ptr[line.len - 1] == '|' &&
	       line.ptr[line.len - 2] != '\\';
}

static unsigned count_cells(struct slice line, bool code)
{
	unsigned pipes = 0;

	line = trimmed(line);
	for (size_t i = 0; i < line.len; i++) {
		if (line.ptr[i] == '\\')
			i++;
		else if (line.ptr[i] == '|')
			pipes++;
		else if (code && line.ptr[i] == '`')
			i += code_length(slice_skip(line, i)) - 1;
	}
	if (!pipes)
		return 0;
	return pipes + 1 - (*line.ptr == '|') - ends_with_pipe(line);
}

unsigned line_cells(struct slice line)
{
	return count_cells(line, false);
}

unsigned line_md4c_cells(struct slice line)
{
	return count_cells(line, true);
}

void line_widen_table(struct strbuf *out, struct slice head, unsigned columns)
{
	static const char *const cells[] = { "  |", "---|" };

	for (size_t i = 0; i < ARRAY_SIZE(cells) && head.len; i++) {
		struct slice line = trimmed(slice_take_line(&head));

		strbuf_addslice(out, line);
		if (!ends_with_pipe(line))
			strbuf_addch(out, '|');
		for (unsigned k = 0; k < columns; k++)
			strbuf_addstr(out, cells[i]);
		strbuf_addch(out, '\n');
	}
}

void line_widen_delimiters(struct strbuf *out, struct slice line)
{
	for (size_t pos = 0; pos < line.len;) {
		size_t dashes = slice_count(line, pos, '-');

		if (dashes) {
			strbuf_addstr(out, "---");
			pos += dashes;
		} else {
			strbuf_addch(out, line.ptr[pos++]);
		}
	}
}
