#include "config.h"

#include "ui/dialog/dialog-inquiry.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "ui/dialog/dialog-part.h"
#include "ui/text/sanitize.h"
#include "ui/text/width.h"
#include "ui/text/wrap.h"
#include "ui/view/arguments.h"
#include "ui/view/bars.h"

#define MAX_COLS 100

void dialog_inquiry_init(struct dialog_inquiry *d)
{
	*d = (struct dialog_inquiry){ .default_option = SIZE_MAX };
	dialog_text_init(&d->text);
	picker_init(&d->picker);
	editor_init(&d->editor);
	strbuf_init(&d->problem);
}

void dialog_inquiry_release(struct dialog_inquiry *d)
{
	dialog_text_release(&d->text);
	picker_release(&d->picker);
	free(d->checked);
	editor_release(&d->editor);
	dialog_kept_release(&d->kept);
	strbuf_release(&d->problem);
}

static bool writes(const void *dialog)
{
	return dialog_inquiry_writes(dialog);
}

static const char *default_word(const struct prompt *p)
{
	if (!p->event.answer_default)
		return NULL;
	return !strcmp(p->event.answer_default, "true") ? _("yes") : _("no");
}

static void draw_boolean(const struct prompt *p, struct canvas *cv,
			 struct rect at)
{
	struct strbuf text = STRBUF_INIT;

	if (default_word(p)) {
		strbuf_addf(&text, _("Default: %s"), default_word(p));
		canvas_text(cv, at, at.x, at.y, strbuf_slice(&text), FACE_DIM);
	}
	strbuf_release(&text);
}

static void draw_answer(struct dialog_inquiry *d, const struct prompt *p,
			struct canvas *cv, struct rect at)
{
	dialog_part_problem(cv, &at, &d->problem);
	if (d->own) {
		editor_draw(&d->editor, cv, at, true);
		return;
	}
	switch (d->kind) {
	case ANSWER_BOOLEAN:
		draw_boolean(p, cv, at);
		break;
	case ANSWER_SELECT:
		picker_draw(&d->picker, cv, at, d->default_option, true);
		break;
	case ANSWER_TEXT:
	case ANSWER_SECRET:
	case ANSWER_OTHER:
		editor_draw(&d->editor, cv, at, true);
		break;
	}
}

static void make_choices(struct dialog_choices *c,
			 const struct dialog_inquiry *d, const struct prompt *p,
			 size_t count)
{
	if (d->kind == ANSWER_BOOLEAN) {
		dialog_choices_add(c, "y", true, "%s", _("yes"));
		dialog_choices_add(c, "n", true, "%s", _("no"));
		if (p->event.answer_default && d->touched)
			dialog_choices_add(c, "Enter", true, "%s",
					   _("default"));
	} else if (dialog_inquiry_is_list(d)) {
		if (d->checked)
			dialog_choices_add(c, "Space", false, "%s",
					   _("choose"));
		dialog_choices_add(c, "Enter", true, "%s", _("answer"));
	} else {
		dialog_choices_add(c, "Enter", true, "%s", _("send"));
		if (!d->editor.one_line)
			dialog_choices_add(c, "M-Enter", false, "%s",
					   _("new line"));
		if (!d->editor.secret)
			dialog_choices_add(c, "C-x", false, "%s",
					   _("open $EDITOR"));
	}
	if (d->kind == ANSWER_SELECT && p->event.other)
		dialog_choices_add(c, "Tab", false, "%s",
				   d->own ? _("back to the list")
					  : _("type an answer"));
	dialog_choices_add(c, "Esc", false, "%s", _("later"));
	if (count > 1)
		dialog_choices_add(c, "M-[ M-]", false, "%s", _("next/prev"));
}

#define ROWS_MOST 1000

/* Rows that the answer would need. */
static int wanted_rows(const struct dialog_inquiry *d, int cols)
{
	int want = 1;

	if (d->kind == ANSWER_SELECT && d->picker.lines)
		want = picker_line_rows(&d->picker, cols, ROWS_MOST);
	else if (d->kind == ANSWER_SELECT)
		want = d->picker.count < ROWS_MOST ? (int)d->picker.count + 2
						   : ROWS_MOST;
	/* Nothing jumps when the list and the text field alternate. */
	if (dialog_inquiry_writes(d) && !d->own)
		want = editor_rows(&d->editor, cols);
	return want + (d->problem.len != 0);
}

