#include "config.h"

#include "ui/text/diff.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "ui/text/diff-part.h"

enum {
	HEAD_LINES = 12,       /* that may identify a unified diff */
	NUMBER_MAX = 99999999, /* larger line numbers are invalid */
};

/* Lines, including line breaks. */
struct lines {
	struct slice *lines;
	size_t count, cap;
};

static struct slice first_line(struct slice text)
{
	const char *newline =
		text.len ? memchr(text.ptr, '\n', text.len) : NULL;

	return slice_of(text.ptr,
			newline ? (size_t)(newline - text.ptr) + 1 : text.len);
}

static void split(struct lines *out, struct slice text)
{
	*out = (struct lines){ 0 };
	ALLOC_GROW(out->lines, 1, out->cap);
	while (text.len) {
		struct slice line = first_line(text);

		ALLOC_GROW(out->lines, out->count + 1, out->cap);
		out->lines[out->count++] = line;
		text = slice_skip(text, line.len);
	}
}

static void write_same(struct diff_writer *writer, const struct slice *lines,
		       size_t count)
{
	for (size_t i = 0; i < count; i++)
		diff_write_line(writer, ' ', lines[i], FACE_CODE);
}

/* Write equal lines; `first`, `last`: no change before, or after, them. */
static void write_context(struct diff_writer *writer, const struct slice *lines,
			  size_t count, bool first, bool last)
{
	size_t context = writer->options->context;
	size_t before = first ? 0 : context, behind = last ? 0 : context;
	struct strbuf note = STRBUF_INIT;
	size_t hidden;

	/* A single line needs no more room than a note that it is omitted. */
	if (context == DIFF_ALL || count <= before + behind + 1) {
		write_same(writer, lines, count);
		return;
	}
	hidden = count - before - behind;
	write_same(writer, lines, before);
	strbuf_addf(&note, Q_("(%zu equal line)", "(%zu equal lines)", hidden),
		    hidden);
	diff_write_note(writer, note.buf);
	write_same(writer, lines + count - behind, behind);
	strbuf_release(&note);
}

static size_t count_flag(const char *flags, size_t from, size_t count,
			 char flag)
{
	size_t n = 0;

	while (from + n < count && flags[from + n] == flag)
		n++;
	return n;
}

void diff_texts(struct rows *rows, struct slice before, struct slice after,
		const struct diff_options *options)
{
	struct lines a, b;
	struct diff_writer writer;
	char *removed, *added;
	size_t i = 0, k = 0;

	diff_writer_init(&writer, rows, options);
	split(&a, before);
	split(&b, after);
	writer.tells_ends = before.len && after.len &&
			    (before.ptr[before.len - 1] == '\n') !=
				    (after.ptr[after.len - 1] == '\n');
	removed = xcalloc(a.count + 1, 1);
	added = xcalloc(b.count + 1, 1);
	diff_lines(a.lines, a.count, removed, b.lines, b.count, added);
	while (i < a.count || k < b.count) {
		size_t same = count_flag(removed, i, a.count, 0);
		size_t less, more = count_flag(added, k, b.count, 0);

		same = same < more ? same : more;
		write_context(&writer, a.lines + i, same, !i && !k,
			      i + same == a.count && k + same == b.count);
		i += same;
		k += same;
		less = count_flag(removed, i, a.count, 1);
		more = count_flag(added, k, b.count, 1);
		diff_write_change(&writer, a.lines + i, less, b.lines + k,
				  more);
		i += less;
		k += more;
	}
	free(removed);
	free(added);
	free(a.lines);
	free(b.lines);
	diff_writer_release(&writer);
}

/* The role of a line in a unified diff. */
enum diff_line {
	DIFF_LINE_HEAD, /* ---, +++, diff, index */
	DIFF_LINE_HUNK, /* @@ */
	DIFF_LINE_SAME,
	DIFF_LINE_REMOVED,
	DIFF_LINE_ADDED,
};

