#ifndef JPD_JP_JP_PROMPT_H
#define JPD_JP_JP_PROMPT_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * What jp asks in its terminal, by the rows and the cursor that it left. Only
 * what is known word for word is a prompt. Arithmetic on text: no terminal.
 */
enum jp_prompt_kind {
	JP_PROMPT_NONE,
	JP_PROMPT_PERMISSION, /* run a tool? */
	JP_PROMPT_DELIVERY,   /* hand the result of one to the model? */
	JP_PROMPT_YES_NO,     /* a tool's question ... */
	JP_PROMPT_LIST,       /* ... one of a list ... */
	JP_PROMPT_TEXT,       /* ... or a line */
	JP_PROMPT_INTERRUPT,  /* what now? after Ctrl-C */
	JP_PROMPT_LOCK_WAIT,  /* another process has the conversation */
	JP_PROMPT_LOCK_LIST,  /* and kept it */
	JP_PROMPT_WIDGET,     /* a text is edited */
};

struct jp_row {
	struct slice text; /* without the blanks at its end */
	size_t used;       /* its columns */
};

/* `rows` from the top of the screen, or from where a prompt was drawn. */
struct jp_view {
	const struct jp_row *rows;
	size_t count, cols;
	size_t cursor_row, cursor_col;
	/* rows[0] is where the program began to draw, at the edge. */
	bool drawn;
};

struct jp_prompt {
	enum jp_prompt_kind kind;
	/* PERMISSION, DELIVERY: the tool; else what is asked; WIDGET: its
	 * label. */
	struct strbuf text;
	struct strbuf server; /* PERMISSION: of an MCP tool */
	struct strbuf value;  /* WIDGET: what it holds */
	char preset;          /* what Enter would answer, or 0 */
};

void jp_prompt_init(struct jp_prompt *prompt);
void jp_prompt_release(struct jp_prompt *prompt);
/* The prompt that waits at the cursor; NONE where none is known to. */
void jp_prompt_find(struct jp_prompt *prompt, const struct jp_view *view);
bool jp_prompt_same(const struct jp_prompt *a, const struct jp_prompt *b);
/* As one can read it in a test or a log. */
const char *jp_prompt_kind_name(enum jp_prompt_kind kind);

#endif
