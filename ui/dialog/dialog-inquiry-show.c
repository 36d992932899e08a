#include "config.h"

#include "ui/dialog/dialog-inquiry.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "src/base/xalloc.h"

/* What a question begins with: its default, or what was begun before. */

/* Whether the value is the default, or one of several. */
static bool is_default(const struct event *e, const char *value)
{
	struct slice all = slice_str(e->answer_default);
	struct json_walk walk = json_walk_begin(all);
	struct json_member m;

	if (slice_is(all, value))
		return true;
	while (e->multi && json_walk_next(&walk, &m)) {
		if (slice_is(m.value, value))
			return true;
	}
	return false;
}

static bool has_digits(const struct event *e)
{
	for (size_t i = 0; i < e->option_count; i++)
		if (strpbrk(e->options[i].label, "0123456789"))
			return true;
	return false;
}

static void fill_picker(struct dialog_inquiry *d, const struct prompt *p)
{
	const struct event *e = &p->event;

	picker_release(&d->picker);
	picker_init(&d->picker);
	free(d->checked);
	d->checked = e->multi
			     ? xcalloc(e->option_count + 1, sizeof(*d->checked))
			     : NULL;
	for (size_t i = 0; i < e->option_count; i++)
		picker_add(&d->picker, slice_str(e->options[i].label),
			   slice_str(e->options[i].description));
	picker_start(&d->picker);
	/* If a label contains digits, digits filter by name. */
	d->picker.digits = !has_digits(e);
	d->picker.checked = d->checked;
}

static void choose_default(struct dialog_inquiry *d, const struct prompt *p)
{
	const struct event *e = &p->event;

	d->default_option = SIZE_MAX;
	for (size_t i = 0; i < e->option_count; i++) {
		bool chosen = is_default(e, e->options[i].value);

		if (chosen)
			d->default_option = i;
		if (d->checked)
			d->checked[i] = chosen;
	}
	if (d->default_option != SIZE_MAX)
		picker_select(&d->picker, d->default_option);
}

void dialog_inquiry_add_default(struct strbuf *text, const struct event *e)
{
	struct slice value = slice_str(e->answer_default);

	if (e->answer_kind == ANSWER_OTHER)
		strbuf_addslice(text, value);
	else if (e->answer_kind == ANSWER_TEXT)
		json_string_add(text, value);
}

static void fill_editor(struct dialog_inquiry *d, const struct prompt *p)
{
	struct strbuf text = STRBUF_INIT;

	dialog_inquiry_add_default(&text, &p->event);
	d->editor.secret = d->kind == ANSWER_SECRET;
	d->editor.one_line = d->kind == ANSWER_SECRET;
	editor_set(&d->editor, strbuf_slice(&text));
	strbuf_release(&text);
}

void dialog_inquiry_untouch(struct dialog_inquiry *d, const struct prompt *p)
{
	d->touched = d->own = false;
	if (d->kind == ANSWER_SELECT)
		choose_default(d, p);
	if (d->kind != ANSWER_BOOLEAN)
		fill_editor(d, p);
}

enum { KEPT_TEXT, KEPT_OWN, KEPT_CHECKED };

static void keep(struct dialog_inquiry *d)
{
	dialog_kept_forget(&d->kept, d->serial);
	if (!d->serial || d->kind == ANSWER_SECRET)
		return;
	if (dialog_inquiry_writes(d))
		dialog_kept_put(&d->kept, d->serial, d->revision,
				d->own ? KEPT_OWN : KEPT_TEXT,
				strbuf_slice(&d->editor.text));
	if (d->kind == ANSWER_SELECT && d->checked)
		dialog_kept_put(&d->kept, d->serial, d->revision, KEPT_CHECKED,
				slice_of((const char *)d->checked,
					 d->picker.count * sizeof(bool)));
}

static struct slice kept(const struct dialog_inquiry *d, int part)
{
	return dialog_kept_text(&d->kept, d->serial, d->revision, part);
}

static void restore(struct dialog_inquiry *d)
{
	struct slice own = kept(d, KEPT_OWN), text = kept(d, KEPT_TEXT);
	struct slice checked = kept(d, KEPT_CHECKED);

	d->own = own.len > 0;
	if (own.len || text.len)
		editor_set(&d->editor, own.len ? own : text);
	if (checked.len && checked.len == d->picker.count * sizeof(bool))
		memcpy(d->checked, checked.ptr, checked.len);
}

void dialog_inquiry_show(void *dialog, const struct prompt *p)
{
	struct dialog_inquiry *d = dialog;

	if (d->serial == p->serial && d->revision == p->revision)
		return;
	d->changed = d->serial == p->serial;
	if (!d->changed)
		keep(d);
	d->serial = p->serial;
	d->revision = p->revision;
	d->kind = p->event.answer_kind;
	d->text.top = 0;
	d->tells_default = false;
	dialog_text_clear(&d->text);
	strbuf_reset(&d->problem);
	if (d->kind == ANSWER_SELECT)
		fill_picker(d, p);
	dialog_inquiry_untouch(d, p);
	restore(d);
}

void dialog_inquiry_forget(void *dialog, uint64_t serial)
{
	struct dialog_inquiry *d = dialog;

	dialog_kept_forget(&d->kept, serial);
	if (d->serial == serial)
		d->serial = 0;
}
