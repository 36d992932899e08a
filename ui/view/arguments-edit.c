#include "config.h"

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "ui/text/diff.h"
#include "ui/text/escape.h"
#include "ui/view/arguments-private.h"

/* Names that tools give to the replaced text and its replacement. */
static const struct {
	const char *before, *after;
} EDITS[] = {
	{ "old", "new" },
	{ "old_text", "new_text" },
	{ "old_string", "new_string" },
	{ "old_str", "new_str" },
	{ "old_content", "new_content" },
	{ "before", "after" },
	{ "search", "replace" },
	{ "pattern", "replacement" },
};

/* Wide enough for two columns of code. */
#define BESIDE_COLS 112
/* The minimum for a patch with line numbers. */
#define NUMBERS_MIN_COLS 40

bool arguments_is_edit(struct slice old_key, struct slice new_key)
{
	for (size_t i = 0; i < ARRAY_SIZE(EDITS); i++) {
		if (slice_is(old_key, EDITS[i].before) &&
		    slice_is(new_key, EDITS[i].after))
			return true;
	}
	return false;
}

/* One of the compared texts, as drawn. */
struct side {
	struct strbuf text;
	struct escape_list escapes;
};

static void side_release(struct side *side)
{
	strbuf_release(&side->text);
	escape_list_release(&side->escapes);
}

static void side_make(struct side *side, struct arguments_writer *w,
		      struct slice text)
{
	*side = (struct side){ .text = STRBUF_INIT };
	arguments_make_visible(w, &side->text, text, &side->escapes, NULL);
}

/*
 * Make texts that differ look different, because what is drawn is compared: a
 * tab and the word "<tab>", or a blank at a line's end and none. Returns
 * whether there are escapes.
 */
static bool tell_apart(struct side *sides, size_t count, size_t signs)
{
	bool escapes = false, words = false;

	for (size_t i = 0; i < count; i++) {
		const struct side *side = &sides[i];

		escapes |=
			side->escapes.count ||
			escape_has_end_blanks(strbuf_slice(&side->text), signs);
		words |= escape_has_words(&side->text, &side->escapes);
	}
	for (size_t i = 0; escapes && i < count; i++) {
		if (words)
			escape_words(&sides[i].text, &sides[i].escapes);
		escape_end_blanks(&sides[i].text, signs);
	}
	return escapes;
}

/*
 * A line has the colour of what becomes of it, and none of its code's syntax:
 * some of those colours are red or green, in a terminal with few colours most
 * of them, and what is added or removed must be visible at a glance.
 */
void arguments_put_edit(struct arguments_writer *w, struct slice before,
			struct slice after, int indent)
{
	struct diff_options options = {
		.cols = w->options->cols,
		.indent = indent,
		.context = DIFF_ALL,
	};
	struct side sides[2];

	side_make(&sides[0], w, before);
	side_make(&sides[1], w, after);
	arguments_note_same(w, strbuf_slice(&sides[0].text),
			    strbuf_slice(&sides[1].text));
	if (!w->options->reading)
		options.escapes = tell_apart(sides, 2, 0);
	if (slice_equal(before, after)) {
		rows_begin(w->rows, indent);
		arguments_put(w, slice_str(_("(both texts are the same)")),
			      indent, false, FACE_DIM);
	}
	if (options.cols - indent >= BESIDE_COLS)
		diff_columns(w->rows, strbuf_slice(&sides[0].text),
			     strbuf_slice(&sides[1].text), &options);
	else
		diff_texts(w->rows, strbuf_slice(&sides[0].text),
			   strbuf_slice(&sides[1].text), &options);
	side_release(&sides[0]);
	side_release(&sides[1]);
}

void arguments_put_patch(struct arguments_writer *w, struct strbuf *visible,
			 struct escape_list *escapes, int indent)
{
	struct side side = { *visible, *escapes };
	struct diff_numbers numbers;
	struct diff_options options = {
		.cols = w->options->cols,
		.indent = indent,
	};

	/* An edit's lines have no numbers: its place is unknown. */
	if (options.cols - indent >= NUMBERS_MIN_COLS)
		options.numbers = &numbers;
	if (!w->options->reading)
		options.escapes = tell_apart(&side, 1, 1);
	diff_unified(w->rows, strbuf_slice(&side.text), &options);
	*visible = side.text;
	*escapes = side.escapes;
}