/* Rows for the answer, out of those that it shares with the question and a
 * rule: what the question leaves, and at least two thirds for a list, half for
 * a text. */
static int rows_for_answer(const struct dialog_inquiry *d, int body_rows)
{
	int rows = body_rows - 1;
	int want = wanted_rows(d, d->text.cols), question = rows / 3;
	/* The filter and the selected option, or the typed text. */
	int least = dialog_inquiry_is_list(d) ? 2 : 1;

	if (!dialog_inquiry_is_list(d))
		question = rows - rows / 2;
	if ((size_t)question > d->text.rows.count)
		question = (int)d->text.rows.count;
	if (want > rows - question)
		want = rows - question;
	if (want < least)
		want = least;
	return want > rows - 1 ? rows - 1 : want;
}

/* What is unusual about the spelling of the question, who asks it, and what can
 * be chosen. */
static void add_warnings(struct rows *rows, const struct event *e,
			 struct slice question, int cols)
{
	struct strbuf all = STRBUF_INIT;
	struct arguments_facts facts;

	strbuf_addslice(&all, question);
	strbuf_addf(&all, "\n%s\n%s", e->name ? e->name : "",
		    e->source ? e->source : "");
	for (size_t i = 0; i < e->option_count; i++) {
		const struct inquiry_option *o = &e->options[i];

		strbuf_addf(&all, "\n%s\n%s", o->label,
			    o->description ? o->description : "");
	}
	arguments_facts_init(&facts);
	arguments_inspect_text(&facts, strbuf_slice(&all));
	arguments_warning_rows(rows, cols, &facts);
	arguments_facts_release(&facts);
	strbuf_release(&all);
}

static const char *asker(const struct prompt *p)
{
	return p->event.name ? p->event.name : p->event.source;
}

/* What a reader must know before the question. */
static void add_note(struct rows *rows, const struct dialog_inquiry *d,
		     const struct prompt *p, int cols)
{
	struct strbuf line = STRBUF_INIT;

	if (!d->changed && p->refusal)
		dialog_part_add_refusal(&line, p);
	else if (d->changed || p->again)
		strbuf_addstr(&line, _("The host changed this question: read "
				       "it again."));
	if (line.len)
		dialog_part_head_note(rows, strbuf_slice(&line), cols);
	strbuf_release(&line);
}

/* Who asks, after the question: a note has the first rows. */
static void add_asker(struct rows *rows, const struct prompt *p, int cols)
{
	const struct wrap_options wrap = { .cols = cols, .face = FACE_TOOL };
	struct strbuf name = STRBUF_INIT;

	if (asker(p))
		arguments_add_name(&name, slice_str(asker(p)));
	if (name.len)
		wrap_text(rows, strbuf_slice(&name), &wrap);
	strbuf_release(&name);
}

/* The question; the default, if its field cannot show all of it; and what the
 * head has no room for. */
static void make_text(const struct dialog_inquiry *d, const struct prompt *p,
		      const struct dialog_info *info, int cols,
		      struct dialog_text *text)
{
	struct strbuf all = STRBUF_INIT;

	if (p->event.text)
		strbuf_add(&all, p->event.text, p->event.text_len);
	if (d->tells_default) {
		strbuf_addstr(&all, "\n\n");
		strbuf_addf(&all, _("Default: %s"), "\n");
		dialog_inquiry_add_default(&all, &p->event);
	}
	rows_clear(&text->rows);
	if (text->noted)
		add_note(&text->rows, d, p, cols);
	dialog_part_add_fallback(&text->rows, p, info, cols);
	add_warnings(&text->rows, &p->event, strbuf_slice(&all), cols);
	arguments_text_rows(&text->rows, strbuf_slice(&all), cols, NULL);
	if (text->noted)
		add_asker(&text->rows, p, cols);
	dialog_text_made(text, cols);
	strbuf_release(&all);
}

