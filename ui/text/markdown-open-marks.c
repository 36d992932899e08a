#include "config.h"

#include <string.h>

#include "src/base/ascii.h"
#include "ui/text/markdown-part.h"

enum {
	OPEN_MAX = 16, /* open marks; further ones stay as they are */
	/* Bytes after an open mark; beyond that it was probably not a mark. */
	OPEN_BYTES_MAX = 200,
};

/* Marks that are not closed yet. */
struct open_marks {
	struct mark {
		char c;
		size_t count, pos;
	} marks[OPEN_MAX];
	size_t count;
};

static bool is_blank(struct slice text, size_t pos)
{
	return pos >= text.len || strchr(" \t\n", text.ptr[pos]);
}

static bool is_word(struct slice text, size_t pos)
{
	unsigned char c = (unsigned char)text.ptr[pos];

	return ascii_is_alnum(c) || c >= 0x80;
}

/* The end of inline code that begins with `n` backticks at `pos`, or 0. */
static size_t code_end(struct slice text, size_t pos, size_t n)
{
	pos += n;
	while (pos < text.len) {
		size_t run;

		if (text.ptr[pos] != '`') {
			pos++;
			continue;
		}
		run = slice_count(text, pos, text.ptr[pos]);
		pos += run;
		if (run == n)
			return pos;
	}
	return 0;
}

static void take_run(struct open_marks *open, struct slice text, size_t pos,
		     size_t n)
{
	char c = text.ptr[pos];
	bool opens = !is_blank(text, pos + n);
	bool closes = pos && !is_blank(text, pos - 1);

	/* Within a word it is probably an ordinary sign: 2*3. */
	if (pos && is_word(text, pos - 1))
		opens = false;
	if (c == '~' && n != 2)
		return;
	while (closes && n && open->count &&
	       open->marks[open->count - 1].c == c) {
		struct mark *last = &open->marks[open->count - 1];
		size_t closed = n < last->count ? n : last->count;

		last->count -= closed;
		n -= closed;
		open->count -= !last->count;
		opens = false;
	}
	if (opens && n && n <= 3 && open->count < OPEN_MAX)
		open->marks[open->count++] = (struct mark){ c, n, pos };
}

/* Whether it ends as in "[text](ur". */
static bool ends_in_link(struct slice text)
{
	const char *paren = memrchr(text.ptr, '(', text.len);
	size_t at = paren ? (size_t)(paren - text.ptr) : 0;

	if (!at || text.ptr[at - 1] != ']' || !memchr(text.ptr, '[', at))
		return false;
	for (size_t i = at; i < text.len; i++)
		if (strchr(") \t\n", text.ptr[i]))
			return false;
	return true;
}

/* Bytes at the end that may still become a mark; they are not shown. */
static size_t undecided(struct slice text)
{
	size_t n = 0;

	while (n < text.len && strchr("*_~` \n", text.ptr[text.len - 1 - n]))
		n++;
	return n;
}

void inline_close(struct strbuf *text, size_t start)
{
	struct open_marks open = { .count = 0 };
	struct slice rest = slice_skip(strbuf_slice(text), start);
	size_t pos = 0, ticks = 0;
	bool link;

	rest.len -= undecided(rest);
	if (!rest.len)
		return;
	link = ends_in_link(rest);
	while (pos < rest.len && !ticks) {
		char c = rest.ptr[pos];
		size_t n = slice_count(rest, pos, rest.ptr[pos]), end;

		if (c == '\\') {
			pos += 2;
		} else if (c == '`') {
			end = code_end(rest, pos, n);
			if (!end && rest.len - pos <= OPEN_BYTES_MAX)
				ticks = n;
			pos = end ? end : pos + n;
		} else {
			if (c == '*' || c == '_' || c == '~')
				take_run(&open, rest, pos, n);
			pos += n;
		}
	}
	strbuf_setlen(text, start + rest.len);
	strbuf_addchars(text, '`', ticks);
	if (link && !ticks)
		strbuf_addch(text, ')');
	while (open.count) {
		const struct mark *mark = &open.marks[--open.count];

		if (rest.len - mark->pos <= OPEN_BYTES_MAX)
			strbuf_addchars(text, mark->c, mark->count);
	}
	strbuf_addch(text, '\n');
}
