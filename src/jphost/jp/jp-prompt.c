#include "config.h"

#include "src/jphost/jp/jp-prompt.h"

#include <string.h>

#include "src/base/xalloc.h"

/* A longer prompt is not recognized. */
#define ROWS_MAX 64

static const char *const kind_names[] = {
	[JP_PROMPT_NONE] = "none",
	[JP_PROMPT_PERMISSION] = "permission",
	[JP_PROMPT_DELIVERY] = "delivery",
	[JP_PROMPT_YES_NO] = "yes-no",
	[JP_PROMPT_LIST] = "list",
	[JP_PROMPT_TEXT] = "text",
	[JP_PROMPT_INTERRUPT] = "interrupt",
	[JP_PROMPT_LOCK_WAIT] = "lock-wait",
	[JP_PROMPT_LOCK_LIST] = "lock-list",
	[JP_PROMPT_WIDGET] = "widget",
};

const char *jp_prompt_kind_name(enum jp_prompt_kind kind)
{
	return kind_names[kind];
}

void jp_prompt_init(struct jp_prompt *prompt)
{
	memset(prompt, 0, sizeof(*prompt));
	strbuf_init(&prompt->text);
	strbuf_init(&prompt->server);
	strbuf_init(&prompt->value);
}

void jp_prompt_release(struct jp_prompt *prompt)
{
	strbuf_release(&prompt->text);
	strbuf_release(&prompt->server);
	strbuf_release(&prompt->value);
}

static void reset(struct jp_prompt *prompt)
{
	prompt->kind = JP_PROMPT_NONE;
	prompt->preset = 0;
	strbuf_reset(&prompt->text);
	strbuf_reset(&prompt->server);
	strbuf_reset(&prompt->value);
}

bool jp_prompt_same(const struct jp_prompt *a, const struct jp_prompt *b)
{
	return a->kind == b->kind && a->preset == b->preset &&
	       slice_equal(strbuf_slice(&a->text), strbuf_slice(&b->text)) &&
	       slice_equal(strbuf_slice(&a->server), strbuf_slice(&b->server));
}

/* --- Words --- */

static bool cut_end(struct slice *text, const char *end)
{
	size_t len = strlen(end);

	if (text->len < len || memcmp(text->ptr + text->len - len, end, len))
		return false;
	text->len -= len;
	return true;
}

static bool contains(struct slice text, const char *word)
{
	return text.len && memmem(text.ptr, text.len, word, strlen(word));
}

/* Cut off `word` and the text after it, if `word` occurs exactly once. */
static bool cut_at_only(struct slice *text, const char *word,
			struct slice *behind)
{
	size_t len = strlen(word);
	const char *at =
		text->len ? memmem(text->ptr, text->len, word, len) : NULL;

	if (!at)
		return false;
	*behind = slice_skip(*text, (size_t)(at - text->ptr) + len);
	text->len = (size_t)(at - text->ptr);
	return !contains(*behind, word);
}

static void keep(struct jp_prompt *prompt, enum jp_prompt_kind kind,
		 struct slice text)
{
	prompt->kind = kind;
	strbuf_addslice(&prompt->text, text);
}

/* "Run local NAME tool?", "Run mcp NAME tool from SERVER server?" */
static void find_permission(struct jp_prompt *prompt, struct slice text)
{
	bool mcp = false;
	struct slice server = slice_of(NULL, 0);

	if (!slice_cut_start(&text, "Run "))
		return;
	if (slice_cut_start(&text, "mcp "))
		mcp = true;
	else if (!slice_cut_start(&text, "local ") &&
		 !slice_cut_start(&text, "built-in "))
		return;
	if (mcp ? !cut_end(&text, " server?") ||
			    !cut_at_only(&text, " tool from ", &server) ||
			    !server.len
		: !cut_end(&text, " tool?"))
		return;
	if (!text.len)
		return;
	keep(prompt, JP_PROMPT_PERMISSION, text);
	strbuf_addslice(&prompt->server, server);
}

