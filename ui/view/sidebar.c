#include "config.h"

#include "ui/view/sidebar.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "src/base/clock.h"
#include "src/base/i18n.h"
#include "src/base/timestamp.h"
#include "src/base/xalloc.h"
#include "src/store/item-text.h"
#include "ui/text/sanitize.h"
#include "ui/text/width.h"
#include "ui/view/arguments.h"
#include "ui/view/bars.h"
#include "ui/view/conversation-label.h"

#define MS_MINUTE INT64_C(60000)
/* In a narrower one a second row would say too little. */
#define TALL_MIN_COLS 30
/* At most so much of a conversation is read: a frame must stay cheap. */
#define ITEMS_MOST      8
#define ITEM_BYTES_MOST 8192
/* A narrower title says less than the age beside it. */
#define TITLE_MIN_COLS 6

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
	conversation_add_age(&age, conv, options->now_ms);
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
		canvas_select(cv, at);
	strbuf_release(&title);
	strbuf_release(&cut);
	strbuf_release(&age);
}

static void tell_row(const struct sidebar_options *options, struct rect row,
		     struct conversation *conv)
{
	if (options->rows && (size_t)row.y < options->row_count)
		options->rows[row.y] = conv;
}

static void draw_more(struct canvas *cv, struct rect at, size_t count,
		      uint32_t glyph, enum face face,
		      const struct keymap *keymap)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(&text, Q_("%zu more", "%zu more", count), count);
	canvas_put(cv, at, at.x + 1, at.y, glyph, face);
	canvas_text(cv, at, at.x + 3, at.y, strbuf_slice(&text), face);
	if (keymap)
		hint_click_command(cv, at, keymap, COMMAND_OPEN);
	strbuf_release(&text);
}

static struct rect row_at(struct rect at, size_t row)
{
	return (struct rect){ at.x, at.y + (int)row, at.w, 1 };
}

/* The last line of a text that is neither blank nor a fence of code. */
static struct slice last_line(struct slice text)
{
	for (;;) {
		struct slice line;
		size_t start, i = 0;

		while (text.len && strchr(" \t\r\n", text.ptr[text.len - 1]))
			text.len--;
		start = text.len;
		while (start && text.ptr[start - 1] != '\n')
			start--;
		line = slice_skip(text, start);
		while (i < line.len && strchr(" \t`~", line.ptr[i]))
			i++;
		if (!line.len || i < line.len)
			return line;
		text.len = start;
	}
}

/* Add the tool's name without decoding its arguments, which may be large. */
static void add_tool(struct strbuf *out, const struct conversation *conv,
		     const struct item *call)
{
	struct strbuf name = STRBUF_INIT;
	struct json_member member;

	if (call->record != NO_RECORD &&
	    json_find(event_log_raw(&conv->log, call->record), "name",
		      &member) &&
	    json_string_add(&name, member.value))
		arguments_add_line(out, strbuf_slice(&name));
	else
		strbuf_addstr(out, _("tool call"));
	strbuf_release(&name);
}

/* Add a line without the marks of bold words. */
static void add_words(struct strbuf *out, struct slice line)
{
	struct strbuf words = STRBUF_INIT;

	for (size_t i = 0; i < line.len; i++) {
		if (i + 1 < line.len && line.ptr[i] == '*' &&
		    line.ptr[i + 1] == '*')
			i++;
		else
			strbuf_addch(&words, line.ptr[i]);
	}
	sanitize_line(out, strbuf_slice(&words));
	strbuf_release(&words);
}

/* Its activity: the tool that runs or waits; otherwise the last words. */
static void add_doing(struct strbuf *out, const struct conversation *conv)
{
	struct strbuf text = STRBUF_INIT;

	for (size_t i = conv->item_count, n = 0; i-- > 0 && n < ITEMS_MOST;
	     n++) {
		const struct item *item = &conv->items[i];

		if (item->kind == ITEM_TOOL_CALL &&
		    (item->tool_state == TOOL_RUNNING ||
		     item->tool_state == TOOL_WAITING)) {
			add_tool(out, conv, item);
			break;
		}
		if ((item->kind != ITEM_MESSAGE &&
		     item->kind != ITEM_REQUEST) ||
		    item_text_cost(conv, item) > ITEM_BYTES_MOST)
			continue;
		strbuf_reset(&text);
		item_text_source(&text, conv, item);
		add_words(out, last_line(strbuf_slice(&text)));
		if (out->len)
			break;
	}
	strbuf_release(&text);
}

static void draw_doing(struct canvas *cv, struct rect at,
		       const struct conversation *conv,
		       const struct sidebar_options *options)
{
	struct strbuf text = STRBUF_INIT, cut = STRBUF_INIT;

	add_doing(&text, conv);
	width_elide(&cut, strbuf_slice(&text), at.w - 4);
	canvas_text(cv, at, at.x + 3, at.y, strbuf_slice(&cut), FACE_DIM);
	if (conv == options->focus)
		canvas_select(cv, at);
	strbuf_release(&text);
	strbuf_release(&cut);
}

