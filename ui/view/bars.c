#include "config.h"

#include "ui/view/bars.h"

#include <assert.h>
#include <string.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "ui/text/sanitize.h"
#include "ui/text/source.h"
#include "ui/text/width.h"

#define HINT_GAP 2 /* columns between two hints */

void hint_click(struct canvas *cv, struct rect clip, int x, int y,
		struct slice keys, int word_cols)
{
	bool one = !memchr(keys.ptr, ' ', keys.len);

	if (y < clip.y || y >= clip.y + clip.h)
		return;
	while (keys.len) {
		const char *end = memchr(keys.ptr, ' ', keys.len);
		struct slice shown = slice_of(
			keys.ptr, end ? (size_t)(end - keys.ptr) : keys.len);
		int cols = width_text(shown);
		struct rect at = { x, y, one ? cols + 1 + word_cols : cols, 1 };
		struct key key;

		if (at.w > clip.x + clip.w - x)
			at.w = clip.x + clip.w - x;
		if (key_parse_shown(shown, &key))
			canvas_click_key(cv, at, key);
		x += cols + 1;
		keys = slice_skip(keys, shown.len + (end != NULL));
	}
}

void hint_click_command(struct canvas *cv, struct rect at,
			const struct keymap *keymap, enum command_id command)
{
	struct strbuf text = STRBUF_INIT;
	struct key key;

	if (command != COMMAND_NONE)
		keymap_first_key(&text, keymap, command);
	if (key_parse_shown(strbuf_slice(&text), &key))
		canvas_click_key(cv, at, key);
	strbuf_release(&text);
}

/* A piece of the top line. */
struct part {
	struct strbuf text;
	enum face face;
	int gap;  /* blank columns before it */
	int rank; /* the highest is dropped first if there is no room */
	int cols;
	struct slice key; /* the key that a click on it stands for */
};

struct parts {
	struct part list[8];
	size_t count;
};

static void add_part(struct parts *parts, const char *text, enum face face,
		     int gap, int rank)
{
	struct part *part;

	if (!text || !*text)
		return;
	assert(parts->count < ARRAY_SIZE(parts->list));
	part = &parts->list[parts->count++];
	*part = (struct part){ STRBUF_INIT, face, gap, rank, 0, SLICE("") };
	sanitize_line(&part->text, slice_str(text));
	part->cols = width_text(strbuf_slice(&part->text));
}

static void drop_part(struct parts *parts, size_t at)
{
	strbuf_release(&parts->list[at].text);
	parts->count--;
	memmove(&parts->list[at], &parts->list[at + 1],
		(parts->count - at) * sizeof(parts->list[0]));
}

/* Drop the least important parts until the rest, or one part, fits. */
static void fit_parts(struct parts *parts, int cols)
{
	for (;;) {
		int sum = 0;
		size_t least = 0;

		if (parts->count)
			parts->list[0].gap = 1;
		for (size_t i = 0; i < parts->count; i++) {
			sum += parts->list[i].gap + parts->list[i].cols;
			if (parts->list[i].rank > parts->list[least].rank)
				least = i;
		}
		if (sum <= cols || parts->count < 2)
			return;
		drop_part(parts, least);
	}
}

/* " ! 2 waiting (a) ", as a badge in its own colour. */
static void add_waiting(struct parts *parts, size_t count, const char *key,
			const char *click)
{
	struct strbuf text = STRBUF_INIT;

	if (!count)
		return;
	strbuf_addstr(&text, " ! ");
	strbuf_addf(&text, Q_("%zu waiting", "%zu waiting", count), count);
	if (key && *key)
		strbuf_addf(&text, " (%s)", key);
	strbuf_addch(&text, ' ');
	add_part(parts, text.buf, FACE_BAR_ALERT, 1, 0);
	parts->list[parts->count - 1].key = slice_str(click);
	strbuf_release(&text);
}

/* Draw the parts; the last one is at the right end if it is the clock. */
static void draw_parts(struct canvas *cv, struct rect at, struct parts *parts,
		       bool has_clock)
{
	int x = at.x;

	for (size_t i = 0; i < parts->count; i++) {
		struct part *part = &parts->list[i];

		x += part->gap;
		if (has_clock && i + 1 == parts->count && at.w > part->cols)
			x = at.x + at.w - 1 - part->cols;
		canvas_text(cv, at, x, at.y, strbuf_slice(&part->text),
			    part->face);
		if (part->key.len)
			hint_click(cv, at, x, at.y, part->key,
				   part->cols - 1 - (int)part->key.len);
		x += part->cols;
		strbuf_release(&part->text);
	}
}