/* Whether a field of this many rows cuts the default. */
static bool default_is_cut(const struct dialog_inquiry *d,
			   const struct prompt *p, int cols, int rows)
{
	struct strbuf text = STRBUF_INIT;
	struct editor field;
	bool cut;

	if (d->tells_default || !dialog_inquiry_writes(d) || d->own ||
	    editor_rows(&d->editor, cols) <= rows)
		return false;
	dialog_inquiry_add_default(&text, &p->event);
	editor_init(&field);
	editor_set(&field, strbuf_slice(&text));
	cut = editor_rows(&field, cols) > rows;
	editor_release(&field);
	strbuf_release(&text);
	return cut;
}

/* The rows of the question at any width, with or without what the head tells.
 */
static size_t rows_at(struct dialog_inquiry *d, const struct prompt *p,
		      const struct dialog_info *info, int cols, bool noted)
{
	struct dialog_size *tried = &d->text.tried;
	struct dialog_text other;

	if (!d->text.cols) {
		d->text.noted = noted;
		make_text(d, p, info, cols, &d->text);
	}
	if (d->text.cols == cols && d->text.noted == noted)
		return d->text.rows.count;
	if (tried->cols != cols || tried->noted != noted) {
		dialog_text_init(&other);
		other.noted = noted;
		make_text(d, p, info, cols, &other);
		*tried = (struct dialog_size){ cols, noted, other.rows.count,
					       0 };
		dialog_text_release(&other);
	}
	return tried->rows;
}

/* Draw who asks, and whether it is another question than before. */
static void draw_head(const struct prompt *p, const struct rows *note,
		      struct canvas *cv, struct rect at)
{
	struct strbuf text = STRBUF_INIT;

	if (asker(p)) {
		arguments_add_name(&text, slice_str(asker(p)));
		canvas_text(cv, at, at.x, at.y, strbuf_slice(&text), FACE_TOOL);
	}
	dialog_part_rows(cv, (struct rect){ at.x, at.y + 1, at.w, at.h - 1 },
			 note, 0);
	strbuf_release(&text);
}

/* The rows of the head; 0 if it has nothing to tell, or if it has no room, and
 * the text must be `noted`. */
static int head_rows(const struct prompt *p, const struct rows *note,
		     struct rect room, int cols, bool *noted)
{
	struct strbuf name = STRBUF_INIT;
	int rows = 0;

	if (asker(p))
		arguments_add_name(&name, slice_str(asker(p)));
	if (name.len || note->count)
		rows = 1 + (int)note->count;
	*noted = rows && (!dialog_part_has_head(room, rows) ||
			  width_text(strbuf_slice(&name)) > cols);
	strbuf_release(&name);
	return *noted ? 0 : rows;
}

static struct dialog_layout lay_out(struct dialog_inquiry *d,
				    const struct prompt *p,
				    const struct dialog_info *info,
				    struct canvas *cv, struct rect room)
{
	struct dialog_choices choices = { .count = 0 };
	struct strbuf title = STRBUF_INIT;
	struct rows note = ROWS_INIT;
	struct dialog_layout at;
	int cols = dialog_part_cols(room, MAX_COLS);
	size_t rows;
	bool noted;
	int head;

	d->picker.lines = info->lines;
	add_note(&note, d, p, cols);
	head = head_rows(p, &note, room, cols, &noted);
	if (cv && (d->text.cols != cols || d->text.noted != noted)) {
		d->text.noted = noted;
		make_text(d, p, info, cols, &d->text);
	}
	rows = rows_at(d, p, info, cols, noted);
	make_choices(&choices, d, p, info->count);
	strbuf_addf(&title, _("Question %zu of %zu"), info->index + 1,
		    info->count);
	at = dialog_part_frame(cv, room, cols, title.buf, head,
			       (int)(rows > ROWS_MOST ? ROWS_MOST : rows) + 1 +
				       wanted_rows(d, cols),
			       p, info, &choices);
	if (cv && head)
		draw_head(p, &note, cv, at.head);
	rows_release(&note);
	strbuf_release(&title);
	return at;
}

static struct dialog_place place(void *dialog, const struct prompt *p,
				 const struct dialog_info *info,
				 struct rect room)
{
	struct dialog_layout at;

	if (room.w < DIALOG_MIN_COLS || room.h < DIALOG_MIN_ROWS)
		return (struct dialog_place){ room, false };
	at = lay_out(dialog, p, info, NULL, room);
	return (struct dialog_place){ at.frame, at.whole };
}

