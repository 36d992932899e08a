#ifndef JPD_QUERY_QUERY_EDITOR_H
#define JPD_QUERY_QUERY_EDITOR_H

#include <stdbool.h>
#include <sys/types.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Edits a text in the user's editor: $JP_EDITOR, $VISUAL or $EDITOR, else vi.
 * The editor is a child that has the terminal until it exits; nothing here
 * blocks on it.
 */
struct query_edit {
	pid_t pid; /* 0: none runs */
	char *path;
};

/* -1 with a sentence in `err`. */
int query_edit_start(struct query_edit *edit, struct slice text, bool is_json,
		     struct strbuf *err);
/*
 * True once the editor has exited: then `text` is the edited text, empty if the
 * editor failed or the text is over 16 MiB.
 */
bool query_edit_finish(struct query_edit *edit, struct strbuf *text);
/* Kill the editor, and remove its file. */
void query_edit_release(struct query_edit *edit);

#endif
