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
static void inspect_name(struct arguments_facts *all, const struct prompt *p)
{
	struct arguments_facts facts;

	arguments_facts_init(&facts);
	arguments_inspect_text(&facts, slice_str(p->event.name));
	all->hidden += facts.hidden;
	if (facts.lookalikes.len) {
		if (all->lookalikes.len)
			strbuf_addstr(&all->lookalikes, ", ");
		strbuf_addslice(&all->lookalikes,
				strbuf_slice(&facts.lookalikes));
	}
	arguments_facts_release(&facts);
}

/* What a reader must know before the arguments. */
static void add_note(struct rows *rows, const struct dialog_approval *d,
		     const struct prompt *p, int cols)
{
	struct strbuf line = STRBUF_INIT;

	if (d->changed)
		strbuf_addstr(&line, _("The host changed this request while it "
				       "was shown: read it again."));
	else if (p->refusal)
		dialog_part_add_refusal(&line, p);
	else if (p->again)
		strbuf_addstr(&line, _("The host asks again, with other "
				       "arguments than you answered."));
	if (line.len)
		dialog_part_head_note(rows, strbuf_slice(&line), cols);
	strbuf_release(&line);
}

/* What is told above the arguments. */
static void begin_text(const struct dialog_approval *d, const struct prompt *p,
		       const struct dialog_info *info, int cols,
		       struct dialog_text *text)
{
	rows_clear(&text->rows);
	if (text->noted)
		add_note(&text->rows, d, p, cols);
	dialog_part_add_fallback(&text->rows, p, info, cols);
}

static void make_text(const struct dialog_approval *d, const struct prompt *p,
		      const struct dialog_info *info, int cols,
		      struct dialog_text *text, struct arguments_facts *facts)
{
	const struct arguments_options options = {
		.cols = cols,
		.root = info->root,
		.raw = d->raw,
		.unfolded = d->unfolded,
	};
	struct strbuf name = STRBUF_INIT;
	struct rows *rows = &text->rows;

	begin_text(d, p, info, cols, text);
	arguments_rows(rows, arguments_of(p), &options, facts);
	arguments_add_name(&name, slice_str(p->event.name));
	inspect_name(facts, p);
	if (arguments_suspicious(facts) ||
	    width_text(strbuf_slice(&name)) > cols) {
		/* Build the rows again, below the facts about the arguments. */
		begin_text(d, p, info, cols, text);
		if (width_text(strbuf_slice(&name)) > cols)
			arguments_warning_row(rows, cols, name.buf);
		arguments_warning_rows(rows, cols, facts);
		arguments_rows(rows, arguments_of(p), &options, facts);
		inspect_name(facts, p);
	}
	dialog_text_made(text, cols);
	strbuf_release(&name);
}

static void make_review(const struct dialog_approval *d, const struct prompt *p,
			int cols, struct dialog_text *text)
{
	const struct wrap_options wrap = { .cols = cols };

	rows_clear(&text->rows);
	if (d->mode == APPROVAL_REVIEW)
		arguments_change_rows(&text->rows, arguments_of(p),
				      strbuf_slice(&d->editor.text), cols);
	else
		wrap_text(&text->rows, strbuf_slice(&d->rule.review), &wrap);
	dialog_text_made(text, cols);
}

/* Make the text that the mode shows. */
static void make_shown(const struct dialog_approval *d, const struct prompt *p,
		       const struct dialog_info *info, int cols,
		       struct dialog_text *text, struct arguments_facts *facts)
{
	if (dialog_approval_reviews(d))
		make_review(d, p, cols, text);
	else
		make_text(d, p, info, cols, text, facts);
}

static struct dialog_size size_of(const struct dialog_text *text,
				  const struct arguments_facts *facts)
{
	return (struct dialog_size){ text->cols, text->noted, text->rows.count,
				     facts->folded_rows };
}

/* The size of that text at any width, with or without the note. */
static struct dialog_size size_at(struct dialog_approval *d,
				  const struct prompt *p,
				  const struct dialog_info *info, int cols,
				  bool noted)
{
	struct dialog_text *shown = dialog_approval_text(d), other;
	struct arguments_facts facts;

	if (!shown->cols) {
		shown->noted = noted;
		make_shown(d, p, info, cols, shown, &d->facts);
	}
	if (shown->cols == cols && shown->noted == noted)
		return size_of(shown, &d->facts);
	if (shown->tried.cols != cols || shown->tried.noted != noted) {
		dialog_text_init(&other);
		other.noted = noted;
		arguments_facts_init(&facts);
		make_shown(d, p, info, cols, &other, &facts);
		shown->tried = size_of(&other, &facts);
		dialog_text_release(&other);
		arguments_facts_release(&facts);
	}
	return shown->tried;
}