static void find_delivery(struct jp_prompt *prompt, struct slice text)
{
	if (slice_cut_start(&text, "Deliver ") &&
	    cut_end(&text, " result to assistant?") && text.len)
		keep(prompt, JP_PROMPT_DELIVERY, text);
}

/* "MESSAGE [k,e,y,s,?]", then the preset key if any: "(k)". */
static void find_menu(struct jp_prompt *prompt, struct slice text)
{
	if (text.len > 4 && text.ptr[text.len - 1] == ')' &&
	    !memcmp(text.ptr + text.len - 4, " (", 2)) {
		prompt->preset = text.ptr[text.len - 2];
		text.len -= 4;
	}
	if (cut_end(&text, " [y,Y,n,N,p,r,e,?]")) {
		if (!prompt->preset)
			find_permission(prompt, text);
	} else if (cut_end(&text, " [y,n,e,?]")) {
		if (prompt->preset == 'y')
			find_delivery(prompt, text);
	} else if (cut_end(&text, " [y,Y,n,N,?]")) {
		if (text.len && (!prompt->preset || prompt->preset == 'y' ||
				 prompt->preset == 'n'))
			keep(prompt, JP_PROMPT_YES_NO, text);
	} else if (cut_end(&text, " [c,r,s,a,?]") ||
		   cut_end(&text, " [c,r,s,t,?]")) {
		if (slice_is(text, "Interrupted") && !prompt->preset)
			keep(prompt, JP_PROMPT_INTERRUPT, text);
	}
}

/* --- Rows --- */

static const struct jp_row *row_at(const struct jp_view *view, size_t at)
{
	static const struct jp_row none = { { NULL, 0 }, 0 };

	return at < view->count ? &view->rows[at] : &none;
}

/*
 * Join the rows from `first` to the cursor's that were broken at the edge.
 * `*cols` is set to their width. False if they were not broken there.
 */
static bool join(struct strbuf *text, const struct jp_view *view, size_t first,
		 size_t *cols)
{
	strbuf_reset(text);
	*cols = 0;
	for (size_t i = first; i <= view->cursor_row; i++) {
		const struct jp_row *row = row_at(view, i);
		bool last = i == view->cursor_row;
		size_t gap = view->cols - row->used;

		/* A break removes at most one blank. */
		if (!last && gap > 1)
			return false;
		strbuf_addslice(text, row->text);
		if (!last)
			strbuf_addchars(text, ' ', gap);
		*cols += last ? row->used : view->cols;
	}
	while (text->len && text->buf[text->len - 1] == ' ') {
		strbuf_setlen(text, text->len - 1);
		--*cols;
	}
	return true;
}

/*
 * jp puts the cursor one blank after the text, as if the text had begun at the
 * edge of the screen.
 */
static bool cursor_is_behind(const struct jp_view *view, size_t first,
			     size_t cols)
{
	size_t at = cols + 1;

	return view->cursor_row - first == at / view->cols &&
	       view->cursor_col == at % view->cols;
}

static bool shows_nothing_below(const struct jp_view *view)
{
	for (size_t i = view->cursor_row + 1; i < view->count; i++) {
		if (view->rows[i].used)
			return false;
	}
	return true;
}

/* The help line below a list identifies it; its options may be any text. */
static bool shows_a_list(const struct jp_view *view)
{
	struct strbuf below = STRBUF_INIT;
	bool is_list;

	for (size_t i = view->cursor_row + 1; i < view->count; i++) {
		strbuf_addslice(&below, view->rows[i].text);
		if (view->rows[i].used + 1 == view->cols)
			strbuf_addch(&below, ' ');
	}
	is_list = contains(strbuf_slice(&below),
			   "to move, enter to select, type to filter]");
	strbuf_release(&below);
	return is_list;
}

static void find_question(struct jp_prompt *prompt, const struct jp_view *view,
			  struct slice text)
{
	struct slice lock = text;

