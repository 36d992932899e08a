#include "config.h"

#include "src/base/i18n.h"
#include "ui/dialog/dialog-approval.h"
#include "ui/dialog/dialog-part.h"
#include "ui/text/sanitize.h"
#include "ui/text/width.h"
#include "ui/text/wrap.h"

#define ROWS_MOST 1000
#define EDIT_ROWS 12

static struct slice arguments_of(const struct prompt *p)
{
	return slice_of(p->event.arguments ? p->event.arguments : "",
			p->event.arguments_len);
}

/* The user approves the tool's name together with its arguments. */
static void inspect_name(struct dialog_approval *d, const struct prompt *p)
{
	struct arguments_facts facts;

	arguments_facts_init(&facts);
	arguments_inspect_text(&facts, slice_str(p->event.name));
	d->facts.hidden += facts.hidden;
	if (facts.lookalikes.len) {
		if (d->facts.lookalikes.len)
			strbuf_addstr(&d->facts.lookalikes, ", ");
		strbuf_addslice(&d->facts.lookalikes,
				strbuf_slice(&facts.lookalikes));
	}
	arguments_facts_release(&facts);
}

static void make_text(struct dialog_approval *d, const struct prompt *p,
		      const struct dialog_info *info, int cols)
{
	const struct arguments_options options = {
		.cols = cols,
		.root = info->root,
		.raw = d->raw,
		.unfolded = d->unfolded,
	};
	struct strbuf name = STRBUF_INIT;
	struct rows *rows = &d->text.rows;

	if (d->text.cols == cols)
		return;
	rows_clear(rows);
	dialog_part_add_fallback(rows, p, info, cols);
	arguments_rows(rows, arguments_of(p), &options, &d->facts);
	arguments_add_name(&name, slice_str(p->event.name));
	inspect_name(d, p);
	if (arguments_suspicious(&d->facts) ||
	    width_text(strbuf_slice(&name)) > cols) {
		/* Build the rows again, below the facts about the arguments. */
		rows_clear(rows);
		dialog_part_add_fallback(rows, p, info, cols);
		if (width_text(strbuf_slice(&name)) > cols)
			arguments_warning_row(rows, cols, name.buf);
		arguments_warning_rows(rows, cols, &d->facts);
		arguments_rows(rows, arguments_of(p), &options, &d->facts);
		inspect_name(d, p);
	}
	dialog_text_made(&d->text, cols);
	strbuf_release(&name);
}

static void make_review(struct dialog_approval *d, const struct prompt *p,
			int cols)
{
	const struct wrap_options wrap = { .cols = cols };

	if (d->review.cols == cols)
		return;
	rows_clear(&d->review.rows);
	if (d->mode == APPROVAL_REVIEW)
		arguments_change_rows(&d->review.rows, arguments_of(p),
				      strbuf_slice(&d->editor.text), cols);
	else
		wrap_text(&d->review.rows, strbuf_slice(&d->rule.review),
			  &wrap);
	dialog_text_made(&d->review, cols);
}

/* "fs_modify_file   812 bytes, 14 rows" */
static void draw_head(const struct dialog_approval *d, const struct prompt *p,
		      struct canvas *cv, struct rect at)
{
	struct strbuf text = STRBUF_INIT, cut = STRBUF_INIT;
	int x;

	arguments_add_name(&text, slice_str(p->event.name));
	width_elide(&cut, strbuf_slice(&text), at.w);
	x = canvas_text(cv, at, at.x, at.y, strbuf_slice(&cut), FACE_TOOL);
	strbuf_reset(&text);
	strbuf_addf(&text, Q_("%'zu byte", "%'zu bytes", d->facts.bytes),
		    d->facts.bytes);
	strbuf_addstr(&text, ", ");
	strbuf_addf(&text, Q_("%'zu line", "%'zu lines", d->text.rows.count),
		    d->text.rows.count);
	if (x + 3 < at.w)
		canvas_text(cv, at, at.x + x + 3, at.y, strbuf_slice(&text),
			    FACE_DIM);
	if (d->changed || p->again)
		canvas_text(
			cv, at, at.x, at.y + 1,
			slice_str(d->changed
					  ? _("The host changed this request "
					      "while it was shown: read it "
					      "again.")
					  : _("The host asks again, with "
					      "other arguments than you "
					      "answered.")),
			FACE_ERROR);
	strbuf_release(&text);
	strbuf_release(&cut);
}

#define KEPT_COLS 24

/* Add the reason's choice, with the text that was begun. */
static void add_reason(struct dialog_choices *c,
		       const struct dialog_approval *d)
{
	struct strbuf text = STRBUF_INIT, shown = STRBUF_INIT;

	arguments_add_line(&text, strbuf_slice(&d->kept_reason));
	width_elide(&shown, strbuf_slice(&text), KEPT_COLS);
	dialog_choices_add(c, "r", false, "%s%s%s", _("reason"),
			   shown.len ? ": " : "", shown.buf);
	strbuf_release(&text);
	strbuf_release(&shown);
}

