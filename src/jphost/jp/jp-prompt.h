#ifndef JPD_JP_JP_PROMPT_H
#define JPD_JP_JP_PROMPT_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Recognizes jp's prompts in its terminal by the rows and the cursor. Only text
 * that is known word for word counts. Pure computation: no terminal.
 */
enum jp_prompt_kind {
	JP_PROMPT_NONE,
	JP_PROMPT_PERMISSION, /* run a tool? */
	JP_PROMPT_DELIVERY,   /* send its result to the model? */
	JP_PROMPT_YES_NO,     /* a tool's question ... */
	JP_PROMPT_LIST,       /* ... one of a list ... */
	JP_PROMPT_TEXT,       /* ... or a line */
	JP_PROMPT_INTERRUPT,  /* the menu after Ctrl-C */
	JP_PROMPT_LOCK_WAIT,  /* another process holds the conversation */
	JP_PROMPT_LOCK_LIST,  /* and did not release it */
	JP_PROMPT_WIDGET,     /* a text field */
};

struct jp_row {
	struct slice text; /* without trailing blanks */
	size_t used;       /* its width in columns */
};

/* `rows` from the top of the screen, or from where a prompt was drawn. */
struct jp_view {
	const struct jp_row *rows;
	size_t count, cols;
	size_t cursor_row, cursor_col;
	/* rows[0] is where the program began to draw, at the left edge. */
	bool drawn;
};

struct jp_prompt {
	enum jp_prompt_kind kind;
	/*
	 * PERMISSION, DELIVERY: the tool; WIDGET: its label; otherwise the
	 * question.
	 */
	struct strbuf text;
	struct strbuf server; /* PERMISSION: an MCP tool's server */
	struct strbuf value;  /* WIDGET: its text */
	char preset;          /* the key that Enter stands for, or 0 */
};

void jp_prompt_init(struct jp_prompt *prompt);
void jp_prompt_release(struct jp_prompt *prompt);
/* Find the prompt at the cursor; NONE if none is recognized. */
void jp_prompt_find(struct jp_prompt *prompt, const struct jp_view *view);
bool jp_prompt_same(const struct jp_prompt *a, const struct jp_prompt *b);
/* A name for tests and logs. */
const char *jp_prompt_kind_name(enum jp_prompt_kind kind);

#endif