	if (shows_a_list(view)) {
		keep(prompt,
		     slice_cut_start(&lock, "Conversation jp-c") &&
				     contains(lock, " is locked ")
			     ? JP_PROMPT_LOCK_LIST
			     : JP_PROMPT_LIST,
		     text);
	} else if (shows_nothing_below(view) && text.len) {
		keep(prompt, JP_PROMPT_TEXT, text);
	}
}

static bool is_menu(struct slice text)
{
	return cut_end(&text, ",?]") ||
	       (text.len > 4 && cut_end(&text, ")") && contains(text, ",?] ("));
}

/* The prompt at the cursor, if it begins in row `first`. */
static void find_from(struct jp_prompt *prompt, const struct jp_view *view,
		      size_t first)
{
	struct strbuf joined = STRBUF_INIT;
	struct slice text;
	size_t cols;

	if (join(&joined, view, first, &cols)) {
		text = strbuf_slice(&joined);
		if (slice_cut_start(&text, "\xe2\x8f\xb1 "
					   "Pending conversation lock ") &&
		    text.len) {
			keep(prompt, JP_PROMPT_LOCK_WAIT, text);
		} else if (slice_cut_start(&text, "? ") &&
			   cursor_is_behind(view, first, cols)) {
			if (is_menu(text))
				find_menu(prompt, text);
			else
				find_question(prompt, view, text);
		}
	}
	strbuf_release(&joined);
}

/* --- A text field --- */

static const char *const labels[] = {
	"Reason for skipping (optional)",
	"Edit arguments",
	"Edit result before delivery",
	"Reply:",
};

#define HINT "Enter to send \xc2\xb7 Alt+Enter for newline"

static struct slice trimmed(struct slice text)
{
	while (text.len && strchr(" \n", text.ptr[text.len - 1]))
		text.len--;
	return slice_skip_blanks(text);
}

/*
 * A row that reaches the edge continues in the next one; a blank at the edge
 * cannot be distinguished from none.
 */
static void join_all(struct strbuf *all, const struct jp_view *view)
{
	for (size_t i = 0; i < view->count && i < ROWS_MAX; i++) {
		const struct jp_row *row = &view->rows[i];

		strbuf_addslice(all, row->text);
		if (row->used + 1 == view->cols)
			strbuf_addch(all, ' ');
		else if (row->used < view->cols)
			strbuf_addch(all, '\n');
	}
}

/* Find a text field drawn at the left edge, and its text after the label. */
static void find_widget(struct jp_prompt *prompt, const struct jp_view *view)
{
	struct strbuf all = STRBUF_INIT;
	struct slice hint;

	join_all(&all, view);
	for (size_t i = 0; i < ARRAY_SIZE(labels); i++) {
		struct slice value = trimmed(strbuf_slice(&all));

		if (!slice_cut_start(&value, labels[i]) ||
		    (value.len && !slice_cut_start(&value, " ")))
			continue;
		cut_at_only(&value, HINT, &hint);
		keep(prompt, JP_PROMPT_WIDGET, slice_str(labels[i]));
		strbuf_addslice(&prompt->value, trimmed(value));
		break;
	}
	strbuf_release(&all);
}

void jp_prompt_find(struct jp_prompt *prompt, const struct jp_view *view)
{
	struct jp_prompt found;
	size_t fits = 0;

	reset(prompt);
	if (!view->cols || view->cursor_row >= ROWS_MAX + view->count)
		return;
	if (view->drawn) {
		find_widget(prompt, view);
		if (prompt->kind == JP_PROMPT_NONE)
			find_from(prompt, view, 0);
		if (prompt->kind == JP_PROMPT_NONE)
			reset(prompt);
		return;
	}
	jp_prompt_init(&found);
	for (size_t i = 0; i < ROWS_MAX && i <= view->cursor_row; i++) {
		reset(&found);
		find_from(&found, view, view->cursor_row - i);
		if (found.kind == JP_PROMPT_NONE)
			continue;
		/* Two candidates fit, so neither is certain. */
		if (++fits == 1) {
			struct jp_prompt swap = *prompt;

			*prompt = found;
			found = swap;
		}
	}
	jp_prompt_release(&found);
	if (fits != 1)
		reset(prompt);
}
