#ifndef JPD_VIEW_EDITOR_EDIT_H
#define JPD_VIEW_EDITOR_EDIT_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/slice.h"
#include "ui/view/editor.h"

/* What an edit may be joined with into one undo step. */
enum editor_edit_kind {
	EDITOR_EDIT_WHOLE,  /* nothing */
	EDITOR_EDIT_TYPED,  /* text typed after it, up to the next word */
	EDITOR_EDIT_ERASED, /* text erased beside it */
};

/*
 * Replace `len` bytes at `at` by `text`, and put the cursor after it. Every
 * change of the text goes through here; undo remembers it.
 */
void editor_edit_replace(struct editor *ed, size_t at, size_t len,
			 struct slice text, enum editor_edit_kind kind);
/* Start a new undo step with the next edit. */
void editor_edit_seal(struct editor *ed);
/* False if there is nothing to undo or redo. */
bool editor_edit_undo(struct editor *ed);
bool editor_edit_redo(struct editor *ed);
/* Drop all steps. */
void editor_edit_forget(struct editor *ed);
/* Overwrite all memory of `sb`, and free it. */
void editor_edit_wipe(struct strbuf *sb);

#endif
