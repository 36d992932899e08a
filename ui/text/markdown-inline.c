#include "config.h"

#include <md4c.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "ui/text/markdown-part.h"

struct painter {
	struct styled *out;
	const struct inline_options *options;
	struct table *table; /* NULL: a paragraph */
	int em, strong, del, code, link, image;
	size_t link_start; /* byte of the text */
	bool begun;        /* MARKDOWN_LINE_BEFORE is past */
	bool in_head, in_cell;
	bool image_open; /* it has no text yet */
	struct slice text;
	size_t seen; /* bytes of it whose lines were counted */
	uint32_t line;
};

/* Advance to the source line that contains `at`. */
static void follow_line(struct painter *painter, const char *at)
{
	uintptr_t from = (uintptr_t)painter->text.ptr, to = (uintptr_t)at;

	/* Some text, such as a line break, does not point into the source. */
	if (!painter->options->line || to < from ||
	    to - from > painter->text.len)
		return;
	for (; painter->seen < to - from; painter->seen++)
		painter->line += painter->text.ptr[painter->seen] == '\n';
	painter->out->line = painter->line;
}

static enum face face_of(const struct painter *painter)
{
	const struct inline_options *options = painter->options;

	if (options->one_face)
		return options->plain;
	if (painter->link)
		return FACE_LINK;
	if (painter->code)
		return FACE_CODE;
	if (options->plain == FACE_HEADING ||
	    options->plain == FACE_HEADING_TOP)
		return options->plain;
	if (painter->in_head || painter->strong)
		return FACE_BOLD;
	if (painter->em)
		return FACE_ITALIC;
	if (painter->del)
		return FACE_DIM;
	return options->plain;
}

static void add(struct painter *painter, struct slice text)
{
	if (painter->image_open)
		styled_add(painter->out, SLICE(": "), face_of(painter));
	painter->image_open = false;
	styled_add(painter->out, text, face_of(painter));
}

/* Our own marks may precede the text of the next line. */
static void add_break(struct painter *painter, struct slice text)
{
	add(painter, text);
	painter->out->line += painter->out->line > 0;
}

static void add_dim(struct painter *painter, struct slice text)
{
	const struct inline_options *options = painter->options;

	styled_add(painter->out, text,
		   options->one_face ? options->plain : FACE_DIM);
}

static void add_entity(struct painter *painter, struct slice entity)
{
	struct strbuf text = STRBUF_INIT;

	if (entity_decode(&text, entity))
		add(painter, strbuf_slice(&text));
	else
		add(painter, entity);
	strbuf_release(&text);
}

static void expand_attribute(struct strbuf *out, const MD_ATTRIBUTE *attribute)
{
	for (size_t i = 0; attribute->substr_offsets[i] < attribute->size;
	     i++) {
		MD_OFFSET start = attribute->substr_offsets[i];
		MD_OFFSET end = attribute->substr_offsets[i + 1];
		struct slice part =
			slice_of(attribute->text + start, end - start);

		if (attribute->substr_types[i] != MD_TEXT_ENTITY ||
		    !entity_decode(out, part))
			strbuf_addslice(out, part);
	}
}

/* Whether the text shows the address without what a bare link omits. */
static bool says_url(struct slice text, struct slice url)
{
	static const struct {
		struct slice prefix;
		const char *sign;
	} implied[] = {
		{ { "mailto:", 7 }, "@" },
		{ { "http://", 7 }, "www." },
	};

	if (slice_equal(url, text))
		return true;
	for (size_t i = 0; i < ARRAY_SIZE(implied); i++) {
		struct slice prefix = implied[i].prefix;

		if (slice_starts_with(url, prefix) &&
		    slice_equal(slice_skip(url, prefix.len), text) &&
		    memmem(text.ptr, text.len, implied[i].sign,
			   strlen(implied[i].sign)))
			return true;
	}
	return false;
}

/*
 * Add " (url)", unless the text shows it, and the title that a browser would
 * show at the mouse: nothing that was written is lost.
 */
static void add_target(struct painter *painter, const MD_ATTRIBUTE *target,
		       const MD_ATTRIBUTE *title, struct slice text)
{
	struct strbuf url = STRBUF_INIT, out = STRBUF_INIT;

	expand_attribute(&url, target);
	if (url.len && !says_url(text, strbuf_slice(&url)))
		strbuf_addslice(&out, strbuf_slice(&url));
	if (title->size) {
		strbuf_addstr(&out, out.len ? " \"" : "\"");
		expand_attribute(&out, title);
		strbuf_addch(&out, '"');
	}
	if (out.len) {
		strbuf_insert(&out, 0, " (", 2);
		strbuf_addch(&out, ')');
		add_dim(painter, strbuf_slice(&out));
	}
	strbuf_release(&url);
	strbuf_release(&out);
}

static void end_link(struct painter *painter, const MD_SPAN_A_DETAIL *link)
{
	struct slice text = slice_skip(strbuf_slice(&painter->out->text),
				       painter->link_start);

	painter->link--;
	add_target(painter, &link->href, &link->title, text);
}

static void end_image(struct painter *painter, const MD_SPAN_IMG_DETAIL *image)
{
	painter->image--;
	painter->image_open = false;
	add(painter, SLICE("]"));
	add_target(painter, &image->src, &image->title, SLICE(""));
}

