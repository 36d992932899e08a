#include "config.h"

#include "ui/dialog/dialog-inquiry.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/i18n.h"
#include "src/base/xalloc.h"

/* Answering a question by keys, or by a line. */

static enum inquiry_result boolean_key(struct dialog_inquiry *d,
				       const struct prompt *p, struct key key,
				       struct strbuf *answer)
{
	if (key_is(key, 'y', 0) || key_is(key, 'n', 0)) {
		strbuf_addstr(answer, key.ch == 'y' ? "true" : "false");
		return INQUIRY_ANSWER;
	}
	/* An Enter that was meant for something else must not answer. */
	if (key_is_sym(key, KEY_SYM_ENTER) && d->touched &&
	    p->event.answer_default) {
		strbuf_addstr(answer, p->event.answer_default);
		return INQUIRY_ANSWER;
	}
	if (dialog_text_scroll(&d->text, key)) {
		d->touched = true;
		return INQUIRY_MOVED;
	}
	return INQUIRY_IGNORED;
}

/* Append all that are checked, each as it was received. */
static void add_checked(const struct dialog_inquiry *d, const struct event *e,
			struct strbuf *answer)
{
	bool first = true;

	strbuf_addch(answer, '[');
	for (size_t i = 0; i < e->option_count; i++) {
		if (!d->checked[i])
			continue;
		if (!first)
			strbuf_addch(answer, ',');
		strbuf_addstr(answer, e->options[i].value);
		first = false;
	}
	strbuf_addch(answer, ']');
}

static enum inquiry_result select_key(struct dialog_inquiry *d,
				      const struct prompt *p, struct key key,
				      struct strbuf *answer)
{
	size_t chosen = picker_chosen(&d->picker);

	if (key_is_sym(key, KEY_SYM_ENTER)) {
		if (!d->touched || (!d->checked && chosen == SIZE_MAX))
			return INQUIRY_IGNORED;
		if (d->checked)
			add_checked(d, &p->event, answer);
		else
			strbuf_addstr(answer, p->event.options[chosen].value);
		return INQUIRY_ANSWER;
	}
	if (d->checked && key_is(key, ' ', 0)) {
		if (chosen != SIZE_MAX)
			d->checked[chosen] = !d->checked[chosen];
		d->touched = true;
		return INQUIRY_MOVED;
	}
	if (picker_key(&d->picker, key) == PICKER_CHANGED) {
		d->touched = true;
		return INQUIRY_MOVED;
	}
	return INQUIRY_IGNORED;
}

/* Append the free text, together with the checked options. */
static void add_own(const struct dialog_inquiry *d, const struct event *e,
		    struct strbuf *answer)
{
	if (!d->checked) {
		json_write_string(answer, strbuf_slice(&d->editor.text));
		return;
	}
	add_checked(d, e, answer);
	strbuf_setlen(answer, answer->len - 1);
	if (answer->buf[answer->len - 1] != '[')
		strbuf_addch(answer, ',');
	json_write_string(answer, strbuf_slice(&d->editor.text));
	strbuf_addch(answer, ']');
}

static enum inquiry_result text_key(struct dialog_inquiry *d,
				    const struct prompt *p, struct key key,
				    struct strbuf *answer)
{
	struct slice text = strbuf_slice(&d->editor.text);

