#include "config.h"

#include "ui/view/dialog-part.h"

#include <string.h>

#include "src/base/i18n.h"
#include "src/base/timestamp.h"
#include "ui/text/sanitize.h"
#include "ui/text/width.h"

/* " · times out in 40s, then approve": the person must know. */
static void add_deadline(struct strbuf *out, const struct prompt *p,
			 int64_t now_ms)
{
	struct strbuf left = STRBUF_INIT, fallback = STRBUF_INIT;

	if (p->deadline_ms == TIMESTAMP_NONE)
		return;
	timestamp_add_age(&left, p->deadline_ms - now_ms);
	sanitize_line(&fallback, slice_str(p->fallback));
	strbuf_addstr(out, ", ");
	if (fallback.len)
		strbuf_addf(out, _("in %s the host will: %s"), left.buf,
			    fallback.buf);
	else
		strbuf_addf(out, _("the host waits %s more"), left.buf);
	strbuf_release(&left);
	strbuf_release(&fallback);
}

void dialog_part_origin(struct canvas *cv, struct rect in,
			const struct prompt *p, const struct dialog_info *info)
{
	struct strbuf text = STRBUF_INIT, age = STRBUF_INIT;
	int right;

	timestamp_add_age(&age, info->now_ms - p->since_ms);
	strbuf_addf(&text, _("waiting %s"), age.buf);
	add_deadline(&text, p, info->now_ms);
	right = width_text(strbuf_slice(&text));
	canvas_text(cv, in, in.x + in.w - right, in.y, strbuf_slice(&text),
		    FACE_WAITING);
	strbuf_reset(&text);
	strbuf_reset(&age);
	sanitize_line(&age, slice_str(info->conversation));
	if (info->host) {
		strbuf_addstr(&age, " @ ");
		sanitize_line(&age, slice_str(info->host));
	}
	width_elide(&text, strbuf_slice(&age), in.w - right - 2);
	canvas_text(cv, in, in.x, in.y, strbuf_slice(&text), FACE_BOLD);
	strbuf_release(&text);
	strbuf_release(&age);
}

void dialog_part_choices(struct canvas *cv, struct rect in,
			 const struct dialog_choice *choices, size_t count,
			 const char *without, const struct dialog_info *info)
{
	int y = in.y + in.h - 2, x = in.x;

	for (size_t i = 0; i < count; i++) {
		const struct dialog_choice *c = &choices[i];
		bool dim = c->allows && !info->open;
		int width;

		if (without && !strcmp(without, c->key))
			continue;
		width = width_text(slice_str(c->key)) + 1 +
			width_text(slice_str(_(c->word)));
		if (x + width > in.x + in.w)
			break;
		x += canvas_text(cv, in, x, y, slice_str(c->key),
				 dim ? FACE_DIALOG_DIM : FACE_KEY);
		x++;
		x += canvas_text(cv, in, x, y, slice_str(_(c->word)),
				 dim ? FACE_DIALOG_DIM : FACE_DIALOG);
		x += 2;
	}
	if (info->note)
		canvas_text(cv, in, in.x, y + 1, slice_str(info->note),
			    info->open ? FACE_OK : FACE_WAITING);
}

void dialog_part_rule(struct canvas *cv, struct rect in, int y, size_t hidden,
		      const char *word)
{
	struct strbuf text = STRBUF_INIT;
	int width;

	canvas_hline(cv, in.x, y, in.w, FACE_BORDER);
	if (!hidden)
		return;
	strbuf_addf(&text, " %zu %s ", hidden, word ? word : _("more above"));
	width = width_text(strbuf_slice(&text));
	canvas_text(cv, in, in.x + in.w - width - 1, y, strbuf_slice(&text),
		    FACE_WAITING);
	strbuf_release(&text);
}

void dialog_part_rows(struct canvas *cv, struct rect at,
		      const struct rows *rows, size_t top)
{
	for (int y = 0; y < at.h && top + (size_t)y < rows->count; y++) {
		const struct row *row = &rows->rows[top + (size_t)y];
		int x = at.x + row->indent;

		for (size_t i = 0; i < row->span_count; i++) {
			const struct span *s =
				&rows->spans[row->first_span + i];

			x += canvas_text(
				cv, at, x, at.y + y,
				slice_of(rows->text.buf + s->start, s->len),
				s->face);
		}
	}
}

void dialog_part_too_small(struct canvas *cv, struct rect room)
{
	canvas_fill(cv, room, FACE_DIALOG);
	canvas_text(cv, room, room.x, room.y,
		    slice_str(_("Too small to read, so nothing can be "
				"approved.")),
		    FACE_WAITING);
	canvas_text(cv, room, room.x, room.y + 1,
		    slice_str(_("n reject  Esc later")), FACE_DIALOG);
}

static bool is_char(struct key key, uint32_t ch, unsigned mods)
{
	return key.sym == KEY_SYM_NONE && key.ch == ch && key.mods == mods;
}

bool dialog_part_scroll(struct key key, size_t rows, size_t page, size_t *top)
{
	size_t last = rows > page ? rows - page : 0;
	size_t half = page > 1 ? page / 2 : 1;
	long by;

	if (key.sym == KEY_SYM_DOWN || is_char(key, 'j', 0))
		by = 1;
	else if (key.sym == KEY_SYM_UP || is_char(key, 'k', 0))
		by = -1;
	else if (key.sym == KEY_SYM_PAGE_DOWN || is_char(key, ' ', 0))
		by = (long)page;
	else if (key.sym == KEY_SYM_PAGE_UP)
		by = -(long)page;
	else if (is_char(key, 'd', KEY_CTRL))
		by = (long)half;
	else if (is_char(key, 'u', KEY_CTRL))
		by = -(long)half;
	else if (key.sym == KEY_SYM_HOME || is_char(key, 'g', 0))
		by = -(long)*top;
	else if (key.sym == KEY_SYM_END || is_char(key, 'G', 0))
		by = (long)last;
	else
		return false;
	if (by < 0 && (size_t)-by > *top)
		*top = 0;
	else
		*top += (size_t)by;
	if (*top > last)
		*top = last;
	return true;
}
