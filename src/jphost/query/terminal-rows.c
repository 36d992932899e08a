#include "config.h"

#include "src/jphost/query/terminal-rows.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "src/base/terminal.h"
#include "ui/text/code.h"
#include "ui/text/markdown.h"
#include "ui/text/sanitize.h"

/* For a terminal that does not report its size. */
#define COLS_DEFAULT 80
#define ROWS_DEFAULT 24
/* Wider text is hard to read. */
#define COLS_MAX 120

struct terminal_look terminal_look_of(int fd)
{
	const char *term = getenv("TERM"), *no_color = getenv("NO_COLOR");
	struct terminal_look look = { 0 };
	struct winsize size;

	if (!isatty(fd) || !term || !*term || !strcmp(term, "dumb"))
		return look;
	if (ioctl(fd, TIOCGWINSZ, &size) || !size.ws_col || !size.ws_row)
		size = (struct winsize){ .ws_col = COLS_DEFAULT,
					 .ws_row = ROWS_DEFAULT };
	look.cols = size.ws_col;
	look.rows = size.ws_row;
	look.color = !no_color || !*no_color;
	look.rich = terminal_is_rich(term);
	return look;
}

/* SGR parameters: the style, which needs no colour, and the colour. */
struct sgr {
	const char *style, *color;
};

static struct sgr sgr_of(enum face face)
{
	static const struct sgr faces[FACE_COUNT] = {
		[FACE_DIM] = { "2", NULL },
		[FACE_REASONING] = { "2", NULL },
		[FACE_QUOTE] = { "2", NULL },
		[FACE_BOLD] = { "1", NULL },
		[FACE_ITALIC] = { "3", NULL },
		[FACE_UNDERLINE] = { "4", NULL },
		[FACE_HEADING_TOP] = { "1;4", NULL },
		[FACE_HEADING] = { "1", NULL },
		[FACE_LINK] = { "4", "34" },
		[FACE_CODE] = { NULL, "36" },
		[FACE_CODE_KEYWORD] = { "1", "35" },
		[FACE_CODE_TYPE] = { NULL, "36" },
		[FACE_CODE_STRING] = { NULL, "32" },
		[FACE_CODE_NUMBER] = { NULL, "33" },
		[FACE_CODE_COMMENT] = { "2", NULL },
		[FACE_DIFF_ADD] = { NULL, "32" },
		[FACE_DIFF_ADD_WORD] = { "1", "32" },
		[FACE_DIFF_DEL] = { NULL, "31" },
		[FACE_DIFF_DEL_WORD] = { "1", "31" },
		[FACE_DIFF_HUNK] = { NULL, "36" },
		[FACE_ESCAPED] = { "7", NULL },
	};

	return faces[face];
}

static void add_span(struct strbuf *out, const struct rows *rows,
		     const struct span *span, bool color)
{
	struct sgr sgr = sgr_of((enum face)span->face);
	const char *colored = color && sgr.color ? sgr.color : NULL;

	if (sgr.style || colored)
		strbuf_addf(out, "\033[%s%s%sm", sgr.style ? sgr.style : "",
			    sgr.style && colored ? ";" : "",
			    colored ? colored : "");
	strbuf_add(out, rows->text.buf + span->start, span->len);
	if (sgr.style || colored)
		strbuf_addstr(out, "\033[0m");
}

void terminal_keep_order(struct strbuf *out, bool keep,
			 const struct terminal_look *look)
{
	if (look->rich)
		strbuf_addstr(out,
			      keep ? TERMINAL_ORDER_KEPT : TERMINAL_REORDERED);
}

void terminal_row_add(struct strbuf *out, const struct rows *rows, size_t row,
		      const struct terminal_look *look)
{
	const struct row *at = &rows->rows[row];

	strbuf_addchars(out, ' ', at->indent);
	for (uint32_t i = 0; i < at->span_count; i++)
		add_span(out, rows, &rows->spans[at->first_span + i],
			 look->color);
}

static void add_all(struct strbuf *out, const struct rows *rows,
		    const struct terminal_look *look)
{
	for (size_t i = 0; i < rows->count; i++) {
		terminal_row_add(out, rows, i, look);
		strbuf_addch(out, '\n');
	}
}

int terminal_text_cols(const struct terminal_look *look)
{
	return look->cols < COLS_MAX ? look->cols : COLS_MAX;
}

void terminal_add_markdown(struct strbuf *out, struct slice text,
			   enum face face, const struct terminal_look *look)
{
	const struct markdown_options options = {
		.cols = terminal_text_cols(look),
		.face = face,
	};
	struct rows rows = ROWS_INIT;

	markdown_all(&rows, text, &options);
	add_all(out, &rows, look);
	rows_release(&rows);
}

void terminal_add_code(struct strbuf *out, struct slice text,
		       const char *language, const struct terminal_look *look)
{
	const struct wrap_options wrap = { .cols = look->cols,
					   .keep_blanks = true };
	struct rows rows = ROWS_INIT;
	struct strbuf clean = STRBUF_INIT;
	struct code_state state;
	struct slice rest;

	sanitize_all(&clean, text);
	rest = strbuf_slice(&clean);
	code_state_init(&state, code_language_find(slice_str(language)));
	while (rest.len) {
		struct slice line = slice_take_line(&rest);
		struct wrap_stream ws;

		if (!line.len) {
			rows_begin(&rows, 0);
			continue;
		}
		wrap_stream_init(&ws, &wrap);
		code_add_line(&state, &ws, &rows, line);
	}
	add_all(out, &rows, look);
	rows_release(&rows);
	strbuf_release(&clean);
}
