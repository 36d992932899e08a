#include "config.h"

#include "ui/transcript/transcript-result.h"

#include <string.h>

#include "proto/json-scan.h"
#include "src/base/i18n.h"
#include "ui/text/colored.h"
#include "ui/text/diff.h"
#include "ui/text/markdown.h"
#include "ui/text/sanitize.h"
#include "ui/text/source.h"
#include "ui/transcript/terminal-text.h"
#include "ui/view/json-rows.h"

enum {
	FORM_BYTES = 256 << 10, /* a longer text is shown as it is */
	MOVES_BYTES = 1 << 20,  /* the same, with its cursor movements */
	FENCE_WITHIN = 400,     /* bytes in which to look for a fence */
};

static size_t count_lines(struct slice text)
{
	size_t lines = 0;

	for (const char *at = text.ptr, *end = text.ptr + text.len; at < end;
	     lines++) {
		at = memchr(at, '\n', (size_t)(end - at));
		if (!at)
			return lines + 1;
		at++;
	}
	return lines;
}

/* Cut to the rows that the fold allows, and add how many lines are left. */
static void cut(struct transcript_item *it, size_t most, struct slice rest)
{
	size_t lines = count_lines(rest);

	if (it->rows.count <= most && !lines)
		return;
	if (it->rows.count > most) {
		lines += it->rows.count - most;
		rows_truncate(&it->rows, most);
	}
	transcript_item_add_more(it, lines, ROWS_SOURCE_END);
}

static bool is_json(struct slice text)
{
	struct strbuf err = STRBUF_INIT;
	enum json_type type = json_type_of(text);
	bool is = (type == JSON_OBJECT || type == JSON_ARRAY) &&
		  !json_check(text, NULL, &err);

	strbuf_release(&err);
	return is;
}

static void add_json(struct transcript_item *it, struct slice text,
		     uint32_t line)
{
	const struct json_rows_options options = {
		.cols = it->cols,
		.indent = ITEM_INDENT,
		.max_rows = transcript_item_max_rows(it),
	};
	struct slice value;

	rows_source(&it->rows, line, ROWS_SOURCE_END);
	if (json_first_value(text, &value) &&
	    json_rows_members(&it->rows, value, &options))
		return;
	/* How many are left is unknown before they are laid out. */
	rows_begin(&it->rows, ITEM_INDENT);
	rows_add(&it->rows, slice_str(_("… more")), FACE_DIM);
	it->more = true;
}

static void add_diff(struct transcript_item *it, struct slice text,
		     uint32_t line)
{
	const struct diff_options options = {
		.cols = it->cols,
		.indent = ITEM_INDENT,
		.is_source = true,
	};
	size_t most = transcript_item_max_rows(it);
	struct strbuf clean = STRBUF_INIT;

	rows_source(&it->rows, line, line);
	sanitize_output(&clean, text);
	diff_unified(&it->rows, strbuf_slice(&clean), &options);
	cut(it, most, slice_of("", 0));
	strbuf_release(&clean);
}

/* Whether a fence near the start gives a language, or marks a patch. */
static bool is_fenced(struct slice text)
{
	struct slice near = text;
	const char *fence;

	if (near.len > FENCE_WITHIN)
		near.len = FENCE_WITHIN;
	if (slice_starts_with(text, SLICE("```")))
		return true;
	fence = memmem(near.ptr, near.len, "\n```", 4);
	return fence != NULL;
}

static void add_markdown(struct transcript_item *it, struct slice text,
			 enum face face, uint32_t line)
{
	const struct markdown_options options = {
		.cols = it->cols,
		.indent = ITEM_INDENT,
		.face = face,
		.keep_breaks = true,
		.line = line,
	};
	size_t most = transcript_item_max_rows(it);

	markdown_all(&it->rows, text, &options);
	cut(it, most, slice_of("", 0));
}

static void add_colored(struct transcript_item *it, struct slice text,
			enum face face, uint32_t line)
{
	const struct colored_options options = {
		.cols = it->cols,
		.indent = ITEM_INDENT,
		.face = face,
		.max_rows = transcript_item_max_rows(it),
		.line = line,
	};
	size_t took;

	while (text.len && text.ptr[text.len - 1] == '\n')
		text.len--;
	took = colored_rows(&it->rows, text, &options);
	cut(it, options.max_rows, slice_skip(text, took));
}

/* Its rows stand for all of it: which line is where is not known. */
static void add_moved(struct transcript_item *it, struct slice text,
		      enum face face, uint32_t line)
{
	struct strbuf shown = STRBUF_INIT;

	terminal_text_add(&shown, text);
	rows_source(&it->rows, line, ROWS_SOURCE_END);
	add_colored(it, strbuf_slice(&shown), face, 0);
	strbuf_release(&shown);
}

/* A block of RFD 011 without its frame: two lines before, one after. */
static struct slice notice_text(struct slice notice)
{
	const char *end;

	slice_take_line(&notice);
	slice_take_line(&notice);
	/* Including the break before: there may be no line between. */
	end = memmem(notice.ptr - 1, notice.len + 1, "\n---", 4);
	return slice_of(notice.ptr,
			end >= notice.ptr ? (size_t)(end - notice.ptr) : 0);
}

void transcript_item_add_notice(struct transcript_item *it, struct slice notice,
				uint32_t line)
{
	struct source_range source = { line + 2, 0 };

	source.last = line + (uint32_t)source_breaks(notice) - 1;
	transcript_item_add_long(it, notice_text(notice), FACE_NOTICE,
				 ITEM_LONG_TEXT, source);
}

void transcript_item_add_result(struct transcript_item *it, struct slice text,
				enum face face, uint32_t line)
{
	const struct source_range source = { line, ROWS_SOURCE_END };

	if (text.len <= MOVES_BYTES && terminal_text_moves(text))
		add_moved(it, text, face, line);
	else if (colored_is(text))
		add_colored(it, text, face, line);
	else if (text.len > FORM_BYTES)
		transcript_item_add_long(it, text, face, ITEM_LONG_OUTPUT,
					 source);
	else if (is_json(text))
		add_json(it, text, line);
	else if (diff_is_unified(text))
		add_diff(it, text, line);
	else if (is_fenced(text))
		add_markdown(it, text, face, line);
	else
		transcript_item_add_long(it, text, face, ITEM_LONG_OUTPUT,
					 source);
}
