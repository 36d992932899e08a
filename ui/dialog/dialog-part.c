#include "config.h"

#include "ui/dialog/dialog-part.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "src/base/i18n.h"
#include "src/base/timestamp.h"
#include "ui/text/width.h"
#include "ui/text/wrap.h"
#include "ui/view/arguments.h"
#include "ui/view/bars.h"
#include "ui/view/elapsed.h"

#define MARGIN 2 /* columns of frame and margin on each side */

/* ", in 40s the host will: approve": the user must see this. */
static void add_deadline(struct strbuf *out, const struct prompt *p,
			 int64_t now_ms)
{
	struct strbuf left = STRBUF_INIT, fallback = STRBUF_INIT;

	if (p->deadline_ms == TIMESTAMP_NONE)
		return;
	elapsed_add_age(&left, p->deadline_ms - now_ms);
	arguments_add_line(&fallback, slice_str(p->fallback));
	strbuf_addstr(out, ", ");
	if (fallback.len)
		strbuf_addf(out, _("in %s the host will: %s"), left.buf,
			    fallback.buf);
	else
		strbuf_addf(out, _("the host waits %s more"), left.buf);
	strbuf_release(&left);
	strbuf_release(&fallback);
}

void dialog_choices_add(struct dialog_choices *choices, const char *key,
			bool allows, const char *word, ...)
{
	size_t i = choices->count;
	va_list args;

	if (i == DIALOG_CHOICES_MAX)
		return;
	choices->count++;
	choices->list[i].allows = allows;
	snprintf(choices->list[i].key, sizeof(choices->list[i].key), "%s", key);
	va_start(args, word);
	vsnprintf(choices->list[i].word, sizeof(choices->list[i].word), word,
		  args);
	va_end(args);
}

static void add_waiting(struct strbuf *out, const struct prompt *p,
			int64_t now_ms)
{
	struct strbuf age = STRBUF_INIT;

	elapsed_add_age(&age, now_ms - p->since_ms);
	strbuf_addf(out, _("waiting %s"), age.buf);
	add_deadline(out, p, now_ms);
	strbuf_release(&age);
}

/* The host's words may not crowd out whose request it is. */
static int waiting_cols(int cols)
{
	return cols * 2 / 3;
}

#define TICKING_COLS 6 /* by which an age may grow */

void dialog_part_add_fallback(struct rows *rows, const struct prompt *p,
			      const struct dialog_info *info, int cols)
{
	struct strbuf text = STRBUF_INIT, fallback = STRBUF_INIT;

	add_waiting(&text, p, info->now_ms);
	if (p->fallback && p->deadline_ms != TIMESTAMP_NONE &&
	    width_text(strbuf_slice(&text)) + TICKING_COLS >
		    waiting_cols(cols)) {
		strbuf_reset(&text);
		arguments_add_line(&fallback, slice_str(p->fallback));
		strbuf_addf(
			&text,
			_("! If it gets no answer in time, the host will: %s"),
			fallback.buf);
		arguments_warning_row(rows, cols, text.buf);
	}
	strbuf_release(&text);
	strbuf_release(&fallback);
}

/* The title, of any length, is cut before the host. */
static void add_origin(struct strbuf *out, const struct dialog_info *info,
		       int cols)
{
	struct strbuf title = STRBUF_INIT, host = STRBUF_INIT;

	if (info->visit_key)
		cols -= width_text(slice_str(info->visit_key)) + 3;
	arguments_add_line(&title, slice_str(info->conversation));
	if (info->host) {
		strbuf_addstr(&host, " @ ");
		arguments_add_line(&host, slice_str(info->host));
		cols -= width_text(strbuf_slice(&host));
	}
	width_elide(out, strbuf_slice(&title), cols < 1 ? 1 : cols);
	strbuf_addslice(out, strbuf_slice(&host));
	if (info->visit_key)
		strbuf_addf(out, " (%s)", info->visit_key);
	strbuf_release(&title);
	strbuf_release(&host);
}

