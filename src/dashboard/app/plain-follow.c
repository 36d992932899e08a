#include "config.h"

#include "src/dashboard/app/plain-follow.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/store/item-text.h"
#include "ui/text/sanitize.h"
#include "ui/transcript/transcript-consent.h"
#include "ui/transcript/transcript-markdown.h"
#include "ui/view/arguments.h"
#include "ui/view/conversation-label.h"

#define CALL_LINES 14 /* of a call and its result */

static void release(struct plain_follow *follow)
{
	free(follow->calls);
	*follow = (struct plain_follow){ 0 };
}

void plain_follows_release(struct plain_follows *follows)
{
	for (size_t i = 0; i < follows->count; i++)
		release(&follows->list[i]);
	free(follows->list);
	*follows = (struct plain_follows){ 0 };
}

void plain_follows_tell(struct plain_follows *follows)
{
	follows->tell = true;
}

static void add_title(struct strbuf *out, const struct app *app, size_t pane)
{
	struct strbuf title = STRBUF_INIT;

	conversation_title(&title, app->panes[pane].conv);
	strbuf_addf(out, "[%zu ", pane + 1);
	if (hosts_name_shown(app->hosts, app->panes[pane].conv)) {
		sanitize_line(out, slice_str(hosts_name_shown(
					   app->hosts, app->panes[pane].conv)));
		strbuf_addstr(out, ": ");
	}
	sanitize_line(out, strbuf_slice(&title));
	strbuf_addch(out, ']');
	strbuf_release(&title);
}

/* Add foreign text, at most this many of its lines; SIZE_MAX: all. */
static void add_text(struct strbuf *out, struct slice text, size_t lines)
{
	struct strbuf clean = STRBUF_INIT;
	size_t end = 0, left = 0;

	sanitize_all(&clean, text);
	while (end < clean.len && lines) {
		const char *nl = memchr(clean.buf + end, '\n', clean.len - end);

		end = nl ? (size_t)(nl - clean.buf) + 1 : clean.len;
		lines--;
	}
	strbuf_add(out, clean.buf, end);
	if (end && clean.buf[end - 1] != '\n')
		strbuf_addch(out, '\n');
	for (size_t i = end; i < clean.len; i++)
		left += clean.buf[i] == '\n' || i + 1 == clean.len;
	if (left)
		strbuf_addf(out,
			    Q_("… %zu more line\n", "… %zu more lines\n", left),
			    left);
	strbuf_release(&clean);
}

/* Add a heading with the new speaker. */
static void add_speaker(struct plain_follows *follows, struct strbuf *out,
			const struct app *app, size_t pane, uint32_t item)
{
	follows->speaker = app->panes[pane].conv;
	follows->speaking = item;
	strbuf_addch(out, '\n');
	add_title(out, app, pane);
}

static void add_item(struct plain_follows *follows, struct strbuf *out,
		     const struct app *app, size_t pane, size_t index)
{
	const struct conversation *conv = app->panes[pane].conv;
	const struct item *item = &conv->items[index];
	struct strbuf text = STRBUF_INIT;

	transcript_markdown_item(&text, conv, index);
	while (text.len && text.buf[text.len - 1] == '\n')
		strbuf_setlen(&text, text.len - 1);
	if (text.len) {
		add_speaker(follows, out, app, pane, item->id);
		strbuf_addch(out, '\n');
		add_text(out, strbuf_slice(&text),
			 item->kind == ITEM_TOOL_CALL ? CALL_LINES : SIZE_MAX);
	}
	strbuf_release(&text);
}

/* No more changes are expected. Who decided may be told behind the result. */
static bool is_over(const struct conversation *conv, const struct item *item)
{
	return !conv->turn_active || (item->kind == ITEM_TOOL_CALL &&
				      item->tool_state == TOOL_INTERRUPTED);
}

/* Add the changed state of a call or question that was printed. */
static void add_change(struct plain_follows *follows, struct strbuf *out,
		       const struct app *app, size_t pane,
		       const struct item *item, bool has_result)
{
	struct item_content content;

	item_content_load(&content, app->panes[pane].conv, item);
	add_speaker(follows, out, app, pane, item->id);
	strbuf_addch(out, ' ');
	if (content.has_event && content.event.name)
		arguments_add_line(out, slice_str(content.event.name));
	else if (item->kind == ITEM_INQUIRY)
		strbuf_addstr(out, _("Question"));
	if (item->kind == ITEM_TOOL_CALL)
		strbuf_addf(out, ": %s",
			    transcript_tool_state(item->tool_state));
	if (item->consent != CONSENT_NONE)
		strbuf_addf(out, ": %s", transcript_consent(item->consent));
	strbuf_addch(out, '\n');
	if (has_result && content.has_response && item->kind == ITEM_TOOL_CALL)
		add_text(out,
			 slice_of(content.response.text,
				  content.response.text_len),
			 CALL_LINES);
	item_content_release(&content);
}

static bool is_news(const struct plain_call *call, const struct item *item)
{
	if (item->consent != call->consent && item->consent != CONSENT_NONE)
		return true;
	return item->kind == ITEM_TOOL_CALL && item->tool_state != call->state;
}