	if (key_is_sym(key, KEY_SYM_ENTER)) {
		if (!d->touched)
			return INQUIRY_IGNORED;
		if (d->own) {
			if (!text.len)
				return INQUIRY_IGNORED;
			add_own(d, &p->event, answer);
			return INQUIRY_ANSWER;
		}
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
	/* The question scrolls even if letters go to an answer. */
	if (d->kind != ANSWER_BOOLEAN &&
	    (key.sym == KEY_SYM_PAGE_DOWN || key.sym == KEY_SYM_PAGE_UP) &&
	    (d->kind != ANSWER_SELECT || dialog_text_unseen(&d->text) ||
	     d->text.rows.count > d->text.page)) {
		dialog_text_scroll(&d->text, key);
		return INQUIRY_MOVED;
	}
	if (d->kind == ANSWER_SELECT && p->event.other &&
	    key_is_sym(key, KEY_SYM_TAB)) {
		d->own = !d->own;
		d->touched = true;
		return INQUIRY_MOVED;
	}
	if (d->own)
		return text_key(d, p, key, answer);
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
	return text_key(d, p, key, answer);
}

/* The number of an option, from 1; 0: it is not one. */
static size_t number_of(const struct dialog_inquiry *d, struct slice said)
{
	size_t n = 0;

	for (size_t i = 0; i < said.len; i++) {
		if (said.ptr[i] < '0' || said.ptr[i] > '9' ||
		    n > d->picker.count)
			return 0;
		n = 10 * n + (size_t)(said.ptr[i] - '0');
	}
	return n <= d->picker.count ? n : 0;
}

/* The option with this name or number, or the only one that matches this;
 * otherwise SIZE_MAX, with the number of matches in `said_count`. */
static size_t option_said(struct dialog_inquiry *d, struct slice said)
{
	size_t found = SIZE_MAX;

	d->said_count = 1;
	said = slice_trim(said);
	for (size_t i = 0; i < d->picker.count; i++)
		if (slice_is(said, d->picker.labels[i]))
			return i;
	if (number_of(d, said))
		return number_of(d, said) - 1;
	picker_filter(&d->picker, said);
	d->said_count = said.len ? d->picker.match_count : 0;
	if (d->said_count == 1)
		found = d->picker.matches[0];
	/* The filter must not narrow the next line. */
	picker_filter(&d->picker, SLICE(""));
	return found;
}

static bool choose_said(struct dialog_inquiry *d, struct slice said)
{
	size_t option = option_said(d, said);

	if (option == SIZE_MAX)
		return false;
	picker_select(&d->picker, option);
	if (d->checked)
		d->checked[option] = true;
	return true;
}

static bool choose_all_said(struct dialog_inquiry *d, struct slice said)
{
	/* A name may contain commas. */
	if (choose_said(d, said))
		return true;
	while (d->checked && said.len) {
		const char *comma = memchr(said.ptr, ',', said.len);
		size_t len = comma ? (size_t)(comma - said.ptr) : said.len;

		if (!choose_said(d, slice_of(said.ptr, len)))
			return false;
		said = slice_skip(said, len + (comma != NULL));
	}
	return d->checked != NULL;
}

/* Replaces the default. */
static bool list_said(struct dialog_inquiry *d, struct slice said)
{
	if (d->checked)
		memset(d->checked, 0, d->picker.count * sizeof(*d->checked));
	return choose_all_said(d, said);
}

/* "other TEXT", unless it is an option. */
static bool own_said(struct dialog_inquiry *d, const struct prompt *p,
		     struct slice said)
{
	const char *blank = memchr(said.ptr, ' ', said.len);
	struct slice word =
		slice_of(said.ptr, blank ? (size_t)(blank - said.ptr) : 0);

	/* TRANSLATORS: said as a line in front of an answer of one's own, one
	 * word. The English one works, too. */
	if (!p->event.other ||
	    (!slice_is(word, "other") && !slice_is(word, C_("said", "other"))))
		return false;
	for (size_t i = 0; i < d->picker.count; i++)
		if (slice_is(said, d->picker.labels[i]))
			return false;
	d->own = true;
	for (size_t i = 0; d->checked && i < d->picker.count; i++)
		d->checked[i] = false;
	editor_set(&d->editor, slice_skip_blanks(slice_skip(said, word.len)));
	return true;
}

enum inquiry_result dialog_inquiry_say(struct dialog_inquiry *d,
				       const struct prompt *p,
				       struct slice said, struct strbuf *answer)
{
	const struct key enter = { .sym = KEY_SYM_ENTER };
	struct key letter = { .ch = slice_is(said, "y") ? 'y' : 'n' };

	if (!said.len || d->kind != ANSWER_BOOLEAN)
		d->touched = true;
	if (!said.len)
		return dialog_inquiry_key(d, p, enter, answer);
	if (d->kind == ANSWER_BOOLEAN)
		return slice_is(said, "y") || slice_is(said, "n")
			       ? boolean_key(d, p, letter, answer)
			       : INQUIRY_IGNORED;
	if (d->kind == ANSWER_SELECT)
		d->own = false;
	if (d->kind == ANSWER_SELECT && own_said(d, p, said))
		return text_key(d, p, enter, answer);
	if (dialog_inquiry_is_list(d))
		return list_said(d, said) ? select_key(d, p, enter, answer)
					  : INQUIRY_IGNORED;
	editor_set(&d->editor, said);
	strbuf_reset(&d->problem);
	return text_key(d, p, enter, answer);
}