static bool draw(void *dialog, const struct prompt *p,
		 const struct dialog_info *info, struct canvas *cv,
		 struct rect room)
{
	struct dialog_inquiry *d = dialog;
	struct dialog_layout at;
	struct rect question, answer;

	if (room.w < DIALOG_MIN_COLS || room.h < DIALOG_MIN_ROWS) {
		dialog_part_too_small(cv, room, _("Esc later"));
		return false;
	}
	at = lay_out(d, p, info, cv, room);
	if (default_is_cut(d, p, at.body.w, rows_for_answer(d, at.body.h))) {
		d->tells_default = true;
		dialog_text_clear(&d->text);
		at = lay_out(d, p, info, cv, room);
	}
	question = answer = at.body;
	answer.h = rows_for_answer(d, at.body.h);
	answer.y = at.body.y + at.body.h - answer.h;
	question.h = at.body.h - answer.h - 1;
	dialog_text_draw(&d->text, cv, question);
	canvas_hline(cv, at.in.x, at.body.y + at.body.h, at.in.w, FACE_BORDER);
	dialog_part_rules(cv, &at, question, &d->text);
	draw_answer(d, p, cv, answer);
	return true;
}

static bool written(void *dialog)
{
	struct dialog_inquiry *d = dialog;
	bool fresh = dialog_text_written(&d->text);

	return (dialog_inquiry_is_list(d) && picker_written(&d->picker)) ||
	       fresh;
}

static void rewritten(void *dialog)
{
	struct dialog_inquiry *d = dialog;

	dialog_text_rewritten(&d->text);
	if (dialog_inquiry_is_list(d))
		picker_rewritten(&d->picker);
}

static void arrived(void *dialog)
{
	struct dialog_inquiry *d = dialog;

	dialog_text_arrived(&d->text);
	if (dialog_inquiry_is_list(d))
		picker_arrived(&d->picker);
}

static size_t unseen(const void *dialog)
{
	const struct dialog_inquiry *d = dialog;
	size_t count = dialog_text_unseen(&d->text);
	size_t chosen = picker_chosen(&d->picker);

	if (d->kind != ANSWER_SELECT)
		return count;
	if (!d->checked && !d->own && chosen != SIZE_MAX)
		return count + !picker_is_seen(&d->picker, chosen);
	for (size_t i = 0; d->checked && i < d->picker.count; i++)
		count += d->checked[i] && !picker_is_seen(&d->picker, i);
	return count;
}

static void wheel(void *dialog, int rows)
{
	struct dialog_inquiry *d = dialog;

	/* If the whole question is visible, the wheel scrolls the list. */
	if (dialog_inquiry_is_list(d) && d->text.rows.count <= d->text.page)
		picker_wheel(&d->picker, rows < 0 ? -1 : 1);
	else
		dialog_text_wheel(&d->text, rows);
}

static void click(void *dialog, size_t row)
{
	struct dialog_inquiry *d = dialog;
	size_t chosen;

	if (!dialog_inquiry_is_list(d) || !picker_click(&d->picker, row))
		return;
	d->touched = true;
	chosen = picker_chosen(&d->picker);
	if (d->checked)
		d->checked[chosen] = !d->checked[chosen];
}

static void paste(void *dialog, struct slice text)
{
	struct dialog_inquiry *d = dialog;

	if (d->kind == ANSWER_SELECT && !d->own) {
		/* A paste may filter the list, never choose ("Approvals" 4). */
		picker_paste(&d->picker, text);
	} else if (d->kind != ANSWER_BOOLEAN) {
		editor_paste(&d->editor, text);
		d->touched = true;
	}
}

static struct editor *editor(void *dialog, const char **name)
{
	struct dialog_inquiry *d = dialog;

	*name = "answer.txt";
	return dialog_inquiry_writes(d) ? &d->editor : NULL;
}

static struct strbuf *problem(void *dialog)
{
	struct dialog_inquiry *d = dialog;

	return &d->problem;
}

const struct dialog_ops dialog_inquiry_ops = {
	.show = dialog_inquiry_show,
	.forget = dialog_inquiry_forget,
	.place = place,
	.draw = draw,
	.written = written,
	.rewritten = rewritten,
	.arrived = arrived,
	.unseen = unseen,
	.paste = paste,
	.wheel = wheel,
	.click = click,
	.writes = writes,
	.editor = editor,
	.problem = problem,
};
