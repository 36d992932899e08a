#ifndef JPD_QUERY_QUERY_EDITOR_H
#define JPD_QUERY_QUERY_EDITOR_H

#include <stdbool.h>
#include <sys/types.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * A text in the person's editor: $JP_EDITOR, $VISUAL or $EDITOR, else vi. It
 * is a child that has the terminal until it ends; nobody waits for it here.
 */
struct query_edit {
	pid_t pid; /* 0: none runs */
	char *path;
};

/* -1 with a sentence in `err`. */
int query_edit_start(struct query_edit *edit, struct slice text, bool is_json,
		     struct strbuf *err);
/*
 * True once it has ended: then `text` is what it left, empty where it failed
 * or the text is over 16 MiB.
 */
bool query_edit_finish(struct query_edit *edit, struct strbuf *text);
/* End it, and remove what it had. */
void query_edit_release(struct query_edit *edit);

#endif