void topbar_draw(struct canvas *cv, struct rect at,
		 const struct topbar_options *options)
{
	enum { WAITING, CONVERSATIONS, RUNNING, WORKSPACE, CLOCK, NAME, PATH };
	struct parts parts = { .count = 0 };
	struct strbuf text = STRBUF_INIT;
	size_t n;
	bool has_clock;

	if (at.w < 1 || at.h < 1)
		return;
	at.h = 1;
	canvas_fill(cv, at, FACE_BAR);
	add_part(&parts, "jp dashboard", FACE_BAR, 1, NAME);
	add_part(&parts, options->workspace, FACE_BAR, 2, WORKSPACE);
	add_part(&parts, options->path, FACE_BAR_DIM, 1, PATH);
	n = options->conversations;
	strbuf_setf(&text, Q_("%'zu conversation", "%'zu conversations", n), n);
	add_part(&parts, text.buf, FACE_BAR, 3, CONVERSATIONS);
	n = options->running;
	strbuf_setf(&text, Q_("%zu running", "%zu running", n), n);
	if (n)
		add_part(&parts, text.buf, FACE_BAR, 2, RUNNING);
	strbuf_release(&text);
	add_waiting(&parts, options->waiting, options->answer_key,
		    options->click_key);
	add_part(&parts, options->clock, FACE_BAR_DIM, 2, CLOCK);
	fit_parts(&parts, at.w - 1);
	has_clock = parts.count && parts.list[parts.count - 1].rank == CLOCK;
	draw_parts(cv, at, &parts, has_clock);
}

/* Draw sanitised text at the right end; returns its columns. */
static int draw_right(struct canvas *cv, struct rect at, const char *text,
		      int most, enum face face)
{
	struct strbuf line = STRBUF_INIT;
	int cols;

	sanitize_line(&line, slice_str(text));
	cols = width_text(strbuf_slice(&line));
	if (cols > most)
		cols = 0;
	if (cols)
		canvas_text(cv, at, at.x + at.w - 1 - cols, at.y,
			    strbuf_slice(&line), face);
	strbuf_release(&line);
	return cols ? cols + 2 : 0;
}

/*
 * Where `word` begins in a line, as a word of its own, or the line's length.
 * Chinese and Japanese have no blank after a comma.
 */
static size_t find_word(struct slice line, size_t pos, struct slice word)
{
	for (; word.len && pos + word.len < line.len; pos++) {
		if (!memcmp(line.ptr + pos, word.ptr, word.len) &&
		    (!pos || line.ptr[pos - 1] == ' ' ||
		     line.ptr[pos - 1] & 0x80) &&
		    line.ptr[pos + word.len] == ' ')
			return pos;
	}
	return line.len;
}

/* Make the keys in a message clickable, each with what follows it up to a comma
 * or to the next one. */
static void click_message(struct canvas *cv, struct rect at, struct slice line,
			  const struct bottombar_options *options)
{
	const struct strbuf *keys = options->message_keys;
	size_t count = options->message_key_count;
	size_t from = count ? find_word(line, 0, strbuf_slice(keys)) : 0;

	for (size_t i = 0; i < count && from < line.len; i++) {
		struct slice key = strbuf_slice(&keys[i]);
		size_t pos = from + key.len, next = line.len;
		struct slice word;
		const char *comma;

		if (i + 1 < count)
			next = find_word(line, pos, strbuf_slice(&keys[i + 1]));
		word = slice_of(line.ptr + pos, next - pos);
		comma = memchr(word.ptr, ',', word.len);
		if (comma)
			word.len = (size_t)(comma - word.ptr);
		hint_click(cv, at, at.x + width_text(slice_of(line.ptr, from)),
			   at.y, key, width_text(word) - 1);
		from = next;
	}
}

static void draw_message(struct canvas *cv, struct rect at,
			 const struct bottombar_options *options)
{
	const char *message = options->message, *right = options->right;
	enum face face = options->message_face;
	struct strbuf line = STRBUF_INIT, cut = STRBUF_INIT;
	int cols, taken;
	bool stays;

	canvas_fill(cv, at, face);
	sanitize_line(&line, slice_str(message));
	cols = width_text(strbuf_slice(&line));
	/* The message has priority: it is news; unless it is cut anyway. */
	stays = options->right_stays && cols > at.w - 2;
	taken = draw_right(cv, at, right, stays ? at.w / 2 : at.w - cols - 4,
			   face);
	if (stays)
		at.w -= taken;
	if (at.w > 2)
		width_elide(&cut, strbuf_slice(&line), at.w - 2);
	canvas_text(cv, at, at.x + 1, at.y, strbuf_slice(&cut), face);
	click_message(cv, (struct rect){ at.x + 1, at.y, at.w - 2, 1 },
		      strbuf_slice(&cut), options);
	strbuf_release(&line);
	strbuf_release(&cut);
}

/* Draw a hint and return its columns including the gap; without a canvas only
 * return them. */
static int draw_hint(struct canvas *cv, struct rect at, int x,
		     const struct hint *hint)
{
	struct strbuf key = STRBUF_INIT, word = STRBUF_INIT;
	int key_cols, word_cols;

	sanitize_line(&key, slice_str(hint->key));
	sanitize_line(&word, slice_str(hint->word));
	key_cols = width_text(strbuf_slice(&key));
	word_cols = width_text(strbuf_slice(&word));
	if (cv && key_cols) {
		canvas_text(cv, at, x, at.y, strbuf_slice(&key), FACE_BAR);
		canvas_text(cv, at, x + key_cols + 1, at.y, strbuf_slice(&word),
			    FACE_BAR_DIM);
		hint_click(cv, at, x, at.y, strbuf_slice(&key), word_cols);
	}
	strbuf_release(&key);
	strbuf_release(&word);
	return key_cols ? key_cols + 1 + word_cols + HINT_GAP : 0;
}