/* First inner row: conversation, host, age, and what happens on timeout. */
static void draw_origin(struct canvas *cv, struct rect in,
			const struct prompt *p, const struct dialog_info *info)
{
	struct strbuf text = STRBUF_INIT, whole = STRBUF_INIT;
	struct rect left = in;
	struct key key;
	int right;

	add_waiting(&whole, p, info->now_ms);
	right = width_elide(&text, strbuf_slice(&whole), waiting_cols(in.w));
	canvas_text(cv, in, in.x + in.w - right, in.y, strbuf_slice(&text),
		    FACE_WAITING);
	left.w -= right + 2;
	strbuf_reset(&whole);
	add_origin(&whole, info, left.w);
	strbuf_reset(&text);
	width_elide(&text, strbuf_slice(&whole), left.w);
	left.w = canvas_text(cv, left, in.x, in.y, strbuf_slice(&text),
			     FACE_BOLD);
	left.h = 1;
	if (key_parse_shown(slice_str(info->visit_key), &key))
		canvas_click_key(cv, left, key);
	strbuf_release(&text);
	strbuf_release(&whole);
}

static int choice_cols(const struct dialog_choices *choices, size_t i)
{
	return width_text(slice_str(choices->list[i].key)) + 1 +
	       width_text(slice_str(choices->list[i].word));
}

/* Lay the choices out in rows of `at`, and draw them if there is a canvas.
 * Returns the rows that they need. */
static int lay_out_choices(struct canvas *cv, struct rect at,
			   const struct dialog_choices *choices, bool open)
{
	int x = at.x, y = at.y;

	for (size_t i = 0; i < choices->count; i++) {
		bool dim = choices->list[i].allows && !open;
		int cols = choice_cols(choices, i);

		if (x > at.x && x + cols > at.x + at.w) {
			x = at.x;
			y++;
		}
		if (cv) {
			int key = canvas_text(cv, at, x, y,
					      slice_str(choices->list[i].key),
					      dim ? FACE_DIALOG_DIM : FACE_KEY);

			canvas_text(cv, at, x + key + 1, y,
				    slice_str(choices->list[i].word),
				    dim ? FACE_DIALOG_DIM : FACE_DIALOG);
			hint_click(cv, at, x, y,
				   slice_str(choices->list[i].key),
				   cols - key - 1);
		}
		x += cols + 2;
	}
	return y - at.y + 1;
}

static size_t last_allowing(const struct dialog_choices *choices)
{
	size_t at = choices->count;

	while (at && !choices->list[at - 1].allows)
		at--;
	return at;
}

/* Whether all choices that allow are in these rows, and not cut. */
static bool are_told(struct rect at, const struct dialog_choices *choices,
		     int rows)
{
	struct dialog_choices first = *choices;

	first.count = last_allowing(choices);
	return !first.count ||
	       (lay_out_choices(NULL, at, &first, false) <= rows &&
		choice_cols(&first, first.count - 1) <= at.w);
}

#define FIRST_CHOICES 3 /* of an approval: approve, reject, later */

/* One that allows more is told before those that do not. */
static void bring_forward(struct dialog_choices *choices, size_t to)
{
	for (size_t i = last_allowing(choices); i-- > to + 1;) {
		struct dialog_choices was = *choices;

		choices->list[i] = was.list[i - 1];
		choices->list[i - 1] = was.list[i];
	}
}

/* In a small room the body needs the rows more. */
static int most_choice_rows(int rows)
{
	return rows < 12 ? 2 : rows < 16 ? 3 : 6;
}

int dialog_part_cols(struct rect room, int max_cols)
{
	return (room.w < max_cols ? room.w : max_cols) - 2 * MARGIN;
}

#define NOTE_ROWS_MOST 4

/* Wrap the note instead of cutting it: its point may be at the end. */
static void wrap_note(struct rows *rows, const struct dialog_info *info,
		      int cols)
{
	const struct wrap_options wrap = {
		.cols = cols,
		.face = info->open ? FACE_OK : FACE_WAITING,
	};

	if (info->note)
		wrap_text(rows, slice_str(info->note), &wrap);
	if (rows->count > NOTE_ROWS_MOST)
		rows_truncate(rows, NOTE_ROWS_MOST);
}

