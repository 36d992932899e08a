#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/layer.h"
#include "src/dashboard/app/pane-filter.h"
#include "src/dashboard/app/pane-search.h"
#include "src/dashboard/app/pane.h"
#include "src/dashboard/app/parts.h"
#include "src/dashboard/layers/layers.h"
#include "src/store/item-text.h"
#include "ui/text/sanitize.h"
#include "ui/text/width.h"
#include "ui/view/bars.h"
#include "ui/view/conversation-label.h"

/*
 * Searches all conversations one after another, between other work, as soon as
 * each is read. Hits go into a list; Enter shows one.
 */
enum {
	HITS_MAX = 2000,
	ITEM_HITS_MAX = 20, /* listed per item */
	READ_MAX = 64,      /* conversations to read for a search */
	LINE_BYTES = 300,   /* shown of a long line */
	LINE_BEFORE = 60,   /* of them, before the match */
};

/* A match in some conversation. */
struct hit {
	struct conversation *conv;
	uint32_t item; /* its id */
	uint32_t ordinal;
};

struct hits {
	struct picker picker;
	struct search search;       /* of the current conversation */
	struct conversation **todo; /* those before `done` are done */
	size_t todo_count, done;
	struct conversation *in_work; /* todo[done], or NULL */
	size_t listed;                /* items whose hits are listed */
	size_t left_out;              /* conversations */
	struct hit *list;             /* the picker's entries */
	size_t count, cap;
	uint64_t total;
	size_t gave_up;
};

static struct hits *hits_of(const struct app *app)
{
	return layer_data(app, LAYER_SEARCH_ALL);
}

static void begin(struct hits *hits)
{
	*hits = (struct hits){ 0 };
	picker_init(&hits->picker);
	search_init(&hits->search, transcript_shown_text);
}

static void end(struct hits *hits)
{
	picker_release(&hits->picker);
	search_release(&hits->search);
	free(hits->todo);
	free(hits->list);
}

static void *init(void)
{
	struct hits *hits = xmalloc(sizeof(*hits));

	begin(hits);
	return hits;
}

static void release(void *data)
{
	end(data);
	free(data);
}

/* Conversations not read yet are read first, unless they are too many. */
static void gather(struct app *app, struct hits *hits)
{
	size_t unread = 0, count;

	hits->todo = xcalloc(app->store->count + 1, sizeof(*hits->todo));
	count = store_order(app->store, hits->todo);
	for (size_t i = 0; i < count; i++)
		unread += !hits->todo[i]->loaded && !hits->todo[i]->unreadable;
	for (size_t i = 0; i < count; i++) {
		struct conversation *conv = hits->todo[i];

		if (conv->unreadable || (!conv->loaded && unread > READ_MAX)) {
			hits->left_out++;
			continue;
		}
		if (!conv->loaded)
			hosts_peek(app->hosts, conv);
		hits->todo[hits->todo_count++] = conv;
	}
}

static int open_search(struct app *app, int what, struct slice text,
		       struct strbuf *err)
{
	struct hits *hits = hits_of(app);

	(void)what;
	end(hits);
	begin(hits);
	if (search_set(&hits->search, text, err))
		return -1;
	gather(app, hits);
	picker_start(&hits->picker);
	hosts_pump(app->hosts);
	return 0;
}

static void forget(struct app *app, int host)
{
	(void)host;
	end(hits_of(app));
	begin(hits_of(app));
	if (app->layer == LAYER_SEARCH_ALL)
		app_layer_close(app);
}

static void close_list(struct app *app)
{
	app_layer_close(app);
	forget(app, 0);
}

/* --- finding --- */

static bool is_inside_character(struct slice text, size_t at)
{
	return at < text.len && ((unsigned char)text.ptr[at] & 0xc0) == 0x80;
}

/* The line around a match, or the part near it. */
static struct slice line_of(struct slice text, struct regex_match match)
{
	size_t start = match.start, end = match.end;

	while (start && text.ptr[start - 1] != '\n' &&
	       match.start - start < LINE_BEFORE)
		start--;
	while (start < match.start && is_inside_character(text, start))
		start++;
	if (end - start > LINE_BYTES)
		end = start + LINE_BYTES;
	while (end < text.len && text.ptr[end] != '\n' &&
	       end - start < LINE_BYTES)
		end++;
	while (end > start && is_inside_character(text, end))
		end--;
	while (start < match.start && start < end &&
	       strchr(" \t\r\n", text.ptr[start]))
		start++;
	return slice_of(text.ptr + start, end - start);
}