static int on_enter_span(MD_SPANTYPE type, void *detail, void *data)
{
	struct painter *painter = data;

	(void)detail;
	switch (type) {
	case MD_SPAN_EM:
		painter->em++;
		break;
	case MD_SPAN_STRONG:
		painter->strong++;
		break;
	case MD_SPAN_DEL:
		/* Strike-through must not depend on the face alone. */
		painter->del++;
		add(painter, SLICE("~~"));
		break;
	case MD_SPAN_CODE:
		painter->code++;
		break;
	case MD_SPAN_A:
		painter->link++;
		painter->link_start = painter->out->text.len;
		break;
	case MD_SPAN_IMG:
		painter->image++;
		add(painter, SLICE("["));
		add(painter, slice_str(_("image")));
		painter->image_open = true;
		break;
	default:
		break;
	}
	return 0;
}

static int on_leave_span(MD_SPANTYPE type, void *detail, void *data)
{
	struct painter *painter = data;

	switch (type) {
	case MD_SPAN_EM:
		painter->em--;
		break;
	case MD_SPAN_STRONG:
		painter->strong--;
		break;
	case MD_SPAN_DEL:
		add(painter, SLICE("~~"));
		painter->del--;
		break;
	case MD_SPAN_CODE:
		painter->code--;
		break;
	case MD_SPAN_A:
		end_link(painter, detail);
		break;
	case MD_SPAN_IMG:
		end_image(painter, detail);
		break;
	default:
		break;
	}
	return 0;
}

static bool is_break_tag(struct slice html)
{
	return html.len >= 4 && !strncasecmp(html.ptr, "<br", 3) &&
	       html.ptr[html.len - 1] == '>' &&
	       strspn(html.ptr + 3, " /") == html.len - 4;
}

static int on_text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size,
		   void *data)
{
	struct painter *painter = data;
	struct slice slice = slice_of(text, size);

	if (painter->table && !painter->in_cell)
		return -1;
	follow_line(painter, text);
	switch (type) {
	case MD_TEXT_BR:
		if (painter->begun || painter->table)
			add_break(painter, SLICE("\n"));
		painter->begun = true;
		break;
	case MD_TEXT_SOFTBR:
		add_break(painter, painter->options->keep_breaks ? SLICE("\n")
								 : SLICE(" "));
		break;
	case MD_TEXT_ENTITY:
		add_entity(painter, slice);
		break;
	case MD_TEXT_HTML:
		add(painter, is_break_tag(slice) ? SLICE("\n") : slice);
		break;
	default:
		add(painter, slice);
	}
	return 0;
}

static void begin_cell(struct painter *painter, MD_ALIGN align)
{
	struct table *table = painter->table;
	size_t start = painter->out->text.len;

	if (table->count < table->columns)
		table->aligns[table->count] =
			align == MD_ALIGN_CENTER  ? CELL_CENTER
			: align == MD_ALIGN_RIGHT ? CELL_RIGHT
						  : CELL_LEFT;
	ALLOC_GROW(table->cells, table->count + 1, table->cap);
	table->cells[table->count++] = (struct table_cell){ start, start };
	painter->in_cell = true;
}

static int on_enter_block(MD_BLOCKTYPE type, void *detail, void *data)
{
	struct painter *painter = data;
	struct table *table = painter->table;

	if (type == MD_BLOCK_DOC)
		return 0;
	if (!table)
		return type == MD_BLOCK_P ? 0 : -1;
	switch (type) {
	case MD_BLOCK_TABLE:
		if (table->columns)
			return -1;
		table->columns = ((MD_BLOCK_TABLE_DETAIL *)detail)->col_count;
		ALLOC_GROW(table->aligns, table->columns, table->align_cap);
		return 0;
	case MD_BLOCK_THEAD:
	case MD_BLOCK_TBODY:
	case MD_BLOCK_TR:
		return 0;
	case MD_BLOCK_TH:
	case MD_BLOCK_TD:
		painter->in_head = type == MD_BLOCK_TH;
		begin_cell(painter, ((MD_BLOCK_TD_DETAIL *)detail)->align);
		return 0;
	default:
		return -1;
	}
}

static int on_leave_block(MD_BLOCKTYPE type, void *detail, void *data)
{
	struct painter *painter = data;
	struct table *table = painter->table;

	(void)detail;
	if (type != MD_BLOCK_TH && type != MD_BLOCK_TD)
		return 0;
	table->cells[table->count - 1].end = painter->out->text.len;
	painter->in_cell = false;
	return 0;
}

static int paint(struct painter *painter, struct slice text, unsigned flags)
{
	const MD_PARSER parser = {
		.flags = MD_FLAG_PERMISSIVEAUTOLINKS | MD_FLAG_STRIKETHROUGH |
			 MD_FLAG_NOHTMLBLOCKS | flags,
		.enter_block = on_enter_block,
		.leave_block = on_leave_block,
		.enter_span = on_enter_span,
		.leave_span = on_leave_span,
		.text = on_text,
	};

	return md_parse(text.ptr, (MD_SIZE)text.len, &parser, painter);
}

void inline_paragraph(struct styled *out, struct slice text,
		      const struct inline_options *options)
{
	struct painter painter = {
		.out = out,
		.options = options,
		.text = text,
		/* MARKDOWN_LINE_BEFORE adds a line. */
		.line = options->line - 1,
	};

	out->line = options->line;
	/* If md4c finds anything else in it, show it as it is. */
	if (!paint(&painter, text, 0))
		return;
	styled_reset(out);
	styled_add(out, text, options->plain);
}

int inline_table(struct styled *out, struct table *table, struct slice text,
		 const struct inline_options *options)
{
	struct painter painter = {
		.out = out,
		.options = options,
		.table = table,
	};

	table->count = table->columns = 0;
	if (paint(&painter, text, MD_FLAG_TABLES))
		return -1;
	return table->columns && table->count % table->columns == 0 ? 0 : -1;
}