void dialog_part_add_refusal(struct strbuf *out, const struct prompt *p)
{
	struct strbuf why = STRBUF_INIT;

	if (p->refusal && *p->refusal) {
		arguments_add_line(&why, slice_str(p->refusal));
		strbuf_addf(out, _("your answer was not accepted: %s"),
			    why.buf);
	} else if (p->refusal) {
		strbuf_addstr(out, _("your answer was not accepted"));
	}
	strbuf_release(&why);
}

void dialog_part_head_note(struct rows *rows, struct slice text, int cols)
{
	const struct wrap_options wrap = { .cols = cols, .face = FACE_ERROR };

	wrap_text(rows, text, &wrap);
}

/* Rows around the body: frame, origin, head, two rules, choices, note. */
static int rows_around(int head_rows, int choice_rows, int note_rows)
{
	return 2 + 1 + head_rows + 2 + choice_rows + note_rows;
}

#define LEAST_BODY_ROWS 4

bool dialog_part_has_head(struct rect room, int rows)
{
	return rows <= 1 + NOTE_ROWS_MOST &&
	       rows_around(rows, 1, 1) + LEAST_BODY_ROWS <= room.h;
}

/* Rows of the parts that shrink in a small room. */
struct parts {
	int choices, note, head, body;
	int around;   /* the rows around the body */
	int in_frame; /* rows of the note inside the frame */
};

static struct parts fit_parts(struct rect room, int head_rows, int body_rows,
			      int choice_rows, int note_rows)
{
	int most = most_choice_rows(room.h);
	struct parts parts = { .choices =
				       choice_rows < most ? choice_rows : most,
			       .head = head_rows,
			       .body = body_rows < 1 ? 1 : body_rows,
			       .in_frame = room.h < 12 ? 1 : 0 };

	parts.note = note_rows - parts.in_frame;
	if (parts.note < 1 - parts.in_frame)
		parts.note = 1 - parts.in_frame;
	parts.around = rows_around(head_rows, parts.choices, parts.note);
	/* What is read comes first: at least a row of it is shown. */
	while (parts.around >= room.h &&
	       (parts.choices > 1 || parts.note > 0 || parts.head > 1)) {
		if (parts.choices > 1)
			parts.choices--;
		else if (parts.head > 2 || !parts.note)
			parts.head--;
		else
			parts.note--;
		parts.around--;
	}
	if (parts.body > room.h - parts.around)
		parts.body = room.h - parts.around;
	return parts;
}

/* At the lower edge, so that what explains the request stays visible above. */
static struct rect frame_of(struct rect room, int w, int h)
{
	return (struct rect){ room.x + (room.w - w) / 2, room.y + room.h - h, w,
			      h };
}

struct dialog_layout dialog_part_frame(struct canvas *cv, struct rect room,
				       int cols, const char *title,
				       int head_rows, int body_rows,
				       const struct prompt *p,
				       const struct dialog_info *info,
				       const struct dialog_choices *choices)
{
	struct dialog_choices shown = *choices;
	struct rect at = { 0, 0, cols, room.h }, note;
	struct rows note_text = ROWS_INIT;
	struct dialog_layout layout;
	struct parts parts;

	if (info->lines)
		shown.count = 0;
	for (size_t to = FIRST_CHOICES;
	     to > 1 && !are_told(at, &shown, most_choice_rows(room.h)); to--)
		bring_forward(&shown, to);
	wrap_note(&note_text, info, cols);
	parts = fit_parts(room, head_rows, body_rows,
			  lay_out_choices(NULL, at, &shown, false),
			  (int)note_text.count);
	layout.frame =
		frame_of(room, cols + 2 * MARGIN, parts.around + parts.body);
	layout.whole = parts.body >= body_rows;
	layout.told = are_told(at, &shown, parts.choices);
	if (!cv)
		goto out;
	layout.in = dialog_frame_alert(cv, layout.frame, layout.frame.w,
				       layout.frame.h, title);
	layout.head = layout.body = layout.in;
	layout.head.y++;
	layout.head.h = parts.head;
	layout.body.y = layout.head.y + parts.head + 1;
	layout.body.h = parts.body;
	draw_origin(cv, layout.in, p, info);
	at = layout.in;
	at.y = layout.body.y + layout.body.h + 1;
	at.h = parts.choices;
	lay_out_choices(cv, at, &shown, info->open);
	note = layout.in;
	note.y = at.y + parts.choices;
	note.h = parts.note + parts.in_frame;
	dialog_part_rows(cv, note, &note_text, 0);
out:
	rows_release(&note_text);
	return layout;
}