static const char *who_of(const struct item *item)
{
	switch (item->kind) {
	case ITEM_REQUEST:
		return _("you");
	case ITEM_MESSAGE:
	case ITEM_DATA:
		return C_("part of a conversation", "answer");
	case ITEM_REASONING:
		return _("reasoning");
	case ITEM_TOOL_CALL:
		return _("tool call");
	case ITEM_INQUIRY:
		return _("question");
	default:
		return _("notice");
	}
}

/* In a list, one of several aligning blanks is enough. */
static void squeeze(struct strbuf *line)
{
	size_t to = 0;

	for (size_t i = 0; i < line->len; i++) {
		if (line->buf[i] != ' ' || !to || line->buf[to - 1] != ' ')
			line->buf[to++] = line->buf[i];
	}
	strbuf_setlen(line, to);
}

static void add_hit(struct app *app, struct conversation *conv,
		    const struct item *item, uint32_t ordinal,
		    struct slice line, bool cut)
{
	struct hits *hits = hits_of(app);
	struct strbuf where = STRBUF_INIT, clean = STRBUF_INIT;

	ALLOC_GROW(hits->list, hits->count + 1, hits->cap);
	hits->list[hits->count++] = (struct hit){ conv, item->id, ordinal };
	if (cut)
		strbuf_addstr(&clean, "\xe2\x80\xa6"); /* … */
	/* For reading: tabs and line breaks become blanks, as in any list. */
	sanitize_line(&clean, line);
	squeeze(&clean);
	conversation_title(&where, conv);
	strbuf_addf(&where, " · %s", who_of(item));
	picker_add(&hits->picker, strbuf_slice(&clean), strbuf_slice(&where));
	strbuf_release(&where);
	strbuf_release(&clean);
}

/* List the hits of one item; returns the bytes read. */
static size_t list_item(struct app *app, struct conversation *conv,
			size_t index)
{
	const struct item *item = &conv->items[index];
	const struct search *search = &hits_of(app)->search;
	enum regex_result result;
	struct search_pass pass;
	struct regex_match match;
	uint32_t ordinal = 0;
	size_t cost;

	search_pass_init(&pass);
	search_pass_begin(&pass, search->shown, conv, item);
	while (ordinal < ITEM_HITS_MAX && hits_of(app)->count < HITS_MAX &&
	       (result = search_pass_next(&pass, search->re, &match)))
		if (result == REGEX_MATCH) {
			struct slice text = search_pass_text(&pass);
			struct slice line = line_of(text, match);

			add_hit(app, conv, item, ordinal++, line,
				line.ptr > text.ptr &&
					!strchr(" \t\r\n", line.ptr[-1]));
		}
	cost = pass.text.len + pass.drawn.len + 1;
	search_pass_release(&pass);
	return cost;
}

/* List the known hits, in order. */
static void list_conversation(struct app *app, struct conversation *conv)
{
	struct hits *hits = hits_of(app);
	size_t cost = 0;

	for (; hits->listed < hits->search.count && hits->count < HITS_MAX &&
	       cost < SEARCH_WORK_BYTES;
	     hits->listed++)
		if (search_hits_in(&hits->search, hits->listed))
			cost += list_item(app, conv, hits->listed);
	if (cost)
		picker_extend(&hits->picker);
}

/* Move the first one that can be searched to the front of the rest. */
static struct conversation *take_next(struct hits *hits)
{
	for (size_t i = hits->done; i < hits->todo_count; i++) {
		struct conversation *conv = hits->todo[i];

		if ((!conv->loaded && !conv->load_error) || conv->head)
			continue;
		hits->todo[i] = hits->todo[hits->done];
		hits->todo[hits->done] = conv;
		return conv;
	}
	return NULL;
}

static void finish(struct hits *hits)
{
	hits->total += hits->search.total;
	hits->gave_up += hits->search.gave_up;
	hits->in_work = NULL;
	hits->done++;
}

static bool work(struct app *app)
{
	struct hits *hits = hits_of(app);

	if (!hits->in_work) {
		struct conversation *conv = take_next(hits);

		if (!conv)
			return false;
		app->dirty = true;
		if (!conv->loaded) {
			hits->left_out++;
			hits->done++;
			return true;
		}
		hits->in_work = conv;
		hits->listed = 0;
		search_begin(&hits->search, conv, 0);
	}
	app->dirty = true;
	/* Once is enough: text that streams in meanwhile is not awaited. */
	if (search_step(&hits->search, SEARCH_WORK_BYTES) &&
	    (hits->search.sweeping || hits->search.active))
		return true;
	list_conversation(app, hits->in_work);
	if (hits->listed >= hits->search.count || hits->count >= HITS_MAX)
		finish(hits);
	return true;
}

