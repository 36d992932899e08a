#include "config.h"

#include "ui/dialog/dialog-approval.h"

#include <stdlib.h>
#include <string.h>

#include "ui/text/sanitize.h"

void dialog_approval_init(struct dialog_approval *d)
{
	*d = (struct dialog_approval){ 0 };
	dialog_text_init(&d->text);
	dialog_text_init(&d->review);
	arguments_facts_init(&d->facts);
	editor_init(&d->editor);
	dialog_rule_init(&d->rule);
	strbuf_init(&d->problem);
}

void dialog_approval_release(struct dialog_approval *d)
{
	dialog_text_release(&d->text);
	dialog_text_release(&d->review);
	arguments_facts_release(&d->facts);
	editor_release(&d->editor);
	dialog_rule_release(&d->rule);
	dialog_kept_release(&d->kept);
	strbuf_release(&d->problem);
}

static void forget_text(struct dialog_approval *d)
{
	dialog_text_clear(&d->text);
	d->text.top = 0;
}

/* Keep a text that was begun when its field is left. */
static void keep_text(struct dialog_approval *d)
{
	enum approval_mode part =
		d->mode == APPROVAL_REVIEW ? APPROVAL_EDIT : d->mode;

	if (d->serial && (part == APPROVAL_EDIT || part == APPROVAL_REASON))
		dialog_kept_put(&d->kept, d->serial, d->revision, part,
				strbuf_slice(&d->editor.text));
}

static void show(void *dialog, const struct prompt *p)
{
	struct dialog_approval *d = dialog;

	if (d->serial == p->serial && d->revision == p->revision)
		return;
	/* The typed text was meant for the old arguments. */
	d->changed = d->serial == p->serial;
	if (!d->changed)
		keep_text(d);
	d->serial = p->serial;
	d->revision = p->revision;
	d->mode = APPROVAL_READ;
	d->raw = d->unfolded = false;
	strbuf_reset(&d->problem);
	forget_text(d);
}

static void forget(void *dialog, uint64_t serial)
{
	struct dialog_approval *d = dialog;

	dialog_kept_forget(&d->kept, serial);
	if (d->serial == serial)
		d->serial = 0;
}

void dialog_approval_mode(struct dialog_approval *d, const struct prompt *p,
			  enum approval_mode mode)
{
	enum approval_mode from = d->mode;
	struct slice kept;

	keep_text(d);
	d->mode = mode;
	strbuf_reset(&d->problem);
	dialog_text_clear(&d->review);
	d->review.top = 0;
	kept = dialog_kept_text(&d->kept, d->serial, d->revision, mode);
	if (mode == APPROVAL_EDIT && from == APPROVAL_READ) {
		d->editor.one_line = false;
		editor_set(&d->editor,
			   kept.len ? kept
				    : slice_of(p->event.arguments,
					       p->event.arguments_len));
	} else if (mode == APPROVAL_REASON) {
		d->editor.one_line = true;
		editor_set(&d->editor, kept);
	}
}

void dialog_approval_raw(struct dialog_approval *d)
{
	d->raw = !d->raw;
	forget_text(d);
}

void dialog_approval_unfold(struct dialog_approval *d)
{
	d->unfolded = !d->unfolded;
	forget_text(d);
}

/* The text that is on the screen; NULL: an editor or a list covers it. */
static struct dialog_text *text_shown(struct dialog_approval *d)
{
	return dialog_approval_reads(d) ? dialog_approval_text(d) : NULL;
}

static bool written(void *dialog)
{
	struct dialog_text *text = text_shown(dialog);

	return text && dialog_text_written(text);
}

static void rewritten(void *dialog)
{
	struct dialog_text *text = text_shown(dialog);

	if (text)
		dialog_text_rewritten(text);
}

static void arrived(void *dialog)
{
	struct dialog_text *text = text_shown(dialog);

	if (text)
		dialog_text_arrived(text);
}

/* A text that is covered stays where it was read. */
static void wheel(void *dialog, int rows)
{
	struct dialog_approval *d = dialog;
	struct dialog_text *text = text_shown(d);
	struct key step = { .sym = rows < 0 ? KEY_SYM_UP : KEY_SYM_DOWN };

	if (text)
		dialog_text_wheel(text, rows);
	else if (d->mode == APPROVAL_RULE)
		dialog_rule_wheel(&d->rule, rows);
	for (int i = 0; d->mode == APPROVAL_EDIT && i < abs(rows); i++)
		editor_key(&d->editor, step);
}

static void click(void *dialog, size_t row)
{
	struct dialog_approval *d = dialog;

	if (d->mode == APPROVAL_RULE)
		dialog_rule_click(&d->rule, row);
}

bool dialog_approval_scroll(struct dialog_approval *d, struct key key)
{
	return dialog_text_scroll(dialog_approval_text(d), key);
}

static size_t unseen(const void *dialog)
{
	const struct dialog_approval *d = dialog;
	size_t folded = d->mode == APPROVAL_READ && !d->raw && !d->unfolded
				? d->facts.folded_rows
				: 0;

	return folded + dialog_text_unseen(dialog_approval_reviews(d)
						   ? &d->review
						   : &d->text);
}

static bool writes(const void *dialog)
{
	const struct dialog_approval *d = dialog;

	return d->mode != APPROVAL_READ;
}

static struct editor *editor(void *dialog, const char **name)
{
	struct dialog_approval *d = dialog;

	if (d->mode != APPROVAL_EDIT && d->mode != APPROVAL_REASON)
		return NULL;
	*name = d->mode == APPROVAL_EDIT ? "arguments.json" : "reason.txt";
	return &d->editor;
}

static void paste(void *dialog, struct slice text)
{
	struct dialog_approval *d = dialog;
	const char *name;

	if (d->mode == APPROVAL_RULE)
		dialog_rule_paste(&d->rule, text);
	else if (editor(d, &name))
		editor_paste(&d->editor, text);
}

static struct strbuf *problem(void *dialog)
{
	struct dialog_approval *d = dialog;

	return &d->problem;
}

const struct dialog_ops dialog_approval_ops = {
	.show = show,
	.forget = forget,
	.place = dialog_approval_place,
	.draw = dialog_approval_draw,
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