/* A word at the right of a rule; a click on it is the key that it names. */
static void draw_more(struct canvas *cv, struct rect in, int y,
		      struct slice word, enum key_sym sym, enum face face)
{
	int cols = width_text(word);
	struct rect at = { in.x + in.w - cols - 1, y, cols, 1 };

	canvas_text(cv, in, at.x, y, word, face);
	canvas_click_key(cv, at, (struct key){ .sym = sym });
}

void dialog_part_more(struct canvas *cv, struct rect in, int top, int bottom,
		      size_t above, size_t below, enum face face)
{
	struct strbuf word = STRBUF_INIT;

	/* TRANSLATORS: rows of a text that do not fit, and the key to them */
	if (above)
		strbuf_addf(&word,
			    Q_(" %'zu more above, PgUp ",
			       " %'zu more above, PgUp ", above),
			    above);
	draw_more(cv, in, top, strbuf_slice(&word), KEY_SYM_PAGE_UP, face);
	strbuf_reset(&word);
	if (below)
		strbuf_addf(&word,
			    Q_(" %'zu more below, PgDn ",
			       " %'zu more below, PgDn ", below),
			    below);
	draw_more(cv, in, bottom, strbuf_slice(&word), KEY_SYM_PAGE_DOWN, face);
	strbuf_release(&word);
}

void dialog_part_rules(struct canvas *cv, const struct dialog_layout *at,
		       struct rect text, const struct dialog_text *shown)
{
	size_t above = shown ? shown->top : 0;
	size_t below = shown ? dialog_text_below(shown) : 0;
	int top = text.y - 1, bottom = text.y + text.h;

	canvas_hline(cv, at->in.x, top, at->in.w, FACE_BORDER);
	canvas_hline(cv, at->in.x, bottom, at->in.w, FACE_BORDER);
	dialog_part_more(cv, at->in, top, bottom, above, below, FACE_WAITING);
}

static void draw_row(const struct rows *rows, const struct row *row,
		     struct canvas *cv, struct rect at, int y)
{
	int x = at.x + row->indent;

	if (row->gutter)
		canvas_put(cv, at, at.x + row->gutter - 1, y, GLYPH_VLINE,
			   FACE_BORDER);
	for (size_t i = 0; i < row->span_count; i++) {
		const struct span *s = &rows->spans[row->first_span + i];

		x += canvas_text(cv, at, x, y,
				 slice_of(rows->text.buf + s->start, s->len),
				 s->face);
	}
}

void dialog_part_rows(struct canvas *cv, struct rect at,
		      const struct rows *rows, size_t top)
{
	for (int y = 0; y < at.h && top + (size_t)y < rows->count; y++)
		draw_row(rows, &rows->rows[top + (size_t)y], cv, at, at.y + y);
}

void dialog_part_problem(struct canvas *cv, struct rect *at,
			 const struct strbuf *problem)
{
	struct strbuf cut = STRBUF_INIT;

	if (!problem->len)
		return;
	width_elide(&cut, strbuf_slice(problem), at->w);
	canvas_text(cv, *at, at->x, at->y + at->h - 1, strbuf_slice(&cut),
		    FACE_ERROR);
	at->h--;
	strbuf_release(&cut);
}

void dialog_part_too_small(struct canvas *cv, struct rect room,
			   const char *keys)
{
	const struct wrap_options wrap = { .cols = room.w,
					   .face = FACE_WAITING };
	struct rows rows = ROWS_INIT;
	struct rect in = room;

	canvas_fill(cv, room, FACE_DIALOG);
	wrap_text(&rows,
		  slice_str(_("Too small to read, so nothing can be "
			      "approved.")),
		  &wrap);
	/* What still works matters more. */
	in.h = (int)rows.count < room.h ? (int)rows.count : room.h - 1;
	dialog_part_rows(cv, in, &rows, 0);
	in.y += in.h;
	canvas_text(cv, room, room.x, in.y, slice_str(keys), FACE_DIALOG);
	rows_release(&rows);
}
