#include "config.h"

#include <stdbool.h>
#include <stdlib.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "ui/text/sanitize.h"
#include "ui/text/width.h"
#include "ui/view/bars.h"

enum {
	GAP_COLS = 2,   /* between a key and its description */
	COLUMN_GAP = 3, /* between columns */
	KEYS_MAX_COLS = 20,
};

/* One line of the help: a blank, a heading or a command. */
struct line {
	struct strbuf keys;
	const char *text;
	bool is_heading;
};

struct help {
	struct line *lines;
	size_t count, cap;
	int keys_cols, text_cols;
};

static int max(int a, int b)
{
	return a > b ? a : b;
}

static struct line *add_line(struct help *help, const char *text)
{
	struct line *line;

	ALLOC_GROW(help->lines, help->count + 1, help->cap);
	line = &help->lines[help->count++];
	*line = (struct line){ STRBUF_INIT, text, false };
	help->text_cols = max(help->text_cols, width_text(slice_str(text)));
	return line;
}

static void add_command(struct help *help, const struct keymap *keymap,
			enum command_id id)
{
	struct strbuf keys = STRBUF_INIT;
	struct line *line = add_line(help, _(command_help(id)));

	/* A key may be any character that the user bound. */
	keymap_keys(&keys, keymap, id);
	if (!keys.len)
		strbuf_addf(&keys, ":%s", command_name(id));
	sanitize_line(&line->keys, strbuf_slice(&keys));
	help->keys_cols =
		max(help->keys_cols, width_text(strbuf_slice(&line->keys)));
	strbuf_release(&keys);
}

static void collect(struct help *help, const struct keymap *keymap)
{
	for (int group = 0; group < COMMAND_GROUP_COUNT; group++) {
		const char *title =
			_(command_group_title((enum command_group)group));

		if (group)
			add_line(help, "");
		add_line(help, title)->is_heading = true;
		for (int id = COMMAND_NONE + 1; id < COMMAND_COUNT; id++) {
			if (command_group((enum command_id)id) ==
				    (enum command_group)group &&
			    command_help((enum command_id)id))
				add_command(help, keymap, (enum command_id)id);
		}
	}
	if (help->keys_cols > KEYS_MAX_COLS)
		help->keys_cols = KEYS_MAX_COLS;
}

static bool is_blank(const struct help *help, size_t at)
{
	return !help->lines[at].is_heading && !*help->lines[at].text;
}

static size_t group_end(const struct help *help, size_t at)
{
	while (at < help->count && !is_blank(help, at))
		at++;
	return at;
}

/*
 * Place line `at` in columns that are `rows` high: a group stays whole if one
 * column can hold it, and no column starts with a blank. Returns the number of
 * columns; `column` and `row`, if not NULL, get each line's place.
 */
static int place(const struct help *help, int rows, int *column, int *row)
{
	int x = 0, y = 0;

	for (size_t i = 0; i < help->count; i++) {
		bool starts = !i || is_blank(help, i - 1);
		int size = (int)(group_end(help, i) - i);

		if (y && (y >= rows ||
			  (starts && size <= rows && y + size > rows))) {
			x++;
			y = 0;
		}
		if (column) {
			column[i] = x;
			row[i] = y;
		}
		/* A blank that would end or begin a column is omitted. */
		if (y || !is_blank(help, i))
			y++;
	}
	return x + 1;
}

static int rows_for(const struct help *help, int columns)
{
	int rows = 1;

	for (size_t i = 0; i < help->count && columns > 1; i++)
		rows = max(rows, (int)(group_end(help, i) - i));
	while (place(help, rows, NULL, NULL) > columns)
		rows++;
	return rows;
}

static void draw_line(struct canvas *cv, struct rect at,
		      const struct help *help, const struct line *line)
{
	struct strbuf keys = STRBUF_INIT, text = STRBUF_INIT;
	int indent = line->is_heading ? 0 : help->keys_cols + GAP_COLS;

	width_elide(&keys, strbuf_slice(&line->keys), help->keys_cols);
	canvas_text(cv, at, at.x, at.y, strbuf_slice(&keys), FACE_KEY);
	if (at.w > indent)
		width_elide(&text, slice_str(line->text), at.w - indent);
	canvas_text(cv, at, at.x + indent, at.y, strbuf_slice(&text),
		    line->is_heading ? FACE_HEADING : FACE_DIALOG);
	strbuf_release(&keys);
	strbuf_release(&text);
}

static void draw_lines(struct canvas *cv, struct rect at,
		       const struct help *help, int width, int rows, int top)
{
	int *column = xreallocarray(NULL, help->count, sizeof(*column));
	int *row = xreallocarray(NULL, help->count, sizeof(*row));

	place(help, rows, column, row);
	for (size_t i = 0; i < help->count; i++) {
		int x = column[i] * (width + COLUMN_GAP);
		struct rect cell = { at.x + x, at.y + row[i] - top, width, 1 };

		if (row[i] < top || row[i] - top >= at.h || x >= at.w)
			continue;
		if (cell.w > at.w - x)
			cell.w = at.w - x;
		draw_line(cv, cell, help, &help->lines[i]);
	}
	free(column);
	free(row);
}

int help_draw(struct canvas *cv, struct rect at, const struct keymap *keymap,
	      int top)
{
	struct help help = { 0 };
	int width, columns, rows;

	collect(&help, keymap);
	width = help.keys_cols + GAP_COLS + help.text_cols;
	columns = max(1, (max(at.w, 0) + COLUMN_GAP) / (width + COLUMN_GAP));
	rows = rows_for(&help, columns);
	if (at.w > 0 && at.h > 0)
		draw_lines(cv, at, &help, width, rows, max(top, 0));
	for (size_t i = 0; i < help.count; i++)
		strbuf_release(&help.lines[i].keys);
	free(help.lines);
	return rows;
}
