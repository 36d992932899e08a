#include "config.h"

#include "ui/view/dialog-approval.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/i18n.h"
#include "src/base/timestamp.h"
#include "ui/text/sanitize.h"
#include "ui/text/width.h"
#include "ui/view/bars.h"
#include "ui/view/dialog-part.h"

#define MAX_COLS 120

void dialog_approval_init(struct dialog_approval *d)
{
	*d = (struct dialog_approval){ 0 };
	rows_init(&d->rows);
	editor_init(&d->editor);
	strbuf_init(&d->problem);
}

void dialog_approval_release(struct dialog_approval *d)
{
	rows_release(&d->rows);
	editor_release(&d->editor);
	strbuf_release(&d->problem);
}

static void forget_rows(struct dialog_approval *d)
{
	rows_clear(&d->rows);
	d->rows_cols = 0;
	d->end_seen = false;
	d->asked_again = false;
}

void dialog_approval_show(struct dialog_approval *d, const struct prompt *p)
{
	if (d->serial == p->serial && d->revision == p->revision)
		return;
	/* What was typed was typed for other arguments. */
	d->changed = d->serial == p->serial;
	d->serial = p->serial;
	d->revision = p->revision;
	d->mode = APPROVAL_READ;
	d->raw = false;
	d->top = 0;
	strbuf_reset(&d->problem);
	forget_rows(d);
}

static struct slice arguments_of(const struct prompt *p)
{
	return slice_of(p->event.arguments ? p->event.arguments : "",
			p->event.arguments_len);
}

static void make_rows(struct dialog_approval *d, const struct prompt *p,
		      int cols)
{
	if (d->rows_cols == cols)
		return;
	rows_clear(&d->rows);
	if (d->raw)
		arguments_raw_rows(&d->rows, arguments_of(p), cols, &d->facts);
	else
		arguments_rows(&d->rows, arguments_of(p), cols, &d->facts);
	d->rows_cols = cols;
	d->end_seen = false;
}

static void clamp_top(struct dialog_approval *d)
{
	size_t last = d->rows.count > d->page ? d->rows.count - d->page : 0;

	if (d->top > last)
		d->top = last;
}

/* "fs_modify_file   812 bytes, 14 rows, 3 hidden characters" */
static void add_facts(struct strbuf *out, const struct dialog_approval *d)
{
	strbuf_addf(out, Q_("%zu byte", "%zu bytes", d->facts.bytes),
		    d->facts.bytes);
	strbuf_addstr(out, ", ");
	strbuf_addf(out, Q_("%zu row", "%zu rows", d->rows.count),
		    d->rows.count);
	if (!d->facts.escapes)
		return;
	strbuf_addstr(out, ", ");
	strbuf_addf(out,
		    Q_("hidden characters in %zu place",
		       "hidden characters in %zu places", d->facts.escapes),
		    d->facts.escapes);
}

static void draw_head(const struct dialog_approval *d, const struct prompt *p,
		      const struct dialog_info *info, struct canvas *cv,
		      struct rect in)
{
	struct strbuf text = STRBUF_INIT;
	int x;

	dialog_part_origin(cv, in, p, info);
	sanitize_visible(&text, slice_str(p->event.name), NULL);
	x = canvas_text(cv, in, in.x, in.y + 1, strbuf_slice(&text), FACE_TOOL);
	strbuf_reset(&text);
	add_facts(&text, d);
	if (x + 3 < in.w)
		canvas_text(cv, in, in.x + x + 3, in.y + 1, strbuf_slice(&text),
			    FACE_DIM);
	if (d->changed)
		canvas_text(cv, in, in.x, in.y + 2,
			    slice_str(_("The host changed this request while "
					"it was shown: read it again.")),
			    FACE_ERROR);
	strbuf_release(&text);
}

static const struct dialog_choice READ_CHOICES[] = {
	{ "y", N_("approve"), true },  { "n", N_("reject"), false },
	{ "r", N_("reason"), false },  { "e", N_("edit"), true },
	{ "p", N_("raw"), false },     { "[ ]", N_("other"), false },
	{ "Esc", N_("later"), false },
};
static const struct dialog_choice EDIT_CHOICES[] = {
	{ "C-s", N_("approve edited"), true },
	{ "Esc", N_("back, nothing is sent"), false },
};
static const struct dialog_choice REASON_CHOICES[] = {
	{ "Enter", N_("reject with this reason"), false },
	{ "Esc", N_("back, nothing is sent"), false },
};