/* --- showing a hit --- */

static struct pane *pane_for(struct app *app, struct conversation *conv)
{
	struct pane *pane = app_pane_with(app, conv);

	if (!pane)
		pane = app_focused(app);
	return pane ? pane : app_pane_split(app, SPLIT_BELOW);
}

static void go_to(struct app *app, const struct hit *hit)
{
	struct conversation *conv = hit->conv;
	struct pane *pane = pane_for(app, conv);
	struct rect room;

	if (!pane)
		return;
	app->focus = pane->id;
	app_pane_open(app, pane, conv);
	/* The filter may hide the hit. */
	pane_filter_clear(pane);
	room = app_transcript_room(app, pane, app_place_of(app, pane->id).at);
	transcript_layout(pane->view, conv, room.w, room.h, app_wall_ms(app));
	pane_search_at(app, slice_str(hits_of(app)->search.pattern), hit->item,
		       hit->ordinal);
}

static void press_key(struct app *app, struct key key)
{
	struct hits *hits = hits_of(app);
	size_t chosen = picker_chosen(&hits->picker);

	if (key_is_escape(key)) {
		close_list(app);
	} else if (key.sym != KEY_SYM_ENTER) {
		picker_key(&hits->picker, key);
	} else if (chosen < hits->count) {
		go_to(app, &hits->list[chosen]);
		close_list(app);
	}
}

static void paste(struct app *app, struct slice text)
{
	picker_paste(&hits_of(app)->picker, text);
}

static void wheel(struct app *app, int rows)
{
	picker_wheel(&hits_of(app)->picker, rows);
}

static void click(struct app *app, size_t row)
{
	if (picker_click(&hits_of(app)->picker, row))
		press_key(app, (struct key){ .sym = KEY_SYM_ENTER });
}

static void add_counts(struct strbuf *out, const struct hits *hits)
{
	uint64_t total = hits->total + (hits->in_work ? hits->search.total : 0);
	size_t left = hits->todo_count - hits->done;

	strbuf_addf(out, Q_("%'llu match", "%'llu matches", total),
		    (unsigned long long)total);
	if (left)
		strbuf_addf(out,
			    Q_(", %zu conversation to search",
			       ", %zu conversations to search", left),
			    left);
	if (hits->left_out)
		strbuf_addf(out,
			    Q_(", %zu not searched", ", %zu not searched",
			       hits->left_out),
			    hits->left_out);
	if (hits->gave_up)
		strbuf_addf(out,
			    Q_(", gave up on %zu part",
			       ", gave up on %zu parts", hits->gave_up),
			    hits->gave_up);
	if (total > hits->count && !left)
		strbuf_addf(out, _(", %zu listed"), hits->count);
}

/* A long pattern is cut before the counts. */
static void add_title(struct strbuf *out, const struct hits *hits, int cols)
{
	struct strbuf pattern = STRBUF_INIT, counts = STRBUF_INIT;

	add_counts(&counts, hits);
	sanitize_line(&pattern, slice_str(hits->search.pattern));
	cols -= width_text(strbuf_slice(&counts)) + 3;
	strbuf_addch(out, '/');
	width_elide(out, strbuf_slice(&pattern), cols < 1 ? 1 : cols);
	strbuf_addf(out, "  %s", counts.buf);
	strbuf_release(&pattern);
	strbuf_release(&counts);
}

static int64_t draw(struct app *app, struct canvas *cv, struct rect room)
{
	enum { BOX_COLS = 110, AROUND_TITLE = 6 };
	int cols = room.w < BOX_COLS ? room.w : BOX_COLS;
	struct strbuf title = STRBUF_INIT;
	struct rect in;

	add_title(&title, hits_of(app), cols - AROUND_TITLE);
	in = dialog_frame(cv, room, cols, room.h, title.buf);
	picker_draw(&hits_of(app)->picker, cv, in, SIZE_MAX, true);
	strbuf_release(&title);
	return -1;
}

static const struct hint hints[] = {
	{ "Enter", N_("open") },
	{ "Esc", N_("cancel") },
};

const struct layer_ops layer_search_all = {
	.hints = hints,
	.hint_count = ARRAY_SIZE(hints),
	.said = SAID_ENTERED,
	.init = init,
	.release = release,
	.open = open_search,
	.key = press_key,
	.paste = paste,
	.wheel = wheel,
	.click = click,
	.draw = draw,
	.work = work,
	.forget = forget,
};
