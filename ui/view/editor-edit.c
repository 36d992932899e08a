#include "config.h"

#include "ui/view/editor-edit.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/xalloc.h"

/* Undo steps, and how many of the oldest are dropped when it is full. */
#define EDITS_MAX  1000
#define EDITS_DROP 100

struct editor_edit {
	enum editor_edit_kind kind;
	bool sealed;
	size_t at;
	struct strbuf removed, inserted;
	size_t cursor; /* before */
};

void editor_edit_wipe(struct strbuf *sb)
{
	if (sb->cap)
		explicit_bzero(sb->buf, sb->cap);
	strbuf_release(sb);
}

static void release(const struct editor *ed, struct editor_edit *edit)
{
	/* The field may have become secret after text was typed. */
	if (ed->secret) {
		editor_edit_wipe(&edit->removed);
		editor_edit_wipe(&edit->inserted);
	}
	strbuf_release(&edit->removed);
	strbuf_release(&edit->inserted);
}

static void drop_from(struct editor *ed, size_t first)
{
	for (size_t i = first; i < ed->edit_count; i++)
		release(ed, &ed->edits[i]);
	ed->edit_count = first;
	if (ed->edit_at > first)
		ed->edit_at = first;
}

void editor_edit_forget(struct editor *ed)
{
	drop_from(ed, 0);
	free(ed->edits);
	ed->edits = NULL;
	ed->edit_cap = 0;
}

static void drop_oldest(struct editor *ed)
{
	for (size_t i = 0; i < EDITS_DROP; i++)
		release(ed, &ed->edits[i]);
	ed->edit_count -= EDITS_DROP;
	ed->edit_at = ed->edit_count;
	memmove(ed->edits, ed->edits + EDITS_DROP,
		ed->edit_count * sizeof(*ed->edits));
}

/* Make room for a secret without leaving its old copy in memory. */
static void grow_secret(struct strbuf *text, size_t extra)
{
	struct strbuf larger = STRBUF_INIT;

	if (text->cap && extra < text->cap - text->len)
		return;
	strbuf_grow(&larger, 2 * text->len + extra + 64);
	strbuf_addslice(&larger, strbuf_slice(text));
	editor_edit_wipe(text);
	*text = larger;
}

static void change(struct editor *ed, size_t at, size_t len, struct slice text)
{
	assert(at <= ed->text.len && len <= ed->text.len - at);
	if (ed->secret)
		grow_secret(&ed->text, text.len);
	strbuf_remove(&ed->text, at, len);
	strbuf_insert(&ed->text, at, text.ptr, text.len);
	if (ed->secret)
		explicit_bzero(ed->text.buf + ed->text.len,
			       ed->text.cap - ed->text.len);
	ed->cursor = at + text.len;
	ed->goal_col = -1;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\n' || c == '\t';
}

/* Join with the last step if both read as one; false if not. */
static bool join(struct editor *ed, size_t at, struct slice removed,
		 struct slice text, enum editor_edit_kind kind)
{
	struct editor_edit *last =
		ed->edit_at ? &ed->edits[ed->edit_at - 1] : NULL;

	if (!last || last->sealed || last->kind != kind)
		return false;
	if (kind == EDITOR_EDIT_TYPED) {
		struct strbuf *typed = &last->inserted;

		if (removed.len || !text.len || at != last->at + typed->len ||
		    (is_blank(typed->buf[typed->len - 1]) &&
		     !is_blank(*text.ptr)))
			return false;
		strbuf_addslice(typed, text);
		return true;
	}
	if (kind != EDITOR_EDIT_ERASED)
		return false;
	if (at == last->at) {
		strbuf_addslice(&last->removed, removed);
		return true;
	}
	if (at + removed.len != last->at)
		return false;
	strbuf_insert(&last->removed, 0, removed.ptr, removed.len);
	last->at = at;
	return true;
}

static void record(struct editor *ed, size_t at, struct slice removed,
		   struct slice text, enum editor_edit_kind kind)
{
	struct editor_edit *edit;

	drop_from(ed, ed->edit_at);
	if (join(ed, at, removed, text, kind))
		return;
	if (ed->edit_count >= EDITS_MAX)
		drop_oldest(ed);
	ALLOC_GROW(ed->edits, ed->edit_count + 1, ed->edit_cap);
	edit = &ed->edits[ed->edit_count++];
	*edit = (struct editor_edit){ kind,        false,       at,
				      STRBUF_INIT, STRBUF_INIT, ed->cursor };
	strbuf_addslice(&edit->removed, removed);
	strbuf_addslice(&edit->inserted, text);
	ed->edit_at = ed->edit_count;
}

void editor_edit_replace(struct editor *ed, size_t at, size_t len,
			 struct slice text, enum editor_edit_kind kind)
{
	if (!len && !text.len)
		return;
	if (!ed->secret)
		record(ed, at, slice_of(ed->text.buf + at, len), text, kind);
	change(ed, at, len, text);
}

void editor_edit_seal(struct editor *ed)
{
	if (ed->edit_at)
		ed->edits[ed->edit_at - 1].sealed = true;
}

bool editor_edit_undo(struct editor *ed)
{
	struct editor_edit *edit;

	if (!ed->edit_at)
		return false;
	edit = &ed->edits[--ed->edit_at];
	change(ed, edit->at, edit->inserted.len, strbuf_slice(&edit->removed));
	ed->cursor = edit->cursor;
	editor_edit_seal(ed);
	return true;
}

bool editor_edit_redo(struct editor *ed)
{
	struct editor_edit *edit;

	if (ed->edit_at == ed->edit_count)
		return false;
	edit = &ed->edits[ed->edit_at++];
	change(ed, edit->at, edit->removed.len, strbuf_slice(&edit->inserted));
	edit->sealed = true;
	return true;
}
