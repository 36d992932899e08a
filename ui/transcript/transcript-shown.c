#include "config.h"

#include <string.h>

#include "src/store/item-text.h"
#include "ui/text/sanitize.h"
#include "ui/transcript/terminal-text.h"
#include "ui/transcript/transcript-item.h"
#include "ui/transcript/transcript-result.h"
#include "ui/transcript/transcript.h"

/*
 * An item's text as drawn, built by the drawing code at a width at which little
 * is wrapped. It is built between two frames, so its size is limited.
 */
enum {
	SHOWN_COLS = 200,
	SHOWN_BYTES_MAX = 128 << 10,
	MOVES_BYTES_MAX = 512 << 10,
};

/* Whether the row shows lines of the source; labels and headers do not. */
static bool is_text(const struct rows *rows, size_t row)
{
	return rows->rows[row].line && rows->rows[row].span_count;
}

/* Whether the row continues the line of the one before, broken only by its end.
 * Rows that represent several lines, as in a table, are separate. */
static bool continues(const struct rows *rows, size_t row)
{
	return row && is_text(rows, row - 1) &&
	       row_is_of_line(&rows->rows[row - 1], &rows->rows[row]);
}

static void add_rows(struct strbuf *out, const struct rows *rows, size_t first)
{
	for (size_t i = first; i < rows->count; i++) {
		const struct row *row = &rows->rows[i];
		const struct span *spans = &rows->spans[row->first_span];

		if (!is_text(rows, i))
			continue;
		if (out->len && !(i > first && continues(rows, i)))
			strbuf_addch(out, '\n');
		for (size_t k = 0; k < row->span_count; k++)
			strbuf_add(out, rows->text.buf + spans[k].start,
				   spans[k].len);
	}
}

static void add_item(struct strbuf *out, const struct conversation *conv,
		     const struct item *item)
{
	const struct transcript_filter all = { 0 };
	struct transcript_item *it = transcript_item_new();

	transcript_item_update(it, conv, (size_t)(item - conv->items),
			       SHOWN_COLS, FOLD_ALL, &all);
	add_rows(out, &it->rows,
		 it->fold_row < 0 ? 0 : (size_t)it->fold_row + 1);
	transcript_item_free(it);
}

/* Add the output of a program, as a terminal shows it. */
static void add_output(struct strbuf *out, struct slice text)
{
	struct strbuf shown = STRBUF_INIT;

	if (text.len <= MOVES_BYTES_MAX && terminal_text_moves(text)) {
		terminal_text_add(&shown, text);
		text = strbuf_slice(&shown);
	}
	sanitize_output(out, text);
	strbuf_release(&shown);
}

/* Add a tool's result, in the form in which it is shown. */
static void add_result(struct strbuf *out, struct slice text)
{
	struct transcript_item *it;

	if (text.len > SHOWN_BYTES_MAX) {
		add_output(out, text);
		return;
	}
	it = transcript_item_new();
	it->cols = SHOWN_COLS;
	it->fold = FOLD_ALL;
	transcript_item_add_result(it, text, FACE_DIM, 1);
	add_rows(out, &it->rows, 0);
	transcript_item_free(it);
}

static void add_line(struct strbuf *out, struct slice text)
{
	sanitize_record(out, text, NULL);
	strbuf_addch(out, '\n');
}

/* Add the name, and once the arguments as in an approval. */
static void add_call(struct strbuf *out, const struct conversation *conv,
		     const struct item *item)
{
	struct strbuf arguments = STRBUF_INIT;
	struct item_content content;
	const struct event *call = &content.event;

	item_content_load(&content, conv, item);
	add_line(out, slice_str(call->name));
	item_text_value(&arguments,
			slice_of(call->arguments, call->arguments_len));
	if (arguments.len)
		add_line(out, strbuf_slice(&arguments));
	sanitize_all(out, strbuf_slice(&content.notice));
	if (content.has_response)
		add_result(out, slice_of(content.response.text,
					 content.response.text_len));
	else if (item->live)
		add_output(out, strbuf_slice(&item->live->output));
	strbuf_release(&arguments);
	item_content_release(&content);
}

bool transcript_shown_text(struct strbuf *out, const struct conversation *conv,
			   const struct item *item)
{
	switch (item->kind) {
	case ITEM_REQUEST:
	case ITEM_MESSAGE:
	case ITEM_REASONING:
	case ITEM_INQUIRY:
	case ITEM_NOTICE:
		if (item_text_cost(conv, item) > SHOWN_BYTES_MAX)
			return false;
		add_item(out, conv, item);
		return true;
	case ITEM_TOOL_CALL:
		add_call(out, conv, item);
		return true;
	default:
		return false;
	}
}
