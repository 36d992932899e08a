#ifndef JPD_IO_SAVE_H
#define JPD_IO_SAVE_H

#include <stdbool.h>

#include "src/base/strbuf.h"
#include "src/store/conversation.h"

/* Writing what the person wants to keep. */

enum save_result {
	SAVE_DONE,
	SAVE_EXISTS, /* nothing was touched */
	SAVE_FAILED, /* a sentence in `err`; no half of a file is left */
};

/*
 * The conversation as Markdown into a file. `path` is what the person typed;
 * "~/" is the home directory. What exists is replaced only where `replace` is
 * set, and then as a whole.
 */
enum save_result save_markdown(const char *path,
			       const struct conversation *conv, bool replace,
			       struct strbuf *err);

#endif