static void draw_choices(const struct dialog_approval *d,
			 const struct dialog_info *info, struct canvas *cv,
			 struct rect in)
{
	switch (d->mode) {
	case APPROVAL_READ:
		dialog_part_choices(cv, in, READ_CHOICES,
				    sizeof(READ_CHOICES) /
					    sizeof(READ_CHOICES[0]),
				    info->can_reason ? NULL : "r", info);
		break;
	case APPROVAL_EDIT:
		dialog_part_choices(cv, in, EDIT_CHOICES, 2, NULL, info);
		break;
	case APPROVAL_REASON:
		dialog_part_choices(cv, in, REASON_CHOICES, 2, NULL, info);
		break;
	}
}

static void draw_body(struct dialog_approval *d, struct canvas *cv,
		      struct rect body)
{
	if (d->mode == APPROVAL_READ) {
		dialog_part_rows(cv, body, &d->rows, d->top);
		if (d->top + d->page >= d->rows.count)
			d->end_seen = true;
		return;
	}
	if (d->problem.len) {
		canvas_text(cv, body, body.x, body.y + body.h - 1,
			    strbuf_slice(&d->problem), FACE_ERROR);
		body.h--;
	}
	editor_draw(&d->editor, cv, body, true);
}

bool dialog_approval_draw(struct dialog_approval *d, const struct prompt *p,
			  const struct dialog_info *info, struct canvas *cv,
			  struct rect room)
{
	struct strbuf title = STRBUF_INIT;
	struct rect in, body;
	int cols = room.w < MAX_COLS ? room.w : MAX_COLS;
	int rows;

	if (room.w < DIALOG_MIN_COLS || room.h < DIALOG_MIN_ROWS) {
		dialog_part_too_small(cv, room);
		return false;
	}
	make_rows(d, p, cols - 4);
	/* Frame, two head rows, a rule, the body, a rule, choices, note. */
	rows = (int)(d->rows.count > 1000 ? 1000 : d->rows.count) + 8 +
	       d->changed;
	if (d->mode == APPROVAL_EDIT && rows < room.h * 3 / 4)
		rows = room.h * 3 / 4;
	if (rows < DIALOG_MIN_ROWS + 2)
		rows = DIALOG_MIN_ROWS + 2;
	if (rows > room.h)
		rows = room.h;
	strbuf_addf(&title, _("Approval %zu of %zu"), info->index + 1,
		    info->count);
	in = dialog_frame(cv, room, cols, rows, title.buf);
	strbuf_release(&title);
	in.x++;
	in.w -= 2;
	body = in;
	body.y += 3 + d->changed;
	body.h -= 6 + d->changed;
	d->page = body.h > 0 ? (size_t)body.h : 1;
	clamp_top(d);
	draw_head(d, p, info, cv, in);
	dialog_part_rule(cv, in, body.y - 1, d->top, NULL);
	draw_body(d, cv, body);
	dialog_part_rule(cv, in, body.y + body.h,
			 d->rows.count > d->top + d->page
				 ? d->rows.count - d->top - d->page
				 : 0,
			 _("more below"));
	draw_choices(d, info, cv, in);
	return true;
}

void dialog_approval_wheel(struct dialog_approval *d, int rows)
{
	if (rows < 0 && d->top < (size_t)-rows)
		d->top = 0;
	else
		d->top += (size_t)(long)rows;
	clamp_top(d);
}

bool dialog_approval_scroll(struct dialog_approval *d, struct key key)
{
	return dialog_part_scroll(key, d->rows.count, d->page, &d->top);
}

void dialog_approval_edit(struct dialog_approval *d, const struct prompt *p)
{
	d->mode = APPROVAL_EDIT;
	d->editor.one_line = false;
	editor_set(&d->editor, arguments_of(p));
	strbuf_reset(&d->problem);
}

void dialog_approval_reason(struct dialog_approval *d)
{
	d->mode = APPROVAL_REASON;
	d->editor.one_line = true;
	editor_set(&d->editor, slice_of("", 0));
	strbuf_reset(&d->problem);
}

void dialog_approval_back(struct dialog_approval *d)
{
	d->mode = APPROVAL_READ;
	strbuf_reset(&d->problem);
}