/* Draw as many as fit into `room` rows; the last one shows how many do not.
 * Returns the rows used. */
static size_t draw_rows(struct canvas *cv, struct rect at,
			struct conversation *const *list, size_t count,
			size_t room, size_t tall,
			const struct sidebar_options *options)
{
	size_t rows = count * tall;
	size_t fit = rows <= room ? count : room ? room - 1 : 0;

	for (size_t i = 0; i < fit; i++) {
		draw_row(cv, row_at(at, i * tall), list[i], options);
		tell_row(options, row_at(at, i * tall), list[i]);
		if (tall > 1) {
			draw_doing(cv, row_at(at, i * tall + 1), list[i],
				   options);
			tell_row(options, row_at(at, i * tall + 1), list[i]);
		}
	}
	if (fit < count && room)
		draw_more(cv, row_at(at, fit), count - fit, GLYPH_MORE,
			  FACE_DIM, options->keymap);
	return rows <= room ? rows : room;
}

/* " box                lost " */
static void draw_host(struct canvas *cv, struct rect at,
		      const struct sidebar_host *host)
{
	struct strbuf text = STRBUF_INIT;
	int cols = host->state ? width_text(slice_str(host->state)) : 0;

	width_elide(&text, slice_str(host->name),
		    at.w > cols + 4 ? at.w - cols - 4 : 0);
	canvas_text(cv, at, at.x + 1, at.y, strbuf_slice(&text), FACE_TITLE);
	if (cols)
		canvas_text(cv, at, at.x + at.w - 1 - cols, at.y,
			    slice_str(host->state), FACE_LOST);
	strbuf_release(&text);
}

/* Share the rows of `room` among the hosts in turn, leaving none unused. */
static void share_rows(size_t *rows, const size_t *counts, size_t hosts,
		       size_t room)
{
	bool any = true;

	while (room && any) {
		any = false;
		for (size_t i = 0; i < hosts && room; i++) {
			if (rows[i] == counts[i])
				continue;
			rows[i]++;
			room--;
			any = true;
		}
	}
}

/* Move the conversations of one host to the front of `list`, keeping the order
 * of both parts. Returns how many there are. */
static size_t gather_host(struct conversation **list, size_t count, int host,
			  struct conversation **spare)
{
	size_t own = 0, others = 0;

	for (size_t i = 0; i < count; i++) {
		if (list[i]->host == host)
			list[own++] = list[i];
		else
			spare[others++] = list[i];
	}
	for (size_t i = 0; i < others; i++)
		list[own + i] = spare[i];
	return own;
}

static void draw_hosts(struct canvas *cv, struct rect at, size_t room,
		       struct conversation **list, size_t count, size_t tall,
		       const struct sidebar_options *options)
{
	size_t *counts = xcalloc(2 * options->host_count, sizeof(*counts));
	size_t *rows = counts + options->host_count;
	struct conversation **spare =
		xreallocarray(NULL, count + 1, sizeof(*spare));
	size_t headings = 0, y = 0, first = 0;

	for (size_t i = 0; i < options->host_count; i++) {
		counts[i] =
			gather_host(list + first, count - first, (int)i, spare);
		first += counts[i];
		headings += options->hosts[i].name != NULL;
	}
	if (headings < room)
		share_rows(rows, counts, options->host_count, room - headings);
	first = 0;
	for (size_t i = 0; i < options->host_count && y < room; i++) {
		if (!options->hosts[i].name)
			continue;
		draw_host(cv, row_at(at, y++), &options->hosts[i]);
		y += draw_rows(cv, row_at(at, y), list + first, counts[i],
			       tall > 1 ? counts[i] * tall : rows[i], tall,
			       options);
		first += counts[i];
	}
	free(counts);
	free(spare);
}

/* Whether there are several hosts, and room for more than their headings. */
static bool has_groups(const struct sidebar_options *options, size_t room)
{
	size_t names = 0;

	for (size_t i = 0; i < options->host_count; i++)
		names += options->hosts[i].name != NULL;
	return names > 1 && names < room;
}

/* A row of the scrolled list: a conversation, or else a host's heading. */
struct entry {
	struct conversation *conv;
	const struct sidebar_host *host;
};

static size_t add_host(struct entry *entries, struct conversation **order,
		       size_t count, const struct sidebar_options *options,
		       size_t host)
{
	size_t n = 0;

	if (!options->hosts[host].name)
		return 0;
	entries[n++].host = &options->hosts[host];
	for (size_t i = 0; i < count; i++)
		if (!order[i]->waiting && order[i]->host == (int)host)
			entries[n++].conv = order[i];
	return n;
}