static void read_choices(struct dialog_choices *c,
			 const struct dialog_approval *d,
			 const struct dialog_info *info)
{
	dialog_choices_add(c, "y", true, "%s", _("approve"));
	dialog_choices_add(c, "n", false, "%s", _("reject"));
	dialog_choices_add(c, "Esc", false, "%s", _("later"));
	if (info->can_reason)
		add_reason(c, d);
	if (info->can_edit)
		dialog_choices_add(c, "e", false, "%s", _("edit"));
	dialog_choices_add(c, "p", false, "%s",
			   d->raw ? _("readable") : _("raw"));
	if (d->facts.folded_rows || d->unfolded)
		dialog_choices_add(c, "o", false, "%s",
				   d->unfolded ? _("fold") : _("unfold"));
	if (info->count > 1)
		dialog_choices_add(c, "[ ]", false, "%s", _("next/prev"));
	dialog_choices_add(c, "Y N", false, "%s", _("remember"));
	if (info->identical)
		dialog_choices_add(c, "I", true,
				   Q_("approve with %zu identical",
				      "approve with %zu identical",
				      info->identical),
				   info->identical);
	if (info->companions > 1)
		dialog_choices_add(c, "A", false,
				   _("reject all %zu in this conversation"),
				   info->companions);
}

static void make_choices(struct dialog_choices *c,
			 const struct dialog_approval *d,
			 const struct dialog_info *info)
{
	switch (d->mode) {
	case APPROVAL_READ:
		read_choices(c, d, info);
		return;
	case APPROVAL_EDIT:
		dialog_choices_add(c, "C-s", false, "%s", _("review changes"));
		dialog_choices_add(c, "C-x", false, "%s", _("open $EDITOR"));
		break;
	case APPROVAL_REVIEW:
		dialog_choices_add(c, "y", true, "%s",
				   _("approve with changes"));
		dialog_choices_add(c, "e", false, "%s", _("edit more"));
		break;
	case APPROVAL_REASON:
		dialog_choices_add(c, "Enter", false, "%s",
				   _("reject with this reason"));
		break;
	case APPROVAL_RULE:
		dialog_choices_add(c, "Enter", false, "%s", _("review rule"));
		dialog_choices_add(c, "Tab", false, "%s", _("for how long"));
		if (!d->rule.typing) {
			dialog_choices_add(c, "Up Down", false, "%s",
					   _("choose"));
			dialog_choices_add(c, "e", false, "%s", _("a pattern"));
		}
		break;
	case APPROVAL_CONFIRM:
		dialog_choices_add(c, "y", true, "%s",
				   d->rule.allow
					   ? _("approve, and store this rule")
					   : _("reject, and store this rule"));
		break;
	}
	dialog_choices_add(c, "Esc", false, "%s", _("cancel"));
}

static void draw_body(struct dialog_approval *d, struct canvas *cv,
		      struct rect body)
{
	if (d->mode == APPROVAL_READ) {
		dialog_text_draw(&d->text, cv, body);
		return;
	}
	if (dialog_approval_reviews(d)) {
		dialog_text_draw(&d->review, cv, body);
		return;
	}
	if (d->mode == APPROVAL_RULE) {
		dialog_rule_draw(&d->rule, cv, body);
		return;
	}
	if (d->problem.len) {
		canvas_text(cv, body, body.x, body.y + body.h - 1,
			    strbuf_slice(&d->problem), FACE_ERROR);
		body.h--;
	}
	editor_draw(&d->editor, cv, body, true);
}

static int body_rows(struct dialog_approval *d, int cols)
{
	size_t rows = d->text.rows.count;
	int want;

	switch (d->mode) {
	case APPROVAL_REVIEW:
	case APPROVAL_CONFIRM:
		rows = d->review.rows.count;
		break;
	case APPROVAL_RULE:
		return dialog_rule_rows(&d->rule, cols);
	case APPROVAL_EDIT:
		want = editor_rows(&d->editor, cols) + 4;
		return want < EDIT_ROWS ? EDIT_ROWS : want;
	case APPROVAL_REASON:
	case APPROVAL_READ:
		break;
	}
	return rows > ROWS_MOST ? ROWS_MOST : (int)rows;
}

static struct dialog_layout lay_out(struct dialog_approval *d,
				    const struct prompt *p,
				    const struct dialog_info *info,
				    struct canvas *cv, struct rect room)
{
	struct dialog_choices choices = { .count = 0 };
	struct strbuf title = STRBUF_INIT;
	struct dialog_layout at;
	int cols = dialog_part_cols(room, room.w);

	d->rule.lines = info->lines;
	make_text(d, p, info, cols);
	if (dialog_approval_reviews(d))
		make_review(d, p, cols);
	make_choices(&choices, d, info);
	strbuf_addf(&title, _("Approval %zu of %zu"), info->index + 1,
		    info->count);
	at = dialog_part_frame(cv, room, cols, title.buf,
			       1 + (d->changed || p->again), body_rows(d, cols),
			       p, info, &choices);
	strbuf_release(&title);
	return at;
}

struct dialog_place dialog_approval_place(void *dialog, const struct prompt *p,
					  const struct dialog_info *info,
					  struct rect room)
{
	struct dialog_layout at;

	if (room.w < DIALOG_MIN_COLS || room.h < DIALOG_MIN_ROWS)
		return (struct dialog_place){ room, false };
	at = lay_out(dialog, p, info, NULL, room);
	return (struct dialog_place){ at.frame, at.whole };
}

bool dialog_approval_draw(void *dialog, const struct prompt *p,
			  const struct dialog_info *info, struct canvas *cv,
			  struct rect room)
{
	struct dialog_approval *d = dialog;
	struct dialog_layout at;

	if (room.w < DIALOG_MIN_COLS || room.h < DIALOG_MIN_ROWS) {
		dialog_part_too_small(cv, room, _("n reject  Esc later"));
		return false;
	}
	at = lay_out(d, p, info, cv, room);
	draw_head(d, p, cv, at.head);
	draw_body(d, cv, at.body);
	dialog_part_rules(cv, &at, at.body,
			  d->mode == APPROVAL_READ     ? &d->text
			  : dialog_approval_reviews(d) ? &d->review
						       : NULL);
	return true;
}
