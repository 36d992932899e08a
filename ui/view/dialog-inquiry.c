#include "config.h"

#include "ui/view/dialog-inquiry.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "ui/text/sanitize.h"
#include "ui/view/bars.h"
#include "ui/view/dialog-part.h"

#define MAX_COLS 100

void dialog_inquiry_init(struct dialog_inquiry *d)
{
	*d = (struct dialog_inquiry){ .default_option = SIZE_MAX };
	rows_init(&d->rows);
	picker_init(&d->picker);
	editor_init(&d->editor);
	strbuf_init(&d->problem);
}

void dialog_inquiry_release(struct dialog_inquiry *d)
{
	rows_release(&d->rows);
	picker_release(&d->picker);
	editor_release(&d->editor);
	strbuf_release(&d->problem);
}

static void fill_picker(struct dialog_inquiry *d, const struct prompt *p)
{
	const struct event *e = &p->event;

	picker_release(&d->picker);
	picker_init(&d->picker);
	d->default_option = SIZE_MAX;
	for (size_t i = 0; i < e->option_count; i++) {
		const struct inquiry_option *o = &e->options[i];

		picker_add(&d->picker, slice_str(o->label),
			   slice_str(o->description));
		if (e->answer_default && !strcmp(e->answer_default, o->value))
			d->default_option = i;
	}
	picker_start(&d->picker);
	if (d->default_option != SIZE_MAX)
		picker_select(&d->picker, d->default_option);
}

static void fill_editor(struct dialog_inquiry *d, const struct prompt *p)
{
	struct strbuf text = STRBUF_INIT;
	struct slice value = slice_str(p->event.answer_default);

	if (d->kind == ANSWER_OTHER)
		strbuf_addslice(&text, value);
	else if (d->kind == ANSWER_TEXT)
		json_string_add(&text, value);
	d->editor.secret = d->kind == ANSWER_SECRET;
	d->editor.one_line = d->kind == ANSWER_SECRET;
	editor_set(&d->editor, strbuf_slice(&text));
	strbuf_release(&text);
}

void dialog_inquiry_show(struct dialog_inquiry *d, const struct prompt *p)
{
	if (d->serial == p->serial && d->revision == p->revision)
		return;
	d->changed = d->serial == p->serial;
	d->serial = p->serial;
	d->revision = p->revision;
	d->kind = p->event.answer_kind;
	d->touched = false;
	d->top = 0;
	d->end_seen = false;
	d->rows_cols = 0;
	strbuf_reset(&d->problem);
	if (d->kind == ANSWER_SELECT)
		fill_picker(d, p);
	else if (d->kind != ANSWER_BOOLEAN)
		fill_editor(d, p);
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
		strbuf_addf(&text, _("The default is: %s"), default_word(p));
		canvas_text(cv, at, at.x, at.y, strbuf_slice(&text), FACE_DIM);
	}
	strbuf_release(&text);
}

