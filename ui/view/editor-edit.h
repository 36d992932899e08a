#ifndef JPD_VIEW_EDITOR_EDIT_H
#define JPD_VIEW_EDITOR_EDIT_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/slice.h"
#include "ui/view/editor.h"

/* What an edit may be joined with into one step of undo. */
enum editor_edit_kind {
	EDITOR_EDIT_WHOLE,  /* nothing */
	EDITOR_EDIT_TYPED,  /* what is typed behind it, up to the next word */
	EDITOR_EDIT_ERASED, /* what is erased beside it */
};

/*
 * Put `text` in place of `len` bytes at `at`, and the cursor behind it. The
 * only way in which the text changes; undo remembers it.
 */
void editor_edit_replace(struct editor *ed, size_t at, size_t len,
			 struct slice text, enum editor_edit_kind kind);
/* The next edit is a step of its own. */
void editor_edit_seal(struct editor *ed);
/* False where there is nothing to undo or do again. */
bool editor_edit_undo(struct editor *ed);
bool editor_edit_redo(struct editor *ed);
/* Drop all steps. */
void editor_edit_forget(struct editor *ed);
/* Overwrite what `sb` holds or held, and free it. */
void editor_edit_wipe(struct strbuf *sb);

#endif