static enum diff_line kind_of(struct slice line)
{
	static const struct slice heads[] = {
		{ "diff ", 5 },        { "index ", 6 },
		{ "+++ ", 4 },         { "--- ", 4 },
		{ "new file ", 9 },    { "deleted file ", 13 },
		{ "similarity ", 11 }, { "rename ", 7 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(heads); i++)
		if (slice_starts_with(line, heads[i]))
			return DIFF_LINE_HEAD;
	if (slice_starts_with(line, SLICE("@@")))
		return DIFF_LINE_HUNK;
	if (slice_starts_with(line, SLICE("-")))
		return DIFF_LINE_REMOVED;
	if (slice_starts_with(line, SLICE("+")))
		return DIFF_LINE_ADDED;
	return DIFF_LINE_SAME;
}

bool diff_is_unified(struct slice text)
{
	bool old = false;

	for (size_t i = 0; i < HEAD_LINES && text.len; i++) {
		struct slice line = first_line(text);

		if (slice_starts_with(line, SLICE("@@ -")) ||
		    slice_starts_with(line, SLICE("diff --git ")) ||
		    (old && slice_starts_with(line, SLICE("+++ "))))
			return true;
		old = slice_starts_with(line, SLICE("--- "));
		text = slice_skip(text, line.len);
	}
	return false;
}

bool diff_change_takes(struct slice change, struct slice line)
{
	const char *newline;

	if (!line.len || (*line.ptr != '+' && *line.ptr != '-'))
		return false;
	if (!change.len || *line.ptr == '+')
		return true;
	/* Removed lines cannot follow added ones. */
	newline = memrchr(change.ptr, '\n', change.len - 1);
	return (newline ? newline[1] : *change.ptr) == '-';
}

/* "--- a" followed by "+++ b" names files; otherwise they are changed lines. */
static size_t head_start(struct slice change)
{
	struct slice rest = change, old = SLICE_INIT;

	while (rest.len) {
		struct slice line = first_line(rest);

		if (*line.ptr == '+')
			return slice_starts_with(line, SLICE("+++ ")) &&
					       slice_starts_with(old,
								 SLICE("--- "))
				       ? (size_t)(old.ptr - change.ptr)
				       : change.len;
		old = line;
		rest = slice_skip(rest, line.len);
	}
	return change.len;
}

static void write_change(struct diff_writer *writer, struct slice change)
{
	struct lines lines;
	size_t removed = 0;

	split(&lines, change);
	while (removed < lines.count && *lines.lines[removed].ptr == '-')
		removed++;
	for (size_t i = 0; i < lines.count; i++)
		lines.lines[i] = slice_skip(lines.lines[i], 1);
	diff_write_change(writer, lines.lines, removed, lines.lines + removed,
			  lines.count - removed);
	free(lines.lines);
}

/* Read "-12,5" of a hunk's head: its first line and number of lines; false if
 * malformed. */
static bool take_range(struct slice *text, char sign, unsigned long *first,
		       unsigned long *count)
{
	unsigned long *to[] = { first, count };

	*first = 0;
	*count = 1;
	*text = slice_skip_blanks(*text);
	if (!text->len || *text->ptr != sign)
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(to); i++) {
		if (i && (!text->len || *text->ptr != ','))
			break;
		*text = slice_skip(*text, 1);
		*to[i] = 0;
		while (text->len && *text->ptr >= '0' && *text->ptr <= '9' &&
		       *to[i] <= NUMBER_MAX) {
			*to[i] =
				*to[i] * 10 + (unsigned long)(*text->ptr - '0');
			*text = slice_skip(*text, 1);
		}
	}
	return *first <= NUMBER_MAX && *count <= NUMBER_MAX;
}

/* Number the lines that follow "@@ -12,5 +12,6 @@". */
static void begin_hunk(struct diff_numbers *numbers, struct slice line)
{
	unsigned long before, after, less, more, last;
	int cols = 0;

	line = slice_skip(line, 2);
	numbers->before = numbers->after = 0;
	if (!take_range(&line, '-', &before, &less) ||
	    !take_range(&line, '+', &after, &more))
		return;
	numbers->before = before;
	numbers->after = after;
	last = before + less > after + more ? before + less : after + more;
	for (; last; last /= 10)
		cols++;
	if (cols > numbers->cols)
		numbers->cols = cols;
}

/* Give all numbers the width of the largest. */
static void measure(struct diff_numbers *numbers, struct slice text)
{
	*numbers = (struct diff_numbers){ 0 };
	while (text.len) {
		struct slice line = first_line(text);

		if (kind_of(line) == DIFF_LINE_HUNK)
			begin_hunk(numbers, line);
		text = slice_skip(text, line.len);
	}
	numbers->before = numbers->after = 0;
}

/* A line in both files counts in both. */
static void count_line(struct diff_writer *writer, struct slice line,
		       enum diff_line kind)
{
	struct diff_numbers *numbers = writer->options->numbers;

	if (!numbers)
		return;
	if (kind == DIFF_LINE_HUNK)
		begin_hunk(numbers, line);
	else if (kind == DIFF_LINE_HEAD)
		numbers->before = numbers->after = 0;
	if (kind != DIFF_LINE_SAME || !numbers->after || *line.ptr == '\\')
		return;
	writer->number = numbers->after++;
	numbers->before += numbers->before > 0;
}

static void write_line(struct diff_writer *writer, struct slice line)
{
	enum diff_line kind = kind_of(line);
	enum face face = kind == DIFF_LINE_HUNK   ? FACE_DIFF_HUNK
			 : kind == DIFF_LINE_HEAD ? FACE_BOLD
						  : FACE_CODE;
	char sign = ' ';

	count_line(writer, line, kind);
	if (line.len && *line.ptr > ' ' && *line.ptr < 0x7f)
		sign = *line.ptr;
	if (line.len && *line.ptr == sign)
		line = slice_skip(line, 1);
	diff_write_line(writer, sign, line, face);
}

void diff_show_line(struct rows *rows, struct slice line,
		    const struct diff_options *options)
{
	struct diff_writer writer;

	diff_writer_init(&writer, rows, options);
	write_line(&writer, line);
	diff_writer_release(&writer);
}

void diff_show_change(struct rows *rows, struct slice change,
		      const struct diff_options *options)
{
	struct diff_writer writer;
	size_t head = head_start(change);

	diff_writer_init(&writer, rows, options);
	write_change(&writer, slice_of(change.ptr, head));
	change = slice_skip(change, head);
	for (int i = 0; i < 2 && change.len; i++) {
		struct slice line = first_line(change);

		write_line(&writer, line);
		change = slice_skip(change, line.len);
	}
	write_change(&writer, change);
	diff_writer_release(&writer);
}

void diff_unified(struct rows *rows, struct slice text,
		  const struct diff_options *options)
{
	struct slice change = slice_of(text.ptr, 0);

	if (options->numbers)
		measure(options->numbers, text);
	while (text.len) {
		struct slice line = first_line(text);

		if (!diff_change_takes(change, line)) {
			diff_show_change(rows, change, options);
			change.len = 0;
			change.ptr = line.ptr;
		}
		if (diff_change_takes(change, line))
			change.len += line.len;
		else
			diff_show_line(rows, line, options);
		text = slice_skip(text, line.len);
		if (!change.len)
			change.ptr = text.ptr;
	}
	diff_show_change(rows, change, options);
}