static int hints_cols(const struct bottombar_options *options)
{
	struct rect nowhere = { 0, 0, 0, 0 };
	int cols = 0;

	for (size_t i = 0; i < options->hint_count; i++)
		cols += draw_hint(NULL, nowhere, 0, &options->hints[i]);
	return cols;
}

/* Draw the hints that fit before column `end`, and in any case `stays`. */
static void draw_hints(struct canvas *cv, struct rect at, int end,
		       const struct bottombar_options *options)
{
	int x = at.x + 1, kept = 0;

	if (options->stays)
		kept = draw_hint(NULL, at, x, options->stays);
	for (size_t i = 0; i < options->hint_count; i++) {
		const struct hint *hint = &options->hints[i];
		int cols = draw_hint(NULL, at, x, hint);

		if (hint == options->stays)
			kept = 0;
		if (x + cols - HINT_GAP <= end - kept)
			x += draw_hint(cv, at, x, hint);
	}
}

void bottombar_draw(struct canvas *cv, struct rect at,
		    const struct bottombar_options *options)
{
	int end, most;

	if (at.w < 1 || at.h < 1)
		return;
	at.h = 1;
	if (options->message) {
		draw_message(cv, at, options);
		return;
	}
	canvas_fill(cv, at, FACE_BAR);
	/* In a narrow line the keys have priority: all of them, unless one
	 * stays in any case. */
	most = options->right_first ? at.w - 2 : at.w / 2;
	if (!options->right_first && !options->stays)
		most = at.w - 2 - hints_cols(options);
	end = at.x + at.w - 1 -
	      draw_right(cv, at, options->right, most, FACE_BAR_DIM);
	draw_hints(cv, at, end, options);
}

static struct rect draw_frame(struct canvas *cv, struct rect room, int w, int h,
			      const char *title, bool alert)
{
	struct strbuf line = STRBUF_INIT, cut = STRBUF_INIT;
	struct rect at, clip;

	w = w < room.w ? w : room.w;
	h = h < room.h ? h : room.h;
	if (w < 1 || h < 1)
		return (struct rect){ room.x, room.y, 0, 0 };
	at = (struct rect){ room.x + (room.w - w) / 2,
			    room.y + (room.h - h) / 2, w, h };
	canvas_fill(cv, at, FACE_DIALOG);
	canvas_click_nothing(cv, at);
	canvas_box(cv, at, FACE_DIALOG);
	sanitize_line(&line, slice_str(title));
	if (line.len && w > 6) {
		strbuf_addch(&cut, ' ');
		width_elide(&cut, strbuf_slice(&line), w - 6);
		strbuf_addch(&cut, ' ');
		clip = (struct rect){ at.x + 2, at.y, w - 4, 1 };
		clip.w = canvas_text(
			cv, clip, clip.x, clip.y, strbuf_slice(&cut),
			alert ? FACE_DIALOG_TITLE : FACE_TITLE_FOCUS);
		if (!alert)
			canvas_select(cv, clip);
	}
	strbuf_release(&line);
	strbuf_release(&cut);
	if (w < 3 || h < 3)
		return (struct rect){ at.x, at.y, 0, 0 };
	return (struct rect){ at.x + 1, at.y + 1, w - 2, h - 2 };
}

struct rect dialog_frame(struct canvas *cv, struct rect room, int w, int h,
			 const char *title)
{
	return draw_frame(cv, room, w, h, title, false);
}

static struct rect pad(struct rect in)
{
	in.x++;
	in.w -= 2;
	return in;
}

struct rect dialog_frame_padded(struct canvas *cv, struct rect room, int w,
				int h, const char *title)
{
	return pad(draw_frame(cv, room, w, h, title, false));
}

struct rect dialog_frame_alert(struct canvas *cv, struct rect room, int w,
			       int h, const char *title)
{
	return pad(draw_frame(cv, room, w, h, title, true));
}

void length_draw(struct canvas *cv, struct rect at, struct slice text, int rows)
{
	size_t lines = 1 + source_breaks(text);
	struct strbuf words = STRBUF_INIT;
	int cols;

	if (lines <= (size_t)rows)
		return;
	strbuf_addch(&words, ' ');
	strbuf_addf(&words, Q_("%'zu line", "%'zu lines", lines), lines);
	strbuf_addch(&words, ' ');
	cols = width_text(strbuf_slice(&words));
	if (cols < at.w / 2)
		canvas_text(cv, at, at.x + at.w - cols - 1, at.y,
			    strbuf_slice(&words), FACE_DIM);
	strbuf_release(&words);
}
