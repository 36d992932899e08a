#include "config.h"

#include <string.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "ui/text/diff-part.h"
#include "ui/text/escape.h"

enum {
	SIGN_COLS = 1,
	PAIRS_MAX = 2000, /* of one change, whose words are compared */
};

void diff_writer_init(struct diff_writer *writer, struct rows *rows,
		      const struct diff_options *options)
{
	*writer = (struct diff_writer){
		.rows = rows,
		.options = options,
		.styled = STYLED_INIT,
		.inner = ROWS_INIT,
	};
}

void diff_writer_release(struct diff_writer *writer)
{
	styled_release(&writer->styled);
	rows_release(&writer->inner);
}

/* Columns of the numbers and the blank after them. */
static int number_cols(const struct diff_writer *writer)
{
	const struct diff_numbers *numbers = writer->options->numbers;

	return numbers && numbers->cols ? numbers->cols + 1 : 0;
}

static void begin_row(struct diff_writer *writer, char sign, enum face face)
{
	int indent = writer->options->indent, cols = number_cols(writer);
	struct strbuf text = STRBUF_INIT;

	if (sign && cols && writer->number) {
		rows_begin(writer->rows, indent);
		strbuf_addf(&text, "%*lu ", cols - 1, writer->number);
		rows_add_measured(writer->rows, strbuf_slice(&text), FACE_DIM,
				  cols);
		strbuf_release(&text);
	} else {
		rows_begin(writer->rows,
			   indent + cols + (sign ? 0 : SIGN_COLS));
	}
	if (sign)
		rows_add_measured(writer->rows, slice_of(&sign, 1), face,
				  SIGN_COLS);
}

static void write_styled(struct diff_writer *writer, char sign,
			 struct styled *line, enum face face)
{
	const struct rows *inner = &writer->inner;
	struct wrap_options wrap = {
		.cols = writer->options->cols - writer->options->indent -
			number_cols(writer),
		.keep_blanks = true,
	};
	/* If there is only one column, the sign is above the line. */
	bool beside = wrap.cols > SIGN_COLS;

	if (!line->text.len || !beside)
		begin_row(writer, sign, face);
	if (beside)
		wrap.cols -= SIGN_COLS;
	rows_clear(&writer->inner);
	if (writer->options->escapes)
		escape_paint(line);
	styled_wrap(line, 0, line->text.len, &writer->inner, &wrap);
	for (size_t i = 0; i < inner->count; i++) {
		const struct row *row = &inner->rows[i];

		if (beside)
			begin_row(writer, i ? '\0' : sign, face);
		else
			rows_begin(writer->rows, writer->options->indent);
		for (size_t k = 0; k < row->span_count; k++) {
			const struct span *span =
				&inner->spans[row->first_span + k];

			rows_add_measured(
				writer->rows,
				slice_of(inner->text.buf + span->start,
					 span->len),
				span->face, span->cols);
		}
	}
	writer->number = 0;
	if (writer->options->is_source)
		rows_source(writer->rows, writer->rows->line + 1,
			    writer->rows->line + 1);
}

/* The line without its line break. */
static struct slice cut(struct slice line)
{
	if (line.len && line.ptr[line.len - 1] == '\n')
		line.len--;
	return line;
}

static bool is_unended(struct slice line)
{
	return !line.len || line.ptr[line.len - 1] != '\n';
}

void diff_write_line(struct diff_writer *writer, char sign, struct slice line,
		     enum face face)
{
	styled_reset(&writer->styled);
	styled_add(&writer->styled, cut(line), face);
	write_styled(writer, sign, &writer->styled, face);
}

void diff_write_note(struct diff_writer *writer, const char *text)
{
	diff_write_line(writer, ' ', slice_str(text), FACE_DIM);
}

static unsigned long take_number(struct diff_writer *writer, bool added)
{
	struct diff_numbers *numbers = writer->options->numbers;
	unsigned long *next;

	if (!numbers)
		return 0;
	next = added ? &numbers->after : &numbers->before;
	return *next ? (*next)++ : 0;
}

/* Write one side of a change; lines with a partner show the changed words. */
static void write_side(struct diff_writer *writer, const struct slice *lines,
		       size_t count, const struct slice *others,
		       size_t other_count, bool added)
{
	struct diff_pair pair = { STYLED_INIT, STYLED_INIT };
	enum face face = added ? FACE_DIFF_ADD : FACE_DIFF_DEL;
	char sign = added ? '+' : '-';

	for (size_t i = 0; i < count; i++) {
		struct slice line = cut(lines[i]);

		writer->number = take_number(writer, added);
		if (i < other_count && i < PAIRS_MAX &&
		    diff_words(&pair, added ? cut(others[i]) : line,
			       added ? line : cut(others[i])))
			write_styled(writer, sign,
				     added ? &pair.after : &pair.before, face);
		else
			diff_write_line(writer, sign, line, face);
	}
	if (writer->tells_ends && count && is_unended(lines[count - 1]))
		diff_write_note(writer, _("(no line break at the end)"));
	styled_release(&pair.before);
	styled_release(&pair.after);
}

void diff_write_change(struct diff_writer *writer, const struct slice *removed,
		       size_t removed_count, const struct slice *added,
		       size_t added_count)
{
	write_side(writer, removed, removed_count, added, added_count, false);
	write_side(writer, added, added_count, removed, removed_count, true);
}