static void draw_answer(struct dialog_inquiry *d, const struct prompt *p,
			struct canvas *cv, struct rect at)
{
	if (d->problem.len) {
		canvas_text(cv, at, at.x, at.y + at.h - 1,
			    strbuf_slice(&d->problem), FACE_ERROR);
		at.h--;
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

static const struct dialog_choice YES_NO[] = {
	{ "y", N_("yes"), true },
	{ "n", N_("no"), true },
	{ "Enter", N_("default"), true },
	{ "Esc", N_("later"), false },
};
static const struct dialog_choice CHOOSE[] = {
	{ "Enter", N_("answer with the selected"), true },
	{ "Esc", N_("later"), false },
};
static const struct dialog_choice WRITE[] = {
	{ "Enter", N_("send"), true },
	{ "M-Enter", N_("new line"), false },
	{ "Esc", N_("later"), false },
};

/* Rows for the question and for the answer out of `rows`. */
static int answer_rows(const struct dialog_inquiry *d, int rows)
{
	int want = d->kind == ANSWER_BOOLEAN ? 1 : 3;

	if (d->kind == ANSWER_SELECT && d->picker.count < 20)
		want = (int)d->picker.count + 2;
	else if (d->kind == ANSWER_SELECT)
		want = 20;
	if (d->problem.len)
		want++;
	if (want > rows / 2 && rows - want < (int)d->rows.count)
		want = rows / 2;
	return want < 1 ? 1 : want;
}

bool dialog_inquiry_draw(struct dialog_inquiry *d, const struct prompt *p,
			 const struct dialog_info *info, struct canvas *cv,
			 struct rect room)
{
	struct strbuf title = STRBUF_INIT;
	struct rect in, body, answer;
	int cols = room.w < MAX_COLS ? room.w : MAX_COLS;
	int rows;

	if (room.w < DIALOG_MIN_COLS || room.h < DIALOG_MIN_ROWS) {
		dialog_part_too_small(cv, room);
		return false;
	}
	if (d->rows_cols != cols - 4) {
		rows_clear(&d->rows);
		arguments_text_rows(&d->rows, slice_str(p->event.text),
				    cols - 4, &d->facts);
		d->rows_cols = cols - 4;
		d->end_seen = false;
	}
	rows = (int)(d->rows.count > 1000 ? 1000 : d->rows.count) + 7 +
	       answer_rows(d, room.h - 7);
	if (rows > room.h)
		rows = room.h;
	if (rows < DIALOG_MIN_ROWS)
		rows = DIALOG_MIN_ROWS;
	strbuf_addf(&title, _("Question %zu of %zu"), info->index + 1,
		    info->count);
	in = dialog_frame(cv, room, cols, rows, title.buf);
	strbuf_release(&title);
	in.x++;
	in.w -= 2;
	answer = in;
	answer.h = answer_rows(d, in.h - 5);
	answer.y = in.y + in.h - 2 - answer.h;
	body = in;
	body.y += 2;
	body.h = answer.y - 1 - body.y;
	d->page = body.h > 0 ? (size_t)body.h : 1;
	dialog_part_origin(cv, in, p, info);
	dialog_part_rule(cv, in, in.y + 1, d->top, NULL);
	dialog_part_rows(cv, body, &d->rows, d->top);
	if (d->top + d->page >= d->rows.count)
		d->end_seen = true;
	dialog_part_rule(cv, in, answer.y - 1,
			 d->rows.count > d->top + d->page
				 ? d->rows.count - d->top - d->page
				 : 0,
			 _("more below"));
	draw_answer(d, p, cv, answer);
	if (d->kind == ANSWER_BOOLEAN)
		dialog_part_choices(
			cv, in, YES_NO, 4,
			p->event.answer_default && d->touched ? NULL : "Enter",
			info);
	else if (d->kind == ANSWER_SELECT)
		dialog_part_choices(cv, in, CHOOSE, 2, NULL, info);
	else
		dialog_part_choices(cv, in, WRITE, 3, NULL, info);
	return true;
}

void dialog_inquiry_wheel(struct dialog_inquiry *d, int rows)
{
	struct key key = { .sym = rows > 0 ? KEY_SYM_DOWN : KEY_SYM_UP };

	for (int i = 0; i < abs(rows); i++)
		dialog_part_scroll(key, d->rows.count, d->page, &d->top);
}

void dialog_inquiry_paste(struct dialog_inquiry *d, struct slice text)
{
	if (d->kind == ANSWER_SELECT) {
		/* It may narrow the list; it does not choose ("Approvals" 4). */
		picker_paste(&d->picker, text);
	} else if (d->kind != ANSWER_BOOLEAN) {
		editor_paste(&d->editor, text);
		d->touched = true;
	}
}

static bool is_plain(struct key key, uint32_t ch)
{
	return key.sym == KEY_SYM_NONE && key.ch == ch && !key.mods;
}

static bool is_enter(struct key key)
{
	return key.sym == KEY_SYM_ENTER && !key.mods;
}

static enum inquiry_result boolean_key(struct dialog_inquiry *d,
				       const struct prompt *p, struct key key,
				       struct strbuf *answer)
{
	if (is_plain(key, 'y') || is_plain(key, 'n')) {
		strbuf_addstr(answer, key.ch == 'y' ? "true" : "false");
		return INQUIRY_ANSWER;
	}
	/* An Enter that was meant for something else must answer nothing. */
	if (is_enter(key) && d->touched && p->event.answer_default) {
		strbuf_addstr(answer, p->event.answer_default);
		return INQUIRY_ANSWER;
	}
	if (dialog_part_scroll(key, d->rows.count, d->page, &d->top)) {
		d->touched = true;
		return INQUIRY_MOVED;
	}
	return INQUIRY_IGNORED;
}

static enum inquiry_result select_key(struct dialog_inquiry *d,
				      const struct prompt *p, struct key key,
				      struct strbuf *answer)
{
	size_t chosen;

	if (is_enter(key)) {
		chosen = picker_chosen(&d->picker);
		if (!d->touched || chosen == SIZE_MAX)
			return INQUIRY_IGNORED;
		strbuf_addstr(answer, p->event.options[chosen].value);
		return INQUIRY_ANSWER;
	}
	if (picker_key(&d->picker, key) == PICKER_CHANGED) {
		d->touched = true;
		return INQUIRY_MOVED;
	}
	return INQUIRY_IGNORED;
}

static enum inquiry_result text_key(struct dialog_inquiry *d, struct key key,
				    struct strbuf *answer)
{
	struct slice text = strbuf_slice(&d->editor.text);

	if (is_enter(key)) {
		if (!d->touched)
			return INQUIRY_IGNORED;
		if (d->kind != ANSWER_OTHER) {
			json_write_string(answer, text);
			return INQUIRY_ANSWER;
		}
		if (json_check(text, NULL, &d->problem))
			return INQUIRY_MOVED;
		strbuf_addslice(answer, text);
		return INQUIRY_ANSWER;
	}
	if (editor_key(&d->editor, key) != EDITOR_IGNORED) {
		d->touched = true;
		strbuf_reset(&d->problem);
		return INQUIRY_MOVED;
	}
	return INQUIRY_IGNORED;
}

enum inquiry_result dialog_inquiry_key(struct dialog_inquiry *d,
				       const struct prompt *p, struct key key,
				       struct strbuf *answer)
{
	/* The question scrolls also where letters go to an answer. */
	if (d->kind != ANSWER_BOOLEAN &&
	    (key.sym == KEY_SYM_PAGE_DOWN || key.sym == KEY_SYM_PAGE_UP) &&
	    (d->kind != ANSWER_SELECT || d->rows.count > d->page)) {
		dialog_part_scroll(key, d->rows.count, d->page, &d->top);
		return INQUIRY_MOVED;
	}
	switch (d->kind) {
	case ANSWER_BOOLEAN:
		return boolean_key(d, p, key, answer);
	case ANSWER_SELECT:
		return select_key(d, p, key, answer);
	case ANSWER_TEXT:
	case ANSWER_SECRET:
	case ANSWER_OTHER:
		break;
	}
	return text_key(d, key, answer);
}