/* All rows in the order in which they are drawn. */
static size_t list_entries(struct entry *entries, struct conversation **order,
			   size_t count, const struct sidebar_options *options,
			   size_t room)
{
	bool groups = has_groups(options, room);
	size_t n = 0;

	for (size_t i = 0; i < count; i++)
		if (!groups || order[i]->waiting)
			entries[n++].conv = order[i];
	for (size_t i = 0; groups && i < options->host_count; i++)
		n += add_host(entries + n, order, count, options, i);
	return n;
}

/* Draw " ▲ 3 more": conversations among the entries that are not shown, in the
 * colour of those that wait. */
static void draw_hidden(struct canvas *cv, struct rect at,
			const struct entry *entries, size_t count,
			uint32_t glyph, const struct sidebar_options *options)
{
	enum face face = FACE_DIM;
	size_t hidden = 0;

	for (size_t i = 0; i < count; i++) {
		hidden += entries[i].conv != NULL;
		if (entries[i].conv && entries[i].conv->waiting)
			face = FACE_WAITING;
	}
	draw_more(cv, at, hidden, glyph, face, options->keymap);
}

/* The most that can be scrolled: then the last entry is in the last row, and
 * the first row tells what is above. */
static size_t last_top(size_t entries, size_t room)
{
	return room > 1 && entries > room ? entries - room + 1 : 0;
}

static void draw_entries(struct canvas *cv, struct rect at,
			 const struct entry *entries, size_t count, size_t top,
			 size_t room, const struct sidebar_options *options)
{
	size_t rows = room - 1, left = count - top;
	size_t fit = left <= rows ? left : rows - 1;

	draw_hidden(cv, at, entries, top, GLYPH_MORE_ABOVE, options);
	for (size_t i = 0; i < fit; i++) {
		const struct entry *entry = &entries[top + i];
		struct rect row = row_at(at, i + 1);

		if (entry->host) {
			draw_host(cv, row, entry->host);
			continue;
		}
		draw_row(cv, row, entry->conv, options);
		tell_row(options, row, entry->conv);
	}
	if (fit < left)
		draw_hidden(cv, row_at(at, fit + 1), entries + top + fit,
			    left - fit, GLYPH_MORE, options);
}

/* Returns the row that it begins with; 0, and nothing drawn, if all fit. */
static size_t draw_scrolled(struct canvas *cv, struct rect at,
			    struct conversation **order, size_t count,
			    size_t room, const struct sidebar_options *options)
{
	struct entry *entries =
		xcalloc(count + options->host_count + 1, sizeof(*entries));
	size_t entry_count = list_entries(entries, order, count, options, room);
	size_t last = last_top(entry_count, room);
	size_t top = options->top < last ? options->top : last;

	if (top)
		draw_entries(cv, at, entries, entry_count, top, room, options);
	free(entries);
	return top;
}

static void draw_unscrolled(struct canvas *cv, struct rect at,
			    struct conversation **order, size_t count,
			    size_t room, const struct sidebar_options *options)
{
	size_t waiting = 0, used, tall = 1;

	/* A second row for each, if there is room for all. */
	if (at.w >= TALL_MIN_COLS && 2 * count + options->host_count <= room)
		tall = 2;
	if (!has_groups(options, room)) {
		draw_rows(cv, at, order, count, room, tall, options);
		return;
	}
	while (waiting < count && order[waiting]->waiting)
		waiting++;
	used = draw_rows(cv, at, order, waiting, room, tall, options);
	draw_hosts(cv, row_at(at, used), room - used, order + waiting,
		   count - waiting, tall, options);
}

size_t sidebar_draw(struct canvas *cv, struct rect at,
		    const struct store *store,
		    const struct sidebar_options *options)
{
	struct conversation **order;
	size_t count, room, top = 0;

	if (at.w < 1 || at.h < 1)
		return 0;
	canvas_fill(cv, at, FACE_DEFAULT);
	canvas_text(cv, at, at.x + 1, at.y, slice_str(_("Conversations")),
		    FACE_TITLE);
	order = xreallocarray(NULL, store->count + 1, sizeof(*order));
	count = store_order(store, order);
	room = (size_t)at.h - 1;
	if (options->top)
		top = draw_scrolled(cv, row_at(at, 1), order, count, room,
				    options);
	if (!top)
		draw_unscrolled(cv, row_at(at, 1), order, count, room, options);
	free(order);
	return top;
}

/* When its displayed age changes, or TIMESTAMP_NONE. */
static int64_t next_change_ms(const struct conversation *conv, int64_t now_ms)
{
	int64_t since = conversation_active_ms(conv);
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
	 * All ages change together with the clock, at the full minute, not each
	 * at its own second.
	 */
	return (at_ms + MS_MINUTE - 1) / MS_MINUTE * MS_MINUTE;
}

int64_t sidebar_wake_ms(const struct store *store, int64_t now_ms)
{
	int64_t wake_ms = -1;

	/* TIMESTAMP_NONE is less than any time. */
	for (size_t i = 0; i < store->count; i++)
		sooner_ms(&wake_ms,
			  next_change_ms(store->conversations[i], now_ms));
	return wake_ms;
}