/* Add the new states of calls and questions that were printed. */
static void update_calls(struct plain_follows *follows,
			 struct plain_follow *follow, struct strbuf *out,
			 const struct app *app, size_t pane)
{
	const struct conversation *conv = follow->conv;

	for (size_t i = 0; i < follow->call_count;) {
		struct plain_call *call = &follow->calls[i];
		size_t at = conversation_find_item(conv, call->id);

		if (at != SIZE_MAX) {
			if (is_news(call, &conv->items[at]))
				add_change(follows, out, app, pane,
					   &conv->items[at],
					   conv->items[at].tool_state !=
						   call->state);
			call->state = conv->items[at].tool_state;
			call->consent = conv->items[at].consent;
		}
		if (at == SIZE_MAX || is_over(conv, &conv->items[at]))
			*call = follow->calls[--follow->call_count];
		else
			i++;
	}
}

static bool is_text(const struct item *item)
{
	return item->kind == ITEM_MESSAGE || item->kind == ITEM_REASONING;
}

/* Add whose text follows, and what it is. */
static void add_writer(struct strbuf *out, const struct conversation *conv,
		       const struct item *item)
{
	bool reasons = item->kind == ITEM_REASONING;

	strbuf_addch(out, ' ');
	if (item->writer || !reasons)
		conversation_add_writer(out, conv, item);
	if (item->writer && reasons)
		strbuf_addstr(out, " · ");
	if (reasons)
		strbuf_addstr(out, _("Reasoning"));
	strbuf_addch(out, '\n');
}

/* Add the new lines of a text; `whole`: no more will come. */
static void add_lines(struct plain_follows *follows,
		      struct plain_follow *follow, struct strbuf *out,
		      const struct app *app, size_t pane,
		      const struct item *item, bool whole)
{
	struct strbuf text = STRBUF_INIT;
	size_t end;

	item_text_source(&text, follow->conv, item);
	if (follow->open != item->id) {
		follow->open = item->id;
		follow->printed = 0;
	}
	end = text.len;
	while (!whole && end > follow->printed && text.buf[end - 1] != '\n')
		end--;
	if (end > follow->printed) {
		if (follows->speaker != follow->conv ||
		    follows->speaking != item->id) {
			add_speaker(follows, out, app, pane, item->id);
			add_writer(out, follow->conv, item);
		}
		add_text(out,
			 slice_of(text.buf + follow->printed,
				  end - follow->printed),
			 SIZE_MAX);
		follow->printed = end;
	}
	strbuf_release(&text);
}

/* Start with the last turn: earlier ones are not news. */
static size_t first_item(const struct conversation *conv)
{
	size_t i = conv->item_count;

	while (i && conv->items[i - 1].kind != ITEM_REQUEST)
		i--;
	return i ? i - 1 : 0;
}

static void update_items(struct plain_follows *follows,
			 struct plain_follow *follow, struct strbuf *out,
			 const struct app *app, size_t pane)
{
	const struct conversation *conv = follow->conv;
	size_t at = conv->item_count;

	if (!follow->started)
		at = first_item(conv);
	else if (!follow->done)
		at = 0;
	else if (conversation_find_item(conv, follow->done) != SIZE_MAX)
		at = conversation_find_item(conv, follow->done) + 1;
	follow->started = true;
	for (; at < conv->item_count; at++) {
		const struct item *item = &conv->items[at];
		bool whole = !item->open || !conv->turn_active;

		if (is_text(item)) {
			add_lines(follows, follow, out, app, pane, item, whole);
			if (!whole)
				return;
		} else {
			add_item(follows, out, app, pane, at);
		}
		if ((item->kind == ITEM_TOOL_CALL ||
		     item->kind == ITEM_INQUIRY) &&
		    !is_over(conv, item)) {
			ALLOC_GROW(follow->calls, follow->call_count + 1,
				   follow->call_cap);
			follow->calls[follow->call_count++] =
				(struct plain_call){ item->id, item->tool_state,
						     item->consent };
		}
		follow->done = item->id;
	}
}

static void update_state(struct plain_follow *follow, struct strbuf *out,
			 const struct app *app, size_t pane, bool tell)
{
	enum conversation_state state = conversation_state(follow->conv);

	/* The text itself shows that it is streaming. */
	if (state == CONVERSATION_STREAMING)
		state = CONVERSATION_RUNNING;
	if (state == follow->state && !tell)
		return;
	follow->state = state;
	add_title(out, app, pane);
	strbuf_addf(out, " %s\n", state_word(state));
}

void plain_follows_update(struct plain_follows *follows, struct app *app,
			  struct strbuf *out)
{
	bool tell = follows->tell;

	follows->tell = false;
	while (follows->count > app->pane_count)
		release(&follows->list[--follows->count]);
	for (size_t i = 0; i < app->pane_count; i++) {
		struct conversation *conv = app->panes[i].conv;
		struct plain_follow *follow;

		if (i == follows->count) {
			ALLOC_GROW(follows->list, i + 1, follows->cap);
			follows->list[follows->count++] =
				(struct plain_follow){ 0 };
		}
		follow = &follows->list[i];
		if (follow->conv != conv) {
			release(follow);
			follow->conv = conv;
			follow->state = CONVERSATION_IDLE;
		}
		if (!conv || !conv->loaded)
			continue;
		update_calls(follows, follow, out, app, i);
		update_items(follows, follow, out, app, i);
		update_state(follow, out, app, i, tell);
	}
}
