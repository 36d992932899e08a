#include "config.h"

#include "ui/view/sidebar.h"

#include <stdbool.h>
#include <stdlib.h>

#include "src/base/i18n.h"
#include "src/base/timestamp.h"
#include "src/base/xalloc.h"
#include "ui/text/sanitize.h"
#include "ui/text/width.h"

#define MS_MINUTE INT64_C(60000)
/* A title narrower than this says less than the age beside it. */
#define TITLE_MIN_COLS 6

static const struct {
	const char *word;
	uint32_t glyph;
	enum face face;
} states[] = {
	[CONVERSATION_WAITING] = { N_("WAITING"), '!', FACE_WAITING },
	[CONVERSATION_FAILED] = { N_("FAILED"), 'x', FACE_FAILED },
	[CONVERSATION_STREAMING] = { N_("STREAMING"), GLYPH_DOT, FACE_RUNNING },
	[CONVERSATION_RUNNING] = { N_("RUNNING"), GLYPH_DOT, FACE_RUNNING },
	[CONVERSATION_LOST] = { N_("LOST"), '?', FACE_LOST },
	[CONVERSATION_IDLE] = { N_("IDLE"), ' ', FACE_DIM },
};

const char *state_word(enum conversation_state state)
{
	return _(states[state].word);
}

uint32_t state_glyph(enum conversation_state state)
{
	return states[state].glyph;
}

enum face state_face(enum conversation_state state)
{
	return states[state].face;
}

void conversation_title(struct strbuf *out, const struct conversation *conv)
{
	struct strbuf text = STRBUF_INIT;

	sanitize_line(&text, slice_str(conv->title));
	if (strspn(text.buf, " ") == text.len) {
		strbuf_reset(&text);
		strbuf_addf(&text, _("Untitled %s"), conv->id);
		sanitize_line(out, strbuf_slice(&text));
	} else {
		strbuf_addslice(out, strbuf_slice(&text));
	}
	strbuf_release(&text);
}

/* When it last did something, as its host or we saw it. */
static int64_t last_active_ms(const struct conversation *conv)
{
	/* TIMESTAMP_NONE is below every time. */
	return conv->last_event_ms > conv->last_activated_ms
		       ? conv->last_event_ms
		       : conv->last_activated_ms;
}

/*
 * Seconds are told only while somebody is asked for: an idle screen has
 * nothing that moves within a minute.
 */
static void add_age(struct strbuf *out, const struct conversation *conv,
		    int64_t now_ms)
{
	int64_t since = last_active_ms(conv);

	if (conversation_state(conv) == CONVERSATION_WAITING)
		timestamp_add_age(out, now_ms - conv->state_since_ms);
	else if (conv->unreadable)
		strbuf_addstr(out, _("unreadable"));
	else if (since == TIMESTAMP_NONE)
		return;
	else if (now_ms - since < MS_MINUTE)
		strbuf_addstr(out, _("now"));
	else
		timestamp_add_age(out, now_ms - since);
}

static bool is_shown(const struct sidebar_options *options,
		     const struct conversation *conv)
{
	for (size_t i = 0; i < options->shown_count; i++)
		if (options->shown[i] == conv)
			return true;
	return false;
}

/* " ! Fix parser        12s ": glyph, title, age. */
static void draw_row(struct canvas *cv, struct rect at,
		     const struct conversation *conv,
		     const struct sidebar_options *options)
{
	enum conversation_state state = conversation_state(conv);
	bool waits = state == CONVERSATION_WAITING;
	struct strbuf title = STRBUF_INIT, cut = STRBUF_INIT, age = STRBUF_INIT;
	int age_cols, room, want;

	conversation_title(&title, conv);
	want = width_text(strbuf_slice(&title));
	if (want > TITLE_MIN_COLS)
		want = TITLE_MIN_COLS;
	add_age(&age, conv, options->now_ms);
	age_cols = width_text(strbuf_slice(&age));
	room = at.w - 4;
	if (age_cols && room - age_cols - 1 >= want)
		room -= age_cols + 1;
	else
		age_cols = 0;
	if (room > 0)
		width_elide(&cut, strbuf_slice(&title), room);
	canvas_put(cv, at, at.x + 1, at.y,
		   conv->unreadable && !waits ? '?' : state_glyph(state),
		   state_face(state));
	canvas_text(cv, at, at.x + 3, at.y, strbuf_slice(&cut),
		    is_shown(options, conv) ? FACE_BOLD : FACE_DEFAULT);
	if (age_cols)
		canvas_text(cv, at, at.x + at.w - 1 - age_cols, at.y,
			    strbuf_slice(&age),
			    waits ? FACE_WAITING : FACE_DIM);
	if (conv == options->focus)
		canvas_paint(cv, at, FACE_SELECTED);
	strbuf_release(&title);
	strbuf_release(&cut);
	strbuf_release(&age);
}

static void draw_more(struct canvas *cv, struct rect at, size_t count)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(&text, Q_("%zu more", "%zu more", count), count);
	canvas_put(cv, at, at.x + 1, at.y, GLYPH_MORE, FACE_DIM);
	canvas_text(cv, at, at.x + 3, at.y, strbuf_slice(&text), FACE_DIM);
	strbuf_release(&text);
}

void sidebar_draw(struct canvas *cv, struct rect at, const struct store *store,
		  const struct sidebar_options *options)
{
	struct conversation **order;
	size_t count, room, fit;

	if (at.w < 1 || at.h < 1)
		return;
	canvas_fill(cv, at, FACE_DEFAULT);
	canvas_text(cv, at, at.x + 1, at.y, slice_str(_("Conversations")),
		    FACE_TITLE);
	order = xreallocarray(NULL, store->count + 1, sizeof(*order));
	count = store_order(store, order);
	room = (size_t)at.h - 1;
	fit = count <= room ? count : room ? room - 1 : 0;
	for (size_t i = 0; i < fit; i++)
		draw_row(cv, (struct rect){ at.x, at.y + 1 + (int)i, at.w, 1 },
			 order[i], options);
	if (fit < count && room)
		draw_more(cv, (struct rect){ at.x, at.y + at.h - 1, at.w, 1 },
			  count - fit);
	free(order);
}

/* When its age reads otherwise, or TIMESTAMP_NONE where never. */
static int64_t next_change_ms(const struct conversation *conv, int64_t now_ms)
{
	int64_t since = last_active_ms(conv);
	int64_t at_ms;

	if (!conv->listed && !conv->waiting && !conv->turn_active)
		return TIMESTAMP_NONE;
	if (conversation_state(conv) == CONVERSATION_WAITING)
		return now_ms +
		       timestamp_age_ticks_in(now_ms - conv->state_since_ms);
	if (conv->unreadable || since == TIMESTAMP_NONE)
		return TIMESTAMP_NONE;
	at_ms = now_ms - since < MS_MINUTE
			? since + MS_MINUTE
			: now_ms + timestamp_age_ticks_in(now_ms - since);
	/*
	 * All ages together at the full minute, when the clock changes too,
	 * and not each at its own second.
	 */
	return (at_ms + MS_MINUTE - 1) / MS_MINUTE * MS_MINUTE;
}

int64_t sidebar_wake_ms(const struct store *store, int64_t now_ms)
{
	int64_t wake_ms = -1;

	for (size_t i = 0; i < store->count; i++) {
		const struct conversation *conv = store->conversations[i];
		int64_t at_ms = next_change_ms(conv, now_ms);

		if (at_ms != TIMESTAMP_NONE && (wake_ms < 0 || at_ms < wake_ms))
			wake_ms = at_ms;
	}
	return wake_ms;
}
