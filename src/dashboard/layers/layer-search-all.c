#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app-private.h"
#include "src/store/item-text.h"
#include "ui/text/sanitize.h"
#include "ui/view/bars.h"
#include "ui/view/conversation-label.h"

/*
 * Searching all conversations: each after the other, between other work, as
 * soon as it is read. Hits come into a list; Enter goes to one.
 */
enum {
	WORK_BYTES = 4 << 10, /* looked at by one call of app_work() */
	HITS_MAX = 2000,
	ITEM_HITS_MAX = 20, /* listed of one item */
	READ_MAX = 64,      /* conversations that are read for a search */
	LINE_BYTES = 300,   /* shown of a long line */
	LINE_BEFORE = 60,   /* of them, before the match */
};

void app_hits_init(struct app_hits *hits)
{
	*hits = (struct app_hits){ 0 };
	search_init(&hits->search);
}

void app_hits_release(struct app_hits *hits)
{
	search_release(&hits->search);
	free(hits->todo);
	free(hits->list);
	app_hits_init(hits);
}

/* What is known is searched; what is not is read, unless that is too much. */
static void gather(struct app *app, struct app_hits *hits)
{
	size_t unread = 0, count;

	hits->todo = xcalloc(app->store.count + 1, sizeof(*hits->todo));
	count = store_order(&app->store, hits->todo);
	for (size_t i = 0; i < count; i++)
		unread += !hits->todo[i]->loaded && !hits->todo[i]->unreadable;
	for (size_t i = 0; i < count; i++) {
		struct conversation *conv = hits->todo[i];

		if (conv->unreadable || (!conv->loaded && unread > READ_MAX)) {
			hits->left_out++;
			continue;
		}
		if (!conv->loaded)
			app_link_peek(app, app_link(app, conv));
		hits->todo[hits->todo_count++] = conv;
	}
}

int app_hits_open(struct app *app, struct slice pattern, struct strbuf *err)
{
	struct app_hits *hits = &app->hits;

	app_hits_release(hits);
	if (search_set(&hits->search, pattern, err))
		return -1;
	gather(app, hits);
	picker_release(&app->picker);
	picker_init(&app->picker);
	picker_start(&app->picker);
	app->layer = LAYER_HITS;
	for (size_t i = 0; i < app->host_count; i++)
		app_pump(app, (int)i);
	return 0;
}

static void close_list(struct app *app)
{
	app_hits_release(&app->hits);
	app->layer = LAYER_PANES;
}

/* --- finding --- */

static bool is_inside_character(struct slice text, size_t at)
{
	return at < text.len && ((unsigned char)text.ptr[at] & 0xc0) == 0x80;
}

/* The line around a match, or what of it is near. */
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

static void add_hit(struct app *app, struct conversation *conv,
		    const struct item *item, uint32_t ordinal,
		    struct slice line)
{
	struct app_hits *hits = &app->hits;
	struct strbuf where = STRBUF_INIT, clean = STRBUF_INIT;

	ALLOC_GROW(hits->list, hits->count + 1, hits->cap);
	hits->list[hits->count++] = (struct app_hit){ conv, item->id, ordinal };
	/* For reading: tabs and line breaks are blanks, as in any list. */
	sanitize_line(&clean, line);
	conversation_title(&where, conv);
	strbuf_addf(&where, " · %s", who_of(item));
	picker_add(&app->picker, strbuf_slice(&clean), strbuf_slice(&where));
	strbuf_release(&where);
	strbuf_release(&clean);
}

/* List the hits of one item; returns the bytes looked at. */
static size_t list_item(struct app *app, struct conversation *conv,
			size_t index)
{
	const struct item *item = &conv->items[index];
	struct strbuf text = STRBUF_INIT;
	enum regex_result result;
	struct regex_scan scan;
	struct regex_match match;
	uint32_t ordinal = 0;
	size_t cost;

	item_text_search(&text, conv, item);
	scan = regex_scan_of(strbuf_slice(&text));
	while (ordinal < ITEM_HITS_MAX && app->hits.count < HITS_MAX &&
	       (result = regex_scan_next(app->hits.search.re, &scan, &match)))
		if (result == REGEX_MATCH)
			add_hit(app, conv, item, ordinal++,
				line_of(strbuf_slice(&text), match));
	cost = text.len + 1;
	strbuf_release(&text);
	return cost;
}

/* The hits that are known by now, in their order. */
static void list_conversation(struct app *app, struct conversation *conv)
{
	struct app_hits *hits = &app->hits;
	size_t cost = 0;

	for (; hits->listed < hits->search.count && hits->count < HITS_MAX &&
	       cost < WORK_BYTES;
	     hits->listed++)
		if (search_hits_in(&hits->search, hits->listed))
			cost += list_item(app, conv, hits->listed);
	if (cost)
		picker_extend(&app->picker);
}

/* The first that can be searched now goes to the front of what is left. */
static struct conversation *take_next(struct app_hits *hits)
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

static void finish(struct app_hits *hits)
{
	hits->total += hits->search.total;
	hits->gave_up += hits->search.gave_up;
	hits->in_work = NULL;
	hits->done++;
}

bool app_hits_work(struct app *app)
{
	struct app_hits *hits = &app->hits;

	if (app->layer != LAYER_HITS)
		return false;
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
	/* Once is enough: what streams in meanwhile is not waited for. */
	if (search_step(&hits->search, WORK_BYTES) &&
	    (hits->search.sweeping || hits->search.active))
		return true;
	list_conversation(app, hits->in_work);
	if (hits->listed >= hits->search.count || hits->count >= HITS_MAX)
		finish(hits);
	return true;
}

/* --- going to one --- */

static struct pane *pane_for(struct app *app, struct conversation *conv)
{
	for (size_t i = 0; i < app->pane_count; i++)
		if (app->panes[i].conv == conv)
			return &app->panes[i];
	return app_focused(app) ? app_focused(app)
				: app_pane_split(app, SPLIT_BELOW);
}

static void go_to(struct app *app, const struct app_hit *hit)
{
	struct conversation *conv = hit->conv;
	struct pane *pane = pane_for(app, conv);
	struct rect room;

	if (!pane)
		return;
	app->focus = pane->id;
	app_pane_open(app, pane, conv);
	/* It may hide what is looked for. */
	app_filter_clear(pane);
	room = app_transcript_room(app, pane, app_place_of(app, pane->id).at);
	transcript_layout(pane->view, conv, room.w, room.h, app_wall_ms(app));
	app_find_at(app, slice_str(app->hits.search.pattern), hit->item,
		    hit->ordinal);
}

void app_hits_key(struct app *app, struct key key)
{
	size_t chosen = picker_chosen(&app->picker);

	if (key_is_escape(key)) {
		close_list(app);
	} else if (key.sym != KEY_SYM_ENTER) {
		picker_key(&app->picker, key);
	} else if (chosen < app->hits.count) {
		go_to(app, &app->hits.list[chosen]);
		close_list(app);
	}
}

static void add_title(struct strbuf *out, const struct app_hits *hits)
{
	uint64_t total = hits->total + (hits->in_work ? hits->search.total : 0);
	size_t left = hits->todo_count - hits->done;

	strbuf_addf(out, "/%s  ", hits->search.pattern);
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

void app_hits_draw(struct app *app, struct canvas *cv, struct rect room)
{
	struct strbuf title = STRBUF_INIT;
	struct rect in;

	add_title(&title, &app->hits);
	in = dialog_frame(cv, room, 110, room.h, title.buf);
	picker_draw(&app->picker, cv, in, SIZE_MAX, true);
	strbuf_release(&title);
}