/* "fs_modify_file   812 bytes, 14 rows" */
static void draw_head(const struct dialog_approval *d, const struct prompt *p,
		      const struct rows *note, struct canvas *cv,
		      struct rect at)
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
	dialog_part_rows(cv, (struct rect){ at.x, at.y + 1, at.w, at.h - 1 },
			 note, 0);
	strbuf_release(&text);
	strbuf_release(&cut);
}

#define KEPT_COLS 24

/* Add the reason's choice, with the text that was begun. */
static void add_reason(struct dialog_choices *c,
		       const struct dialog_approval *d)
{
	struct strbuf text = STRBUF_INIT, shown = STRBUF_INIT;

	arguments_add_line(&text,
			   dialog_kept_text(&d->kept, d->serial, d->revision,
					    APPROVAL_REASON));
	width_elide(&shown, strbuf_slice(&text), KEPT_COLS);
	dialog_choices_add(c, "r", false, "%s%s%s", _("reason"),
			   shown.len ? ": " : "", shown.buf);
	strbuf_release(&text);
	strbuf_release(&shown);
}

static void read_choices(struct dialog_choices *c,
			 const struct dialog_approval *d,
			 const struct dialog_info *info, size_t folded_rows)
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
	if (folded_rows || d->unfolded)
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
			 const struct dialog_info *info, size_t folded_rows)
{
	switch (d->mode) {
	case APPROVAL_READ:
		read_choices(c, d, info, folded_rows);
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
	dialog_part_problem(cv, &body, &d->problem);
	editor_draw(&d->editor, cv, body, true);
}

static int body_rows(struct dialog_approval *d, size_t rows, int cols)
{
	int want;

	switch (d->mode) {
	case APPROVAL_RULE:
		return dialog_rule_rows(&d->rule, cols);
	case APPROVAL_EDIT:
		want = editor_rows(&d->editor, cols) + 4;
		return want < EDIT_ROWS ? EDIT_ROWS : want;
	case APPROVAL_REVIEW:
	case APPROVAL_CONFIRM:
	case APPROVAL_REASON:
	case APPROVAL_READ:
		break;
	}
	return rows > ROWS_MOST ? ROWS_MOST : (int)rows;
}

/* A text that another mode covers stays as it was read. */
static void make_drawn(struct dialog_approval *d, const struct prompt *p,
		       const struct dialog_info *info, int cols, bool noted)
{
	if (!d->text.cols ||
	    (d->mode == APPROVAL_READ &&
	     (d->text.cols != cols || d->text.noted != noted))) {
		d->text.noted = noted;
		make_text(d, p, info, cols, &d->text, &d->facts);
	}
	if (dialog_approval_reviews(d) && d->review.cols != cols)
		make_review(d, p, cols, &d->review);
}

static struct dialog_layout lay_out(struct dialog_approval *d,
				    const struct prompt *p,
				    const struct dialog_info *info,
				    struct canvas *cv, struct rect room)
{
	struct dialog_choices choices = { .count = 0 };
	struct strbuf title = STRBUF_INIT;
	struct rows note = ROWS_INIT;
	struct dialog_layout at;
	int cols = dialog_part_cols(room, room.w), head;
	struct dialog_size size;
	bool noted;

	d->rule.lines = info->lines;
	add_note(&note, d, p, cols);
	head = 1 + (int)note.count;
	noted = head > 1 && !dialog_part_has_head(room, head);
	if (noted)
		head = 1;
	if (cv)
		make_drawn(d, p, info, cols, noted);
	size = size_at(d, p, info, cols, noted);
	make_choices(&choices, d, info, size.folded_rows);
	strbuf_addf(&title, _("Approval %zu of %zu"), info->index + 1,
		    info->count);
	at = dialog_part_frame(cv, room, cols, title.buf, head,
			       body_rows(d, size.rows, cols), p, info,
			       &choices);
	if (cv)
		draw_head(d, p, &note, cv, at.head);
	rows_release(&note);
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
	d->told = at.told;
	draw_body(d, cv, at.body);
	dialog_part_rules(cv, &at, at.body,
			  d->mode == APPROVAL_READ     ? &d->text
			  : dialog_approval_reviews(d) ? &d->review
						       : NULL);
	return true;
}
